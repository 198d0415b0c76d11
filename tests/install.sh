#!/usr/bin/env bash
# The installed package as another project sees it: find_package(lag), lag_emit, what a change of a script rebuilds, and
# that nothing is rebuilt without one. The man page is free of troff warnings.
#   tests/install.sh BUILD_FOLDER SCRATCH_FOLDER
set -euo pipefail
build=$1 scratch=$2
source=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$scratch"
mkdir -p "$scratch/project"
fail() { printf 'install: %s\n' "$*" >&2; exit 1; }

cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
[ -x "$scratch/prefix/bin/lag" ] || fail "no lag in bin"
page="$scratch/prefix/share/man/man1/lag.1"
warnings=$(groff -man -ww -z -Tutf8 "$page" 2>&1)
[ -z "$warnings" ] || fail "man page: $warnings"
# every option that --help lists is in the man page
page_text=$(sed 's/\\-/-/g' "$page")
for option in $("$scratch/prefix/bin/lag" --help | grep -oE -- '--[a-z-]+' | sort -u); do
    grep -qe "$option" <<<"$page_text" || fail "the man page does not mention $option"
done

# the library of parts comes along, and the installed command finds that one
printf 'load("roads.lag")$ next_random(1);\n' >"$scratch/part.lag"
(cd "$scratch" && [ "$(prefix/bin/lag part.lag --depfile part.d)" = 16807 ]) || fail "the library of parts is not found"
grep -q "prefix/share/lag/library/roads.lag" "$scratch/part.d" || fail "the library is another one: $(cat "$scratch/part.d")"

# what other tools read
found=$(PKG_CONFIG_PATH=$(dirname "$(find "$scratch/prefix" -name lag.pc)") pkg-config --variable=lag lag)
[ "$(realpath "$found")" = "$(realpath "$scratch/prefix/bin/lag")" ] || fail "pkg-config tells '$found'"
[ -f "$scratch/prefix/share/lag/finite_elements/sid.py" ] || fail "no converter from finite elements"
[ -f "$scratch/prefix/share/bash-completion/completions/lag" ] || fail "no completion for bash"

cp "$source"/samples/cmake_project/* "$scratch/project"
cd "$scratch/project"
cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/configure.log"
build_again() { cmake --build build -j 2 >"$scratch/build.log" || { cat "$scratch/build.log"; fail "the project does not build"; }; }
expect() { # what the programs print
    [ "$(build/swing_cpp)" = "$1" ] || fail "swing_cpp prints '$(build/swing_cpp)', expected '$1'"
    [ "$(build/swing_fortran)" = "$2" ] || fail "swing_fortran prints '$(build/swing_fortran)', expected '$2'"
}
build_again
# 2 pi sqrt(2 l/(3 g)) (1 + A^2/16), A = 0.1 and l = 1.5; -3 g/(2 l) sin 0.1
expect "period 2.0073 s" "acceleration  -0.9794"
build_again
grep -q "no work to do" "$scratch/build.log" || fail "built again without a change: $(cat "$scratch/build.log")"
sed -i 's/1\.5/3/' rod.lag  # a file that the script loads; half the acceleration, sqrt(2) times the period
build_again
expect "period 2.8388 s" "acceleration  -0.4897"
sed -i 's/q = 0.1/q = 0.2/' pendulum.lag
build_again
expect "period 2.8441 s" "acceleration  -0.9745"
sed -i 's/q = 0.2/q = /' pendulum.lag  # an error in the script stops the build
! cmake --build build -j 2 >"$scratch/build.log" 2>&1 || fail "the project builds with a wrong script"
grep -q "pendulum.lag:7" "$scratch/build.log" || fail "the error is not shown"
[ -z "$(find . -newer "$scratch/configure.log" -name 'pendulum.[fh]*' -not -path './build/*')" ] || fail "files outside the build folder"

# every language of one script: each target gets its own files and no others
mkdir -p "$scratch/languages"
cd "$scratch/languages"
cat >four.lag <<'END'
model(four)$
parameter(m, 2)$
body(cart, ground, hinge = prismatic(x, s), mass = m)$
hinge_load(s, 6*m)$
/* emit(cpp, "old.hpp")$ */
emit(fortran, "four.f90")$ emit(cpp, "four.hpp")$
emit(c,
     "four.h")$
