#!/usr/bin/env bash
# What `lag simulate` compiled is kept: the second run gives the same rows without the compiler, and only from a file that is
# whole, in a folder of one's own.
#   tests/library_cache.sh LAG SCRATCH_FOLDER
set -euo pipefail
lag=$1 scratch=$2
source=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$scratch" && mkdir -p "$scratch"
cd "$scratch"
cp "$source/samples/pendulum.lag" .
found=$(command -v g++)
printf '#!/bin/sh\necho called >> "%s/calls"\nexec "%s" "$@"\n' "$scratch" "$found" > compiler
chmod +x compiler
export CXX=$scratch/compiler LAG_CACHE=$scratch/cache

fail() { echo "library cache: $*" >&2; exit 1; }
run() { # name of the rows, how often the compiler is to be called; options of the run
    local rows=$1 wanted=$2 calls=0
    shift 2
    : > calls
    "$lag" simulate pendulum.lag --end 0.1 --out "$rows" --quiet "$@"
    calls=$(wc -l < calls)
    [ "$calls" -eq "$wanted" ] || fail "$rows: $calls calls of the compiler, expected $wanted"
}
run first 1
run second 0
cmp first/pendulum.csv second/pendulum.csv || fail "the kept library gives other rows"
[ "$(stat -c %a cache)" = 700 ] || fail "others may enter the folder"
run other_parameter 1 --define l=2
cmp -s first/pendulum.csv other_parameter/pendulum.csv && fail "a parameter has no effect"
sed -i 's/-m\*g\*l/-g*l*m/; s/l\/2, 0\], inertia/l\/3, 0], inertia/; /^check/d' pendulum.lag
run other_model 1
for kept in cache/*.kept; do truncate -s -1 "$kept"; done
run cut 1
touch compiler # as another compiler would be
run newer_compiler 1
chmod go+w cache
run open_folder 1
chmod go-w cache
run closed_folder 0
LAG_CACHE='' run none 1
echo text > file
LAG_CACHE=$scratch/file run no_folder 1
LAG_CACHE=/proc/none run no_place 1
for rows in cut newer_compiler open_folder closed_folder none no_folder no_place; do
    cmp "other_model/pendulum.csv" "$rows/pendulum.csv" || fail "$rows: other rows"
done
