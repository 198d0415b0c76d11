
  ! sines and cosines of n angles at once, in a form that compilers turn into vector instructions; errors below 1 unit
  ! in the last place for |x| < 1e5; beyond, and for what is no number, by the library
  pure subroutine vector_sines(n, x, sine, cosine)
    integer, intent(in) :: n
    real(dp), intent(in) :: x(n)
    real(dp), intent(out) :: sine(n), cosine(n)
    real(dp), parameter :: limit = 1.0e5_dp
    real(dp) :: a, quarter, whole, part, first, rest, r, e, r2, r4, odd, even, s, c, half, w
    integer :: k, quadrant, far
    far = 0
    do k = 1, n
      far = far + merge(0, 1, abs(x(k)) < limit)
      a = max(-limit, min(limit, x(k)))
      quadrant = int(a*@TWO_OVER_PI@ + sign(0.5_dp, a))
      quarter = real(quadrant, dp)
      whole = a - quarter*@PART1@
      part = quarter*@PART2@
      first = whole - part
      rest = quarter*@PART3@
      r = first - rest
      e = ((first - whole) + part) + ((r - first) + rest)
      r2 = r*r
      r4 = r2*r2
      odd = (@S1@ + r2*(@S2@)) + &
        r4*((@S3@ + r2*(@S4@)) + &
        r4*(@S5@ + r2*(@S6@)))
      even = (@C1@ + r2*(@C2@)) + &
        r4*((@C3@ + r2*(@C4@)) + &
        r4*(@C5@ + r2*(@C6@)))
      s = r - (r*r2*odd + e)
      half = 0.5_dp*r2
      w = 1.0_dp - half
      c = w + (((1.0_dp - w) - half) + (r4*even + r*e))
      w = merge(s, c, iand(quadrant, 1) == 0)
      c = merge(c, s, iand(quadrant, 1) == 0)
      sine(k) = w*real(1 - iand(quadrant, 2), dp)
      cosine(k) = c*real(1 - iand(quadrant + 1, 2), dp)
    end do
    if (far == 0) return
    do k = 1, n
      if (abs(x(k)) < limit) cycle
      sine(k) = sin(x(k))
      cosine(k) = cos(x(k))
    end do
  end subroutine vector_sines
