#!/usr/bin/env bash
# Procedures of scripts in emitted code of every language and in the commands, against the same model written with expressions:
# derivatives, Jacobians, trim, eigenvalues, runs with and without a compiler, contacts, packs, sweeps, fits, Python.
#   tests/procedures.sh LAG SCRATCH_FOLDER
set -euo pipefail
lag=$1 scratch=$2
fail() { printf 'procedures: %s\n' "$*" >&2; exit 1; }
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch"
# `by`: 1: the tire is a procedure; 2: an expression
cat >car.lag <<'X'
by: 1$
/* side force, falling beyond the limit; moment[1] about the axle's centre, moment[2] is twice that */
procedure(magic, [x, k[3]], [y], block([s: 0], for j thru 3 do s: s + k[j]*x/3, y: sin(1.3*atan(s))))$
procedure(tire, [alpha, Fz, k[3]], [Fy, moment[2]], block([y, n: 0],
  external(magic, [alpha, k], [y]),
  Fy: Fz*y, moment: 0,
  while n < 2 do (n: n + 1, moment[n]: n*Fy),
  if Fy > 0 then return(),
  for j thru 2 do moment[j]: j*Fz*y))$
model(if by = 1 then car else twin, "a car on two wheels")$
parameters(m = 1500, J = 2500, a = 1.2, b = 1.5, mu = 1)$
input(delta)$ input(drive)$
body(chassis, ground, hinge = planar(z, [x, y, yaw], speeds = [u, v, r]), mass = m, inertia = [0, 0, J])$
point(front, chassis, [a, 0, 0])$ point(rear, chassis, [-b, 0, 0])$
front_slip: delta - atan2(v + a*r, u)$ rear_slip: -atan2(v - b*r, u)$
front_load: m*9.81*b/(a + b)$ rear_load: m*9.81*a/(a + b)$
if by = 1 then (
  external(tire, [front_slip, front_load, [mu*8, 10, 12]], [front_force, [front_1, front_2]]),
  external(tire, [rear_slip, rear_load, [mu*8, 10, 12]], [rear_force, [rear_1, rear_2]]))$
magic_of(x) := sin(1.3*atan((mu*8 + 10 + 12)*x/3))$
if by = 2 then (
  front_force: front_load*magic_of(front_slip), rear_force: rear_load*magic_of(rear_slip),
  front_1: front_force, front_2: 2*front_force, rear_1: rear_force, rear_2: 2*rear_force)$
