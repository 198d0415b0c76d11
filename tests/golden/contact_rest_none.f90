
  ! impulses f without any bounce, as a complementarity problem, which has a solution: friction limit P against the slip
  ! after the impact. By contact that takes part P, the parts of T up and down, and the slip; of a stop P. In space the
  ! parts along both slip speeds add up to limit P at most: a square within the circle. failed: 0, or 1
  pure subroutine rockers_contact_rest(s, r, limit, near, f, failed)
    integer, parameter :: nrows = 2, nmembers = 1, nmodes = 1, nunknowns = 4
    real(dp), intent(in) :: s(nrows, nrows)
    real(dp), intent(in) :: r(nrows)
    real(dp), intent(in) :: limit(nmodes)
    real(dp), intent(in) :: near(nmembers)
    real(dp), intent(out) :: f(nrows)
    integer, intent(out) :: failed
    integer, parameter :: normal(nmembers) = [1]
    integer, parameter :: tangent(nmembers) = [2]
    real(dp) :: m(nunknowns, nunknowns), q(nunknowns), z(nunknowns), sign(nunknowns), mu(nmembers)
    integer :: row(nunknowns), p, j, i
    f = 0.0_dp
    m = 0.0_dp
    q = 0.0_dp
    sign = 0.0_dp
    row = 1
    p = 0
    mu = 0.0_dp
    do j = 1, nmodes
      mu(j) = limit(j)
    end do
    do j = 1, nmembers
      if (near(j) > 0.5_dp .and. normal(j) /= 0) then
        p = p + 1
        row(p) = normal(j)
        sign(p) = 1.0_dp
        ! dry friction takes no part: without another friction there is no room for it
        if (tangent(j) /= 0) then
          row(p + 1) = tangent(j)
          row(p + 2) = tangent(j)
          sign(p + 1) = 1.0_dp
          sign(p + 2) = -1.0_dp
          m(p + 1, p + 3) = 1.0_dp
          m(p + 2, p + 3) = 1.0_dp
          m(p + 3, p) = mu(j)
          m(p + 3, p + 1) = -1.0_dp
          m(p + 3, p + 2) = -1.0_dp
          p = p + 3
        end if
      end if
    end do
    do i = 1, p
      q(i) = sign(i)*r(row(i))
      do j = 1, p
        if (abs(sign(i)*sign(j)) > 0.0_dp) m(i, j) = m(i, j) + sign(i)*sign(j)*s(row(i), row(j))
      end do
    end do
    call rockers_contact_pivots(p, m, q, z, failed)
    if (failed == 0) then
      do i = 1, p
        f(row(i)) = f(row(i)) + sign(i)*z(i)
      end do
    end if
  end subroutine rockers_contact_rest
