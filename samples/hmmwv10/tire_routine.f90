! The tire as a routine of its own, in a file of its own: what `external(hmmwv_tire, ...)` in hmmwv10.lag calls from inside the
! emitted derivative. Scalars by reference, arguments first, results last.
subroutine hmmwv_tire(x, y, z, vx, vy, vz, ax, ay, az, wx, wy, wz, slip1, slip2, fx, fy, fz, mx, my, mz)
  use vehicle_loads, only: tire, tire_result
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), intent(in) :: x, y, z        ! wheel's centre, ground axes
  real(dp), intent(in) :: vx, vy, vz     ! its velocity
  real(dp), intent(in) :: ax, ay, az     ! direction of the axle
  real(dp), intent(in) :: wx, wy, wz     ! wheel's angular velocity
  real(dp), intent(in) :: slip1, slip2   ! slip states
  real(dp), intent(out) :: fx, fy, fz    ! on the wheel, ground axes
  real(dp), intent(out) :: mx, my, mz    ! about its centre
  type(tire_result) :: r
  call tire([x, y, z], [vx, vy, vz], [ax, ay, az], [wx, wy, wz], [slip1, slip2], [0.0_dp, 0.0_dp, 0.0_dp], r)
  fx = r%force(1)
  fy = r%force(2)
  fz = r%force(3)
  mx = r%moment(1)
  my = r%moment(2)
  mz = r%moment(3)
end subroutine
