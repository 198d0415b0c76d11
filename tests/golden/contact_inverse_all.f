C
C what load i on the rows of contacts and dry friction gains for 1 on
C the right side of row j, in the mode that closed and slip say: a rate
C that is held, else a load less what it keeps to; along, across: as of
C contact_solve. S, limit and slope are scaled in place
      SUBROUTINE rockers_contact_inverse(s, limit, slope, closed, slip,
     &  inverse)
      DOUBLE PRECISION s(4,4), limit(3), slope(4,3), closed(3), slip(3),
     &  inverse(4,4)
      DOUBLE PRECISION r(4), f(4), scale(4), by_stop(4,2), k(10,4), by(
     &  4)
      INTEGER mode(3), a, b, failed, i, j, l, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 l = 1, 4
        r(l) = 0.0D0
   10 CONTINUE
      CALL rockers_contact_flagged(closed, slip, mode)
      CALL rockers_contact_scale(4, s, r, limit, slope, scale)
      CALL rockers_contact_solve(4, s, r, limit, slope, mode, f,
     &  by_stop, k, failed)
      DO 20 i = 1, 4
        by(i) = scale(i)
   20 CONTINUE
      DO 30 i = 1, 3
        a = normal(i)
        b = tangent(i)
        IF (a .NE. 0 .AND. mode(i) .EQ. 3) by(a) = 1.0D0/scale(a)
        IF (b .NE. 0 .AND. mode(i) .NE. 0) by(b) = 1.0D0/scale(b)
   30 CONTINUE
      DO 60 j = 1, 4
        DO 40 i = 1, 4
          f(i) = k(4 + j, i)
   40   CONTINUE
        DO 50 i = 1, 4
          inverse(j, i) = f(i)*by(j)*scale(i)
   50   CONTINUE
   60 CONTINUE
      END
