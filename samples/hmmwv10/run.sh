#!/bin/sh
# Emits the equations, builds the vehicle program around them, runs it and draws the picture.
#   ./run.sh [folder for what is built and written, default ./out]      LAG=path/to/lag if it is not on the PATH; FC, FFLAGS (-O2)
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/hmmwv10.lag" --out "$out"
cd "$out"
${FC:-gfortran} ${FFLAGS:--O2} hmmwv10.f90 "$here/vehicle_loads.f90" "$here/vehicle.f90" "$here/drive.f90" -o drive
./drive
if command -v gnuplot >/dev/null; then gnuplot "$here/plot.gp"; else echo "no gnuplot: hmmwv10.svg not drawn"; fi
