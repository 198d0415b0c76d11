
  ! whether loads x in a mode keep all inequalities: rates, by how much each row breaks its own (excess), the most beyond
  ! what is rounding (broken), the largest load and rate. Of an impact: whether it gives no energy, too
  pure subroutine rockers_contact_fits(s, r, limit, slack, near, slide, impact, before, least, mode, x, rate, excess, largest, &
      broken, fits)
    integer, parameter :: nrows = 2, nmembers = 1, nmodes = 1
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    logical, intent(in) :: impact
    real(dp), intent(in) :: before(nrows)
    real(dp), intent(in) :: least(nrows)
    integer, intent(in) :: mode(nmembers)
    real(dp), intent(in) :: x(nrows)
    real(dp), intent(out) :: rate(nrows)
    real(dp), intent(out) :: excess(nrows)
    real(dp), intent(out) :: largest
    real(dp), intent(out) :: broken
    logical, intent(out) :: fits
    integer, parameter :: normal(nmembers) = [1]
    integer, parameter :: tangent(nmembers) = [2]
    real(dp) :: most, gain, load
    integer :: a, b, l, j
    do l = 1, nrows
      rate(l) = r(l)
      do j = 1, nrows
        rate(l) = rate(l) + s(l, j)*x(j)
      end do
    end do
    largest = 0.0_dp
    do j = 1, nmembers
      if (near(j) > 0.5_dp) then
        a = normal(j)
        b = tangent(j)
        if (a /= 0) then
          largest = max(largest, abs(r(a)))
          largest = max(largest, abs(x(a)))
        end if
        if (b /= 0) then
          largest = max(largest, abs(r(b)))
          largest = max(largest, abs(x(b)))
        end if
      end if
    end do
    do l = 1, nrows
      excess(l) = 0.0_dp
    end do
    do j = 1, nmodes
      if (near(j) > 0.5_dp) then
        a = normal(j)
        b = tangent(j)
        if (a /= 0) then
          if (mode(j) == 3) then
            excess(a) = -rate(a)
          else
            excess(a) = -x(a)
          end if
        end if
        if (b == 0 .or. mode(j) == 3) cycle
        most = limit(j)
        if (a /= 0) most = limit(j)*x(a)
        load = abs(x(b))
        if (mode(j) == 0) then
          excess(b) = load - most
        else if (.not. abs(slide(j)) > 0.0_dp) then
          if (mode(j) == 1) then
            excess(b) = -rate(b)
          else
            excess(b) = rate(b)
          end if
        end if
      end if
    end do
    fits = .true.
    broken = 0.0_dp
    do l = 1, nrows
      fits = fits .and. excess(l) <= 1.0e-09_dp*largest + slack(l)
      broken = max(broken, excess(l) - slack(l))
    end do
    if (fits .and. impact) then
      gain = 0.0_dp
      most = 0.0_dp
      do j = 1, nrows
        gain = gain + 0.5_dp*x(j)*(before(j) + rate(j) + least(j))
        most = most + abs(x(j))*(abs(before(j)) + abs(rate(j) + least(j))) + 1.0e+09_dp*slack(j)*slack(j)
      end do
      fits = gain <= 1.0e-09_dp*most
    end if
  end subroutine rockers_contact_fits
