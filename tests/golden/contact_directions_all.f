C
C loads x in a mode with the stops that it closes, and the directions of
C contacts in space that slide from rest: against the slip that follows,
C by Newton's method from those that are given. failed: as of
C contact_solve; unfit: 0, the number of a contact that finds none, or
C one above that of all members where no stops fit
      SUBROUTINE rockers_contact_directions(s, r, limit, slope, slack,
     &  near, slide, ban, mode, x, failed, unfit)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), slack(6),
     &  near(5), slide(3), ban(5), x(6)
      INTEGER mode(5), failed, unfit
      DOUBLE PRECISION by_stop(4,2), k(10,4)
      INTEGER p, count, l, m
      failed = 0
      unfit = 0
      DO 20 m = 1, 2
        DO 10 l = 1, 4
          by_stop(l, m) = 0.0D0
   10   CONTINUE
   20 CONTINUE
      p = 0
      DO 30 count = 1, 60
        CALL rockers_contact_solve(6, s, r, limit, slope, mode(1), x(1),
     &  by_stop, k, failed)
        IF (failed .GT. 0 .AND. failed .LE. 4) RETURN
        CALL rockers_contact_close(s, r, slack, near, ban, by_stop,
     &  mode, x, unfit)
        IF (unfit .NE. 0) THEN
          unfit = 6
          RETURN
        END IF
        IF (p .EQ. 0) RETURN
   30 CONTINUE
      unfit = 6
      IF (.FALSE.) WRITE(*, *) slide
      END
