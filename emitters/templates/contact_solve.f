C
C Loads f on the @N@ rows of contacts and dry friction, whose rates
C are r + S f, in a mode of these @K@ contacts: 0 sticks, 1 and 2
C slides up and down, 3 is open; failed: 0, the number of a row whose
C pivot fails, or @N@ + 1 where more normal force presses a sliding
C contact together. S has ones on its diagonal.
      SUBROUTINE @M@_contact_solve(s, r, limit, slope, mode, f, failed)
      INTEGER n, m
      PARAMETER (n = @N@, m = @K@)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), f(n)
      INTEGER mode(m), failed
      INTEGER normal(m), tangent(m), i, j, l, a, b, best
      DOUBLE PRECISION k(n,2*n), x(n), sign, other
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      DO 20 i = 1, n
      DO 10 j = 1, n
      k(i,j) = s(i,j)
      k(i,n + j) = 0.0D0
   10 CONTINUE
      k(i,n + i) = 1.0D0
      x(i) = -r(i)
      f(i) = 0.0D0
   20 CONTINUE
      DO 70 i = 1, m
      a = normal(i)
      b = tangent(i)
      sign = -1.0D0
      IF (mode(i) .EQ. 1) sign = 1.0D0
      IF (a .EQ. 0 .OR. mode(i) .NE. 3) GOTO 40
      DO 30 j = 1, n
      k(a,j) = 0.0D0
   30 CONTINUE
      k(a,a) = 1.0D0
      x(a) = 0.0D0
   40 CONTINUE
      IF (b .EQ. 0 .OR. mode(i) .EQ. 0) GOTO 70
      DO 50 j = 1, n
      k(b,j) = 0.0D0
   50 CONTINUE
      k(b,b) = 1.0D0
      x(b) = 0.0D0
      IF (mode(i) .EQ. 3) GOTO 70
      IF (a .GT. 0) k(b,a) = sign*limit(i)
      IF (a .EQ. 0) x(b) = -sign*limit(i)
      DO 60 j = 1, n
      k(b,j) = k(b,j) + sign*slope(j,i)
   60 CONTINUE
   70 CONTINUE
C     the inverse, by elimination with partial pivoting
      DO 140 j = 1, n
      best = j
      DO 80 i = j, n
      IF (ABS(k(i,j)) .GT. ABS(k(best,j))) best = i
   80 CONTINUE
      failed = j
      IF (.NOT. (ABS(k(best,j)) .GT. 1.0D-10)) RETURN
      DO 90 l = 1, 2*n
      other = k(j,l)
      k(j,l) = k(best,l)
      k(best,l) = other
   90 CONTINUE
      other = k(j,j)
      DO 100 l = 1, 2*n
      k(j,l) = k(j,l)/other
  100 CONTINUE
      DO 130 i = 1, n
      IF (i .EQ. j) GOTO 130
      other = k(i,j)
      DO 120 l = 1, 2*n
      k(i,l) = k(i,l) - other*k(j,l)
  120 CONTINUE
  130 CONTINUE
  140 CONTINUE
      DO 160 i = 1, n
      DO 150 j = 1, n
      f(i) = f(i) + k(i,n + j)*x(j)
  150 CONTINUE
  160 CONTINUE
      failed = 0
      DO 170 i = 1, m
      a = normal(i)
      IF (a .EQ. 0 .OR. mode(i) .EQ. 0 .OR. mode(i) .EQ. 3) GOTO 170
      IF (.NOT. (k(a,n + a) .GT. 0.0D0)) failed = n + 1
  170 CONTINUE
      END
C
C Scales rows and loads such that S has ones on its diagonal
      SUBROUTINE @M@_contact_scale(s, r, limit, slope, scale)
      INTEGER n, m
      PARAMETER (n = @N@, m = @K@)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), scale(n)
      INTEGER normal(m), tangent(m), i, j
      DOUBLE PRECISION by
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      DO 10 i = 1, n
      scale(i) = 0.0D0
      IF (s(i,i) .GT. 0.0D0) scale(i) = 1.0D0/SQRT(s(i,i))
   10 CONTINUE
      DO 30 i = 1, n
      r(i) = r(i)*scale(i)
      DO 20 j = 1, n
      s(i,j) = s(i,j)*scale(i)*scale(j)
   20 CONTINUE
   30 CONTINUE
      DO 60 i = 1, m
      by = 0.0D0
      IF (tangent(i) .EQ. 0) GOTO 40
      IF (scale(tangent(i)) .GT. 0.0D0) by = 1.0D0/scale(tangent(i))
   40 CONTINUE
      limit(i) = limit(i)*by
      IF (normal(i) .GT. 0) limit(i) = limit(i)*scale(normal(i))
      DO 50 j = 1, n
      slope(j,i) = slope(j,i)*by*scale(j)
   50 CONTINUE
   60 CONTINUE
      END
