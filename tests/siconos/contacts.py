"""Contacts against Siconos: python3 tests/siconos/contacts.py LAG FOLDER.

Four mechanisms whose matrices are written down here by hand: a table on four legs with friction (Siconos' enumeration
of planar friction), a rocking block through several impacts (the same), a row of balls (Siconos' time-stepping with
Newton's law), a disc on three feet that begins to slide and to spin (friction in space by Siconos' Gauss-Seidel). Needs Debian's siconos and python3-siconos; `./run siconos` installs them.
"""

import csv
import math
import pathlib
import subprocess
import sys

import numpy as np
import siconos.kernel as kernel
import siconos.numerics as numerics

lag, folder = sys.argv[1], pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).resolve().parent
failed = 0


def simulated(name, *options):
    folder.mkdir(parents=True, exist_ok=True)
    command = [lag, "simulate", str(here / f"{name}.lag"), "--out", str(folder), "--quiet", *options]
    subprocess.run(command, check=True)
    tables = []
    for suffix in ("", "_events"):
        with open(folder / f"{name}{suffix}.csv", newline="") as file:
            tables.append(list(csv.DictReader(file)))
    return tables


def check(what, ours, theirs, tolerance):
    global failed
    fine = abs(ours - theirs) <= tolerance
    failed += not fine
    print(f"{'' if fine else 'FAILED '}{what}: {ours:.9g}, Siconos {theirs:.9g}")


def planar_friction(M, normals, tangents, mu, free):
    """Loads r of contacts, normal and tangential by turns, and M^-1 H^T r, where free = H x of all other loads."""
    H = np.array([row for pair in zip(normals, tangents) for row in pair])
    W = H @ np.linalg.solve(M, H.T)
    count = len(normals)
    r, u = np.zeros(2 * count), np.zeros(2 * count)
    problem = numerics.FrictionContactProblem(2, count, W, H @ free, np.full(count, mu))
    options = numerics.SolverOptions(numerics.SICONOS_FRICTION_2D_ENUM)
    if numerics.fc2d_enum(problem, r, u, options) != 0:
        sys.exit("Siconos finds no loads")
    return r, np.linalg.solve(M, H.T @ r)


def table():
    a, b, h, g, m = 0.5, 0.4, 0.7, 10.0, 20.0
    M = np.diag([m, m, 3.0, 2.0])  # x, z, pitch, roll
    feet = [(a, b), (a, -b), (-a, b), (-a, -b)]
    normals = [np.array([0, 1, -x, y]) for x, y in feet]
    tangents = [np.array([1, 0, -h, 0]) for _ in feet]
    for F in (0.0, 60.0, 79.0, 90.0, 130.0):
        free = np.linalg.solve(M, np.array([F, -m * g, 0, 0]))
        r, change = planar_friction(M, normals, tangents, 0.4, free)
        row = simulated("table", "--end", "0.001", "--step", "0.001", "--input", f"F={F}")[0][0]
        for k, name in enumerate(("ax", "az", "apitch", "aroll")):
            check(f"table, F = {F}: {name}", float(row[name]), free[k] + change[k], 1e-9 * g)
        check(f"table, F = {F}: sum of N", float(row["N"]), sum(r[0::2]), 1e-9 * m * g)


def spatial_friction(M, rows, mu, free):
    """As planar_friction, rows of normal, first and second tangent by turns."""
    H = np.array(rows)
    W = H @ np.linalg.solve(M, H.T)
    count = len(rows) // 3
    r, u = np.zeros(3 * count), np.zeros(3 * count)
    problem = numerics.FrictionContactProblem(3, count, W, H @ free, np.full(count, mu))
    options = numerics.SolverOptions(numerics.SICONOS_FRICTION_3D_NSGS)
    options.iparam[numerics.SICONOS_IPARAM_MAX_ITER] = 100000
    options.dparam[numerics.SICONOS_DPARAM_TOL] = 1e-13
    if numerics.fc3d_nsgs(problem, r, u, options) != 0:
        sys.exit("Siconos finds no loads in space")
    return r, np.linalg.solve(M, H.T @ r)


