
  ! x*y + 0 is the rounded product, whether or not the compiler fuses multiply-adds: the bits are the same
  pure subroutine sines_of_@LANES@(x, sine, cosine)
    real(dp), intent(in) :: x(@LANES@)
    real(dp), intent(out) :: sine(@LANES@), cosine(@LANES@)
    real(dp), parameter :: limit = 1.0e5_dp
    real(dp) :: a, shifted, q, whole, part, first, rest, r, e, z, z2, z4, v, odd, even, s, half, w, c
    integer :: k, quadrant
    do k = 1, @LANES@
      a = max(-limit, min(limit, x(k)))
@FORMULAS@      quadrant = int(q)
      w = merge(s, c, iand(quadrant, 1) == 0)
      c = merge(c, s, iand(quadrant, 1) == 0)
      sine(k) = w*real(1 - iand(quadrant, 2), dp)
      cosine(k) = c*real(1 - iand(quadrant + 1, 2), dp)
    end do
  end subroutine sines_of_@LANES@
