C
C In place, the consistent coordinates nearest to the guess q,
C weighted by the mass matrix: at most limit Newton steps, until no
C abs(phi) and no step exceeds tolerance. info: 0, a failing pivot, or
C nu + nphi + 1 when the limit is reached or a number overflows; q then
C holds the last finite coordinates.
      SUBROUTINE @M@_assemble(t, q, w, c, tolerance, limit, info)
      DOUBLE PRECISION t, q(@NQ@), w(@NW@), c(@NC@), tolerance
      INTEGER limit, info
      DOUBLE PRECISION guess(@NQ@), aim(@NQ@), next(@NQ@)
      DOUBLE PRECISION phi(@NPHI@), step(@NS@), before(@NS@)
      DOUBLE PRECISION pull, pullb, pulln, turn, square
      LOGICAL small
      INTEGER i, k
      info = @NO_CONVERGENCE@
      DO 10 i = 1, @NQ@
      next(i) = q(i)
   10 CONTINUE
@N       CALL @M@_normalize(next)
      DO 20 i = 1, @NQ@
      IF (.NOT. (ABS(next(i) - next(i)) .LE. 0.0D0)) RETURN
   20 CONTINUE
      DO 30 i = 1, @NQ@
      q(i) = next(i)
      guess(i) = next(i)
   30 CONTINUE
      DO 40 i = 1, @NS@
      before(i) = 0.0D0
   40 CONTINUE
      pull = 1.0D0
      pullb = 1.0D0
      DO 100 k = 1, limit
      DO 50 i = 1, @NQ@
      aim(i) = q(i) + pull*(guess(i) - q(i))
   50 CONTINUE
      CALL @M@_assembly_step(t, q, aim, w, c, next, phi, step, info)
      IF (info .NE. 0) RETURN
      info = @NO_CONVERGENCE@
      small = .TRUE.
      DO 60 i = 1, @NQ@
      IF (.NOT. (ABS(next(i) - next(i)) .LE. 0.0D0)) RETURN
   60 CONTINUE
      DO 70 i = 1, @NPHI@
      IF (.NOT. (ABS(phi(i) - phi(i)) .LE. 0.0D0)) RETURN
      small = small .AND. ABS(phi(i)) .LE. tolerance
   70 CONTINUE
      turn = 0.0D0
      square = 0.0D0
      DO 80 i = 1, @NS@
      step(i) = step(i)/pull
      small = small .AND. ABS(step(i)) .LE. tolerance
      turn = turn + step(i)*before(i)
      square = square + before(i)*before(i)
      before(i) = step(i)
   80 CONTINUE
      IF (small) info = 0
      IF (small) RETURN
C     where steps turn back, aim short of the guess (secant rule)
      pulln = MIN(1.0D0, 2.0D0*pull)
      IF (turn .LT. square) pulln = MIN(pulln, pullb*square/(square - turn))
      pullb = pull
      pull = pulln
      DO 90 i = 1, @NQ@
      q(i) = next(i)
   90 CONTINUE
  100 CONTINUE
      END
