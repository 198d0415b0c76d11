
  ! so many sweeps of relaxation over the loads x, in place: each contact's are put right and projected onto what its
  ! friction allows, as if the others' stayed. ban: 1 for closed is not tried
  pure subroutine rockers_contact_relax(sweeps, s, r, limit, slope, near, slide, ban, impact, x)
    integer, parameter :: nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3
    integer, intent(in) :: sweeps
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slope(nrows, nslopes)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    logical, intent(in) :: impact
    real(dp), intent(inout) :: x(nrows)
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    real(dp) :: rate, most
    integer :: a, b, k, count, i, l
    do count = 1, sweeps
      do i = 1, nmembers
        a = normal(i)
        b = tangent(i)
        if (.not. near(i) > 0.5_dp) cycle
        if (a /= 0) then
          rate = r(a)
          do l = 1, nrows
            rate = rate + s(l, a)*x(l)
          end do
          if (s(a, a) > 0.0_dp) x(a) = max(0.0_dp, x(a) - rate/s(a, a))
          if (abs(ban(i) - 1.0_dp) < 0.5_dp) x(a) = 0.0_dp
        end if
        if (b == 0 .or. i > nmodes) cycle
        ! the same, among those with a slip: compilers would look for the slips of all i
        k = i
        call rockers_contact_most(i, limit, slope, x, most)
        rate = r(b)
        do l = 1, nrows
          rate = rate + s(l, b)*x(l)
        end do
        if (s(b, b) > 0.0_dp) x(b) = max(-most, min(most, x(b) - rate/s(b, b)))
        if (.not. impact .and. slide(k) > 0.0_dp) x(b) = -most
        if (.not. impact .and. slide(k) < 0.0_dp) x(b) = most
      end do
    end do
  end subroutine rockers_contact_relax
