
  ! what m_equilibrium brings to zero: f - B^T lambda - N^T mu, then phi, or phidot of resting rows, what is held less its
  ! start, the rates of the states. touching: w with all contacts closed; open: rows of contacts without a load; b: B
  ! without them; bn: N of q' = N u; magnitudes: of what each element sums. info: 0, or nu + nphi + 1 where a number
  ! overflows or a state has no rate
  pure subroutine rockers_rest_balance(t, q, c, touching, start, held, open, lambda, mu, balance, b, bn, magnitudes, info)
    integer, parameter :: nrest = 11
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: touching(nw)
    real(dp), intent(in) :: start(nq)
    integer, intent(in) :: held(nq)
    logical, intent(in) :: open(nphi)
    real(dp), intent(in) :: lambda(nl)
    real(dp), intent(in) :: mu(nq)
    real(dp), intent(out) :: balance(nrest)
    real(dp), intent(out) :: b(nphi, nu)
    real(dp), intent(out) :: bn(nq, nu)
    real(dp), intent(out) :: magnitudes(nrest)
    integer, intent(out) :: info
    real(dp) :: u(nu), f(nu), phi(nphi), phidot(nphi), still(nq), moving(nq)
    integer :: failed, j, i, k
    u = 0.0_dp
    balance = 0.0_dp
    failed = 0
    call rockers_right_side(t, q, u, touching, c, f)
    do j = 1, nu
      balance(j) = f(j)
    end do
    call rockers_constraints(t, q, u, touching, c, phi, phidot)
    call rockers_constraint_matrix(t, q, touching, c, b)
    do i = 1, nphi
      if (open(i)) then
        do j = 1, nu
          b(i, j) = 0.0_dp
        end do
      else
        balance(nu + i) = phi(i)
      end if
    end do
    call rockers_kinematics(t, q, u, touching, c, still)
    do j = 1, nu
      u(j) = 1.0_dp
      call rockers_kinematics(t, q, u, touching, c, moving)
      u(j) = 0.0_dp
      do k = 1, nq
        bn(k, j) = moving(k) - still(k)
      end do
    end do
    do i = 1, nrest
      magnitudes(i) = abs(balance(i))
    end do
    do k = 1, nq
      if (held(k) /= 0) balance(nu + nphi + k) = q(k) - start(k)
    end do
    do j = 1, nu
      do i = 1, nphi
        balance(j) = balance(j) - b(i, j)*lambda(i)
        magnitudes(j) = magnitudes(j) + abs(b(i, j)*lambda(i))
      end do
      do k = 1, nq
        if (held(k) /= 0) then
          balance(j) = balance(j) - bn(k, j)*mu(k)
          magnitudes(j) = magnitudes(j) + abs(bn(k, j)*mu(k))
        end if
      end do
    end do
    info = 0
    if (failed /= 0) info = nu + nphi + 1
    do i = 1, nrest
      if (.not. abs(balance(i) - balance(i)) <= 0.0_dp) info = nu + nphi + 1
    end do
  end subroutine rockers_rest_balance
