"""samples/finite_elements/sid.py and flexible(.., sid = "file"): bodies from finite elements against closed forms, the finite
elements themselves, and what is kept.   python3 finite_elements.py LAG FOLDER"""
import csv
import math
import os
import re
import subprocess
import sys

import numpy as np
import scipy.linalg

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../samples/finite_elements"))
import beams  # noqa: E402
import sid  # noqa: E402

os.makedirs(folder, exist_ok=True)


def run(*words):
    done = subprocess.run([lag, *words], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, (words, done.stdout[-500:], done.stderr[-2000:])
    assert "warning" not in done.stderr, done.stderr
    return done.stdout


def script(text):
    with open(os.path.join(folder, "m.lag"), "w") as file:
        file.write(text)


def table(name):
    with open(os.path.join(folder, name)) as file:
        rows = list(csv.reader(file))
    return {key: np.array([float(row[k]) for row in rows[1:]]) for k, key in enumerate(rows[0])}


def frequencies(text):
    """In rad/s."""
    script(text + "for mode in modes() do print(mode[1])$\n")
    return np.array([2 * math.pi * float(line) for line in run("m.lag", "--quiet").split()])


def simulated(text, end, step, *more):
    script(text)
    run("simulate", "m.lag", "--quiet", "--end", str(end), "--step", str(step), "--relative", "1e-11", "--absolute", "1e-13", *more)
    return table("m.csv")


def write(data, name="b.sid"):
    sid.write(data, os.path.join(folder, name))


def straight(parts, length, section):
    return beams.Frame({k + 1: (length * k / parts, 0, 0) for k in range(parts + 1)},
                       [(k + 1, k + 2, section) for k in range(parts)])


def close(found, expected, part, what):
    assert np.all(np.abs(np.asarray(found) - expected) <= part * np.abs(expected)), (what, found, expected)


def cantilever():
    """Closed forms at rest; published frequencies of flapping and in the plane of rotation for a blade that turns."""
    model = straight(20, 1, beams.Section(1e7, 1e3, 1, 1, 1, 1e-4)).model([1])
    write(sid.convert(model, [1], [], modes=10, keep=[21]))
    held = frequencies('model(m)$ flexible(b, ground, hinge = fixed(), sid = "b.sid")$\n')
    close(held[:6], [3.51602, 3.51602, 22.0345, 22.0345, 61.6972, 61.6972], 1e-4, "cantilever")
    script('model(m)$ parameters(gamma = 6)$ body(hub, ground, hinge = revolute(z, gamma*t))$\n'
           'flexible(b, hub, hinge = fixed(), sid = "b.sid")$\n')
    run("modes", "m.lag", "--vary", "gamma=0:12:13", "--quiet")
    rows = table("m_modes.csv")
    flapping = {0: 3.5160, 1: 3.6816, 2: 4.1373, 3: 4.7973, 4: 5.5850, 5: 6.4495, 6: 7.3604, 8: 9.2568, 10: 11.2023, 12: 13.1702}
    in_plane = {6: 4.2632, 12: 5.4271}
    for k, gamma in enumerate(rows["gamma"]):
        found = sorted({round(abs(rows[name][k]), 6) for name in rows if name.startswith("imaginary")})
        for expected, margin in ((flapping, 1e-3), (in_plane, 3e-3)):
            if gamma in expected:
                nearest = min(found, key=lambda f: abs(f - expected[gamma]))
                close(nearest, expected[gamma], margin, ("turning", gamma))


def spin_up():
    """J. C. Simo and L. Vu-Quoc's beam: extreme deflection of the tip, and the steady stretch."""
    model = straight(10, 10, beams.Section(2.8e7, 1e4, 2e4, 1.4e4, 1.2, 1e-3)).model([1])
    data = sid.convert(model, [1], [11], modes=6)
    phi = np.abs(data["nodes"][-1]["phi"][0])
    along = [k for k in range(phi.shape[1]) if phi[:, k].max() > 1e-6 and phi[0, k] == phi[:, k].max()]
    across = [k for k in range(phi.shape[1]) if phi[:, k].max() > 1e-6 and phi[1, k] == phi[:, k].max()]
    write(kept(data, across[:3] + along[:1]))
    rows = simulated('model(m)$ parameters(ws = 6, Ts = 15)$\n'
                     'body(hub, ground, hinge = revolute(z, if t < Ts then ws/Ts*(t^2/2 + (Ts/(2*%pi))^2*(cos(2*%pi*t/Ts) - 1)) '
                     'else ws*(t - Ts/2)))$\n'
                     'flexible(b, hub, hinge = fixed(), sid = "b.sid")$\n'
                     'P: position(origin(hub), node(b, 11), in = hub)$ output(tip, P[2])$ output(far, P[1])$\n', 20, 0.02)
    lowest = rows["tip"].argmin()
    close(rows["tip"][lowest], -0.5744, 3e-3, "extreme deflection")
    assert abs(rows["t"][lowest] - 6.76) < 0.03, rows["t"][lowest]
    stretch = rows["far"][rows["t"] > 15].mean() - 10
    close(stretch, 5.143e-4, 2e-2, "steady stretch")


def kept(data, modes):
    """The same body with some of its modes."""
    pick = np.array(modes)

    def orders(block, name):
        m0, m1 = block
        n = len(data["frequencies"])
        rows = {"Ct", "Cr", "Me", "Ge", "Oe", "ksigma", "Ke", "De"}
        columns = {"Me", "Ke", "De", "phi", "psi"}
        groups = {"Gr": 3, "Ge": 3}
        for axis, chosen in ((0, name in rows), (1, name in columns or name in groups)):
            if not chosen:
                continue
            size = groups.get(name, 1) if axis == 1 else 1
            places = np.concatenate([size * k + np.arange(size) for k in pick])
            assert m0.shape[axis] == size * n, name
            m0 = np.take(m0, places, axis)
            m1 = None if m1 is None else np.take(m1, places, 0 if axis == 0 else 2)
        return m0, None if m1 is None else np.take(m1, pick, 1)

    made = {name: orders(block, name) for name, block in data.items() if isinstance(block, tuple)}
    nodes = [{name: orders(block, name) if isinstance(block, tuple) else block for name, block in node.items()} for node in data["nodes"]]
    return {**data, **made, "nodes": nodes, "frequencies": data["frequencies"][pick]}


def held_at_a_node():
    """A body in the axes of its mean motion, with all shapes that it has, held at a node: as if it had been clamped there."""
    bent = {1: (0, 0, 0), 2: (0.4, 0.1, 0), 3: (0.7, 0.1, 0.3), 4: (0.7, 0.5, 0.4)}
    section = beams.Section(3e3, 20, 12, 30, 2, 0.05)
    model = beams.Frame(bent, [(1, 2, section), (2, 3, section), (3, 4, section)]).model()
    free = sid.convert(model, (), (), modes=24, keep=[1, 4])
    assert len(free["frequencies"]) == 18
    write(free, "free.sid")
    write(sid.convert(model, [1], [2, 3, 4]), "clamped.sid")
    text = 'model(m)$ flexible(b, ground, hinge = fixed(), sid = "%s"%s)$\nbody(load, b, hinge = fixed(), at = node(b, 4), mass = 1, ' \
           'inertia = [0.1, 0.2, 0.3])$\n'
    found = frequencies(text % ("free.sid", ", inboard_at = node(b, 1)"))
    clamped = frequencies(text % ("clamped.sid", ""))
    close(found, clamped, 1e-6, "held at a node")
    M, K = model.M.toarray(), model.K.toarray()
    M[18:21, 18:21] += np.eye(3)
    M[21:, 21:] += np.diag([0.1, 0.2, 0.3])
    exact = np.sqrt(scipy.linalg.eigh(K[6:, 6:], M[6:, 6:], eigvals_only=True))
    close(clamped, exact, 1e-6, "finite elements with a load")


def free_body():
    """Momentum, angular momentum and energy of a body in space; numbers and parameters move alike."""
    section = beams.Section(3e4, 20, 12, 30, 2, 0.05)
    frame = beams.Frame({1: (0, 0, 0), 2: (0.4, 0.1, 0), 3: (0.7, 0.1, 0.3)}, [(1, 2, section), (2, 3, section)])
    write(sid.convert(frame.model([1]), [1], [3], lowest=3))
    text = ('model(m)$ flexible(b, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z],'
            ' speeds = [p, q, r, u, v, w]), sid = "b.sid"%s)$\ninitial(p = 1, q = 3, r = 2, u = 1, b_1\' = 0.05, b_2\' = -0.02)$\n'
            'P: momentum(b, in = ground)$ H: angular_momentum(b, in = ground)$ Q: position(node(b, 3))$\n' +
            "".join(f"output({a}{k}, {a}[{k}])$ " for a in "PHQ" for k in (1, 2, 3)) + "\n")
    rows = simulated(text % "", 1, 0.02)
    for name in ("P", "H"):
        size = max(np.abs(rows[name + k]).max() for k in "123")
        for k in "123":
            assert np.ptp(rows[name + k]) < 1e-9 * size, (name + k, np.ptp(rows[name + k]))
    energy = rows["kinetic"] + rows["potential"]
    assert np.ptp(energy) < 1e-9 * energy[0], np.ptp(energy)
    assert rows["potential"].max() > 1e-4 * energy[0]
    named = simulated(text % ", sid_parameters = true", 1, 0.02)
    for k in "123":
        assert np.abs(named["Q" + k] - rows["Q" + k]).max() < 1e-9


def messages():
    here = os.path.dirname(sid.__file__)
    done = subprocess.run([sys.executable, os.path.join(here, "sid.py"), "--mass", "a.mtx", "--stiffness", "a.mtx", "--nodes",
                           "none.txt", "--out", "x.sid"], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 1 and re.match(r"sid.py: .*none.txt", done.stderr), done.stderr
    model = straight(2, 1, beams.Section(1, 1, 1, 1, 1, 1)).model()
    for wrong in (lambda: sid.convert(model, [9], [], 1), lambda: sid.convert(model, [1], [], 0),
                  lambda: sid.FiniteElements(np.eye(5), np.eye(5), [1], [[0, 0, 0]])):
        try:
            wrong()
        except ValueError:
            continue
        raise AssertionError("no error")


for check in (messages, cantilever, held_at_a_node, free_body, spin_up):
    check()
    print(check.__name__, "is right")
