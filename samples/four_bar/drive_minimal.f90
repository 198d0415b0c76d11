! The same 100 s with one speed: the equations of `--define minimal=1`. Coupler and rocker turn at the speeds that the loop
! gives them (four_bar_dependent_speeds), so that only the coordinates' errors open it; four_bar_assemble after every step
! brings them back. There is no speed to project: the crank's is free.
!
! The program ends with an error (error stop) unless that run stays on the constraint to 1e-10 m at every step and keeps
! its energy to 1e-6 of its range.
program drive_minimal
  use four_bar_model
  implicit none
  integer, parameter :: dp = kind(1.0d0), ny = nq + nu
  real(dp), parameter :: time_end = 100.0_dp, h = 0.0005_dp
  type :: run_errors
    real(dp) :: phi = 0, energy = 0
  end type
  real(dp) :: p(np), c(nc), w(nw)
  type(run_errors) :: nothing, assembled

  w = 0
  call four_bar_defaults(p)
  call four_bar_setup(p, c)
  print '(a)', 'one speed, 100 s        largest |phi|, m   energy error'
  nothing = run(h, .false.)
  print '(a22, 2es16.2)', 'nothing', nothing%phi, nothing%energy
  assembled = run(h, .true.)
  print '(a22, 2es16.2)', 'assembly', assembled%phi, assembled%energy

  if (.not. assembled%phi <= 1.0e-10_dp) error stop 'off the constraint'
  if (.not. assembled%energy <= 1.0e-6_dp) error stop 'energy'
  if (.not. nothing%phi > assembled%phi) error stop 'no drift'
contains

  ! From a crank that points up and turns at 15 rad/s; the other two angles are guessed.
  function run(step, assemble) result(errors)
    real(dp), intent(in) :: step
    logical, intent(in) :: assemble
    type(run_errors) :: errors
    real(dp) :: y(ny), t, energy_start, potential_low, potential_high, kinetic, potential, phi(nphi), phidot(nphi)
    integer :: k
    y = [1.6_dp, -1.0_dp, 1.3_dp, 15.0_dp]
    call onto_constraint(0.0_dp, y, 50)
    call four_bar_energy(0.0_dp, y(1:nq), y(nq+1:ny), w, c, kinetic, potential)
    energy_start = kinetic + potential
    potential_low = potential
    potential_high = potential
    do k = 1, nint(time_end/step)
      t = k*step
      call runge_kutta_step(t - step, step, y)
      if (assemble) call onto_constraint(t, y, 10)
      call four_bar_constraints(t, y(1:nq), y(nq+1:ny), w, c, phi, phidot)
      errors%phi = max(errors%phi, maxval(abs(phi)))
      call four_bar_energy(t, y(1:nq), y(nq+1:ny), w, c, kinetic, potential)
      errors%energy = max(errors%energy, abs(kinetic + potential - energy_start))
      potential_low = min(potential_low, potential)
      potential_high = max(potential_high, potential)
    end do
    errors%energy = errors%energy/(potential_high - potential_low)
  end function

  subroutine onto_constraint(t, y, limit)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: y(ny)
    integer, intent(in) :: limit
    integer :: info
    call four_bar_assemble(t, y(1:nq), w, c, 1.0e-12_dp, limit, info)
    if (info /= 0) error stop 'the linkage cannot be assembled'
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
