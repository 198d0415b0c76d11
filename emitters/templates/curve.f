C
C @T@: @SEGMENTS@
      DOUBLE PRECISION FUNCTION @M@_f_@T@(order, x)
      INTEGER order, m
      DOUBLE PRECISION x
@ARRAYS@      INTEGER k, @M@_f_segment
      DOUBLE PRECISION @M@_f_poly
      EXTERNAL @M@_f_segment, @M@_f_poly
@DATA@      k = @M@_f_segment(@NX@, starts, x)
      @M@_f_@T@ = @M@_f_poly(@D@, numb((k - 1)*(@D@ + 1) + 1), order, x - starts(k))
      END
