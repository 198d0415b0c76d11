#!/bin/sh
# Emits the modules, swings the pole up in the shortest time, finds two masses by PyTorch where that is installed, and draws
# the page of the motion. Where CASADI names the folder of CasADi's headers and CASADI_LIB that of its library, the arm too.
#   ./run.sh [folder for what is written, default ./out]      LAG=path/to/lag, PYTHON=path/to/python3
set -e
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/out}
mkdir -p "$out"
out=$(cd "$out" && pwd)
python=${PYTHON:-python3}
"${LAG:-lag}" "$here/cart_pole.lag" --out "$out"
"${LAG:-lag}" "$here/arm7.lag" --out "$out"
export PYTHONPATH="$out" PYTHONDONTWRITEBYTECODE=1
"$python" "$here/swing_up.py" "$out"
"${LAG:-lag}" page "$here/cart_pole.lag" "$out/swing_up.csv"
if "$python" -c "import torch" 2> /dev/null; then
    "$python" "$here/learn.py"
else
    echo "learn.py: left out, there is no PyTorch (Debian: apt install python3-torch)"
fi
"${CC:-cc}" -O2 -fPIC -shared -o "$out/arm7.so" "$out/arm7.c" -lm
if [ -n "$CASADI" ]; then
    "${CXX:-c++}" -O2 -I"$CASADI" -o "$out/reach" "$here/reach.cpp" -L"$CASADI_LIB" -lcasadi -Wl,-rpath,"$CASADI_LIB"
    "$out/reach" "$out/arm7.so"
fi
