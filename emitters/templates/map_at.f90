
  pure function map_at(degree, numbers, order_x, order_y, dx, dy) result(total)
    integer, intent(in) :: degree, order_x, order_y
    real(dp), intent(in) :: numbers(0:degree,0:degree), dx, dy
    real(dp) :: total
    integer :: k
    total = falling_power(degree, order_x)*polynomial_at(degree, numbers(:,degree), order_y, dy)
    do k = degree - 1, order_x, -1
      total = total*dx + falling_power(k, order_x)*polynomial_at(degree, numbers(:,k), order_y, dy)
    end do
  end function map_at
