
  ! impulses without any bounce, as a complementarity problem, which has a solution: friction mu P against the slip after
  ! the impact. By contact that takes part P, the parts of T up and down, and the slip; of a stop P. failed: 0, or 1
  pure subroutine contact_rest(s, r, mu, near, f, failed)
    real(dp), intent(in) :: s(@N@,@N@), r(@N@), mu(@K@), near(@K@)
    real(dp), intent(out) :: f(@N@)
    integer, intent(out) :: failed
    integer, parameter :: m = @K@, most = @L@
    integer, parameter :: normal(m) = [@NORMAL@], tangent(m) = [@TANGENT@]
    real(dp) :: a(most,most), q(most), z(most)
    integer :: row(most), sign(most), p, i, j
    a = 0.0_dp
    q = 0.0_dp
    f = 0.0_dp
    p = 0
    do j = 1, m
      if (near(j) < 0.5_dp .or. normal(j) == 0) cycle
      p = p + 1
      row(p) = normal(j)
      sign(p) = 1
      if (tangent(j) == 0) cycle
      row(p+1:p+3) = [tangent(j), tangent(j), 1]
      sign(p+1:p+3) = [1, -1, 0]
      a(p+3,p) = mu(j)
      a(p+3,p+1:p+2) = -1.0_dp
      a(p+1:p+2,p+3) = 1.0_dp
      p = p + 3
    end do
    do i = 1, p
      q(i) = sign(i)*r(row(i))
      do j = 1, p
        a(i,j) = a(i,j) + sign(i)*sign(j)*s(row(i),row(j))
      end do
    end do
    call contact_pivots(p, a, q, z, failed)
    if (failed /= 0) return
    do i = 1, p
      f(row(i)) = f(row(i)) + sign(i)*z(i)
    end do
  end subroutine contact_rest

  ! xa: the speed that counts as zero, S, the rates after all other impulses and before any, mu, the least normal speed
  ! after the impact, whether it takes part, the slip speed by contact; xr: the impulses, the law that they keep, then 0 or
  ! @N@ + 4: none are consistent without a gain of energy. The laws: 0 nothing takes part, 1 friction against the slip
  ! before the impact, 2 after it, 3 and 4 likewise with half and a quarter of e, 5 with e = 0
  pure subroutine @M@_contact_impulses(xa, xr)
    integer, parameter :: n = @N@, m = @K@, searched = @MC@, last = 1 + n*n + 2*n, part = last + searched + m
    integer, parameter :: normal(m) = [@NORMAL@]
    real(dp), parameter :: bounces(5) = [1.0_dp, 1.0_dp, 0.5_dp, 0.25_dp, 0.0_dp]
    real(dp), intent(in) :: xa(part + 2*m)
    real(dp), intent(out) :: xr(n + 2)
    real(dp) :: s(n,n), r(n), limit(m), slope(n,m), scale(n), ban(m), f(n), before(n), least(n), near(m)
    real(dp) :: slide(m)
    integer :: best(m), failed, law, i, a
    s = reshape(xa(2:1+n*n), [n, n])
    r = xa(n*n+2:n*n+n+1)
    limit = 0.0_dp
    limit(1:searched) = xa(last+1:last+searched)
    near = xa(part+1:part+m)
    slide = xa(part+m+1:part+2*m)
    slope = 0.0_dp
    ban = 0.0_dp
    least = 0.0_dp
    do i = 1, m
      a = normal(i)
      if (a > 0) least(a) = xa(last + searched + i)
    end do
    call contact_scale(n, s, r, limit, slope, scale)
    before = xa(n*n+n+2:last)*scale
    least = least*scale
    do law = 1, 5
      if (law > 1) slide = 0.0_dp
      if (law < 5) then
        call contact_search(s, r - bounces(law)*least, limit, slope, xa(1)*scale, near, slide, ban, .true., before, &
          bounces(law)*least, best, f, failed)
      else
        call contact_rest(s, r, limit, near, f, failed)
      end if
      if (failed == 0) exit
    end do
    xr(1:n) = f*scale
    xr(n + 1) = merge(min(law, 5), 0, any(near > 0.5_dp))
    xr(n + 2) = merge(0, n + 4, failed == 0)
  end subroutine @M@_contact_impulses
