
  elemental function @T@(order_x, order_y, x, y) result(found)
    integer, intent(in) :: order_x, order_y
    real(dp), intent(in) :: x, y
    real(dp) :: found
    integer, parameter :: cell = (@D@ + 1)**2
    integer :: i, j, first
    i = segment_at(@NX@, @T@_starts_x, x)
    j = segment_at(@NY@, @T@_starts_y, y)
    first = ((i - 1)*@NY@ + j - 1)*cell
    found = map_at(@D@, @T@_numbers(first+1), order_x, order_y, &
      x - @T@_starts_x(i), y - @T@_starts_y(j))
  end function @T@
