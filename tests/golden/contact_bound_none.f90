
  ! the load on row b keeps to a share of the limit of contact or dry friction i, in place: row b of K and its right side
  pure subroutine rockers_contact_bound(all, i, b, share, limit, k, x)
    integer, parameter :: nrows = 2, nloads = 2, nmembers = 1, nmodes = 1
    integer, intent(in) :: all
    integer, intent(in) :: i
    integer, intent(in) :: b
    real(dp), intent(in) :: share
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(inout) :: k(nloads + nrows, nloads)
    real(dp), intent(inout) :: x(nloads)
    integer, parameter :: normal(nmembers) = [1]
    integer :: a, width, j
    width = nloads + all
    a = normal(i)
    do j = 1, width
      k(j, b) = 0.0_dp
    end do
    k(b, b) = 1.0_dp
    k(nloads + b, b) = 1.0_dp
    x(b) = 0.0_dp
    if (abs(share) > 0.0_dp) then
      if (a /= 0) then
        k(a, b) = share*limit(i)
      else
        x(b) = -share*limit(i)
      end if
    end if
  end subroutine rockers_contact_bound
