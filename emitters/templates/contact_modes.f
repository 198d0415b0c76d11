C
C xa: the rate that counts as zero, S, r, limits, @SLOPETEXT@near,
C slide, ban by contact (contact_search); xr: closed, slip by contact,
C the loads, then 0 or @N@ + 1: Painleve's paradox, @N@ + 2: no mode is
C consistent, @N@ + 3: modes with different accelerations are
      SUBROUTINE @M@_contact_modes(xa, xr)
      INTEGER n, m, few, slopes
      PARAMETER (n = @N@, m = @K@, few = @MC@, slopes = @SLOPES@)
      DOUBLE PRECISION xa(1 + n*n + n + few + 3*m + slopes)
      DOUBLE PRECISION xr(2*m + n + 1), s(n,n), r(n), limit(m)
      DOUBLE PRECISION slope(n,m), scale(n), f(n)
      DOUBLE PRECISION tiny(n), near(m), slide(m), ban(m)
      INTEGER best(m), failed, i, j, l
      LOGICAL banned
      DO 20 j = 1, n
      DO 10 i = 1, n
      s(i,j) = xa(1 + (j - 1)*n + i)
   10 CONTINUE
      r(j) = xa(1 + n*n + j)
   20 CONTINUE
      l = 1 + n*n + n + few
      DO 40 i = 1, m
      limit(i) = 0.0D0
      IF (i .LE. few) limit(i) = xa(1 + n*n + n + i)
      DO 30 j = 1, n
      slope(j,i) = 0.0D0
      IF (slopes .GT. 0 .AND. i .LE. few) slope(j,i) = xa(l + (i - 1)*n + j)
   30 CONTINUE
   40 CONTINUE
      l = l + slopes
      banned = .FALSE.
      DO 50 i = 1, m
      near(i) = xa(l + i)
      slide(i) = xa(l + m + i)
      ban(i) = xa(l + 2*m + i)
      banned = banned .OR. ban(i) .GT. 0.5D0
   50 CONTINUE
      CALL @M@_contact_scale(n, s, r, limit, slope, scale)
      DO 60 i = 1, n
      tiny(i) = xa(1)*scale(i)
   60 CONTINUE
      CALL @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, 0, r, r, best, f, failed)
      IF (failed .EQ. n + 2 .AND. banned) THEN
      DO 70 i = 1, m
      ban(i) = 0.0D0
   70 CONTINUE
      CALL @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, 0, r, r, best, f, failed)
      END IF
      DO 80 i = 1, m
      xr(i) = 1.0D0
      IF (best(i) .EQ. 3) xr(i) = 0.0D0
      xr(m + i) = 0.0D0
      IF (best(i) .EQ. 1) xr(m + i) = 1.0D0
      IF (best(i) .EQ. 2) xr(m + i) = -1.0D0
   80 CONTINUE
      DO 90 i = 1, n
      xr(2*m + i) = f(i)*scale(i)
   90 CONTINUE
      xr(2*m + n + 1) = failed
      END
