
@BITS@  ! The last bits of `shifted` are the quadrant, which swaps sine and cosine and gives them signs
  pure subroutine sines_of_@LANES@(x, sine, cosine, far)
    real(dp), intent(in) :: x(@LANES@)
    real(dp), intent(out) :: sine(@LANES@), cosine(@LANES@)
    real(dp), intent(inout) :: far(@LANES@)
    integer, parameter :: long = selected_int_kind(18)
    real(dp), parameter :: limit = 1.0e5_dp
    real(dp) :: a, shifted, q, whole, part, r, e, z, z2, v, odd, even, s, half, w, c
    integer(long) :: quadrant
    integer :: k
    ! the compiler makes vectors of this loop, if it does not unroll it before
!GCC$ unroll 1
    do k = 1, @LANES@
      a = max(-limit, min(limit, x(k)))
      far(k) = merge(far(k), 1.0_dp, abs(x(k)) < limit)
@FORMULAS@      quadrant = transfer(shifted, 0_long)
      w = merge(s, c, iand(quadrant, 1_long) == 0_long)
      c = merge(c, s, iand(quadrant, 1_long) == 0_long)
      sine(k) = transfer(ieor(transfer(w, 0_long), ishft(iand(quadrant, 2_long), 62)), 0.0_dp)
      cosine(k) = transfer(ieor(transfer(c, 0_long), ishft(iand(quadrant + 1_long, 2_long), 62)), 0.0_dp)
    end do
  end subroutine sines_of_@LANES@
