C
C what load i on the rows of contacts and dry friction gains for 1 on
C the right side of row j, in the mode that closed and slip say: a rate
C that is held, else a load less what it keeps to; along, across: as of
C contact_solve. S, limit and slope are scaled in place
      SUBROUTINE rockers_contact_inverse(s, limit, closed, slip,
     &  inverse)
      DOUBLE PRECISION s(2,2), limit(1), closed(1), slip(1), inverse(2,
     &  2)
      DOUBLE PRECISION r(2), f(2), scale(2), k(4,2), by(2)
      INTEGER mode(1), a, b, failed, i, j, l, normal(1), tangent(1)
      DATA normal /1/
      DATA tangent /2/
      DO 10 l = 1, 2
        r(l) = 0.0D0
   10 CONTINUE
      CALL rockers_contact_flagged(closed, slip, mode)
      CALL rockers_contact_scale(2, s, r, limit, scale)
      CALL rockers_contact_solve(2, s, r, limit, mode, f, k, failed)
      DO 20 i = 1, 2
        by(i) = scale(i)
   20 CONTINUE
      DO 30 i = 1, 1
        a = normal(i)
        b = tangent(i)
        IF (a .NE. 0 .AND. mode(i) .EQ. 3) by(a) = 1.0D0/scale(a)
        IF (b .NE. 0 .AND. mode(i) .NE. 0) by(b) = 1.0D0/scale(b)
   30 CONTINUE
      DO 60 j = 1, 2
        DO 40 i = 1, 2
          f(i) = k(2 + j, i)
   40   CONTINUE
        DO 50 i = 1, 2
          inverse(j, i) = f(i)*by(j)*scale(i)
   50   CONTINUE
   60 CONTINUE
      END
