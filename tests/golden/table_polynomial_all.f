C
C the polynomial of a segment of a curve at a distance d from its
C beginning, differentiated order times
      SUBROUTINE rockers_table_polynomial(degree, numbers, order, d,
     &  found)
      INTEGER degree
      DOUBLE PRECISION numbers(degree + 1), d, found
      INTEGER order
      DOUBLE PRECISION factor
      INTEGER k, j
      found = 0.0D0
      DO 20 k = degree + 1, order + 1, -1
        factor = 1.0D0
        DO 10 j = 1, order
          factor = factor*DBLE(k - j)
   10   CONTINUE
        IF (k .GT. degree) THEN
          found = factor*numbers(k)
        ELSE
          found = found*d + factor*numbers(k)
        END IF
   20 CONTINUE
      END
