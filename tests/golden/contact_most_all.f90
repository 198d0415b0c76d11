
  ! the largest friction of i beside loads x
  pure subroutine rockers_contact_most(i, limit, slope, x, most)
    integer, parameter :: nrows = 6, nmembers = 5, nmodes = 3, nslopes = 3
    integer, intent(in) :: i
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: slope(nrows, nslopes)
    real(dp), intent(in) :: x(nrows)
    real(dp), intent(out) :: most
    integer, parameter :: normal(nmembers) = [1, 0, 4, 5, 6]
    integer :: a, l
    a = normal(i)
    most = 0.0_dp
    if (a /= 0) then
      most = limit(i)*x(a)
    else
      most = limit(i)
    end if
    do l = 1, nrows
      most = most + slope(l, i)*x(l)
    end do
    most = max(most, 0.0_dp)
  end subroutine rockers_contact_most
