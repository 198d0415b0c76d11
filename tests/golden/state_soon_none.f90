
  ! a state on the tangent of the motion, so much later
  pure subroutine rockers_state_soon(t, y, w, c, later, moved)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: later
    real(dp), intent(out) :: moved(nq + nu)
    real(dp) :: ydot(nq + nu)
    integer :: info, i
    call rockers_derivatives(t, y, w, c, ydot, info)
    do i = 1, nq + nu
      moved(i) = y(i) + later*ydot(i)
    end do
  end subroutine rockers_state_soon
