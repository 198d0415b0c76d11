C
C so many steps of this length as make the whole, up to rounding
      SUBROUTINE rockers_whole_steps(span, length_of_one, steps)
      DOUBLE PRECISION span, length_of_one
      INTEGER steps
      DOUBLE PRECISION count
      count = span/length_of_one*(1.0D0 - 1.0D-12)
      steps = INT(count)
      IF (DBLE(steps) .LT. count) steps = steps + 1
      END
