#!/usr/bin/env bash
# Routines of the user's called from emitted code, in all four languages, each built with the warnings that the interface
# promises to pass: values against a closed form, each routine called once per evaluation, in declared order.
#   tests/external.sh LAG SCRATCH_FOLDER
set -euo pipefail
lag=$1 scratch=$2
fail() { printf 'external: %s\n' "$*" >&2; exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
cat >slider.lag <<'X'
model(slider, "a slider on a pad, a second one across it")$
parameters(m = 2, k = 100)$
body(B, ground, hinge = prismatic(x, s), mass = m)$
body(D, B, hinge = prismatic(y, r), mass = 1)$
external(pad, [s, s', k], [push, heat])$
external(tire, [push*s, r], [side])$
hinge_load(s, push)$
hinge_load(r, side + heat)$
output(warmth, heat + s)$
output(acceleration, s'')$
output(place, r)$
emit(cpp, "slider.hpp")$ emit(c, "slider.h")$ emit(fortran, "slider.f90")$ emit(fortran77, "slider.f")$
X
"$lag" slider.lag --quiet
grep -q "slider_derivatives: .* [2-9] call" slider.f90 || fail "the calls of the user's routines are not counted"
# push = -k s - 3 s'^3, heat = s'^2, side = sin(a) + b; at s = 0.3, s' = 0.7, r = -0.2
cat >routines.c <<'X'
#include <math.h>
#include <stdio.h>
int pads = 0, tires = 0;
void pad(double s, double v, double k, double *push, double *heat) {
    if (pads != tires) puts("out of order");
    ++pads;
    *push = -k * s - 3 * v * v * v;
    *heat = v * v;
}
void tire(double a, double b, double *side) {
    ++tires;
    *side = sin(a) + b;
}
X
cat >main.inc <<'X'
    double p[2], q[2] = {0.3, -0.2}, u[2] = {0.7, 0.1}, y[4] = {0.3, -0.2, 0.7, 0.1}, w[1] = {0}, c[9], a[2], l[1] = {0}, o[3], d[4], f[2];
X
cat >main.cpp <<'X'
#include "slider.hpp"
#include <cstdio>
extern "C" int pads;
int main() {
#include "main.inc"
    int info = -1;
    slider::slider_defaults<double>(p);
    slider::slider_setup<double>(p, c);
    slider::slider_accelerations<double>(0, q, u, w, c, a, l, info);
    slider::slider_derivatives<double>(0, y, w, c, d, info);
    slider::slider_right_side<double>(0, q, u, w, c, f);
    slider::slider_outputs<double>(0, q, u, w, c, o, info);
    std::printf("%.9f %.9f %.9f %.9f %.9f %.9f %d\n", a[0], a[1], d[2] - a[0] + f[0], o[0], o[1], o[2], pads);
}
X
cat >main.c <<'X'
#include "slider.h"
#include <stdio.h>
extern int pads;
int main(void) {
#include "main.inc"
    int info = -1;
    slider_defaults(p);
    slider_setup(p, c);
    slider_accelerations(0, q, u, w, c, a, l, &info);
    slider_derivatives(0, y, w, c, d, &info);
    slider_right_side(0, q, u, w, c, f);
    slider_outputs(0, q, u, w, c, o, &info);
    printf("%.9f %.9f %.9f %.9f %.9f %.9f %d\n", a[0], a[1], d[2] - a[0] + f[0], o[0], o[1], o[2], pads);
    return 0;
}
X
cat >routines.f90 <<'X'
subroutine pad(s, v, k, push, heat)
  implicit none
  double precision, intent(in) :: s, v, k
  double precision, intent(out) :: push, heat
  integer :: pads, tires
  common /counts/ pads, tires
  if (pads /= tires) print *, 'out of order'
  pads = pads + 1
  push = -k*s - 3*v**3
  heat = v**2
end subroutine
subroutine tire(a, b, side)
  implicit none
  double precision, intent(in) :: a, b
  double precision, intent(out) :: side
  integer :: pads, tires
  common /counts/ pads, tires
  tires = tires + 1
  side = sin(a) + b
end subroutine
X
cat >main.f90 <<'X'
program main
  use slider_model
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: p(np), c(nc), q(nq), u(nu), w(nw), a(nu), l(nl), o(no), d(nq+nu), f(nu)
  integer :: info, pads, tires
  common /counts/ pads, tires
  pads = 0
  tires = 0
  q = [0.3_dp, -0.2_dp]
  u = [0.7_dp, 0.1_dp]
  call slider_defaults(p)
  call slider_setup(p, c)
  call slider_accelerations(0.0_dp, q, u, w, c, a, l, info)
  call slider_derivatives(0.0_dp, [q, u], w, c, d, info)
  call slider_right_side(0.0_dp, q, u, w, c, f)
  call slider_outputs(0.0_dp, q, u, w, c, o, info)
  print '(6(f0.9, 1x), i0)', a(1), a(2), d(3) - a(1) + f(1), o(1), o(2), o(3), pads
end program
X
cat >main77.f <<'X'
      PROGRAM MAIN
      DOUBLE PRECISION P(2), C(9), Q(2), U(2), Y(4), W(1), A(2), L(1)
      DOUBLE PRECISION O(3), D(4), F(2)
      INTEGER INFO, PADS, TIRES
      COMMON /COUNTS/ PADS, TIRES
      DATA Q /0.3D0, -0.2D0/, U /0.7D0, 0.1D0/
      DATA Y /0.3D0, -0.2D0, 0.7D0, 0.1D0/
      PADS = 0
      TIRES = 0
      W(1) = 0
      CALL slider_defaults(P)
      CALL slider_setup(P, C)
      CALL slider_accelerations(0.0D0, Q, U, W, C, A, L, INFO)
      CALL slider_derivatives(0.0D0, Y, W, C, D, INFO)
      CALL slider_right_side(0.0D0, Q, U, W, C, F)
      CALL slider_outputs(0.0D0, Q, U, W, C, O, INFO)
      PRINT '(6(F0.9, 1X), I0)', A(1), A(2), D(3) - A(1) + F(1),
     &  O(1), O(2), O(3), PADS
      END
X
expected=$(awk 'BEGIN { push = -100*0.3 - 3*0.7^3; heat = 0.7^2; side = sin(push*0.3) - 0.2;
    printf "%.9f %.9f %.9f %.9f %.9f %.9f 4", push/3, side + heat, push, heat + 0.3, push/3, -0.2 }' | sed 's/\b0\./\./g')
check() { # language, program
    local printed
    printed=$("$2" | tr -s ' ' | sed 's/ $//; s/\b0\./\./g')
    [ "$printed" = "$expected" ] || fail "$1 prints '$printed', expected '$expected'"
}
gcc -std=c99 -Wall -Wextra -Wpedantic -Werror -c routines.c
g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror main.cpp routines.o -o with_cpp && check C++ ./with_cpp
gcc -std=c99 -Wall -Wextra -Wpedantic -Werror main.c routines.o -lm -o with_c && check C ./with_c
gfortran -std=f2008 -Wall -Wextra -Werror -c slider.f90
gfortran slider.o routines.f90 main.f90 -o with_fortran && check Fortran ./with_fortran
gfortran -std=legacy -Wall -Werror -c slider.f -o slider77.o
gfortran slider77.o routines.f90 main77.f -o with_fortran77 && check "Fortran 77" ./with_fortran77
# only with doubles
sed 's/<double>/<float>/g; s/double /float /g' main.cpp main.inc >/dev/null
printf '#include "slider.hpp"\nvoid f(float* x, int& i) { slider::slider_accelerations<float>(0, x, x, x, x, x, x, i); }\n' >float.cpp
! g++ -std=c++17 -fsyntax-only float.cpp 2>float.log || fail "floats are accepted"
grep -q "a user's routine takes doubles" float.log || fail "floats are refused without a reason"

# many states at once: the user's routines are called for one after the other
mkdir batch
sed 's/^emit.*/emit(cpp, "slider.hpp", batch = true)$ emit(fortran, "slider.f90", batch = true)$/' slider.lag >batch/slider.lag
cat >batch/main.cpp <<'X'
#include "slider.hpp"
#include <cstdio>
using namespace slider;
template <class R>
bool agrees() {
    constexpr int lanes = static_cast<int>(sizeof(R) / sizeof(double));
    double p[np], c[nc], y[nq + nu], d[nq + nu], w[1] = {0}, o[no];
    R packs_c[nc], packs_y[nq + nu], packs_d[nq + nu], packs_w[1] = {R(0.0)}, packs_o[no];
    int info = -1, failed = -1;
    slider_defaults(p);
    slider_setup(p, c);
    for (int k = 0; k < nc; ++k) packs_c[k] = R(c[k]);
    for (std::size_t lane = 0; lane < lanes; ++lane)
        for (int k = 0; k < nq + nu; ++k) packs_y[k].set(lane, 0.3 * k - 0.1 * static_cast<double>(lane));
    slider_derivatives<R>(R(0.0), packs_y, packs_w, packs_c, packs_d, failed);
    if (failed != 0) return false;
    slider_outputs<R>(R(0.0), packs_y, packs_y + nq, packs_w, packs_c, packs_o, failed);
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        for (int k = 0; k < nq + nu; ++k) y[k] = packs_y[k][lane];
        slider_derivatives<double>(0.0, y, w, c, d, info);
        slider_outputs<double>(0.0, y, y + nq, w, c, o, info);
        for (int k = 0; k < nq + nu; ++k)
            if (!(std::abs(packs_d[k][lane] - d[k]) <= 1e-13 * (1 + std::abs(d[k])))) return false;
        for (int k = 0; k < no; ++k)
            if (!(std::abs(packs_o[k][lane] - o[k]) <= 1e-13 * (1 + std::abs(o[k])))) return false;
    }
    return failed == 0;
}
int main() { std::puts(agrees<lag_pack<2>>() && agrees<lag_pack<4>>() && agrees<lag_pack<8>>() ? "agree" : "differ"); }
X
cat >batch/main.f90 <<'X'
program main
  use slider_model
  implicit none
  integer, parameter :: dp = kind(1.0d0), n = 11
  real(dp) :: p(np), c(nc), t(n), y(n,nq+nu), w(n,nw), d(n,nq+nu), a(n,nu), l(n,nl), one(nq+nu)
  integer :: info(n), one_info, k, j, pads, tires
  common /counts/ pads, tires
  pads = 0
  tires = 0
  t = 0
  do k = 1, n
    y(k,:) = [(0.3_dp*j - 0.1_dp*k, j = 1, nq + nu)]
  end do
  call slider_defaults(p)
  call slider_setup(p, c)
  call slider_derivatives_batch(n, t, y, w, c, d, info)
  if (any(info /= 0) .or. pads /= n .or. tires /= n) error stop 'info or calls'
  call slider_accelerations_batch(n, t, y(:,:nq), y(:,nq+1:), w, c, a, l, info)
  if (any(info /= 0) .or. any(abs(a - d(:,nq+1:)) > 1.0e-13_dp*(1 + abs(a)))) error stop 'accelerations'
  do k = 1, n
    call slider_derivatives(t(k), y(k,:), w(k,:), c, one, one_info)
    if (any(abs(one - d(k,:)) > 1.0e-13_dp*(1 + abs(one)))) error stop 'derivatives'
  end do
  print '(a)', 'agree'
end program
X
cd batch
"$lag" slider.lag --quiet
for flags in -O0 "-O3 -march=native"; do
    g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror $flags main.cpp ../routines.o -o with_cpp
    [ "$(./with_cpp | grep -v 'out of order')" = agree ] || fail "packs and single states differ ($flags)"
    gfortran -std=f2008 -Wall -Wextra -pedantic -Werror $flags -c slider.f90
    gfortran $flags slider.o ../routines.f90 main.f90 -o with_fortran
    [ "$(./with_fortran)" = agree ] || fail "batches and single states differ ($flags)"
done
