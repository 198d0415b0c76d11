C
C the rates of the state
      SUBROUTINE rockers_rates_of_fmu(t, y, w, c, ydot, info)
      DOUBLE PRECISION t, y(8), w(4), c(2), ydot(8)
      INTEGER info
      CALL rockers_derivatives(t, y, w, c, ydot, info)
      END
