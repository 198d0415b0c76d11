C
C whether the state holds finite numbers alone
      SUBROUTINE rockers_holds_numbers(y, all_finite)
      DOUBLE PRECISION y(9)
      LOGICAL all_finite
      INTEGER i
      all_finite = .TRUE.
      DO 10 i = 1, 9
        IF (.NOT. ABS(y(i) - y(i)) .LE. 0.0D0) all_finite = .FALSE.
   10 CONTINUE
      END
