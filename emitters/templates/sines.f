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
C x*y + 0 is the rounded product, whether or not the compiler fuses
C multiply-adds: the bits are the same
      SUBROUTINE @M@_f_sines_4(x, sine, cosine)
      DOUBLE PRECISION x(4), sine(4), cosine(4), limit
      DOUBLE PRECISION a, shifted, q, whole, part, r, e
      DOUBLE PRECISION z, z2, z4, v, odd, even, s, half, w, c
      INTEGER k, i
      PARAMETER (limit = 1.0D5)
      DO 10 k = 1, 4
      a = MAX(-limit, MIN(limit, x(k)))
@FORMULAS@      i = MOD(INT(q) + 400000, 4)
      w = s
      IF (MOD(i, 2) .EQ. 1) w = c
      IF (MOD(i, 2) .EQ. 1) c = s
      sine(k) = w*DBLE(1 - 2*(i/2))
      cosine(k) = c*DBLE(1 - 2*MOD((i + 1)/2, 2))
   10 CONTINUE
      END
