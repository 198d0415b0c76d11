! pendulum: A rod that swings, with "quotes" and a backslash
!
! coordinates q
!   1  q1 [rad]
!
! speeds u
!   1  q1' [rad/s]
!
! parameters p
!   1  m [kg]  mass of the rod
!   2  l
!   3  g
!
! inputs w
!   1  tau
!
! outputs o
!   1  height [m]  of the free end
!   2  tangential [m/s^2]
!
! operations in each routine
! pendulum_defaults: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_initial: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_setup: 0 add, 7 mul, 1 div, 0 sqrt, 0 call
! pendulum_derivatives: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
! pendulum_accelerations: 1 add, 2 mul, 0 div, 0 sqrt, 1 call
! pendulum_mass_matrix: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_mass_matrix_constants: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_mass_matrix_update: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_right_side: 1 add, 1 mul, 0 div, 0 sqrt, 1 call
! pendulum_kinematics: 0 add, 0 mul, 0 div, 0 sqrt, 0 call
! pendulum_inverse_dynamics: 2 add, 2 mul, 0 div, 0 sqrt, 1 call
! pendulum_energy: 0 add, 3 mul, 0 div, 0 sqrt, 1 call
! pendulum_outputs: 1 add, 3 mul, 0 div, 0 sqrt, 2 call
module pendulum_model
  implicit none
  private
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter, public :: nq = 1, nu = 1, np = 3, nw = 1, nc = 6, nl = 0, nphi = 0, no = 2
  character(len=64), parameter, public :: coordinate_names(nq) = [character(len=64) :: &
    "q1"]
  character(len=64), parameter, public :: coordinate_units(nq) = [character(len=64) :: &
    "rad"]
  character(len=64), parameter, public :: speed_names(nu) = [character(len=64) :: &
    "q1'"]
  character(len=64), parameter, public :: speed_units(nu) = [character(len=64) :: &
    "rad/s"]
  character(len=64), parameter, public :: parameter_names(np) = [character(len=64) :: &
    "m", "l", "g"]
  character(len=64), parameter, public :: parameter_units(np) = [character(len=64) :: &
    "kg", "", ""]
  character(len=64), parameter, public :: input_names(nw) = [character(len=64) :: &
    "tau"]
  character(len=64), parameter, public :: input_units(nw) = [character(len=64) :: &
    ""]
  character(len=64), parameter, public :: constraint_names(nphi) = [character(len=64) ::]
  character(len=64), parameter, public :: constraint_units(nphi) = [character(len=64) ::]
  character(len=64), parameter, public :: output_names(no) = [character(len=64) :: &
    "height", "tangential"]
  character(len=64), parameter, public :: output_units(no) = [character(len=64) :: &
    "m", "m/s^2"]
  public :: pendulum_defaults
  public :: pendulum_initial
  public :: pendulum_setup
  public :: pendulum_derivatives
  public :: pendulum_accelerations
  public :: pendulum_mass_matrix
  public :: pendulum_mass_matrix_constants
  public :: pendulum_mass_matrix_update
  public :: pendulum_right_side
  public :: pendulum_kinematics
  public :: pendulum_inverse_dynamics
  public :: pendulum_energy
  public :: pendulum_outputs
