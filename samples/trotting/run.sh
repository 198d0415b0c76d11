#!/bin/sh
# Imports the quadruped, lets it stand, and lets it trot.
#   ./run.sh [folder for what is written, default ./out]      LAG=path/to/lag if it is not on the PATH
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
cp "$here/quadruped.urdf" "$here/trot.lag" "$out"
cd "$out"
lag=${LAG:-lag}
"$lag" import quadruped.urdf --base free --contacts
"$lag" simulate trot.lag --end 5 --quiet
"$lag" simulate trot.lag --end 3 --quiet --page --input "bend=0.3*min(1,t)"
