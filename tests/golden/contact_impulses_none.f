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
      DOUBLE PRECISION still, s(2,2), r(2), before(2), limit(1), least(
     &  1), near(1), slide(1), f(2), law, failed
      DOUBLE PRECISION scale(2), slack(2), free(2), rise(2), bounce(2),
     &  ban(1), shares(5)
      INTEGER best(1), row, result, i, count, k, normal(1)
      LOGICAL takes_part
      DATA shares /1.0D0, 1.0D0, 0.5D0, 0.25D0, 0.0D0/
      DATA normal /1/
      DO 10 k = 1, 1
        ban(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 2
        rise(k) = 0.0D0
   20 CONTINUE
      CALL rockers_contact_scale(2, s, r, limit, scale)
      takes_part = .FALSE.
      DO 30 i = 1, 1
        takes_part = takes_part .OR. ABS(near(i) - 1.0D0) .LT. 0.5D0
        row = normal(i)
        IF (row .NE. 0) rise(row) = least(i)*scale(row)
   30 CONTINUE
      DO 40 k = 1, 2
        free(k) = r(k)
   40 CONTINUE
      DO 50 i = 1, 2
        slack(i) = still*scale(i)
        before(i) = before(i)*scale(i)
   50 CONTINUE
      DO 60 k = 1, 2
        f(k) = 0.0D0
   60 CONTINUE
      law = 0.0D0
      result = 1
      DO 90 count = 1, 5
        law = law + 1.0D0
        DO 70 i = 1, 2
          bounce(i) = shares(count)*rise(i)
          r(i) = free(i) - bounce(i)
   70   CONTINUE
        IF (count .GT. 1) THEN
          DO 80 k = 1, 1
            slide(k) = 0.0D0
   80     CONTINUE
        END IF
        IF (count .LT. 5) THEN
          CALL rockers_contact_search(s, r, limit, slack, near, slide,
     &  ban, .TRUE., before, bounce, best, f, result)
        ELSE
          CALL rockers_contact_rest(s, r, limit, near, f, result)
        END IF
        IF (result .EQ. 0) GOTO 100
   90 CONTINUE
  100 CONTINUE
      IF (.NOT. takes_part) law = 0.0D0
      DO 110 i = 1, 2
        f(i) = f(i)*scale(i)
  110 CONTINUE
      IF (result .EQ. 0) THEN
        failed = 0.0D0
      ELSE
        failed = 6.0D0
      END IF
      END
