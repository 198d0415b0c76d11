C
C impulses f without any bounce, as a complementarity problem, which has
C a solution: friction limit P against the slip after the impact. By
C contact that takes part P, the parts of T up and down, and the slip;
C of a stop P. In space the parts along both slip speeds add up to limit
C P at most: a square within the circle. failed: 0, or 1
      SUBROUTINE rockers_contact_rest(s, r, limit, near, f, failed)
      DOUBLE PRECISION s(6,6), r(6), limit(3), near(5), f(6)
      INTEGER failed
      DOUBLE PRECISION m(7,7), q(7), z(7), sign(7), mu(5)
      INTEGER row(7), p, j, i, k, l, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 k = 1, 6
        f(k) = 0.0D0
   10 CONTINUE
      DO 30 l = 1, 7
        DO 20 k = 1, 7
          m(k, l) = 0.0D0
   20   CONTINUE
   30 CONTINUE
      DO 40 k = 1, 7
        q(k) = 0.0D0
   40 CONTINUE
      DO 50 k = 1, 7
        sign(k) = 0.0D0
   50 CONTINUE
      DO 60 k = 1, 7
        row(k) = 1
   60 CONTINUE
      p = 0
      DO 70 k = 1, 5
        mu(k) = 0.0D0
   70 CONTINUE
      DO 80 j = 1, 3
        mu(j) = limit(j)
   80 CONTINUE
      DO 90 j = 1, 5
        IF (near(j) .GT. 0.5D0 .AND. normal(j) .NE. 0) THEN
          p = p + 1
          row(p) = normal(j)
          sign(p) = 1.0D0
C         dry friction takes no part: without another friction there is
C         no room for it
          IF (tangent(j) .NE. 0) THEN
            row(p + 1) = tangent(j)
            row(p + 2) = tangent(j)
            sign(p + 1) = 1.0D0
            sign(p + 2) = -1.0D0
            m(p + 1, p + 3) = 1.0D0
            m(p + 2, p + 3) = 1.0D0
            m(p + 3, p) = mu(j)
            m(p + 3, p + 1) = -1.0D0
            m(p + 3, p + 2) = -1.0D0
            p = p + 3
          END IF
        END IF
   90 CONTINUE
      DO 110 i = 1, p
        q(i) = sign(i)*r(row(i))
        DO 100 j = 1, p
          IF (ABS(sign(i)*sign(j)) .GT. 0.0D0) THEN
            m(i, j) = m(i, j) + sign(i)*sign(j)*s(row(i), row(j))
          END IF
  100   CONTINUE
  110 CONTINUE
      CALL rockers_contact_pivots(p, m, q, z, failed)
      IF (failed .EQ. 0) THEN
        DO 120 i = 1, p
          f(row(i)) = f(row(i)) + sign(i)*z(i)
  120   CONTINUE
      END IF
      END
