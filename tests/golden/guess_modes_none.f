C
C the mode of dry friction at a start that is a guess, before the
C constraints hold: what slides is let go, so that they take no speed
C from it; where no mode is found, all of it. Contacts and stops close
C where they hold
      SUBROUTINE rockers_guess_modes(t, q, u, w, c)
      DOUBLE PRECISION t, q(4), u(4), w(4), c(2)
      INTEGER info
      CALL rockers_modes(t, q, u, w, c, info)
      END
