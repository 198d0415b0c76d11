C
C how fast the bodies of each closed contact move against each other, by
C the event that closes it: apart, together, or along what sticks.
C farthest: the largest of all and of the gaps of closed contacts
      SUBROUTINE rockers_contact_rates(t, y, w, c, rates, farthest)
      DOUBLE PRECISION t, y(9), w(4), c(2), rates(1), farthest
      DOUBLE PRECISION phi(3), phidot(3)
      INTEGER k
      CALL rockers_constraints(t, y(1), y(5), y(9), w, c, phi, phidot)
      DO 10 k = 1, 1
        rates(k) = 0.0D0
   10 CONTINUE
      farthest = 0.0D0
      DO 20 k = 1, 1
        farthest = MAX(farthest, rates(k))
   20 CONTINUE
      END