contains

  ! the default parameter values
  pure subroutine pendulum_defaults(p)
    real(dp), intent(out) :: p(np)
    ! m [kg] mass of the rod
    p(1) = 2.0_dp
    ! l
    p(2) = 0.75_dp
    ! g
    p(3) = 9.81_dp
  end subroutine pendulum_defaults

  ! the initial state of the script
  pure subroutine pendulum_initial(p, q, u)
    real(dp), intent(in) :: p(np)
    real(dp), intent(out) :: q(nq)
    real(dp), intent(out) :: u(nu)
    associate (unused_p => p)
    end associate
    ! q1 [rad]
    q(1) = 0.3_dp
    ! q1' [rad/s]
    u(1) = 0.0_dp
  end subroutine pendulum_initial

  ! every sub-expression of parameters alone, once
  pure subroutine pendulum_setup(p, c)
    real(dp), intent(in) :: p(np)
    real(dp), intent(out) :: c(nc)
    real(dp) :: z1, z2, z3, z4
    ! l
    c(1) = p(2)
    z1 = p(2)*p(1)
    z2 = p(2)*z1
    z3 = 0.3333333333333333_dp*z2
    z4 = 1.0_dp/merge(z3, 1.0e+30_dp, (0.0_dp < z3))
    ! 1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
    c(2) = z4
    ! 1/6*l*l*m
    c(3) = 0.16666666666666666_dp*z2
    ! 1/2*l*g*m
    c(4) = 0.5_dp*p(3)*z1
    ! l*1/(if 0 < 1/3*l*l*m then 1/3*l*l*m else 1e30)
    c(5) = p(2)*z4
    ! 1/3*l*l*m
    c(6) = z3
  end subroutine pendulum_setup

  ! the right side of the ODE: y = [q; u]
  pure subroutine pendulum_derivatives(t, y, w, c, ydot, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: y(nq+nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: ydot(nq+nu)
    integer, intent(out) :: info
    associate (unused_t => t)
    end associate
    info = 0
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(6)))
    ! q1'
    ydot(1) = y(2)
    ! q1''
    ydot(2) = c(2)*(w(1) - c(4)*sin(y(1)))
  end subroutine pendulum_derivatives

  ! accelerations and multipliers
  pure subroutine pendulum_accelerations(t, q, u, w, c, udot, lambda, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: udot(nu)
    real(dp), intent(out) :: lambda(nl)
    integer, intent(out) :: info
    associate (unused_t => t, unused_u => u)
    end associate
    lambda = 0.0_dp
    info = 0
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(6)))
    ! q1''
    udot(1) = c(2)*(w(1) - c(4)*sin(q(1)))
  end subroutine pendulum_accelerations

  ! the mass matrix M
  pure subroutine pendulum_mass_matrix(t, q, w, c, mm)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: mm(nu,nu)
    associate (unused_t => t, unused_q => q, unused_w => w)
    end associate
    mm(1,1) = c(6)
  end subroutine pendulum_mass_matrix

  ! the entries of M that no motion changes, zero for all others
  pure subroutine pendulum_mass_matrix_constants(c, mm)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: mm(nu,nu)
    mm(1,1) = c(6)
  end subroutine pendulum_mass_matrix_constants

  ! in place, the entries of M that change
  pure subroutine pendulum_mass_matrix_update(t, q, w, c, mm)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(inout) :: mm(nu,nu)
    associate (unused_t => t, unused_q => q, unused_w => w, unused_c => c, unused_mm => mm)
    end associate
  end subroutine pendulum_mass_matrix_update

  ! f of M udot = f - B^T lambda
  pure subroutine pendulum_right_side(t, q, u, w, c, f)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: f(nu)
    associate (unused_t => t, unused_u => u)
    end associate
    ! q1' [rad/s]
    f(1) = w(1) - c(4)*sin(q(1))
  end subroutine pendulum_right_side

  ! the kinematic differential equations
  pure subroutine pendulum_kinematics(t, q, u, w, c, qdot)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: qdot(nq)
    associate (unused_t => t, unused_q => q, unused_w => w, unused_c => c)
    end associate
    ! q1'
    qdot(1) = u(1)
  end subroutine pendulum_kinematics

  ! M udot - f without forming M
  pure subroutine pendulum_inverse_dynamics(t, q, u, udot, w, c, r)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: udot(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: r(nu)
    associate (unused_t => t, unused_u => u)
    end associate
    ! q1' [rad/s]
    r(1) = c(6)*udot(1) - w(1) + c(4)*sin(q(1))
  end subroutine pendulum_inverse_dynamics

  ! kinetic and potential energy, prescribed motion included
  pure subroutine pendulum_energy(t, q, u, w, c, kinetic, potential)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: kinetic
    real(dp), intent(out) :: potential
    associate (unused_t => t, unused_w => w)
    end associate
    kinetic = c(3)*u(1)*u(1)
    potential = -c(4)*cos(q(1))
  end subroutine pendulum_energy

  ! the outputs of the script
  pure subroutine pendulum_outputs(t, q, u, w, c, o, info)
    real(dp), intent(in) :: t
    real(dp), intent(in) :: q(nq)
    real(dp), intent(in) :: u(nu)
    real(dp), intent(in) :: w(nw)
    real(dp), intent(in) :: c(nc)
    real(dp), intent(out) :: o(no)
    integer, intent(out) :: info
    associate (unused_t => t, unused_u => u)
    end associate
    info = 0
    info = merge(info, 1, info /= 0 .or. (0.0_dp < c(6)))
    ! height [m] of the free end
    o(1) = -c(1)*cos(q(1))
    ! tangential [m/s^2]
    o(2) = c(5)*(w(1) - c(4)*sin(q(1)))
  end subroutine pendulum_outputs
end module pendulum_model
