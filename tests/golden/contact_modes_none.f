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
      DOUBLE PRECISION scale(2), slack(2), held(1)
      INTEGER best(1), result, b, i, k, tangent(1)
      LOGICAL banned
      DATA tangent /2/
      CALL rockers_contact_scale(2, s, r, limit, scale)
      DO 10 i = 1, 2
        slack(i) = still*scale(i)
   10 CONTINUE
C     along what all other rows hold they carry the load, and friction
C     is at its limit: a load that sticks there is rounding alone
      DO 20 k = 1, 1
        held(k) = ban(k)
   20 CONTINUE
      DO 30 i = 1, 1
        b = tangent(i)
        IF (b .NE. 0) THEN
          IF (.NOT. s(b, b) .GT. 0.0D0 .AND. .NOT. ban(i) .GT. 0.5D0)
     &  THEN
            held(i) = 2.0D0
          END IF
        END IF
   30 CONTINUE
      CALL rockers_contact_search(s, r, limit, slack, near, slide, held,
     &  .FALSE., r, r, best, f, result)
      banned = .FALSE.
      DO 40 i = 1, 1
        banned = banned .OR. held(i) .GT. 0.5D0
   40 CONTINUE
      IF (result .EQ. 4 .AND. banned) THEN
        DO 50 k = 1, 1
          ban(k) = 0.0D0
   50   CONTINUE
        CALL rockers_contact_search(s, r, limit, slack, near, slide,
     &  ban, .FALSE., r, r, best, f, result)
      END IF
      DO 60 i = 1, 1
        IF (best(i) .EQ. 3) THEN
          closed(i) = 0.0D0
        ELSE
          closed(i) = 1.0D0
        END IF
        slip(i) = 0.0D0
        IF (best(i) .EQ. 1) slip(i) = 1.0D0
        IF (best(i) .EQ. 2) slip(i) = -1.0D0
   60 CONTINUE
      DO 70 i = 1, 2
        f(i) = f(i)*scale(i)
   70 CONTINUE
      failed = DBLE(result)
      END
