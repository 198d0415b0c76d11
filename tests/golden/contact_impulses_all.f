C
C impulses f of the contacts and stops that are near, by row, and the
C law that they keep: 0 nothing takes part, 1 friction against the slip
C before the impact, 2 after it, 3 and 4 likewise with half and a
C quarter of e, 5 with e = 0. r: the rates after all other impulses;
C before: before any; least: the least normal speed after the impact,
C slide: the slip speed by contact; still: the speed that counts as
C zero. near: 1 where a contact takes part; beside contacts in space, at
C an event that changes the mode alone, 2 where it is closed and at
C rest, 3 where it slides. S, r, before and limit are scaled in place.
C failed: 0, or the number of rows + 4: none are consistent without a
C gain of energy
      SUBROUTINE rockers_contact_impulses(still, s, r, before, limit,
     &  least, near, slide, f, law, failed)
      DOUBLE PRECISION still, s(6,6), r(6), before(6), limit(3), least(
     &  5), near(5), slide(3), f(6), law, failed
      DOUBLE PRECISION slope(6,3), scale(6), slack(6), free(6), rise(6),
     &  bounce(6), ban(5), shares(5)
      INTEGER best(5), row, result, i, count, k, l, normal(5)
      LOGICAL takes_part
      DATA shares /1.0D0, 1.0D0, 0.5D0, 0.25D0, 0.0D0/
      DATA normal /1, 0, 4, 5, 6/
      DO 20 l = 1, 3
        DO 10 k = 1, 6
          slope(k, l) = 0.0D0
   10   CONTINUE
   20 CONTINUE
      DO 30 k = 1, 5
        ban(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 6
        rise(k) = 0.0D0
   40 CONTINUE
      CALL rockers_contact_scale(6, s, r, limit, slope, scale)
      takes_part = .FALSE.
      DO 50 i = 1, 5
        takes_part = takes_part .OR. ABS(near(i) - 1.0D0) .LT. 0.5D0
        row = normal(i)
        IF (row .NE. 0) rise(row) = least(i)*scale(row)
   50 CONTINUE
      DO 60 k = 1, 6
        free(k) = r(k)
   60 CONTINUE
      DO 70 i = 1, 6
        slack(i) = still*scale(i)
        before(i) = before(i)*scale(i)
   70 CONTINUE
      DO 80 k = 1, 6
        f(k) = 0.0D0
   80 CONTINUE
      law = 0.0D0
      result = 1
      DO 110 count = 1, 5
        law = law + 1.0D0
        DO 90 i = 1, 6
          bounce(i) = shares(count)*rise(i)
          r(i) = free(i) - bounce(i)
   90   CONTINUE
        IF (count .GT. 1) THEN
          DO 100 k = 1, 3
            slide(k) = 0.0D0
  100     CONTINUE
        END IF
        IF (count .LT. 5) THEN
          CALL rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, ban, .TRUE., before, bounce, best, f, result)
        ELSE
          CALL rockers_contact_rest(s, r, limit, near, f, result)
        END IF
        IF (result .EQ. 0) GOTO 120
  110 CONTINUE
  120 CONTINUE
      IF (.NOT. takes_part) law = 0.0D0
      DO 130 i = 1, 6
        f(i) = f(i)*scale(i)
  130 CONTINUE
      IF (result .EQ. 0) THEN
        failed = 0.0D0
      ELSE
        failed = 10.0D0
      END IF
      END
