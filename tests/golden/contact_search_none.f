C
C searches the modes of contacts and dry friction in declared order, the
C last one's first, each with the stops that it closes. near: the
C contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for
C sticking is not tried. Of an impact the first consistent mode that
C gives no energy is taken; its rates are before, and r + S f + least
C after it. failed: 0, or the number of rows + 1: more normal force
C presses a sliding contact together, + 2: no mode is consistent, + 3:
C modes with different accelerations are
      SUBROUTINE rockers_contact_search(s, r, limit, slack, near, slide,
     &  ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(2,2), r(2), limit(1), slack(2), near(1), slide(
     &  1), ban(1), before(2), least(2), f(2)
      INTEGER best(1), failed
      LOGICAL impact
      DOUBLE PRECISION x(2), rate(2), first(2), largest, most, gain
      INTEGER mode(1), i, a, b, unsolved, l, j, k, normal(1), tangent(1)
      LOGICAL found, wrong, several, allowed, fits
      DATA normal /1/
      DATA tangent /2/
      DO 10 k = 1, 2
        f(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 2
        x(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 2
        first(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 1
        best(k) = -1
   40 CONTINUE
      DO 50 k = 1, 1
        mode(k) = -1
   50 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      unsolved = 0
      i = 1
   60 CONTINUE
      IF (i .EQ. 0) GOTO 180
C       the next mode of i
        a = normal(i)
        b = tangent(i)
        allowed = .FALSE.
   70   CONTINUE
        IF (allowed .OR. mode(i) .GE. 4) GOTO 80
          mode(i) = mode(i) + 1
          IF (.NOT. near(i) .GT. 0.5D0) THEN
            allowed = mode(i) .EQ. 3
          ELSE IF (mode(i) .EQ. 3) THEN
            allowed = a .NE. 0
          ELSE IF (a .NE. 0 .AND. ABS(ban(i) - 1.0D0) .LT. 0.5D0) THEN
            allowed = .FALSE.
          ELSE IF (mode(i) .EQ. 0) THEN
            allowed = b .EQ. 0 .OR. impact .OR. .NOT. ABS(slide(i))
     &  .GT. 0.0D0 .AND. .NOT. ABS(ban(i) - 2.0D0) .LT. 0.5D0
          ELSE IF (mode(i) .EQ. 1) THEN
            allowed = b .NE. 0 .AND. .NOT. slide(i) .LT. 0.0D0
          ELSE IF (mode(i) .EQ. 2) THEN
            allowed = b .NE. 0 .AND. .NOT. slide(i) .GT. 0.0D0
          END IF
        GOTO 70
   80   CONTINUE
        IF (.NOT. allowed) THEN
          i = i - 1
          GOTO 60
        END IF
        IF (i .LT. 1) THEN
          i = i + 1
          mode(i) = -1
          GOTO 60
        END IF
        CALL rockers_contact_solve(2, s, r, limit, mode(1), x(1),
     &  unsolved)
        IF (unsolved .GT. 0 .AND. unsolved .LE. 2) GOTO 60
        DO 100 l = 1, 2
          rate(l) = r(l)
          DO 90 j = 1, 2
            rate(l) = rate(l) + s(l, j)*x(j)
   90     CONTINUE
  100   CONTINUE
        largest = 0.0D0
        DO 110 j = 1, 1
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            b = tangent(j)
            IF (a .NE. 0) THEN
              largest = MAX(largest, ABS(r(a)))
              largest = MAX(largest, ABS(x(a)))
            END IF
            IF (b .NE. 0) THEN
              largest = MAX(largest, ABS(r(b)))
              largest = MAX(largest, ABS(x(b)))
            END IF
          END IF
  110   CONTINUE
        fits = .TRUE.
        DO 120 j = 1, 1
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            b = tangent(j)
            IF (mode(j) .EQ. 3) THEN
              fits = fits .AND. rate(a) .GE. -1.0D-09*largest - slack(a)
              GOTO 120
            END IF
            IF (a .NE. 0) THEN
              fits = fits .AND. x(a) .GE. -1.0D-09*largest - slack(a)
            END IF
            IF (b .EQ. 0) GOTO 120
            most = limit(j)
            IF (a .NE. 0) most = limit(j)*x(a)
            IF (mode(j) .EQ. 0) THEN
              fits = fits .AND. ABS(x(b)) .LE. most + 1.0D-09*largest +
     &  slack(b)
            ELSE IF (mode(j) .EQ. 1 .AND. .NOT. ABS(slide(j)) .GT.
     &  0.0D0) THEN
              fits = fits .AND. rate(b) .GE. -1.0D-09*largest - slack(b)
            ELSE IF (.NOT. ABS(slide(j)) .GT. 0.0D0) THEN
              fits = fits .AND. -rate(b) .GE. -1.0D-09*largest - slack(
     &  b)
            END IF
          END IF
  120   CONTINUE
        IF (fits .AND. impact) THEN
          gain = 0.0D0
          most = 0.0D0
          DO 130 j = 1, 2
            gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
            most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) +
     &  least(j))) + 1.0D+09*slack(j)*slack(j)
  130     CONTINUE
          fits = gain .LE. 1.0D-09*most
        END IF
        IF (.NOT. fits) GOTO 60
        IF (unsolved .GT. 0) THEN
          wrong = .TRUE.
          GOTO 60
        END IF
        IF (found) THEN
          DO 140 j = 1, 2
            IF (.NOT. ABS(rate(j) - first(j)) .LE. 1.0D-08*largest +
     &  10.0D0*slack(j)) THEN
              several = .TRUE.
            END IF
  140     CONTINUE
          GOTO 60
        END IF
        found = .TRUE.
        DO 150 k = 1, 1
          best(k) = mode(k)
  150   CONTINUE
        DO 160 k = 1, 2
          f(k) = x(k)
  160   CONTINUE
        DO 170 k = 1, 2
          first(k) = rate(k)
  170   CONTINUE
        IF (impact) THEN
          failed = 0
          RETURN
        END IF
      GOTO 60
  180 CONTINUE
      failed = 0
      IF (several) failed = 5
      IF (.NOT. found) failed = 4
      IF (wrong) failed = 3
      END
