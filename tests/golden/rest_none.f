C
C rest with these contacts open. First onto the rows by Newton's method,
C measured with the mass matrix; then Newton's method for all, shorter
C steps where the whole one leads no nearer. Where its steps are long or
C end: downhill, by steps (K - weight M) d = -balance that the loads do
C work on, of at most radius; downhill: all are; straight: none is. What
C loads move and no slope answers falls until something holds it: a
C wheel above the road
      SUBROUTINE rockers_rest(t, q, c, touching, held, open, tolerance,
     &  limit, downhill, lambda, info)
      DOUBLE PRECISION t, q(4), c(2), touching(4), tolerance, lambda(3)
      INTEGER held(4), limit, info
      LOGICAL open(3), downhill
      DOUBLE PRECISION a(11,11), rows(11), columns(11), slopes(11,11),
     &  mm(4,4), start(4), mu(4), balance(11), b(3,4), bn(4,4),
     &  magnitudes(11), q_there(4), lambda_there(3), mu_there(4), other(
     &  11), b_there(3,4), bn_there(4,4), magnitudes_there(11), wanted(
     &  11), move(11), move_there(11), length, length_there, share,
     &  weight, lightest, largest, radius, reach, stirred, work, after,
     &  turn, left, stiffest, rounded
      INTEGER row_at(11), column_at(11), rank, loose, adrift, failed,
     &  failed_there, count, i, j, k, half, l
      LOGICAL rests, small, met, closing, falling, pushed, downwards,
     &  stuck, found
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
      CALL rockers_rest_balance(t, q, c, touching, start, held, open,
     &  lambda, mu, balance, b, bn, magnitudes, failed)
      info = 8
      DO 590 count = 1, limit + 1
        info = failed
        IF (info .NE. 0) THEN
          IF (adrift .NE. 0) info = adrift
          RETURN
        END IF
        DO 40 i = 3, 1, -1
          IF (ABS(balance(4 + i)) .GT. tolerance) info = 4 + i
   40   CONTINUE
        IF (rests) RETURN
        IF (count .GT. limit .OR. adrift .NE. 0 .AND. radius .GT.
     &  1.0D+06) THEN
          GOTO 600
        END IF
        CALL rockers_mass_matrix(t, q, touching, c, mm)
        DO 60 l = 1, 11
          DO 50 k = 1, 11
            slopes(k, l) = 0.0D0
   50     CONTINUE
   60   CONTINUE
        DO 100 j = 1, 4
          DO 70 i = 1, 4
            slopes(i, j) = mm(i, j)
   70     CONTINUE
          DO 80 i = 1, 3
            slopes(4 + i, j) = b(i, j)
            slopes(j, 4 + i) = -b(i, j)
   80     CONTINUE
          DO 90 k = 1, 4
            IF (held(k) .NE. 0) THEN
              slopes(7 + k, j) = bn(k, j)
              slopes(j, 7 + k) = -bn(k, j)
            END IF
   90     CONTINUE
  100   CONTINUE
        met = info .EQ. 0
        DO 110 k = 1, 4
          IF (.NOT. ABS(balance(7 + k)) .LE. tolerance) met = .FALSE.
  110   CONTINUE
        IF (closing .AND. met) THEN
C         the rows are met: their loads as when the mechanism is let go
          closing = .FALSE.
          DO 130 l = 1, 11
            DO 120 k = 1, 11
              a(k, l) = slopes(k, l)
  120       CONTINUE
  130     CONTINUE
          DO 140 k = 1, 11
            wanted(k) = balance(k)
  140     CONTINUE
          CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
          CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
          DO 150 i = 1, 3
            lambda(i) = lambda(i) + move(4 + i)
  150     CONTINUE
          DO 160 k = 1, 4
            mu(k) = mu(k) + move(7 + k)
  160     CONTINUE
          CALL rockers_rest_balance(t, q, c, touching, start, held,
     &  open, lambda, mu, balance, b, bn, magnitudes, failed)
        END IF
        lightest = 1.0D-12
        DO 170 k = 1, 11
          wanted(k) = balance(k)
  170   CONTINUE
        IF (closing) THEN
          DO 180 j = 1, 4
            wanted(j) = 0.0D0
  180     CONTINUE
        ELSE
          CALL rockers_rest_slopes(t, q, c, touching, start, held, open,
     &  lambda, mu, mm, bn, magnitudes, slopes, lightest)
        END IF
        DO 200 l = 1, 11
          DO 190 k = 1, 11
            a(k, l) = slopes(k, l)
  190     CONTINUE
  200   CONTINUE
        CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
        CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
        small = .TRUE.
        rests = met .AND. .NOT. closing
        stuck = closing
        largest = 0.0D0
        DO 210 j = 1, 4
          small = small .AND. ABS(move(j)) .LE. 1.0D-06
          rests = rests .AND. ABS(move(j)) .LE. tolerance
          stuck = stuck .AND. ABS(move(j)) .LE. tolerance
          largest = MAX(largest, ABS(move(j)))
  210   CONTINUE
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
        DO 230 j = 1, 4
          stiffest = MAX(stiffest, ABS(balance(j)))
          DO 220 i = 1, 4
            stiffest = MAX(stiffest, ABS(slopes(j, i)))
  220     CONTINUE
  230   CONTINUE
        IF (.NOT. closing) THEN
          DO 250 j = 1, 4
            left = balance(j)
            rounded = 1.0D-09*(stiffest + mm(j, j)) + 1.0D-06*ABS(left)
            DO 240 i = 1, 11
              left = left + slopes(j, i)*move(i)
              rounded = rounded + 1.0D-06*ABS(slopes(j, i)*move(i))
  240       CONTINUE
            pushed = pushed .OR. ABS(left) .GT. rounded
  250     CONTINUE
        END IF
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
        weight = 0.0D0
        found = .FALSE.
        DO 490 half = 1, 40
          IF (stuck .OR. half .GT. 24 .AND. .NOT. downwards) GOTO 500
          IF (pushed .AND. half .EQ. 1) GOTO 490
          IF (half .GT. 1) THEN
            IF (downwards) THEN
              weight = MAX(4.0D0*weight, lightest)
              DO 270 l = 1, 11
                DO 260 k = 1, 11
                  a(k, l) = slopes(k, l)
  260           CONTINUE
  270         CONTINUE
              DO 290 j = 1, 4
                DO 280 i = 1, 4
                  a(i, j) = a(i, j) - weight*mm(i, j)
  280           CONTINUE
  290         CONTINUE
              CALL rockers_rest_factor(a, rows, columns, row_at,
     &  column_at, rank)
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move, length)
            ELSE
              share = 0.5D0*share
            END IF
          END IF
          DO 310 k = 1, 4
            q_there(k) = q(k)
            DO 300 j = 1, 4
              q_there(k) = q_there(k) + share*bn(k, j)*move(j)
  300       CONTINUE
  310     CONTINUE
          DO 320 k = 1, 3
            lambda_there(k) = lambda(k)
  320     CONTINUE
          DO 330 k = 1, 4
            mu_there(k) = mu(k)
  330     CONTINUE
          IF (.NOT. closing) THEN
            DO 340 i = 1, 3
              lambda_there(i) = lambda(i) + share*move(4 + i)
  340       CONTINUE
            DO 350 k = 1, 4
              mu_there(k) = mu(k) + share*move(7 + k)
  350       CONTINUE
          END IF
          CALL rockers_rest_balance(t, q_there, c, touching, start,
     &  held, open, lambda_there, mu_there, other, b_there, bn_there,
     &  magnitudes_there, failed_there)
          found = failed_there .EQ. 0
          IF (found .AND. .NOT. (small .AND. half .EQ. 1)) THEN
            IF (downwards) THEN
