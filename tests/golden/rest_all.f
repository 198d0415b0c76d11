C
C rest with these contacts open. First onto the rows by Newton's method,
C measured with the mass matrix; then Newton's method for all, shorter
C steps where the whole one leads no nearer. Where its steps are long or
C end: downhill, by steps (K - weight M) d = -balance that the loads do
C work on, of at most radius; downhill: all are; straight: none is. What
C loads move and no slope answers falls until something holds it: a
C wheel above the road
      SUBROUTINE rockers_rest(t, q, s, w, c, touching, held, open,
     &  tolerance, limit, downhill, straight, lambda, info)
      DOUBLE PRECISION t, q(4), s(1), w(4), c(2), touching(4),
     &  tolerance, lambda(3)
      INTEGER held(4), limit, info
      LOGICAL open(3), downhill, straight
      DOUBLE PRECISION a(12,12), rows(12), columns(12), slopes(12,12),
     &  mm(4,4), start(4), mu(4), balance(12), b(3,4), bn(4,4),
     &  magnitudes(12), q_there(4), s_there(1), lambda_there(3),
     &  mu_there(4), other(12), b_there(3,4), bn_there(4,4),
     &  magnitudes_there(12), wanted(12), move(12), move_there(12),
     &  length, length_there, share, weight, lightest, largest, radius,
     &  reach, stirred, work, after, turn, left, stiffest, rounded
      INTEGER row_at(12), column_at(12), rank, loose, adrift, failed,
     &  failed_there, k, count, i, j, half, l, resting_row(1)
      LOGICAL rests, small, met, resting(3), closing, falling, pushed,
     &  downwards, stuck, found
      DATA resting_row /2/
      radius = 0.3D0
      reach = 1.0D0
      stirred = 0.1D0
      rests = .FALSE.
      adrift = 0
      closing = .TRUE.
      falling = downhill
      DO 10 k = 1, 3
        lambda(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 4
        mu(k) = 0.0D0
   20 CONTINUE
      DO 30 k = 1, 4
        start(k) = q(k)
   30 CONTINUE
      CALL rockers_normalize(start)
      CALL rockers_rest_balance(t, q, s, w, c, touching, start, held,
     &  open, lambda, mu, balance, b, bn, magnitudes, failed)
      DO 40 k = 1, 3
        resting(k) = .FALSE.
   40 CONTINUE
      DO 50 k = 1, 1
        resting(resting_row(k)) = .TRUE.
   50 CONTINUE
      info = 8
      DO 700 count = 1, limit + 1
        info = failed
        IF (info .NE. 0) THEN
          IF (adrift .NE. 0) info = adrift
          RETURN
        END IF
        DO 60 i = 3, 1, -1
          IF (resting(i)) GOTO 60
          IF (ABS(balance(4 + i)) .GT. tolerance) info = 4 + i
   60   CONTINUE
        IF (rests) RETURN
        IF (count .GT. limit .OR. adrift .NE. 0 .AND. radius .GT.
     &  1.0D+06) THEN
          GOTO 710
        END IF
        CALL rockers_mass_matrix(t, q, touching, c, mm)
        DO 80 l = 1, 12
          DO 70 k = 1, 12
            slopes(k, l) = 0.0D0
   70     CONTINUE
   80   CONTINUE
        DO 120 j = 1, 4
          DO 90 i = 1, 4
            slopes(i, j) = mm(i, j)
   90     CONTINUE
          DO 100 i = 1, 3
            slopes(4 + i, j) = b(i, j)
            slopes(j, 4 + i) = -b(i, j)
  100     CONTINUE
          DO 110 k = 1, 4
            IF (held(k) .NE. 0) THEN
              slopes(7 + k, j) = bn(k, j)
              slopes(j, 7 + k) = -bn(k, j)
            END IF
  110     CONTINUE
  120   CONTINUE
        met = info .EQ. 0
        DO 130 k = 1, 4
          IF (.NOT. ABS(balance(7 + k)) .LE. tolerance) met = .FALSE.
  130   CONTINUE
        IF (closing .AND. met) THEN
C         the rows are met: their loads as when the mechanism is let go
          closing = .FALSE.
          DO 150 l = 1, 12
            DO 140 k = 1, 12
              a(k, l) = slopes(k, l)
  140       CONTINUE
  150     CONTINUE
          DO 160 k = 1, 12
            wanted(k) = balance(k)
  160     CONTINUE
          DO 170 k = 1, 1
            wanted(4 + resting_row(k)) = 0.0D0
  170     CONTINUE
          CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
          CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
          DO 180 i = 1, 3
            lambda(i) = lambda(i) + move(4 + i)
  180     CONTINUE
          DO 190 k = 1, 4
            mu(k) = mu(k) + move(7 + k)
  190     CONTINUE
          CALL rockers_rest_balance(t, q, s, w, c, touching, start,
     &  held, open, lambda, mu, balance, b, bn, magnitudes, failed)
        END IF
        lightest = 1.0D-12
        DO 200 k = 1, 12
          wanted(k) = balance(k)
  200   CONTINUE
        IF (closing) THEN
          DO 210 j = 1, 4
            wanted(j) = 0.0D0
  210     CONTINUE
          DO 220 k = 1, 1
            wanted(4 + resting_row(k)) = 0.0D0
  220     CONTINUE
          DO 230 k = 1, 1
            wanted(11 + k) = 0.0D0
  230     CONTINUE
        ELSE
          CALL rockers_rest_slopes(t, q, s, w, c, touching, start, held,
     &  open, lambda, mu, mm, bn, magnitudes, slopes, lightest)
        END IF
        DO 250 l = 1, 12
          DO 240 k = 1, 12
            a(k, l) = slopes(k, l)
  240     CONTINUE
  250   CONTINUE
        CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
        CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
        small = .TRUE.
        rests = met .AND. .NOT. closing
        stuck = closing
        largest = 0.0D0
        DO 260 j = 1, 4
          small = small .AND. ABS(move(j)) .LE. 1.0D-06
          rests = rests .AND. ABS(move(j)) .LE. tolerance
          stuck = stuck .AND. ABS(move(j)) .LE. tolerance
          largest = MAX(largest, ABS(move(j)))
  260   CONTINUE
        DO 270 k = 1, 1
          small = small .AND. ABS(move(11 + k)) .LE. 1.0D-06
          rests = rests .AND. ABS(move(11 + k)) .LE. tolerance
  270   CONTINUE
        share = 1.0D0
        IF (closing) THEN
          IF (largest .GT. reach) THEN
            share = reach/largest
            reach = 2.0D0*reach
          END IF
        ELSE IF (largest .GT. radius) THEN
          falling = .TRUE.
        END IF
        pushed = .FALSE.
        stiffest = 0.0D0
        DO 290 j = 1, 4
          stiffest = MAX(stiffest, ABS(balance(j)))
          DO 280 i = 1, 4
            stiffest = MAX(stiffest, ABS(slopes(j, i)))
  280     CONTINUE
  290   CONTINUE
        IF (.NOT. closing) THEN
          DO 310 j = 1, 4
            left = balance(j)
            rounded = 1.0D-09*(stiffest + mm(j, j)) + 1.0D-06*ABS(left)
            DO 300 i = 1, 12
              left = left + slopes(j, i)*move(i)
              rounded = rounded + 1.0D-06*ABS(slopes(j, i)*move(i))
  300       CONTINUE
            pushed = pushed .OR. ABS(left) .GT. rounded
  310     CONTINUE
        END IF
        pushed = pushed .AND. .NOT. straight
        IF (.NOT. pushed) THEN
          adrift = 0
        ELSE
          rests = .FALSE.
          falling = .TRUE.
          IF (adrift .EQ. 0) THEN
            CALL rockers_rest_loose(a, column_at, rank, loose)
            adrift = loose
            IF (loose .GT. 4) adrift = loose + 5 - 4
          END IF
        END IF
        downwards = falling .AND. .NOT. closing
        IF (straight) downwards = .FALSE.
        weight = 0.0D0
        found = .FALSE.
        DO 600 half = 1, 40
          IF (stuck .OR. half .GT. 24 .AND. .NOT. downwards) GOTO 610
          IF (pushed .AND. half .EQ. 1) GOTO 600
          IF (half .GT. 1) THEN
            IF (downwards) THEN
              weight = MAX(4.0D0*weight, lightest)
              DO 330 l = 1, 12
                DO 320 k = 1, 12
                  a(k, l) = slopes(k, l)
  320           CONTINUE
  330         CONTINUE
              DO 350 j = 1, 4
                DO 340 i = 1, 4
                  a(i, j) = a(i, j) - weight*mm(i, j)
  340           CONTINUE
  350         CONTINUE
              CALL rockers_rest_factor(a, rows, columns, row_at,
     &  column_at, rank)
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move, length)
            ELSE
              share = 0.5D0*share
            END IF
          END IF
          DO 370 k = 1, 4
            q_there(k) = q(k)
            DO 360 j = 1, 4
              q_there(k) = q_there(k) + share*bn(k, j)*move(j)
  360       CONTINUE
  370     CONTINUE
          CALL rockers_normalize(q_there)
          DO 380 k = 1, 3
            lambda_there(k) = lambda(k)
  380     CONTINUE
          DO 390 k = 1, 4
            mu_there(k) = mu(k)
  390     CONTINUE
          DO 400 k = 1, 1
            s_there(k) = s(k)
  400     CONTINUE
          IF (.NOT. closing) THEN
            DO 410 i = 1, 3
              lambda_there(i) = lambda(i) + share*move(4 + i)
  410       CONTINUE
            DO 420 k = 1, 4
              mu_there(k) = mu(k) + share*move(7 + k)
  420       CONTINUE
            DO 430 k = 1, 1
              s_there(k) = s(k) + share*move(11 + k)
  430       CONTINUE
          END IF
          CALL rockers_rest_balance(t, q_there, s_there, w, c, touching,
     &  start, held, open, lambda_there, mu_there, other, b_there,
     &  bn_there, magnitudes_there, failed_there)
          found = failed_there .EQ. 0
          IF (found .AND. .NOT. (small .AND. half .EQ. 1)) THEN
            IF (downwards) THEN
