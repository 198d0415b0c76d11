
  ! rest with these contacts open. First onto the rows by Newton's method, measured with the mass matrix; then Newton's
  ! method for all, shorter steps where the whole one leads no nearer. Where its steps are long or end: downhill, by steps
  ! (K - weight M) d = -balance that the loads do work on, of at most radius; downhill: all are; straight: none is. What
  ! loads move and no slope answers falls until something holds it: a wheel above the road
  pure subroutine rockers_rest(t, q, s, w, c, touching, held, open, tolerance, limit, downhill, straight, lambda, info)
    integer, parameter :: nresting = 1, nrest = 12
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(inout) :: s(ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: touching(nw)
    integer, intent(in) :: held(nq)
    logical, intent(in) :: open(nphi)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    logical, intent(in) :: downhill
    logical, intent(in) :: straight
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    integer, parameter :: resting_row(nresting) = [2]
    real(dp) :: a(nrest, nrest), rows(nrest), columns(nrest), slopes(nrest, nrest), mm(nu, nu), start(nq), mu(nq), balance(nrest)
    real(dp) :: b(nphi, nu), bn(nq, nu), magnitudes(nrest), q_there(nq), s_there(ns), lambda_there(nl), mu_there(nq), other(nrest)
    real(dp) :: b_there(nphi, nu), bn_there(nq, nu), magnitudes_there(nrest), wanted(nrest), move(nrest), move_there(nrest), length
    real(dp) :: length_there, share, weight, lightest, largest, radius, reach, stirred, work, after, turn, left, stiffest, rounded
    integer :: row_at(nrest), column_at(nrest), rank, loose, adrift, failed, failed_there, k, count, i, j, half
    logical :: rests, small, met, resting(nphi), closing, falling, pushed, downwards, stuck, found
    radius = 0.3_dp
    reach = 1.0_dp
    stirred = 0.1_dp
    rests = .false.
    adrift = 0
    closing = .true.
    falling = downhill
    lambda = 0.0_dp
    mu = 0.0_dp
    start = q
    call rockers_normalize(start)
    call rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes, failed)
    resting = .false.
    do k = 1, nresting
      resting(resting_row(k)) = .true.
    end do
    info = nu + nphi + 1
    do count = 1, limit + 1
      info = failed
      if (info /= 0) then
        if (adrift /= 0) info = adrift
        return
      end if
      do i = nphi, 1, -1
        if (resting(i)) cycle
        if (abs(balance(nu + i)) > tolerance) info = nu + i
      end do
      if (rests) return
      if (count > limit .or. adrift /= 0 .and. radius > 1.0e+06_dp) exit
      call rockers_mass_matrix(t, q, touching, c, mm)
      slopes = 0.0_dp
      do j = 1, nu
        do i = 1, nu
          slopes(i, j) = mm(i, j)
        end do
        do i = 1, nphi
          slopes(nu + i, j) = b(i, j)
          slopes(j, nu + i) = -b(i, j)
        end do
        do k = 1, nq
          if (held(k) /= 0) then
            slopes(nu + nphi + k, j) = bn(k, j)
            slopes(j, nu + nphi + k) = -bn(k, j)
          end if
        end do
      end do
      met = info == 0
      do k = 1, nq
        if (.not. abs(balance(nu + nphi + k)) <= tolerance) met = .false.
      end do
      if (closing .and. met) then
        ! the rows are met: their loads as when the mechanism is let go
        closing = .false.
        a = slopes
        wanted = balance
        do k = 1, nresting
          wanted(nu + resting_row(k)) = 0.0_dp
        end do
        call rockers_rest_factor(a, rows, columns, row_at, column_at, rank)
        call rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, length)
        do i = 1, nphi
          lambda(i) = lambda(i) + move(nu + i)
        end do
        do k = 1, nq
          mu(k) = mu(k) + move(nu + nphi + k)
        end do
        call rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes, failed)
      end if
      lightest = 1.0e-12_dp
      wanted = balance
      if (closing) then
        do j = 1, nu
          wanted(j) = 0.0_dp
        end do
        do k = 1, nresting
          wanted(nu + resting_row(k)) = 0.0_dp
        end do
        do k = 1, ns
          wanted(nu + nphi + nq + k) = 0.0_dp
        end do
      else
        call rockers_rest_slopes(t, q, s, w, c, touching, start, held, open, lambda, mu, mm, bn, magnitudes, slopes, lightest)
      end if
      a = slopes
      call rockers_rest_factor(a, rows, columns, row_at, column_at, rank)
      call rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, length)
      small = .true.
      rests = met .and. .not. closing
      stuck = closing
      largest = 0.0_dp
      do j = 1, nu
        small = small .and. abs(move(j)) <= 1.0e-06_dp
        rests = rests .and. abs(move(j)) <= tolerance
        stuck = stuck .and. abs(move(j)) <= tolerance
        largest = max(largest, abs(move(j)))
      end do
      do k = 1, ns
        small = small .and. abs(move(nu + nphi + nq + k)) <= 1.0e-06_dp
        rests = rests .and. abs(move(nu + nphi + nq + k)) <= tolerance
      end do
      share = 1.0_dp
      if (closing) then
        if (largest > reach) then
          share = reach/largest
          reach = 2.0_dp*reach
        end if
      else if (largest > radius) then
        falling = .true.
      end if
      pushed = .false.
      stiffest = 0.0_dp
      do j = 1, nu
        stiffest = max(stiffest, abs(balance(j)))
        do i = 1, nu
          stiffest = max(stiffest, abs(slopes(j, i)))
        end do
      end do
      if (.not. closing) then
        do j = 1, nu
          left = balance(j)
          rounded = 1.0e-09_dp*(stiffest + mm(j, j)) + 1.0e-06_dp*abs(left)
          do i = 1, nrest
            left = left + slopes(j, i)*move(i)
            rounded = rounded + 1.0e-06_dp*abs(slopes(j, i)*move(i))
          end do
          pushed = pushed .or. abs(left) > rounded
        end do
      end if
      pushed = pushed .and. .not. straight
      if (.not. pushed) then
        adrift = 0
      else
        rests = .false.
        falling = .true.
        if (adrift == 0) then
          call rockers_rest_loose(a, column_at, rank, loose)
          adrift = loose
          if (loose > nu) adrift = loose + 5 - nq
        end if
      end if
      downwards = falling .and. .not. closing
      if (straight) downwards = .false.
      weight = 0.0_dp
      found = .false.
      do half = 1, 40
        if (stuck .or. half > 24 .and. .not. downwards) exit
        if (pushed .and. half == 1) cycle
        if (half > 1) then
          if (downwards) then
            weight = max(4.0_dp*weight, lightest)
            a = slopes
            do j = 1, nu
              do i = 1, nu
                a(i, j) = a(i, j) - weight*mm(i, j)
              end do
            end do
            call rockers_rest_factor(a, rows, columns, row_at, column_at, rank)
            call rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, length)
          else
            share = 0.5_dp*share
          end if
        end if
        do k = 1, nq
          q_there(k) = q(k)
          do j = 1, nu
            q_there(k) = q_there(k) + share*bn(k, j)*move(j)
          end do
        end do
        call rockers_normalize(q_there)
        lambda_there = lambda
        mu_there = mu
        s_there = s
        if (.not. closing) then
          do i = 1, nphi
            lambda_there(i) = lambda(i) + share*move(nu + i)
          end do
          do k = 1, nq
            mu_there(k) = mu(k) + share*move(nu + nphi + k)
          end do
          do k = 1, ns
            s_there(k) = s(k) + share*move(nu + nphi + nq + k)
          end do
        end if
        call rockers_rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda_there, mu_there, other, b_there, &
            bn_there, magnitudes_there, failed_there)
        found = failed_there == 0
        if (found .and. .not. (small .and. half == 1)) then
          if (downwards) then
            ! downhill: work on the step at its beginning, and no more against it at its end
            work = 0.0_dp
            after = 0.0_dp
            largest = 0.0_dp
            do j = 1, nu
              after = after + move(j)*other(j)
              largest = max(largest, abs(move(j)))
              do i = 1, nu
                work = work + move(i)*(weight*mm(i, j) - slopes(i, j))*move(j)
              end do
            end do
            if (.not. (work >= 0.0_dp .and. largest <= radius)) then
              found = .false.
            else if (.not. work + after >= 0.0_dp) then
              found = .false.
              radius = 0.5_dp*largest
            else if (after > 0.5_dp*work .and. largest > 0.5_dp*radius) then
              radius = 2.0_dp*radius
            end if
          else
            ! no nearer: the step against the balance there, by the same factors, is not shorter
            wanted = other
            if (closing) then
              do j = 1, nu
                wanted(j) = 0.0_dp
              end do
              do k = 1, nresting
                wanted(nu + resting_row(k)) = 0.0_dp
              end do
              do k = 1, ns
                wanted(nu + nphi + nq + k) = 0.0_dp
              end do
            end if
            call rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move_there, length_there)
            found = length_there <= (1.0_dp - 0.25_dp*share)*length
          end if
        end if
        if (found) then
          q = q_there
          mu = mu_there
          lambda = lambda_there
          b = b_there
          s = s_there
          balance = other
          magnitudes = magnitudes_there
          bn = bn_there
          failed = 0
          exit
        end if
      end do
      if (rests .or. .not. (found .or. closing .or. falling)) then
        call rockers_rest_loose(a, column_at, rank, loose)
        if (loose /= 0) then
          info = loose
          if (loose > nu) info = loose + 5 - nq
          if (.not. found) return
        end if
      end if
      if (found) then
        if (rests .and. info > 0) return
      else if (closing) then
        ! no step leads nearer to the rows: from another place, in a direction without any symmetry
        if (stirred > 0.5_dp) exit
        a = slopes
        do i = 1, nphi
          do j = 1, nrest
            a(nu + i, j) = 0.0_dp
            a(j, nu + i) = 0.0_dp
          end do
        end do
        turn = 0.0_dp
        do j = 1, nu
          turn = turn + 2.0_dp
          wanted(j) = mm(j, j)*cos(turn)
        end do
        call rockers_rest_factor(a, rows, columns, row_at, column_at, rank)
        call rockers_rest_step(a, rows, columns, row_at, column_at, rank, wanted, move, length)
        largest = 0.0_dp
        do j = 1, nu
          largest = max(largest, abs(move(j)))
        end do
        if (.not. largest > 0.0_dp) exit
        do k = 1, nq
          do j = 1, nu
            q(k) = q(k) + stirred/largest*bn(k, j)*move(j)
          end do
        end do
        call rockers_normalize(q)
        stirred = 2.0_dp*stirred
        call rockers_rest_balance(t, q, s, w, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes, failed)
      else
        if (falling .and. info == 0) exit
        closing = falling
        falling = .true.
      end if
    end do
    if (adrift /= 0) then
      info = adrift
    else if (info == 0) then
      info = nu + nphi + 1
    end if
  end subroutine rockers_rest
