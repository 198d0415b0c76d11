C
C the state ynext a step of h after y, by the Runge-Kutta method of
C fourth order; inputs stay as they are. Then Euler parameters of unit
C length, and one step of Newton's method onto the constraints, first of
C the coordinates, then of the speeds. info: 0, or what a routine it
C calls says; ynext is then void
      SUBROUTINE rockers_step(t, y, w, c, h, ynext, info)
      DOUBLE PRECISION t, y(8), w(4), c(2), h, ynext(8)
      INTEGER info
      DOUBLE PRECISION k1(8), k2(8), k3(8), k4(8)
      INTEGER i, k
      DO 10 k = 1, 8
        ynext(k) = y(k)
   10 CONTINUE
      CALL rockers_derivatives(t, y, w, c, k1, info)
      IF (info .NE. 0) RETURN
      DO 20 i = 1, 8
        ynext(i) = y(i) + h/2.0D0*k1(i)
   20 CONTINUE
      CALL rockers_derivatives(t + h/2.0D0, ynext, w, c, k2, info)
      IF (info .NE. 0) RETURN
      DO 30 i = 1, 8
        ynext(i) = y(i) + h/2.0D0*k2(i)
   30 CONTINUE
      CALL rockers_derivatives(t + h/2.0D0, ynext, w, c, k3, info)
      IF (info .NE. 0) RETURN
      DO 40 i = 1, 8
        ynext(i) = y(i) + h*k3(i)
   40 CONTINUE
      CALL rockers_derivatives(t + h, ynext, w, c, k4, info)
      IF (info .NE. 0) RETURN
      DO 50 i = 1, 8
        ynext(i) = y(i) + h/6.0D0*(k1(i) + 2.0D0*k2(i) + 2.0D0*k3(i) +
     &  k4(i))
   50 CONTINUE
      END
