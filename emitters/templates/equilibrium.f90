
  ! the balance of @M@_equilibrium: f - B^T lambda - N^T mu, then phi, what is held less its start, the rates of the states. open:
  ! rows of contacts without a load; b: B without them, bn: N of q' = N u; magnitudes: of what each element sums
  @PURE@subroutine @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, magnitudes)
    integer, parameter :: n = nq + nu + nphi + @NS@
@if states@
    integer, parameter :: last = nu + nphi + nq
@end@
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
@if states@
    real(dp), intent(in) :: s(ns)
@end@
    real(dp), intent(in) :: w(nw), touching(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: start(nq)
    integer, intent(in) :: held(nq)
    logical, intent(in) :: open(nphi)
    real(dp), intent(in) :: lambda(nphi), mu(nq)
    real(dp), intent(out) :: balance(n), b(nphi, nu), bn(nq, nu), magnitudes(n)
    real(dp) :: u(nu), still(nq), moving(nq)
@if constraints@
    real(dp) :: phidot(nphi)
@end@
@if states@
    integer :: failed
@end@
    integer :: j, k
@if constraints@
    integer :: i
@end@
    associate (unused_w => w, unused_open => open, unused_lambda => lambda)
    end associate
    u = 0.0_dp
    balance = 0.0_dp
    b = 0.0_dp
    call @M@_right_side(t, q, u, @PASSS@touching, c, balance(1:nu))
@if constraints@
    call @M@_constraints(t, q, u, @PASSS@touching, c, balance(nu+1:nu+nphi), phidot)
    call @M@_constraint_matrix(t, q, @PASSROWS@touching, c, b)
@end@
@if states@
    call @M@_state_rates(t, q, u, s, w, c, balance(last+1:n), failed)
    if (failed /= 0) balance(1) = huge(t)
    if (failed /= 0) balance(1) = 2.0_dp*balance(1)
@end@
    call @M@_kinematics(t, q, u, @PASSS@touching, c, still)
    do j = 1, nu
      u(j) = 1.0_dp
      call @M@_kinematics(t, q, u, @PASSS@touching, c, moving)
      u(j) = 0.0_dp
      bn(:, j) = moving - still
    end do
@if constraints@
    do i = 1, nphi
      if (.not. open(i)) cycle
      balance(nu+i) = 0.0_dp
      b(i, :) = 0.0_dp
    end do
@end@
    magnitudes = abs(balance)
    where (held /= 0) balance(nu+nphi+1:nu+nphi+nq) = q - start
    do j = 1, nu
@if constraints@
      do i = 1, nphi
        balance(j) = balance(j) - b(i, j)*lambda(i)
        magnitudes(j) = magnitudes(j) + abs(b(i, j)*lambda(i))
      end do
@end@
      do k = 1, nq
        if (held(k) == 0) cycle
        balance(j) = balance(j) - bn(k, j)*mu(k)
        magnitudes(j) = magnitudes(j) + abs(bn(k, j)*mu(k))
      end do
    end do
  end subroutine @M@_rest_balance

  ! a = P L U Q of @M@_equilibrium by full pivoting of the scaled matrix, and its rank
  pure subroutine @M@_rest_factor(a, rows, columns, row_at, column_at, rank)
    integer, parameter :: n = nq + nu + nphi + @NS@
    real(dp), intent(inout) :: a(n, n)
    real(dp), intent(out) :: rows(n), columns(n)
    integer, intent(out) :: row_at(n), column_at(n), rank
    real(dp) :: row(n), column(n), pivot
    integer :: i, j, sweep, best, best_column, moved
    rows = 1.0_dp
    columns = 1.0_dp
    row_at = [(i, i = 1, n)]
    column_at = row_at
    do sweep = 1, 4
      row = maxval(abs(a), 2)
      column = maxval(abs(a), 1)
      row = merge(1.0_dp/sqrt(merge(row, 1.0_dp, row > 0.0_dp)), 1.0_dp, row > 0.0_dp)
      column = merge(1.0_dp/sqrt(merge(column, 1.0_dp, column > 0.0_dp)), 1.0_dp, column > 0.0_dp)
      rows = rows*row
      columns = columns*column
      do j = 1, n
        a(:, j) = a(:, j)*(row*column(j))
      end do
    end do
    ! what is held comes first: where rows stand against it, they are what is left
    rows(nu+nphi+1:nu+nphi+nq) = 1.0e3_dp*rows(nu+nphi+1:nu+nphi+nq)
    columns(nu+nphi+1:nu+nphi+nq) = 1.0e3_dp*columns(nu+nphi+1:nu+nphi+nq)
    a(nu+nphi+1:nu+nphi+nq, :) = 1.0e3_dp*a(nu+nphi+1:nu+nphi+nq, :)
    a(:, nu+nphi+1:nu+nphi+nq) = 1.0e3_dp*a(:, nu+nphi+1:nu+nphi+nq)
    rank = 0
    do while (rank < n)
      pivot = @SMALL@
      best = 0
      best_column = 0
      do j = rank + 1, n
        do i = rank + 1, n
          if (abs(a(i, j)) > pivot) then
            pivot = abs(a(i, j))*@TIE@
            best = i
            best_column = j
          end if
        end do
      end do
      if (best == 0) exit
      rank = rank + 1
      row = a(best, :)
      a(best, :) = a(rank, :)
      a(rank, :) = row
      column = a(:, best_column)
      a(:, best_column) = a(:, rank)
      a(:, rank) = column
      moved = row_at(best)
      row_at(best) = row_at(rank)
      row_at(rank) = moved
      moved = column_at(best_column)
      column_at(best_column) = column_at(rank)
      column_at(rank) = moved
      a(rank+1:n, rank) = a(rank+1:n, rank)/a(rank, rank)
      do j = rank + 1, n
        a(rank+1:n, j) = a(rank+1:n, j) - a(rank+1:n, rank)*a(rank, j)
      end do
    end do
  end subroutine @M@_rest_factor

  ! the step against a balance, and its length in the scaled unknowns; zero where nothing says what it should be
  pure subroutine @M@_rest_step(a, rows, columns, row_at, column_at, rank, balance, step, length)
    integer, parameter :: n = nq + nu + nphi + @NS@
    real(dp), intent(in) :: a(n, n), rows(n), columns(n), balance(n)
    integer, intent(in) :: row_at(n), column_at(n), rank
    real(dp), intent(out) :: step(n), length
    real(dp) :: x(n)
    integer :: j
    step = 0.0_dp
    x = -rows(row_at)*balance(row_at)
    do j = 1, rank
      x(j+1:rank) = x(j+1:rank) - a(j+1:rank, j)*x(j)
    end do
    do j = rank, 1, -1
      x(j) = x(j)/a(j, j)
      x(1:j-1) = x(1:j-1) - a(1:j-1, j)*x(j)
      step(column_at(j)) = columns(column_at(j))*x(j)
    end do
    length = sqrt(sum(x(1:rank)**2))
  end subroutine @M@_rest_step

  ! rest with these contacts open. First onto the rows by Newton's method, measured with the mass matrix; then Newton's method
  ! for all, shorter steps where the whole one leads no nearer. Where its steps are long or end: downhill, by steps
  ! (K - weight M) d = -balance that the loads do work on, of at most `radius`
  @PURE@subroutine @M@_rest(t, q, @PASSS@w, touching, c, held, open, tolerance, limit, lambda, info)
    integer, parameter :: n = nq + nu + nphi + @NS@, last = nu + nphi + nq
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
@if states@
    real(dp), intent(inout) :: s(ns)
@end@
    real(dp), intent(in) :: w(nw), touching(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: held(nq)
    logical, intent(in) :: open(nphi)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    real(dp), intent(out) :: lambda(nphi)
    integer, intent(out) :: info
    real(dp), parameter :: h = 1.0e-5_dp
    real(dp) :: a(n, n), rows(n), columns(n), balance(n), other(n), other_way(n), magnitudes(n), magnitudes_there(n)
    real(dp) :: step(n), step_there(n), b(nphi, nu), bn(nq, nu), b_there(nphi, nu), bn_there(nq, nu), mm(nu, nu)
    real(dp) :: mu(nq), lambda_there(nphi), mu_there(nq), q_there(nq), start(nq), heaviest, strongest, length, length_there, share
    real(dp) :: d, slope, least, x(n), largest, part
    real(dp) :: slopes(n, n), wanted(n), weight, lightest, radius, reach, stirred, work, after
@if states@
    real(dp) :: s_there(ns)
@end@
    integer :: row_at(n), column_at(n), rank, count, half, i, j, k, place, most
    logical :: rests, small, found, closing, falling
    rests = .false.
    closing = .true.
    falling = .false.
    radius = 0.3_dp
    stirred = 0.1_dp
    reach = 1.0_dp
    lambda = 0.0_dp
    mu = 0.0_dp
    start = q
@if euler_parameters@
    call @M@_normalize(start)
@end@
    call @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, magnitudes)
    do count = 0, limit
      info = @NO_CONVERGENCE@
      if (.not. all(abs(balance) <= huge(t))) return
      info = 0
@if constraints@
      do i = nphi, 1, -1
        if (abs(balance(nu+i)) > tolerance) info = nu + i
      end do
@end@
      if (rests) return
      if (count == limit) exit
      call @M@_mass_matrix(t, q, touching, c, mm)
      slopes = 0.0_dp
      slopes(1:nu, 1:nu) = mm
      do j = 1, nu
@if constraints@
        do i = 1, nphi
          slopes(nu+i, j) = b(i, j)
          slopes(j, nu+i) = -b(i, j)
        end do
@end@
        do k = 1, nq
          if (held(k) == 0) cycle
          slopes(nu+nphi+k, j) = bn(k, j)
          slopes(j, nu+nphi+k) = -bn(k, j)
        end do
      end do
      if (closing .and. info == 0 .and. all(abs(balance(nu+nphi+1:last)) <= tolerance)) then
        ! the rows are met: their loads as when the mechanism is let go
        closing = .false.
        a = slopes
        call @M@_rest_factor(a, rows, columns, row_at, column_at, rank)
        call @M@_rest_step(a, rows, columns, row_at, column_at, rank, balance, step, length)
        lambda = lambda + step(nu+1:nu+nphi)
        mu = mu + step(nu+nphi+1:last)
        call @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, magnitudes)
      end if
      heaviest = 0.0_dp
      do j = 1, nu
        heaviest = max(heaviest, mm(j, j))
      end do
      lightest = 1.0e-12_dp
      if (.not. closing) then
        ! the derivatives of the balance; what is rounding of the loads is zero
        strongest = 0.0_dp
        do j = 1, nu
          if (mm(j, j) > 1.0e-10_dp*heaviest) strongest = max(strongest, magnitudes(j)/sqrt(mm(j, j)))
        end do
        do j = 1, n
          if (j > nu .and. j <= last) cycle
          d = h
