
  ! loads f on the @N@ rows of contacts and dry friction, whose rates are r + S f, in a mode of these @K@ contacts: 0 sticks,
  ! 1 and 2 slides up and down, 3 is open; failed: 0, the number of a row whose pivot fails, or @N@ + 1 where more normal
  ! force presses a sliding contact together. S has ones on its diagonal
  pure subroutine contact_solve(s, r, limit, slope, mode, f, failed)
    real(dp), intent(in) :: s(@N@,@N@), r(@N@), limit(@K@), slope(@N@,@K@)
    integer, intent(in) :: mode(@K@)
    real(dp), intent(out) :: f(@N@)
    integer, intent(out) :: failed
    integer, parameter :: n = @N@, m = @K@
    integer, parameter :: normal(m) = [@NORMAL@], tangent(m) = [@TANGENT@]
    real(dp) :: k(n,2*n), x(n), row(2*n), sign
    integer :: i, j, a, b, best
    k = 0.0_dp
    k(:,1:n) = s
    do i = 1, n
      k(i,n + i) = 1.0_dp
    end do
    x = -r
    f = 0.0_dp
    do i = 1, m
      a = normal(i)
      b = tangent(i)
      sign = merge(1.0_dp, -1.0_dp, mode(i) == 1)
      if (a > 0 .and. mode(i) == 3) then
        k(a,1:n) = 0.0_dp
        k(a,a) = 1.0_dp
        x(a) = 0.0_dp
      end if
      if (b == 0 .or. mode(i) == 0) cycle
      k(b,1:n) = 0.0_dp
      k(b,b) = 1.0_dp
      x(b) = 0.0_dp
      if (mode(i) == 3) cycle
      if (a > 0) then
        k(b,a) = sign*limit(i)
      else
        x(b) = -sign*limit(i)
      end if
      k(b,1:n) = k(b,1:n) + sign*slope(:,i)
    end do
    ! the inverse, by elimination with partial pivoting
    do j = 1, n
      best = j
      do i = j + 1, n
        if (abs(k(i,j)) > abs(k(best,j))) best = i
      end do
      failed = j
      if (.not. abs(k(best,j)) > 1.0e-10_dp) return
      row = k(best,:)
      k(best,:) = k(j,:)
      k(j,:) = row/row(j)
      do i = 1, n
        if (i /= j) k(i,:) = k(i,:) - k(i,j)*k(j,:)
      end do
    end do
    f = matmul(k(:,n+1:2*n), x)
    failed = 0
    do i = 1, m
      a = normal(i)
      if (a == 0 .or. mode(i) == 0 .or. mode(i) == 3) cycle
      if (.not. k(a,n + a) > 0.0_dp) failed = n + 1
    end do
  end subroutine contact_solve

  ! scales rows and loads such that S has ones on its diagonal
  pure subroutine contact_scale(s, r, limit, slope, scale)
    real(dp), intent(inout) :: s(@N@,@N@), r(@N@), limit(@K@), slope(@N@,@K@)
    real(dp), intent(out) :: scale(@N@)
    integer, parameter :: n = @N@, m = @K@
    integer, parameter :: normal(m) = [@NORMAL@], tangent(m) = [@TANGENT@]
    real(dp) :: by
    integer :: i, a, b
    scale = 0.0_dp
    do i = 1, n
      if (s(i,i) > 0.0_dp) scale(i) = 1.0_dp/sqrt(s(i,i))
    end do
    do i = 1, n
      s(:,i) = s(:,i)*scale*scale(i)
    end do
    r = r*scale
    do i = 1, m
      a = normal(i)
      b = tangent(i)
      by = 0.0_dp
      if (b > 0) then
        if (scale(b) > 0.0_dp) by = 1.0_dp/scale(b)
      end if
      limit(i) = limit(i)*by
      if (a > 0) limit(i) = limit(i)*scale(a)
      slope(:,i) = slope(:,i)*by*scale
    end do
  end subroutine contact_scale
