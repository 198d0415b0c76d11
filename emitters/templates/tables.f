C
C The last segment that begins at x or before; the first if none does
      INTEGER FUNCTION @M@_f_segment(n, starts, x)
      INTEGER n, low, high, middle
      DOUBLE PRECISION starts(n), x
      low = 1
      high = n + 1
   10 IF (high - low .LE. 1) GO TO 20
      middle = low + (high - low)/2
      IF (x .LT. starts(middle)) THEN
      high = middle
      ELSE
      low = middle
      END IF
      GO TO 10
   20 CONTINUE
      @M@_f_segment = low
      END
C
C k (k-1) .. (k-order+1)
      DOUBLE PRECISION FUNCTION @M@_f_falling(k, order)
      INTEGER k, order, j
      @M@_f_falling = 1.0D0
      DO 10 j = 0, order - 1
      @M@_f_falling = @M@_f_falling*DBLE(k - j)
   10 CONTINUE
      END
C
C The polynomial of these numbers, differentiated order times
      DOUBLE PRECISION FUNCTION @M@_f_poly(degree, numb, order, d)
      INTEGER degree, order, k
      DOUBLE PRECISION numb(0:degree), d, total
      DOUBLE PRECISION @M@_f_falling
      EXTERNAL @M@_f_falling
      total = @M@_f_falling(degree, order)*numb(degree)
      DO 10 k = degree - 1, order, -1
      total = total*d + @M@_f_falling(k, order)*numb(k)
   10 CONTINUE
      @M@_f_poly = total
      END
