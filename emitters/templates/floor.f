C
C the largest whole number not above x
      DOUBLE PRECISION FUNCTION @M@_f_floor(x)
      DOUBLE PRECISION x
      @M@_f_floor = AINT(x)
      IF (AINT(x) .GT. x) @M@_f_floor = AINT(x) - 1.0D0
      END
