
  ! in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
  ! until no |phi| and no step exceeds tolerance. info: 0, a failing pivot, or nu+nphi+1 when the limit is reached or a
  ! number overflows; q then holds the last finite coordinates
  pure subroutine @M@_assemble(t, q, w, c, tolerance, limit, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    integer, intent(out) :: info
    real(dp) :: guess(nq), next(nq), phi(nphi), step(@S@), before(@S@), pull, pull_before, pull_next, turn, square
    integer :: k
    info = @NO_CONVERGENCE@
    next = q
@N     call @M@_normalize(next)
    if (.not. all(abs(next) <= huge(pull))) return
    q = next
    guess = next
    before = 0.0_dp
    pull = 1.0_dp
    pull_before = 1.0_dp
    do k = 1, limit
      call @M@_assembly_step(t, q, q + pull*(guess - q), w, c, next, phi, step, info)
      if (info /= 0) return
      info = @NO_CONVERGENCE@
      if (.not. (all(abs(next) <= huge(pull)) .and. all(abs(phi) <= huge(pull)))) return
      step = step/pull
      if (all(abs(phi) <= tolerance) .and. all(abs(step) <= tolerance)) then
        info = 0
        return
      end if
      ! where steps turn back, aim short of the guess, by the secant rule
      turn = dot_product(step, before)
      square = dot_product(before, before)
      before = step
      pull_next = min(1.0_dp, 2.0_dp*pull)
      if (turn < square) pull_next = min(pull_next, pull_before*square/(square - turn))
      pull_before = pull
      pull = pull_next
      q = next
    end do
  end subroutine @M@_assemble
