
  ! loads f on the rows of contacts and dry friction, whose rates are r + S f, in a mode of each: 0 sticks, 1 and 2 slides
  ! up and down, 3 is open. S has ones on its diagonal, and `all` rows: those after the loads' are of stops, and by_stop is
  ! what f loses for a load of 1 on each. k(nloads + j, i): what load i gains for 1 on the right side of row j. A contact in
  ! space that slides does so in the direction along, across, by its slip speeds. Where contacts may depend on each other,
  ! `whole` is the matrix, k the inverse with a little on its diagonal, and f the shortest solution. failed: 0, the number
  ! of a row whose pivot fails, or one more than there are where more normal force presses a sliding contact together
  pure subroutine rockers_contact_solve(all, s, r, limit, mode, f, k, failed)
    integer, parameter :: nrows = 2, nloads = 2, nmembers = 1, nmodes = 1
    integer, intent(in) :: all
    real(dp), intent(in) :: s(all, all)
    real(dp), intent(in) :: r(all)
    real(dp), intent(in) :: limit(nmodes)
    integer, intent(in) :: mode(nmodes)
    real(dp), intent(out) :: f(nloads)
    real(dp), intent(out) :: k(nloads + nrows, nloads)
    integer, intent(out) :: failed
    integer, parameter :: normal(nmembers) = [1]
    integer, parameter :: tangent(nmembers) = [2]
    real(dp) :: x(nloads), sign, pivot, factor, value
    integer :: a, b, best, width, i, j, l
    f = 0.0_dp
    k = 0.0_dp
    ! k[j, i]: column j of row i; those after the loads' become the inverse, then the stops'
    width = nloads + all
    do i = 1, nloads
      do j = 1, nloads
        k(j, i) = s(i, j)
      end do
      k(nloads + i, i) = 1.0_dp
      x(i) = -r(i)
    end do
    do i = 1, nmodes
      a = normal(i)
      b = tangent(i)
      if (mode(i) == 1) then
        sign = 1.0_dp
      else
        sign = -1.0_dp
      end if
      if (mode(i) == 3) sign = 0.0_dp
      if (a /= 0 .and. mode(i) == 3) then
        do j = 1, width
          k(j, a) = 0.0_dp
        end do
        k(a, a) = 1.0_dp
        k(nloads + a, a) = 1.0_dp
        x(a) = 0.0_dp
      end if
      if (b /= 0 .and. mode(i) /= 0) call rockers_contact_bound(all, i, b, sign, limit, k, x)
    end do
    ! what is open has no load, however many times it counts in a limit of friction
    do i = 1, nmodes
      a = normal(i)
      if (a /= 0 .and. mode(i) == 3) then
        do l = 1, nloads
          if (l /= a) k(a, l) = 0.0_dp
        end do
      end if
    end do
    ! the loads and the inverse, by elimination with partial pivoting. Loads from the inverse would leave rates that are not zero
    ! where S is nearly singular
    do j = 1, nloads
      best = j
      do i = j + 1, nloads
        if (abs(k(j, i)) > abs(k(j, best))) best = i
      end do
      failed = j
      if (.not. abs(k(j, best)) > 1.0e-10_dp) return
      do l = 1, width
        value = k(l, j)
        k(l, j) = k(l, best)
        k(l, best) = value
      end do
      value = x(j)
      x(j) = x(best)
      x(best) = value
      pivot = k(j, j)
      x(j) = x(j)/pivot
      do l = 1, width
        k(l, j) = k(l, j)/pivot
      end do
      do i = 1, nloads
        if (i /= j .and. .not. abs(k(j, i)) <= 0.0_dp) then
          factor = k(j, i)
          x(i) = x(i) - factor*x(j)
          do l = 1, width
            k(l, i) = k(l, i) - factor*k(l, j)
          end do
        end if
      end do
    end do
    f = x
    failed = 0
    do i = 1, nmodes
      a = normal(i)
      if (a /= 0 .and. (mode(i) == 1 .or. mode(i) == 2)) then
        if (.not. k(nloads + a, a) > 0.0_dp) failed = nloads + 1
      end if
    end do
  end subroutine rockers_contact_solve
