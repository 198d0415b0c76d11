! An emitted Fortran module as a competitor of driver.cpp: -DMODULE, -DDEFAULTS, -DSETUP, -DROUTINE; -DACCELERATIONS for these.
module competitor
  use, intrinsic :: iso_c_binding, only: c_double
  use MODULE
  implicit none
  real(c_double) :: parameters(np), constants(nc), multipliers(nl)
contains
  subroutine prepare() bind(c)
    call DEFAULTS(parameters)
    call SETUP(parameters, constants)
  end subroutine prepare

  subroutine evaluate(y, w, output) bind(c)
    real(c_double), intent(in) :: y(nq+nu), w(nw)
#ifdef ACCELERATIONS
    real(c_double), intent(out) :: output(nu)
#else
    real(c_double), intent(out) :: output(nq+nu)
#endif
    integer :: info
#ifdef ACCELERATIONS
    call ROUTINE(0.0_c_double, y(1:nq), y(nq+1:), w, constants, output, multipliers, info)
#else
    call ROUTINE(0.0_c_double, y, w, constants, output, info)
#endif
    if (info /= 0) output(nu) = huge(1.0_c_double)
  end subroutine evaluate
end module competitor
