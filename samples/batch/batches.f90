! 100 000 vehicles for a few Runge-Kutta steps: one after the other, in batches, and in batches on all cores. Ends with an
! error where a batch gives another result than the scalar routine.
!
! The states lie in chunks, y(chunk, nq+nu, chunks): y(:,:,k) is contiguous, small enough for a cache, and what one call
! of the batch routine takes. Threads take chunks.
program batches
  use, intrinsic :: iso_fortran_env, only: int64
  use vehicle16_model
  implicit none
  integer, parameter :: dp = kind(1.0d0), chunk = 200, chunks = 500, states = chunk*chunks, ny = nq + nu
  integer, parameter :: steps = 3, rounds = 3
  real(dp), parameter :: h = 1.0e-3_dp ! s
  real(dp), allocatable :: start(:,:,:), y(:,:,:), w(:,:,:), one_y(:,:), one_w(:,:)
  real(dp) :: p(np), c(nc), worst, million
  real(dp), dimension(rounds) :: scalar, batch, all_cores
  integer :: round, k, s, cores, bad, failed
  real(dp) :: a, b
!$ integer, external :: omp_get_max_threads

  cores = 1
!$ cores = omp_get_max_threads()
  allocate(start(chunk,ny,chunks), y(chunk,ny,chunks), w(chunk,nw,chunks), one_y(ny,states), one_w(nw,states))
  call vehicle16_defaults(p)
  call vehicle16_setup(p, c)
  call random_number(start)
  call random_number(w)
  start(:,1:nq,:) = start(:,1:nq,:) - 0.5_dp
  start(:,nq+1:,:) = 2*start(:,nq+1:,:) - 1
  w = 1000*w - 500
  failed = 0
  do round = 1, rounds
    y = start
    do k = 1, chunks
      one_y(:,(k-1)*chunk+1:k*chunk) = transpose(y(:,:,k))
      one_w(:,(k-1)*chunk+1:k*chunk) = transpose(w(:,:,k))
    end do
    call cpu_time(a)
    do s = 1, states
      call simulate(one_y(:,s), one_w(:,s), bad)
      failed = failed + bad
    end do
    call cpu_time(b)
    scalar(round) = b - a
    call cpu_time(a)
    do k = 1, chunks
      call simulate_batch(y(:,:,k), w(:,:,k), bad)
      failed = failed + bad
    end do
    call cpu_time(b)
    batch(round) = b - a
    y = start
    a = seconds()
    !$omp parallel do private(bad) reduction(+:failed)
    do k = 1, chunks
      call simulate_batch(y(:,:,k), w(:,:,k), bad)
      failed = failed + bad
    end do
    !$omp end parallel do
    all_cores(round) = seconds() - a
  end do

  worst = 0
  do k = 1, chunks
    do s = 1, chunk
      associate (exact => one_y(:,(k-1)*chunk+s))
        worst = max(worst, maxval(abs(y(s,:,k) - exact)/(1 + abs(exact))))
      end associate
    end do
  end do
  million = 1.0e-6_dp*states*steps*4
  write(*, '(a)') 'Fortran, the batch routine: million evaluations per second'
  write(*, '(a, f9.2)') '  scalar routine, one core           ', million/median(scalar)
  write(*, '(a, f9.2, f7.2, a)') '  batch routine, one core            ', million/median(batch), median(scalar/batch), ' times'
  write(*, '(a, i3, a, f9.2)') '  batch routine,', cores, ' cores           ', million/median(all_cores)
  write(*, '(a, es8.1, a, i0)') '  largest difference', worst, ', failed pivots ', failed
  if (.not. worst < 1.0e-12_dp .or. failed > 0) error stop 1

contains
  ! One vehicle; `bad`: how often a pivot failed.
  subroutine simulate(y, w, bad)
    real(dp), intent(inout) :: y(ny)
    real(dp), intent(in) :: w(nw)
    integer, intent(out) :: bad
    real(dp) :: k(ny), total(ny)
    integer :: step, stage, info
    bad = 0
    do step = 1, steps
      k = 0
      total = 0
      do stage = 1, 4
        call vehicle16_derivatives(0.0_dp, y + ahead(stage)*k, w, c, k, info)
        if (info /= 0) bad = bad + 1
        total = total + weight(stage)*k
      end do
      y = y + total
    end do
  end subroutine simulate

  ! A chunk of them.
  subroutine simulate_batch(y, w, bad)
    real(dp), intent(inout) :: y(chunk,ny)
    real(dp), intent(in) :: w(chunk,nw)
    integer, intent(out) :: bad
    real(dp) :: t(chunk), k(chunk,ny), total(chunk,ny), at(chunk,ny)
    integer :: step, stage, info(chunk)
    bad = 0
    t = 0
    do step = 1, steps
      k = 0
      total = 0
      do stage = 1, 4
        at = y + ahead(stage)*k
        call vehicle16_derivatives_batch(chunk, t, at, w, c, k, info)
        bad = bad + count(info /= 0)
        total = total + weight(stage)*k
      end do
      y = y + total
    end do
  end subroutine simulate_batch

  real(dp) function ahead(stage)
    integer, intent(in) :: stage
    ahead = merge(h, h/2, stage == 4)
  end function ahead

  real(dp) function weight(stage)
    integer, intent(in) :: stage
    weight = merge(h/6, h/3, stage == 1 .or. stage == 4)
  end function weight

  real(dp) function seconds()
    integer(int64) :: count, rate
    call system_clock(count, rate)
    seconds = real(count, dp)/real(rate, dp)
  end function seconds

  real(dp) function median(x)
    real(dp), intent(in) :: x(:)
    integer :: k
    median = x(1)
    do k = 1, size(x)
      if (count(x < x(k)) <= size(x)/2 .and. count(x <= x(k)) > size(x)/2) median = x(k)
    end do
  end function median
end program batches
