! The acceleration at the initial state.
program swing
  use pendulum_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: p(np), c(nc), q(nq), u(nu), w(nw), udot(nu), lambda(nl)
  integer :: info
  call pendulum_defaults(p)
  call pendulum_initial(p, q, u)
  call pendulum_setup(p, c)
  call pendulum_accelerations(0.0_dp, q, u, w, c, udot, lambda, info)
  if (info /= 0) error stop
  print '(a, f8.4)', 'acceleration ', udot(1)
end program swing
