! The HMMWV as a tree (samples/hmmwv10) and in absolute coordinates (the same script, absolutes = 1) through the same runs: same start,
! same loads, same integrator, same step. The start states are those that the vehicle program of samples/hmmwv10 wrote.
!
!   absolute          in the folder of rest.start, lane_change.start, bump.start, turn.start
!
! Prints `name value ..` for bench/hmmwv/run and writes absolute_<run>.csv. It ends with an error if both forms disagree.
program absolute
  use hmmwv10_model, only: nq10 => nq, nu10 => nu, np10 => np, nc10 => nc, nw10 => nw, no10 => no, inputs10 => input_names, &
    outputs10 => output_names, speeds10 => speed_names, coordinates10 => coordinate_names, parameters10 => parameter_names, &
    hmmwv10_defaults, hmmwv10_setup, hmmwv10_initial, hmmwv10_derivatives, hmmwv10_outputs
  use hmmwv_absolute_model
  use vehicle_loads
  implicit none
  integer, parameter :: dp = kind(1.0d0), n_slip = 2*n_corner, ny10 = nq10 + nu10, ny = nq + nu, nx10 = ny10 + n_slip, &
                        nx = ny + n_slip, n_loads = 14*n_corner
  real(dp), parameter :: h = 0.001_dp
  character(len=10), parameter :: bodies(10) = [character(len=10) :: 'chassis', 'steering', 'carrier_fl', 'wheel_fl', &
    'carrier_fr', 'wheel_fr', 'carrier_rl', 'wheel_rl', 'carrier_rr', 'wheel_rr']
  character(len=2), parameter :: tag(n_corner) = ['fl', 'fr', 'rl', 'rr']

  type :: manoeuvre
    character(len=11) :: name
    real(dp) :: t_end, target_speed, held_angle, bump(3)
    logical :: driving, following
  end type
  type :: result
    real(dp) :: phi = 0, phidot = 0, apart = 0      ! largest errors of the conditions; largest distance of an output from the tree's
    real(dp) :: ay = 0, roll = 0, highest = -1, lowest = 9, yaw_rate = 0, normal(n_corner) = 0, speed_max = 0
  end type

  ! what follows from the state and the driver: outputs o of either form, the rack, slips
  real(dp) :: p10(np10), c10(nc10), p(np), c(nc), steer_arm, arm(3)
  integer :: i_rack10, i_rack, o_bodies, q_body(2:10), u_body(2:10), q_hinge(nq - 69), q_hinge10(nq - 69)
  type(manoeuvre) :: run

  call hmmwv10_defaults(p10)
  call hmmwv10_setup(p10, c10)
  call hmmwv_absolute_defaults(p)
  call hmmwv_absolute_setup(p, c)
  call find_places()
  call accelerations_agree()
  call drive(manoeuvre('rest', 5, 0, 0, 0, .false., .false.))
  call drive(manoeuvre('lane_change', 9, 20, 0, 0, .true., .true.))
  call drive(manoeuvre('bump', 5, 10, 0, [10.0_dp, 3.0_dp, 0.08_dp], .true., .true.))
  call drive(manoeuvre('turn', 10, 15, 0.05_dp, 0, .true., .false.))