emit(fortran77, "four77.f")$ emit(python, "four_module")$
END
cat >main.cpp <<'END'
#include <cstdio>
#include "four.hpp"
int main() {
    double p[four::np], c[four::nc + 1], y[2] = {0, 0}, ydot[2];
    int info = 0;
    four::four_defaults<double>(p);
    four::four_setup<double>(p, c);
    four::four_derivatives<double>(0, y, nullptr, c, ydot, info);
    std::printf("%g\n", ydot[1]);
}
END
cat >main.c <<'END'
#include <stdio.h>
#include "four.h"
int main(void) {
    double p[8], c[64], y[2] = {0, 0}, w[1], ydot[2];
    int info = 0;
    four_defaults(p);
    four_setup(p, c);
    four_derivatives(0, y, w, c, ydot, &info);
    printf("%g\n", ydot[1]);
    return 0;
}
END
cat >main.f90 <<'END'
program main
  use four_model
  implicit none
  real(kind(1d0)) :: p(np), c(nc + 1), y(2), w(1), ydot(2)
  integer :: info
  y = 0
  call four_defaults(p)
  call four_setup(p, c)
  call four_derivatives(0d0, y, w, c, ydot, info)
  print '(f0.0)', ydot(2)
end program
END
cat >main77.f <<'END'
      PROGRAM MAIN
      REAL*8 P(8), C(64), Y(2), W(1), YDOT(2)
      INTEGER INFO
      Y(1) = 0
      Y(2) = 0
      CALL FOUR_DEFAULTS(P)
      CALL FOUR_SETUP(P, C)
      CALL FOUR_DERIVATIVES(0D0, Y, W, C, YDOT, INFO)
      WRITE (*, '(F4.0)') YDOT(2)
      END
END
cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(languages LANGUAGES C CXX Fortran)
find_package(lag REQUIRED)
add_executable(in_cpp main.cpp)
lag_emit(in_cpp four.lag LANGUAGE cpp)
add_executable(in_c main.c)
lag_emit(in_c four.lag LANGUAGE c)
add_executable(in_fortran main.f90)
lag_emit(in_fortran four.lag LANGUAGE fortran)
add_executable(in_fortran77 main77.f)
lag_emit(in_fortran77 four.lag LANGUAGE fortran77)
add_custom_target(in_python ALL)
lag_emit(in_python four.lag LANGUAGE python)
END
cmake -S . -B build -G Ninja -DCMAKE_PREFIX_PATH="$scratch/prefix" >"$scratch/configure.log"
build_again
# only that language is written
written() { (cd "build/lag_emit/$1" && find . -type f -not -name script.d | sed 's|^./||' | sort | tr '\n' ' '); }
for pair in "in_cpp/four_cpp:four.hpp " "in_c/four_c:four.h " "in_fortran/four_fortran:four.f90 " "in_fortran77/four_fortran77:four77.f four77.inc " \
    "in_python/four_python:four_module.c four_module.py "; do
    [ "$(written "${pair%%:*}")" = "${pair#*:}" ] || fail "${pair%%:*} has $(written "${pair%%:*}")"
done
for program in in_cpp in_c in_fortran in_fortran77; do
    result=$("build/$program" | tr -d ' .')
    [ "$result" = 6 ] || fail "$program prints '$result', expected 6"
done
for program in in_cpp in_c; do
    ! ninja -C build -t commands "$program" | grep -v 'bin/lag' | grep -qi fortran || fail "$program compiles Fortran"
done
! ninja -C build -t commands in_fortran | grep -q 'four77.f -o' || fail "in_fortran compiles the Fortran 77 file"
! ninja -C build -t commands in_fortran77 | grep -q 'four.f90 -o' || fail "in_fortran77 compiles the Fortran 2008 file"
build_again
grep -q "no work to do" "$scratch/build.log" || fail "built again without a change: $(cat "$scratch/build.log")"
sed -i 's/6\*m/9*m/' four.lag
build_again
for program in in_cpp in_c in_fortran in_fortran77; do
    result=$("build/$program" | tr -d ' .')
    [ "$result" = 9 ] || fail "$program prints '$result' after the change, expected 9"
done
sed -i 's/LANGUAGE c)/LANGUAGE pascal)/' CMakeLists.txt
! cmake -S . -B build >"$scratch/configure.log" 2>&1 || fail "LANGUAGE pascal is taken"
grep -q "LANGUAGE is cpp, c, fortran, fortran77 or python, not 'pascal'" "$scratch/configure.log" || fail "no message on pascal"
