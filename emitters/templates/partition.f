C
C Which speeds to integrate: full pivoting of B, its columns made
C comparable by the mass matrix, u(k)*sqrt(M(k, k)), its rows of length
C 1. indep: their numbers, ascending, then zeros; growth: the largest
C change of a dependent speed for a change of 1 of an independent one,
C both so measured. info: 0, or nu + the first row that depends on
C others there; there are then more independent speeds.
      SUBROUTINE @M@_partition(t, q, w, c, indep, growth, info)
      DOUBLE PRECISION t, q(@NQ@), w(@NW@), c(@NC@), growth
      INTEGER indep(@NU@), info
      DOUBLE PRECISION mm(@NU@,@NU@), b(@NPHI@,@NU@)
      DOUBLE PRECISION heavy, mass, large, pivot, value
      INTEGER rows(@NPHI@), cols(@NU@), rank, i, j, row, col
      LOGICAL depend, off(@NPHI@)
      CALL @M@_mass_matrix(t, q, w, c, mm)
      CALL @M@_constraint_matrix(t, q, w, c, b)
      growth = 0.0D0
      info = 0
      heavy = 0.0D0
      DO 10 j = 1, @NU@
      heavy = MAX(heavy, mm(j,j))
      cols(j) = j
   10 CONTINUE
      IF (.NOT. heavy .GT. 0.0D0) heavy = 1.0D0
      DO 30 j = 1, @NU@
      mass = MAX(mm(j,j), @LIGHTD@*heavy)
      DO 20 i = 1, @NPHI@
      b(i,j) = b(i,j)/SQRT(mass)
   20 CONTINUE
   30 CONTINUE
      DO 60 i = 1, @NPHI@
      rows(i) = i
      large = 0.0D0
      DO 40 j = 1, @NU@
      IF (.NOT. ABS(b(i,j)) .LE. large) large = ABS(b(i,j))
   40 CONTINUE
      DO 50 j = 1, @NU@
      IF (large .GT. 0.0D0) b(i,j) = b(i,j)/large
   50 CONTINUE
   60 CONTINUE
      rank = 0
   70 IF (rank .GE. MIN(@NPHI@, @NU@)) GOTO 150
C     the first of the largest elements, up to rounding
      pivot = @SMALLD@
      row = 0
      col = 0
      DO 90 j = rank + 1, @NU@
      DO 80 i = rank + 1, @NPHI@
      IF (ABS(b(i,j)) .GT. pivot) THEN
      row = i
      col = j
      pivot = ABS(b(i,j))*@TIED@
      END IF
   80 CONTINUE
   90 CONTINUE
      IF (row .EQ. 0) GOTO 150
      rank = rank + 1
      DO 100 j = 1, @NU@
      value = b(row,j)
      b(row,j) = b(rank,j)
      b(rank,j) = value
  100 CONTINUE
      DO 110 i = 1, @NPHI@
      value = b(i,col)
      b(i,col) = b(i,rank)
      b(i,rank) = value
  110 CONTINUE
      i = rows(row)
      rows(row) = rows(rank)
      rows(rank) = i
      j = cols(col)
      cols(col) = cols(rank)
      cols(rank) = j
      DO 120 j = @NU@, rank, -1
      b(rank,j) = b(rank,j)/b(rank,rank)
  120 CONTINUE
      DO 140 i = 1, @NPHI@
      IF (i .NE. rank) THEN
      DO 130 j = @NU@, rank, -1
      b(i,j) = b(i,j) - b(i,rank)*b(rank,j)
  130 CONTINUE
      END IF
  140 CONTINUE
      GOTO 70
  150 DO 170 j = rank + 1, @NU@
      DO 160 i = 1, rank
      growth = MAX(growth, ABS(b(i,j)))
  160 CONTINUE
  170 CONTINUE
      DO 180 i = 1, @NPHI@
      off(i) = .FALSE.
  180 CONTINUE
@OFF@      DO 190 i = rank + 1, @NPHI@
      row = @NU@ + rows(i)
      IF (.NOT. off(rows(i)) .AND. (info .EQ. 0 .OR. row .LT. info))
     &  info = row
  190 CONTINUE
      row = 0
      DO 210 j = 1, @NU@
      indep(j) = 0
      depend = .FALSE.
      DO 200 i = 1, rank
      depend = depend .OR. cols(i) .EQ. j
  200 CONTINUE
      IF (.NOT. depend) row = row + 1
      IF (.NOT. depend) indep(row) = j
  210 CONTINUE
      END
