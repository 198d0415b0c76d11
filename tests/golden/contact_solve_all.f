C
C loads f on the rows of contacts and dry friction, whose rates are r +
C S f, in a mode of each: 0 sticks, 1 and 2 slides up and down, 3 is
C open. S has ones on its diagonal, and `all` rows: those after the
C loads' are of stops, and by_stop is what f loses for a load of 1 on
C each. k(nloads + j, i): what load i gains for 1 on the right side of
C row j. A contact in space that slides does so in the direction along,
C across, by its slip speeds. Where contacts may depend on each other,
C `whole` is the matrix, k the inverse with a little on its diagonal,
C and f the shortest solution. failed: 0, the number of a row whose
C pivot fails, or one more than there are where more normal force
C presses a sliding contact together
      SUBROUTINE rockers_contact_solve(all, s, r, limit, slope, mode, f,
     &  by_stop, k, failed)
      INTEGER all
      DOUBLE PRECISION s(all,all), r(all), limit(3), slope(all,3), f(4),
     &  by_stop(4,2), k(10,4)
      INTEGER mode(3), failed
      DOUBLE PRECISION x(4), sign, pivot, factor, value
      INTEGER a, b, best, width, i, j, l, m, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 l = 1, 4
        f(l) = 0.0D0
   10 CONTINUE
      DO 30 m = 1, 2
        DO 20 l = 1, 4
          by_stop(l, m) = 0.0D0
   20   CONTINUE
   30 CONTINUE
      DO 50 m = 1, 4
        DO 40 l = 1, 10
          k(l, m) = 0.0D0
   40   CONTINUE
   50 CONTINUE
C     k[j, i]: column j of row i; those after the loads' become the
C     inverse, then the stops'
      width = 4 + all
      DO 80 i = 1, 4
        DO 60 j = 1, 4
          k(j, i) = s(i, j)
   60   CONTINUE
        DO 70 j = 5, all
          k(4 + j, i) = s(i, j)
   70   CONTINUE
        k(4 + i, i) = 1.0D0
        x(i) = -r(i)
   80 CONTINUE
      DO 100 i = 1, 3
        a = normal(i)
        b = tangent(i)
        IF (mode(i) .EQ. 1) THEN
          sign = 1.0D0
        ELSE
          sign = -1.0D0
        END IF
        IF (mode(i) .EQ. 3) sign = 0.0D0
        IF (a .NE. 0 .AND. mode(i) .EQ. 3) THEN
          DO 90 j = 1, width
            k(j, a) = 0.0D0
   90     CONTINUE
          k(a, a) = 1.0D0
          k(4 + a, a) = 1.0D0
          x(a) = 0.0D0
        END IF
        IF (b .NE. 0 .AND. mode(i) .NE. 0) THEN
          CALL rockers_contact_bound(all, i, b, sign, limit, slope, k,
     &  x)
        END IF
  100 CONTINUE
C     what is open has no load, however many times it counts in a limit
C     of friction
      DO 120 i = 1, 3
        a = normal(i)
        IF (a .NE. 0 .AND. mode(i) .EQ. 3) THEN
          DO 110 l = 1, 4
            IF (l .NE. a) k(a, l) = 0.0D0
  110     CONTINUE
        END IF
  120 CONTINUE
C     the loads and the inverse, by elimination with partial pivoting.
C     Loads from the inverse would leave rates that are not zero where S
C     is nearly singular
      DO 180 j = 1, 4
        best = j
        DO 130 i = j + 1, 4
          IF (ABS(k(j, i)) .GT. ABS(k(j, best))) best = i
  130   CONTINUE
        failed = j
        IF (.NOT. ABS(k(j, best)) .GT. 1.0D-10) RETURN
        DO 140 l = 1, width
          value = k(l, j)
          k(l, j) = k(l, best)
          k(l, best) = value
  140   CONTINUE
        value = x(j)
        x(j) = x(best)
        x(best) = value
        pivot = k(j, j)
        x(j) = x(j)/pivot
        DO 150 l = 1, width
          k(l, j) = k(l, j)/pivot
  150   CONTINUE
        DO 170 i = 1, 4
          IF (i .NE. j .AND. .NOT. ABS(k(j, i)) .LE. 0.0D0) THEN
            factor = k(j, i)
            x(i) = x(i) - factor*x(j)
            DO 160 l = 1, width
              k(l, i) = k(l, i) - factor*k(l, j)
  160       CONTINUE
          END IF
  170   CONTINUE
  180 CONTINUE
      DO 190 l = 1, 4
        f(l) = x(l)
  190 CONTINUE
      DO 210 i = 1, 4
        DO 200 j = 5, all
          by_stop(i, j - 4) = k(4 + j, i)
  200   CONTINUE
  210 CONTINUE
      failed = 0
      DO 220 i = 1, 3
        a = normal(i)
        IF (a .NE. 0 .AND. (mode(i) .EQ. 1 .OR. mode(i) .EQ. 2)) THEN
          IF (.NOT. k(4 + a, a) .GT. 0.0D0) failed = 5
        END IF
  220 CONTINUE
      END
