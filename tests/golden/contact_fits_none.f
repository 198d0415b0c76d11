C
C whether loads x in a mode keep all inequalities: rates, by how much
C each row breaks its own (excess), the most beyond what is rounding
C (broken), the largest load and rate. Of an impact: whether it gives no
C energy, too
      SUBROUTINE rockers_contact_fits(s, r, limit, slack, near, slide,
     &  impact, before, least, mode, x, rate, excess, largest, broken,
     &  fits)
      DOUBLE PRECISION s(2,2), r(2), limit(1), slack(2), near(1), slide(
     &  1), before(2), least(2), x(2), rate(2), excess(2), largest,
     &  broken
      INTEGER mode(1)
      LOGICAL impact, fits
      DOUBLE PRECISION most, gain, load
      INTEGER a, b, l, j, normal(1), tangent(1)
      DATA normal /1/
      DATA tangent /2/
      DO 20 l = 1, 2
        rate(l) = r(l)
        DO 10 j = 1, 2
          rate(l) = rate(l) + s(l, j)*x(j)
   10   CONTINUE
   20 CONTINUE
      largest = 0.0D0
      DO 30 j = 1, 1
        IF (near(j) .GT. 0.5D0) THEN
          a = normal(j)
          b = tangent(j)
          IF (a .NE. 0) THEN
            largest = MAX(largest, ABS(r(a)))
            largest = MAX(largest, ABS(x(a)))
          END IF
          IF (b .NE. 0) THEN
            largest = MAX(largest, ABS(r(b)))
            largest = MAX(largest, ABS(x(b)))
          END IF
        END IF
   30 CONTINUE
      DO 40 l = 1, 2
        excess(l) = 0.0D0
   40 CONTINUE
      DO 50 j = 1, 1
        IF (near(j) .GT. 0.5D0) THEN
          a = normal(j)
          b = tangent(j)
          IF (a .NE. 0) THEN
            IF (mode(j) .EQ. 3) THEN
              excess(a) = -rate(a)
            ELSE
              excess(a) = -x(a)
            END IF
          END IF
          IF (b .EQ. 0 .OR. mode(j) .EQ. 3) GOTO 50
          most = limit(j)
          IF (a .NE. 0) most = limit(j)*x(a)
          load = ABS(x(b))
          IF (mode(j) .EQ. 0) THEN
            excess(b) = load - most
          ELSE IF (.NOT. ABS(slide(j)) .GT. 0.0D0) THEN
            IF (mode(j) .EQ. 1) THEN
              excess(b) = -rate(b)
            ELSE
              excess(b) = rate(b)
            END IF
          END IF
        END IF
   50 CONTINUE
      fits = .TRUE.
      broken = 0.0D0
      DO 60 l = 1, 2
        fits = fits .AND. excess(l) .LE. 1.0D-09*largest + slack(l)
        broken = MAX(broken, excess(l) - slack(l))
   60 CONTINUE
      IF (fits .AND. impact) THEN
        gain = 0.0D0
        most = 0.0D0
        DO 70 j = 1, 2
          gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
          most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) + least(
     &  j))) + 1.0D+09*slack(j)*slack(j)
   70   CONTINUE
        fits = gain .LE. 1.0D-09*most
      END IF
      END
