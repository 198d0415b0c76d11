
  elemental function @T@(order, x) result(found)
    integer, intent(in) :: order
    real(dp), intent(in) :: x
    real(dp) :: found
    integer :: k
    call @M@_table_segment(@NX@, @T@_starts, x, k)
    call @M@_table_polynomial(@D@, @T@_numbers((k-1)*(@D@+1)+1), order, &
      x - @T@_starts(k), found)
  end function @T@
