C
C first guesses of the directions in which contacts in space slide that
C are at rest: against the loads that hold them, beside those that slide
      SUBROUTINE rockers_contact_toward(s, r, limit, near, slide)
      DOUBLE PRECISION s(2,2), r(2), limit(1), near(1), slide(1)
      DOUBLE PRECISION f(2), k(4,2)
      INTEGER mode(1), failed, i
      DO 10 i = 1, 1
        IF (near(i) .GT. 0.5D0) THEN
          mode(i) = 0
        ELSE
          mode(i) = 3
        END IF
        IF (near(i) .GT. 0.5D0 .AND. slide(i) .GT. 0.0D0) mode(i) = 1
        IF (near(i) .GT. 0.5D0 .AND. slide(i) .LT. 0.0D0) mode(i) = 2
   10 CONTINUE
      CALL rockers_contact_solve(2, s, r, limit, mode, f, k, failed)
      END
