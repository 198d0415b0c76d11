
  ! whether the state holds finite numbers alone
  pure subroutine rockers_holds_numbers(y, all_finite)
    real(dp), intent(in) :: y(nq + nu)
    logical, intent(out) :: all_finite
    integer :: i
    all_finite = .true.
    do i = 1, nq + nu
      if (.not. abs(y(i) - y(i)) <= 0.0_dp) all_finite = .false.
    end do
  end subroutine rockers_holds_numbers
