#!/usr/bin/env python3
"""Swings the pole up from hanging and catches it. Also writes the motion for `lag page`, and a plot where there is matplotlib.

    lag cart_pole.lag --out out
    PYTHONPATH=out python3 swing_up.py out
    lag page cart_pole.lag out/swing_up.csv
"""
import pathlib
import sys

import cart_pole
import numpy as np
from balance import regulator
from scipy.integrate import solve_ivp

K, _ = regulator()
p = cart_pole.defaults()
mp, h, g = (p[cart_pole.parameter_names.index(name)] for name in ("mp", "h", "g"))
j = p[cart_pole.parameter_names.index("j")] + mp * h**2  # of the pole about its hinge
hanging = np.array([0.0, np.pi - 0.02, 0.0, 0.0])


def wrapped(y):
    """The state with the lean between -pi and pi."""
    y = np.array(y)
    y[1] = (y[1] + np.pi) % (2 * np.pi) - np.pi
    return y


def push_for(y, acceleration):
    """The force that gives the cart an acceleration: it is linear in the force, and two states at once tell the line."""
    without, with_one = cart_pole.derivatives(0.0, y, np.array([[0.0], [1.0]]))[:, 2]
    return (acceleration - without) / (with_one - without)


def push(y):
    y = wrapped(y)
    if abs(y[1]) < 0.35 and abs(y[3]) < 2.5:
        return -K @ y
    energy = 0.5 * j * y[3] ** 2 + mp * g * h * (np.cos(y[1]) - 1)  # 0 where the pole stands upright at rest
    pump = -8.0 * energy * y[3] * np.cos(y[1])
    return np.array([push_for(y, np.clip(pump, -12, 12) - 4.0 * y[0] - 3.0 * y[2])])


def main():
    times = np.linspace(0, 15, 751)
    run = solve_ivp(lambda t, y: cart_pole.derivatives(t, y, push(y)), (0, 15), hanging, t_eval=times, rtol=1e-8, atol=1e-10,
                    max_step=0.01)
    caught = times[np.abs([wrapped(y)[1] for y in run.y.T]) > 0.35][-1]
    print(f"upright after {caught:.1f} s, at the end {np.abs(wrapped(run.y[:, -1])).max():.1e} from rest")
    assert run.success and np.abs(wrapped(run.y[:, -1])).max() < 1e-3
    if len(sys.argv) > 1:
        folder = pathlib.Path(sys.argv[1])
        forces = [push(y)[0] for y in run.y.T]
        names = ["t"] + cart_pole.coordinate_names + cart_pole.speed_names + cart_pole.input_names
        np.savetxt(folder / "swing_up.csv", np.column_stack([times, run.y.T, forces]), delimiter=",",
                   header=",".join(names), comments="")
        try:
            from matplotlib import pyplot
        except ImportError:
            return
        figure, axes = pyplot.subplots(3, 1, sharex=True)
        for axis, values, name in zip(axes, [run.y[0], run.y[1], forces], ["s, m", "lean, rad", "push, N"]):
            axis.plot(times, values)
            axis.set_ylabel(name)
        axes[-1].set_xlabel("time, s")
        figure.savefig(folder / "swing_up.png", dpi=120)


if __name__ == "__main__":
    main()
