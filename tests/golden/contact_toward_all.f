C
C first guesses of the directions in which contacts in space slide that
C are at rest: against the loads that hold them, beside those that slide
      SUBROUTINE rockers_contact_toward(s, r, limit, slope, near, slide)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), near(5),
     &  slide(3)
      DOUBLE PRECISION f(4), by_stop(4,2), k(10,4)
      INTEGER mode(3), failed, i
      DO 10 i = 1, 3
        IF (near(i) .GT. 0.5D0) THEN
          mode(i) = 0
        ELSE
          mode(i) = 3
        END IF
        IF (near(i) .GT. 0.5D0 .AND. slide(i) .GT. 0.0D0) mode(i) = 1
        IF (near(i) .GT. 0.5D0 .AND. slide(i) .LT. 0.0D0) mode(i) = 2
   10 CONTINUE
      CALL rockers_contact_solve(6, s, r, limit, slope, mode, f,
     &  by_stop, k, failed)
      END
