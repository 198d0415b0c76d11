
  elemental function @T@(order, x) result(found)
    integer, intent(in) :: order
    real(dp), intent(in) :: x
    real(dp) :: found
    integer :: k
    k = segment_at(@NX@, @T@_starts, x)
    found = polynomial_at(@D@, @T@_numbers((k-1)*(@D@+1)+1), order, x - @T@_starts(k))
  end function @T@
