C
C the step against a balance by the factors of a, and its length in the
C scaled unknowns; zero where nothing says what it should be
      SUBROUTINE rockers_rest_step(a, rows, columns, row_at, column_at,
     &  rank, balance, move, length)
      DOUBLE PRECISION a(11,11), rows(11), columns(11), balance(11),
     &  move(11), length
      INTEGER row_at(11), column_at(11), rank
      DOUBLE PRECISION x(11)
      INTEGER i, j, k
      DO 10 k = 1, 11
        move(k) = 0.0D0
   10 CONTINUE
      length = 0.0D0
      DO 20 i = 1, 11
        x(i) = -rows(row_at(i))*balance(row_at(i))
   20 CONTINUE
      DO 40 j = 1, rank
        DO 30 i = j + 1, rank
          x(i) = x(i) - a(i, j)*x(j)
   30   CONTINUE
   40 CONTINUE
      DO 60 j = rank, 1, -1
        x(j) = x(j)/a(j, j)
        DO 50 i = 1, j - 1
          x(i) = x(i) - a(i, j)*x(j)
   50   CONTINUE
        length = length + x(j)*x(j)
        move(column_at(j)) = columns(column_at(j))*x(j)
   60 CONTINUE
      length = SQRT(length)
      END
