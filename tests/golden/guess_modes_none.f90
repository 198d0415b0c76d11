
  ! the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that they
  ! take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold
  pure subroutine rockers_guess_modes(t, q, u, w, c)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer :: info
    call rockers_modes(t, q, u, w, c, info)
  end subroutine rockers_guess_modes
