
  ! impulses f of the contacts and stops that are near, by row, and the law that they keep: 0 nothing takes part, 1 friction
  ! against the slip before the impact, 2 after it, 3 and 4 likewise with half and a quarter of e, 5 with e = 0. r: the
  ! rates after all other impulses; before: before any; least: the least normal speed after the impact, slide: the slip
  ! speed by contact; still: the speed that counts as zero. near: 1 where a contact takes part; beside contacts in space, at
  ! an event that changes the mode alone, 2 where it is closed and at rest, 3 where it slides. S, r, before and limit are
  ! scaled in place. failed: 0, or the number of rows + 4: none are consistent without a gain of energy
  pure subroutine rockers_contact_impulses(still, s, r, before, limit, least, near, slide, f, law, failed)
    integer, parameter :: nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3
    real(dp), intent(in) :: still
    real(dp), intent(inout) :: s(nrows, nrows)
    real(dp), intent(inout) :: r(nrows)
    real(dp), intent(inout) :: before(nrows)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(in) :: least(nmembers)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(inout) :: slide(nmodes)
    real(dp), intent(out) :: f(nrows)
    real(dp), intent(out) :: law
    real(dp), intent(out) :: failed
    real(dp), parameter :: shares(5) = [1.0_dp, 1.0_dp, 0.5_dp, 0.25_dp, 0.0_dp]
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    real(dp) :: slope(nrows, nslopes), scale(nrows), slack(nrows), free(nrows), rise(nrows), bounce(nrows), ban(nmembers)
    integer :: best(nmembers), row, result, i, count
    logical :: takes_part
    slope = 0.0_dp
    ban = 0.0_dp
    rise = 0.0_dp
    call rockers_contact_scale(nrows, s, r, limit, slope, scale)
    takes_part = .false.
    do i = 1, nmembers
      takes_part = takes_part .or. abs(near(i) - 1.0_dp) < 0.5_dp
      row = normal(i)
      if (row /= 0) rise(row) = least(i)*scale(row)
    end do
    free = r
    do i = 1, nrows
      slack(i) = still*scale(i)
      before(i) = before(i)*scale(i)
    end do
    f = 0.0_dp
    law = 0.0_dp
    result = 1
    do count = 1, 5
      law = law + 1.0_dp
      do i = 1, nrows
        bounce(i) = shares(count)*rise(i)
        r(i) = free(i) - bounce(i)
      end do
      if (count > 1) slide = 0.0_dp
      if (count < 5) then
        call rockers_contact_search(s, r, limit, slope, slack, near, slide, ban, .true., before, bounce, best, f, result)
      else
        call rockers_contact_rest(s, r, limit, near, f, result)
      end if
      if (result == 0) exit
    end do
    if (.not. takes_part) law = 0.0_dp
    do i = 1, nrows
      f(i) = f(i)*scale(i)
    end do
    if (result == 0) then
      failed = 0.0_dp
    else
      failed = real(nrows + 4, dp)
    end if
  end subroutine rockers_contact_impulses
