C
C the loads f on the rows of contacts and dry friction in the mode that
C closed and slip say; along, across: as of contact_solve. S, r, limit
C and slope are scaled in place. failed: as of contact_solve
      SUBROUTINE rockers_contact_loads(s, r, limit, slope, closed, slip,
     &  f, failed)
      DOUBLE PRECISION s(4,4), r(4), limit(3), slope(4,3), closed(3),
     &  slip(3), f(4), failed
      DOUBLE PRECISION scale(4), by_stop(4,2), k(10,4)
      INTEGER mode(3), result, i
      CALL rockers_contact_flagged(closed, slip, mode)
      CALL rockers_contact_scale(4, s, r, limit, slope, scale)
      CALL rockers_contact_solve(4, s, r, limit, slope, mode, f,
     &  by_stop, k, result)
      DO 10 i = 1, 4
        f(i) = f(i)*scale(i)
   10 CONTINUE
      failed = DBLE(result)
      END
