
  ! Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns; failed: 0, or 1 where they end without. Of rows
  ! with equal ratios the lexicographically least one leaves
  pure subroutine contact_pivots(p, a, q, z, failed)
    integer, intent(in) :: p
    real(dp), intent(in) :: a(@L@,@L@), q(@L@)
    real(dp), intent(out) :: z(@L@)
    integer, intent(out) :: failed
    integer, parameter :: most = @L@
    real(dp) :: t(most,2*most + 2), magnitude, difference, rest
    integer :: basis(most), row, enter, left, i, j, step
    z = 0.0_dp
    t = 0.0_dp
    failed = 0
    magnitude = 0.0_dp
    do i = 1, p
      magnitude = max(magnitude, abs(q(i)))
    end do
    row = 1
    do i = 1, p
      t(i,i) = 1.0_dp
      t(i,p+1:2*p) = -a(i,1:p)
      t(i,2*p+1) = -1.0_dp
      if (magnitude > 0.0_dp) t(i,2*p+2) = q(i)/magnitude
      basis(i) = i
      if (t(i,2*p+2) <= t(row,2*p+2)) row = i
    end do
    if (p == 0) return
    if (.not. t(row,2*p+2) < 0.0_dp) return
    failed = 1
    enter = 2*p + 1
    do step = 1, 50*(p + 1)
      left = basis(row)
      t(row,1:2*p+2) = t(row,1:2*p+2)/t(row,enter)
      do i = 1, p
        if (i /= row) t(i,1:2*p+2) = t(i,1:2*p+2) - t(i,enter)*t(row,1:2*p+2)
      end do
      basis(row) = enter
      rest = 0.0_dp  ! what is wrong still
      do i = 1, p
        if (basis(i) == 2*p + 1) rest = t(i,2*p+2)
      end do
      if (rest <= 1.0e-11_dp) then
        do i = 1, p
          if (basis(i) > p .and. basis(i) <= 2*p) z(basis(i) - p) = max(0.0_dp, t(i,2*p+2)*magnitude)
        end do
        failed = 0
        return
      end if
      enter = merge(left + p, left - p, left <= p)
      row = 0
      do i = 1, p
        if (.not. t(i,enter) > 1.0e-9_dp) cycle
        difference = -1.0_dp
        if (row > 0) difference = t(i,2*p+2)/t(i,enter) - t(row,2*p+2)/t(row,enter)
        if (difference < -1.0e-9_dp) then
          row = i
        else if (difference <= 1.0e-9_dp) then
          difference = 0.0_dp
          do j = 1, p
            if (abs(difference) > 1.0e-9_dp) exit
            difference = t(i,j)/t(i,enter) - t(row,j)/t(row,enter)
          end do
          if (basis(i) == 2*p + 1 .or. (basis(row) /= 2*p + 1 .and. difference < 0.0_dp)) row = i
        end if
      end do
      if (row == 0) return
    end do
  end subroutine contact_pivots

  ! closes of the stops that touch those that must be, beside a mode of the contacts: x is that mode's loads without them
  ! and gets theirs. ban: 1 for closed is not tried. failed: 0, or 1 where no stops fit
  pure subroutine contact_close(s, r, tiny_rate, near, ban, by_stop, mode, x, failed)
    real(dp), intent(in) :: s(@N@,@N@), r(@N@), tiny_rate(@N@), near(@K@), ban(@K@), by_stop(@NCD@,@STOPSD@)
    integer, intent(inout) :: mode(@K@)
    real(dp), intent(inout) :: x(@N@)
    integer, intent(out) :: failed
    integer, parameter :: most = @L@
    real(dp) :: a(most,most), q(most), z(most), magnitude
    integer :: rows, first, stops, who(most), p, i, j, row
    rows = @NC@
    first = @MC@
    stops = @STOPS@
    p = 0
    who = 0
    mode(first+1:) = 3
    x(rows+1:) = 0.0_dp
    do j = 1, stops
      if (near(first + j) < 0.5_dp .or. nint(ban(first + j)) == 1) cycle
      p = p + 1
      who(p) = j
    end do
    magnitude = 0.0_dp
    do i = 1, rows
      magnitude = max(magnitude, abs(x(i)))
    end do
    do i = 1, p
      row = rows + who(i)
      magnitude = max(magnitude, abs(r(row)))
      q(i) = r(row) + dot_product(s(row,1:rows), x(1:rows))
      do j = 1, p
        a(i,j) = s(row,rows + who(j)) - dot_product(s(row,1:rows), by_stop(1:rows,who(j)))
        if (abs(a(i,j)) < 1.0e-12_dp) a(i,j) = 0.0_dp
      end do
    end do
    do i = 1, p
      if (abs(q(i)) <= 1.0e-9_dp*magnitude + tiny_rate(rows + who(i))) q(i) = 0.0_dp
    end do
    call contact_pivots(p, a, q, z, failed)
    if (failed /= 0) return
    do i = 1, p
      row = rows + who(i)
      if (z(i) <= 1.0e-9_dp*magnitude + tiny_rate(row)) cycle
      mode(first + who(i)) = 0
      x(row) = z(i)
      x(1:rows) = x(1:rows) - by_stop(1:rows,who(i))*z(i)
    end do
  end subroutine contact_close

  ! searches the modes of contacts and dry friction in declared order, the last one's first: at most @MOST@ solutions, each
  ! with the stops that it closes. near: the contact may be closed; slide: its slip speed; ban: 1 for closed, 2 for
  ! sticking is not tried. Of an impact the first consistent mode that gives no energy is taken; its rates are before, and
  ! r + S f + least after it. failed: 0, or @N@ + 1, .. as the last result of contact_modes
  pure subroutine contact_search(s, r, limit, slope, tiny_rate, near, slide, ban, impact, before, least, best, f, failed)
    real(dp), intent(in) :: s(@N@,@N@), r(@N@), limit(@K@), slope(@N@,@K@), tiny_rate(@N@)
    real(dp), intent(in) :: near(@K@), slide(@K@), ban(@K@), before(@N@), least(@N@)
    logical, intent(in) :: impact
    integer, intent(out) :: best(@K@), failed
    real(dp), intent(out) :: f(@N@)
    integer, parameter :: n = @N@, m = @K@, rows = @NC@, searched = @MC@
    integer, parameter :: normal(m) = [@NORMAL@], tangent(m) = [@TANGENT@]
    real(dp) :: x(n), rate(n), first(n), by_stop(@NCD@,@STOPSD@), most, magnitude
    integer :: mode(m), i, j, a, b, unfit
    logical :: found, wrong, several, allowed, fits
    f = 0.0_dp
    x = 0.0_dp
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
      allowed = searched == 0
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
      if (i < searched) then
        i = i + 1
        mode(i) = -1
        cycle
      end if
      if (searched == 0) i = 0  ! one mode
      call contact_solve(n, s, r, limit, slope, mode, x, by_stop, failed)
      if (failed > 0 .and. failed <= rows) cycle
      call contact_close(s, r, tiny_rate, near, ban, by_stop, mode, x, unfit)
      if (unfit /= 0) cycle
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
        if (a > 0) fits = fits .and. x(a) >= -1.0e-9_dp*magnitude - tiny_rate(a)
        if (b == 0) cycle
        most = limit(j)
        if (a > 0) most = limit(j)*x(a)
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
