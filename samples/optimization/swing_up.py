#!/usr/bin/env python3
"""Swings the pole up in the shortest time, by direct collocation: the states and the force at the ends of equal intervals and
the final time are unknowns, the trapezoidal rule between them is what must hold. SLSQP of SciPy solves it, with the Jacobian
of the emitted module: one call gives that of all points.

    lag cart_pole.lag --out out
    PYTHONPATH=out python3 swing_up.py out
"""
import pathlib
import sys

import cart_pole
import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

n, strongest = 24, 20.0  # intervals; N
ny = cart_pole.nq + cart_pole.nu
points = n + 1
hanging, upright = np.array([0.0, np.pi, 0.0, 0.0]), np.zeros(ny)


def parts(z):
    return z[: points * ny].reshape(points, ny), z[points * ny : -1], z[-1]


def defects(z):
    y, force, end = parts(z)
    rates = cart_pole.derivatives(0.0, y, force[:, None])
    return np.concatenate([(y[1:] - y[:-1] - end / (2 * n) * (rates[1:] + rates[:-1])).ravel(), y[0] - hanging, y[-1] - upright])


def slopes(z):
    y, force, end = parts(z)
    rates = cart_pole.derivatives(0.0, y, force[:, None])
    matrices = cart_pole.jacobian_matrix(0.0, y, force[:, None])  # points x ny x (ny + 1)
    half = end / (2 * n)
    J = np.zeros(((n + 2) * ny, z.size))
    for k in range(n):
        rows = slice(k * ny, (k + 1) * ny)
        for point, sign in ((k, -1.0), (k + 1, 1.0)):
            J[rows, point * ny : (point + 1) * ny] = sign * np.eye(ny) - half * matrices[point, :, :ny]
            J[rows, points * ny + point] = -half * matrices[point, :, ny]
        J[rows, -1] = -(rates[k + 1] + rates[k]) / (2 * n)
    J[n * ny : (n + 1) * ny, :ny] = np.eye(ny)
    J[(n + 1) * ny :, n * ny : points * ny] = np.eye(ny)
    return J


def solved(start, cost, gradient, shortest):
    bounds = [(None, None)] * (points * ny) + [(-strongest, strongest)] * points + [shortest]
    found = minimize(cost, start, jac=gradient, bounds=bounds, method="SLSQP", options={"maxiter": 400, "ftol": 1e-9},
                     constraints={"type": "eq", "fun": defects, "jac": slopes})
    assert found.success, found.message
    return found.x


# the start: least effort in two seconds
s = np.linspace(0.0, 1.0, points)[:, None]
guess = np.concatenate([(hanging + s * (upright - hanging)).ravel(), np.zeros(points), [2.0]])
effort = np.zeros_like(guess)
effort[points * ny : -1] = 1.0 / strongest**2
easy = solved(guess, lambda z: effort @ z**2, lambda z: 2 * effort * z, (2.0, 2.0))
last = np.zeros_like(guess)
last[-1] = 1.0
# a little of the effort is kept: where the force is at neither bound, nothing else says what it should be
best = solved(easy, lambda z: z[-1] + 1e-3 * (effort @ z**2), lambda z: last + 2e-3 * effort * z, (0.3, 2.0))

y, force, end = parts(best)
times = np.linspace(0.0, end, points)
at_bounds = np.mean(np.abs(force) > 0.99 * strongest)
print(f"shortest time {end:.4f} s, {100 * at_bounds:.0f} % of the forces at a bound, largest defect {np.abs(defects(best)).max():.1e}")
run = solve_ivp(lambda t, x: cart_pole.derivatives(t, x, [np.interp(t, times, force)]), (0, end), hanging, rtol=1e-9, atol=1e-10, max_step=end / n)
print("integrated with these forces:", np.array2string(run.y[:, -1], precision=2, suppress_small=True))
assert 1.7 < end < 1.9 and at_bounds > 0.7
assert np.abs(run.y[:, -1]).max() < 0.2  # the trapezoidal rule on so few intervals

if len(sys.argv) > 1:
    table = np.column_stack([times, y, force])
    file = pathlib.Path(sys.argv[1]) / "swing_up.csv"
    np.savetxt(file, table, delimiter=",", comments="", header=",".join(["t"] + cart_pole.coordinate_names + cart_pole.speed_names + cart_pole.input_names))
