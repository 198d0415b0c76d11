! What drive.f90 needs to know about this vehicle: the emitted routines under common names, its springs and its steering.
module vehicle
  use hmmwv10_model, vehicle_defaults => hmmwv10_defaults, vehicle_initial => hmmwv10_initial, &
    vehicle_setup => hmmwv10_setup, vehicle_derivatives => hmmwv10_derivatives, vehicle_accelerations => hmmwv10_accelerations, &
    vehicle_right_side => hmmwv10_right_side, vehicle_energy => hmmwv10_energy, vehicle_outputs => hmmwv10_outputs
  use vehicle_loads, only: spring_force, damper_force, n_corner
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
  character(len=2), parameter :: tag(n_corner) = ['fl', 'fr', 'rl', 'rr']
  real(dp), parameter :: sideways = 1.0e-6_dp      ! how far it may leave its lane, m: it is its own mirror image
  integer, private :: o_length(n_corner), w_suspension, w_rack, i_rack, v_rack
  real(dp), private :: steer_arm
contains

  integer function place(names, name)
    character(len=*), intent(in) :: names(:), name
    do place = 1, size(names)
      if (names(place) == name) return
    end do
    print '(2a)', 'no such name in the emitted module: ', name
    error stop 2
  end function

  subroutine find_vehicle_places(p)
    real(dp), intent(in) :: p(np)
    integer :: k
    do k = 1, n_corner
      o_length(k) = place(output_names, 'length_'//tag(k))     ! length, then rate
    end do
    w_suspension = place(input_names, 'suspension_fl')
    w_rack = place(input_names, 'rack_force')
    i_rack = place(coordinate_names, 'rack')
    v_rack = place(speed_names, "rack'")
    steer_arm = p(place(parameter_names, 'steer_arm'))
  end subroutine

  ! Spring and damper of a corner into w; their power. `relaxed` in place of the springs' free lengths where given.
  subroutine suspension_loads(corner, o, damped, relaxed, w, power)
    integer, intent(in) :: corner
    real(dp), intent(in) :: o(no), relaxed(n_corner)
    logical, intent(in) :: damped
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(out) :: power
    real(dp) :: f
    f = spring_force(corner, o(o_length(corner)), relaxed(corner))
    if (damped) f = f + damper_force(corner, o(o_length(corner)+1))
    w(w_suspension+corner-1) = f
    power = f*o(o_length(corner)+1)
  end subroutine

  real(dp) function spring_length(corner, o)
    integer, intent(in) :: corner
    real(dp), intent(in) :: o(no)
    spring_length = o(o_length(corner))
  end function

  ! The steering gear: a stiff servo from the commanded to the actual position of the rack, which is free. The command is the
  ! angle of the front wheels.
  subroutine steering_load(q, u, angle, w, power)
    real(dp), intent(in) :: q(nq), u(nu), angle
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(out) :: power
    w(w_rack) = 1.0e6_dp*(-angle*steer_arm - q(i_rack)) - 4.0e4_dp*u(v_rack)
    power = w(w_rack)*u(v_rack)
  end subroutine

  ! The vehicle as seen in a mirror: this one is its own image.
  subroutine mirror_vehicle(p)
    real(dp), intent(inout) :: p(np)
  end subroutine

  ! No constraint: arrays of size zero, nothing to restore.
  subroutine vehicle_constraints(q, u, c, phi, phidot, b)
    real(dp), intent(in) :: q(nq), u(nu), c(nc)
    real(dp), intent(out) :: phi(nphi), phidot(nphi), b(nphi,nu)
  end subroutine

  subroutine restore(q, u, c)
    real(dp), intent(inout) :: q(nq), u(nu)
    real(dp), intent(in) :: c(nc)
  end subroutine
end module
