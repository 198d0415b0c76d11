
  ! the state ynext a step of h after y, by the Runge-Kutta method of fourth order; inputs stay as they are. Then Euler
  ! parameters of unit length, and one step of Newton's method onto the constraints, first of the coordinates, then of the
  ! speeds. info: 0, or what a routine it calls says; ynext is then void
  pure subroutine rockers_step(t, y, w, c, h, ynext, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq + nu + ns)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(in) :: h
    real(dp), intent(out) :: ynext(nq + nu + ns)
    integer, intent(out) :: info
    real(dp) :: k1(nq + nu + ns), k2(nq + nu + ns), k3(nq + nu + ns), k4(nq + nu + ns)
    integer :: i
    ynext = y
    call rockers_derivatives(t, y, w, c, k1, info)
    if (info /= 0) return
    do i = 1, nq + nu + ns
      ynext(i) = y(i) + h/2.0_dp*k1(i)
    end do
    call rockers_derivatives(t + h/2.0_dp, ynext, w, c, k2, info)
    if (info /= 0) return
    do i = 1, nq + nu + ns
      ynext(i) = y(i) + h/2.0_dp*k2(i)
    end do
    call rockers_derivatives(t + h/2.0_dp, ynext, w, c, k3, info)
    if (info /= 0) return
    do i = 1, nq + nu + ns
      ynext(i) = y(i) + h*k3(i)
    end do
    call rockers_derivatives(t + h, ynext, w, c, k4, info)
    if (info /= 0) return
    do i = 1, nq + nu + ns
      ynext(i) = y(i) + h/6.0_dp*(k1(i) + 2.0_dp*k2(i) + 2.0_dp*k3(i) + k4(i))
    end do
    call rockers_normalize(ynext(:nq))
  end subroutine rockers_step
