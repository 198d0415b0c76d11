C
C Rest with these contacts open. First onto the rows by Newton's method,
C measured with the mass matrix; then Newton's method for all, shorter
C steps where the whole one leads no nearer. Where its steps are long or
C end: downhill, by steps (K - weight M) d = -balance that the loads do
C work on, of at most radius.
      SUBROUTINE @M@_rest(t, q, @PASSS@@PASSW@touch, c, held, open, tolerance, limit, lambda, info)
      INTEGER n, last
      PARAMETER (n = @N@, last = @LAST@)
      DOUBLE PRECISION h
      PARAMETER (h = 1.0D-5)
      DOUBLE PRECISION t, q(@NQ@), touch(@W1@), c(@NCONST@)
@if states@
      DOUBLE PRECISION w(@W1@), s(@NS@), sthere(@NS@)
@end@
      INTEGER held(@NQ@), open(@R1@), limit, info
      DOUBLE PRECISION tolerance, lambda(@R1@)
      DOUBLE PRECISION a(n,n), rows(n), cols(n), bal(n), other(n)
      DOUBLE PRECISION back(n), large(n), larget(n), step(n), stept(n)
      DOUBLE PRECISION b(@R1@,@NU@), bn(@NQ@,@NU@), bt(@R1@,@NU@)
      DOUBLE PRECISION bnt(@NQ@,@NU@), mm(@NU@,@NU@), mu(@NQ@)
      DOUBLE PRECISION lambt(@R1@), mut(@NQ@), qthere(@NQ@), x(n)
      DOUBLE PRECISION start(@NQ@)
      DOUBLE PRECISION heavy, strong, length, lent, share, d, slope
      DOUBLE PRECISION least, most, part, slopes(n,n), wanted(n)
      DOUBLE PRECISION weight, light, radius, work, after, stir, reach
      INTEGER rowat(n), colat(n), rank, count, half, i, j, k, place, at, nr
      LOGICAL rests, small, found, met, closing, falling
      nr = @NR@
      rests = .FALSE.
      closing = .TRUE.
      falling = .FALSE.
      radius = 0.3D0
      stir = 0.1D0
      reach = 1.0D0
      DO 10 i = 1, @R1@
      lambda(i) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, @NQ@
      start(k) = q(k)
      mu(k) = 0.0D0
   20 CONTINUE
@if euler_parameters@
      CALL @M@_normalize(start)
@end@
      CALL @M@_rest_balance(t, q, @PASSS@@PASSW@touch, c, start, held, open, lambda, mu, bal, b, bn, large)
      DO 500 count = 0, limit
      info = @NO_CONVERGENCE@
      DO 30 i = 1, n
      IF (.NOT. ABS(bal(i)) .LE. 1.79D308) RETURN
   30 CONTINUE
      info = 0
      DO 40 i = nr, 1, -1
      IF (ABS(bal(@NU@ + i)) .GT. tolerance) info = @NU@ + i
   40 CONTINUE
      IF (rests) RETURN
      IF (count .EQ. limit) GOTO 510
      CALL @M@_mass_matrix(t, q, touch, c, mm)
      DO 80 j = 1, n
      DO 70 i = 1, n
      slopes(i,j) = 0.0D0
   70 CONTINUE
   80 CONTINUE
      DO 200 j = 1, @NU@
      DO 175 i = 1, @NU@
      slopes(i,j) = mm(i,j)
  175 CONTINUE
      DO 180 i = 1, nr
      slopes(@NU@ + i,j) = b(i,j)
      slopes(j,@NU@ + i) = -b(i,j)
  180 CONTINUE
      DO 190 k = 1, @NQ@
      IF (held(k) .NE. 0) THEN
      slopes(@NU@ + @NR@ + k,j) = bn(k,j)
      slopes(j,@NU@ + @NR@ + k) = -bn(k,j)
      END IF
  190 CONTINUE
  200 CONTINUE
      met = .TRUE.
      DO 202 i = @NU@ + @NR@ + 1, last
      met = met .AND. ABS(bal(i)) .LE. tolerance
  202 CONTINUE
      IF (closing .AND. met .AND. info .EQ. 0) THEN
