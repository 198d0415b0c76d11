#!/bin/sh
# Emits the equations and the control, builds a program that closes the loop, and runs it.
#   ./run.sh [folder for what is built and written, default ./out]      LAG=path/to/lag if it is not on the PATH
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/linearized_arm.lag" --out "$out" --quiet
cd "$out"
${CC:-cc} -O2 -I . "$here/drive.c" -o drive -lm
./drive
