! 100 s of a four-bar linkage with an ordinary Runge-Kutta method of fourth order, from a rough guess of its position:
!
!   nothing        the differential equations alone: the loop opens slowly
!   stabilization  Baumgarte's feedback of the errors inside the accelerations
!   projection     four_bar_assemble and four_bar_project_speeds after every step
!
! The program ends with an error (error stop) unless the projected run stays on the constraint to 1e-10, in m and m/s, at every
! step, its energy is kept to 1e-6 of its range and converges with the fourth order of the method.
program drive
  use four_bar_model
  implicit none
  integer, parameter :: dp = kind(1.0d0), ny = nq + nu
  real(dp), parameter :: time_end = 100.0_dp, h = 0.0005_dp
  ! errors of one run: largest |phi|, |phidot|, energy error over the range of the potential energy
  type :: run_errors
    real(dp) :: phi = 0, phidot = 0, energy = 0
  end type
  real(dp) :: p(np), c(nc), w(nw)
  type(run_errors) :: nothing, stabilized, projected, finer

  w = 0
  call four_bar_defaults(p)
  print '(a)', 'four-bar, 100 s         largest |phi|, m   |phidot|, m/s   energy error'
  nothing = run(h, .false.)
  call report('nothing', nothing)
  call set('alpha', 20.0_dp)
  call set('beta', 20.0_dp)
  stabilized = run(h, .false.)
  call report('stabilization', stabilized)
  call set('alpha', 0.0_dp)
  call set('beta', 0.0_dp)
  projected = run(h, .true.)
  call report('projection', projected)
  finer = run(h/2, .true.)
  call report('projection, step/2', finer)

  if (.not. max(projected%phi, projected%phidot, finer%phi, finer%phidot) <= 1.0e-10_dp) error stop 'off the constraint'
  if (.not. projected%energy <= 1.0e-6_dp) error stop 'energy'
  if (.not. finer%energy <= projected%energy/8) error stop 'energy does not converge'
  if (.not. (stabilized%phi < nothing%phi/10 .and. stabilized%phidot < nothing%phidot)) error stop 'stabilization'
contains

  subroutine set(name, value)
    character(len=*), intent(in) :: name
    real(dp), intent(in) :: value
    integer :: k
    do k = 1, np
      if (parameter_names(k) == name) p(k) = value
    end do
  end subroutine

  subroutine report(name, errors)
    character(len=*), intent(in) :: name
    type(run_errors), intent(in) :: errors
    print '(a22, 3es16.2)', name, errors%phi, errors%phidot, errors%energy
  end subroutine

  ! From a crank that points up and turns at 15 rad/s; the other two angles and speeds are guessed.
  function run(step, project) result(errors)
    real(dp), intent(in) :: step
    logical, intent(in) :: project
    type(run_errors) :: errors
    real(dp) :: y(ny), t, energy_start, potential_low, potential_high, kinetic, potential
    integer :: k
    call four_bar_setup(p, c)
    y = [1.6_dp, -1.0_dp, 1.3_dp, 15.0_dp, -15.0_dp, 5.0_dp]
    call onto_constraint(0.0_dp, y, 50)
    call four_bar_energy(0.0_dp, y(1:nq), y(nq+1:ny), w, c, kinetic, potential)
    energy_start = kinetic + potential
    potential_low = potential
    potential_high = potential
    do k = 1, nint(time_end/step)
      t = k*step
      call runge_kutta_step(t - step, step, y)
      if (project) call onto_constraint(t, y, 10)
      call measure(t, y, errors)
      call four_bar_energy(t, y(1:nq), y(nq+1:ny), w, c, kinetic, potential)
      errors%energy = max(errors%energy, abs(kinetic + potential - energy_start))
      potential_low = min(potential_low, potential)
      potential_high = max(potential_high, potential)
    end do
    errors%energy = errors%energy/(potential_high - potential_low)
  end function

  ! The nearest state on the constraint: coordinates first, then speeds at these coordinates.
  subroutine onto_constraint(t, y, limit)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(ny)
    integer, intent(in) :: limit
    integer :: info
    call four_bar_assemble(t, y(1:nq), w, c, 1.0e-12_dp, limit, info)
    if (info /= 0) error stop 'the linkage cannot be assembled'
    call four_bar_project_speeds(t, y(1:nq), y(nq+1:ny), w, c, info)
    if (info /= 0) error stop 'the speeds cannot be projected'
  end subroutine

  subroutine measure(t, y, errors)
    real(dp), intent(in) :: t, y(ny)
    type(run_errors), intent(inout) :: errors
    real(dp) :: phi(nphi), phidot(nphi)
    call four_bar_constraints(t, y(1:nq), y(nq+1:ny), w, c, phi, phidot)
    errors%phi = max(errors%phi, maxval(abs(phi)))
    errors%phidot = max(errors%phidot, maxval(abs(phidot)))
  end subroutine

  subroutine runge_kutta_step(t, step, y)
    real(dp), intent(in) :: t, step
    real(dp), intent(inout) :: y(ny)
    real(dp), dimension(ny) :: k1, k2, k3, k4
    call rates(t, y, k1)
    call rates(t + step/2, y + step/2*k1, k2)
    call rates(t + step/2, y + step/2*k2, k3)
    call rates(t + step, y + step*k3, k4)
    y = y + step/6*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine

  subroutine rates(t, y, dy)
    real(dp), intent(in) :: t, y(ny)
    real(dp), intent(out) :: dy(ny)
    integer :: info
    call four_bar_derivatives(t, y, w, c, dy, info)
    if (info /= 0) error stop 'singular position'
  end subroutine
end program
