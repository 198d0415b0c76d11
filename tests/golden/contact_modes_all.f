C
C the mode of contacts, dry friction and stops: whether each is closed,
C and where it slips (contact_search); their loads f, and the directions
C in which contacts in space slide. S, r, limit and slope are scaled in
C place; still: the rate that counts as zero. failed: as of
C contact_search
      SUBROUTINE rockers_contact_modes(still, s, r, limit, slope, near,
     &  slide, ban, closed, slip, f, failed)
      DOUBLE PRECISION still, s(6,6), r(6), limit(3), slope(6,3), near(
     &  5), slide(3), ban(5), closed(5), slip(5), f(6), failed
      DOUBLE PRECISION scale(6), slack(6), held(5)
      INTEGER best(5), result, b, i, k, tangent(5)
      LOGICAL banned
      DATA tangent /2, 3, 0, 0, 0/
      CALL rockers_contact_scale(6, s, r, limit, slope, scale)
      DO 10 i = 1, 6
        slack(i) = still*scale(i)
   10 CONTINUE
C     along what all other rows hold they carry the load, and friction
C     is at its limit: a load that sticks there is rounding alone
      DO 20 k = 1, 5
        held(k) = ban(k)
   20 CONTINUE
      DO 30 i = 1, 3
        b = tangent(i)
        IF (b .NE. 0) THEN
          IF (.NOT. s(b, b) .GT. 0.0D0 .AND. .NOT. ban(i) .GT. 0.5D0)
     &  THEN
            held(i) = 2.0D0
          END IF
        END IF
   30 CONTINUE
      CALL rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, held, .FALSE., r, r, best, f, result)
      banned = .FALSE.
      DO 40 i = 1, 5
        banned = banned .OR. held(i) .GT. 0.5D0
   40 CONTINUE
      IF (result .EQ. 8 .AND. banned) THEN
        DO 50 k = 1, 5
          ban(k) = 0.0D0
   50   CONTINUE
        CALL rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, ban, .FALSE., r, r, best, f, result)
      END IF
      DO 60 i = 1, 5
        IF (best(i) .EQ. 3) THEN
          closed(i) = 0.0D0
        ELSE
          closed(i) = 1.0D0
        END IF
        slip(i) = 0.0D0
        IF (best(i) .EQ. 1) slip(i) = 1.0D0
        IF (best(i) .EQ. 2) slip(i) = -1.0D0
   60 CONTINUE
      DO 70 i = 1, 6
        f(i) = f(i)*scale(i)
   70 CONTINUE
      failed = DBLE(result)
      END
