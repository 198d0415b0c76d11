
  elemental function @T@(order_x, order_y, x, y) result(found)
    integer, intent(in) :: order_x, order_y
    real(dp), intent(in) :: x, y
    real(dp) :: found
    integer, parameter :: cell = (@D@ + 1)**2
    integer :: i, j, first
    call @M@_table_segment(@NX@, @T@_starts_x, x, i)
    call @M@_table_segment(@NY@, @T@_starts_y, y, j)
    first = ((i - 1)*@NY@ + j - 1)*cell
    call @M@_table_map(@D@, @T@_numbers(first+1), order_x, order_y, &
      x - @T@_starts_x(i), y - @T@_starts_y(j), found)
  end function @T@
