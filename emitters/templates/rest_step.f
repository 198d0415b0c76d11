C
C The balance of @M@_equilibrium: f - B^T lambda - N^T mu, then
C phi, what is held less its start, then rates of states. open: 1 for rows
C of contacts without a load; b: B without them, bn: N of q' = N u;
C large: magnitudes of what each element sums.
      SUBROUTINE @M@_rest_balance(t, q, @PASSS@@PASSW@touch, c, start, held, open, lambda, mu, bal, b, bn, large)
      INTEGER n
      PARAMETER (n = @N@)
@if states@
      INTEGER last
      PARAMETER (last = @LAST@)
@end@
      DOUBLE PRECISION t, q(@NQ@), touch(@W1@), c(@NCONST@)
@if states@
      DOUBLE PRECISION w(@W1@), s(@NS@)
@end@
      INTEGER held(@NQ@), open(@R1@)
      DOUBLE PRECISION lambda(@R1@), mu(@NQ@), bal(n), large(n)
      DOUBLE PRECISION start(@NQ@)
      DOUBLE PRECISION b(@R1@,@NU@), bn(@NQ@,@NU@)
      DOUBLE PRECISION u(@NU@), still(@NQ@), moving(@NQ@)
@if constraints@
      DOUBLE PRECISION phidot(@R1@)
@end@
@if states@
      INTEGER failed
@end@
      INTEGER i, j, k, nr
      nr = @NR@
      DO 10 i = 1, n
      bal(i) = 0.0D0
   10 CONTINUE
      DO 20 j = 1, @NU@
      u(j) = 0.0D0
   20 CONTINUE
      CALL @M@_right_side(t, q, u, @PASSS@touch, c, bal(1))
@if constraints@
      CALL @M@_constraints(t, q, u, @PASSS@touch, c, bal(@NU@ + 1), phidot)
      CALL @M@_constraint_matrix(t, q, @PASSROWS@touch, c, b)
@end@
@if states@
      CALL @M@_state_rates(t, q, u, s, w, c, bal(last + 1), failed)
      IF (failed .NE. 0) bal(1) = 1.0D308*10.0D0**failed
@end@
      CALL @M@_kinematics(t, q, u, @PASSS@touch, c, still)
      DO 40 j = 1, @NU@
      u(j) = 1.0D0
      CALL @M@_kinematics(t, q, u, @PASSS@touch, c, moving)
      u(j) = 0.0D0
      DO 30 k = 1, @NQ@
      bn(k,j) = moving(k) - still(k)
   30 CONTINUE
   40 CONTINUE
      DO 60 i = 1, nr
      IF (open(i) .EQ. 1) THEN
      bal(@NU@ + i) = 0.0D0
      DO 50 j = 1, @NU@
      b(i,j) = 0.0D0
   50 CONTINUE
      END IF
   60 CONTINUE
      DO 70 i = 1, n
      large(i) = ABS(bal(i))
   70 CONTINUE
      DO 75 k = 1, @NQ@
      IF (held(k) .NE. 0) bal(@NU@ + @NR@ + k) = q(k) - start(k)
   75 CONTINUE
      DO 100 j = 1, @NU@
      DO 80 i = 1, nr
      bal(j) = bal(j) - b(i,j)*lambda(i)
      large(j) = large(j) + ABS(b(i,j)*lambda(i))
   80 CONTINUE
      DO 90 k = 1, @NQ@
      IF (held(k) .NE. 0) THEN
      bal(j) = bal(j) - bn(k,j)*mu(k)
      large(j) = large(j) + ABS(bn(k,j)*mu(k))
      END IF
   90 CONTINUE
  100 CONTINUE
      END
