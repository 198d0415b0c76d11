
  ! searches the modes in declared order, the last contact's first: at most @MOST@ solutions. near: the contact may be
  ! closed; slide: its slip speed; ban: 1 for closed, 2 for sticking is not tried. Of an impact the first consistent mode
  ! that gives no energy is taken; its rates are before, and r + S f + least after it. failed: 0, or @N@ + 1, .. as the
  ! last result of contact_modes
  pure subroutine contact_search(s, r, limit, slope, tiny_rate, near, slide, ban, impact, before, least, best, f, failed)
    real(dp), intent(in) :: s(@N@,@N@), r(@N@), limit(@K@), slope(@N@,@K@), tiny_rate(@N@), near(@K@), slide(@K@), ban(@K@)
    real(dp), intent(in) :: before(@N@), least(@N@)
    logical, intent(in) :: impact
    integer, intent(out) :: best(@K@), failed
    real(dp), intent(out) :: f(@N@)
    integer, parameter :: n = @N@, m = @K@
    integer, parameter :: normal(m) = [@NORMAL@], tangent(m) = [@TANGENT@]
    real(dp) :: x(n), rate(n), first(n), most, magnitude
    integer :: mode(m), i, j, a, b
    logical :: found, wrong, several, allowed, fits
    f = 0.0_dp
    first = 0.0_dp
    best = -1
    mode = -1
    found = .false.
    wrong = .false.
    several = .false.
    i = 1
    do while (i >= 1)
      a = normal(i)
      b = tangent(i)
      allowed = .false.
      do while (.not. allowed .and. mode(i) < 4)
        mode(i) = mode(i) + 1
        if (near(i) < 0.5_dp) then
          allowed = mode(i) == 3
        else if (mode(i) == 3) then
          allowed = a > 0
        else if (a > 0 .and. nint(ban(i)) == 1) then
          allowed = .false.
        else if (mode(i) == 0) then
          allowed = b == 0 .or. impact .or. (.not. abs(slide(i)) > 0.0_dp .and. nint(ban(i)) /= 2)
        else if (mode(i) < 3 .and. b > 0) then
          allowed = .not. abs(slide(i)) > 0.0_dp .or. ((mode(i) == 1) .eqv. (slide(i) > 0.0_dp))
        end if
      end do
      if (.not. allowed) then
        i = i - 1
        cycle
      end if
      if (i < m) then
        i = i + 1
        mode(i) = -1
        cycle
      end if
      call contact_solve(s, r, limit, slope, mode, x, failed)
      if (failed > 0 .and. failed <= n) cycle
      rate = r + matmul(s, x)
      magnitude = 0.0_dp
      do j = 1, m
        if (near(j) < 0.5_dp) cycle
        a = normal(j)
        b = tangent(j)
        if (a > 0) magnitude = max(magnitude, abs(r(a)), abs(x(a)))
        if (b > 0) magnitude = max(magnitude, abs(r(b)), abs(x(b)))
      end do
      fits = .true.
      do j = 1, m
        a = normal(j)
        b = tangent(j)
        if (near(j) < 0.5_dp) cycle
        if (mode(j) == 3) then
          fits = fits .and. rate(a) >= -1.0e-9_dp*magnitude - tiny_rate(a)
          cycle
        end if
        most = limit(j)
        if (a > 0) then
          fits = fits .and. x(a) >= -1.0e-9_dp*magnitude - tiny_rate(a)
          most = limit(j)*x(a)
        end if
        if (b == 0) cycle
        most = most + dot_product(slope(:,j), x)
        if (mode(j) == 0) then
          fits = fits .and. abs(x(b)) <= most + 1.0e-9_dp*magnitude + tiny_rate(b)
        else if (.not. abs(slide(j)) > 0.0_dp) then
          fits = fits .and. merge(rate(b), -rate(b), mode(j) == 1) >= -1.0e-9_dp*magnitude - tiny_rate(b)
        end if
      end do
      if (impact) fits = fits .and. 0.5_dp*dot_product(x, before + rate + least) <= sum(tiny_rate**2) + &
        1.0e-9_dp*dot_product(abs(x), abs(before) + abs(rate + least))
      if (.not. fits) cycle
      if (failed > 0) then
        wrong = .true.
      else if (found) then
        several = several .or. .not. all(abs(rate - first) <= 1.0e-8_dp*magnitude + 10.0_dp*tiny_rate)
      else
        found = .true.
        best = mode
        f = x
        first = rate
        if (impact) exit
      end if
    end do
    failed = 0
    if (several) failed = n + 3
    if (.not. found) failed = n + 2
    if (wrong .and. .not. (impact .and. found)) failed = n + 1
  end subroutine contact_search
