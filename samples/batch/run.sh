#!/bin/sh
# Emits the equations, builds a C++ and a Fortran program that evaluate 100 000 states, and runs them on all cores.
#   ./run.sh [folder for what is built and written, default ./out]      LAG=path/to/lag if it is not on the PATH
#   ARCH=-march=x86-64-v3 ./run.sh        for another machine than this one
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/batch.lag" --out "$out" --quiet
cd "$out"
ARCH=${ARCH:--march=native}
${CXX:-g++} -std=c++17 -O3 $ARCH -fopenmp -Wno-psabi -I . "$here/packs.cpp" -o packs
./packs
${FC:-gfortran} -std=f2008 -O3 $ARCH -fopenmp batch.f90 "$here/batches.f90" -o batches
./batches
