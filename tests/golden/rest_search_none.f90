
  ! m_equilibrium; downhill: never by a step of Newton's method that the loads do no work on, so that it ends in a stable
  ! rest as a rule
  pure subroutine rockers_rest_search(t, q, w, c, held, tolerance, limit, downhill, lambda, info)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    integer, intent(in) :: held(nq)
    real(dp), intent(in) :: tolerance
    integer, intent(in) :: limit
    logical, intent(in) :: downhill
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    real(dp) :: still(nu), phi(nphi), phidot(nphi)
    logical :: open(nphi)
    integer :: i
    open = .false.
    call rockers_rest(t, q, c, w, held, open, tolerance, limit, downhill, lambda, info)
    still = 0.0_dp
    call rockers_constraints(t, q, still, w, c, phi, phidot)
    do i = nphi, 1, -1
      if (info == 0 .and. .not. open(i) .and. abs(phidot(i)) > tolerance) info = nu + i
    end do
  end subroutine rockers_rest_search
