
  ! the mode that loads x say: open without a load, sliding at the limit of friction. begin_along, begin_across: the
  ! direction of the slip; along, across: the same, of contacts in space that slide from rest against their friction
  pure subroutine rockers_contact_guess(limit, near, slide, ban, impact, x, mode)
    integer, parameter :: nrows = 2, nmembers = 1, nmodes = 1
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    logical, intent(in) :: impact
    real(dp), intent(in) :: x(nrows)
    integer, intent(out) :: mode(nmembers)
    integer, parameter :: normal(nmembers) = [1]
    integer, parameter :: tangent(nmembers) = [2]
    real(dp) :: most, largest, load
    integer :: a, b, k, l, i
    largest = 0.0_dp
    mode = 3
    do l = 1, nrows
      largest = max(largest, abs(x(l)))
    end do
    do i = 1, nmembers
      if (.not. near(i) > 0.5_dp) cycle
      a = normal(i)
      if (a /= 0) then
        if (.not. x(a) > 1.0e-09_dp*largest) cycle
      end if
      mode(i) = 0
      if (i > nmodes) cycle
      ! the same, among those with a slip: compilers would look for the slips of all i
      k = i
      b = tangent(i)
      if (b == 0) cycle
      call rockers_contact_most(i, limit, x, most)
      load = abs(x(b))
      if (.not. impact .and. abs(slide(k)) > 0.0_dp .or. .not. load < most*0.999999999_dp .or. abs(ban(i) - 2.0_dp) < 0.5_dp) then
        if (slide(k) > 0.0_dp .or. .not. slide(k) < 0.0_dp .and. x(b) <= 0.0_dp) then
          mode(i) = 1
        else
          mode(i) = 2
        end if
      end if
    end do
  end subroutine rockers_contact_guess
