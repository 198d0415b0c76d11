C
C impulses f that take the rest of a slip from contacts that count as at
C rest where the mode changes: from there they slide into the direction
C of their acceleration. near: as of contact_impulses
      SUBROUTINE rockers_contact_stop(s, r, near, f)
      DOUBLE PRECISION s(6,6), r(6), near(5), f(6)
      DOUBLE PRECISION limit(3), slope(6,3), x(4), by_stop(4,2), k(10,4)
      INTEGER mode(3), failed, i, l, m
      DO 10 l = 1, 6
        f(l) = 0.0D0
   10 CONTINUE
      DO 20 l = 1, 3
        limit(l) = 0.0D0
   20 CONTINUE
      DO 40 m = 1, 3
        DO 30 l = 1, 6
          slope(l, m) = 0.0D0
   30   CONTINUE
   40 CONTINUE
      DO 50 i = 1, 3
        mode(i) = 3
        IF (near(i) .GT. 1.5D0) mode(i) = 0
        IF (near(i) .GT. 2.5D0) mode(i) = 1
   50 CONTINUE
      CALL rockers_contact_solve(6, s, r, limit, slope, mode, x,
     &  by_stop, k, failed)
      IF (failed .EQ. 0 .OR. failed .GT. 4) THEN
        DO 60 i = 1, 4
          f(i) = x(i)
   60   CONTINUE
      END IF
      END