force(front, front_force*[-sin(delta), cos(delta), 0], in = chassis)$
force(rear, [drive, rear_force, 0], in = chassis)$
torque(chassis, [0, 0, (front_2 - front_1 + rear_1 - rear_2/2)/1000])$
initial(u = 20)$
output(side, front_force + rear_force)$
name: if by = 1 then "car" else "twin"$
emit(fortran, concat(name, ".f90"), jacobian = [u, w, mu])$
emit(fortran77, concat(name, ".f"))$
emit(c, concat(name, ".h"))$
emit(cpp, concat(name, ".hpp"), jacobian = [q, u, w], batch = true)$
X
"$lag" car.lag --quiet
"$lag" car.lag --define by=2 --quiet
for file in car.f90 car.f car.h car.hpp; do grep -q "car_tire" "$file" || fail "$file does not say whose time varies"; done
# -- derivatives, Jacobians, packs
cat >main.cpp <<'X'
#include <cmath>
#include <cstdio>
#include "car.hpp"
#include "twin.hpp"
namespace in_c {
#include "car.h"
}
extern "C" {
void f90_car(const double* y, const double* w, double* d, double* j);
void f90_twin(const double* y, const double* w, double* d, double* j);
void car_setup_(const double*, double*);
void car_derivatives_(const double*, const double*, const double*, const double*, double*, int*);
}
static double worst = 0;
static void same(double a, double b) { worst = std::fmax(worst, std::fabs(a - b) / (1 + std::fabs(b))); if (!(a == a)) worst = 1; }
int main() {
    double p[5], c[car::nc + 9], ct[twin::nc + 9];
    car::car_defaults(p);
    car::car_setup(p, c), twin::twin_setup(p, ct);
    double yp[6][8], wp[2][8], cp[car::nc + 9][8], dp[6][8];
    unsigned seed = 1;
    const auto draw = [&] { seed = seed * 1664525u + 1013904223u; return seed / 4294967296.0; };
    for (int k = 0; k < 200; ++k) {
        double y[6], w[2] = {0.4 * draw() - 0.2, 100 * draw()}, d[6], e[6], ja[car::nz], jb[twin::nz];
        for (double& value : y) value = 2 * draw() - 1;
        y[3] = 10 + 20 * draw();
        int info = 0;
        car::car_derivatives(0.0, y, w, c, d, info), twin::twin_derivatives(0.0, y, w, ct, e, info);
        for (int i = 0; i < 6; ++i) same(d[i], e[i]);
        car::car_jacobian(0.0, y, w, c, ja, info), twin::twin_jacobian(0.0, y, w, ct, jb, info);
        double A[6][8] = {}, B[6][8] = {};
        for (int i = 0; i < car::nz; ++i) A[car::jacobian_rows[i]][car::jacobian_columns[i]] = ja[i];
        for (int i = 0; i < twin::nz; ++i) B[twin::jacobian_rows[i]][twin::jacobian_columns[i]] = jb[i];
        for (int i = 0; i < 48; ++i) same(A[i / 8][i % 8], B[i / 8][i % 8]);
        double cc[99];
        in_c::car_setup(p, cc), in_c::car_derivatives(0.0, y, w, cc, d, &info);
        for (int i = 0; i < 6; ++i) same(d[i], e[i]);
        const double t = 0;
        car_setup_(p, cc), car_derivatives_(&t, y, w, cc, d, &info);
        for (int i = 0; i < 6; ++i) same(d[i], e[i]);
        double fa[6], fb[6], ga[36], gb[36];
        f90_car(y, w, fa, ga), f90_twin(y, w, fb, gb);
        for (int i = 0; i < 6; ++i) same(fa[i], e[i]);
        for (int i = 0; i < 36; ++i) same(ga[i], gb[i]);
        for (int i = 0; i < 6; ++i) yp[i][k % 8] = y[i], dp[i][k % 8] = e[i];
        for (int i = 0; i < 2; ++i) wp[i][k % 8] = w[i];
        for (int i = 0; i < car::nc; ++i) cp[i][k % 8] = c[i];
        if (k % 8 != 7) continue;
        using P = lag_pack<8>;
        P Y[6], W[2], C[car::nc + 9], D[6], T = P(0.0);
        for (int i = 0; i < 6; ++i) Y[i] = P::load(yp[i]);
        for (int i = 0; i < 2; ++i) W[i] = P::load(wp[i]);
        for (int i = 0; i < car::nc; ++i) C[i] = P::load(cp[i]);
        car::car_derivatives<P>(T, Y, W, C, D, info);
        for (int i = 0; i < 6; ++i)
            for (int l = 0; l < 8; ++l) same(D[i][l], dp[i][l]);
    }
    std::printf("%.1e\n", worst);
    return !(worst < 1e-11);
}
X
for name in car twin; do
cat >"f90_$name.f90" <<X
subroutine f90_$name(y, w, d, j) bind(c)
  use ${name}_model
  implicit none
  real(8), intent(in) :: y(6), w(2)
  real(8), intent(out) :: d(6), j(6, 6)
  real(8) :: p(np), c(nc), e(nz)
  integer :: info, k
  call ${name}_defaults(p)
  call ${name}_setup(p, c)
  call ${name}_derivatives(0d0, y, w, c, d, info)
  call ${name}_jacobian(0d0, y, w, c, e, info)
  j = 0
  do k = 1, nz
    j(jacobian_rows(k), jacobian_columns(k)) = e(k)
  end do
