C
C @T@: @SEGMENTS@
      DOUBLE PRECISION FUNCTION @M@_f_@T@(ordx, ordy, x, y)
      INTEGER ordx, ordy, m
      DOUBLE PRECISION x, y
@ARRAYS@      INTEGER i, j
      DOUBLE PRECISION found
@DATA@      CALL @M@_table_segment(@NX@, startx, x, i)
      CALL @M@_table_segment(@NY@, starty, y, j)
      CALL @M@_table_map(@D@, numb(((i - 1)*@NY@ + j - 1)*(@D@ + 1)**2 + 1), ordx, ordy, x - startx(i), y - starty(j), found)
      @M@_f_@T@ = found
      END
