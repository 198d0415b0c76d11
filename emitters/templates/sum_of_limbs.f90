
  ! over @N@ limbs
  pure real(dp) function sum_of_@N@(x)
    real(dp), intent(in) :: x(@WIDTH@)
    sum_of_@N@ = @SUM@
  end function sum_of_@N@
