
  ! closes of the stops that touch those that must be, beside a mode of the contacts: x is that mode's loads without them
  ! and gets theirs. ban: 1 for closed is not tried. failed: 0, or 1 where no stops fit
  pure subroutine rockers_contact_close(s, r, slack, near, ban, by_stop, mode, x, failed)
    integer, parameter :: nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2, nunknowns = 7
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: ban(nmembers)
    real(dp), intent(in) :: by_stop(nloads, nstops)
    integer, intent(inout) :: mode(nmembers)
    real(dp), intent(inout) :: x(nrows)
    integer, intent(out) :: failed
    real(dp) :: m(nunknowns, nunknowns), q(nunknowns), z(nunknowns), largest, rate
    integer :: stop(nunknowns), row, p, j, l, i
    m = 0.0_dp
    q = 0.0_dp
    stop = 0
    p = 0
    do j = 1, nstops
      mode(nmodes + j) = 3
      x(nloads + j) = 0.0_dp
      if (near(nmodes + j) > 0.5_dp .and. .not. abs(ban(nmodes + j) - 1.0_dp) < 0.5_dp) then
        p = p + 1
        stop(p) = j
      end if
    end do
    largest = 0.0_dp
    do l = 1, nloads
      largest = max(largest, abs(x(l)))
    end do
    do i = 1, p
      row = nloads + stop(i)
      largest = max(largest, abs(r(row)))
      q(i) = r(row)
      do l = 1, nloads
        q(i) = q(i) + s(row, l)*x(l)
      end do
      do j = 1, p
        rate = s(row, nloads + stop(j))
        do l = 1, nloads
          rate = rate - s(row, l)*by_stop(l, stop(j))
        end do
        if (.not. abs(rate) < 1.0e-12_dp) m(i, j) = rate
      end do
    end do
    do i = 1, p
      if (abs(q(i)) <= 1.0e-09_dp*largest + slack(nloads + stop(i))) q(i) = 0.0_dp
    end do
    call rockers_contact_pivots(p, m, q, z, failed)
    if (failed /= 0) return
    do i = 1, p
      row = nloads + stop(i)
      if (.not. z(i) <= 1.0e-09_dp*largest + slack(row)) then
        mode(nmodes + stop(i)) = 0
        x(row) = z(i)
        do l = 1, nloads
          x(l) = x(l) - by_stop(l, stop(i))*z(i)
        end do
      end if
    end do
  end subroutine rockers_contact_close
