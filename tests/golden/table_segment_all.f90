
  ! the last segment of a table that begins at x or before; the first where none does
  pure subroutine rockers_table_segment(n, starts, x, segment)
    integer, intent(in) :: n
    real(dp), intent(in) :: starts(n)
    real(dp), intent(in) :: x
    integer, intent(out) :: segment
    integer :: low, high, middle
    low = 1
    high = n + 1
    do while (high - low > 1)
      middle = low + (high - low)/2
      if (x < starts(middle)) then
        high = middle
      else
        low = middle
      end if
    end do
    segment = low
  end subroutine rockers_table_segment
