C
C the polynomial of a cell of a map at distances dx, dy from its
C beginning, differentiated order_x and order_y times
      SUBROUTINE rockers_table_map(degree, cell, order_x, order_y, dx,
     &  dy, found)
      INTEGER degree
      DOUBLE PRECISION cell(degree + 1,degree + 1), dx, dy, found
      INTEGER order_x, order_y
      DOUBLE PRECISION across, factor
      INTEGER k, i, j
      found = 0.0D0
      DO 40 k = degree + 1, order_x + 1, -1
        across = 0.0D0
        DO 20 i = degree + 1, order_y + 1, -1
          factor = 1.0D0
          DO 10 j = 1, order_y
            factor = factor*DBLE(i - j)
   10     CONTINUE
          IF (i .GT. degree) THEN
            across = factor*cell(i, k)
          ELSE
            across = across*dy + factor*cell(i, k)
          END IF
   20   CONTINUE
        factor = 1.0D0
        DO 30 j = 1, order_x
          factor = factor*DBLE(k - j)
   30   CONTINUE
        IF (k .GT. degree) THEN
          found = factor*across
        ELSE
          found = found*dx + factor*across
        END IF
   40 CONTINUE
      END
