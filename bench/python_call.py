#!/usr/bin/python3
"""What a call of a routine of emit(python, ..) costs beside the bare routine: one state, and 10 000 states against the loop in C.

    python_call.py LAG FOLDER
"""
import ctypes
import importlib
import pathlib
import subprocess
import sys
import time

import numpy as np

LAG, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
SAMPLE = pathlib.Path(__file__).resolve().parent.parent / "samples/vehicle16.lag"
STATES = 10_000
BARE = """
#include "vehicle.c"
double bare(long n, const double* y, const double* w, const double* c, double* ydot) {
    int info;
    for (long k = 0; k < n; ++k) @M@_derivatives(0.0, y + k*(@M@_nq + @M@_nu), w, c, ydot + k*(@M@_nq + @M@_nu), &info);
    return ydot[0];
}
"""


def best(work, trials=15):
    times = []
    for _ in range(trials):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    lines = [line for line in SAMPLE.read_text().splitlines() if not line.startswith("emit(")]
    (FOLDER / "script.lag").write_text("\n".join(lines) + '\nemit(python, "vehicle")$\n')
    subprocess.run([LAG, "script.lag", "--quiet"], cwd=FOLDER, check=True)
    sys.path.insert(0, str(FOLDER))
    vehicle = importlib.import_module("vehicle")
    name = next(line.split()[5] for line in vehicle.__doc__.splitlines() if line.startswith("The routines of the model"))
    (FOLDER / "bare.c").write_text(BARE.replace("@M@", name.rstrip(",")))
    subprocess.run(["cc", "-O2", "-march=native", "-shared", "-fPIC", "bare.c", "-o", "bare.so", "-lm"], cwd=FOLDER, check=True)
    bare = ctypes.CDLL(str(FOLDER / "bare.so")).bare
    bare.restype = ctypes.c_double
    q, u = vehicle.initial(vehicle.defaults())[:2]
    y = np.tile(np.concatenate([q, u]), (STATES, 1)) + np.random.default_rng(1).normal(size=(STATES, len(q) + len(u))) / 100
    w, c, ydot = np.zeros(vehicle.nw), vehicle.setup(vehicle.defaults()), np.empty_like(y)
    at = [ctypes.c_void_p(array.ctypes.data) for array in (y, w, c, ydot)]
    loop = best(lambda: bare(ctypes.c_long(STATES), *at))
    many = best(lambda: vehicle.derivatives(0.0, y, w, c))
    assert np.allclose(vehicle.derivatives(0.0, y, w, c), ydot, rtol=1e-12, atol=1e-12)
    one, calls = y[0], 20_000

    def single():
        for _ in range(calls):
            vehicle.derivatives(0.0, one, w, c)

    each = best(single, 7) / calls
    print(f"one state: {1e6 * each:.2f} microseconds a call, the routine alone {1e6 * loop / STATES:.2f}")
    print(f"{STATES} states: {many / loop:.2f} of the loop in C")


main()
