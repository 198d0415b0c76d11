C
C a state on the tangent of the motion, so much later
      SUBROUTINE rockers_state_soon(t, y, w, c, later, moved)
      DOUBLE PRECISION t, y(9), w(4), c(2), later, moved(9)
      DOUBLE PRECISION ydot(9)
      INTEGER info, i
      CALL rockers_derivatives(t, y, w, c, ydot, info)
      DO 10 i = 1, 9
        moved(i) = y(i) + later*ydot(i)
   10 CONTINUE
      END
