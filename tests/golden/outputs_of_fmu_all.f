C
C the outputs
      SUBROUTINE rockers_outputs_of_fmu(t, y, w, c, o, info)
      DOUBLE PRECISION t, y(9), w(4), c(2), o(1)
      INTEGER info
      CALL rockers_outputs(t, y(1), y(5), y(9), w, c, o, info)
      END
