! A vehicle program of the usual kind around the emitted equations: it owns the integrator, the springs, the tires and the driver, and
! calls the emitted routines for everything that is rigid-body dynamics. samples/hmmwv10 and samples/hmmwv_full share it: each
! has a module `vehicle` that gives its routines common names and says where its springs and its steering are.
!
!   static solve   Newton's method on loads and constraints: where the vehicle stands
!   rest           five seconds standing: nothing may move
!   lane_change    double lane change at 20 m/s, driver with preview, speed held; then its mirror image
!   bump           a half-sine bump across the lane at 10 m/s
!   turn           front wheels turned by 0.05 rad within 0.3 s at 15 m/s, and held there
!   floating       in the air, without dampers: tumbles, swings on its springs and keeps its energy
!
! Every run carries the work of all loads as one more state: kinetic plus potential energy must follow it. Constraints are restored
! after every step. The run fails (error stop) if the vehicle creeps, the mirrored manoeuvre is not the mirror image, the
! energy does not balance, or a constraint is not held.
program drive
  use vehicle
  use vehicle_loads
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: ny = nq + nu, nx = ny + 2*n_corner + 1     ! state: q, u, slips of four tires, work
  integer, parameter :: n_own = nq - 3 - n_corner, n_static = n_own + nphi      ! static unknowns: coordinates, multipliers
  integer, parameter :: n_line = 22                                  ! columns of the CSV files
  real(dp), parameter :: none(3) = 0, h = 0.001_dp
  real(dp) :: p(np), c(nc), x_rest(nx), z_design(n_corner), largest_error(2)
  integer :: o_tire(n_corner), w_tire(n_corner), w_drive, i_x, i_y, i_z, i_yaw, i_pitch, i_roll, v_p, v_spin(n_corner), &
             unknown(n_own), row(n_own)
  ! what the driver of the current run wants, and what is switched off in it
  real(dp) :: target_speed, lane_side, held_angle, bump(3), relaxed(n_corner)
  logical :: driving, following, floating
  real(dp), allocatable :: lines(:, :)                               ! of the last run, as in its CSV file

  call vehicle_defaults(p)
  call vehicle_setup(p, c)
  call find_places()
  call run_rest()
  call run_lane_change()
  call run_bump()
  call run_turn()
  call run_floating()
  print '(a)', 'all runs passed'
