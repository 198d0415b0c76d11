C
C the mode of dry friction at a start that is a guess, before the
C constraints hold: what slides is let go, so that they take no speed
C from it; where no mode is found, all of it. Contacts and stops close
C where they hold
      SUBROUTINE rockers_guess_modes(t, q, u, s, w, c)
      DOUBLE PRECISION t, q(4), u(4), s(1), w(4), c(2)
      INTEGER info, k, slipping_flag(2)
      DATA slipping_flag /3, 4/
      CALL rockers_modes(t, q, u, s, w, c, info)
      IF (info .NE. 0) THEN
        DO 10 k = 1, 2
          w(slipping_flag(k)) = 1.0D0
   10   CONTINUE
      END IF
      END
