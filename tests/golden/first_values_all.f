C
C flags and the state at the start, by the parameters
      SUBROUTINE rockers_first_values(p, w, y)
      DOUBLE PRECISION p(1), w(4), y(9)
      INTEGER k
      DO 10 k = 1, 4
        w(k) = 0.0D0
   10 CONTINUE
      DO 20 k = 1, 9
        y(k) = 0.0D0
   20 CONTINUE
      CALL rockers_flags(p, w)
      CALL rockers_initial(p, y(1), y(5), y(9))
      END
