C
C in place, the consistent coordinates nearest to the guess q, weighted
C by the mass matrix: at most limit Newton steps, until no abs(phi) and
C no step exceeds tolerance; the last step is taken too. Where small
C steps become no shorter, which is rounding, the next ones lead
C straight onto the constraints. info: 0, a failing pivot, or nu + nphi
C + 1 when the limit is reached or a number overflows; q then holds the
C last finite coordinates
      SUBROUTINE rockers_assemble(t, q, w, c, tolerance, limit, info)
      DOUBLE PRECISION t, q(4), w(4), c(2), tolerance
      INTEGER limit, info
      DOUBLE PRECISION guess(4), aim(4), next(4), phi(3), move(4),
     &  before(4), pull, pull_before, longer, secant, turn, square,
     &  square_before, of_step, rounding
      INTEGER k, count
      LOGICAL small
      info = 8
      DO 10 k = 1, 4
        next(k) = q(k)
   10 CONTINUE
      DO 20 k = 1, 4
        IF (.NOT. ABS(next(k) - next(k)) .LE. 0.0D0) RETURN
   20 CONTINUE
      DO 30 k = 1, 4
        q(k) = next(k)
   30 CONTINUE
      DO 40 k = 1, 4
        guess(k) = next(k)
   40 CONTINUE
      DO 50 k = 1, 4
        before(k) = 0.0D0
   50 CONTINUE
      pull = 1.0D0
      pull_before = 1.0D0
      DO 110 count = 1, limit
        DO 60 k = 1, 4
          aim(k) = q(k) + pull*(guess(k) - q(k))
   60   CONTINUE
        CALL rockers_assembly_step(t, q, aim, w, c, next, phi, move,
     &  info)
        IF (info .NE. 0) RETURN
        info = 8
        DO 70 k = 1, 4
          IF (.NOT. ABS(next(k) - next(k)) .LE. 0.0D0) RETURN
   70   CONTINUE
        small = .TRUE.
        DO 80 k = 1, 3
          IF (.NOT. ABS(phi(k) - phi(k)) .LE. 0.0D0) RETURN
          small = small .AND. ABS(phi(k)) .LE. tolerance
   80   CONTINUE
        DO 90 k = 1, 4
          q(k) = next(k)
   90   CONTINUE
        turn = 0.0D0
        square = 0.0D0
        square_before = 0.0D0
        IF (pull .GT. 0.0D0) THEN
          of_step = pull
        ELSE
          of_step = 1.0D0
        END IF
        DO 100 k = 1, 4
          move(k) = move(k)/of_step
          small = small .AND. ABS(move(k)) .LE. tolerance
          turn = turn + move(k)*before(k)
          square = square + move(k)*move(k)
          square_before = square_before + before(k)*before(k)
          before(k) = move(k)
  100   CONTINUE
        IF (small) THEN
          info = 0
          RETURN
        END IF
C       where steps turn back, aim short of the guess, by the secant
C       rule
        longer = MIN(1.0D0, 2.0D0*pull)
        IF (turn .LT. square_before) THEN
          secant = pull_before*square_before/(square_before - turn)
        ELSE
          secant = longer
        END IF
        pull_before = pull
C       no more toward it where steps are rounding
        IF (square .LT. square_before) THEN
          rounding = 1.0D0
        ELSE
          rounding = square
        END IF
        IF (rounding .LT. 1.0D-16) THEN
          pull = 0.0D0
        ELSE
          pull = MIN(longer, secant)
        END IF
  110 CONTINUE
      END
