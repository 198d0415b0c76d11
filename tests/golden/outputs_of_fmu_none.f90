
  ! the outputs
  pure subroutine rockers_outputs_of_fmu(t, y, w, c, o, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: o(no)
    integer, intent(out) :: info
    call rockers_outputs(t, y(:nq), y(nq + 1:nq + nu), w, c, o, info)
  end subroutine rockers_outputs_of_fmu
