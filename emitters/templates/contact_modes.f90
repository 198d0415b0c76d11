
  ! xa: the rate that counts as zero, S, r, limits, @SLOPETEXT@near, slide, ban by contact (contact_search); xr: closed, slip
  ! by contact, the loads, then 0 or @N@ + 1: Painleve's paradox, @N@ + 2: no mode is consistent, @N@ + 3: modes with
  ! different accelerations are
  pure subroutine @M@_contact_modes(xa, xr)
    integer, parameter :: n = @N@, m = @K@, searched = @MC@, slopes = @SLOPES@, last = 1 + n*n + n + searched + slopes
    real(dp), intent(in) :: xa(last + 3*m)
    real(dp), intent(out) :: xr(2*m + n + 1)
    real(dp) :: s(n,n), r(n), limit(m), slope(n,m), scale(n), near(m), slide(m), ban(m), f(n)
    integer :: best(m), failed
    s = reshape(xa(2:1+n*n), [n, n])
    r = xa(n*n+2:n*n+n+1)
    limit = 0.0_dp
    limit(1:searched) = xa(n*n+n+2:n*n+n+searched+1)
    slope = reshape(xa(n*n+n+searched+2:last), [n, m], pad = [0.0_dp])
    near = xa(last+1:last+m)
    slide = xa(last+m+1:last+2*m)
    ban = xa(last+2*m+1:last+3*m)
    call contact_scale(n, s, r, limit, slope, scale)
    call contact_search(s, r, limit, slope, xa(1)*scale, near, slide, ban, .false., r, r, best, f, failed)
    if (failed == n + 2 .and. any(ban > 0.5_dp)) then
      ban = 0.0_dp
      call contact_search(s, r, limit, slope, xa(1)*scale, near, slide, ban, .false., r, r, best, f, failed)
    end if
    xr(1:m) = merge(0.0_dp, 1.0_dp, best == 3)
    xr(m+1:2*m) = merge(1.0_dp, merge(-1.0_dp, 0.0_dp, best == 2), best == 1)
    xr(2*m+1:2*m+n) = f*scale
    xr(2*m+n+1) = failed
  end subroutine @M@_contact_modes
