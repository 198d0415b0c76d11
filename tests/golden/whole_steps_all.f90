
  ! so many steps of this length as make the whole, up to rounding
  pure subroutine rockers_whole_steps(span, length_of_one, steps)
    real(dp), intent(in) :: span
    real(dp), intent(in) :: length_of_one
    integer, intent(out) :: steps
    real(dp) :: count
    count = span/length_of_one*(1.0_dp - 1.0e-12_dp)
    steps = int(count)
    if (real(steps, dp) < count) steps = steps + 1
  end subroutine rockers_whole_steps
