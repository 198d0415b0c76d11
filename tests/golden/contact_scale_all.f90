
  ! scales rows and loads such that S has ones on its diagonal, but for rows without motion and contacts in space. slope(j,
  ! i): what the limit of i gains for a load of 1 on row j
  pure subroutine rockers_contact_scale(all, s, r, limit, slope, scale)
    integer, parameter :: nmembers = 5, nmodes = 3, nslopes = 3
    integer, intent(in) :: all
    real(dp), intent(inout) :: s(all, all)
    real(dp), intent(inout) :: r(all)
    real(dp), intent(inout) :: limit(nmodes)
    real(dp), intent(inout) :: slope(all, nslopes)
    real(dp), intent(out) :: scale(all)
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer, parameter :: tangent(nmembers) = [2, 3, 0, 0, 0]
    real(dp) :: by(nmodes)
    integer :: a, b, i, j
    do i = 1, all
      scale(i) = 1.0_dp
      if (s(i, i) > 0.0_dp) scale(i) = 1.0_dp/sqrt(s(i, i))
    end do
    do i = 1, all
      r(i) = r(i)*scale(i)
      do j = 1, all
        s(i, j) = s(i, j)*scale(i)*scale(j)
      end do
    end do
    do i = 1, nmodes
      a = normal(i)
      b = tangent(i)
      by(i) = 0.0_dp
      if (b /= 0) by(i) = 1.0_dp/scale(b)
      limit(i) = limit(i)*by(i)
      if (a /= 0) limit(i) = limit(i)*scale(a)
    end do
    do i = 1, nslopes
      do j = 1, all
        slope(j, i) = slope(j, i)*by(i)*scale(j)
      end do
    end do
  end subroutine rockers_contact_scale