contains

  ! ------------------------------------------------------------------------------------------------ names to places
  subroutine find_places()
    integer :: k, i, n
    logical :: free(nu)
    call find_vehicle_places(p)
    do k = 1, n_corner
      o_tire(k) = place(output_names, 'centre_1_'//tag(k))     ! centre, velocity, axle, angular velocity
      w_tire(k) = place(input_names, 'fx_'//tag(k))            ! force, then moment
      v_spin(k) = nq + place(speed_names, 'spin_'//tag(k)//"'")
    end do
    w_drive = place(input_names, 'drive_fl')
    i_x = place(coordinate_names, 'x')
    i_y = place(coordinate_names, 'y')
    i_z = place(coordinate_names, 'z')
    i_yaw = place(coordinate_names, 'yaw')
    i_pitch = place(coordinate_names, 'pitch')
    i_roll = place(coordinate_names, 'roll')
    v_p = nq + place(speed_names, 'p')                         ! p, q, r, u, v, w in a row
    ! Static unknowns: neither the place on the level road nor the spins, and the rows of the same motions. Behind the chassis'
    ! six, every vehicle has as many speeds as coordinates, in the same order.
    free = .true.
    free([v_p+2, v_p+3, v_p+4, v_spin] - nq) = .false.
    row = pack([(i, i = 1, nu)], free)
    n = 0
    do i = 1, nq
      if (any(i == [i_x, i_y, i_yaw, v_spin - nq])) cycle
      n = n + 1
      unknown(n) = i
    end do
  end subroutine

  ! ------------------------------------------------------------------------------------------------ loads
  ! All inputs of the equations for one state, the slip states' rates and the power of the loads.
  subroutine loads(t, x, w, slip_rate, power, normal)
    real(dp), intent(in) :: t, x(nx)
    real(dp), intent(out) :: w(nw), slip_rate(2*n_corner), power, normal(n_corner)
    real(dp) :: o(no), torque, part
    type(tire_result) :: r
    integer :: k, f, info
    w = 0
    call vehicle_outputs(t, x(1:nq), x(nq+1:ny), w, c, o, info)
    slip_rate = 0
    normal = 0
    power = 0
    do k = 1, n_corner
      call suspension_loads(k, o, .not. floating, relaxed, w, part)
      power = power + part
    end do
    if (floating) return
    torque = 0
    if (driving) torque = drive_torque(target_speed, x(v_p+3))
    do k = 1, n_corner
      f = o_tire(k)
      call tire(o(f:f+2), o(f+3:f+5), o(f+6:f+8), o(f+9:f+11), x(ny+2*k-1:ny+2*k), bump, r)
      w(w_tire(k):w_tire(k)+2) = r%force
      w(w_tire(k)+3:w_tire(k)+5) = r%moment
      w(w_drive+k-1) = torque                                  ! all four wheels are driven
      slip_rate(2*k-1:2*k) = r%slip_rate
      normal(k) = r%normal
      power = power + dot_product(r%force, o(f+3:f+5)) + dot_product(r%moment, o(f+9:f+11)) + torque*x(v_spin(k))
    end do
    call steering_load(x(1:nq), x(nq+1:ny), steer_command(t, x), w, part)
    power = power + part
  end subroutine

  ! Follows the course, or steers to an angle within 0.3 s, from t = 1 s on.
  real(dp) function steer_command(t, x)
    real(dp), intent(in) :: t, x(nx)
    steer_command = ramp(held_angle, t)
    if (following) steer_command = preview([x(i_x), x(i_y), x(i_yaw)], x(v_p+3), lane_side)
  end function

  ! ------------------------------------------------------------------------------------------------ integration
  subroutine rates(t, x, dx)
    real(dp), intent(in) :: t, x(nx)
    real(dp), intent(out) :: dx(nx)
    real(dp) :: w(nw), normal(n_corner)
    integer :: info
    call loads(t, x, w, dx(ny+1:ny+2*n_corner), dx(nx), normal)
    call vehicle_derivatives(t, x(1:ny), w, c, dx(1:ny), info)
    if (info /= 0) then
      print '(a,i0)', 'singular equations of motion at row ', info
      error stop 1
    end if
  end subroutine

  subroutine runge_kutta_step(t, x)
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: x(nx)
    real(dp), dimension(nx) :: k1, k2, k3, k4
    call rates(t, x, k1)
    call rates(t + h/2, x + h/2*k1, k2)
    call rates(t + h/2, x + h/2*k2, k3)
    call rates(t + h, x + h*k3, k4)
    x = x + h/6*(k1 + 2*k2 + 2*k3 + k4)
  end subroutine

  real(dp) function energy(t, x)
    real(dp), intent(in) :: t, x(nx)
    real(dp) :: w(nw), kinetic, potential
    w = 0
    call vehicle_energy(t, x(1:nq), x(nq+1:ny), w, c, kinetic, potential)
    energy = kinetic + potential
  end function

  ! Largest errors of the constraints, of position and of velocity.
  function constraint_errors(x) result(e)
    real(dp), intent(in) :: x(nx)
    real(dp) :: e(2), phi(nphi), phidot(nphi), b(nphi,nu)
    call vehicle_constraints(x(1:nq), x(nq+1:ny), c, phi, phidot, b)
    e = max(0.0_dp, [maxval(abs(phi)), maxval(abs(phidot))])
  end function

  ! Integrates to t_end, writes the first state into a file of its own and a line every 10 ms into another, returns the largest energy error relative to the work done (both ways).
  subroutine simulate(file, x, t_end, energy_error, speed_max)
    character(len=*), intent(in) :: file
    real(dp), intent(inout) :: x(nx)
    real(dp), intent(in) :: t_end
    real(dp), intent(out) :: energy_error, speed_max
    real(dp) :: t, e0, e, scale
    real(dp) :: w(nw), slip_rate(2*n_corner), power, normal(n_corner)
    integer :: step, unit, motion, k
    open(newunit=unit, file=file(:index(file, '.', back=.true.))//'start', status='replace', action='write')
    write(unit, '(es24.16e3)') x                                  ! q, u, slips, work
    close(unit)
    open(newunit=unit, file=file, status='replace', action='write')
    write(unit, '(a)') 't,x,y,z,yaw,pitch,roll,speed,ay,steer,'// &
      'travel_fl,travel_fr,travel_rl,travel_rr,N_fl,N_fr,N_rl,N_rr,energy,work,yaw_rate,constraint_error'
    ! all coordinates and inputs: what `lag page` draws
    open(newunit=motion, file=file(:index(file, '.', back=.true.) - 1)//'_motion.csv', status='replace', action='write')
    write(motion, '(*(a))') 't', (',', trim(coordinate_names(k)), k = 1, nq), (',', trim(input_names(k)), k = 1, nw)
    if (allocated(lines)) deallocate(lines)
    allocate(lines(n_line, 0:nint(t_end/h)/10))
    e0 = energy(0.0_dp, x)
    energy_error = 0
    speed_max = 0
    largest_error = 0
    scale = 1
    do step = 0, nint(t_end/h)
      t = step*h
      if (mod(step, 10) == 0) then
        e = energy(t, x)
        scale = max(scale, abs(e - e0), abs(x(nx)))
        energy_error = max(energy_error, abs(e - e0 - x(nx)))
        lines(:, step/10) = line(t, x, e)
        write(unit, '(*(es16.8e3,:,","))') lines(:, step/10)
        call loads(t, x, w, slip_rate, power, normal)
        write(motion, '(*(es24.16e3,:,","))') t, x(1:nq), w
      end if
      speed_max = max(speed_max, maxval(abs(x(nq+1:ny))))
      call runge_kutta_step(t, x)
      call restore(x(1:nq), x(nq+1:ny), c)
      largest_error = max(largest_error, constraint_errors(x))
    end do
    energy_error = energy_error/scale
    close(unit)
    close(motion)
    if (nphi > 0) print '(2a,2es9.2,a)', file, ': largest constraint error after a step ', largest_error, ' (m, m/s)'
    if (.not. all(largest_error < 1.0e-8_dp)) error stop 1
  end subroutine

  ! The time after which a column of the last run stays within a band around its last value.
  real(dp) function settled(column, band)
    integer, intent(in) :: column
    real(dp), intent(in) :: band
    integer :: k
    k = ubound(lines, 2)
    do while (k > 0)
      if (abs(lines(column, k-1) - lines(column, ubound(lines, 2))) > band) exit
      k = k - 1
    end do
    settled = lines(1, k)
  end function

  ! One line of the CSV files.
  function line(t, x, e)
    real(dp), intent(in) :: t, x(nx), e
    real(dp) :: line(n_line), dx(nx), w(nw), o(no), slip_rate(2*n_corner), power, normal(n_corner), ay, a(3), s(3), da(3), dv(3), &
                arm(3), r(3,3), axle(3), steer, travel(n_corner)
    integer :: k, info
    call loads(t, x, w, slip_rate, power, normal)
    call rates(t, x, dx)
    call vehicle_outputs(t, x(1:nq), x(nq+1:ny), w, c, o, info)
    ! lateral acceleration of the chassis' mass centre: v' + omega x v + omega' x c + omega x (omega x c), second component
    a = x(v_p:v_p+2)
    s = x(v_p+3:v_p+5)
    da = dx(v_p:v_p+2)
    dv = dx(v_p+3:v_p+5)
    arm = [p(place(parameter_names, 'cx_chassis')), 0.0_dp, p(place(parameter_names, 'cz_chassis'))]
    ay = dv(2) + a(3)*s(1) - a(1)*s(3) + da(3)*arm(1) - da(1)*arm(3) + a(2)*(a(1)*arm(1) + a(3)*arm(3))
    r = chassis_axes(x)
    travel = heights(x, o) - z_design
    steer = 0                                          ! mean of both front wheels, from their axles
    do k = 1, 2
      axle = matmul(o(o_tire(k)+6:o_tire(k)+8), r)
      steer = steer + atan2(-axle(1), axle(2))/2
    end do
    line = [t, x(i_x), x(i_y), x(i_z), x(i_yaw), x(i_pitch), x(i_roll), s(1), ay, steer, travel, normal, e, x(nx), &
            dx(i_yaw), maxval(constraint_errors(x))]
  end function

  ! Columns: the chassis' axes in ground axes.
  function chassis_axes(x) result(r)
    real(dp), intent(in) :: x(nx)
    real(dp) :: r(3,3), cy, sy, cp, sp, cr, sr
    cy = cos(x(i_yaw))
    sy = sin(x(i_yaw))
    cp = cos(x(i_pitch))
    sp = sin(x(i_pitch))
    cr = cos(x(i_roll))
    sr = sin(x(i_roll))
    r(:, 1) = [cy*cp, sy*cp, -sp]
    r(:, 2) = [cy*sp*sr - sy*cr, sy*sp*sr + cy*cr, cp*sr]
    r(:, 3) = [cy*sp*cr + sy*sr, sy*sp*cr - cy*sr, cp*cr]
  end function

  ! The wheels' centres above the chassis' origin, along its z axis.
  function heights(x, o) result(z)
    real(dp), intent(in) :: x(nx), o(no)
    real(dp) :: z(n_corner), r(3,3)
    integer :: k
    r = chassis_axes(x)
    do k = 1, n_corner
      z(k) = dot_product(r(:, 3), o(o_tire(k):o_tire(k)+2) - x([i_x, i_y, i_z]))
    end do
  end function

  ! ------------------------------------------------------------------------------------------------ static solve
  ! All coordinates but the place on the level road and the spins, and the multipliers.
  subroutine static_solve(x)
    real(dp), intent(out) :: x(nx)
    real(dp) :: residual(n_static), other(n_static), jacobian(n_static,n_static), step(n_static), change, lambda(nphi), w(nw), &
                o(no), slip_rate(2*n_corner), power, normal(n_corner), udot(nu), multipliers(nl)
    integer :: iteration, k, info
    call stand_still()
    x = 0
    lambda = 0
    call vehicle_initial(p, x(1:nq), x(nq+1:ny))
    w = 0
    call vehicle_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    z_design = heights(x, o)
    do iteration = 1, 30
      residual = unbalanced(x, lambda)
      do k = 1, n_own
        x(unknown(k)) = x(unknown(k)) + 1.0e-6_dp
        other = unbalanced(x, lambda)
        x(unknown(k)) = x(unknown(k)) - 1.0e-6_dp
        jacobian(:, k) = (other - residual)/1.0e-6_dp
      end do
      do k = 1, nphi                                              ! linear in the multipliers
        lambda(k) = lambda(k) + 1
        jacobian(:, n_own+k) = unbalanced(x, lambda) - residual
        lambda(k) = lambda(k) - 1
      end do
      step = solved(jacobian, -residual)
      change = maxval(abs(step(1:n_own)))
      step = step*min(1.0_dp, 0.05_dp/max(change, 1.0e-30_dp))      ! no large first step
      x(unknown) = x(unknown) + step(1:n_own)
      lambda = lambda + step(n_own+1:)
      if (change < 1.0e-14_dp) exit
    end do
    call loads(0.0_dp, x, w, slip_rate, power, normal)
    call vehicle_accelerations(0.0_dp, x(1:nq), x(nq+1:ny), w, c, udot, multipliers, info)
    call vehicle_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    print '(a,i0,a,es9.2,a)', 'static solve: ', iteration, ' Newton steps, largest acceleration left ', &
      maxval(abs(udot)), ' m/s^2, rad/s^2'
    print '(a,f8.4,a,f8.4,a,4f9.4,a)', '  height ', x(i_z), ' m, pitch ', x(i_pitch), ' rad, travel ', &
      heights(x, o) - z_design, ' m'
    print '(a,4f9.1,a)', '  wheel loads ', normal, ' N'
    if (info /= 0 .or. .not. maxval(abs(udot)) < 1.0e-8_dp) error stop 1
  end subroutine

  subroutine stand_still()
    target_speed = 0
    lane_side = 0
    held_angle = 0
    bump = none
    relaxed = free_length
    driving = .false.
    following = .false.
    floating = .false.
  end subroutine

  ! What is not in balance at rest: f - B^T lambda, and the constraints.
  function unbalanced(x, lambda) result(r)
    real(dp), intent(in) :: x(nx), lambda(nphi)
    real(dp) :: r(n_static), f(nu), w(nw), slip_rate(2*n_corner), power, normal(n_corner), phi(nphi), phidot(nphi), b(nphi,nu)
    call loads(0.0_dp, x, w, slip_rate, power, normal)
    call vehicle_right_side(0.0_dp, x(1:nq), x(nq+1:ny), w, c, f)
    call vehicle_constraints(x(1:nq), x(nq+1:ny), c, phi, phidot, b)
    f = f - matmul(lambda, b)
    r(1:n_own) = f(row)
    r(n_own+1:) = phi
  end function

  ! Gaussian elimination with row exchange; rows scaled to their largest entry.
  function solved(matrix, right) result(x)
    real(dp), intent(in) :: matrix(:,:), right(:)
    real(dp) :: x(size(right)), a(size(right),size(right)+1), swap(size(right)+1)
    integer :: i, k, n
    n = size(right)
    do i = 1, n
      a(i, :) = [matrix(i, :), right(i)]/maxval(abs(matrix(i, :)))
    end do
    do k = 1, n
      i = k - 1 + maxloc(abs(a(k:n, k)), 1)
      swap = a(k, :)
      a(k, :) = a(i, :)
      a(i, :) = swap
      do i = k + 1, n
        a(i, k:) = a(i, k:) - a(i, k)/a(k, k)*a(k, k:)
      end do
    end do
    do k = n, 1, -1
      x(k) = (a(k, n+1) - dot_product(a(k, k+1:n), x(k+1:n)))/a(k, k)
    end do
  end function

  ! ------------------------------------------------------------------------------------------------ the runs
  subroutine run_rest()
    real(dp) :: x(nx), energy_error, speed_max
    call static_solve(x_rest)
    x = x_rest
    call simulate('rest.csv', x, 5.0_dp, energy_error, speed_max)
    print '(a,es9.2)', 'rest: largest speed in 5 s ', speed_max
    if (.not. speed_max < 1.0e-8_dp) error stop 1
  end subroutine

  ! From the static state at a given speed, wheels rolling.
  subroutine start_rolling(speed, x)
    real(dp), intent(in) :: speed
    real(dp), intent(out) :: x(nx)
    real(dp) :: o(no), w(nw)
    integer :: k, info
    call stand_still()
    x = x_rest
    target_speed = speed
    driving = .true.
    w = 0
    call vehicle_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    x(v_p+3) = speed*cos(x(i_pitch))           ! along the road, in the pitched chassis' axes
    x(v_p+5) = speed*sin(x(i_pitch))
    do k = 1, n_corner
      x(v_spin(k)) = speed/loaded_radius(o(o_tire(k):o_tire(k)+11))
    end do
  end subroutine

  real(dp) function loaded_radius(o)
    real(dp), intent(in) :: o(12)
    type(tire_result) :: r
    call tire(o(1:3), o(4:6), o(7:9), o(10:12), [0.0_dp, 0.0_dp], bump, r)
    loaded_radius = r%loaded_radius
  end function

  subroutine run_lane_change()
    real(dp) :: x(nx), x_mirror(nx), energy_error, mirror_error, speed_max, standing(nx), p_standing(np)
    call start_rolling(20.0_dp, x)
    following = .true.
    lane_side = 1
    call simulate('lane_change.csv', x, 9.0_dp, energy_error, speed_max)
    print '(a,f7.2,a,f6.3,a,es9.2)', 'lane change: ends at x = ', x(i_x), ' m, y = ', x(i_y), ' m; energy error/work ', energy_error
    print '(a,f7.4,a,f8.5,a,f7.3,a)', '  largest lateral acceleration ', maxval(abs(lines(9, :))), ' m/s^2, roll ', &
      maxval(abs(lines(7, :))), ' rad, travel at the wheels ', 1000*maxval(abs(lines(11:14, :) - spread(lines(11:14, 0), 2, &
      size(lines, 2)))), ' mm'
    if (.not. energy_error < 1.0e-8_dp) error stop 1
    if (.not. abs(x(i_y)) < 0.5_dp) error stop 1
    p_standing = p
    standing = x_rest
    call mirror_vehicle(p)
    call vehicle_setup(p, c)
    call static_solve(x_rest)
    call start_rolling(20.0_dp, x_mirror)
    following = .true.
    lane_side = -1
    call simulate('lane_change_mirrored.csv', x_mirror, 9.0_dp, energy_error, speed_max)
    mirror_error = max(abs(x(i_x) - x_mirror(i_x)), abs(x(i_y) + x_mirror(i_y)), abs(x(i_z) - x_mirror(i_z)), &
                       abs(x(i_yaw) + x_mirror(i_yaw)), abs(x(i_roll) + x_mirror(i_roll)), abs(x(i_pitch) - x_mirror(i_pitch)), &
                       abs(x(v_spin(1)) - x_mirror(v_spin(2)))*h)
    print '(a,es9.2)', 'mirrored lane change: largest difference from the mirror image at the end ', mirror_error
    if (.not. mirror_error < 1.0e-7_dp) error stop 1
    p = p_standing
    call vehicle_setup(p, c)
    x_rest = standing
  end subroutine

  subroutine run_bump()
    real(dp) :: x(nx), energy_error, speed_max
    call start_rolling(10.0_dp, x)
    following = .true.
    bump = [10.0_dp, 3.0_dp, 0.08_dp]
    call simulate('bump.csv', x, 5.0_dp, energy_error, speed_max)
    print '(a,f8.4,a,f8.4,a,es9.2)', 'bump: ends at height ', x(i_z), ' m (standing ', x_rest(i_z), &
      ' m); energy error/work ', energy_error
    print '(a,f7.2,a,f7.2,a,f6.3,a)', '  chassis rises by ', 1000*(maxval(lines(4, :)) - x_rest(i_z)), ' mm, falls by ', &
      1000*(x_rest(i_z) - minval(lines(4, :))), ' mm, within 2 mm of its last height after ', settled(4, 0.002_dp), ' s'
    if (.not. energy_error < 1.0e-3_dp) error stop 1      ! the bump's ends and wheels in the air are kinks
    if (.not. abs(x(i_z) - x_rest(i_z)) < 0.01_dp) error stop 1
    if (.not. abs(x(i_y)) < sideways) error stop 1
  end subroutine

  ! Steady cornering: the lateral acceleration is speed times yaw rate.
  subroutine run_turn()
    real(dp) :: x(nx), energy_error, speed_max, last(n_line), dx(nx), speed, yaw_rate
    call start_rolling(15.0_dp, x)
    held_angle = 0.05_dp
    call simulate('turn.csv', x, 10.0_dp, energy_error, speed_max)
    last = line(10.0_dp, x, 0.0_dp)
    call rates(10.0_dp, x, dx)
    speed = norm2(dx([i_x, i_y]))
    yaw_rate = dx(i_yaw)
    print '(a,f8.5,a,f7.4,a,f7.4,a,f8.5,a,f8.5,a)', 'turn: yaw rate ', yaw_rate, ' rad/s, speed x yaw rate ', speed*yaw_rate, &
      ' m/s^2, lateral acceleration ', last(9)/cos(x(i_roll)), ' m/s^2, roll ', x(i_roll), ' rad, steer ', last(10), ' rad'
    print '(a,f6.3,a,es9.2)', '  yaw rate within 5 % of its last value after ', settled(21, 0.05_dp*yaw_rate) - 1, &
      ' s; energy error/work ', energy_error
    if (.not. energy_error < 1.0e-8_dp) error stop 1
    if (.not. abs(last(9)/cos(x(i_roll)) - speed*yaw_rate) < 0.01_dp*speed*yaw_rate) error stop 1
    ! to the left, and rolled outwards
    if (.not. (yaw_rate > 0.1_dp .and. x(i_roll) > 0 .and. x(i_roll) < 0.1_dp)) error stop 1
  end subroutine

  ! In the air: springs that are relaxed where the vehicle stands, no damper, no tire, no steering gear. What the equations call
  ! energy, and the springs', stays.
  subroutine run_floating()
    real(dp) :: x(nx), energy_error, speed_max, o(no), w(nw), before, after
    integer :: k, info
    call stand_still()
    floating = .true.
    x = x_rest
    w = 0
    call vehicle_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    do k = 1, n_corner
      relaxed(k) = spring_length(k, o)
    end do
    x(i_z) = 3
    x(v_p:v_p+5) = [0.6_dp, 0.4_dp, -0.5_dp, 1.0_dp, 0.3_dp, 1.0_dp]
    x(v_spin) = [5.0_dp, 4.0_dp, 6.0_dp, 3.0_dp]
    before = energy(0.0_dp, x)
    call simulate('floating.csv', x, 1.0_dp, energy_error, speed_max)
    call vehicle_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    after = energy(0.0_dp, x)
    do k = 1, n_corner
      after = after + spring_energy(k, spring_length(k, o), relaxed(k))
    end do
    print '(a,f9.3,a,es9.2)', 'floating: energy ', before, ' J, largest relative change ', abs(after - before)/before
    if (.not. abs(after - before) < 1.0e-9_dp*before) error stop 1
  end subroutine
end program
