C
C loads x in a mode with the stops that it closes, and the directions of
C contacts in space that slide from rest: against the slip that follows,
C by Newton's method from those that are given. failed: as of
C contact_solve; unfit: 0, the number of a contact that finds none, or
C one above that of all members where no stops fit
      SUBROUTINE rockers_contact_directions(s, r, limit, slack, near,
     &  slide, ban, mode, x, failed, unfit)
      DOUBLE PRECISION s(2,2), r(2), limit(1), slack(2), near(1), slide(
     &  1), ban(1), x(2)
      INTEGER mode(1), failed, unfit
      DOUBLE PRECISION k(4,2)
      INTEGER p, count
      failed = 0
      unfit = 0
      p = 0
      DO 10 count = 1, 60
        CALL rockers_contact_solve(2, s, r, limit, mode(1), x(1), k,
     &  failed)
        IF (failed .GT. 0 .AND. failed .LE. 2) RETURN
        IF (p .EQ. 0) RETURN
   10 CONTINUE
      unfit = 2
      IF (.FALSE.) WRITE(*, *) slack
      IF (.FALSE.) WRITE(*, *) near
      IF (.FALSE.) WRITE(*, *) slide
      IF (.FALSE.) WRITE(*, *) ban
      END
