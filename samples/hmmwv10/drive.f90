! A vehicle program of the usual kind around the emitted equations: it owns the integrator, the springs, the tires and the driver, and
! calls the routines of module hmmwv10_model for everything that is rigid-body dynamics.
!
!   static solve   Newton's method, seven unknowns: where the vehicle stands
!   rest           five seconds standing: nothing may move
!   lane_change    double lane change at 20 m/s, driver with preview, speed held; then its mirror image
!   bump           a half-sine bump across the lane at 10 m/s
!
! Every run carries the work of all loads as one more state: kinetic plus potential energy must follow it. The run fails
! (error stop) if the vehicle creeps, the mirrored manoeuvre is not the mirror image, or the energy does not balance.
program drive
  use hmmwv10_model
  use vehicle_loads
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  integer, parameter :: ny = nq + nu, nx = ny + 2*n_corner + 1     ! state: q, u, slips of four tires, work
  character(len=2), parameter :: tag(n_corner) = ['fl', 'fr', 'rl', 'rr']
  real(dp), parameter :: none(3) = 0
  real(dp) :: p(np), c(nc), x_rest(nx), x_mirror(nx)
  integer :: o_first(n_corner), w_first(n_corner), i_x, i_y, i_z, i_yaw, i_pitch, i_roll, i_rack, v_rack, v_p, i_jounce(n_corner), &
             v_jounce(n_corner), v_spin(n_corner), w_suspension, w_drive, w_rack
  ! what the driver of the current run wants
  real(dp) :: target_speed, lane_side, bump(3)
  logical :: driving
  real(dp) :: steer_arm

  call find_places()
  call hmmwv10_defaults(p)
  call hmmwv10_setup(p, c)
  steer_arm = p(place(parameter_names, 'steer_arm'))

  call static_solve(x_rest)
  call run_rest()
  call run_lane_change()
  call run_bump()
  print '(a)', 'all runs passed'
