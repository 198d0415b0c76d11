C
C in place, the derivatives of the balance by displacements and states,
C by differences; what is rounding of the loads is zero. lightest: the
C least weight that makes a step (K - weight M) shorter
      SUBROUTINE rockers_rest_slopes(t, q, s, w, c, touching, start,
     &  held, open, lambda, mu, mm, bn, magnitudes, slopes, lightest)
      DOUBLE PRECISION t, q(4), s(1), w(4), c(2), touching(4), start(4),
     &  lambda(3), mu(4), mm(4,4), bn(4,4), magnitudes(12), slopes(12,
     &  12), lightest
      INTEGER held(4)
      LOGICAL open(3)
      DOUBLE PRECISION q_there(4), s_there(1), other(12), other_way(12),
     &  b_there(3,4), bn_there(4,4), magnitudes_there(12), heaviest,
     &  strongest, d, slope, least
      INTEGER rows, i, j, failed, k, m, n, resting_row(1)
      LOGICAL resting(3)
      DATA resting_row /2/
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
      rows = 5
C     of most rows B says how displacements change them
      rows = 8
      DO 30 k = 1, 3
        resting(k) = .FALSE.
   30 CONTINUE
      DO 40 k = 1, 1
        resting(resting_row(k)) = .TRUE.
   40 CONTINUE
      DO 100 m = 1, 5
        j = m
        IF (m .GT. 4) j = m + 3 + 4
        d = 1.0D-05
        DO 50 k = 1, 4
          q_there(k) = q(k)
   50   CONTINUE
        IF (m .LE. 4) THEN
          DO 60 k = 1, 4
            q_there(k) = q(k) + d*bn(k, j)
   60     CONTINUE
        END IF
        DO 70 k = 1, 1
          s_there(k) = s(k)
   70   CONTINUE
        IF (m .GT. 4) THEN
          d = 1.0D-05*MAX(1.0D0, ABS(s(j - 4 - 3 - 4)))
          s_there(j - 4 - 3 - 4) = s(j - 4 - 3 - 4) + d
        END IF
        CALL rockers_rest_balance(t, q_there, s_there, w, c, touching,
     &  start, held, open, lambda, mu, other, b_there, bn_there,
     &  magnitudes_there, failed)
        IF (m .LE. 4) THEN
          DO 80 k = 1, 4
            q_there(k) = q(k) - d*bn(k, j)
   80     CONTINUE
        END IF
        IF (m .GT. 4) s_there(j - 4 - 3 - 4) = s(j - 4 - 3 - 4) - d
        CALL rockers_rest_balance(t, q_there, s_there, w, c, touching,
     &  start, held, open, lambda, mu, other_way, b_there, bn_there,
     &  magnitudes_there, failed)
        DO 90 n = 1, rows
          i = n
          IF (n .GT. 4) i = n + 3 + 4
          IF (n .GT. 5) THEN
            i = n - 1
            IF (m .LE. 4 .AND. .NOT. resting(i - 4)) GOTO 90
          END IF
          slope = (other(i) - other_way(i))/(2.0D0*d)
          least = MAX(magnitudes(i), magnitudes_there(i))
          IF (n .LE. 4) least = MAX(least, SQRT(mm(i, i))*strongest)
          IF (ABS(slope) .GT. 1.0D-14*least/d) THEN
            slopes(i, j) = slope
          ELSE
            slopes(i, j) = 0.0D0
          END IF
   90   CONTINUE
  100 CONTINUE
C     of the softest motion: what is stiff gives way to it
      DO 120 n = 1, 4
        strongest = 0.0D0
        DO 110 m = 1, 4
          strongest = MAX(strongest, ABS(slopes(n, m)))
  110   CONTINUE
        IF (mm(n, n) .GT. 1.0D-10*heaviest .AND. strongest .GT. 0.0D0)
     &  THEN
          IF (.NOT. lightest .GT. 0.0D0 .OR. 0.001D0*strongest .LT.
     &  lightest*mm(n, n)) THEN
            lightest = 0.001D0*strongest/mm(n, n)
          END IF
        END IF
  120 CONTINUE
      lightest = MAX(lightest, 1.0D-12)
      END
