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
