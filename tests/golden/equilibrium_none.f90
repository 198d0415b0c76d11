
  ! in place, coordinates and states near the guess at which everything rests; coordinates k with held(k) other than 0 keep
  ! theirs. Newton's method until no step and no abs(phi) exceeds tolerance, at most limit steps; lambda: the multipliers
  ! there. Contacts are closed, or open without a load; friction takes no part. info: 0; the speed, or nu + nphi + 5 + the
  ! state, of a motion that nothing holds there; nu + the row that cannot be met; nu + nphi + 1: no rest was found within
  ! limit, or a number overflows; nu + nphi + 3: no contacts fit
  pure subroutine rockers_equilibrium(t, q, w, c, held, tolerance, limit, lambda, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: held(nq)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    call rockers_rest_search(t, q, w, c, held, tolerance, limit, .false., lambda, info)
  end subroutine rockers_equilibrium
