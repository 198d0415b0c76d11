
  ! what load i on the rows of contacts and dry friction gains for 1 on the right side of row j, in the mode that closed and
  ! slip say: a rate that is held, else a load less what it keeps to; along, across: as of contact_solve. S, limit and slope
  ! are scaled in place
  pure subroutine rockers_contact_inverse(s, limit, slope, closed, slip, inverse)
    integer, parameter :: nrows = 6, nloads = 4, nmembers = 5, nmodes = 3, nstops = 2, nslopes = 3
    real(dp), intent(inout) :: s(nloads, nloads)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(inout) :: slope(nloads, nslopes)
    real(dp), intent(in) :: closed(nmodes)
    real(dp), intent(in) :: slip(nmodes)
    real(dp), intent(out) :: inverse(nloads, nloads)
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    real(dp) :: r(nloads), f(nloads), scale(nloads), by_stop(nloads, nstops), k(nloads + nrows, nloads), by(nloads)
    integer :: mode(nmodes), a, b, failed, i, j
    r = 0.0_dp
    call rockers_contact_flagged(closed, slip, mode)
    call rockers_contact_scale(nloads, s, r, limit, slope, scale)
    call rockers_contact_solve(nloads, s, r, limit, slope, mode, f, by_stop, k, failed)
    do i = 1, nloads
      by(i) = scale(i)
    end do
    do i = 1, nmodes
      a = normal(i)
      b = tangent(i)
      if (a /= 0 .and. mode(i) == 3) by(a) = 1.0_dp/scale(a)
      if (b /= 0 .and. mode(i) /= 0) by(b) = 1.0_dp/scale(b)
    end do
    do j = 1, nloads
      do i = 1, nloads
        f(i) = k(nloads + j, i)
      end do
      do i = 1, nloads
        inverse(j, i) = f(i)*by(j)*scale(i)
      end do
    end do
  end subroutine rockers_contact_inverse
