! What the emitted equations do not know: springs, dampers, tires, the road and the driver of the HMMWV. Ordinary subroutines, as a vehicle
! program has them. SI units, ground axes x forward, y left, z up; corners 1 front left, 2 front right, 3 rear left, 4 rear right.
!
! Data: Project Chrono's public HMMWV files (BSD-3), with the two choices named below.
module vehicle_loads
  implicit none
  private
  public :: spring_force, spring_energy, damper_force, free_length, tire, road, n_corner, tire_result, preview, &
    ramp, drive_torque
  integer, parameter :: dp = kind(1.0d0), n_corner = 4

  ! Springs of the reduced model. Choice 1: the rear springs' published free length is 0.382 m. With it the rear of hmmwv10
  ! stands 0.1 m high on swing arms, with twelve degrees of camber; 0.340 m lets both vehicles stand level.
  real(dp), parameter :: stiffness(4) = [167062.0_dp, 167062.0_dp, 369149.0_dp, 369149.0_dp]
  real(dp), parameter :: free_length(4) = [0.339_dp, 0.339_dp, 0.340_dp, 0.340_dp]
  ! Choice 2: the published 60068 and 63921 N s/m are 1.3 and 0.9 of critical here (a quarter of the chassis on the spring, with
  ! a lever ratio of 0.39): a vehicle that hardly moves on its springs. 0.3 of critical is what road vehicles have.
  real(dp), parameter :: damping(4) = [14400.0_dp, 14400.0_dp, 21400.0_dp, 21400.0_dp]

  ! Fiala tire
  real(dp), parameter :: radius = 0.47_dp, width = 0.318_dp, k_vertical = 326332.0_dp, c_vertical = 7500.0_dp
  real(dp), parameter :: c_slip = 193929.0_dp, c_alpha = 50000.0_dp, u_min = 0.5568_dp, u_max = 0.9835_dp
  real(dp), parameter :: rolling_resistance = 0.015_dp, relaxation = 2.0_dp

  type :: tire_result
    real(dp) :: force(3), moment(3)   ! on the wheel, ground axes; moment about the wheel's centre
    real(dp) :: slip_rate(2)          ! time derivatives of the two slip states
    real(dp) :: normal, loaded_radius
  end type
