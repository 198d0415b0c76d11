
  ! in place, the derivatives of the balance by displacements and states, by differences; what is rounding of the loads is
  ! zero. lightest: the least weight that makes a step (K - weight M) shorter
  pure subroutine rockers_rest_slopes(t, q, c, touching, start, held, open, lambda, mu, mm, bn, magnitudes, slopes, lightest)
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
    real(dp), intent(in) :: mm(nu, nu)
    real(dp), intent(in) :: bn(nq, nu)
    real(dp), intent(in) :: magnitudes(nrest)
    real(dp), intent(inout) :: slopes(nrest, nrest)
    real(dp), intent(out) :: lightest
    real(dp) :: q_there(nq), other(nrest), other_way(nrest), b_there(nphi, nu), bn_there(nq, nu), magnitudes_there(nrest), heaviest
    real(dp) :: strongest, d, slope, least
    integer :: rows, i, j, failed, k, m, n
    heaviest = 0.0_dp
    do k = 1, nu
      heaviest = max(heaviest, mm(k, k))
    end do
    strongest = 0.0_dp
    do k = 1, nu
      if (mm(k, k) > 1.0e-10_dp*heaviest) strongest = max(strongest, magnitudes(k)/sqrt(mm(k, k)))
    end do
    lightest = 0.0_dp
    rows = nu
    do m = 1, nu
      j = m
      if (m > nu) j = m + nphi + nq
      d = 1.0e-05_dp
      q_there = q
      if (m <= nu) then
        do k = 1, nq
          q_there(k) = q(k) + d*bn(k, j)
        end do
      end if
      call rockers_rest_balance(t, q_there, c, touching, start, held, open, lambda, mu, other, b_there, bn_there, &
          magnitudes_there, failed)
      if (m <= nu) then
        do k = 1, nq
          q_there(k) = q(k) - d*bn(k, j)
        end do
      end if
      call rockers_rest_balance(t, q_there, c, touching, start, held, open, lambda, mu, other_way, b_there, bn_there, &
          magnitudes_there, failed)
      do n = 1, rows
        i = n
        if (n > nu) i = n + nphi + nq
        slope = (other(i) - other_way(i))/(2.0_dp*d)
        least = max(magnitudes(i), magnitudes_there(i))
        if (n <= nu) least = max(least, sqrt(mm(i, i))*strongest)
        if (abs(slope) > 1.0e-14_dp*least/d) then
          slopes(i, j) = slope
        else
          slopes(i, j) = 0.0_dp
        end if
      end do
    end do
    ! of the softest motion: what is stiff gives way to it
    do n = 1, nu
      strongest = 0.0_dp
      do m = 1, nu
        strongest = max(strongest, abs(slopes(n, m)))
      end do
      if (mm(n, n) > 1.0e-10_dp*heaviest .and. strongest > 0.0_dp) then
        if (.not. lightest > 0.0_dp .or. 0.001_dp*strongest < lightest*mm(n, n)) lightest = 0.001_dp*strongest/mm(n, n)
      end if
    end do
    lightest = max(lightest, 1.0e-12_dp)
  end subroutine rockers_rest_slopes
