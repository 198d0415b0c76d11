C
C the largest unknown of a motion that changes nothing: of the first
C column beyond the rank, and what goes with it. 0: there is none
      SUBROUTINE rockers_rest_loose(a, column_at, rank, loose)
      DOUBLE PRECISION a(11,11)
      INTEGER column_at(11), rank, loose
      DOUBLE PRECISION x(11), largest, part_of
      INTEGER at, k, i, j
      loose = 0
      DO 10 k = 1, 11
        x(k) = 0.0D0
   10 CONTINUE
      DO 60 k = rank + 1, 11
        DO 20 i = 1, rank
          x(i) = -a(i, k)
   20   CONTINUE
        DO 40 j = rank, 1, -1
          x(j) = x(j)/a(j, j)
          DO 30 i = 1, j - 1
            x(i) = x(i) - a(i, j)*x(j)
   30     CONTINUE
   40   CONTINUE
        largest = 1.0D-06
        DO 50 j = 1, rank + 1
          at = column_at(k)
          part_of = 1.0D0
          IF (j .LE. rank) THEN
            at = column_at(j)
            part_of = ABS(x(j))
          END IF
          IF ((at .LE. 4 .OR. at .GT. 11) .AND. part_of .GT. largest)
     &  THEN
            largest = part_of*1.000000001D0
            loose = at
          END IF
   50   CONTINUE
        IF (loose .NE. 0) RETURN
   60 CONTINUE
      END
