#!/bin/sh
# Emits the equations, builds the vehicle program of samples/hmmwv10 around them, runs it and draws the picture.
#   ./run.sh [folder for what is built and written, default ./out]      LAG=path/to/lag if it is not on the PATH; FC, FFLAGS (-O2)
set -e
here=$(cd "$(dirname "$0")" && pwd)
shared=$here/../hmmwv10
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"$shared/run.sh" "$out/hmmwv10" >"$out/hmmwv10.txt"      # the same manoeuvres with the reduced vehicle, for the picture
"${LAG:-lag}" "$here/hmmwv_full.lag" --out "$out"
cd "$out"
${FC:-gfortran} ${FFLAGS:--O2} hmmwv_full.f90 "$shared/vehicle_loads.f90" "$here/vehicle.f90" "$shared/drive.f90" -o drive
./drive
if command -v gnuplot >/dev/null; then gnuplot "$here/plot.gp"; else echo "no gnuplot: hmmwv_full.svg not drawn"; fi