def disc():
    m, radius, h, g = 2.0, 0.1, 0.02, 9.81
    J = m * radius**2 / 4
    # about the middle of the feet: x, y, z, roll, pitch, spin; the centre of mass is above it by h
    M = np.diag([m, m, m, J + m * h * h, J + m * h * h, 2 * J])
    M[0, 4] = M[4, 0] = m * h
    M[1, 3] = M[3, 1] = -m * h
    rows = []
    for k in range(3):
        x, y = radius * math.cos(2 * math.pi * k / 3), radius * math.sin(2 * math.pi * k / 3)
        rows += [[0, 0, 1, y, -x, 0], [1, 0, 0, 0, 0, -y], [0, 1, 0, 0, 0, x]]
    for F in (0.0, 5.0, 6.0, 8.0):
        free = np.linalg.solve(M, np.array([F, F / 2, -m * g, 0, 0, F / 20]))
        r, change = spatial_friction(M, rows, 0.3, free)
        row = simulated("disc", "--end", "0.001", "--step", "0.001", "--input", f"F={F}")[0][0]
        for name, k in (("ax", 0), ("ay", 1), ("aspin", 5)):
            check(f"disc, F = {F}: {name}", float(row[name]), free[k] + change[k], 1e-8 * g)
        for k in range(3):
            check(f"disc, F = {F}: N{k + 1}", float(row[f"N{k + 1}"]), r[3 * k], 1e-8 * m * g)


def rocking():
    """Every impact from the kinetic energy that Siconos has left of the one before: it is kept between them."""
    events = simulated("rocking", "--end", "3", "--tolerance", "1e-11")[1]
    b, h, m, g = 1.0, 2.0, 1.0, 9.81
    M = np.diag([m, m, m * (b * b + h * h) / 12])
    normals = [np.array([0, 1, -b / 2]), np.array([0, 1, b / 2])]
    tangents = [np.array([1, 0, h / 2])] * 2
    flat = m * g * h / 2
    hits = [row for row in events if row["event"] in ("left", "right") and float(row["energy before"]) - flat > 1e-3]
    if len(hits) < 4 or any(one["event"] == next["event"] for one, next in zip(hits, hits[1:])):
        sys.exit("the block does not rock from corner to corner: " + ", ".join(row["event"] for row in hits))
    kinetic = float(hits[0]["energy before"]) - flat
    for number, hit in enumerate(hits, 1):
        side = 1 if hit["event"] == "left" else -1  # it turns about the other corner, and onto this one
        w = side * math.sqrt(2 * kinetic / (M[2, 2] + m * (b * b + h * h) / 4))
        speeds = np.array([-h / 2 * w, -side * b / 2 * w, w])
        _, change = planar_friction(M, normals, tangents, 2.0, speeds)
        after = speeds + change
        kinetic = after @ M @ after / 2
        check(f"rocking block: kinetic energy after impact {number}, at its {hit['event']} corner",
              float(hit["energy after"]) - flat, kinetic, 1e-7)


def cradle():
    e, apart, count, end, step = 0.9, 1e-3, 5, 0.05, 1e-4
    row = simulated("cradle", "--end", str(end))[0][-1]
    model = kernel.NonSmoothDynamicalSystem(0, end)
    balls = []
    for k in range(count):
        ball = kernel.LagrangianLinearTIDS([0.0], [1.0 if k == 0 else 0.0], np.eye(1))
        model.insertDynamicalSystem(ball)
        balls.append(ball)
    for left, right in zip(balls, balls[1:]):
        relation = kernel.LagrangianLinearTIR(np.array([[-1.0, 1.0]]), np.array([apart]))
        model.link(kernel.Interaction(kernel.NewtonImpactNSL(e), relation), left, right)
    stepping = kernel.TimeStepping(model, kernel.TimeDiscretisation(0, step), kernel.MoreauJeanOSI(0.5), kernel.LCP())
    while stepping.hasNextEvent():
        stepping.computeOneStep()
        stepping.nextStep()
    for k, ball in enumerate(balls):
        check(f"cradle: speed of ball {k + 1}", float(row[f"x{k + 1}'"]), ball.velocity()[0], 1e-9)


table()
disc()
rocking()
cradle()
sys.exit(1 if failed else 0)
