
  ! the rates of the state
  pure subroutine rockers_rates_of_fmu(t, y, w, c, ydot, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: ydot(nq + nu + ns)
    integer, intent(out) :: info
    call rockers_derivatives(t, y, w, c, ydot, info)
  end subroutine rockers_rates_of_fmu
