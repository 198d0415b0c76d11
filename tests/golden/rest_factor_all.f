C
C a = P L U Q of m_equilibrium by full pivoting of the scaled matrix,
C and its rank
      SUBROUTINE rockers_rest_factor(a, rows, columns, row_at,
     &  column_at, rank)
      DOUBLE PRECISION a(12,12), rows(12), columns(12)
      INTEGER row_at(12), column_at(12), rank
      DOUBLE PRECISION row(12), column(12), pivot, value
      INTEGER best, best_column, i, sweep, j, k, moved
      DO 10 k = 1, 12
        rows(k) = 1.0D0
   10 CONTINUE
      DO 20 k = 1, 12
        columns(k) = 1.0D0
   20 CONTINUE
      DO 30 i = 1, 12
        row_at(i) = i
        column_at(i) = i
   30 CONTINUE
      DO 110 sweep = 1, 4
        DO 40 k = 1, 12
          row(k) = 0.0D0
   40   CONTINUE
        DO 50 k = 1, 12
          column(k) = 0.0D0
   50   CONTINUE
        DO 70 j = 1, 12
          DO 60 i = 1, 12
            row(i) = MAX(row(i), ABS(a(i, j)))
            column(j) = MAX(column(j), ABS(a(i, j)))
   60     CONTINUE
   70   CONTINUE
        DO 80 i = 1, 12
          IF (row(i) .GT. 0.0D0) THEN
            row(i) = 1.0D0/SQRT(row(i))
          ELSE
            row(i) = 1.0D0
          END IF
          IF (column(i) .GT. 0.0D0) THEN
            column(i) = 1.0D0/SQRT(column(i))
          ELSE
            column(i) = 1.0D0
          END IF
          rows(i) = rows(i)*row(i)
          columns(i) = columns(i)*column(i)
   80   CONTINUE
        DO 100 j = 1, 12
          DO 90 i = 1, 12
            a(i, j) = a(i, j)*(row(i)*column(j))
   90     CONTINUE
  100   CONTINUE
  110 CONTINUE
C     what is held comes first: where rows contradict it, they are what
C     is left
      DO 140 k = 1, 4
        rows(7 + k) = 1000.0D0*rows(7 + k)
        columns(7 + k) = 1000.0D0*columns(7 + k)
        DO 120 i = 1, 12
          a(7 + k, i) = 1000.0D0*a(7 + k, i)
  120   CONTINUE
        DO 130 i = 1, 12
          a(i, 7 + k) = 1000.0D0*a(i, 7 + k)
  130   CONTINUE
  140 CONTINUE
      rank = 0
  150 CONTINUE
      IF (rank .GE. 12) GOTO 220
C       the first of the largest elements, up to rounding
        pivot = 1.0D-09
        best = 0
        best_column = 0
        DO 170 j = rank + 1, 12
          DO 160 i = rank + 1, 12
            IF (ABS(a(i, j)) .GT. pivot) THEN
              pivot = ABS(a(i, j))*1.000000001D0
              best = i
              best_column = j
            END IF
  160     CONTINUE
  170   CONTINUE
        IF (best .EQ. 0) GOTO 220
        rank = rank + 1
        DO 180 j = 1, 12
          value = a(best, j)
          a(best, j) = a(rank, j)
          a(rank, j) = value
  180   CONTINUE
        DO 190 i = 1, 12
          value = a(i, best_column)
          a(i, best_column) = a(i, rank)
          a(i, rank) = value
  190   CONTINUE
        moved = row_at(best)
        row_at(best) = row_at(rank)
        row_at(rank) = moved
        moved = column_at(best_column)
        column_at(best_column) = column_at(rank)
        column_at(rank) = moved
        DO 210 i = rank + 1, 12
          a(i, rank) = a(i, rank)/a(rank, rank)
          DO 200 j = rank + 1, 12
            a(i, j) = a(i, j) - a(i, rank)*a(rank, j)
  200     CONTINUE
  210   CONTINUE
      GOTO 150
  220 CONTINUE
      END
