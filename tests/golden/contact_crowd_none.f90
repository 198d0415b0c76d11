
  ! searches a mode where many contacts may be closed (contact_search): loads from relaxation say which, and the contact
  ! that contradicts it most changes its mode until all fit. The first one that fits is taken; others are not looked for.
  ! failed: as of contact_search
  pure subroutine rockers_contact_crowd(s, r, limit, slack, near, slide, ban, impact, before, least, best, f, failed)
    integer, parameter :: nrows = 2, nloads = 2, nmembers = 1, nmodes = 1
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slack(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    real(dp), intent(in) :: ban(nmembers)
    logical, intent(in) :: impact
    real(dp), intent(in) :: before(nrows)
    real(dp), intent(in) :: least(nrows)
    integer, intent(out) :: best(nmembers)
    real(dp), intent(out) :: f(nrows)
    integer, intent(out) :: failed
    real(dp) :: loads(nrows), x(nrows), rate(nrows), excess(nrows), largest, broken
    integer :: sweeps, unsolved, unfit, count, tries
    logical :: fits, wrong, changed
    best = -1
    loads = 0.0_dp
    x = 0.0_dp
    f = 0.0_dp
    wrong = .false.
    sweeps = 50
    do count = 1, 6
      call rockers_contact_relax(sweeps, s, r, limit, near, slide, ban, impact, loads)
      sweeps = 3*sweeps
      call rockers_contact_guess(limit, near, slide, ban, impact, loads, best)
      do tries = 1, 4*nmembers
        call rockers_contact_directions(s, r, limit, slack, near, slide, ban, best, x, unsolved, unfit)
        if (unsolved > 0 .and. unsolved <= nloads .or. unfit > nmembers) exit
        if (unfit > 0) then
          if (abs(ban(unfit) - 2.0_dp) < 0.5_dp) exit
          best(unfit) = 0
          cycle
        end if
        call rockers_contact_fits(s, r, limit, slack, near, slide, impact, before, least, best, x, rate, excess, largest, broken, &
            fits)
        if (fits) then
          if (unsolved == 0) then
            f = x
            failed = 0
            return
          end if
          wrong = .true.
        end if
        call rockers_contact_repair(near, slide, ban, slack, excess, x, best, changed)
        if (.not. changed) exit
      end do
    end do
    failed = nrows + 2
    if (wrong) failed = nrows + 1
  end subroutine rockers_contact_crowd
