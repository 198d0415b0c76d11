C
C Searches the modes in declared order, the last contact's first: at
C most @MOST@ solutions. near: the contact may be closed; slide: its
C slip speed; ban: 1 for closed, 2 for sticking is not tried. Of an
C impact (1) the first consistent mode that gives no energy is taken;
C its rates are before, and r + S f + least after it. failed: 0, or
C @N@ + 1, .. as the last result of contact_modes
      SUBROUTINE @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, impact, before, least, best, f, failed)
      INTEGER n, m
      PARAMETER (n = @N@, m = @K@)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), tiny(n)
      DOUBLE PRECISION near(m), slide(m), ban(m), f(n)
      DOUBLE PRECISION before(n), least(n), gain
      INTEGER impact, best(m), failed
      INTEGER normal(m), tangent(m), mode(m), i, j, l, a, b
      DOUBLE PRECISION x(n), rate(n), first(n), most, size
      LOGICAL found, wrong, several, allowed, fits
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      DO 10 j = 1, n
      f(j) = 0.0D0
      first(j) = 0.0D0
   10 CONTINUE
      DO 20 j = 1, m
      best(j) = -1
      mode(j) = -1
   20 CONTINUE
      found = .FALSE.
      wrong = .FALSE.
      several = .FALSE.
      i = 1
C     the next mode
   30 CONTINUE
      IF (i .LT. 1) GOTO 170
      a = normal(i)
      b = tangent(i)
      allowed = .FALSE.
   40 CONTINUE
      IF (allowed .OR. mode(i) .GE. 4) GOTO 50
      mode(i) = mode(i) + 1
      IF (near(i) .LT. 0.5D0) THEN
      allowed = mode(i) .EQ. 3
      ELSE IF (mode(i) .EQ. 3) THEN
      allowed = a .GT. 0
      ELSE IF (a .GT. 0 .AND. ABS(ban(i) - 1.0D0) .LT. 0.5D0) THEN
      allowed = .FALSE.
      ELSE IF (mode(i) .EQ. 0) THEN
      allowed = b .EQ. 0 .OR. impact .EQ. 1 .OR. (.NOT. ABS(slide(i)) .GT. 0.0D0 .AND. ban(i) .LT. 1.5D0)
      ELSE IF (mode(i) .LT. 3 .AND. b .GT. 0) THEN
      allowed = .NOT. ABS(slide(i)) .GT. 0.0D0 .OR. ((mode(i) .EQ. 1) .EQV. (slide(i) .GT. 0.0D0))
      END IF
      GOTO 40
   50 CONTINUE
      IF (.NOT. allowed) i = i - 1
      IF (.NOT. allowed) GOTO 30
      IF (i .LT. m) THEN
      i = i + 1
      mode(i) = -1
      GOTO 30
      END IF
      CALL @M@_contact_solve(s, r, limit, slope, mode, x, failed)
      IF (failed .GT. 0 .AND. failed .LE. n) GOTO 30
      DO 70 l = 1, n
      rate(l) = r(l)
      DO 60 j = 1, n
      rate(l) = rate(l) + s(l,j)*x(j)
   60 CONTINUE
   70 CONTINUE
      size = 0.0D0
      DO 80 j = 1, m
      IF (near(j) .LT. 0.5D0) GOTO 80
      a = normal(j)
      b = tangent(j)
      IF (a .GT. 0) size = MAX(size, ABS(r(a)), ABS(x(a)))
      IF (b .GT. 0) size = MAX(size, ABS(r(b)), ABS(x(b)))
   80 CONTINUE
      fits = .TRUE.
      DO 110 j = 1, m
      IF (near(j) .LT. 0.5D0) GOTO 110
      a = normal(j)
      b = tangent(j)
      IF (mode(j) .EQ. 3) THEN
      fits = fits .AND. rate(a) .GE. -1.0D-9*size - tiny(a)
      GOTO 110
      END IF
      most = limit(j)
      IF (a .GT. 0) THEN
      fits = fits .AND. x(a) .GE. -1.0D-9*size - tiny(a)
      most = limit(j)*x(a)
      END IF
      IF (b .EQ. 0) GOTO 110
      DO 90 l = 1, n
      most = most + slope(l,j)*x(l)
   90 CONTINUE
      IF (mode(j) .EQ. 0) THEN
      fits = fits .AND. ABS(x(b)) .LE. most + 1.0D-9*size + tiny(b)
      ELSE IF (.NOT. ABS(slide(j)) .GT. 0.0D0 .AND. mode(j) .EQ. 1) THEN
      fits = fits .AND. rate(b) .GE. -1.0D-9*size - tiny(b)
      ELSE IF (.NOT. ABS(slide(j)) .GT. 0.0D0) THEN
      fits = fits .AND. -rate(b) .GE. -1.0D-9*size - tiny(b)
      END IF
  110 CONTINUE
      IF (impact .EQ. 1) THEN
      gain = 0.0D0
      most = 0.0D0
      DO 115 j = 1, n
      gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
      most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) + least(j))) + 1.0D9*tiny(j)**2
  115 CONTINUE
      fits = fits .AND. gain .LE. 1.0D-9*most
      END IF
      IF (.NOT. fits) GOTO 30
      IF (failed .GT. 0) wrong = .TRUE.
      IF (failed .GT. 0) GOTO 30
      IF (found) THEN
      DO 120 j = 1, n
      IF (.NOT. (ABS(rate(j) - first(j)) .LE. 1.0D-8*size + 10.0D0*tiny(j))) several = .TRUE.
  120 CONTINUE
      GOTO 30
      END IF
      found = .TRUE.
      DO 130 j = 1, m
      best(j) = mode(j)
  130 CONTINUE
      DO 140 j = 1, n
      f(j) = x(j)
      first(j) = rate(j)
  140 CONTINUE
      IF (impact .NE. 1) GOTO 30
  170 CONTINUE
      failed = 0
      IF (several) failed = n + 3
      IF (.NOT. found) failed = n + 2
      IF (wrong .AND. .NOT. (impact .EQ. 1 .AND. found)) failed = n + 1
      END
