C
C m_equilibrium; downhill: never by a step of Newton's method that the
C loads do no work on, so that it ends in a stable rest as a rule
      SUBROUTINE rockers_rest_search(t, q, w, c, held, tolerance, limit,
     &  downhill, lambda, info)
      DOUBLE PRECISION t, q(4), w(4), c(2), tolerance, lambda(3)
      INTEGER held(4), limit, info
      LOGICAL downhill
      DOUBLE PRECISION still(4), phi(3), phidot(3)
      INTEGER i, k
      LOGICAL open(3)
      DO 10 k = 1, 3
        open(k) = .FALSE.
   10 CONTINUE
      CALL rockers_rest(t, q, c, w, held, open, tolerance, limit,
     &  downhill, lambda, info)
      DO 20 k = 1, 4
        still(k) = 0.0D0
   20 CONTINUE
      CALL rockers_constraints(t, q, still, w, c, phi, phidot)
      DO 30 i = 3, 1, -1
        IF (info .EQ. 0 .AND. .NOT. open(i) .AND. ABS(phidot(i)) .GT.
     &  tolerance) THEN
          info = 4 + i
        END IF
   30 CONTINUE
      END
