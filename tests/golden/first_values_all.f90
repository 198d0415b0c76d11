
  ! flags and the state at the start, by the parameters
  pure subroutine rockers_first_values(p, w, y)
    real(dp), intent(in) :: p(np)
    real(dp), intent(out) :: w(nw)
    real(dp), intent(out) :: y(nq + nu + ns)
    w = 0.0_dp
    y = 0.0_dp
    call rockers_flags(p, w)
    call rockers_initial(p, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns))
  end subroutine rockers_first_values
