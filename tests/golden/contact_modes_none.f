C
C the mode of contacts, dry friction and stops: whether each is closed,
C and where it slips (contact_search); their loads f, and the directions
C in which contacts in space slide. S, r, limit and slope are scaled in
C place; still: the rate that counts as zero. failed: as of
C contact_search
      SUBROUTINE rockers_contact_modes(still, s, r, limit, near, slide,
     &  ban, closed, slip, f, failed)
      DOUBLE PRECISION still, s(2,2), r(2), limit(1), near(1), slide(1),
     &  ban(1), closed(1), slip(1), f(2), failed
      DOUBLE PRECISION scale(2), slack(2)
      INTEGER best(1), result, i, k
      LOGICAL banned
      CALL rockers_contact_scale(2, s, r, limit, scale)
      DO 10 i = 1, 2
        slack(i) = still*scale(i)
   10 CONTINUE
      CALL rockers_contact_search(s, r, limit, slack, near, slide, ban,
     &  .FALSE., r, r, best, f, result)
      banned = .FALSE.
      DO 20 i = 1, 1
        banned = banned .OR. ban(i) .GT. 0.5D0
   20 CONTINUE
      IF (result .EQ. 4 .AND. banned) THEN
        DO 30 k = 1, 1
          ban(k) = 0.0D0
   30   CONTINUE
        CALL rockers_contact_search(s, r, limit, slack, near, slide,
     &  ban, .FALSE., r, r, best, f, result)
      END IF
      DO 40 i = 1, 1
        IF (best(i) .EQ. 3) THEN
          closed(i) = 0.0D0
        ELSE
          closed(i) = 1.0D0
        END IF
        slip(i) = 0.0D0
        IF (best(i) .EQ. 1) slip(i) = 1.0D0
        IF (best(i) .EQ. 2) slip(i) = -1.0D0
   40 CONTINUE
      DO 50 i = 1, 2
        f(i) = f(i)*scale(i)
   50 CONTINUE
      failed = DBLE(result)
      END
