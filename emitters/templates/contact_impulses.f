C
C xa: the speed that counts as zero, S, the rates after all other
C impulses and before any, mu, the least normal speed after the impact,
C whether it takes part, the slip speed by contact; xr: the impulses,
C then 0 or @N@ + 4: none are consistent without a gain of energy
      SUBROUTINE @M@_contact_impulses(xa, xr)
      INTEGER n, m
      PARAMETER (n = @N@, m = @K@)
      DOUBLE PRECISION xa(1 + n*n + 2*n + 4*m), xr(n + 1)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), scale(n), f(n)
      DOUBLE PRECISION tiny(n), near(m), slide(m), ban(m)
      DOUBLE PRECISION before(n), least(n)
      INTEGER normal(m), best(m), failed, i, j, l
      DATA normal /@NORMAL@/
      l = 1 + n*n + 2*n
      DO 20 j = 1, n
      DO 10 i = 1, n
      s(i,j) = xa(1 + (j - 1)*n + i)
   10 CONTINUE
      before(j) = xa(1 + n*n + n + j)
      least(j) = 0.0D0
   20 CONTINUE
      DO 40 i = 1, m
      DO 30 j = 1, n
      slope(j,i) = 0.0D0
   30 CONTINUE
      limit(i) = xa(l + i)
      near(i) = xa(l + 2*m + i)
      slide(i) = xa(l + 3*m + i)
      ban(i) = 0.0D0
      IF (normal(i) .GT. 0) least(normal(i)) = xa(l + m + i)
   40 CONTINUE
      DO 50 j = 1, n
      r(j) = xa(1 + n*n + j) - least(j)
   50 CONTINUE
      CALL @M@_contact_scale(s, r, limit, slope, scale)
      DO 60 i = 1, n
      tiny(i) = xa(1)*scale(i)
      before(i) = before(i)*scale(i)
      least(i) = least(i)*scale(i)
   60 CONTINUE
      CALL @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, 1, before, least, best, f, failed)
      DO 70 i = 1, n
      xr(i) = f(i)*scale(i)
   70 CONTINUE
      xr(n + 1) = 0
      IF (failed .NE. 0) xr(n + 1) = n + 4
      END
