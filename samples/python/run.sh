#!/bin/sh
# Emits the module, balances the pole, swings it up, draws the page of it.
#   ./run.sh [folder for what is written, default ./out]      LAG=path/to/lag, PYTHON=path/to/python3
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
"${LAG:-lag}" "$here/cart_pole.lag" --out "$out"
export PYTHONPATH="$out" PYTHONDONTWRITEBYTECODE=1
"${PYTHON:-python3}" "$here/balance.py"
"${PYTHON:-python3}" "$here/swing_up.py" "$out"
"${LAG:-lag}" page "$here/cart_pole.lag" "$out/swing_up.csv"