contains

  integer function place(names, name)
    character(len=*), intent(in) :: names(:), name
    do place = 1, size(names)
      if (names(place) == name) return
    end do
    print '(2a)', 'no such name in the emitted modules: ', name
    error stop 2
  end function

  subroutine find_places()
    integer :: i, k
    if (any(inputs10 /= input_names) .or. any(outputs10(:no) /= output_names) .or. no /= n_loads) then
      print '(a)', 'both forms must have the same inputs and outputs in the same order'
      error stop 2
    end if
    i_rack10 = place(coordinates10, 'rack')
    i_rack = place(coordinate_names, 'rack')
    steer_arm = p(place(parameter_names, 'steer_arm'))
    arm = [p(place(parameter_names, 'cx_chassis')), 0.0_dp, p(place(parameter_names, 'cz_chassis'))]   ! to the mass centre
    o_bodies = place(outputs10, 'place_1_chassis') - 1
    do i = 2, 10
      q_body(i) = place(coordinate_names, trim(bodies(i))//'_e0')
      u_body(i) = place(speed_names, trim(bodies(i))//'_wx')
    end do
    k = 0
    do i = 7, nq10          ! behind the chassis' six every coordinate is one of a hinge that is cut here
      k = k + 1
      q_hinge10(k) = i
      q_hinge(k) = place(coordinate_names, trim(coordinates10(i)))
    end do
  end subroutine

  ! ------------------------------------------------------------------------------------------------ from the tree's state
  ! Coordinates and speeds of all bodies; udot: their accelerations under the inputs w. Those of the chassis are the tree's.
  subroutine convert(q10, u10, w, q, u, udot)
    real(dp), intent(in) :: q10(nq10), u10(nu10), w(nw)
    real(dp), intent(out) :: q(nq), u(nu), udot(nu)
    real(dp) :: o(no10), r(3,3), dx10(ny10)
    integer :: b, f, info
    call hmmwv10_outputs(0.0_dp, q10, u10, w, c10, o, info)
    call hmmwv10_derivatives(0.0_dp, [q10, u10], w, c10, dx10, info)
    q = 0
    q(:6) = q10(:6)
    u(:6) = u10(:6)
    udot(:6) = dx10(nq10+1:nq10+6)
    q(q_hinge) = q10(q_hinge10)
    do b = 2, 10
      f = o_bodies + 24*(b - 1)                 ! place, rotation row by row, speeds, rates
      r = transpose(reshape(o(f+4:f+12), [3, 3]))
      q(q_body(b):q_body(b)+3) = euler_parameters(r)
      q(q_body(b)+4:q_body(b)+6) = o(f+1:f+3)
      u(u_body(b):u_body(b)+5) = o(f+13:f+18)
      udot(u_body(b):u_body(b)+5) = o(f+19:f+24)
    end do
  end subroutine

  ! Of the rotation r, whose columns are the body's axes in ground axes: from the greatest of the four.
  pure function euler_parameters(r) result(e)
    real(dp), intent(in) :: r(3,3)
    real(dp) :: e(0:3), four_squares(0:3)
    integer :: k, i, j, m
    four_squares = 1 + [r(1,1) + r(2,2) + r(3,3), r(1,1) - r(2,2) - r(3,3), r(2,2) - r(1,1) - r(3,3), r(3,3) - r(1,1) - r(2,2)]
    m = maxloc(four_squares, 1) - 1
    e(m) = sqrt(four_squares(m))/2
    do k = 0, 3
      if (k == m) cycle
      if (k*m == 0) then
        i = mod(max(k, m), 3) + 1
        j = mod(i, 3) + 1
        e(k) = (r(j,i) - r(i,j))/(4*e(m))
      else
        e(k) = (r(k,m) + r(m,k))/(4*e(m))
      end if
    end do
  end function

  ! At 200 states drawn with a fixed seed: every body's accelerations.
  subroutine accelerations_agree()
    real(dp) :: q10(nq10), u10(nu10), q0(nq10), u0(nu10), w(nw), q(nq), u(nu), expected(nu), udot(nu), lambda(nl), apart, e(2)
    integer :: k, info, n
    integer, allocatable :: seed(:)
    call random_seed(size=n)
    allocate(seed(n))
    seed = [(7919*k, k = 1, n)]
    call random_seed(put=seed)
    call hmmwv10_initial(p10, q0, u0)
    apart = 0
    e = 0
    do k = 1, 200
      call random_number(q10)
      call random_number(u10)
      call random_number(w)
      q10 = q0 + 0.6_dp*(q10 - 0.5_dp)
      u10 = 2*(u10 - 0.5_dp)
      w = 2000*(w - 0.5_dp)
      call convert(q10, u10, w, q, u, expected)
      call hmmwv_absolute_accelerations(0.0_dp, q, u, w, c, udot, lambda, info)
      if (info /= 0) error stop 1
      e = max(e, constraint_errors(q, u))
      apart = max(apart, maxval(abs(udot - expected))/maxval(abs(expected)))
    end do
    print '(a,es9.2)', 'accelerations_apart ', apart
    print '(a,2es9.2)', 'converted_errors ', e
    if (.not. (apart < 1.0e-9_dp .and. all(e < 1.0e-12_dp))) error stop 1
  end subroutine

  function constraint_errors(q, u) result(e)
    real(dp), intent(in) :: q(nq), u(nu)
    real(dp) :: e(2), w(nw), phi(nphi), phidot(nphi)
    w = 0
    call hmmwv_absolute_constraints(0.0_dp, q, u, w, c, phi, phidot)
    e = [maxval(abs(phi)), maxval(abs(phidot))]
  end function

  ! ------------------------------------------------------------------------------------------------ loads
  ! Inputs from the outputs o, the chassis' place [x, y, yaw], its forward speed, the rack and its rate, the slips.
  subroutine loads(t, o, place, forward, rack, rack_rate, slips, w, slip_rate, normal)
    real(dp), intent(in) :: t, o(n_loads), place(3), forward, rack, rack_rate, slips(n_slip)
    real(dp), intent(out) :: w(nw), slip_rate(n_slip), normal(n_corner)
    type(tire_result) :: r
    real(dp) :: torque, angle
    integer :: k, f
    torque = 0
    if (run%driving) torque = drive_torque(run%target_speed, forward)
    angle = ramp(run%held_angle, t)
    if (run%following) angle = preview(place, forward, 1.0_dp)
    do k = 1, n_corner
      f = 14*(k - 1)                            ! spring's length and rate; centre, velocity, axle, angular velocity
      w(k) = spring_force(k, o(f+1), free_length(k)) + damper_force(k, o(f+2))
      call tire(o(f+3:f+5), o(f+6:f+8), o(f+9:f+11), o(f+12:f+14), slips(2*k-1:2*k), run%bump, r)
      w(4+6*k-5:4+6*k) = [r%force, r%moment]
      w(28+k) = torque
      slip_rate(2*k-1:2*k) = r%slip_rate
      normal(k) = r%normal
    end do
    w(33) = 1.0e6_dp*(-angle*steer_arm - rack) - 4.0e4_dp*rack_rate
  end subroutine

  subroutine loads_tree(t, x, w, slip_rate, normal, o)
    real(dp), intent(in) :: t, x(nx10)
    real(dp), intent(out) :: w(nw), slip_rate(n_slip), normal(n_corner), o(no10)
    integer :: info
    w = 0
    call hmmwv10_outputs(t, x(:nq10), x(nq10+1:ny10), w, c10, o, info)
    call loads(t, o(:n_loads), x([4, 5, 1]), x(nq10+4), x(i_rack10), x(nq10+i_rack10), x(ny10+1:), w, slip_rate, normal)
  end subroutine

  subroutine loads_absolute(t, x, w, slip_rate, normal, o)
    real(dp), intent(in) :: t, x(nx)
    real(dp), intent(out) :: w(nw), slip_rate(n_slip), normal(n_corner), o(no)
    real(dp) :: qdot(nq)
    integer :: info
    w = 0
    call hmmwv_absolute_outputs(t, x(:nq), x(nq+1:ny), w, c, o, info)
    call hmmwv_absolute_kinematics(t, x(:nq), x(nq+1:ny), w, c, qdot)
    call loads(t, o, x([4, 5, 1]), x(nq+4), x(i_rack), qdot(i_rack), x(ny+1:), w, slip_rate, normal)
  end subroutine

  pure function cross(a, b) result(v)
    real(dp), intent(in) :: a(3), b(3)
    real(dp) :: v(3)
    v = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function

  ! ------------------------------------------------------------------------------------------------ integration
  subroutine rates_tree(t, x, dx)
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(out) :: dx(:)
    real(dp) :: w(nw), normal(n_corner), o(no10)
    integer :: info
    call loads_tree(t, x, w, dx(ny10+1:), normal, o)
    call hmmwv10_derivatives(t, x(:ny10), w, c10, dx(:ny10), info)
    if (info /= 0) error stop 1
  end subroutine

  subroutine rates_absolute(t, x, dx)
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(out) :: dx(:)
    real(dp) :: w(nw), normal(n_corner), o(no)
    integer :: info
    call loads_absolute(t, x, w, dx(ny+1:), normal, o)
    call hmmwv_absolute_derivatives(t, x(:ny), w, c, dx(:ny), info)
    if (info /= 0) error stop 1
  end subroutine

  subroutine runge_kutta_step(rates, t, x)
    interface
      subroutine rates(t, x, dx)
        import dp
        real(dp), intent(in) :: t, x(:)
        real(dp), intent(out) :: dx(:)
      end subroutine
    end interface
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: x(:)
    real(dp), dimension(size(x)) :: k1, k2, k3, k4
    call rates(t, x, k1)
    call rates(t + h/2, x + h/2*k1, k2)
    call rates(t + h/2, x + h/2*k2, k3)
    call rates(t + h, x + h*k3, k4)
    x = x + h/6*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine

  ! The tree, the absolute form as it drifts, and the absolute form put back onto its conditions after every step.
  subroutine drive(m)
    type(manoeuvre), intent(in) :: m
    real(dp) :: tree(nx10), drifting(nx), restored(nx), ignored(nu), w(nw), slip_rate(n_slip), normal(n_corner), o10(no10), o(no), &
                start(nx10+1)
    type(result) :: d, r
    integer :: unit, step, csv
    run = m
    open(newunit=unit, file=trim(m%name)//'.start', status='old', action='read')
    read(unit, *) start
    close(unit)
    tree = start(:nx10)
    w = 0
    call convert(tree(:nq10), tree(nq10+1:ny10), w, drifting(:nq), drifting(nq+1:ny), ignored)
    drifting(ny+1:) = tree(ny10+1:)
    restored = drifting
    open(newunit=csv, file='absolute_'//trim(m%name)//'.csv', status='replace', action='write')
    write(csv, '(a)') 't,drifting_phi,drifting_apart,restored_phi,restored_apart,x,y,z,yaw,pitch,roll,ay'
    do step = 0, nint(m%t_end/h)
      if (mod(step, 10) == 0) then
        call loads_tree(step*h, tree, w, slip_rate, normal, o10)
        call loads_absolute(step*h, drifting, w, slip_rate, normal, o)
        call observe(step*h, drifting, o, o10, d)
        call loads_absolute(step*h, restored, w, slip_rate, normal, o)
        call observe(step*h, restored, o, o10, r)
        write(csv, '(*(es14.6e3,:,","))') step*h, maxval(now(drifting)), maxval(abs(output_of(drifting) - o10(:no))), &
          maxval(now(restored)), maxval(abs(output_of(restored) - o10(:no))), restored(4:6), restored(1:3), &
          lateral(step*h, restored)
      end if
      call runge_kutta_step(rates_tree, step*h, tree)
      call runge_kutta_step(rates_absolute, step*h, drifting)
      call runge_kutta_step(rates_absolute, step*h, restored)
      call restore(restored)
    end do
    close(csv)
    call show(trim(m%name)//'_drifting', d)
    call show(trim(m%name)//'_restored', r)
    if (.not. (r%phi < 1.0e-9_dp .and. r%apart < 1.0e-3_dp)) error stop 1
  end subroutine

  function now(x) result(e)
    real(dp), intent(in) :: x(nx)
    real(dp) :: e(1), both(2)
    both = constraint_errors(x(:nq), x(nq+1:ny))
    e = both(1)
  end function

  function output_of(x) result(o)
    real(dp), intent(in) :: x(nx)
    real(dp) :: o(no), w(nw)
    integer :: info
    w = 0
    call hmmwv_absolute_outputs(0.0_dp, x(:nq), x(nq+1:ny), w, c, o, info)
  end function

  ! Lateral acceleration of the chassis' mass centre, its own axes.
  real(dp) function lateral(t, x)
    real(dp), intent(in) :: t, x(nx)
    real(dp) :: dx(nx), turning(3), a(3)
    call rates_absolute(t, x, dx)
    turning = x(nq+1:nq+3)
    a = dx(nq+4:nq+6) + cross(turning, x(nq+4:nq+6)) + cross(dx(nq+1:nq+3), arm) + cross(turning, cross(turning, arm))
    lateral = a(2)
  end function

  subroutine restore(x)
    real(dp), intent(inout) :: x(nx)
    real(dp) :: w(nw)
    integer :: info
    w = 0
    call hmmwv_absolute_assemble(0.0_dp, x(:nq), w, c, 1.0e-14_dp, 5, info)
    call hmmwv_absolute_project_speeds(0.0_dp, x(:nq), x(nq+1:ny), w, c, info)
  end subroutine

  subroutine observe(t, x, o, o10, r)
    real(dp), intent(in) :: t, x(nx), o(no), o10(no10)
    type(result), intent(inout) :: r
    real(dp) :: e(2), w(nw), slip_rate(n_slip), ignored(no), dx(nx)
    e = constraint_errors(x(:nq), x(nq+1:ny))
    r%phi = max(r%phi, e(1))
    r%phidot = max(r%phidot, e(2))
    r%apart = max(r%apart, maxval(abs(o - o10(:no))))
    r%ay = max(r%ay, abs(lateral(t, x)))
    r%roll = max(r%roll, abs(x(3)))
    r%highest = max(r%highest, x(6))
    r%lowest = min(r%lowest, x(6))
    r%speed_max = max(r%speed_max, maxval(abs(x(nq+1:ny))))
    call rates_absolute(t, x, dx)
    r%yaw_rate = dx(1)
    call loads_absolute(t, x, w, slip_rate, r%normal, ignored)
  end subroutine

  subroutine show(name, r)
    character(len=*), intent(in) :: name
    type(result), intent(in) :: r
    print '(a,3es9.2)', name//' ', r%phi, r%phidot, r%apart
    print '(a,99es23.15)', name//'_values ', r%ay, r%roll, r%highest, r%lowest, r%yaw_rate, r%normal, r%speed_max
  end subroutine
end program
