
  ! loads f on the @NC@ rows of contacts and dry friction, whose rates are r + S f, in a mode of these @MC@ contacts: 0 sticks,
  ! 1 and 2 slides up and down, 3 is open. S has `all` rows and columns: those behind are of stops, and by_stop is what f
  ! loses for a load of one on each. failed: 0, the number of a row whose pivot fails, or @NC@ + 1 where more normal force
  ! presses a sliding contact together. S has ones on its diagonal
  pure subroutine contact_solve(all, s, r, limit, slope, mode, f, by_stop, failed)
    integer, intent(in) :: all
    real(dp), intent(in) :: s(all,all), r(all), limit(@MCD@), slope(all,@MCD@)
    integer, intent(in) :: mode(@MCD@)
    real(dp), intent(out) :: f(@NCD@), by_stop(@NCD@,all - @NC@)
    integer, intent(out) :: failed
    integer, parameter :: normal(@K@) = [@NORMAL@], tangent(@K@) = [@TANGENT@]
    real(dp) :: k(@NCD@,@NCD@ + all), x(@NCD@), row(@NCD@ + all), sign
    integer :: n, m, i, j, a, b, best
    n = @NC@
    m = @MC@
    k = 0.0_dp
    k(1:n,1:n) = s(1:n,1:n)
    k(1:n,2*n+1:n+all) = s(1:n,n+1:)
    do i = 1, n
      k(i,n + i) = 1.0_dp
    end do
    x(1:n) = -r(1:n)
    f = 0.0_dp
    by_stop = 0.0_dp
    do i = 1, m
      a = normal(i)
      b = tangent(i)
      sign = merge(1.0_dp, -1.0_dp, mode(i) == 1)
      if (a > 0 .and. mode(i) == 3) then
        k(a,:) = 0.0_dp
        k(a,a) = 1.0_dp
        k(a,n + a) = 1.0_dp
        x(a) = 0.0_dp
      end if
      if (b == 0 .or. mode(i) == 0) cycle
      k(b,:) = 0.0_dp
      k(b,b) = 1.0_dp
      k(b,n + b) = 1.0_dp
      x(b) = 0.0_dp
      if (mode(i) == 3) cycle
      if (a > 0) then
        k(b,a) = sign*limit(i)
      else
        x(b) = -sign*limit(i)
      end if
      k(b,1:n) = k(b,1:n) + sign*slope(1:n,i)
      k(b,2*n+1:n+all) = k(b,2*n+1:n+all) + sign*slope(n+1:,i)
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
    f(1:n) = matmul(k(1:n,n+1:2*n), x(1:n))
    by_stop(1:n,:) = k(1:n,2*n+1:n+all)
    failed = 0
    do i = 1, m
      a = normal(i)
      if (a == 0 .or. mode(i) == 0 .or. mode(i) == 3) cycle
      if (.not. k(a,n + a) > 0.0_dp) failed = n + 1
    end do
  end subroutine contact_solve

  ! scales rows and loads such that S has ones on its diagonal, but for rows without motion
  pure subroutine contact_scale(all, s, r, limit, slope, scale)
    integer, intent(in) :: all
    real(dp), intent(inout) :: s(all,all), r(all), limit(@MCD@), slope(all,@MCD@)
    real(dp), intent(out) :: scale(all)
    integer, parameter :: normal(@K@) = [@NORMAL@], tangent(@K@) = [@TANGENT@]
    real(dp) :: by
    integer :: m, i, a, b
    m = @MC@
    scale = 1.0_dp
    do i = 1, all
      if (s(i,i) > 0.0_dp) scale(i) = 1.0_dp/sqrt(s(i,i))
    end do
    do i = 1, all
      s(:,i) = s(:,i)*scale*scale(i)
    end do
    r = r*scale
    do i = 1, m
      a = normal(i)
      b = tangent(i)
      by = 0.0_dp
      if (b > 0) by = 1.0_dp/scale(b)
      limit(i) = limit(i)*by
      if (a > 0) limit(i) = limit(i)*scale(a)
      slope(:,i) = slope(:,i)*by*scale
    end do
  end subroutine contact_scale