C             downhill: work on the step at its beginning, and no more
C             against it at its end
              work = 0.0D0
              after = 0.0D0
              largest = 0.0D0
              DO 450 j = 1, 4
                after = after + move(j)*other(j)
                largest = MAX(largest, ABS(move(j)))
                DO 440 i = 1, 4
                  work = work + move(i)*(weight*mm(i, j) - slopes(i,
     &  j))*move(j)
  440           CONTINUE
  450         CONTINUE
              IF (.NOT. (work .GE. 0.0D0 .AND. largest .LE. radius))
     &  THEN
                found = .FALSE.
              ELSE IF (.NOT. work + after .GE. 0.0D0) THEN
                found = .FALSE.
                radius = 0.5D0*largest
              ELSE IF (after .GT. 0.5D0*work .AND. largest .GT. 0.5D0*
     &  radius) THEN
                radius = 2.0D0*radius
              END IF
            ELSE
C             no nearer: the step against the balance there, by the same
C             factors, is not shorter
              DO 460 k = 1, 12
                wanted(k) = other(k)
  460         CONTINUE
              IF (closing) THEN
                DO 470 j = 1, 4
                  wanted(j) = 0.0D0
  470           CONTINUE
                DO 480 k = 1, 1
                  wanted(4 + resting_row(k)) = 0.0D0
  480           CONTINUE
                DO 490 k = 1, 1
                  wanted(11 + k) = 0.0D0
  490           CONTINUE
              END IF
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move_there, length_there)
              found = length_there .LE. (1.0D0 - 0.25D0*share)*length
            END IF
          END IF
          IF (found) THEN
            DO 500 k = 1, 4
              q(k) = q_there(k)
  500       CONTINUE
            DO 510 k = 1, 4
              mu(k) = mu_there(k)
  510       CONTINUE
            DO 520 k = 1, 3
              lambda(k) = lambda_there(k)
  520       CONTINUE
            DO 540 l = 1, 4
              DO 530 k = 1, 3
                b(k, l) = b_there(k, l)
  530         CONTINUE
  540       CONTINUE
            DO 550 k = 1, 1
              s(k) = s_there(k)
  550       CONTINUE
            DO 560 k = 1, 12
              balance(k) = other(k)
  560       CONTINUE
            DO 570 k = 1, 12
              magnitudes(k) = magnitudes_there(k)
  570       CONTINUE
            DO 590 l = 1, 4
              DO 580 k = 1, 4
                bn(k, l) = bn_there(k, l)
  580         CONTINUE
  590       CONTINUE
            failed = 0
            GOTO 610
          END IF
  600   CONTINUE
  610   CONTINUE
        IF (rests .OR. .NOT. (found .OR. closing .OR. falling)) THEN
          CALL rockers_rest_loose(a, column_at, rank, loose)
          IF (loose .NE. 0) THEN
            info = loose
            IF (loose .GT. 4) info = loose + 5 - 4
            IF (.NOT. found) RETURN
          END IF
        END IF
        IF (found) THEN
          IF (rests .AND. info .GT. 0) RETURN
        ELSE IF (closing) THEN
