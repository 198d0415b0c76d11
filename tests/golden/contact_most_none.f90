
  ! the largest friction of i beside loads x
  pure subroutine rockers_contact_most(i, limit, x, most)
    integer, parameter :: nrows = 2, nmembers = 1, nmodes = 1
    integer, intent(in) :: i
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: x(nrows)
    real(dp), intent(out) :: most
    integer, parameter :: normal(nmembers) = [1]
    integer :: a
    a = normal(i)
    most = 0.0_dp
    if (a /= 0) then
      most = limit(i)*x(a)
    else
      most = limit(i)
    end if
    most = max(most, 0.0_dp)
  end subroutine rockers_contact_most
