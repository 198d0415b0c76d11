  ! -- steps and rows

  subroutine choose_steps()
    real(dp) :: whole
    whole = time_end - time_start
    is_even = .not. interval > 0.0_dp
    between_rows = 1
    if (is_even) then
      steps = nint(whole/step)
      if (steps*step < whole*(1.0_dp - 1.0e-12_dp)) steps = steps + 1
      h = whole/max(steps, 1)
    else
      between_rows = ceiling(interval/step*(1.0_dp - 1.0e-12_dp))
      h = interval/between_rows
      steps = ceiling(whole/h*(1.0_dp - 1.0e-12_dp))
    end if
    step_length = h
    call system_clock(began, ticks_per_second)
  end subroutine choose_steps

  function time_after(k) result(time)
    integer, intent(in) :: k
    real(dp) :: time
    time = time_start + k*step_length
    if (.not. is_even .and. k == steps) time = time_end
  end function time_after

  ! waits until the clock shows as much as the model's time; a step that ends later is an overrun
  subroutine keep_up()
    real(dp) :: ahead
    call system_clock(ticks)
    ahead = t - time_start - real(ticks - began, dp)/real(ticks_per_second, dp)
    if (ahead < 0.0_dp) then
      overruns = overruns + 1
      return
    end if
    do while (ahead > 0.0_dp)
      if (c_usleep(int(1.0e6_dp*min(ahead, 0.5_dp), c_int)) /= 0) return
      call system_clock(ticks)
      ahead = t - time_start - real(ticks - began, dp)/real(ticks_per_second, dp)
    end do
  end subroutine keep_up
