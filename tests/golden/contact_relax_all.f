C
C so many sweeps of relaxation over the loads x, in place: each
C contact's are put right and projected onto what its friction allows,
C as if the others' stayed. ban: 1 for closed is not tried
      SUBROUTINE rockers_contact_relax(sweeps, s, r, limit, slope, near,
     &  slide, ban, impact, x)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), near(5),
     &  slide(3), ban(5), x(6)
      INTEGER sweeps
      LOGICAL impact
      DOUBLE PRECISION rate, most
      INTEGER a, b, k, count, i, l, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 40 count = 1, sweeps
        DO 30 i = 1, 5
          a = normal(i)
          b = tangent(i)
          IF (.NOT. near(i) .GT. 0.5D0) GOTO 30
          IF (a .NE. 0) THEN
            rate = r(a)
            DO 10 l = 1, 6
              rate = rate + s(l, a)*x(l)
   10       CONTINUE
            IF (s(a, a) .GT. 0.0D0) THEN
              x(a) = MAX(0.0D0, x(a) - rate/s(a, a))
            END IF
            IF (ABS(ban(i) - 1.0D0) .LT. 0.5D0) x(a) = 0.0D0
          END IF
          IF (b .EQ. 0 .OR. i .GT. 3) GOTO 30
C         the same, among those with a slip: compilers would look for
C         the slips of all i
          k = i
          CALL rockers_contact_most(i, limit, slope, x, most)
          rate = r(b)
          DO 20 l = 1, 6
            rate = rate + s(l, b)*x(l)
   20     CONTINUE
          IF (s(b, b) .GT. 0.0D0) THEN
            x(b) = MAX(-most, MIN(most, x(b) - rate/s(b, b)))
          END IF
          IF (.NOT. impact .AND. slide(k) .GT. 0.0D0) x(b) = -most
          IF (.NOT. impact .AND. slide(k) .LT. 0.0D0) x(b) = most
   30   CONTINUE
   40 CONTINUE
      END
