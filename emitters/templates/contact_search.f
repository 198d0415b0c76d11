C
C Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns;
C failed: 0, or 1 where they end without. Of rows with equal ratios the
C lexicographically least one leaves.
      SUBROUTINE @M@_contact_pivots(p, a, q, z, failed)
      INTEGER most, p, failed
      PARAMETER (most = @L@)
      DOUBLE PRECISION a(most,most), q(most), z(most)
      DOUBLE PRECISION t(most,2*most + 2), size, other
      INTEGER basis(most), row, enter, left, i, j, step
      failed = 0
      size = 0.0D0
      row = 1
      DO 10 i = 1, p
      z(i) = 0.0D0
      size = MAX(size, ABS(q(i)))
   10 CONTINUE
      DO 30 i = 1, p
      DO 20 j = 1, p
      t(i,j) = 0.0D0
      t(i,p + j) = -a(i,j)
   20 CONTINUE
      t(i,i) = 1.0D0
      t(i,2*p + 1) = -1.0D0
      t(i,2*p + 2) = 0.0D0
      IF (size .GT. 0.0D0) t(i,2*p + 2) = q(i)/size
      basis(i) = i
      IF (t(i,2*p + 2) .LE. t(row,2*p + 2)) row = i
   30 CONTINUE
      IF (p .EQ. 0) RETURN
      IF (.NOT. (t(row,2*p + 2) .LT. 0.0D0)) RETURN
      enter = 2*p + 1
      DO 140 step = 1, 50*(p + 1)
      left = basis(row)
      other = t(row,enter)
      DO 40 j = 1, 2*p + 2
      t(row,j) = t(row,j)/other
   40 CONTINUE
      DO 60 i = 1, p
      IF (i .EQ. row) GOTO 60
      other = t(i,enter)
      DO 50 j = 1, 2*p + 2
      t(i,j) = t(i,j) - other*t(row,j)
   50 CONTINUE
   60 CONTINUE
      basis(row) = enter
C     what is wrong still
      other = 0.0D0
      DO 65 i = 1, p
      IF (basis(i) .EQ. 2*p + 1) other = t(i,2*p + 2)
   65 CONTINUE
      IF (other .LE. 1.0D-11) THEN
      DO 70 i = 1, p
      IF (basis(i) .GT. p .AND. basis(i) .LE. 2*p) z(basis(i) - p) = MAX(0.0D0, t(i,2*p + 2)*size)
   70 CONTINUE
      RETURN
      END IF
      enter = left + p
      IF (left .GT. p) enter = left - p
      row = 0
      DO 130 i = 1, p
      IF (.NOT. (t(i,enter) .GT. 1.0D-9)) GOTO 130
      other = -1.0D0
      IF (row .GT. 0) other = t(i,2*p + 2)/t(i,enter) - t(row,2*p + 2)/t(row,enter)
      IF (other .GT. 1.0D-9) GOTO 130
      IF (other .LT. -1.0D-9) GOTO 120
      other = 0.0D0
      DO 110 j = 1, p
      IF (ABS(other) .LE. 1.0D-9) other = t(i,j)/t(i,enter) - t(row,j)/t(row,enter)
  110 CONTINUE
      IF (basis(i) .EQ. 2*p + 1) GOTO 120
      IF (basis(row) .EQ. 2*p + 1 .OR. .NOT. (other .LT. 0.0D0)) GOTO 130
  120 CONTINUE
      row = i
  130 CONTINUE
      IF (row .EQ. 0) GOTO 150
  140 CONTINUE
  150 CONTINUE
      failed = 1
      END
