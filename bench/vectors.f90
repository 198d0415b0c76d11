! The emitted Fortran batch routine against the scalar one, in turns on the same 256 states of one core; the ratio is the
! median over rounds. MODULE, DEFAULTS, SETUP, SCALAR and BATCH name what was emitted (bench/vectors).
program vectors
  use MODULE
  implicit none
  integer, parameter :: dp = kind(1.0d0), n = 256, repeats = 10, rounds = 201
  real(dp) :: p(np), c(nc), t(n), y(n,nq+nu), w(n,nw), ydot(n,nq+nu), one_y(nq+nu,n), one_w(nw,n), one_ydot(nq+nu,n)
  real(dp) :: begin, finish, worst
  real(dp), dimension(rounds) :: one, ratio
  integer :: info(n), one_info(n), round, repeat, k

  call random_number(y)
  call random_number(w)
  t = 0
  y = y - 0.5_dp
  w = 2*w - 1
  one_y = transpose(y)
  one_w = transpose(w)
  call DEFAULTS(p)
  call SETUP(p, c)
  do round = 1, rounds
    call cpu_time(begin)
    do repeat = 1, repeats
      do k = 1, n
        call SCALAR(t(k), one_y(:,k), one_w(:,k), c, one_ydot(:,k), one_info(k))
      end do
    end do
    call cpu_time(finish)
    one(round) = 1.0e9_dp*(finish - begin)/(repeats*n)
    call cpu_time(begin)
    do repeat = 1, repeats
      call BATCH(n, t, y, w, c, ydot, info)
    end do
    call cpu_time(finish)
    ratio(round) = one(round)/(1.0e9_dp*(finish - begin)/(repeats*n))
  end do
  worst = maxval(abs(transpose(one_ydot) - ydot)/(1 + abs(ydot)))
  write(*, '(a, f0.0, a, f0.2, a, es7.1)') 'Fortran: library sines ', median(one), ' ns; times faster: batch ', median(ratio), &
    '; largest difference ', worst
  if (.not. worst < 1.0e-9_dp .or. any(info /= 0)) error stop 1

contains
  real(dp) function median(x)
    real(dp), intent(in) :: x(:)
    integer :: k
    median = x(1)
    do k = 1, size(x)
      if (count(x < x(k)) <= size(x)/2 .and. count(x <= x(k)) > size(x)/2) median = x(k)
    end do
  end function median
end program vectors
