C
C Impulses without any bounce, as a complementarity problem, which has a
C solution: friction mu P against the slip after the impact. By contact
C that takes part P, the parts of T up and down, and the slip; of a
C stop P. failed: 0, or 1
      SUBROUTINE @M@_contact_rest(s, r, mu, near, f, failed)
      INTEGER n, m, most
      PARAMETER (n = @N@, m = @K@, most = @L@)
      DOUBLE PRECISION s(n,n), r(n), mu(m), near(m), f(n)
      DOUBLE PRECISION a(most,most), q(most), z(most)
      INTEGER failed, normal(m), tangent(m), row(most), sign(most), p, i, j
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      DO 20 i = 1, most
      DO 10 j = 1, most
      a(i,j) = 0.0D0
   10 CONTINUE
   20 CONTINUE
      DO 30 j = 1, n
      f(j) = 0.0D0
   30 CONTINUE
      p = 0
      DO 40 j = 1, m
      IF (near(j) .LT. 0.5D0 .OR. normal(j) .EQ. 0) GOTO 40
      p = p + 1
      row(p) = normal(j)
      sign(p) = 1
      IF (tangent(j) .EQ. 0) GOTO 40
      row(p + 1) = tangent(j)
      row(p + 2) = tangent(j)
      row(p + 3) = 1
      sign(p + 1) = 1
      sign(p + 2) = -1
      sign(p + 3) = 0
      a(p + 3,p) = mu(j)
      a(p + 3,p + 1) = -1.0D0
      a(p + 3,p + 2) = -1.0D0
      a(p + 1,p + 3) = 1.0D0
      a(p + 2,p + 3) = 1.0D0
      p = p + 3
   40 CONTINUE
      DO 60 i = 1, p
      q(i) = sign(i)*r(row(i))
      DO 50 j = 1, p
      a(i,j) = a(i,j) + sign(i)*sign(j)*s(row(i),row(j))
   50 CONTINUE
   60 CONTINUE
      CALL @M@_contact_pivots(p, a, q, z, failed)
      IF (failed .NE. 0) RETURN
      DO 70 i = 1, p
      f(row(i)) = f(row(i)) + sign(i)*z(i)
   70 CONTINUE
      END
C
C xa: the speed that counts as zero, S, the rates after all other
C impulses and before any, mu, the least normal speed after the impact,
C whether it takes part, the slip speed by contact; xr: the impulses,
C the law that they keep, then 0 or @N@ + 4: none are consistent without
C a gain of energy. The laws: 0 nothing takes part, 1 friction against
C the slip before the impact, 2 after it, 3 and 4 likewise with half and
C a quarter of e, 5 with e = 0
      SUBROUTINE @M@_contact_impulses(xa, xr)
      INTEGER n, m, few
      PARAMETER (n = @N@, m = @K@, few = @MC@)
      DOUBLE PRECISION xa(1 + n*n + 2*n + few + 3*m), xr(n + 2)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m)
      DOUBLE PRECISION scale(n), f(n), tiny(n), near(m), slide(m), ban(m)
      DOUBLE PRECISION before(n), least(n), bounce(n), share
      INTEGER normal(m), best(m), failed, law, i, j, l
      LOGICAL any
      DATA normal /@NORMAL@/
      l = 1 + n*n + 2*n
      DO 20 j = 1, n
      DO 10 i = 1, n
      s(i,j) = xa(1 + (j - 1)*n + i)
   10 CONTINUE
      r(j) = xa(1 + n*n + j)
      before(j) = xa(1 + n*n + n + j)
      least(j) = 0.0D0
   20 CONTINUE
      DO 40 i = 1, m
      DO 30 j = 1, n
      slope(j,i) = 0.0D0
   30 CONTINUE
      limit(i) = 0.0D0
      IF (i .LE. few) limit(i) = xa(l + i)
   40 CONTINUE
      any = .FALSE.
      l = l + few
      DO 50 i = 1, m
      near(i) = xa(l + m + i)
      slide(i) = xa(l + 2*m + i)
      ban(i) = 0.0D0
      any = any .OR. near(i) .GT. 0.5D0
      IF (normal(i) .GT. 0) least(normal(i)) = xa(l + i)
   50 CONTINUE
      CALL @M@_contact_scale(n, s, r, limit, slope, scale)
      DO 60 i = 1, n
      tiny(i) = xa(1)*scale(i)
      before(i) = before(i)*scale(i)
      least(i) = least(i)*scale(i)
   60 CONTINUE
      DO 90 law = 1, 5
      share = 1.0D0
      IF (law .EQ. 3) share = 0.5D0
      IF (law .EQ. 4) share = 0.25D0
      IF (law .EQ. 5) share = 0.0D0
      DO 70 i = 1, n
      bounce(i) = share*least(i)
      r(i) = xa(1 + n*n + i)*scale(i) - bounce(i)
   70 CONTINUE
      DO 80 i = 1, m
      IF (law .GT. 1) slide(i) = 0.0D0
   80 CONTINUE
      IF (law .LT. 5) THEN
      CALL @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, 1, before, bounce, best, f, failed)
      ELSE
      CALL @M@_contact_rest(s, r, limit, near, f, failed)
      END IF
      l = law
      IF (failed .EQ. 0) GOTO 100
   90 CONTINUE
  100 CONTINUE
      DO 110 i = 1, n
      xr(i) = f(i)*scale(i)
  110 CONTINUE
      xr(n + 1) = 0.0D0
      IF (any) xr(n + 1) = l
      xr(n + 2) = 0.0D0
      IF (failed .NE. 0) xr(n + 2) = n + 4
      END
