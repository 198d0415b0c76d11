C
C Sines and cosines of n angles, a multiple of four: errors below 1 unit
C in the last place for |x| < 1e5; beyond, and for what is no number,
C by the library
      SUBROUTINE @M@_f_sines(n, x, sine, cosine)
      INTEGER n, k
      DOUBLE PRECISION x(n), sine(n), cosine(n), limit, shift, probe
      LOGICAL rounds
      PARAMETER (limit = 1.0D5, shift = @SHIFT@)
      DO 10 k = 1, n - 3, 4
      CALL @M@_f_sines_4(x(k), sine(k), cosine(k))
   10 CONTINUE
C false where the compiler simplifies beyond rounding
      probe = 0.25D0 + MIN(ABS(x(1)), 0.125D0)
      probe = probe + shift
      rounds = .NOT. (ABS(probe - shift) .GT. 0.0D0)
      DO 20 k = 1, n
      IF (rounds .AND. ABS(x(k)) .LT. limit) GO TO 20
      sine(k) = SIN(x(k))
      cosine(k) = COS(x(k))
   20 CONTINUE
      END
C
@BITS@      SUBROUTINE @M@_f_sines_4(x, sine, cosine)
      DOUBLE PRECISION x(4), sine(4), cosine(4), limit
      DOUBLE PRECISION a, shifted, q, whole, part, r, e
      DOUBLE PRECISION z, z2, v, odd, even, s, half, w, c, quad, shift
      INTEGER k
      PARAMETER (limit = 1.0D5, shift = @SHIFT@)
      DO 10 k = 1, 4
      a = MAX(-limit, MIN(limit, x(k)))
@FORMULAS@C the quadrant, of -2 to 2, swaps sine and cosine and gives them signs
      quad = 0.25D0*q + shift
      quad = q - 4.0D0*(quad - shift)
      w = s
      IF (ABS(ABS(quad) - 1.0D0) .LT. 0.5D0) w = c
      IF (ABS(ABS(quad) - 1.0D0) .LT. 0.5D0) c = s
      IF (quad .GT. 1.5D0 .OR. quad .LT. -0.5D0) w = -w
      IF (quad .LT. -1.5D0 .OR. quad .GT. 0.5D0) c = -c
      sine(k) = w
      cosine(k) = c
   10 CONTINUE
      END
