C
C the loads f on the rows of contacts and dry friction in the mode that
C closed and slip say. S, r, limit and slope are scaled in place.
C failed: as of contact_solve
      SUBROUTINE rockers_contact_loads(s, r, limit, slope, closed, slip,
     &  f, failed)
      DOUBLE PRECISION s(4,4), r(4), limit(3), slope(4,3), closed(3),
     &  slip(3), f(4), failed
      DOUBLE PRECISION scale(4), by_stop(4,2)
      INTEGER mode(3), result, i
      DO 10 i = 1, 3
        mode(i) = 0
        IF (slip(i) .GT. 0.0D0) mode(i) = 1
        IF (slip(i) .LT. 0.0D0) mode(i) = 2
        IF (.NOT. ABS(closed(i)) .GT. 0.0D0) mode(i) = 3
   10 CONTINUE
      CALL rockers_contact_scale(4, s, r, limit, slope, scale)
      CALL rockers_contact_solve(4, s, r, limit, slope, mode, f,
     &  by_stop, result)
      DO 20 i = 1, 4
        f(i) = f(i)*scale(i)
   20 CONTINUE
      failed = DBLE(result)
      END
