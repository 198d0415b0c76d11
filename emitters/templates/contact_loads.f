C
C xa: S, r, limits, @SLOPETEXT@closed, slip by contact; xr: the loads,
C then 0 or what fails (contact_solve)
      SUBROUTINE @M@_contact_loads(xa, xr)
      INTEGER n, m, slopes
      PARAMETER (n = @NC@, m = @MC@, slopes = @SLOPES_LOADS@)
      DOUBLE PRECISION xa(n*n + n + 3*m + slopes), xr(n + 1)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), scale(n), f(n)
      DOUBLE PRECISION bystop(n,@STOPSD@)
      INTEGER mode(m), failed, i, j, l
      DO 20 j = 1, n
      DO 10 i = 1, n
      s(i,j) = xa((j - 1)*n + i)
   10 CONTINUE
      r(j) = xa(n*n + j)
   20 CONTINUE
      l = n*n + n + m
      DO 40 i = 1, m
      limit(i) = xa(n*n + n + i)
      DO 30 j = 1, n
      slope(j,i) = 0.0D0
      IF (slopes .GT. 0) slope(j,i) = xa(l + (i - 1)*n + j)
   30 CONTINUE
   40 CONTINUE
      l = l + slopes
      DO 50 i = 1, m
      mode(i) = 0
      IF (xa(l + m + i) .GT. 0.0D0) mode(i) = 1
      IF (xa(l + m + i) .LT. 0.0D0) mode(i) = 2
      IF (.NOT. ABS(xa(l + i)) .GT. 0.0D0) mode(i) = 3
   50 CONTINUE
      CALL @M@_contact_scale(n, s, r, limit, slope, scale)
      CALL @M@_contact_solve(n, s, r, limit, slope, mode, f, bystop, failed)
      DO 60 i = 1, n
      xr(i) = f(i)*scale(i)
   60 CONTINUE
      xr(n + 1) = failed
      END