@if states@
          if (j > last) d = h*max(1.0_dp, abs(s(max(j-last, 1))))
@end@
          q_there = q
          if (j <= nu) q_there = q + h*bn(:, min(j, nu))
@if states@
          s_there = s
          if (j > last) s_there(max(j-last, 1)) = s(max(j-last, 1)) + d
@end@
          call @M@_rest_balance(t, q_there, @PASSS_THERE@w, touching, c, start, held, open, lambda, mu, other, &
            b_there, bn_there, magnitudes_there)
          if (j <= nu) q_there = q - h*bn(:, min(j, nu))
@if states@
          if (j > last) s_there(max(j-last, 1)) = s(max(j-last, 1)) - d
@end@
          call @M@_rest_balance(t, q_there, @PASSS_THERE@w, touching, c, start, held, open, lambda, mu, other_way, &
            b_there, bn_there, magnitudes_there)
          do i = 1, n
            if (i > nu .and. i <= last) cycle
            slope = (other(i) - other_way(i))/(2.0_dp*d)
            least = max(magnitudes(i), magnitudes_there(i))
            if (i <= nu) least = max(least, sqrt(abs(mm(min(i, nu), min(i, nu))))*strongest)
            slopes(i, j) = 0.0_dp
            if (abs(slope) > 1.0e-14_dp*least/d) slopes(i, j) = slope
          end do
        end do
        do j = 1, nu
          if (mm(j, j) > 1.0e-10_dp*heaviest) lightest = max(lightest, 1.0e-3_dp*maxval(abs(slopes(j, 1:nu)))/mm(j, j))
        end do
      end if
      wanted = balance
      if (closing) wanted(1:nu) = 0.0_dp