C     the rows are met: their loads as when the mechanism is let go
      closing = .FALSE.
      DO 206 j = 1, n
      DO 204 i = 1, n
      a(i,j) = slopes(i,j)
  204 CONTINUE
  206 CONTINUE
      CALL @M@_rest_factor(a, rows, cols, rowat, colat, rank)
      CALL @M@_rest_step(a, rows, cols, rowat, colat, rank, bal, step, length)
      DO 207 i = 1, nr
      lambda(i) = lambda(i) + step(@NU@ + i)
  207 CONTINUE
      DO 208 k = 1, @NQ@
      mu(k) = mu(k) + step(@NU@ + @NR@ + k)
  208 CONTINUE
      CALL @M@_rest_balance(t, q, @PASSS@@PASSW@touch, c, start, held, open, lambda, mu, bal, b, bn, large)
      END IF
      light = 1.0D-12
C     the derivatives of the balance; what is rounding of the loads is 0
      heavy = 0.0D0
      DO 50 j = 1, @NU@
      heavy = MAX(heavy, mm(j,j))
   50 CONTINUE
      strong = 0.0D0
      DO 60 j = 1, @NU@
      IF (mm(j,j) .GT. 1.0D-10*heavy) strong = MAX(strong, large(j)/SQRT(mm(j,j)))
   60 CONTINUE
      IF (closing) GOTO 205
      DO 170 j = 1, n
      IF (j .LE. @NU@ .OR. j .GT. last) THEN
      d = h
@if states@
      IF (j .GT. last) d = h*MAX(1.0D0, ABS(s(j - last)))
@end@
      DO 150 half = 1, 2
      share = 1.0D0
      IF (half .EQ. 2) share = -1.0D0
      DO 110 k = 1, @NQ@
      qthere(k) = q(k)
      IF (j .LE. @NU@) qthere(k) = q(k) + share*h*bn(k,j)
  110 CONTINUE
@if states@
      DO 120 k = 1, @NS@
      sthere(k) = s(k)
  120 CONTINUE
      IF (j .GT. last) sthere(j - last) = s(j - last) + share*d
@end@
      CALL @M@_rest_balance(t, qthere, @PASSTHERE@@PASSW@touch, c, start, held, open, lambda, mu, other, bt, bnt, larget)
      IF (half .EQ. 1) THEN
      DO 140 i = 1, n
      back(i) = other(i)
  140 CONTINUE
      END IF
  150 CONTINUE
      DO 160 i = 1, n
      IF (i .LE. @NU@ .OR. i .GT. last) THEN
      slope = (back(i) - other(i))/(2.0D0*d)
      least = MAX(large(i), larget(i))
      IF (i .LE. @NU@) least = MAX(least, SQRT(ABS(mm(i,i)))*strong)
      slopes(i,j) = 0.0D0
      IF (ABS(slope) .GT. 1.0D-14*least/d) slopes(i,j) = slope
      IF (i .LE. @NU@ .AND. j .LE. @NU@) THEN
      IF (mm(i,i) .GT. 1.0D-10*heavy) light = MAX(light, 1.0D-3*ABS(slopes(i,j))/mm(i,i))
      END IF
      END IF
  160 CONTINUE
      END IF
  170 CONTINUE
  205 DO 211 i = 1, n
      wanted(i) = bal(i)
      IF (closing .AND. (i .LE. @NU@ .OR. i .GT. last)) wanted(i) = 0.0D0
      DO 203 j = 1, n
      a(i,j) = slopes(i,j)
  203 CONTINUE
  211 CONTINUE
      CALL @M@_rest_factor(a, rows, cols, rowat, colat, rank)
      CALL @M@_rest_step(a, rows, cols, rowat, colat, rank, wanted, step, length)
      small = .TRUE.
      rests = info .EQ. 0 .AND. met
      DO 210 i = 1, n
      IF (i .LE. @NU@ .OR. i .GT. last) THEN
      small = small .AND. ABS(step(i)) .LE. 1.0D-6
      rests = rests .AND. ABS(step(i)) .LE. tolerance
      END IF
  210 CONTINUE
      IF (closing) THEN
      rests = .FALSE.
      found = .FALSE.
      DO 215 j = 1, @NU@
      IF (.NOT. ABS(step(j)) .LE. tolerance) found = .TRUE.
  215 CONTINUE
      IF (.NOT. found) GOTO 290
      END IF
      DO 217 j = 1, @NU@
      IF (.NOT. closing .AND. ABS(step(j)) .GT. radius) falling = .TRUE.
  217 CONTINUE
      found = .FALSE.
      share = 1.0D0
      weight = 0.0D0
      most = 0.0D0
      DO 219 j = 1, @NU@
      most = MAX(most, ABS(step(j)))
  219 CONTINUE
      IF (closing .AND. most .GT. reach) THEN