contains

  ! Forces of a spring and of a damper, positive where they push their ends apart.
  pure function spring_force(corner, length, relaxed) result(f)
    integer, intent(in) :: corner
    real(dp), intent(in) :: length, relaxed      ! relaxed: where the spring has no force
    real(dp) :: f
    f = stiffness(corner)*(relaxed - length)
  end function

  pure function spring_energy(corner, length, relaxed) result(e)
    integer, intent(in) :: corner
    real(dp), intent(in) :: length, relaxed
    real(dp) :: e
    e = stiffness(corner)*(relaxed - length)**2/2
  end function

  pure function damper_force(corner, rate) result(f)
    integer, intent(in) :: corner
    real(dp), intent(in) :: rate
    real(dp) :: f
    f = -damping(corner)*rate
  end function

  ! Height and slope of the road: flat, or one half-sine bump across the whole lane, bump = [start, length, height].
  pure subroutine road(x, bump, z, slope)
    real(dp), intent(in) :: x, bump(3)
    real(dp), intent(out) :: z, slope
    real(dp), parameter :: pi = 3.14159265358979324_dp
    real(dp) :: s
    z = 0
    slope = 0
    if (bump(2) <= 0) return
    s = (x - bump(1))/bump(2)
    if (s <= 0 .or. s >= 1) return
    z = bump(3)*sin(pi*s)
    slope = bump(3)*pi/bump(2)*cos(pi*s)
  end subroutine

  ! Fiala's tire with two slip states per wheel.
  !
  ! Contact: the road is replaced by its tangent plane (normal n) below the wheel's centre; the contact point lies on the
  ! wheel's steepest line d, the direction of n within the wheel's plane; l is its distance from the centre, R - l the deflection.
  !   N = k (R - l) + c d(R - l)/dt, never negative
  ! Slip states with relaxation length L (they are what the brush has been strained, so nothing is singular at standstill):
  !   L kappa' = omega l - Vx - |Vx| kappa       L tau' = Vy - |Vx| tau      (steady: kappa = slip, tau = tan(alpha))
  ! Forces, with S = sqrt(kappa^2 + tau^2) and mu = UMAX - (UMAX - UMIN) S:
  !   |kappa| < mu N/(2 CSLIP):   Fx = CSLIP kappa;    else Fx = sign(kappa) (mu N - (mu N)^2/(4 |kappa| CSLIP))
  !   |tau| < 3 mu N/CALPHA:      H = 1 - CALPHA |tau|/(3 mu N),  Fy = -sign(tau) mu N (1 - H^3),  Mz = sign(tau) mu N width (1 - H) H^3
  !                               else Fy = -sign(tau) mu N,  Mz = 0
  !   My = -rolling resistance N l, against the rotation
  pure subroutine tire(centre, velocity, axle, omega, slip, bump, r)
    real(dp), intent(in) :: centre(3), velocity(3), axle(3), omega(3), slip(2), bump(3)
    type(tire_result), intent(out) :: r
    real(dp) :: n(3), d(3), ahead(3), aside(3), arm(3), zr, slope, l, spin, vx, vy, mu, muN, h, fx, fy, mz, my, side(3)
    call road(centre(1), bump, zr, slope)
    n = [-slope, 0.0_dp, 1.0_dp]/sqrt(1 + slope**2)
    d = n - dot_product(n, axle)*axle
    d = d/norm2(d)
    l = (centre(3) - zr)*n(3)/dot_product(n, d)
    r%loaded_radius = l
    r%normal = 0
    if (l < radius) r%normal = max(0.0_dp, k_vertical*(radius - l) - c_vertical*dot_product(n, velocity)/dot_product(n, d))
    ahead = cross(axle, n)
    ahead = ahead/norm2(ahead)
    aside = cross(n, ahead)
    arm = -l*d
    spin = dot_product(omega, axle)
    side = velocity + cross(omega - spin*axle, arm)      ! of the contact point on the side that does not spin
    vx = dot_product(ahead, velocity)
    vy = dot_product(aside, side)
    r%slip_rate = ([spin*l - vx, vy] - abs(vx)*slip)/relaxation
    mu = u_max - (u_max - u_min)*min(1.0_dp, norm2(slip))
    muN = max(mu*r%normal, 1.0e-6_dp)
    if (abs(slip(1)) < muN/(2*c_slip)) then
      fx = c_slip*slip(1)
    else
      fx = sign(muN - muN**2/(4*abs(slip(1))*c_slip), slip(1))
    end if
    if (abs(slip(2)) < 3*muN/c_alpha) then
      h = 1 - c_alpha*abs(slip(2))/(3*muN)
      fy = -sign(muN*(1 - h**3), slip(2))
      mz = sign(muN*width*(1 - h)*h**3, slip(2))
    else
      fy = -sign(muN, slip(2))
      mz = 0
    end if
    my = -rolling_resistance*r%normal*l*tanh(spin/0.2_dp)
    r%force = fx*ahead + fy*aside + r%normal*n
    r%moment = cross(arm, r%force) + mz*n + my*axle
  end subroutine

  ! ------------------------------------------------------------------------------------------------ the driver
  ! Front wheels' angle by preview: looks 0.6 s ahead (at least 6 m) and steers twice the angle of the circle through that point
  ! of the course (wheelbase 3.38 m), because tires and steering lag. place = [x, y, yaw].
  pure real(dp) function preview(place, speed, lane_side)
    real(dp), intent(in) :: place(3), speed, lane_side
    real(dp) :: ahead, offset
    ahead = max(6.0_dp, 0.6_dp*speed)
    offset = (course(place(1) + ahead*cos(place(3)), lane_side) - place(2))*cos(place(3)) - (ahead*cos(place(3)))*sin(place(3))
    preview = max(-0.5_dp, min(0.5_dp, 2*(2*3.38_dp*offset/ahead**2)))
  end function

  ! Course of the double lane change: 3.5 m aside within 30 m, 25 m there, 30 m back.
  pure real(dp) function course(x, lane_side)
    real(dp), intent(in) :: x, lane_side
    real(dp), parameter :: pi = 3.14159265358979324_dp
    real(dp) :: there, back
    there = max(0.0_dp, min(1.0_dp, (x - 30)/30))
    back = max(0.0_dp, min(1.0_dp, (x - 85)/30))
    course = lane_side*3.5_dp*(cos(pi*back) - cos(pi*there))/2
  end function

  ! An angle that is reached within 0.3 s, from t = 1 s on.
  pure real(dp) function ramp(angle, t)
    real(dp), intent(in) :: angle, t
    real(dp), parameter :: pi = 3.14159265358979324_dp
    ramp = angle*(1 - cos(pi*max(0.0_dp, min(1.0_dp, (t - 1)/0.3_dp))))/2
  end function

  ! Torque on each wheel that holds the speed; 42 N m is what rolling resistance takes.
  pure real(dp) function drive_torque(target_speed, speed)
    real(dp), intent(in) :: target_speed, speed
    drive_torque = max(-1500.0_dp, min(1500.0_dp, 42 + 600*(target_speed - speed)))
  end function

  pure function cross(a, b) result(c)
    real(dp), intent(in) :: a(3), b(3)
    real(dp) :: c(3)
    c = [a(2)*b(3) - a(3)*b(2), a(3)*b(1) - a(1)*b(3), a(1)*b(2) - a(2)*b(1)]
  end function
end module
