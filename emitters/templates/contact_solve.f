C
C Loads f on the @NC@ rows of contacts and dry friction, whose rates
C are r + S f, in a mode of these @MC@ contacts: 0 sticks, 1 and 2
C slides up and down, 3 is open. S has `all` rows and columns: those
C behind are of stops, and bystop is what f loses for a load of one on
C each; failed: 0, the number of a row whose pivot fails, or @NC@ + 1
C where more normal force presses a sliding contact together. S has
C ones on its diagonal.
      SUBROUTINE @M@_contact_solve(all, s, r, limit, slope, mode, f, bystop, failed)
      INTEGER n, m, most, all
      PARAMETER (most = @N@)
      DOUBLE PRECISION s(all,all), r(all), limit(@MCD@)
      DOUBLE PRECISION slope(all,@MCD@), f(@NCD@), bystop(@NCD@,@STOPSD@)
      INTEGER mode(@MCD@), failed
      INTEGER normal(@K@), tangent(@K@), i, j, l, a, b, best, width
      DOUBLE PRECISION k(@NCD@,@NCD@ + most), x(@NCD@), sign, other
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      n = @NC@
      m = @MC@
      width = n + all
      DO 20 i = 1, n
      DO 10 j = 1, n
      k(i,j) = s(i,j)
      k(i,n + j) = 0.0D0
   10 CONTINUE
      DO 15 j = n + 1, all
      k(i,n + j) = s(i,j)
   15 CONTINUE
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
      DO 30 j = 1, width
      k(a,j) = 0.0D0
   30 CONTINUE
      k(a,a) = 1.0D0
      k(a,n + a) = 1.0D0
      x(a) = 0.0D0
   40 CONTINUE
      IF (b .EQ. 0 .OR. mode(i) .EQ. 0) GOTO 70
      DO 50 j = 1, width
      k(b,j) = 0.0D0
   50 CONTINUE
      k(b,b) = 1.0D0
      k(b,n + b) = 1.0D0
      x(b) = 0.0D0
      IF (mode(i) .EQ. 3) GOTO 70
      IF (a .GT. 0) k(b,a) = sign*limit(i)
      IF (a .EQ. 0) x(b) = -sign*limit(i)
      DO 60 j = 1, all
      l = j
      IF (j .GT. n) l = n + j
      k(b,l) = k(b,l) + sign*slope(j,i)
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
      DO 90 l = 1, width
      other = k(j,l)
      k(j,l) = k(best,l)
      k(best,l) = other
   90 CONTINUE
      other = k(j,j)
      DO 100 l = 1, width
      k(j,l) = k(j,l)/other
  100 CONTINUE
      DO 130 i = 1, n
      IF (i .EQ. j) GOTO 130
      other = k(i,j)
      DO 120 l = 1, width
      k(i,l) = k(i,l) - other*k(j,l)
  120 CONTINUE
  130 CONTINUE
  140 CONTINUE
      DO 160 i = 1, n
      DO 150 j = 1, n
      f(i) = f(i) + k(i,n + j)*x(j)
  150 CONTINUE
      DO 155 j = n + 1, all
      bystop(i,j - n) = k(i,n + j)
  155 CONTINUE
  160 CONTINUE
      failed = 0
      DO 170 i = 1, m
      a = normal(i)
      IF (a .EQ. 0 .OR. mode(i) .EQ. 0 .OR. mode(i) .EQ. 3) GOTO 170
      IF (.NOT. (k(a,n + a) .GT. 0.0D0)) failed = n + 1
  170 CONTINUE
      END
C
C Scales rows and loads such that S has ones on its diagonal, but for
C rows without motion
      SUBROUTINE @M@_contact_scale(all, s, r, limit, slope, scale)
      INTEGER m, all
      DOUBLE PRECISION s(all,all), r(all), limit(@MCD@)
      DOUBLE PRECISION slope(all,@MCD@), scale(all)
      INTEGER normal(@K@), tangent(@K@), i, j
      DOUBLE PRECISION by
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      m = @MC@
      DO 10 i = 1, all
      scale(i) = 1.0D0
      IF (s(i,i) .GT. 0.0D0) scale(i) = 1.0D0/SQRT(s(i,i))
   10 CONTINUE
      DO 30 i = 1, all
      r(i) = r(i)*scale(i)
      DO 20 j = 1, all
      s(i,j) = s(i,j)*scale(i)*scale(j)
   20 CONTINUE
   30 CONTINUE
      DO 60 i = 1, m
      by = 0.0D0
      IF (tangent(i) .GT. 0) by = 1.0D0/scale(tangent(i))
      limit(i) = limit(i)*by
      IF (normal(i) .GT. 0) limit(i) = limit(i)*scale(normal(i))
      DO 50 j = 1, all
      slope(j,i) = slope(j,i)*by*scale(j)
   50 CONTINUE
   60 CONTINUE
      END