@if states@
      if (closing) wanted(last+1:n) = 0.0_dp
@end@
      a = slopes
      call @M@_rest_factor(a, rows, columns, row_at, column_at, rank)
      call @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step, length)
      small = all(abs(step(1:nu)) <= 1.0e-6_dp) .and. all(abs(step(last+1:n)) <= 1.0e-6_dp)
      rests = info == 0 .and. all(abs(step(1:nu)) <= tolerance) .and. all(abs(step(last+1:n)) <= tolerance) .and. &
        all(abs(balance(nu+nphi+1:last)) <= tolerance) .and. .not. closing
      falling = falling .or. (.not. closing .and. any(abs(step(1:nu)) > radius))
      found = .false.
      share = 1.0_dp
      weight = 0.0_dp
      largest = maxval(abs(step(1:nu)))
      if (closing .and. largest > reach) then
        ! no long way at once: angles would turn over and over
        share = reach/largest
        reach = 2.0_dp*reach
      end if
      do half = 0, 39
        if (closing .and. all(abs(step(1:nu)) <= tolerance)) exit
        if (falling .and. .not. closing .and. half > 0) then
          weight = max(4.0_dp*weight, lightest)
          a = slopes
          a(1:nu, 1:nu) = a(1:nu, 1:nu) - weight*mm
          call @M@_rest_factor(a, rows, columns, row_at, column_at, rank)
          call @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step, length)
        end if
        q_there = q
        do j = 1, nu
          q_there = q_there + share*bn(:, j)*step(j)
        end do
