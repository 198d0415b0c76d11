C
C a where the condition holds, else b
      DOUBLE PRECISION FUNCTION @M@_f_select(holds, a, b)
      LOGICAL holds
      DOUBLE PRECISION a, b
      @M@_f_select = b
      IF (holds) @M@_f_select = a
      END
