
  ! m_equilibrium; downhill: never by a step of Newton's method that the loads do no work on, so that it ends in a stable
  ! rest as a rule
  pure subroutine rockers_rest_search(t, q, s, w, c, held, tolerance, limit, downhill, lambda, info)
    integer, parameter :: nclosing = 0, nslipping = 2
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(inout) :: s(ns)
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: held(nq)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    logical, intent(in) :: downhill
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    integer, parameter :: slipping_flag(nslipping) = [3, 4]
    real(dp) :: still(nu), phi(nphi), phidot(nphi), touching(nw), guess(nq), guess_of_states(ns), worst
    logical :: open(nphi), closed(nclosing), found, straight
    integer :: turns, tries, failed, at, k, i
    open = .false.
    still = 0.0_dp
    do k = 1, nslipping
      w(slipping_flag(k)) = 0.0_dp
    end do
    touching = w
    do k = 1, nslipping
      touching(slipping_flag(k)) = 1.0_dp
    end do
    guess = q
    guess_of_states = s
    call rockers_constraints(t, q, still, s, touching, c, phi, phidot)
    ! first those that are closed or touch
    lambda = 0.0_dp
    info = 0
    turns = 0
    tries = 0
    do
      straight = .false.
      call rockers_rest(t, q, s, w, c, touching, held, open, tolerance, limit, downhill, straight, lambda, failed)
      if (failed /= 0) then
        straight = .true.
        q = guess
        s = guess_of_states
        call rockers_rest(t, q, s, w, c, touching, held, open, tolerance, limit, downhill, straight, lambda, failed)
      end if
      if (failed == 0) then
        ! a contact that pulls opens; where none does, one that is pressed through closes
        call rockers_constraints(t, q, still, s, touching, c, phi, phidot)
        at = 0
        worst = 0.0_dp
        worst = 1.0e-09_dp*worst
        if (at == 0) worst = tolerance
        if (at == 0) then
          info = 0
          exit
        end if
        if (turns < 3*nclosing) then
          closed(at) = .not. closed(at)
          turns = turns + 1
          ! what was pressed through may have led far away
          if (closed(at)) then
            q = guess
            s = guess_of_states
          end if
          cycle
        end if
      end if
      if (info == 0) info = failed
      if (info == 0) info = nu + nphi + 3
      ! then one combination after the other, as binary numbers count: all closed, the first open, ..
      found = tries == 0
      tries = tries + 1
      if (.not. found .or. tries > 4096) return
      q = guess
      s = guess_of_states
    end do
    call rockers_constraints(t, q, still, s, touching, c, phi, phidot)
    do i = nphi, 1, -1
      if (info == 0 .and. .not. open(i) .and. abs(phidot(i)) > tolerance) info = nu + i
    end do
  end subroutine rockers_rest_search