C     no long way at once: angles would turn over and over
      share = reach/most
      reach = 2.0D0*reach
      END IF
      DO 280 half = 0, 39
      IF (half .GT. 0 .AND. falling .AND. .NOT. closing) THEN
      weight = MAX(4.0D0*weight, light)
      DO 222 j = 1, n
      DO 221 i = 1, n
      a(i,j) = slopes(i,j)
      IF (i .LE. @NU@ .AND. j .LE. @NU@) a(i,j) = a(i,j) - weight*mm(MIN(i,@NU@),MIN(j,@NU@))
  221 CONTINUE
  222 CONTINUE
      CALL @M@_rest_factor(a, rows, cols, rowat, colat, rank)
      CALL @M@_rest_step(a, rows, cols, rowat, colat, rank, wanted, step, length)
      END IF
      part = share
      IF (closing) part = 0.0D0
      DO 230 k = 1, @NQ@
      qthere(k) = q(k)
      DO 220 j = 1, @NU@
      qthere(k) = qthere(k) + share*bn(k,j)*step(j)
  220 CONTINUE
      mut(k) = mu(k) + part*step(@NU@ + @NR@ + k)
  230 CONTINUE
@if euler_parameters@
      CALL @M@_normalize(qthere)
@end@
      DO 240 i = 1, nr
      lambt(i) = lambda(i) + part*step(@NU@ + i)
  240 CONTINUE
@if states@
      DO 250 k = 1, @NS@
      sthere(k) = s(k) + part*step(last + k)
  250 CONTINUE
@end@
      CALL @M@_rest_balance(t, qthere, @PASSTHERE@@PASSW@touch, c, start, held, open, lambt, mut, other, bt, bnt, larget)
      found = .TRUE.
      DO 260 i = 1, n
      found = found .AND. ABS(other(i)) .LE. 1.79D308
  260 CONTINUE
      IF (found .AND. .NOT. (small .AND. half .EQ. 0)) THEN
      IF (falling .AND. .NOT. closing) THEN
C     downhill: work on the step at its beginning, and no more against
C     it at its end
      work = 0.0D0
      after = 0.0D0
      most = 0.0D0
      DO 266 j = 1, @NU@
      after = after + step(j)*other(j)
      most = MAX(most, ABS(step(j)))
      DO 264 i = 1, @NU@
      work = work + step(i)*(weight*mm(i,j) - slopes(i,j))*step(j)
  264 CONTINUE
  266 CONTINUE
      found = work .GE. 0.0D0 .AND. most .LE. radius
      IF (found .AND. .NOT. work + after .GE. 0.0D0) THEN
      found = .FALSE.
      radius = 0.5D0*most
      END IF
      IF (found .AND. after .GT. 0.5D0*work .AND. most .GT. 0.5D0*radius) radius = 2.0D0*radius
      ELSE
C     no nearer: the step against the balance there, by the same
C     factors, is not shorter
      DO 270 i = 1, n
      wanted(i) = other(i)
      IF (closing .AND. (i .LE. @NU@ .OR. i .GT. last)) wanted(i) = 0.0D0
  270 CONTINUE
      CALL @M@_rest_step(a, rows, cols, rowat, colat, rank, wanted, stept, lent)
      found = lent .LE. (1.0D0 - 0.25D0*share)*length
      END IF
      END IF
      IF (found) GOTO 290
      IF (closing .OR. .NOT. falling) THEN
      IF (half .EQ. 23) GOTO 290
      share = 0.5D0*share
      END IF
  280 CONTINUE
