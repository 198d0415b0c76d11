
  ! the mode that closed and slip say: 0 sticks, 1 and 2 slides up and down, 3 is open
  pure subroutine rockers_contact_flagged(closed, slip, mode)
    integer, parameter :: nmodes = 1
    real(dp), intent(in) :: closed(nmodes)
    real(dp), intent(in) :: slip(nmodes)
    integer, intent(out) :: mode(nmodes)
    integer :: i
    do i = 1, nmodes
      mode(i) = 0
      if (slip(i) > 0.0_dp) mode(i) = 1
      if (slip(i) < 0.0_dp) mode(i) = 2
      if (.not. abs(closed(i)) > 0.0_dp) mode(i) = 3
    end do
  end subroutine rockers_contact_flagged
