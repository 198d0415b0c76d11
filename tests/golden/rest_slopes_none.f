C
C in place, the derivatives of the balance by displacements and states,
C by differences; what is rounding of the loads is zero. lightest: the
C least weight that makes a step (K - weight M) shorter
      SUBROUTINE rockers_rest_slopes(t, q, c, touching, start, held,
     &  open, lambda, mu, mm, bn, magnitudes, slopes, lightest)
      DOUBLE PRECISION t, q(4), c(2), touching(4), start(4), lambda(3),
     &  mu(4), mm(4,4), bn(4,4), magnitudes(11), slopes(11,11), lightest
      INTEGER held(4)
      LOGICAL open(3)
      DOUBLE PRECISION q_there(4), other(11), other_way(11), b_there(3,
     &  4), bn_there(4,4), magnitudes_there(11), heaviest, strongest, d,
     &  slope, least
      INTEGER rows, i, j, failed, k, m, n
      heaviest = 0.0D0
      DO 10 k = 1, 4
        heaviest = MAX(heaviest, mm(k, k))
   10 CONTINUE
      strongest = 0.0D0
      DO 20 k = 1, 4
        IF (mm(k, k) .GT. 1.0D-10*heaviest) THEN
          strongest = MAX(strongest, magnitudes(k)/SQRT(mm(k, k)))
        END IF
   20 CONTINUE
      lightest = 0.0D0
      rows = 4
      DO 70 m = 1, 4
        j = m
        IF (m .GT. 4) j = m + 3 + 4
        d = 1.0D-05
        DO 30 k = 1, 4
          q_there(k) = q(k)
   30   CONTINUE
        IF (m .LE. 4) THEN
          DO 40 k = 1, 4
            q_there(k) = q(k) + d*bn(k, j)
   40     CONTINUE
        END IF
        CALL rockers_rest_balance(t, q_there, c, touching, start, held,
     &  open, lambda, mu, other, b_there, bn_there, magnitudes_there,
     &  failed)
        IF (m .LE. 4) THEN
          DO 50 k = 1, 4
            q_there(k) = q(k) - d*bn(k, j)
   50     CONTINUE
        END IF
        CALL rockers_rest_balance(t, q_there, c, touching, start, held,
     &  open, lambda, mu, other_way, b_there, bn_there,
     &  magnitudes_there, failed)
        DO 60 n = 1, rows
          i = n
          IF (n .GT. 4) i = n + 3 + 4
          slope = (other(i) - other_way(i))/(2.0D0*d)
          least = MAX(magnitudes(i), magnitudes_there(i))
          IF (n .LE. 4) least = MAX(least, SQRT(mm(i, i))*strongest)
          IF (ABS(slope) .GT. 1.0D-14*least/d) THEN
            slopes(i, j) = slope
          ELSE
            slopes(i, j) = 0.0D0
          END IF
   60   CONTINUE
   70 CONTINUE
C     of the softest motion: what is stiff gives way to it
      DO 90 n = 1, 4
        strongest = 0.0D0
        DO 80 m = 1, 4
          strongest = MAX(strongest, ABS(slopes(n, m)))
   80   CONTINUE
        IF (mm(n, n) .GT. 1.0D-10*heaviest .AND. strongest .GT. 0.0D0)
     &  THEN
          IF (.NOT. lightest .GT. 0.0D0 .OR. 0.001D0*strongest .LT.
     &  lightest*mm(n, n)) THEN
            lightest = 0.001D0*strongest/mm(n, n)
          END IF
        END IF
   90 CONTINUE
      lightest = MAX(lightest, 1.0D-12)
      END
