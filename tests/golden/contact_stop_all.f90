
  ! impulses f that take the rest of a slip from contacts that count as at rest where the mode changes: from there they
  ! slide into the direction of their acceleration. near: as of contact_impulses
  pure subroutine rockers_contact_stop(s, r, near, f)
    integer, parameter :: nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2, nslopes = 3
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(out) :: f(nrows)
    real(dp) :: limit(nmodes), slope(nrows, nslopes), x(nloads), by_stop(nloads, nstops), k(nloads + nrows, nloads)
    integer :: mode(nmodes), failed, i
    f = 0.0_dp
    limit = 0.0_dp
    slope = 0.0_dp
    do i = 1, nmodes
      mode(i) = 3
      if (near(i) > 1.5_dp) mode(i) = 0
      if (near(i) > 2.5_dp) mode(i) = 1
    end do
    call rockers_contact_solve(nrows, s, r, limit, slope, mode, x, by_stop, k, failed)
    if (failed == 0 .or. failed > nloads) then
      do i = 1, nloads
        f(i) = x(i)
      end do
    end if
  end subroutine rockers_contact_stop
