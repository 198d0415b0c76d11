C
C whether loads x in a mode keep all inequalities: rates, by how much
C each row breaks its own (excess), the most beyond what is rounding
C (broken), the largest load and rate. Of an impact: whether it gives no
C energy, too
      SUBROUTINE rockers_contact_fits(s, r, limit, slope, slack, near,
     &  slide, impact, before, least, mode, x, rate, excess, largest,
     &  broken, fits)
      DOUBLE PRECISION s(6,6), r(6), limit(3), slope(6,3), slack(6),
     &  near(5), slide(3), before(6), least(6), x(6), rate(6), excess(
     &  6), largest, broken
      INTEGER mode(5)
      LOGICAL impact, fits
      DOUBLE PRECISION most, gain, load
      INTEGER a, b, l, j, normal(5), tangent(5)
      DATA normal /1, 0, 4, 5, 6/
      DATA tangent /2, 3, 0, 0, 0/
      DO 20 l = 1, 6
        rate(l) = r(l)
        DO 10 j = 1, 6
          rate(l) = rate(l) + s(l, j)*x(j)
   10   CONTINUE
   20 CONTINUE
      largest = 0.0D0
      DO 30 j = 1, 5
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
      DO 40 l = 1, 6
        excess(l) = 0.0D0
   40 CONTINUE
      DO 50 j = 4, 5
        IF (near(j) .GT. 0.5D0) THEN
          a = normal(j)
          IF (mode(j) .EQ. 3) THEN
            excess(a) = -rate(a)
          ELSE
            excess(a) = -x(a)
          END IF
        END IF
   50 CONTINUE
      DO 70 j = 1, 3
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
          IF (b .EQ. 0 .OR. mode(j) .EQ. 3) GOTO 70
          most = limit(j)
          IF (a .NE. 0) most = limit(j)*x(a)
          DO 60 l = 1, 6
            most = most + slope(l, j)*x(l)
   60     CONTINUE
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
   70 CONTINUE
      fits = .TRUE.
      broken = 0.0D0
      DO 80 l = 1, 6
        fits = fits .AND. excess(l) .LE. 1.0D-09*largest + slack(l)
        broken = MAX(broken, excess(l) - slack(l))
   80 CONTINUE
      IF (fits .AND. impact) THEN
        gain = 0.0D0
        most = 0.0D0
        DO 90 j = 1, 6
          gain = gain + 0.5D0*x(j)*(before(j) + rate(j) + least(j))
          most = most + ABS(x(j))*(ABS(before(j)) + ABS(rate(j) + least(
     &  j))) + 1.0D+09*slack(j)*slack(j)
   90   CONTINUE
        fits = gain .LE. 1.0D-09*most
      END IF
      END
