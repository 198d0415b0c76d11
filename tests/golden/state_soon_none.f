C
C a state on the tangent of the motion, so much later
      SUBROUTINE rockers_state_soon(t, y, w, c, later, moved)
      DOUBLE PRECISION t, y(8), w(4), c(2), later, moved(8)
      DOUBLE PRECISION ydot(8)
      INTEGER info, i
      CALL rockers_derivatives(t, y, w, c, ydot, info)
      DO 10 i = 1, 8
        moved(i) = y(i) + later*ydot(i)
   10 CONTINUE
      END