end subroutine
X
done
gfortran -std=f2008 -Wall -Wextra -Werror -Wno-c-binding-type -O1 -c car.f90 twin.f90 f90_car.f90 f90_twin.f90
gfortran -std=legacy -Wall -Werror -O1 -c car.f -o car_77.o
g++ -std=c++17 -Wall -Wextra -Wno-psabi -Werror -O1 main.cpp car.o twin.o f90_car.o f90_twin.o car_77.o -o main -lgfortran -lm
./main || fail "derivatives differ from those of the expressions"
printf '#include "car.h"\n' >car.c
gcc -std=c99 -Wall -Wextra -Werror -c car.c -o /dev/null
# -- numbers at a state
cat >questions.lag <<'X'
load("car.lag")$
s: trim(given = [u = 20, r = 1/5], find = [delta, drive], free = [x, y, yaw])$
save("s.csv", matrix([rhs(s[4]), rhs(s[5]), rhs(s[6]), rhs(s[7]), rhs(s[8])]))$
L: linearize(at = s, inputs = [delta, drive], outputs = [front_force + rear_force, r])$
save("A.csv", L[1])$ save("B.csv", L[2])$ save("C.csv", L[3])$ save("D.csv", L[4])$ save("e.csv", L[5])$
save("f.csv", frequency_response(at = s, input = delta, output = r, from = 1/10, to = 10, points = 5))$
ms: modes(at = s)$ save("m.csv", matrix(map(lambda([one], one[1]), ms), map(lambda([one], one[2]), ms)))$
X
near() { # two tables of numbers
    paste -d, <(tr ',' '\n' <"$1") <(tr ',' '\n' <"$2") | awk -F, -v most="$3" '
        $1 + 0 == $1 { d = $1 - $2; if (d < 0) d = -d; s = $2 < 0 ? -$2 : $2; if (d > most * (1 + s)) bad = 1; n++ }
        END { exit bad || n == 0 }' || fail "$1 and $2 differ"
}
"$lag" questions.lag --quiet --out one >/dev/null
"$lag" questions.lag --quiet --define by=2 --out two >/dev/null
for table in s A B C D e f m; do near "one/$table.csv" "two/$table.csv" 1e-8; done
# -- runs
# fixed steps: no choice of steps, which rounding changes
go() { "$lag" simulate car.lag --method rk4 --end 2 --step 0.01 --input "delta=0.03*sin(3*t)" --quiet "$@"; }
go --out run
go --out slow --no-compiler
go --out expressions --define by=2
near run/car.csv slow/car.csv 1e-10
near run/car.csv expressions/car.csv 1e-10
"$lag" sweep car.lag --vary mu=0.5:1:3 --collect "max(abs(r))" --end 0.5 --step 0.1 --input "delta=0.03" --quiet --out sweep
"$lag" sweep car.lag --define by=2 --vary mu=0.5:1:3 --collect "max(abs(r))" --end 0.5 --step 0.1 --input "delta=0.03" --quiet --out sweep2
near sweep/car_sweep.csv sweep2/car_sweep.csv 1e-7
sed 's/^by: 1/by: 2/' car.lag >twin.lag
"$lag" compare car.lag twin.lag >compare.txt 2>&1 || fail "compare says: $(cat compare.txt)"
# -- a procedure beside contacts
cat >drop.lag <<'X'
by: 1$
procedure(wind, [v, h], [F], if h > 1/5 then F: -v^3/4 else (F: 0, if v > 0 then F: -v/2))$
model(drop)$
body(ball, ground, hinge = planar(z, [x, y, angle]), mass = 1, inertia = [0, 0, 0.1])$
gravity([0, -9.81, 0])$
if by = 1 then external(wind, [x', y], [F]) else F: if y > 1/5 then -x'^3/4 else if x' > 0 then -x'/2 else 0$
force(cm(ball), [F, 0, 0])$
contact(foot, y - 1/10, friction = 0.3, tangent = x' - angle'/10)$
initial(y = 0.5, x' = 1)$
X
if "$lag" simulate drop.lag --end 1 --step 0.05 --quiet --out c1 2>drop.txt; then
    "$lag" simulate drop.lag --define by=2 --end 1 --step 0.05 --quiet --out c2
    near c1/drop.csv c2/drop.csv 1e-6
else
    fail "beside contacts: $(cat drop.txt)"
fi
# -- Python, and one procedure alone
if python3 -c 'import numpy' 2>/dev/null; then
    cat >python.lag <<'X'
load("car.lag")$
emit(python, "car_py.py")$
emit(python, "tire_py.py", function = tire)$
emit(fortran77, "tire.f", function = tire)$
emit(cpp, "tire.hpp", function = tire)$
X
    "$lag" python.lag --quiet
    python3 - <<'X' || fail "Python"
import numpy, car_py, tire_py
c = car_py.setup(car_py.defaults())
print(car_py.derivatives(0.0, [0, 0, 0, 20, 1, 0.1], [0.01, 0], c))
print(tire_py.tire(0.1, 100, [8, 10, 12]))
X
fi
echo "procedures: ok"