contains

  ! ------------------------------------------------------------------------------------------------ names to places
  integer function place(names, name)
    character(len=*), intent(in) :: names(:), name
    do place = 1, size(names)
      if (names(place) == name) return
    end do
    print '(2a)', 'no such name in the emitted module: ', name
    error stop 2
  end function

  subroutine find_places()
    integer :: k
    do k = 1, n_corner
      o_first(k) = place(output_names, 'length_'//tag(k))      ! 14 outputs a corner
      w_first(k) = place(input_names, 'fx_'//tag(k))           ! force, then moment
      i_jounce(k) = place(coordinate_names, 'jounce_'//tag(k))
      v_jounce(k) = nq + place(speed_names, 'jounce_'//tag(k)//"'")
      v_spin(k) = nq + place(speed_names, 'spin_'//tag(k)//"'")
    end do
    i_x = place(coordinate_names, 'x')
    i_y = place(coordinate_names, 'y')
    i_z = place(coordinate_names, 'z')
    i_yaw = place(coordinate_names, 'yaw')
    i_pitch = place(coordinate_names, 'pitch')
    i_roll = place(coordinate_names, 'roll')
    i_rack = place(coordinate_names, 'rack')
    v_rack = nq + place(speed_names, "rack'")
    v_p = nq + place(speed_names, 'p')                         ! p, q, r, u, v, w in a row
    w_suspension = place(input_names, 'suspension_fl')
    w_drive = place(input_names, 'drive_fl')
    w_rack = place(input_names, 'rack_force')
  end subroutine

  ! ------------------------------------------------------------------------------------------------ loads
  ! All inputs of the equations for one state, the slip states' rates and the power of the loads.
  subroutine loads(t, x, w, slip_rate, power, normal)
    real(dp), intent(in) :: t, x(nx)
    real(dp), intent(out) :: w(nw), slip_rate(2*n_corner), power, normal(n_corner)
    real(dp) :: o(no), torque
    type(tire_result) :: r
    integer :: k, f, info
    w = 0
    call hmmwv10_outputs(t, x(1:nq), x(nq+1:ny), w, c, o, info)
    torque = 0
    ! 42 N m a wheel is what rolling resistance takes
    if (driving) torque = max(-1500.0_dp, min(1500.0_dp, 42 + 600*(target_speed - x(v_p+3))))
    power = 0
    do k = 1, n_corner
      f = o_first(k)
      w(w_suspension+k-1) = suspension_force(k, o(f), o(f+1))
      call tire(o(f+2:f+4), o(f+5:f+7), o(f+8:f+10), o(f+11:f+13), x(ny+2*k-1:ny+2*k), bump, r)
      w(w_first(k):w_first(k)+2) = r%force
      w(w_first(k)+3:w_first(k)+5) = r%moment
      w(w_drive+k-1) = torque                                  ! all four wheels are driven
      slip_rate(2*k-1:2*k) = r%slip_rate
      normal(k) = r%normal
      power = power + w(w_suspension+k-1)*o(f+1) + dot_product(r%force, o(f+5:f+7)) + dot_product(r%moment, o(f+11:f+13)) &
              + torque*x(v_spin(k))
    end do
    w(w_rack) = steering_servo(x)
    power = power + w(w_rack)*x(v_rack)
  end subroutine

  ! The steering gear: a stiff servo from the commanded to the actual position of the rack, which is free.
  real(dp) function steering_servo(x)
    real(dp), intent(in) :: x(nx)
    steering_servo = 1.0e6_dp*(-steer_command(x)*steer_arm - x(i_rack)) - 4.0e4_dp*x(v_rack)
  end function

  ! Driver with preview: looks 0.6 s ahead (at least 6 m) and steers twice the angle of the circle through that point of the
  ! course (wheelbase 3.38 m), because tires and steering lag.
  real(dp) function steer_command(x)
    real(dp), intent(in) :: x(nx)
    real(dp) :: ahead, offset
    steer_command = 0
    if (.not. driving) return
    ahead = max(6.0_dp, 0.6_dp*x(v_p+3))
    offset = (course(x(i_x) + ahead*cos(x(i_yaw))) - x(i_y))*cos(x(i_yaw)) - (ahead*cos(x(i_yaw)))*sin(x(i_yaw))
    steer_command = max(-0.5_dp, min(0.5_dp, 2*(2*3.38_dp*offset/ahead**2)))
  end function

  ! Course of the double lane change: 3.5 m aside within 30 m, 25 m there, 30 m back.
  real(dp) function course(x)
    real(dp), intent(in) :: x
    real(dp), parameter :: pi = 3.14159265358979324_dp
    real(dp) :: there, back
    there = max(0.0_dp, min(1.0_dp, (x - 30)/30))
    back = max(0.0_dp, min(1.0_dp, (x - 85)/30))
    course = lane_side*3.5_dp*(cos(pi*back) - cos(pi*there))/2
  end function

  ! ------------------------------------------------------------------------------------------------ integration
  subroutine rates(t, x, dx)
    real(dp), intent(in) :: t, x(nx)
    real(dp), intent(out) :: dx(nx)
    real(dp) :: w(nw), normal(n_corner)
    integer :: info
    call loads(t, x, w, dx(ny+1:ny+2*n_corner), dx(nx), normal)
    call hmmwv10_derivatives(t, x(1:ny), w, c, dx(1:ny), info)
    if (info /= 0) then
      print '(a,i0)', 'singular mass matrix at speed ', info
      error stop 1
    end if
  end subroutine

  subroutine runge_kutta_step(t, h, x)
    real(dp), intent(in) :: t, h
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
    call hmmwv10_energy(t, x(1:nq), x(nq+1:ny), w, c, kinetic, potential)
    energy = kinetic + potential
  end function

  ! Integrates to t_end, writes a line every 10 ms, returns the largest energy error relative to the work done (both ways).
  subroutine simulate(file, x, t_end, energy_error, speed_max)
    character(len=*), intent(in) :: file
    real(dp), intent(inout) :: x(nx)
    real(dp), intent(in) :: t_end
    real(dp), intent(out) :: energy_error, speed_max
    real(dp), parameter :: h = 0.001_dp
    real(dp) :: t, e0, e, scale
    integer :: step, unit
    open(newunit=unit, file=file, status='replace', action='write')
    write(unit, '(a)') 't,x,y,z,yaw,pitch,roll,speed,ay,steer,'// &
      'jounce_fl,jounce_fr,jounce_rl,jounce_rr,N_fl,N_fr,N_rl,N_rr,energy,work'
    e0 = energy(0.0_dp, x)
    energy_error = 0
    speed_max = 0
    scale = 1
    do step = 0, nint(t_end/h)
      t = step*h
      if (mod(step, 10) == 0) then
        e = energy(t, x)
        scale = max(scale, abs(e - e0), abs(x(nx)))
        energy_error = max(energy_error, abs(e - e0 - x(nx)))
        call write_line(unit, t, x, e)
      end if
      speed_max = max(speed_max, maxval(abs(x(nq+1:ny))))
      call runge_kutta_step(t, h, x)
    end do
    energy_error = energy_error/scale
    close(unit)
  end subroutine

  subroutine write_line(unit, t, x, e)
    integer, intent(in) :: unit
    real(dp), intent(in) :: t, x(nx), e
    real(dp) :: dx(nx), w(nw), slip_rate(2*n_corner), power, normal(n_corner), ay, a(3), s(3), da(3), dv(3), arm(3)
    call loads(t, x, w, slip_rate, power, normal)
    call rates(t, x, dx)
    ! lateral acceleration of the chassis' mass centre: v' + omega x v + omega' x c + omega x (omega x c), second component
    a = x(v_p:v_p+2)
    s = x(v_p+3:v_p+5)
    da = dx(v_p:v_p+2)
    dv = dx(v_p+3:v_p+5)
    arm = [p(place(parameter_names, 'cx_chassis')), 0.0_dp, p(place(parameter_names, 'cz_chassis'))]
    ay = dv(2) + a(3)*s(1) - a(1)*s(3) + da(3)*arm(1) - da(1)*arm(3) + a(2)*(a(1)*arm(1) + a(3)*arm(3))
    write(unit, '(*(es16.8e3,:,","))') t, x(i_x), x(i_y), x(i_z), x(i_yaw), x(i_pitch), x(i_roll), s(1), ay, &
      -x(i_rack)/steer_arm, x(i_jounce), normal, e, x(nx)
  end subroutine

  ! ------------------------------------------------------------------------------------------------ static solve
  ! Pitch, roll, height and the four suspensions; nothing else is loaded on a level road.
  subroutine static_solve(x)
    real(dp), intent(out) :: x(nx)
    real(dp) :: residual(7), other(7), jacobian(7,7), step(7), change, lambda(nl), w(nw), slip_rate(2*n_corner), power, &
                normal(n_corner), udot(nu)
    integer :: unknown(7), row(7), iteration, k, info
    unknown = [i_pitch, i_roll, i_z, i_jounce]
    row = [v_p + 1, v_p, v_p + 5, v_jounce] - nq
    target_speed = 0
    lane_side = 0
    bump = none
    driving = .false.
    x = 0
    call hmmwv10_initial(p, x(1:nq), x(nq+1:ny))
    do iteration = 1, 30
      residual = unbalanced(x, row)
      do k = 1, 7
        x(unknown(k)) = x(unknown(k)) + 1.0e-6_dp
        other = unbalanced(x, row)
        x(unknown(k)) = x(unknown(k)) - 1.0e-6_dp
        jacobian(:, k) = (other - residual)/1.0e-6_dp
      end do
      step = solved(jacobian, -residual)
      change = maxval(abs(step))
      step = step*min(1.0_dp, 0.05_dp/max(change, 1.0e-30_dp))      ! no large first step
      x(unknown) = x(unknown) + step
      if (change < 1.0e-14_dp) exit
    end do
    call loads(0.0_dp, x, w, slip_rate, power, normal)
    call hmmwv10_accelerations(0.0_dp, x(1:nq), x(nq+1:ny), w, c, udot, lambda, info)
    print '(a,i0,a,es9.2,a)', 'static solve: ', iteration, ' Newton steps, largest acceleration left ', &
      maxval(abs(udot)), ' m/s^2, rad/s^2'
    print '(a,f8.4,a,f8.4,a,4f9.4)', '  height ', x(i_z), ' m, pitch ', x(i_pitch), ' rad, jounce ', x(i_jounce)
    print '(a,4f9.1,a)', '  wheel loads ', normal, ' N'
    if (info /= 0 .or. maxval(abs(udot)) > 1.0e-8_dp) error stop 1
  end subroutine

  ! The right side at rest: what is not in balance.
  function unbalanced(x, row) result(f7)
    real(dp), intent(in) :: x(nx)
    integer, intent(in) :: row(7)
    real(dp) :: f7(7), f(nu), w(nw), slip_rate(2*n_corner), power, normal(n_corner)
    call loads(0.0_dp, x, w, slip_rate, power, normal)
    call hmmwv10_right_side(0.0_dp, x(1:nq), x(nq+1:ny), w, c, f)
    f7 = f(row)
  end function

  ! Gaussian elimination with row exchange.
  function solved(matrix, right) result(x)
    real(dp), intent(in) :: matrix(7,7), right(7)
    real(dp) :: x(7), a(7,8), swap(8)
    integer :: i, k
    a(:, 1:7) = matrix
    a(:, 8) = right
    do k = 1, 7
      i = k - 1 + maxloc(abs(a(k:7, k)), 1)
      swap = a(k, :)
      a(k, :) = a(i, :)
      a(i, :) = swap
      do i = k + 1, 7
        a(i, k:8) = a(i, k:8) - a(i, k)/a(k, k)*a(k, k:8)
      end do
    end do
    do k = 7, 1, -1
      x(k) = (a(k, 8) - dot_product(a(k, k+1:7), x(k+1:7)))/a(k, k)
    end do
  end function

  ! ------------------------------------------------------------------------------------------------ the runs
  subroutine run_rest()
    real(dp) :: x(nx), energy_error, speed_max
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
    x = x_rest
    target_speed = speed
    driving = .true.
    bump = none
    w = 0
    call hmmwv10_outputs(0.0_dp, x(1:nq), x(nq+1:ny), w, c, o, info)
    x(v_p+3) = speed*cos(x(i_pitch))           ! along the road, in the pitched chassis' axes
    x(v_p+5) = speed*sin(x(i_pitch))
    do k = 1, n_corner
      x(v_spin(k)) = speed/loaded_radius(o(o_first(k):o_first(k)+13))
    end do
  end subroutine

  real(dp) function loaded_radius(o)
    real(dp), intent(in) :: o(14)
    type(tire_result) :: r
    call tire(o(3:5), o(6:8), o(9:11), o(12:14), [0.0_dp, 0.0_dp], bump, r)
    loaded_radius = r%loaded_radius
  end function

  subroutine run_lane_change()
    real(dp) :: x(nx), energy_error, mirror_error, speed_max
    lane_side = 1
    call start_rolling(20.0_dp, x)
    call simulate('lane_change.csv', x, 9.0_dp, energy_error, speed_max)
    print '(a,f7.2,a,f6.3,a,es9.2)', 'lane change: ends at x = ', x(i_x), ' m, y = ', x(i_y), ' m; energy error/work ', energy_error
    if (.not. energy_error < 1.0e-8_dp) error stop 1
    if (.not. abs(x(i_y)) < 0.5_dp) error stop 1
    lane_side = -1
    call start_rolling(20.0_dp, x_mirror)
    call simulate('lane_change_mirrored.csv', x_mirror, 9.0_dp, energy_error, speed_max)
    mirror_error = max(abs(x(i_x) - x_mirror(i_x)), abs(x(i_y) + x_mirror(i_y)), abs(x(i_yaw) + x_mirror(i_yaw)), &
                       abs(x(i_roll) + x_mirror(i_roll)), abs(x(i_jounce(1)) - x_mirror(i_jounce(2))))
    print '(a,es9.2)', 'mirrored lane change: largest difference from the mirror image at the end ', mirror_error
    if (.not. mirror_error < 1.0e-7_dp) error stop 1
  end subroutine

  subroutine run_bump()
    real(dp) :: x(nx), energy_error, speed_max
    lane_side = 0
    call start_rolling(10.0_dp, x)
    bump = [10.0_dp, 3.0_dp, 0.08_dp]
    call simulate('bump.csv', x, 5.0_dp, energy_error, speed_max)
    print '(a,f8.4,a,f8.4,a,es9.2)', 'bump: ends at height ', x(i_z), ' m (standing ', x_rest(i_z), &
      ' m); energy error/work ', energy_error
    if (.not. energy_error < 1.0e-3_dp) error stop 1      ! the bump's ends and wheels in the air are kinks
    if (.not. abs(x(i_z) - x_rest(i_z)) < 0.01_dp) error stop 1
    if (.not. abs(x(i_y)) < 1.0e-6_dp) error stop 1
  end subroutine
end program
