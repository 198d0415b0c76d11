C
C rest with these contacts open. First onto the rows by Newton's method,
C measured with the mass matrix; then Newton's method for all, shorter
C steps where the whole one leads no nearer. Where its steps are long or
C end: downhill, by steps (K - weight M) d = -balance that the loads do
C work on, of at most radius; downhill: all are; straight: none is
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
     &  turn
      INTEGER row_at(11), column_at(11), rank, loose, failed,
     &  failed_there, count, i, j, k, half, l
      LOGICAL rests, small, met, closing, falling, downwards, stuck,
     &  found
      radius = 0.3D0
      reach = 1.0D0
      stirred = 0.1D0
      rests = .FALSE.
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
      DO 550 count = 1, limit + 1
        info = failed
        IF (info .NE. 0) RETURN
        DO 40 i = 3, 1, -1
          IF (ABS(balance(4 + i)) .GT. tolerance) info = 4 + i
   40   CONTINUE
        IF (rests) RETURN
        IF (count .GT. limit) GOTO 560
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
        downwards = falling .AND. .NOT. closing
        weight = 0.0D0
        found = .FALSE.
        DO 450 half = 1, 40
          IF (stuck .OR. half .GT. 24 .AND. .NOT. downwards) GOTO 460
          IF (half .GT. 1) THEN
            IF (downwards) THEN
              weight = MAX(4.0D0*weight, lightest)
              DO 230 l = 1, 11
                DO 220 k = 1, 11
                  a(k, l) = slopes(k, l)
  220           CONTINUE
  230         CONTINUE
              DO 250 j = 1, 4
                DO 240 i = 1, 4
                  a(i, j) = a(i, j) - weight*mm(i, j)
  240           CONTINUE
  250         CONTINUE
              CALL rockers_rest_factor(a, rows, columns, row_at,
     &  column_at, rank)
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move, length)
            ELSE
              share = 0.5D0*share
            END IF
          END IF
          DO 270 k = 1, 4
            q_there(k) = q(k)
            DO 260 j = 1, 4
              q_there(k) = q_there(k) + share*bn(k, j)*move(j)
  260       CONTINUE
  270     CONTINUE
          DO 280 k = 1, 3
            lambda_there(k) = lambda(k)
  280     CONTINUE
          DO 290 k = 1, 4
            mu_there(k) = mu(k)
  290     CONTINUE
          IF (.NOT. closing) THEN
            DO 300 i = 1, 3
              lambda_there(i) = lambda(i) + share*move(4 + i)
  300       CONTINUE
            DO 310 k = 1, 4
              mu_there(k) = mu(k) + share*move(7 + k)
  310       CONTINUE
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
              DO 330 j = 1, 4
                after = after + move(j)*other(j)
                largest = MAX(largest, ABS(move(j)))
                DO 320 i = 1, 4
                  work = work + move(i)*(weight*mm(i, j) - slopes(i,
     &  j))*move(j)
  320           CONTINUE
  330         CONTINUE
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
              DO 340 k = 1, 11
                wanted(k) = other(k)
  340         CONTINUE
              IF (closing) THEN
                DO 350 j = 1, 4
                  wanted(j) = 0.0D0
  350           CONTINUE
              END IF
              CALL rockers_rest_step(a, rows, columns, row_at,
     &  column_at, rank, wanted, move_there, length_there)
              found = length_there .LE. (1.0D0 - 0.25D0*share)*length
            END IF
          END IF
          IF (found) THEN
            DO 360 k = 1, 4
              q(k) = q_there(k)
  360       CONTINUE
            DO 370 k = 1, 4
              mu(k) = mu_there(k)
  370       CONTINUE
            DO 380 k = 1, 3
              lambda(k) = lambda_there(k)
  380       CONTINUE
            DO 400 l = 1, 4
              DO 390 k = 1, 3
                b(k, l) = b_there(k, l)
  390         CONTINUE
  400       CONTINUE
            DO 410 k = 1, 11
              balance(k) = other(k)
  410       CONTINUE
            DO 420 k = 1, 11
              magnitudes(k) = magnitudes_there(k)
  420       CONTINUE
            DO 440 l = 1, 4
              DO 430 k = 1, 4
                bn(k, l) = bn_there(k, l)
  430         CONTINUE
  440       CONTINUE
            failed = 0
            GOTO 460
          END IF
  450   CONTINUE
  460   CONTINUE
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
          IF (stirred .GT. 0.5D0) GOTO 560
          DO 480 l = 1, 11
            DO 470 k = 1, 11
              a(k, l) = slopes(k, l)
  470       CONTINUE
  480     CONTINUE
          DO 500 i = 1, 3
            DO 490 j = 1, 11
              a(4 + i, j) = 0.0D0
              a(j, 4 + i) = 0.0D0
  490       CONTINUE
  500     CONTINUE
          turn = 0.0D0
          DO 510 j = 1, 4
            turn = turn + 2.0D0
            wanted(j) = mm(j, j)*COS(turn)
  510     CONTINUE
          CALL rockers_rest_factor(a, rows, columns, row_at, column_at,
     &  rank)
          CALL rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, wanted, move, length)
          largest = 0.0D0
          DO 520 j = 1, 4
            largest = MAX(largest, ABS(move(j)))
  520     CONTINUE
          IF (.NOT. largest .GT. 0.0D0) GOTO 560
          DO 540 k = 1, 4
            DO 530 j = 1, 4
              q(k) = q(k) + stirred/largest*bn(k, j)*move(j)
  530       CONTINUE
  540     CONTINUE
          stirred = 2.0D0*stirred
          CALL rockers_rest_balance(t, q, c, touching, start, held,
     &  open, lambda, mu, balance, b, bn, magnitudes, failed)
        ELSE
          IF (falling .AND. info .EQ. 0) GOTO 560
          closing = falling
          falling = .TRUE.
        END IF
  550 CONTINUE
  560 CONTINUE
      IF (info .EQ. 0) info = 8
      END
