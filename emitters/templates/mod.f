C
C x - y*floor(x/y)
      DOUBLE PRECISION FUNCTION @M@_f_mod(x, y)
      DOUBLE PRECISION x, y, r
      r = MOD(x, y)
      IF (ABS(r) .GT. 0.0D0 .AND. (r .LT. 0.0D0 .NEQV. y .LT. 0.0D0)) r = r + y
      @M@_f_mod = r
      END
