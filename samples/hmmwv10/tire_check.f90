! The derivatives that call the tire themselves, as a routine and as a procedure of the script, against the one whose tire forces
! are inputs, at random states.
program tire_check
  use hmmwv10_model
  use hmmwv10t_model, only: nwt => nw, npt => np, nct => nc, names_t => input_names, hmmwv10t_defaults, hmmwv10t_setup, &
                            hmmwv10t_derivatives
  use hmmwv10p_model, only: ncp => nc, hmmwv10p_setup, hmmwv10p_derivatives
  use vehicle_loads, only: tire, tire_result
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  character(len=2), parameter :: corner(4) = ['fl', 'fr', 'rl', 'rr']
  real(dp) :: p(np), c(nc), pt(npt), ct(nct), y(nq+nu), w(nw), wt(nwt), ydot(nq+nu), ydot_t(nq+nu), o(no), slip(2), r(nq+nu)
  real(dp) :: cp(ncp), ydot_p(nq+nu), largest, largest_p
  type(tire_result) :: f
  integer :: k, j, state, info, first, seed_size
  call hmmwv10_defaults(p)
  call hmmwv10_setup(p, c)
  call hmmwv10t_defaults(pt)
  call hmmwv10t_setup(pt, ct)
  call hmmwv10p_setup(pt, cp)
  call random_seed(size=seed_size)
  call random_seed(put=[(1234 + k, k = 1, seed_size)])
  largest = 0
  largest_p = 0
  do state = 1, 50
    call random_number(r)
    y = 0.4_dp*(r - 0.5_dp)
    y(6) = 0.45_dp + 0.1_dp*r(6)          ! height: tires on the road
    y(nq+4) = 20*r(nq+4)                  ! driving
    do k = 1, nw
      w(k) = 100*sin(real(k*state, dp))
    end do
    do k = 1, nwt
      j = place(input_names, names_t(k))
      if (j > 0) wt(k) = w(j)
    end do
    call hmmwv10_outputs(0.0_dp, y(1:nq), y(nq+1:), w, c, o, info)
    do k = 1, 4
      slip = 0.1_dp*[sin(real(k + state, dp)), cos(real(k*state, dp))]
      first = place(output_names, 'centre_1_'//corner(k))
      call tire(o(first:first+2), o(first+3:first+5), o(first+6:first+8), o(first+9:first+11), slip, [0.0_dp, 0.0_dp, 0.0_dp], f)
      do j = 1, 3
        w(place(input_names, 'f'//achar(119 + j)//'_'//corner(k))) = f%force(j)
        w(place(input_names, 'm'//achar(119 + j)//'_'//corner(k))) = f%moment(j)
      end do
      wt(place(names_t, 'slip1_'//corner(k))) = slip(1)
      wt(place(names_t, 'slip2_'//corner(k))) = slip(2)
    end do
    call hmmwv10_derivatives(0.0_dp, y, w, c, ydot, info)
    if (info /= 0) error stop 'info'
    call hmmwv10t_derivatives(0.0_dp, y, wt, ct, ydot_t, info)
    if (info /= 0) error stop 'info'
    call hmmwv10p_derivatives(0.0_dp, y, wt, cp, ydot_p, info)
    if (info /= 0) error stop 'info'
    largest = max(largest, maxval(abs(ydot - ydot_t))/maxval(abs(ydot)))
    largest_p = max(largest_p, maxval(abs(ydot - ydot_p))/maxval(abs(ydot)))
  end do
  print '(a, es9.1)', 'largest relative difference at 50 states:', largest
  print '(a, es9.1)', 'with the tire as a procedure:            ', largest_p
  if (.not. max(largest, largest_p) < 1.0e-10_dp) error stop 'the derivatives differ'
contains
  integer function place(names, name)
    character(len=64), intent(in) :: names(:)
    character(len=*), intent(in) :: name
    place = findloc(names, name, dim=1)
  end function
end program