C
C Closes of the stops that touch those that must be, beside a mode of
C the contacts: x is that mode's loads without them and gets theirs.
C ban: 1 for closed is not tried; failed: 0, or 1 where no stops fit
      SUBROUTINE @M@_contact_close(s, r, tiny, near, ban, bystop, mode, x, failed)
      INTEGER n, m, rows, first, stops, most
      PARAMETER (n = @N@, m = @K@, most = @L@)
      DOUBLE PRECISION s(n,n), r(n), tiny(n), near(m), ban(m), x(n)
      DOUBLE PRECISION bystop(@NCD@,@STOPSD@)
      INTEGER mode(m), failed
      DOUBLE PRECISION a(most,most), q(most), z(most), size
      INTEGER who(most), p, i, j, l, row
      rows = @NC@
      first = @MC@
      stops = @STOPS@
      p = 0
      DO 10 j = 1, stops
      mode(first + j) = 3
      x(rows + j) = 0.0D0
      IF (near(first + j) .LT. 0.5D0) GOTO 10
      IF (ABS(ban(first + j) - 1.0D0) .LT. 0.5D0) GOTO 10
      p = p + 1
      who(p) = j
   10 CONTINUE
      size = 0.0D0
      DO 20 i = 1, rows
      size = MAX(size, ABS(x(i)))
   20 CONTINUE
      DO 60 i = 1, p
      row = rows + who(i)
      size = MAX(size, ABS(r(row)))
      q(i) = r(row)
      DO 30 l = 1, rows
      q(i) = q(i) + s(row,l)*x(l)
   30 CONTINUE
      DO 50 j = 1, p
      a(i,j) = s(row,rows + who(j))
      DO 40 l = 1, rows
      a(i,j) = a(i,j) - s(row,l)*bystop(l,who(j))
   40 CONTINUE
      IF (ABS(a(i,j)) .LT. 1.0D-12) a(i,j) = 0.0D0
   50 CONTINUE
   60 CONTINUE
      DO 70 i = 1, p
      IF (ABS(q(i)) .LE. 1.0D-9*size + tiny(rows + who(i))) q(i) = 0.0D0
   70 CONTINUE
      CALL @M@_contact_pivots(p, a, q, z, failed)
      IF (failed .NE. 0) RETURN
      DO 90 i = 1, p
      row = rows + who(i)
      IF (z(i) .LE. 1.0D-9*size + tiny(row)) GOTO 90
      mode(first + who(i)) = 0
      x(row) = z(i)
      DO 80 l = 1, rows
      x(l) = x(l) - bystop(l,who(i))*z(i)
   80 CONTINUE
   90 CONTINUE
      END
C
C Searches the modes of contacts and dry friction in declared order,
C the last one's first: at most @MOST@ solutions, each with the stops
C that it closes. near: the contact may be closed; slide: its slip
C speed; ban: 1 for closed, 2 for sticking is not tried. Of an impact
C (1) the first consistent mode that gives no energy is taken; its
C rates are before, and r + S f + least after it. failed: 0, or
C @N@ + 1, .. as the last result of contact_modes
      SUBROUTINE @M@_contact_search(s, r, limit, slope, tiny, near, slide, ban, impact, before, least, best, f, failed)
      INTEGER n, m, rows, few
      PARAMETER (n = @N@, m = @K@, rows = @NC@, few = @MC@)
      DOUBLE PRECISION s(n,n), r(n), limit(m), slope(n,m), tiny(n)
      DOUBLE PRECISION near(m), slide(m), ban(m), f(n)
      DOUBLE PRECISION before(n), least(n), gain, bystop(@NCD@,@STOPSD@)
      INTEGER impact, best(m), failed
      INTEGER normal(m), tangent(m), mode(m), i, j, l, a, b, unfit
      DOUBLE PRECISION x(n), rate(n), first(n), most, size
      LOGICAL found, wrong, several, allowed, fits
      DATA normal /@NORMAL@/
      DATA tangent /@TANGENT@/
      DO 10 j = 1, n
      f(j) = 0.0D0
      x(j) = 0.0D0
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
      allowed = few .EQ. 0
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
      IF (i .LT. few) THEN
      i = i + 1
      mode(i) = -1
      GOTO 30
      END IF
C     without contacts there is one mode
      IF (few .EQ. 0) i = 0
      CALL @M@_contact_solve(n, s, r, limit, slope, mode, x, bystop, failed)
      IF (failed .GT. 0 .AND. failed .LE. rows) GOTO 30
      CALL @M@_contact_close(s, r, tiny, near, ban, bystop, mode, x, unfit)
      IF (unfit .NE. 0) GOTO 30
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
      IF (a .GT. 0) fits = fits .AND. x(a) .GE. -1.0D-9*size - tiny(a)
      IF (b .EQ. 0) GOTO 110
      most = limit(j)
      IF (a .GT. 0) most = limit(j)*x(a)
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