C
C a = P L U Q of @M@_equilibrium by full pivoting of the scaled
C matrix, and its rank.
      SUBROUTINE @M@_rest_factor(a, rows, cols, rowat, colat, rank)
      INTEGER n
      PARAMETER (n = @N@)
      DOUBLE PRECISION a(n,n), rows(n), cols(n), row(n), col(n)
      DOUBLE PRECISION pivot, value
      INTEGER rowat(n), colat(n), rank, i, j, sweep, best, bestc
      DO 10 i = 1, n
      rows(i) = 1.0D0
      cols(i) = 1.0D0
      rowat(i) = i
      colat(i) = i
   10 CONTINUE
      DO 80 sweep = 1, 4
      DO 20 i = 1, n
      row(i) = 0.0D0
      col(i) = 0.0D0
   20 CONTINUE
      DO 40 j = 1, n
      DO 30 i = 1, n
      row(i) = MAX(row(i), ABS(a(i,j)))
      col(j) = MAX(col(j), ABS(a(i,j)))
   30 CONTINUE
   40 CONTINUE
      DO 50 i = 1, n
      IF (.NOT. row(i) .GT. 0.0D0) row(i) = 1.0D0
      IF (.NOT. col(i) .GT. 0.0D0) col(i) = 1.0D0
      row(i) = 1.0D0/SQRT(row(i))
      col(i) = 1.0D0/SQRT(col(i))
      rows(i) = rows(i)*row(i)
      cols(i) = cols(i)*col(i)
   50 CONTINUE
      DO 70 j = 1, n
      DO 60 i = 1, n
      a(i,j) = a(i,j)*(row(i)*col(j))
   60 CONTINUE
   70 CONTINUE
   80 CONTINUE
C     what is held comes first: where rows stand against it, they are
C     what is left
      DO 88 j = @NU@ + @NR@ + 1, @NU@ + @NR@ + @NQ@
      rows(j) = 1.0D3*rows(j)
      cols(j) = 1.0D3*cols(j)
      DO 84 i = 1, n
      a(j,i) = 1.0D3*a(j,i)
   84 CONTINUE
      DO 86 i = 1, n
      a(i,j) = 1.0D3*a(i,j)
   86 CONTINUE
   88 CONTINUE
      rank = 0
   90 IF (rank .GE. n) RETURN
      pivot = @SMALL@
      best = 0
      bestc = 0
      DO 110 j = rank + 1, n
      DO 100 i = rank + 1, n
      IF (ABS(a(i,j)) .GT. pivot) THEN
      pivot = ABS(a(i,j))*@TIE@
      best = i
      bestc = j
      END IF
  100 CONTINUE
  110 CONTINUE
      IF (best .EQ. 0) RETURN
      rank = rank + 1
      DO 120 j = 1, n
      value = a(best,j)
      a(best,j) = a(rank,j)
      a(rank,j) = value
  120 CONTINUE
      DO 130 i = 1, n
      value = a(i,bestc)
      a(i,bestc) = a(i,rank)
      a(i,rank) = value
  130 CONTINUE
      i = rowat(best)
      rowat(best) = rowat(rank)
      rowat(rank) = i
      i = colat(bestc)
      colat(bestc) = colat(rank)
      colat(rank) = i
      DO 150 i = rank + 1, n
      a(i,rank) = a(i,rank)/a(rank,rank)
      DO 140 j = rank + 1, n
      a(i,j) = a(i,j) - a(i,rank)*a(rank,j)
  140 CONTINUE
  150 CONTINUE
      GOTO 90
      END
C
C The step against a balance, and its length in the scaled unknowns;
C zero where nothing says what it should be.
      SUBROUTINE @M@_rest_step(a, rows, cols, rowat, colat, rank, bal, step, length)
      INTEGER n
      PARAMETER (n = @N@)
      DOUBLE PRECISION a(n,n), rows(n), cols(n), bal(n), step(n), x(n)
      DOUBLE PRECISION length
      INTEGER rowat(n), colat(n), rank, i, j
      DO 10 i = 1, n
      step(i) = 0.0D0
      x(i) = -rows(rowat(i))*bal(rowat(i))
   10 CONTINUE
      DO 30 j = 1, rank
      DO 20 i = j + 1, rank
      x(i) = x(i) - a(i,j)*x(j)
   20 CONTINUE
   30 CONTINUE
      length = 0.0D0
      DO 50 j = rank, 1, -1
      x(j) = x(j)/a(j,j)
      DO 40 i = 1, j - 1
      x(i) = x(i) - a(i,j)*x(j)
   40 CONTINUE
      length = length + x(j)*x(j)
      step(colat(j)) = cols(colat(j))*x(j)
   50 CONTINUE
      length = SQRT(length)
      END
