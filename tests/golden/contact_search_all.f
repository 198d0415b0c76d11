C
C searches the modes of contacts and dry friction in declared order, the
C last one's first, each with the stops that it closes. near: the
C contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for
C sticking is not tried. Of an impact the first consistent mode that
C gives no energy is taken; its rates are before, and r + S f + least
C after it. failed: 0, or the number of rows + 1: more normal force
C presses a sliding contact together, + 2: no mode is consistent, + 3:
C modes with different accelerations are
      SUBROUTINE rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), slack(6),
     &  near(5), slide(3), ban(5), before(6), least(6), f(6)
      INTEGER best(5), failed
      LOGICAL impact
      DOUBLE PRECISION x(6), rate(6), first(6), by_stop(4,2), largest,
     &  most, gain
      INTEGER mode(5), i, a, b, unsolved, unfit, l, j, k, normal(5),
     &  tangent(5)
      LOGICAL found, wrong, several, allowed, fits
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 k = 1, 6
        f(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 6
        x(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 6
        first(k) = 0.0D0
   30 CONTINUE
      DO 50 l = 1, 2
        DO 40 k = 1, 4
          by_stop(k, l) = 0.0D0
   40   CONTINUE
   50 CONTINUE
      DO 60 k = 1, 5
        best(k) = -1
   60 CONTINUE
      DO 70 k = 1, 5
        mode(k) = -1
   70 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      unsolved = 0
      i = 1
   80 CONTINUE
      IF (i .EQ. 0) GOTO 220
C       the next mode of i
        a = normal(i)
        b = tangent(i)
        allowed = .FALSE.
   90   CONTINUE
        IF (allowed .OR. mode(i) .GE. 4) GOTO 100
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
        GOTO 90
  100   CONTINUE
        IF (.NOT. allowed) THEN
          i = i - 1
          GOTO 80
        END IF
        IF (i .LT. 3) THEN
          i = i + 1
          mode(i) = -1
          GOTO 80
        END IF
        CALL rockers_contact_solve(6, s, r, limit, slope, mode(1), x(1),
     &  by_stop, unsolved)
        IF (unsolved .GT. 0 .AND. unsolved .LE. 4) GOTO 80
        CALL rockers_contact_close(s, r, slack, near, ban, by_stop,
     &  mode, x, unfit)
        IF (unfit .NE. 0) GOTO 80
        DO 120 l = 1, 6
          rate(l) = r(l)
          DO 110 j = 1, 6
            rate(l) = rate(l) + s(l, j)*x(j)
  110     CONTINUE
  120   CONTINUE
        largest = 0.0D0
        DO 130 j = 1, 5
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
  130   CONTINUE
        fits = .TRUE.
        DO 140 j = 4, 5
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            IF (mode(j) .EQ. 3) THEN
              fits = fits .AND. rate(a) .GE. -1.0D-09*largest - slack(a)
            ELSE
              fits = fits .AND. x(a) .GE. -1.0D-09*largest - slack(a)
            END IF
          END IF
  140   CONTINUE
        DO 160 j = 1, 3
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            b = tangent(j)
            IF (mode(j) .EQ. 3) THEN
              fits = fits .AND. rate(a) .GE. -1.0D-09*largest - slack(a)
              GOTO 160
            END IF
            IF (a .NE. 0) THEN
              fits = fits .AND. x(a) .GE. -1.0D-09*largest - slack(a)
            END IF
            IF (b .EQ. 0) GOTO 160
            most = limit(j)
            IF (a .NE. 0) most = limit(j)*x(a)
            DO 150 l = 1, 6
              most = most + slope(l, j)*x(l)
  150       CONTINUE
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
  160   CONTINUE
        IF (fits .AND. impact) THEN
          gain = 0.0D0
          most = 0.0D0
          DO 170 j = 1, 6
            gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
            most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) +
     &  least(j))) + 1.0D+09*slack(j)*slack(j)
  170     CONTINUE
          fits = gain .LE. 1.0D-09*most
        END IF
        IF (.NOT. fits) GOTO 80
        IF (unsolved .GT. 0) THEN
          wrong = .TRUE.
          GOTO 80
        END IF
        IF (found) THEN
          DO 180 j = 1, 6
            IF (.NOT. ABS(rate(j) - first(j)) .LE. 1.0D-08*largest +
     &  10.0D0*slack(j)) THEN
              several = .TRUE.
            END IF
  180     CONTINUE
          GOTO 80
        END IF
        found = .TRUE.
        DO 190 k = 1, 5
          best(k) = mode(k)
  190   CONTINUE
        DO 200 k = 1, 6
          f(k) = x(k)
  200   CONTINUE
        DO 210 k = 1, 6
          first(k) = rate(k)
  210   CONTINUE
        IF (impact) THEN
          failed = 0
          RETURN
        END IF
      GOTO 80
  220 CONTINUE
      failed = 0
      IF (several) failed = 9
      IF (.NOT. found) failed = 8
      IF (wrong) failed = 7
      END
