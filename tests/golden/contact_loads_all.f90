
  ! the loads f on the rows of contacts and dry friction in the mode that closed and slip say; along, across: as of
  ! contact_solve. S, r, limit and slope are scaled in place. failed: as of contact_solve
  pure subroutine rockers_contact_loads(s, r, limit, slope, closed, slip, f, failed)
    integer, parameter :: nrows = 6, nloads = 4, nmodes = 3, nstops = 2, nslopes = 3
    real(dp), intent(inout) :: s(nloads, nloads)
    real(dp), intent(inout) :: r(nloads)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(inout) :: slope(nloads, nslopes)
    real(dp), intent(in) :: closed(nmodes)
    real(dp), intent(in) :: slip(nmodes)
    real(dp), intent(out) :: f(nloads)
    real(dp), intent(out) :: failed
    real(dp) :: scale(nloads), by_stop(nloads, nstops), k(nloads + nrows, nloads)
    integer :: mode(nmodes), result, i
    call rockers_contact_flagged(closed, slip, mode)
    call rockers_contact_scale(nloads, s, r, limit, slope, scale)
    call rockers_contact_solve(nloads, s, r, limit, slope, mode, f, by_stop, k, result)
    do i = 1, nloads
      f(i) = f(i)*scale(i)
    end do
    failed = real(result, dp)
  end subroutine rockers_contact_loads
