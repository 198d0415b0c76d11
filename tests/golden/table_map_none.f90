
  ! the polynomial of a cell of a map at distances dx, dy from its beginning, differentiated order_x and order_y times
  pure subroutine rockers_table_map(degree, cell, order_x, order_y, dx, dy, found)
    integer, intent(in) :: degree
    real(dp), intent(in) :: cell(degree + 1, degree + 1)
    integer, intent(in) :: order_x
    integer, intent(in) :: order_y
    real(dp), intent(in) :: dx
    real(dp), intent(in) :: dy
    real(dp), intent(out) :: found
    real(dp) :: across, factor
    integer :: k, i, j
    found = 0.0_dp
    do k = degree + 1, order_x + 1, -1
      across = 0.0_dp
      do i = degree + 1, order_y + 1, -1
        factor = 1.0_dp
        do j = 1, order_y
          factor = factor*real(i - j, dp)
        end do
        if (i > degree) then
          across = factor*cell(i, k)
        else
          across = across*dy + factor*cell(i, k)
        end if
      end do
      factor = 1.0_dp
      do j = 1, order_x
        factor = factor*real(k - j, dp)
      end do
      if (k > degree) then
        found = factor*across
      else
        found = found*dx + factor*across
      end if
    end do
  end subroutine rockers_table_map