C     a motion that changes nothing: the first column beyond the rank,
C     and what goes with it
  290 IF (rests .OR. .NOT. (found .OR. closing .OR. falling)) THEN
      DO 340 k = rank + 1, n
      most = 1.0D-6
      at = 0
      DO 300 i = 1, rank
      x(i) = -a(i,k)
  300 CONTINUE
      DO 320 j = rank, 1, -1
      x(j) = x(j)/a(j,j)
      DO 310 i = 1, j - 1
      x(i) = x(i) - a(i,j)*x(j)
  310 CONTINUE
  320 CONTINUE
      DO 330 j = 1, rank + 1
      place = colat(k)
      part = 1.0D0
      IF (j .LE. rank) THEN
      place = colat(j)
      part = ABS(x(j))
      END IF
      IF (place .LE. @NU@ .OR. place .GT. last) THEN
      IF (part .GT. most) THEN
      most = part*@TIE@
      at = place
      END IF
      END IF
  330 CONTINUE
      IF (at .NE. 0) THEN
      info = at
      IF (at .GT. last) info = @OF_STATES@ + at - last - 1
      IF (.NOT. found) RETURN
      GOTO 350
      END IF
  340 CONTINUE
  350 CONTINUE
      END IF
      IF (.NOT. found) THEN
      IF (falling .AND. info .EQ. 0 .AND. .NOT. closing) GOTO 510
      IF (closing) THEN
C     no step leads nearer to the rows: from another place, in a
C     direction without any symmetry
      IF (stir .GT. 0.5D0) GOTO 510
      DO 354 j = 1, n
      DO 352 i = 1, n
      a(i,j) = slopes(i,j)
      IF (i .GT. @NU@ .AND. i .LE. @NU@ + nr) a(i,j) = 0.0D0
      IF (j .GT. @NU@ .AND. j .LE. @NU@ + nr) a(i,j) = 0.0D0
  352 CONTINUE
  354 CONTINUE
      DO 355 j = 1, @NU@
      wanted(j) = mm(j,j)*COS(2.0D0*j)
  355 CONTINUE
      CALL @M@_rest_factor(a, rows, cols, rowat, colat, rank)
      CALL @M@_rest_step(a, rows, cols, rowat, colat, rank, wanted, step, length)
      most = 0.0D0
      DO 356 j = 1, @NU@
      most = MAX(most, ABS(step(j)))
  356 CONTINUE
      IF (.NOT. most .GT. 0.0D0) GOTO 510
      DO 359 k = 1, @NQ@
      DO 358 j = 1, @NU@
      q(k) = q(k) + stir/most*bn(k,j)*step(j)
  358 CONTINUE
  359 CONTINUE
@if euler_parameters@
      CALL @M@_normalize(q)
@end@
      stir = 2.0D0*stir
      CALL @M@_rest_balance(t, q, @PASSS@@PASSW@touch, c, start, held, open, lambda, mu, bal, b, bn, large)
      GOTO 500
      END IF
      closing = falling
      falling = .TRUE.
      GOTO 500
      END IF
      DO 360 k = 1, @NQ@
      q(k) = qthere(k)
      mu(k) = mut(k)
  360 CONTINUE
      DO 370 i = 1, nr
      lambda(i) = lambt(i)
  370 CONTINUE
@if states@
      DO 380 k = 1, @NS@
      s(k) = sthere(k)
  380 CONTINUE
@end@
      DO 390 i = 1, n
      bal(i) = other(i)
      large(i) = larget(i)
  390 CONTINUE
      DO 420 j = 1, @NU@
      DO 400 i = 1, nr
      b(i,j) = bt(i,j)
  400 CONTINUE
      DO 410 k = 1, @NQ@
      bn(k,j) = bnt(k,j)
  410 CONTINUE
  420 CONTINUE
      IF (rests .AND. info .GT. 0) RETURN
  500 CONTINUE
  510 IF (info .EQ. 0) info = @NO_CONVERGENCE@
      END
C
C In place, coordinates@WITH_STATES@ near the guess at which
C everything rests; coordinates k with held(k) other than 0 keep theirs.
C Newton's method until no step and no abs(phi) exceeds tolerance, at
C most limit steps; lambda: the multipliers there. Friction takes no
C part. info: 0; the speed@OR_STATE@
C of a motion that nothing holds there; nu + the row that cannot be met;
C nu + nphi + 1: no rest was found within limit, or a number overflows@NO_MODE@
      SUBROUTINE @M@_equilibrium(t, q, @PASSS@w, c, held, tolerance, limit, lambda, info)
      DOUBLE PRECISION t, q(@NQ@), w(@W1@), c(@NCONST@), tolerance
@if states@
      DOUBLE PRECISION s(@NS@)
@end@
      DOUBLE PRECISION lambda(@R1@)
      INTEGER held(@NQ@), limit, info, open(@R1@), i
@if constraints@
      INTEGER nr
      DOUBLE PRECISION still(@NU@), phi(@R1@), phidot(@R1@)
