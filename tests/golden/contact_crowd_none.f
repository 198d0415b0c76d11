C
C searches a mode where many contacts may be closed (contact_search):
C loads from relaxation say which, and the contact that contradicts it
C most changes its mode until all fit. The first one that fits is taken;
C others are not looked for. failed: as of contact_search
      SUBROUTINE rockers_contact_crowd(s, r, limit, slack, near, slide,
     &  ban, impact, before, least, best, f, failed)
      DOUBLE PRECISION s(2,2), r(2), limit(1), slack(2), near(1), slide(
     &  1), ban(1), before(2), least(2), f(2)
      INTEGER best(1), failed
      LOGICAL impact
      DOUBLE PRECISION loads(2), x(2), rate(2), excess(2), largest,
     &  broken
      INTEGER sweeps, unsolved, unfit, count, tries, k
      LOGICAL fits, wrong, changed
      DO 10 k = 1, 1
        best(k) = -1
   10 CONTINUE
      DO 20 k = 1, 2
        loads(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 2
        x(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 2
        f(k) = 0.0D0
   40 CONTINUE
      wrong = .FALSE.
      sweeps = 50
      DO 80 count = 1, 6
        CALL rockers_contact_relax(sweeps, s, r, limit, near, slide,
     &  ban, impact, loads)
        sweeps = 3*sweeps
        CALL rockers_contact_guess(limit, near, slide, ban, impact,
     &  loads, best)
        DO 60 tries = 1, 4
          CALL rockers_contact_directions(s, r, limit, slack, near,
     &  slide, ban, best, x, unsolved, unfit)
          IF (unsolved .GT. 0 .AND. unsolved .LE. 2 .OR. unfit .GT. 1)
     &  THEN
            GOTO 70
          END IF
          IF (unfit .GT. 0) THEN
            IF (ABS(ban(unfit) - 2.0D0) .LT. 0.5D0) GOTO 70
            best(unfit) = 0
            GOTO 60
          END IF
          CALL rockers_contact_fits(s, r, limit, slack, near, slide,
     &  impact, before, least, best, x, rate, excess, largest, broken,
     &  fits)
          IF (fits) THEN
            IF (unsolved .EQ. 0) THEN
              DO 50 k = 1, 2
                f(k) = x(k)
   50         CONTINUE
              failed = 0
              RETURN
            END IF
            wrong = .TRUE.
          END IF
          CALL rockers_contact_repair(near, slide, ban, slack, excess,
     &  x, best, changed)
          IF (.NOT. changed) GOTO 70
   60   CONTINUE
   70   CONTINUE
   80 CONTINUE
      failed = 4
      IF (wrong) failed = 3
      END
