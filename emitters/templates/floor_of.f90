
  ! largest whole number not above x; the intrinsic's integer overflows
  elemental function floor_of(x) result(whole)
    real(dp), intent(in) :: x
    real(dp) :: whole
    whole = aint(x)
    whole = merge(whole - 1.0_dp, whole, whole > x)
  end function floor_of