@end@
@if contacts@
      DOUBLE PRECISION touch(@W1@), guess(@NQ@), worst
@if states@
      DOUBLE PRECISION states(@NS@)
@end@
      LOGICAL closed(@K1@)
      INTEGER number, turns, result, at, k
      INTEGER ncon, nslip
      INTEGER rowof(@K1@), flagof(@K1@), slips(@SLIPS1@)
@end@
@TABLES@      DO 10 i = 1, @R1@
      open(i) = 0
   10 CONTINUE
@if constraints@
      DO 20 i = 1, @NU@
      still(i) = 0.0D0
   20 CONTINUE
@end@
@if not contacts@
      CALL @M@_rest(t, q, @PASSS@@PASSW@w, c, held, open, tolerance, limit, lambda, info)
@else@
      DO 40 k = 1, nslip
      w(slips(k)) = 0.0D0
   40 CONTINUE
      DO 30 k = 1, @NW@
      touch(k) = w(k)
   30 CONTINUE
      DO 45 k = 1, nslip
      touch(slips(k)) = 1.0D0
   45 CONTINUE
      DO 50 k = 1, ncon
      touch(flagof(k)) = 1.0D0
   50 CONTINUE
      DO 60 k = 1, @NQ@
      guess(k) = q(k)
   60 CONTINUE
@if states@
      DO 70 k = 1, @NS@
      states(k) = s(k)
   70 CONTINUE
@end@
      CALL @M@_constraints(t, q, still, @PASSS@touch, c, phi, phidot)
      DO 80 k = 1, ncon
      closed(k) = ABS(w(flagof(k))) .GT. 0.0D0 .OR. phi(rowof(k)) .LE. tolerance
   80 CONTINUE
      info = 0
      number = -1
      turns = 0
  100 DO 110 k = 1, ncon
      open(rowof(k)) = 1
      w(flagof(k)) = 0.0D0
      IF (closed(k)) THEN
      open(rowof(k)) = 0
      w(flagof(k)) = 1.0D0
      END IF
  110 CONTINUE
      CALL @M@_rest(t, q, @PASSS@@PASSW@touch, c, held, open, tolerance, limit, lambda, result)
      IF (result .EQ. 0) THEN
C     a contact that pulls opens; where none does, one that is pressed
C     through closes
      CALL @M@_constraints(t, q, still, @PASSS@touch, c, phi, phidot)
      at = 0
      worst = 0.0D0
      DO 120 k = 1, ncon
      IF (closed(k)) worst = MAX(worst, ABS(lambda(rowof(k))))
  120 CONTINUE
      worst = 1.0D-9*worst
      DO 130 k = 1, ncon
      IF (closed(k) .AND. lambda(rowof(k)) .GT. worst) THEN
      worst = lambda(rowof(k))
      at = k
      END IF
  130 CONTINUE
      IF (at .EQ. 0) THEN
      worst = tolerance
      DO 140 k = 1, ncon
      IF (.NOT. closed(k) .AND. -phi(rowof(k)) .GT. worst) THEN
      worst = -phi(rowof(k))
      at = k
      END IF
  140 CONTINUE
      END IF
      IF (at .EQ. 0) THEN
      info = 0
      GOTO 200
      END IF
      IF (turns .LT. 3*@KS@) THEN
      closed(at) = .NOT. closed(at)
      turns = turns + 1
      GOTO 100
      END IF
      END IF
      IF (info .EQ. 0) THEN
      info = result
      IF (result .EQ. 0) info = @NO_MODE_CODE@
      END IF
      number = number + 1
      IF (number .GE. @MOST@) RETURN
      DO 150 k = 1, ncon
      closed(k) = MOD(number/2**MIN(k - 1, 12), 2) .EQ. 0
  150 CONTINUE
      DO 160 k = 1, @NQ@
      q(k) = guess(k)
  160 CONTINUE
@if states@
      DO 170 k = 1, @NS@
      s(k) = states(k)
  170 CONTINUE
@end@
      GOTO 100
  200 CONTINUE
@end@
@if constraints@
      CALL @M@_constraints(t, q, still, @PASSS@@TOUCHING@, c, phi, phidot)
      DO 210 i = nr, 1, -1
      IF (info .EQ. 0 .AND. open(i) .EQ. 0 .AND. ABS(phidot(i)) .GT. tolerance) info = @NU@ + i
  210 CONTINUE
@end@
      END
