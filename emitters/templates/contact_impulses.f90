
  ! xa: the speed that counts as zero, S, the rates after all other impulses and before any, mu, the least normal speed
  ! after the impact, whether it takes part, the slip speed by contact; xr: the impulses, then 0 or @N@ + 4: none are
  ! consistent without a gain of energy
  pure subroutine @M@_contact_impulses(xa, xr)
    integer, parameter :: n = @N@, m = @K@, last = 1 + n*n + 2*n
    integer, parameter :: normal(m) = [@NORMAL@]
    real(dp), intent(in) :: xa(last + 4*m)
    real(dp), intent(out) :: xr(n + 1)
    real(dp) :: s(n,n), r(n), limit(m), slope(n,m), scale(n), ban(m), f(n), before(n), least(n), near(m), slide(m)
    integer :: best(m), failed, i, a
    s = reshape(xa(2:1+n*n), [n, n])
    before = xa(n*n+n+2:last)
    limit = xa(last+1:last+m)
    near = xa(last+2*m+1:last+3*m)
    slide = xa(last+3*m+1:last+4*m)
    slope = 0.0_dp
    ban = 0.0_dp
    least = 0.0_dp
    do i = 1, m
      a = normal(i)
      if (a > 0) least(a) = xa(last + m + i)
    end do
    r = xa(n*n+2:n*n+n+1) - least
    call contact_scale(s, r, limit, slope, scale)
    call contact_search(s, r, limit, slope, xa(1)*scale, near, slide, ban, .true., before*scale, least*scale, best, f, failed)
    xr(1:n) = f*scale
    xr(n + 1) = merge(0, n + 4, failed == 0)
  end subroutine @M@_contact_impulses