@if euler_parameters@
        call @M@_normalize(q_there)
@end@
        lambda_there = lambda
        mu_there = mu
@if states@
        s_there = s
@end@
        if (.not. closing) then
          lambda_there = lambda + share*step(nu+1:nu+nphi)
          mu_there = mu + share*step(nu+nphi+1:last)
@if states@
          s_there = s + share*step(last+1:n)
@end@
        end if
        call @M@_rest_balance(t, q_there, @PASSS_THERE@w, touching, c, start, held, open, lambda_there, mu_there, &
          other, b_there, bn_there, magnitudes_there)
        found = all(abs(other) <= huge(t))
        if (found .and. .not. (small .and. half == 0)) then
          if (falling .and. .not. closing) then
            ! downhill: work on the step at its beginning, and no more against it at its end
            work = dot_product(step(1:nu), matmul(weight*mm - slopes(1:nu, 1:nu), step(1:nu)))
            after = dot_product(step(1:nu), other(1:nu))
            largest = maxval(abs(step(1:nu)))
            found = work >= 0.0_dp .and. largest <= radius
            if (found .and. work + after < 0.0_dp) then
              found = .false.
              radius = 0.5_dp*largest
            end if
            if (found .and. after > 0.5_dp*work .and. largest > 0.5_dp*radius) radius = 2.0_dp*radius
          else
            ! no nearer: the step against the balance there, by the same factors, is not shorter
            wanted = other
            if (closing) wanted(1:nu) = 0.0_dp
@if states@
            if (closing) wanted(last+1:n) = 0.0_dp
@end@
            call @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step_there, length_there)
            found = length_there <= (1.0_dp - 0.25_dp*share)*length
          end if
        end if
        if (found) exit
        if (.not. falling .or. closing) then
          if (half == 23) exit
          share = 0.5_dp*share
        end if
      end do
      ! a motion that changes nothing: the first column beyond the rank, and what goes with it
      if (rests .or. .not. (found .or. closing .or. falling)) then
        do k = rank + 1, n
          largest = 1.0e-6_dp
          most = 0
          x(1:rank) = -a(1:rank, k)
          do j = rank, 1, -1
            x(j) = x(j)/a(j, j)
            x(1:j-1) = x(1:j-1) - a(1:j-1, j)*x(j)
          end do
          do j = 1, rank + 1
            place = column_at(k)
            part = 1.0_dp
            if (j <= rank) then
              place = column_at(j)
              part = abs(x(j))
            end if
            if (place > nu .and. place <= last) cycle
            if (part > largest) then
              largest = part*@TIE@
              most = place
            end if
          end do
          if (most == 0) cycle
          info = most
          if (most > last) info = @OF_STATES@ + most - last - 1
          if (.not. found) return
          exit
        end do
      end if
      if (.not. found) then
        if (falling .and. info == 0 .and. .not. closing) exit
        if (closing) then
          ! no step leads nearer to the rows: from another place, in a direction without any symmetry
          if (stirred > 0.5_dp) exit
          a = slopes
          a(nu+1:nu+nphi, :) = 0.0_dp
          a(:, nu+1:nu+nphi) = 0.0_dp
          do j = 1, nu
            wanted(j) = mm(j, j)*cos(2.0_dp*j)
          end do
          call @M@_rest_factor(a, rows, columns, row_at, column_at, rank)
          call @M@_rest_step(a, rows, columns, row_at, column_at, rank, wanted, step, length)
          largest = maxval(abs(step(1:nu)))
          if (.not. largest > 0.0_dp) exit
          do j = 1, nu
            q = q + stirred/largest*bn(:, j)*step(j)
          end do
@if euler_parameters@
          call @M@_normalize(q)
@end@
          stirred = 2.0_dp*stirred
          call @M@_rest_balance(t, q, @PASSS@w, touching, c, start, held, open, lambda, mu, balance, b, bn, magnitudes)
          cycle
        end if
        closing = falling
        falling = .true.
        cycle
      end if
      q = q_there
      mu = mu_there
      lambda = lambda_there
