
  ! sines and cosines of n angles, a multiple of four, in loops that compilers turn into vector instructions; errors below
  ! 1 unit in the last place for |x| < 1e5; beyond, and for what is no number, by the library
  pure subroutine vector_sines(n, x, sine, cosine)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: sine(n), cosine(n)
    real(dp), parameter :: limit = 1.0e5_dp, shift = @SHIFT@
    real(dp) :: probe, far(@WIDEST@)
    logical :: rounds
    integer :: k
    far = 0.0_dp  ! 1 in a lane that had an angle beyond the limit
@MANY@    do k = @REST@, n - 3, 4
      call sines_of_4(x(k), sine(k), cosine(k), far)
    end do
    probe = 0.25_dp + min(abs(x(1)), 0.125_dp)
    probe = probe + shift
    rounds = .not. abs(probe - shift) > 0.0_dp  ! false where the compiler simplifies beyond rounding
    if (rounds .and. .not. sum(far) > 0.0_dp) return
    do k = 1, n
      if (rounds .and. abs(x(k)) < limit) cycle
      sine(k) = sin(x(k))
      cosine(k) = cos(x(k))
    end do
  end subroutine vector_sines
