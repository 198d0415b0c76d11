#!/bin/sh
# The vehicle with its tire routine, or the tire as a procedure of the script, called inside the emitted derivative, against the
# one whose tire forces are inputs.
#   ./tires.sh [folder for what is built, default ./out_tires]      LAG=path/to/lag if it is not on the PATH
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out_tires}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/hmmwv10.lag" --out "$out"
"${LAG:-lag}" "$here/hmmwv10.lag" --define tires=1 --out "$out"
"${LAG:-lag}" "$here/hmmwv10.lag" --define tires=3 --out "$out"
cd "$out"
${FC:-gfortran} -O2 hmmwv10.f90 hmmwv10t.f90 hmmwv10p.f90 "$here/vehicle_loads.f90" "$here/tire_routine.f90" "$here/tire_check.f90" -o tire_check
./tire_check
