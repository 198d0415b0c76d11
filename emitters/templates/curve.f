C
C @T@: @SEGMENTS@
      DOUBLE PRECISION FUNCTION @M@_f_@T@(order, x)
      INTEGER order, m
      DOUBLE PRECISION x
@ARRAYS@      INTEGER k
      DOUBLE PRECISION found
@DATA@      CALL @M@_table_segment(@NX@, starts, x, k)
      CALL @M@_table_polynomial(@D@, numb((k - 1)*(@D@ + 1) + 1), order, x - starts(k), found)
      @M@_f_@T@ = found
      END
