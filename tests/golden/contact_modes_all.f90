
  ! the mode of contacts, dry friction and stops: whether each is closed, and where it slips (contact_search); their loads
  ! f, and the directions in which contacts in space slide. S, r, limit and slope are scaled in place; still: the rate that
  ! counts as zero. failed: as of contact_search
  pure subroutine rockers_contact_modes(still, s, r, limit, slope, near, slide, ban, closed, slip, f, failed)
    integer, parameter :: nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3
    real(dp), intent(in) :: still
    real(dp), intent(inout) :: s(nrows, nrows)
    real(dp), intent(inout) :: r(nrows)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(inout) :: slope(nrows, nslopes)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(inout) :: ban(nmembers)
    real(dp), intent(out) :: closed(nmembers)
    real(dp), intent(out) :: slip(nmembers)
    real(dp), intent(out) :: f(nrows)
    real(dp), intent(out) :: failed
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    real(dp) :: scale(nrows), slack(nrows), held(nmembers)
    integer :: best(nmembers), result, b, i
    logical :: banned
    call rockers_contact_scale(nrows, s, r, limit, slope, scale)
    do i = 1, nrows
      slack(i) = still*scale(i)
    end do
    ! along what all other rows hold they carry the load, and friction is at its limit: a load that sticks there is rounding alone
    held = ban
    do i = 1, nmodes
      b = tangent(i)
      if (b /= 0) then
        if (.not. s(b, b) > 0.0_dp .and. .not. ban(i) > 0.5_dp) held(i) = 2.0_dp
      end if
    end do
    call rockers_contact_search(s, r, limit, slope, slack, near, slide, held, .false., r, r, best, f, result)
    banned = .false.
    do i = 1, nmembers
      banned = banned .or. held(i) > 0.5_dp
    end do
    if (result == nrows + 2 .and. banned) then
      ban = 0.0_dp
      call rockers_contact_search(s, r, limit, slope, slack, near, slide, ban, .false., r, r, best, f, result)
    end if
    do i = 1, nmembers
      if (best(i) == 3) then
        closed(i) = 0.0_dp
      else
        closed(i) = 1.0_dp
      end if
      slip(i) = 0.0_dp
      if (best(i) == 1) slip(i) = 1.0_dp
      if (best(i) == 2) slip(i) = -1.0_dp
    end do
    do i = 1, nrows
      f(i) = f(i)*scale(i)
    end do
    failed = real(result, dp)
  end subroutine rockers_contact_modes
