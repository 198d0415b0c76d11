C
C searches the modes of contacts and dry friction in declared order, the
C last one's first, each with the stops that it closes. near: the
C contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for
C sticking is not tried. Of an impact the first consistent mode that
C gives no energy is taken; its rates are before, and r + S f + least
C after it. Else the one that breaks its inequalities least is taken:
C where S is nearly singular, others break them little, too. failed: 0,
C or the number of rows + 1: more normal force presses a sliding contact
C together, + 2: no mode is consistent, + 3: modes with different
C accelerations are, up to rounding
      SUBROUTINE rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), slack(6),
     &  near(5), slide(3), ban(5), before(6), least(6), f(6)
      INTEGER best(5), failed
      LOGICAL impact
      DOUBLE PRECISION x(6), rate(6), first(6), excess(6), by_stop(4,2),
     &  k(10,4), largest, most, gain, broken, smallest
      INTEGER mode(5), i, a, b, unsolved, unfit, l, j, m, normal(5),
     &  tangent(5)
      LOGICAL found, wrong, several, differs, allowed, fits
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 10 l = 1, 6
        f(l) = 0.0D0
   10 CONTINUE
      DO 20 l = 1, 6
        x(l) = 0.0D0
   20 CONTINUE
      DO 30 l = 1, 6
        first(l) = 0.0D0
   30 CONTINUE
      DO 50 m = 1, 2
        DO 40 l = 1, 4
          by_stop(l, m) = 0.0D0
   40   CONTINUE
   50 CONTINUE
      DO 60 l = 1, 5
        best(l) = -1
   60 CONTINUE
      DO 70 l = 1, 5
        mode(l) = -1
   70 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      smallest = 0.0D0
      unsolved = 0
      i = 1
   80 CONTINUE
      IF (i .EQ. 0) GOTO 240
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
     &  by_stop, k, unsolved)
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
C       by how much each row breaks its inequality
        DO 140 l = 1, 6
          excess(l) = 0.0D0
  140   CONTINUE
        DO 150 j = 4, 5
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            IF (mode(j) .EQ. 3) THEN
              excess(a) = -rate(a)
            ELSE
              excess(a) = -x(a)
            END IF
          END IF
  150   CONTINUE
        DO 170 j = 1, 3
          IF (near(j) .GT. 0.5D0) THEN
            a = normal(j)
            b = tangent(j)
            IF (a .NE. 0) THEN
              IF (mode(j) .EQ. 3) THEN
                excess(a) = -rate(a)
              ELSE
                excess(a) = -x(a)
              END IF
            END IF
            IF (b .EQ. 0 .OR. mode(j) .EQ. 3) GOTO 170
            most = limit(j)
            IF (a .NE. 0) most = limit(j)*x(a)
            DO 160 l = 1, 6
              most = most + slope(l, j)*x(l)
  160       CONTINUE
            IF (mode(j) .EQ. 0) THEN
              excess(b) = ABS(x(b)) - most
            ELSE IF (.NOT. ABS(slide(j)) .GT. 0.0D0) THEN
              IF (mode(j) .EQ. 1) THEN
                excess(b) = -rate(b)
              ELSE
                excess(b) = rate(b)
              END IF
            END IF
          END IF
  170   CONTINUE
        fits = .TRUE.
        broken = 0.0D0
        DO 180 l = 1, 6
          fits = fits .AND. excess(l) .LE. 1.0D-09*largest + slack(l)
          broken = MAX(broken, excess(l) - slack(l))
  180   CONTINUE
        IF (fits .AND. impact) THEN
          gain = 0.0D0
          most = 0.0D0
          DO 190 j = 1, 6
            gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
            most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) +
     &  least(j))) + 1.0D+09*slack(j)*slack(j)
  190     CONTINUE
          fits = gain .LE. 1.0D-09*most
        END IF
        IF (.NOT. fits) GOTO 80
        IF (unsolved .GT. 0) THEN
          wrong = .TRUE.
          GOTO 80
        END IF
        IF (broken .LE. 1.0D-12*largest) THEN
          broken = 0.0D0
        ELSE
          broken = broken/largest
        END IF
        IF (found) THEN
          differs = .FALSE.
          DO 200 j = 1, 6
            IF (.NOT. ABS(rate(j) - first(j)) .LE. 1.0D-08*largest +
     &  10.0D0*slack(j)) THEN
              differs = .TRUE.
            END IF
  200     CONTINUE
          IF (differs .AND. .NOT. MAX(broken, smallest) .GT. 0.0D0) THEN
            several = .TRUE.
          END IF
          IF (.NOT. differs .OR. .NOT. broken .LT. smallest) GOTO 80
        END IF
        found = .TRUE.
        smallest = broken
        DO 210 l = 1, 5
          best(l) = mode(l)
  210   CONTINUE
        DO 220 l = 1, 6
          f(l) = x(l)
  220   CONTINUE
        DO 230 l = 1, 6
          first(l) = rate(l)
  230   CONTINUE
        IF (impact) THEN
          failed = 0
          RETURN
        END IF
      GOTO 80
  240 CONTINUE
      failed = 0
      IF (several) failed = 9
      IF (.NOT. found) failed = 8
      IF (wrong) failed = 7
      END
