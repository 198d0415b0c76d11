C
C the mode that closed and slip say: 0 sticks, 1 and 2 slides up and
C down, 3 is open
      SUBROUTINE rockers_contact_flagged(closed, slip, mode)
      DOUBLE PRECISION closed(1), slip(1)
      INTEGER mode(1)
      INTEGER i
      DO 10 i = 1, 1
        mode(i) = 0
        IF (slip(i) .GT. 0.0D0) mode(i) = 1
        IF (slip(i) .LT. 0.0D0) mode(i) = 2
        IF (.NOT. ABS(closed(i)) .GT. 0.0D0) mode(i) = 3
   10 CONTINUE
      END
