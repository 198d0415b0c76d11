C
C which speeds to integrate: full pivoting of B, its columns made
C comparable by the mass matrix, u(k)*sqrt(M(k, k)), its rows of length
C 1. independent: their numbers, from 1, ascending, then zeros; growth:
C the largest change of a dependent speed for a change of 1 of an
C independent one, both so measured. info: 0, or nu + the first row that
C depends on others there; there are then more independent speeds
      SUBROUTINE rockers_partition(t, q, w, c, independent, growth,
     &  info)
      DOUBLE PRECISION t, q(4), w(4), c(2), growth
      INTEGER independent(4), info
      DOUBLE PRECISION mm(4,4), b(3,4), heaviest, mass, largest, pivot,
     &  value
      INTEGER rows(3), columns(4), rank, row, column, last, j, i, k,
     &  moved
      LOGICAL off(3), dependent
      CALL rockers_mass_matrix(t, q, w, c, mm)
      CALL rockers_constraint_matrix(t, q, w, c, b)
      growth = 0.0D0
      info = 0
      heaviest = 0.0D0
      DO 10 j = 1, 4
        heaviest = MAX(heaviest, mm(j, j))
        columns(j) = j
   10 CONTINUE
      IF (.NOT. heaviest .GT. 0.0D0) heaviest = 1.0D0
      DO 30 j = 1, 4
        mass = MAX(1.0D-12*heaviest, mm(j, j))
        DO 20 i = 1, 3
          b(i, j) = b(i, j)/SQRT(mass)
   20   CONTINUE
   30 CONTINUE
      DO 60 i = 1, 3
        rows(i) = i
        largest = 0.0D0
        DO 40 j = 1, 4
          IF (.NOT. ABS(b(i, j)) .LE. largest) largest = ABS(b(i, j))
   40   CONTINUE
        IF (largest .GT. 0.0D0) THEN
          DO 50 j = 1, 4
            b(i, j) = b(i, j)/largest
   50     CONTINUE
        END IF
   60 CONTINUE
      rank = 0
      DO 140 k = 1, 3
C       the first of the largest elements, up to rounding
        pivot = 1.0D-10
        row = 0
        column = 0
        DO 80 j = k, 4
          DO 70 i = k, 3
            IF (ABS(b(i, j)) .GT. pivot) THEN
              pivot = ABS(b(i, j))*1.000000001D0
              row = i
              column = j
            END IF
   70     CONTINUE
   80   CONTINUE
        IF (row .EQ. 0) GOTO 150
        DO 90 j = 1, 4
          value = b(row, j)
          b(row, j) = b(k, j)
          b(k, j) = value
   90   CONTINUE
        DO 100 i = 1, 3
          value = b(i, column)
          b(i, column) = b(i, k)
          b(i, k) = value
  100   CONTINUE
        moved = rows(row)
        rows(row) = rows(k)
        rows(k) = moved
        moved = columns(column)
        columns(column) = columns(k)
        columns(k) = moved
        DO 110 j = 4, k, -1
          b(k, j) = b(k, j)/b(k, k)
  110   CONTINUE
        DO 130 i = 1, 3
          IF (i .NE. k) THEN
            DO 120 j = 4, k, -1
              b(i, j) = b(i, j) - b(i, k)*b(k, j)
  120       CONTINUE
          END IF
  130   CONTINUE
        rank = k
  140 CONTINUE
  150 CONTINUE
      DO 170 j = rank + 1, 4
        DO 160 i = 1, rank
          growth = MAX(growth, ABS(b(i, j)))
  160   CONTINUE
  170 CONTINUE
C     the first of the rows that are left and hold
      DO 180 k = 1, 3
        off(k) = .FALSE.
  180 CONTINUE
      off(3) = .NOT. ABS(w(1)) .GT. 0.0D0
      off(1) = .NOT. ABS(w(2)) .GT. 0.0D0 .OR. ABS(w(3)) .GT. 0.0D0
      off(2) = ABS(w(4)) .GT. 0.0D0
      DO 190 i = rank + 1, 3
        IF (.NOT. off(rows(i)) .AND. (info .EQ. 0 .OR. 4 + rows(i) .LT.
     &  info)) THEN
          info = 4 + rows(i)
        END IF
  190 CONTINUE
      last = 0
      DO 210 j = 1, 4
        independent(j) = 0
        dependent = .FALSE.
        DO 200 i = 1, rank
          IF (columns(i) .EQ. j) dependent = .TRUE.
  200   CONTINUE
        IF (.NOT. dependent) THEN
          last = last + 1
          independent(last) = j
        END IF
  210 CONTINUE
      END
