
  ! the loads f on the rows of contacts and dry friction in the mode that closed and slip say. S, r, limit and slope are
  ! scaled in place. failed: as of contact_solve
  pure subroutine rockers_contact_loads(s, r, limit, slope, closed, slip, f, failed)
    integer, parameter :: nloads = 4, nmodes = 3, nstops = 2, nslopes = 3
    real(dp), intent(inout) :: s(nloads, nloads)
    real(dp), intent(inout) :: r(nloads)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(inout) :: slope(nloads, nslopes)
    real(dp), intent(in) :: closed(nmodes)
    real(dp), intent(in) :: slip(nmodes)
    real(dp), intent(out) :: f(nloads)
    real(dp), intent(out) :: failed
    real(dp) :: scale(nloads), by_stop(nloads, nstops)
    integer :: mode(nmodes), result, i
    do i = 1, nmodes
      mode(i) = 0
      if (slip(i) > 0.0_dp) mode(i) = 1
      if (slip(i) < 0.0_dp) mode(i) = 2
      if (.not. abs(closed(i)) > 0.0_dp) mode(i) = 3
    end do
    call rockers_contact_scale(nloads, s, r, limit, slope, scale)
    call rockers_contact_solve(nloads, s, r, limit, slope, mode, f, by_stop, result)
    do i = 1, nloads
      f(i) = f(i)*scale(i)
    end do
    failed = real(result, dp)
  end subroutine rockers_contact_loads
