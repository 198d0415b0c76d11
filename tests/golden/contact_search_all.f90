
  ! searches the modes of contacts and dry friction in declared order, the last one's first, each with the stops that it
  ! closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried. along,
  ! across: the direction of the slip of contacts in space, on return that of the mode found. Of an impact the first
  ! consistent mode that gives no energy is taken; its rates are before, and r + S f + least after it. Else the one that
  ! breaks its inequalities least is taken: where S is nearly singular, others break them little, too. Where more than 4
  ! contacts may be closed, contact_crowd searches. Contacts that depend on each other share their loads. failed: 0, or the
  ! number of rows + 1: more normal force presses a sliding contact together, + 2: no mode is consistent, + 3: modes with
  ! different accelerations are, up to rounding
  pure subroutine rockers_contact_search(s, r, limit, slope, slack, near, slide, ban, impact, before, least, best, f, failed)
    integer, parameter :: nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nslopes = 3
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slope(nrows, nslopes)
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
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    integer :: mode(nmembers), i, a, b, unsolved, unfit, j
    real(dp) :: x(nrows), rate(nrows), first(nrows), excess(nrows), largest, broken, smallest
    logical :: found, wrong, several, differs, allowed, fits
    f = 0.0_dp
    x = 0.0_dp
    first = 0.0_dp
    best = -1
    mode = -1
    found = .false.
    wrong = .false.
    several = .false.
    smallest = 0.0_dp
    unsolved = 0
    i = 1
    do while (i /= 0)
      ! the next mode of i
      a = normal(i)
      b = tangent(i)
      allowed = .false.
      do while (.not. allowed .and. mode(i) < 4)
        mode(i) = mode(i) + 1
        if (.not. near(i) > 0.5_dp) then
          allowed = mode(i) == 3
        else if (mode(i) == 3) then
          allowed = a /= 0
        else if (a /= 0 .and. abs(ban(i) - 1.0_dp) < 0.5_dp) then
          allowed = .false.
        else if (mode(i) == 0) then
          allowed = b == 0 .or. impact .or. .not. abs(slide(i)) > 0.0_dp .and. .not. abs(ban(i) - 2.0_dp) < 0.5_dp
        else if (mode(i) == 1) then
          allowed = b /= 0 .and. .not. slide(i) < 0.0_dp
        else if (mode(i) == 2) then
          allowed = b /= 0 .and. .not. slide(i) > 0.0_dp
        end if
      end do
      if (.not. allowed) then
        i = i - 1
        cycle
      end if
      if (i < nmodes) then
        i = i + 1
        mode(i) = -1
        cycle
      end if
      call rockers_contact_directions(s, r, limit, slope, slack, near, slide, ban, mode, x, unsolved, unfit)
      if (unsolved > 0 .and. unsolved <= nloads .or. unfit /= 0) cycle
      call rockers_contact_fits(s, r, limit, slope, slack, near, slide, impact, before, least, mode, x, rate, excess, largest, &
          broken, fits)
      if (.not. fits) cycle
      if (unsolved > 0) then
        wrong = .true.
        cycle
      end if
      if (broken <= 1.0e-12_dp*largest) then
        broken = 0.0_dp
      else
        broken = broken/largest
      end if
      if (found) then
        differs = .false.
        do j = 1, nrows
          if (.not. abs(rate(j) - first(j)) <= 1.0e-08_dp*largest + 10.0_dp*slack(j)) differs = .true.
        end do
        if (differs .and. .not. max(broken, smallest) > 0.0_dp) several = .true.
        if (.not. differs .or. .not. broken < smallest) cycle
      end if
      found = .true.
      smallest = broken
      best = mode
      f = x
      first = rate
      if (impact) then
        failed = 0
        return
      end if
    end do
    failed = 0
    if (several) failed = nrows + 3
    if (.not. found) failed = nrows + 2
    if (wrong) failed = nrows + 1
  end subroutine rockers_contact_search
