C
C in place, coordinates and states near the guess at which everything
C rests; coordinates k with held(k) other than 0 keep theirs. Newton's
C method until no step and no abs(phi) exceeds tolerance, at most limit
C steps; lambda: the multipliers there. Contacts are closed, or open
C without a load; friction takes no part. info: 0; the speed, or nu +
C nphi + 5 + the state, of a motion that nothing holds there; nu + the
C row that cannot be met; nu + nphi + 1: no rest was found within limit,
C or a number overflows; nu + nphi + 3: no contacts fit
      SUBROUTINE rockers_equilibrium(t, q, s, w, c, held, tolerance,
     &  limit, lambda, info)
      DOUBLE PRECISION t, q(4), s(1), w(4), c(2), tolerance, lambda(3)
      INTEGER held(4), limit, info
      CALL rockers_rest_search(t, q, s, w, c, held, tolerance, limit,
     &  .FALSE., lambda, info)
      END
