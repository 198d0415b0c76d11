
  ! first guesses of the directions in which contacts in space slide that are at rest: against the loads that hold them,
  ! beside those that slide
  pure subroutine rockers_contact_toward(s, r, limit, near, slide)
    integer, parameter :: nrows = 2, nloads = 2, nmembers = 1, nmodes = 1
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(in) :: slide(nmodes)
    integer :: mode(nmodes), failed, i
    real(dp) :: f(nloads), k(nloads + nrows, nloads)
    do i = 1, nmodes
      if (near(i) > 0.5_dp) then
        mode(i) = 0
      else
        mode(i) = 3
      end if
      if (near(i) > 0.5_dp .and. slide(i) > 0.0_dp) mode(i) = 1
      if (near(i) > 0.5_dp .and. slide(i) < 0.0_dp) mode(i) = 2
    end do
    call rockers_contact_solve(nrows, s, r, limit, mode, f, k, failed)
  end subroutine rockers_contact_toward
