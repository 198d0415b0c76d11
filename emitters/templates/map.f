C
C @T@: @SEGMENTS@
      DOUBLE PRECISION FUNCTION @M@_f_@T@(ordx, ordy, x, y)
      INTEGER ordx, ordy, m
      DOUBLE PRECISION x, y
@ARRAYS@      INTEGER i, j, k, first, @M@_f_segment
      DOUBLE PRECISION dx, dy, total
      DOUBLE PRECISION @M@_f_poly, @M@_f_falling
      EXTERNAL @M@_f_segment, @M@_f_poly, @M@_f_falling
@DATA@      i = @M@_f_segment(@NX@, startx, x)
      j = @M@_f_segment(@NY@, starty, y)
      dx = x - startx(i)
      dy = y - starty(j)
      first = ((i - 1)*@NY@ + j - 1)*(@D@ + 1)**2 + 1
      total = 0.0D0
      DO 10 k = @D@, ordx, -1
      IF (k .LT. @D@) total = total*dx
      total = total + @M@_f_falling(k, ordx)*@M@_f_poly(@D@, numb(first + k*(@D@ + 1)), ordy, dy)
   10 CONTINUE
      @M@_f_@T@ = total
      END
