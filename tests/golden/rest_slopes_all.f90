
  ! in place, the derivatives of the balance by displacements and states, by differences; what is rounding of the loads is
  ! zero. lightest: the least weight that makes a step (K - weight M) shorter
  pure subroutine rockers_rest_slopes(t, q, s, w, c, touching, start, held, open, lambda, mu, mm, bn, magnitudes, slopes, &
      lightest)
    integer, parameter :: nresting = 1, nrest = 12
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: s(ns)
    real(dp), intent(in) :: w(nw)
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
    integer, parameter :: resting_row(nresting) = [2]
    real(dp) :: q_there(nq), s_there(ns), other(nrest), other_way(nrest), b_there(nphi, nu), bn_there(nq, nu)
    real(dp) :: magnitudes_there(nrest), heaviest, strongest, d, slope, least
    integer :: rows, i, j, failed, k, m, n
    logical :: resting(nphi)
    heaviest = 0.0_dp
    do k = 1, nu
      heaviest = max(heaviest, mm(k, k))
    end do
    strongest = 0.0_dp
    do k = 1, nu
      if (mm(k, k) > 1.0e-10_dp*heaviest) strongest = max(strongest, magnitudes(k)/sqrt(mm(k, k)))
    end do
    lightest = 0.0_dp
    rows = nu + ns
    ! of most rows B says how displacements change them
    rows = nu + ns + nphi
    resting = .false.
    do k = 1, nresting
      resting(resting_row(k)) = .true.
    end do
    do m = 1, nu + ns
      j = m
      if (m > nu) j = m + nphi + nq
      d = 1.0e-05_dp
      q_there = q
      if (m <= nu) then
        do k = 1, nq
          q_there(k) = q(k) + d*bn(k, j)
        end do
      end if
      s_there = s
      if (m > nu) then
        d = 1.0e-05_dp*max(1.0_dp, abs(s(j - nu - nphi - nq)))
        s_there(j - nu - nphi - nq) = s(j - nu - nphi - nq) + d
      end if
      call rockers_rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda, mu, other, b_there, bn_there, &
          magnitudes_there, failed)
      if (m <= nu) then
        do k = 1, nq
          q_there(k) = q(k) - d*bn(k, j)
        end do
      end if
      if (m > nu) s_there(j - nu - nphi - nq) = s(j - nu - nphi - nq) - d
      call rockers_rest_balance(t, q_there, s_there, w, c, touching, start, held, open, lambda, mu, other_way, b_there, bn_there, &
          magnitudes_there, failed)
      do n = 1, rows
        i = n
        if (n > nu) i = n + nphi + nq
        if (n > nu + ns) then
          i = n - ns
          if (m <= nu .and. .not. resting(i - nu)) cycle
        end if
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
