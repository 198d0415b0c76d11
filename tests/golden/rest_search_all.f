C
C m_equilibrium; downhill: never by a step of Newton's method that the
C loads do no work on, so that it ends in a stable rest as a rule
      SUBROUTINE rockers_rest_search(t, q, s, w, c, held, tolerance,
     &  limit, downhill, lambda, info)
      DOUBLE PRECISION t, q(4), s(1), w(4), c(2), tolerance, lambda(3)
      INTEGER held(4), limit, info
      LOGICAL downhill
      DOUBLE PRECISION still(4), phi(3), phidot(3), touching(4), guess(
     &  4), guess_of_states(1), worst
      INTEGER turns, tries, failed, at, k, i, slipping_flag(2)
      LOGICAL open(3), closed(1), found, straight
      DATA slipping_flag /3, 4/
      DO 10 k = 1, 3
        open(k) = .FALSE.
   10 CONTINUE
      DO 20 k = 1, 4
        still(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 2
        w(slipping_flag(k)) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 4
        touching(k) = w(k)
   40 CONTINUE
      DO 50 k = 1, 2
        touching(slipping_flag(k)) = 1.0D0
   50 CONTINUE
      DO 60 k = 1, 4
        guess(k) = q(k)
   60 CONTINUE
      DO 70 k = 1, 1
        guess_of_states(k) = s(k)
   70 CONTINUE
      CALL rockers_constraints(t, q, still, s, touching, c, phi, phidot)
C     first those that are closed or touch
      DO 80 k = 1, 3
        lambda(k) = 0.0D0
   80 CONTINUE
      info = 0
      turns = 0
      tries = 0
   90 CONTINUE
        straight = .FALSE.
        CALL rockers_rest(t, q, s, w, c, touching, held, open,
     &  tolerance, limit, downhill, straight, lambda, failed)
        IF (failed .NE. 0) THEN
          straight = .TRUE.
          DO 100 k = 1, 4
            q(k) = guess(k)
  100     CONTINUE
          DO 110 k = 1, 1
            s(k) = guess_of_states(k)
  110     CONTINUE
          CALL rockers_rest(t, q, s, w, c, touching, held, open,
     &  tolerance, limit, downhill, straight, lambda, failed)
        END IF
        IF (failed .EQ. 0) THEN
C         a contact that pulls opens; where none does, one that is
C         pressed through closes
          CALL rockers_constraints(t, q, still, s, touching, c, phi,
     &  phidot)
          at = 0
          worst = 0.0D0
          worst = 1.0D-09*worst
          IF (at .EQ. 0) worst = tolerance
          IF (at .EQ. 0) THEN
            info = 0
            GOTO 160
          END IF
          IF (turns .LT. 0) THEN
            closed(at) = .NOT. closed(at)
            turns = turns + 1
C           what was pressed through may have led far away
            IF (closed(at)) THEN
              DO 120 k = 1, 4
                q(k) = guess(k)
  120         CONTINUE
              DO 130 k = 1, 1
                s(k) = guess_of_states(k)
  130         CONTINUE
            END IF
            GOTO 90
          END IF
        END IF
        IF (info .EQ. 0) info = failed
        IF (info .EQ. 0) info = 10
C       then one combination after the other, as binary numbers count:
C       all closed, the first open, ..
        found = tries .EQ. 0
        tries = tries + 1
        IF (.NOT. found .OR. tries .GT. 4096) RETURN
        DO 140 k = 1, 4
          q(k) = guess(k)
  140   CONTINUE
        DO 150 k = 1, 1
          s(k) = guess_of_states(k)
  150   CONTINUE
      GOTO 90
  160 CONTINUE
      CALL rockers_constraints(t, q, still, s, touching, c, phi, phidot)
      DO 170 i = 3, 1, -1
        IF (info .EQ. 0 .AND. .NOT. open(i) .AND. ABS(phidot(i)) .GT.
     &  tolerance) THEN
          info = 4 + i
        END IF
  170 CONTINUE
      END
