
  ! how fast the bodies of each closed contact move against each other, by the event that closes it: apart, together, or
  ! along what sticks. farthest: the largest of all and of the gaps of closed contacts
  pure subroutine rockers_contact_rates(t, y, w, c, rates, farthest)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: rates(ne)
    real(dp), intent(out) :: farthest
    real(dp) :: phi(nphi), phidot(nphi)
    integer :: k
    call rockers_constraints(t, y(:nq), y(nq + 1:nq + nu), y(nq + nu + 1:nq + nu + ns), w, c, phi, phidot)
    rates = 0.0_dp
    farthest = 0.0_dp
    do k = 1, ne
      farthest = max(farthest, rates(k))
    end do
  end subroutine rockers_contact_rates
