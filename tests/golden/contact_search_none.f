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
      SUBROUTINE rockers_contact_search(s, r, limit, slack, near, slide,
     &  ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(2,2), r(2), limit(1), slack(2), near(1), slide(
     &  1), ban(1), before(2), least(2), f(2)
      INTEGER best(1), failed
      LOGICAL impact
      DOUBLE PRECISION x(2), rate(2), first(2), excess(2), k(4,2),
     &  largest, most, gain, broken, smallest
      INTEGER mode(1), i, a, b, unsolved, l, j, normal(1), tangent(1)
      LOGICAL found, wrong, several, differs, allowed, fits
      DATA normal /1/
      DATA tangent /2/
      DO 10 l = 1, 2
        f(l) = 0.0D0
   10 CONTINUE
      DO 20 l = 1, 2
        x(l) = 0.0D0
   20 CONTINUE
      DO 30 l = 1, 2
        first(l) = 0.0D0
   30 CONTINUE
      DO 40 l = 1, 1
        best(l) = -1
   40 CONTINUE
      DO 50 l = 1, 1
        mode(l) = -1
   50 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      smallest = 0.0D0
      unsolved = 0
      i = 1
   60 CONTINUE
      IF (i .EQ. 0) GOTO 200
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
        CALL rockers_contact_solve(2, s, r, limit, mode(1), x(1), k,
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
C       by how much each row breaks its inequality
        DO 120 l = 1, 2
          excess(l) = 0.0D0
  120   CONTINUE
        DO 130 j = 1, 1
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
            IF (b .EQ. 0 .OR. mode(j) .EQ. 3) GOTO 130
            most = limit(j)
            IF (a .NE. 0) most = limit(j)*x(a)
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
  130   CONTINUE
        fits = .TRUE.
        broken = 0.0D0
        DO 140 l = 1, 2
          fits = fits .AND. excess(l) .LE. 1.0D-09*largest + slack(l)
          broken = MAX(broken, excess(l) - slack(l))
  140   CONTINUE
        IF (fits .AND. impact) THEN
          gain = 0.0D0
          most = 0.0D0
          DO 150 j = 1, 2
            gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
            most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) +
     &  least(j))) + 1.0D+09*slack(j)*slack(j)
  150     CONTINUE
          fits = gain .LE. 1.0D-09*most
        END IF
        IF (.NOT. fits) GOTO 60
        IF (unsolved .GT. 0) THEN
          wrong = .TRUE.
          GOTO 60
        END IF
        IF (broken .LE. 1.0D-12*largest) THEN
          broken = 0.0D0
        ELSE
          broken = broken/largest
        END IF
        IF (found) THEN
          differs = .FALSE.
          DO 160 j = 1, 2
            IF (.NOT. ABS(rate(j) - first(j)) .LE. 1.0D-08*largest +
     &  10.0D0*slack(j)) THEN
              differs = .TRUE.
            END IF
  160     CONTINUE
          IF (differs .AND. .NOT. MAX(broken, smallest) .GT. 0.0D0) THEN
            several = .TRUE.
          END IF
          IF (.NOT. differs .OR. .NOT. broken .LT. smallest) GOTO 60
        END IF
        found = .TRUE.
        smallest = broken
        DO 170 l = 1, 1
          best(l) = mode(l)
  170   CONTINUE
        DO 180 l = 1, 2
          f(l) = x(l)
  180   CONTINUE
        DO 190 l = 1, 2
          first(l) = rate(l)
  190   CONTINUE
        IF (impact) THEN
          failed = 0
          RETURN
        END IF
      GOTO 60
  200 CONTINUE
      failed = 0
      IF (several) failed = 5
      IF (.NOT. found) failed = 4
      IF (wrong) failed = 3
      END
