C
C Lemke's pivots for z >= 0, w = q + A z >= 0, z w = 0 with p unknowns.
C failed: 0, or 1 where they end without. Of rows with equal ratios the
C lexicographically least one leaves
      SUBROUTINE rockers_contact_pivots(p, m, q, z, failed)
      DOUBLE PRECISION m(7,7), q(7), z(7)
      INTEGER p, failed
      DOUBLE PRECISION t(16,7), largest, pivot, factor, rest, difference
      INTEGER basis(7), row, enter, left, last, i, j, count, k, l
C     t[j, i]: column j of row i: w, z, what makes q good enough, q
      DO 20 l = 1, 7
        DO 10 k = 1, 16
          t(k, l) = 0.0D0
   10   CONTINUE
   20 CONTINUE
      DO 30 k = 1, 7
        z(k) = 0.0D0
   30 CONTINUE
      DO 40 k = 1, 7
        basis(k) = 0
   40 CONTINUE
      failed = 0
      IF (p .EQ. 0) RETURN
      last = 2*p + 2
      largest = 0.0D0
      DO 50 i = 1, p
        largest = MAX(largest, ABS(q(i)))
   50 CONTINUE
      row = 1
      DO 70 i = 1, p
        DO 60 j = 1, p
          t(p + j, i) = -m(i, j)
   60   CONTINUE
        t(i, i) = 1.0D0
        t(last - 1, i) = -1.0D0
        IF (largest .GT. 0.0D0) t(last, i) = q(i)/largest
        basis(i) = i
        IF (t(last, i) .LE. t(last, row)) row = i
   70 CONTINUE
      IF (.NOT. t(last, row) .LT. 0.0D0) RETURN
      failed = 1
      enter = last - 1
      DO 160 count = 1, 50*(p + 1)
        left = basis(row)
        pivot = t(enter, row)
        DO 80 j = 1, last
          t(j, row) = t(j, row)/pivot
   80   CONTINUE
        DO 100 i = 1, p
          IF (i .NE. row) THEN
            factor = t(enter, i)
            DO 90 j = 1, last
              t(j, i) = t(j, i) - factor*t(j, row)
   90       CONTINUE
          END IF
  100   CONTINUE
        basis(row) = enter
C       what is wrong still
        rest = 0.0D0
        DO 110 i = 1, p
          IF (basis(i) .EQ. last - 1) rest = t(last, i)
  110   CONTINUE
        IF (rest .LE. 1.0D-11) THEN
          DO 120 i = 1, p
            IF (basis(i) .GT. p .AND. basis(i) .LT. last - 1 .AND. t(
     &  last, i) .GT. 0.0D0) THEN
              z(basis(i) - p) = t(last, i)*largest
            END IF
  120     CONTINUE
          failed = 0
          RETURN
        END IF
        IF (left .GT. p) THEN
          enter = left - p
        ELSE
          enter = left + p
        END IF
        row = 0
        DO 150 i = 1, p
          IF (t(enter, i) .GT. 1.0D-09) THEN
            difference = -1.0D0
            IF (row .NE. 0) THEN
              difference = t(last, i)/t(enter, i) - t(last, row)/t(
     &  enter, row)
            END IF
            IF (difference .LT. -1.0D-09) THEN
              row = i
            ELSE IF (difference .LE. 1.0D-09) THEN
              difference = 0.0D0
              DO 130 j = 1, p
                IF (ABS(difference) .GT. 1.0D-09) GOTO 140
                difference = t(j, i)/t(enter, i) - t(j, row)/t(enter,
     &  row)
  130         CONTINUE
  140         CONTINUE
              IF (basis(i) .EQ. last - 1 .OR. basis(row) .NE. last - 1
     &  .AND. difference .LT. 0.0D0) THEN
                row = i
              END IF
            END IF
          END IF
  150   CONTINUE
        IF (row .EQ. 0) RETURN
  160 CONTINUE
      END
