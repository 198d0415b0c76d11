! What drive.f90 needs to know about this vehicle: the emitted routines under common names, its springs, its steering and its
! constraints.
module vehicle
  use hmmwv_full_model, vehicle_defaults => hmmwv_full_defaults, vehicle_initial => hmmwv_full_initial, &
    vehicle_setup => hmmwv_full_setup, vehicle_derivatives => hmmwv_full_derivatives, &
    vehicle_accelerations => hmmwv_full_accelerations, vehicle_right_side => hmmwv_full_right_side, &
    vehicle_energy => hmmwv_full_energy, vehicle_outputs => hmmwv_full_outputs
  use vehicle_loads, only: spring_force, damper_force, n_corner
  implicit none
  integer, parameter, private :: dp = kind(1.0d0)
  character(len=2), parameter :: tag(n_corner) = ['fl', 'fr', 'rl', 'rr']
  real(dp), parameter :: sideways = 0.02_dp           ! how far it may leave its lane, m: the Pitman arm sits on the left
  ! A wheel moves its spring by 0.4515 (front) and 0.4387 (rear) of its own travel, in hmmwv10 by 0.3773: on a double wishbone
  ! the wheel does not turn about the lower arm's axis. Springs and shock absorbers that are weaker by the square of that
  ! ratio are the same to the wheels, and both vehicles can be compared.
  real(dp), parameter :: lever(n_corner) = [0.8355_dp, 0.8355_dp, 0.8599_dp, 0.8599_dp]
  real(dp), parameter :: design(n_corner) = [0.24632_dp, 0.24632_dp, 0.30584_dp, 0.30584_dp]   ! the springs' length, same points
  integer, private :: o_spring(n_corner), o_shock(n_corner), w_spring, w_steering, i_pitman, v_pitman
  real(dp), private :: l_pitman
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
      o_spring(k) = place(output_names, 'spring_length_'//tag(k))  ! length, then rate
      o_shock(k) = place(output_names, 'shock_length_'//tag(k))
    end do
    w_spring = place(input_names, 'spring_fl')                     ! spring and shock absorber, corner after corner
    w_steering = place(input_names, 'steering_torque')
    i_pitman = place(coordinate_names, 'pitman')
    v_pitman = place(speed_names, "pitman'")
    l_pitman = p(place(parameter_names, 'l_pitman'))
  end subroutine

  ! Spring and shock absorber of a corner into w; their power. `relaxed` in place of the springs' free lengths, of hmmwv10's
  ! springs as everything that vehicle_loads knows.
  subroutine suspension_loads(corner, o, damped, relaxed, w, power)
    integer, intent(in) :: corner
    real(dp), intent(in) :: o(no), relaxed(n_corner)
    logical, intent(in) :: damped
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(out) :: power
    integer :: k
    k = w_spring + 2*(corner - 1)
    w(k) = lever(corner)*spring_force(corner, spring_length(corner, o), relaxed(corner))
    if (damped) w(k+1) = lever(corner)**2*damper_force(corner, o(o_shock(corner)+1))
    power = w(k)*o(o_spring(corner)+1) + w(k+1)*o(o_shock(corner)+1)
  end subroutine

  ! Of the spring that hmmwv10 would have here.
  real(dp) function spring_length(corner, o)
    integer, intent(in) :: corner
    real(dp), intent(in) :: o(no)
    spring_length = design(corner) + lever(corner)*(o(o_spring(corner)) - design(corner))
  end function

  ! The steering gear: a stiff servo on the Pitman arm. The command is the angle of the front wheels; the arm turns until the
  ! link lies as far aside as the rack of hmmwv10 would, and the servo is as stiff as the one there.
  subroutine steering_load(q, u, angle, w, power)
    real(dp), intent(in) :: q(nq), u(nu), angle
    real(dp), intent(inout) :: w(nw)
    real(dp), intent(out) :: power
    real(dp), parameter :: steer_arm = 0.135_dp
    w(w_steering) = l_pitman**2*(1.0e6_dp*(asin(-angle*steer_arm/l_pitman) - q(i_pitman)) - 4.0e4_dp*u(v_pitman))
    power = w(w_steering)*u(v_pitman)
  end subroutine

  ! The vehicle as seen in a mirror: Pitman arm and idler change sides.
  subroutine mirror_vehicle(p)
    real(dp), intent(inout) :: p(np)
    integer :: k
    k = place(parameter_names, 'y_pitman')
    p(k) = -p(k)
    k = place(parameter_names, 'y_idler')
    p(k) = -p(k)
  end subroutine

  subroutine vehicle_constraints(q, u, c, phi, phidot, b)
    real(dp), intent(in) :: q(nq), u(nu), c(nc)
    real(dp), intent(out) :: phi(nphi), phidot(nphi), b(nphi,nu)
    real(dp) :: w(nw)
    w = 0
    call hmmwv_full_constraints(0.0_dp, q, u, w, c, phi, phidot)
    call hmmwv_full_constraint_matrix(0.0_dp, q, w, c, b)
  end subroutine

  ! Puts coordinates and speeds back onto the constraints: the shortest steps along the rows of B, two for the coordinates
  ! (Newton's method), one for the speeds (they enter linearly).
  subroutine restore(q, u, c)
    real(dp), intent(inout) :: q(nq), u(nu)
    real(dp), intent(in) :: c(nc)
    real(dp) :: phi(nphi), phidot(nphi), b(nphi,nu), dq(nq), w(nw)
    integer :: k
    w = 0
    do k = 1, 2
      call vehicle_constraints(q, u, c, phi, phidot, b)
      call hmmwv_full_kinematics(0.0_dp, q, shortest(b, -phi), w, c, dq)
      q = q + dq
    end do
    call vehicle_constraints(q, u, c, phi, phidot, b)
    u = u + shortest(b, -phidot)
  end subroutine

  ! The shortest v with B v = r: v = B^T z, B B^T z = r, by Cholesky.
  function shortest(b, r) result(v)
    real(dp), intent(in) :: b(nphi,nu), r(nphi)
    real(dp) :: v(nu), l(nphi,nphi), z(nphi)
    integer :: i, j
    l = matmul(b, transpose(b))
    do j = 1, nphi
      l(j, j) = sqrt(l(j, j) - dot_product(l(j, :j-1), l(j, :j-1)))
      do i = j + 1, nphi
        l(i, j) = (l(i, j) - dot_product(l(i, :j-1), l(j, :j-1)))/l(j, j)
      end do
    end do
    do i = 1, nphi
      z(i) = (r(i) - dot_product(l(i, :i-1), z(:i-1)))/l(i, i)
    end do
    do i = nphi, 1, -1
      z(i) = (z(i) - dot_product(l(i+1:, i), z(i+1:)))/l(i, i)
    end do
    v = matmul(z, b)
  end function
end module
