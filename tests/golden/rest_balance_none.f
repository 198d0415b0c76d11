C
C what m_equilibrium brings to zero: f - B^T lambda - N^T mu, then phi,
C or phidot of resting rows, what is held less its start, the rates of
C the states. touching: w with all contacts closed; open: rows of
C contacts without a load; b: B without them; bn: N of q' = N u;
C magnitudes: of what each element sums. info: 0, or nu + nphi + 1 where
C a number overflows or a state has no rate
      SUBROUTINE rockers_rest_balance(t, q, c, touching, start, held,
     &  open, lambda, mu, balance, b, bn, magnitudes, info)
      DOUBLE PRECISION t, q(4), c(2), touching(4), start(4), lambda(3),
     &  mu(4), balance(11), b(3,4), bn(4,4), magnitudes(11)
      INTEGER held(4), info
      LOGICAL open(3)
      DOUBLE PRECISION u(4), f(4), phi(3), phidot(3), still(4), moving(
     &  4)
      INTEGER failed, j, i, k
      DO 10 k = 1, 4
        u(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 11
        balance(k) = 0.0D0
   20 CONTINUE
      failed = 0
      CALL rockers_right_side(t, q, u, touching, c, f)
      DO 30 j = 1, 4
        balance(j) = f(j)
   30 CONTINUE
      CALL rockers_constraints(t, q, u, touching, c, phi, phidot)
      CALL rockers_constraint_matrix(t, q, touching, c, b)
      DO 50 i = 1, 3
        IF (open(i)) THEN
          DO 40 j = 1, 4
            b(i, j) = 0.0D0
   40     CONTINUE
        ELSE
          balance(4 + i) = phi(i)
        END IF
   50 CONTINUE
      CALL rockers_kinematics(t, q, u, touching, c, still)
      DO 70 j = 1, 4
        u(j) = 1.0D0
        CALL rockers_kinematics(t, q, u, touching, c, moving)
        u(j) = 0.0D0
        DO 60 k = 1, 4
          bn(k, j) = moving(k) - still(k)
   60   CONTINUE
   70 CONTINUE
      DO 80 i = 1, 11
        magnitudes(i) = ABS(balance(i))
   80 CONTINUE
      DO 90 k = 1, 4
        IF (held(k) .NE. 0) balance(7 + k) = q(k) - start(k)
   90 CONTINUE
      DO 120 j = 1, 4
        DO 100 i = 1, 3
          balance(j) = balance(j) - b(i, j)*lambda(i)
          magnitudes(j) = magnitudes(j) + ABS(b(i, j)*lambda(i))
  100   CONTINUE
        DO 110 k = 1, 4
          IF (held(k) .NE. 0) THEN
            balance(j) = balance(j) - bn(k, j)*mu(k)
            magnitudes(j) = magnitudes(j) + ABS(bn(k, j)*mu(k))
          END IF
  110   CONTINUE
  120 CONTINUE
      info = 0
      IF (failed .NE. 0) info = 8
      DO 130 i = 1, 11
        IF (.NOT. ABS(balance(i) - balance(i)) .LE. 0.0D0) info = 8
  130 CONTINUE
      END
