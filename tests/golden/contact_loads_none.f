C
C the loads f on the rows of contacts and dry friction in the mode that
C closed and slip say; along, across: as of contact_solve. S, r, limit
C and slope are scaled in place. failed: as of contact_solve
      SUBROUTINE rockers_contact_loads(s, r, limit, closed, slip, f,
     &  failed)
      DOUBLE PRECISION s(2,2), r(2), limit(1), closed(1), slip(1), f(2),
     &  failed
      DOUBLE PRECISION scale(2), k(4,2)
      INTEGER mode(1), result, i
      CALL rockers_contact_flagged(closed, slip, mode)
      CALL rockers_contact_scale(2, s, r, limit, scale)
      CALL rockers_contact_solve(2, s, r, limit, mode, f, k, result)
      DO 10 i = 1, 2
        f(i) = f(i)*scale(i)
   10 CONTINUE
      failed = DBLE(result)
      END