@if states@
      s = s_there
@end@
      balance = other
      magnitudes = magnitudes_there
      b = b_there
      bn = bn_there
      if (rests .and. info > 0) return
    end do
    if (info == 0) info = @NO_CONVERGENCE@
  end subroutine @M@_rest

  ! in place, coordinates@WITH_STATES@ near the guess at which everything rests; coordinates k with held(k) /= 0 keep theirs.
  ! Newton's method until no step and no |phi| exceeds tolerance, at most limit steps; lambda: the multipliers there.
  ! Friction takes no part. info: 0; the speed@OR_STATE@ of a motion that nothing holds there; nu + the row that cannot be
  ! met; nu+nphi+1: no rest was found within limit, or a number overflows@NO_MODE@
  @PURE@subroutine @M@_equilibrium(t, q, @PASSS@w, c, held, tolerance, limit, lambda, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
@if states@
    real(dp), intent(inout) :: s(ns)
@end@
    real(dp), intent(@WINTENT@) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: held(nq)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    logical :: open(nphi)
@if constraints@
    real(dp) :: still(nu), phi(nphi), phidot(nphi)
    integer :: i
@end@
@if contacts@
    integer, parameter :: n_k = @KS@, row_of(@K1@) = [@ROWS@], flag_of(@K1@) = [@FLAGS@]
    integer, parameter :: slips(@SLIPS1@) = [@SLIPS@]
    real(dp) :: touching(nw), guess(nq), worst
@if states@
    real(dp) :: states(ns)
@end@
    logical :: closed(@K1@)
    integer :: number, turns, result, at, k, contacts, slides
@end@
    open = .false.
@if constraints@
    still = 0.0_dp
@end@
@if not contacts@
    call @M@_rest(t, q, @PASSS@w, w, c, held, open, tolerance, limit, lambda, info)
@else@
    contacts = n_k
    slides = @SLIPCOUNT@
    touching = w
    do k = 1, slides
      touching(slips(k)) = 1.0_dp
      w(slips(k)) = 0.0_dp
    end do
    do k = 1, contacts
      touching(flag_of(k)) = 1.0_dp
    end do
    guess = q
@if states@
    states = s
@end@
    call @M@_constraints(t, q, still, @PASSS@touching, c, phi, phidot)
    do k = 1, contacts
      closed(k) = abs(w(flag_of(k))) > 0.0_dp .or. phi(row_of(k)) <= tolerance
    end do
    info = 0
    number = -1
    turns = 0
    do
      do k = 1, contacts
        open(row_of(k)) = .not. closed(k)
        w(flag_of(k)) = merge(1.0_dp, 0.0_dp, closed(k))
      end do
      call @M@_rest(t, q, @PASSS@w, touching, c, held, open, tolerance, limit, lambda, result)
      if (result == 0) then
        ! a contact that pulls opens; where none does, one that is pressed through closes
        call @M@_constraints(t, q, still, @PASSS@touching, c, phi, phidot)
        at = 0
        worst = 0.0_dp
        do k = 1, contacts
          if (closed(k)) worst = max(worst, abs(lambda(row_of(k))))
        end do
        worst = 1.0e-9_dp*worst
        do k = 1, contacts
          if (.not. (closed(k) .and. lambda(row_of(k)) > worst)) cycle
          worst = lambda(row_of(k))
          at = k
        end do
        if (at == 0) then
          worst = tolerance
          do k = 1, contacts
            if (closed(k) .or. .not. -phi(row_of(k)) > worst) cycle
            worst = -phi(row_of(k))
            at = k
          end do
        end if
        if (at == 0) then
          info = 0
          exit
        end if
        if (turns < 3*n_k) then
          closed(at) = .not. closed(at)
          turns = turns + 1
          cycle
        end if
      end if
      if (info == 0) info = merge(result, @NO_MODE_CODE@, result /= 0)
      number = number + 1
      if (number >= 2**min(n_k, 12)) return
      do k = 1, contacts
        closed(k) = .not. btest(number, min(k - 1, 30))
      end do
      q = guess
@if states@
      s = states
@end@
    end do
@end@
@if constraints@
    call @M@_constraints(t, q, still, @PASSS@@TOUCHING@, c, phi, phidot)
    do i = nphi, 1, -1
      if (info == 0 .and. .not. open(i) .and. abs(phidot(i)) > tolerance) info = nu + i
    end do
@end@
  end subroutine @M@_equilibrium
