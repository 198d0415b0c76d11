C
C closes of the stops that touch those that must be, beside a mode of
C the contacts: x is that mode's loads without them and gets theirs.
C ban: 1 for closed is not tried. failed: 0, or 1 where no stops fit
      SUBROUTINE rockers_contact_close(s, r, slack, near, ban, by_stop,
     &  mode, x, failed)
      DOUBLE PRECISION s(6,6), r(6), slack(6), near(5), ban(5), by_stop(
     &  4,2), x(6)
      INTEGER mode(5), failed
      DOUBLE PRECISION m(7,7), q(7), z(7), largest, rate
      INTEGER stop(7), row, p, j, l, i, k
      DO 20 l = 1, 7
        DO 10 k = 1, 7
          m(k, l) = 0.0D0
   10   CONTINUE
   20 CONTINUE
      DO 30 k = 1, 7
        q(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 7
        stop(k) = 0
   40 CONTINUE
      p = 0
      DO 50 j = 1, 2
        mode(3 + j) = 3
        x(4 + j) = 0.0D0
        IF (near(3 + j) .GT. 0.5D0 .AND. .NOT. ABS(ban(3 + j) - 1.0D0)
     &  .LT. 0.5D0) THEN
          p = p + 1
          stop(p) = j
        END IF
   50 CONTINUE
      largest = 0.0D0
      DO 60 l = 1, 4
        largest = MAX(largest, ABS(x(l)))
   60 CONTINUE
      DO 100 i = 1, p
        row = 4 + stop(i)
        largest = MAX(largest, ABS(r(row)))
        q(i) = r(row)
        DO 70 l = 1, 4
          q(i) = q(i) + s(row, l)*x(l)
   70   CONTINUE
        DO 90 j = 1, p
          rate = s(row, 4 + stop(j))
          DO 80 l = 1, 4
            rate = rate - s(row, l)*by_stop(l, stop(j))
   80     CONTINUE
          IF (.NOT. ABS(rate) .LT. 1.0D-12) m(i, j) = rate
   90   CONTINUE
  100 CONTINUE
      DO 110 i = 1, p
        IF (ABS(q(i)) .LE. 1.0D-09*largest + slack(4 + stop(i))) THEN
          q(i) = 0.0D0
        END IF
  110 CONTINUE
      CALL rockers_contact_pivots(p, m, q, z, failed)
      IF (failed .NE. 0) RETURN
      DO 130 i = 1, p
        row = 4 + stop(i)
        IF (.NOT. z(i) .LE. 1.0D-09*largest + slack(row)) THEN
          mode(3 + stop(i)) = 0
          x(row) = z(i)
          DO 120 l = 1, 4
            x(l) = x(l) - by_stop(l, stop(i))*z(i)
  120     CONTINUE
        END IF
  130 CONTINUE
      END
