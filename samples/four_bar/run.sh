#!/bin/sh
# Emits the equations, builds the program around them and runs it.
#   ./run.sh [folder for what is built and written, default ./out]      LAG=path/to/lag if it is not on the PATH
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/four_bar.lag" --out "$out" --quiet
"${LAG:-lag}" "$here/four_bar.lag" --define minimal=1 --out "$out/minimal" --quiet
cd "$out"
${FC:-gfortran} -O2 four_bar.f90 "$here/drive.f90" -o drive
./drive
cd minimal
${FC:-gfortran} -O2 four_bar.f90 "$here/drive_minimal.f90" -o drive_minimal
./drive_minimal
