
  ! in place, the consistent coordinates nearest to the guess q, weighted by the mass matrix: at most limit Newton steps,
  ! until no abs(phi) and no step exceeds tolerance; the last step is taken too. Where small steps become no shorter, which
  ! is rounding, the next ones lead straight onto the constraints. info: 0, a failing pivot, or nu + nphi + 1 when the limit
  ! is reached or a number overflows; q then holds the last finite coordinates
  pure subroutine rockers_assemble(t, q, w, c, tolerance, limit, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    integer, intent(out) :: info
    real(dp) :: guess(nq), aim(nq), next(nq), phi(nphi), move(nu + nd), before(nu + nd), pull, pull_before, longer, secant, turn
    real(dp) :: square, square_before, of_step, rounding
    logical :: small
    integer :: k, count
    info = nu + nphi + 1
    next = q
    call rockers_normalize(next)
    do k = 1, nq
      if (.not. abs(next(k) - next(k)) <= 0.0_dp) return
    end do
    q = next
    guess = next
    before = 0.0_dp
    pull = 1.0_dp
    pull_before = 1.0_dp
    do count = 1, limit
      do k = 1, nq
        aim(k) = q(k) + pull*(guess(k) - q(k))
      end do
      call rockers_assembly_step(t, q, aim, w, c, next, phi, move, info)
      if (info /= 0) return
      info = nu + nphi + 1
      do k = 1, nq
        if (.not. abs(next(k) - next(k)) <= 0.0_dp) return
      end do
      small = .true.
      do k = 1, nphi
        if (.not. abs(phi(k) - phi(k)) <= 0.0_dp) return
        small = small .and. abs(phi(k)) <= tolerance
      end do
      q = next
      turn = 0.0_dp
      square = 0.0_dp
      square_before = 0.0_dp
      if (pull > 0.0_dp) then
        of_step = pull
      else
        of_step = 1.0_dp
      end if
      do k = 1, nu + nd
        move(k) = move(k)/of_step
        small = small .and. abs(move(k)) <= tolerance
        turn = turn + move(k)*before(k)
        square = square + move(k)*move(k)
        square_before = square_before + before(k)*before(k)
        before(k) = move(k)
      end do
      if (small) then
        info = 0
        return
      end if
      ! where steps turn back, aim short of the guess, by the secant rule
      longer = min(1.0_dp, 2.0_dp*pull)
      if (turn < square_before) then
        secant = pull_before*square_before/(square_before - turn)
      else
        secant = longer
      end if
      pull_before = pull
      ! no more toward it where steps are rounding
      if (square < square_before) then
        rounding = 1.0_dp
      else
        rounding = square
      end if
      if (rounding < 1.0e-16_dp) then
        pull = 0.0_dp
      else
        pull = min(longer, secant)
      end if
    end do
  end subroutine rockers_assemble