C         no step leads nearer to the rows: from another place, in a
C         direction without any symmetry
          IF (stirred .GT. 0.5D0) GOTO 710
          DO 630 l = 1, 12
            DO 620 k = 1, 12
              a(k, l) = slopes(k, l)
  620       CONTINUE
  630     CONTINUE
          DO 650 i = 1, 3
            DO 640 j = 1, 12
              a(4 + i, j) = 0.0D0
              a(j, 4 + i) = 0.0D0
  640       CONTINUE
  650     CONTINUE
          turn = 0.0D0
          DO 660 j = 1, 4
            turn = turn + 2.0D0
            wanted(j) = mm(j, j)*COS(turn)
  660     CONTINUE
          CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
          CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
          largest = 0.0D0
          DO 670 j = 1, 4
            largest = MAX(largest, ABS(move(j)))
  670     CONTINUE
          IF (.NOT. largest .GT. 0.0D0) GOTO 710
          DO 690 k = 1, 4
            DO 680 j = 1, 4
              q(k) = q(k) + stirred/largest*bn(k, j)*move(j)
  680       CONTINUE
  690     CONTINUE
          CALL rockers_normalize(q)
          stirred = 2.0D0*stirred
          CALL rockers_rest_balance(t, q, s, w, c, touching, start,
     &  held, open, lambda, mu, balance, b, bn, magnitudes, failed)
        ELSE
          IF (falling .AND. info .EQ. 0) GOTO 710
          closing = falling
          falling = .TRUE.
        END IF
  700 CONTINUE
  710 CONTINUE
      IF (adrift .NE. 0) THEN
        info = adrift
      ELSE IF (info .EQ. 0) THEN
        info = 8
      END IF
      END
