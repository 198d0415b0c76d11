C
C how fast the bodies of each closed contact move against each other, by
C the event that closes it: apart, together, or along what sticks.
C farthest: the largest of all and of the gaps of closed contacts
      SUBROUTINE rockers_contact_rates(t, y, w, c, farthest)
      DOUBLE PRECISION t, y(8), w(4), c(2), farthest
      DOUBLE PRECISION phi(3), phidot(3)
      CALL rockers_constraints(t, y(1), y(5), w, c, phi, phidot)
      farthest = 0.0D0
      END
