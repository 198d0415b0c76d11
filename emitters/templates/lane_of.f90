
  pure real(dp) function lane_of(x, lane)
    real(dp), intent(in) :: x(:)
    integer, intent(in) :: lane
    lane_of = x(lane)
  end function lane_of
