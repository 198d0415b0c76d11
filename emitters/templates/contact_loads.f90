
  ! xa: S, r, limits, @SLOPETEXT@closed, slip by contact; xr: the loads, then 0 or what fails (contact_solve)
  pure subroutine @M@_contact_loads(xa, xr)
    integer, parameter :: n = @NC@, m = @MC@, slopes = @SLOPES_LOADS@
    real(dp), intent(in) :: xa(n*n + n + 3*m + slopes)
    real(dp), intent(out) :: xr(n + 1)
    real(dp) :: s(n,n), r(n), limit(m), slope(n,m), scale(n), closed(m), slip(m), by_stop(n,0)
    integer :: mode(m), failed
    s = reshape(xa(1:n*n), [n, n])
    r = xa(n*n+1:n*n+n)
    limit = xa(n*n+n+1:n*n+n+m)
    slope = 0.0_dp
    if (slopes > 0) slope = reshape(xa(n*n+n+m+1:n*n+n+m+slopes), [n, m], pad = [0.0_dp])
    closed = xa(n*n+n+m+slopes+1:n*n+n+2*m+slopes)
    slip = xa(n*n+n+2*m+slopes+1:)
    mode = merge(1, merge(2, 0, slip < 0.0_dp), slip > 0.0_dp)
    where (.not. abs(closed) > 0.0_dp) mode = 3
    call contact_scale(n, s, r, limit, slope, scale)
    call contact_solve(n, s, r, limit, slope, mode, xr(1:n), by_stop, failed)
    xr(1:n) = xr(1:n)*scale
    xr(n + 1) = failed
  end subroutine @M@_contact_loads
