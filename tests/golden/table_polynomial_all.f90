
  ! the polynomial of a segment of a curve at a distance d from its beginning, differentiated order times
  pure subroutine rockers_table_polynomial(degree, numbers, order, d, found)
    integer, intent(in) :: degree
    real(dp), intent(in) :: numbers(degree + 1)
    integer, intent(in) :: order
    real(dp), intent(in) :: d
    real(dp), intent(out) :: found
    real(dp) :: factor
    integer :: k, j
    found = 0.0_dp
    do k = degree + 1, order + 1, -1
      factor = 1.0_dp
      do j = 1, order
        factor = factor*real(k - j, dp)
      end do
      if (k > degree) then
        found = factor*numbers(k)
      else
        found = found*d + factor*numbers(k)
      end if
    end do
  end subroutine rockers_table_polynomial
