#!/usr/bin/env bash
# Does an unpacked package work? The command, its man page, CMake, pkg-config, completion, licences.
#   tests/package.sh FOLDER      as dpkg-deb -x has left it
set -euo pipefail
folder=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { printf 'package: %s\n' "$*" >&2; exit 1; }
for file in bin/lag share/man/man1/lag.1 share/bash-completion/completions/lag share/doc/lag/copyright share/doc/lag/three_licence.txt \
    share/lag/library/tires.lag; do
    [ -f "$folder/usr/$file" ] || fail "there is no /usr/$file"
done
for file in lagConfig.cmake lagEmit.cmake lag.pc; do
    [ -n "$(find "$folder/usr/lib" -name $file)" ] || fail "there is no $file"
done
found=$(PKG_CONFIG_PATH=$(dirname "$(find "$folder/usr/lib" -name lag.pc)") pkg-config --variable=lag lag)
[ "$(realpath "$found")" = "$folder/usr/bin/lag" ] || fail "pkg-config tells '$found'"
cd "$scratch"
cat >rod.lag <<'END'
model(rod)$
body(rod, ground, hinge = revolute(z, q), mass = 1, cm = [0, -1, 0])$
gravity([0, -10, 0])$
initial(q = 1)$
check(right_side() = [-10*sin(q)])$
emit(fortran, "rod.f90")$ emit(python, "rod")$
END
"$folder/usr/bin/lag" rod.lag --quiet || fail "lag rod.lag"
gfortran -c rod.f90 || fail "the emitted Fortran does not compile"
"$folder/usr/bin/lag" simulate rod.lag --end 1 --page --quiet || fail "lag simulate"
grep -q 'three.js authors' rod.html || fail "the page has no licence"
/usr/bin/python3 -c 'import rod, math; assert abs(rod.derivatives(0, [1, 0])[1] + 10*math.sin(1)) < 1e-12' || fail "the Python module"
echo "the package works"
