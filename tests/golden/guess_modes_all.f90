
  ! the mode of dry friction at a start that is a guess, before the constraints hold: what slides is let go, so that they
  ! take no speed from it; where no mode is found, all of it. Contacts and stops close where they hold
  pure subroutine rockers_guess_modes(t, q, u, s, w, c)
    integer, parameter :: nslipping = 2
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: s(ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, parameter :: slipping_flag(nslipping) = [3, 4]
    integer :: info, k
    call rockers_modes(t, q, u, s, w, c, info)
    if (info /= 0) then
      do k = 1, nslipping
        w(slipping_flag(k)) = 1.0_dp
      end do
    end if
  end subroutine rockers_guess_modes
