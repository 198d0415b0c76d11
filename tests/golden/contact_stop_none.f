C
C impulses f that take the rest of a slip from contacts that count as at
C rest where the mode changes: from there they slide into the direction
C of their acceleration. near: as of contact_impulses
      SUBROUTINE rockers_contact_stop(s, r, near, f)
      DOUBLE PRECISION s(2,2), r(2), near(1), f(2)
      DOUBLE PRECISION limit(1), x(2), k(4,2)
      INTEGER mode(1), failed, i, l
      DO 10 l = 1, 2
        f(l) = 0.0D0
   10 CONTINUE
      DO 20 l = 1, 1
        limit(l) = 0.0D0
   20 CONTINUE
      DO 30 i = 1, 1
        mode(i) = 3
        IF (near(i) .GT. 1.5D0) mode(i) = 0
        IF (near(i) .GT. 2.5D0) mode(i) = 1
   30 CONTINUE
      CALL rockers_contact_solve(2, s, r, limit, mode, x, k, failed)
      IF (failed .EQ. 0 .OR. failed .GT. 2) THEN
        DO 40 i = 1, 2
          f(i) = x(i)
   40   CONTINUE
      END IF
      END
