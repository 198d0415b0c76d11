C
C the last segment of a table that begins at x or before; the first
C where none does
      SUBROUTINE rockers_table_segment(n, starts, x, segment)
      INTEGER n
      DOUBLE PRECISION starts(n), x
      INTEGER segment
      INTEGER low, high, middle
      low = 1
      high = n + 1
   10 CONTINUE
      IF (high - low .LE. 1) GOTO 20
        middle = low + (high - low)/2
        IF (x .LT. starts(middle)) THEN
          high = middle
        ELSE
          low = middle
        END IF
      GOTO 10
   20 CONTINUE
      segment = low
      END