C             downhill: work on the step at its beginning, and no more
C             against it at its end
              work = 0.0D0
              after = 0.0D0
              largest = 0.0D0
              DO 370 j = 1, 4
                after = after + move(j)*other(j)
                largest = MAX(largest, ABS(move(j)))
                DO 360 i = 1, 4
                  work = work + move(i)*(weight*mm(i, j) - slopes(i,
     &  j))*move(j)
  360           CONTINUE
  370         CONTINUE
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
              DO 380 k = 1, 11
                wanted(k) = other(k)
  380         CONTINUE
              IF (closing) THEN
                DO 390 j = 1, 4
                  wanted(j) = 0.0D0
  390           CONTINUE
              END IF
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move_there, length_there)
              found = length_there .LE. (1.0D0 - 0.25D0*share)*length
            END IF
          END IF
          IF (found) THEN
            DO 400 k = 1, 4
              q(k) = q_there(k)
  400       CONTINUE
            DO 410 k = 1, 4
              mu(k) = mu_there(k)
  410       CONTINUE
            DO 420 k = 1, 3
              lambda(k) = lambda_there(k)
  420       CONTINUE
            DO 440 l = 1, 4
              DO 430 k = 1, 3
                b(k, l) = b_there(k, l)
  430         CONTINUE
  440       CONTINUE
            DO 450 k = 1, 11
              balance(k) = other(k)
  450       CONTINUE
            DO 460 k = 1, 11
              magnitudes(k) = magnitudes_there(k)
  460       CONTINUE
            DO 480 l = 1, 4
              DO 470 k = 1, 4
                bn(k, l) = bn_there(k, l)
  470         CONTINUE
  480       CONTINUE
            failed = 0
            GOTO 500
          END IF
  490   CONTINUE
  500   CONTINUE
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
          IF (stirred .GT. 0.5D0) GOTO 600
          DO 520 l = 1, 11
            DO 510 k = 1, 11
              a(k, l) = slopes(k, l)
  510       CONTINUE
  520     CONTINUE
          DO 540 i = 1, 3
            DO 530 j = 1, 11
              a(4 + i, j) = 0.0D0
              a(j, 4 + i) = 0.0D0
  530       CONTINUE
  540     CONTINUE
          turn = 0.0D0
          DO 550 j = 1, 4
            turn = turn + 2.0D0
            wanted(j) = mm(j, j)*COS(turn)
  550     CONTINUE
          CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
          CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
          largest = 0.0D0
          DO 560 j = 1, 4
            largest = MAX(largest, ABS(move(j)))
  560     CONTINUE
          IF (.NOT. largest .GT. 0.0D0) GOTO 600
          DO 580 k = 1, 4
            DO 570 j = 1, 4
              q(k) = q(k) + stirred/largest*bn(k, j)*move(j)
  570       CONTINUE
  580     CONTINUE
          stirred = 2.0D0*stirred
          CALL rockers_rest_balance(t, q, c, touching, start, held,
     &  open, lambda, mu, balance, b, bn, magnitudes, failed)
        ELSE
          IF (falling .AND. info .EQ. 0) GOTO 600
          closing = falling
          falling = .TRUE.
        END IF
  590 CONTINUE
  600 CONTINUE
      IF (adrift .NE. 0) THEN
        info = adrift
      ELSE IF (info .EQ. 0) THEN
        info = 8
      END IF
      END
