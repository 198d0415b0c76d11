C
C searches the modes of contacts and dry friction in declared order, the
C last one's first, each with the stops that it closes. near: the
C contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for
C sticking is not tried. along, across: the direction of the slip of
C contacts in space, on return that of the mode found. Of an impact the
C first consistent mode that gives no energy is taken; its rates are
C before, and r + S f + least after it. Else the one that breaks its
C inequalities least is taken: where S is nearly singular, others break
C them little, too. Where more than 4 contacts may be closed,
C contact_crowd searches. Contacts that depend on each other share their
C loads. failed: 0, or the number of rows + 1: more normal force presses
C a sliding contact together, + 2: no mode is consistent, + 3: modes
C with different accelerations are, up to rounding
      SUBROUTINE rockers_contact_search(s, r, limit, slope, slack, near,
     &  slide, ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), slack(6),
     &  near(5), slide(3), ban(5), before(6), least(6), f(6)
      INTEGER best(5), failed
      LOGICAL impact
      DOUBLE PRECISION x(6), rate(6), first(6), excess(6), largest,
     &  broken, smallest
      INTEGER mode(5), i, a, b, unsolved, unfit, j, k, normal(5),
     &  tangent(5)
      LOGICAL found, wrong, several, differs, allowed, fits
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
      DO 40 k = 1, 5
        best(k) = -1
   40 CONTINUE
      DO 50 k = 1, 5
        mode(k) = -1
   50 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      smallest = 0.0D0
      unsolved = 0
      i = 1
   60 CONTINUE
      IF (i .EQ. 0) GOTO 130
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
        IF (i .LT. 3) THEN
          i = i + 1
          mode(i) = -1
          GOTO 60
        END IF
        CALL rockers_contact_directions(s, r, limit, slope, slack, near,
     &  slide, ban, mode, x, unsolved, unfit)
        IF (unsolved .GT. 0 .AND. unsolved .LE. 4 .OR. unfit .NE. 0)
     &  THEN
          GOTO 60
        END IF
        CALL rockers_contact_fits(s, r, limit, slope, slack, near,
     &  slide, impact, before, least, mode, x, rate, excess, largest,
     &  broken, fits)
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
          DO 90 j = 1, 6
            IF (.NOT. ABS(rate(j) - first(j)) .LE. 1.0D-08*largest +
     &  10.0D0*slack(j)) THEN
              differs = .TRUE.
            END IF
   90     CONTINUE
          IF (differs .AND. .NOT. MAX(broken, smallest) .GT. 0.0D0) THEN
            several = .TRUE.
          END IF
          IF (.NOT. differs .OR. .NOT. broken .LT. smallest) GOTO 60
        END IF
        found = .TRUE.
        smallest = broken
        DO 100 k = 1, 5
          best(k) = mode(k)
  100   CONTINUE
        DO 110 k = 1, 6
          f(k) = x(k)
  110   CONTINUE
        DO 120 k = 1, 6
          first(k) = rate(k)
  120   CONTINUE
        IF (impact) THEN
          failed = 0
          RETURN
        END IF
      GOTO 60
  130 CONTINUE
      failed = 0
      IF (several) failed = 9
      IF (.NOT. found) failed = 8
      IF (wrong) failed = 7
      END
