"""FMUs against closed forms, against `lag simulate`, and against themselves: both versions, model exchange and
co-simulation.   python3 test_fmu.py LAG FOLDER"""
import ctypes as c
import csv
import os
import shutil
import subprocess
import sys
import threading
import zipfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from host import ERROR, OK, Unit  # noqa: E402
from rules import faults_of, truth_of, wrong_descriptions  # noqa: E402

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(folder, exist_ok=True)

scripts = {
    "ball": """model(ball)$ parameters(m = 1, e = 0.7, g = 9.81)$
body(b, ground, hinge = prismatic(z, h), mass = m)$ gravity([0, 0, -g])$
limit(h, 0, 10, restitution = e)$ initial(h = 1)$ output(energy, m*g*h + m*h'^2/2)$""",
    "cart": """model(cart)$ parameters(M = 2, m = 0.5, l = 0.6)$ input(f, "N", "push")$ gravity([0, -9.81, 0])$
body(c, ground, hinge = prismatic(x, x), mass = M)$
body(p, c, hinge = revolute(z, q), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/12])$
initial(q = 2)$ output(tip, x + l*sin(q))$ output(push, f*x'*q')$""",
    "four_bar": """model(four_bar)$ gravity([0, -9.81, 0])$
body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [.15, 0, 0], inertia = [0, 0, .01])$
body(b, a, hinge = revolute(z, q2), at = [.3, 0, 0], mass = 2, cm = [.4, 0, 0], inertia = [0, 0, .05])$
body(d, ground, hinge = revolute(z, q3), at = [.7, 0, 0], mass = 1, cm = [.3, 0, 0], inertia = [0, 0, .03])$
point(P, b, [.8, 0, 0])$ point(Q, d, [.6, 0, 0])$ close_loop(P, Q)$
initial(q1 = 1, q2 = -0.6, q3 = 1.6, q1' = 3)$ output(angle, q1)$""",
    "shaken": """model(shaken)$ parameters(k = 30, d = 2, m = 1)$ input(zr, "m", "road")$
body(b, ground, hinge = prismatic(z, z), mass = m)$ hinge_load(z, -k*(z - zr) - d*(z' - zr'))$ output(gap, z - zr)$""",
    "valve": """model(valve)$ flag(n, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ initial(x' = 1)$
state(s, "", "filtered", rate = n - s)$ event(kick, t - 0.5, rising, impulse = [x' = 2], set = [n = n + 1])$
event(out, x - 2, rising, stop = true)$ output(position, x)$""",
    "chained": """model(chained)$ parameters(m = 1, l = 0.5, g = 9.81)$ input(torque, "N*m", "of the first joint")$ gravity([0, -g, 0])$
body(a, ground, hinge = revolute(z, q1), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
body(b, a, hinge = revolute(z, q2), at = [0, -2*l, 0], mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
state(s, "", "filtered angle", rate = (q1 - s)/0.2)$ hinge_load(q1, torque - s)$ initial(q1 = 0.4, q2' = 1.3)$
output(kept, s)$ output(second, q1'*q2)$ output(bend, diff(q2, t, 2))$ output(clock, t)$""",
    "edge": """model(edge)$ gravity([0, 0, -10])$
body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = 1)$ initial(x' = 3)$
contact(foot, z - (if x < 1 then 0 else -1), friction = 1/5, tangent = x')$""",
    "bare": """model(bare)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ initial(x' = 1)$""",
    "still": """model(still)$ parameters(m = 1)$ input(a, "m")$
body(b, ground, hinge = prismatic(x, a*sin(t)), mass = m)$ output(place, a*sin(t))$""",
    "linked": """model(linked)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ external(pull, [x], [F])$
force(origin(b), [F, 0, 0])$ initial(x = 1)$""",
}


def made(name, version, more=""):
    script = os.path.join(folder, f"{name}{version}.lag")
    archive = f"{name}{version}.fmu"
    with open(script, "w") as file:
        file.write(scripts[name] + f'\nemit(fmu, "{archive}", version = {version}{more})$\n')
    run = subprocess.run([lag, script], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    compile_without_warnings(os.path.join(folder, archive), version)
    return Unit(os.path.join(folder, archive))


def compile_without_warnings(archive, version):
    sources = archive[:-4] + "_sources"
    with zipfile.ZipFile(archive) as file:
        file.extractall(sources)
    with_optimizer = "-O1" if os.path.basename(archive).startswith("valve") else "-fsyntax-only"
    for compiler in (f"gcc -std=c99 {with_optimizer}", "clang -std=c99 -fsyntax-only",
                     "g++ -x c++ -std=c++17 -fsyntax-only"):
        if shutil.which(compiler.split()[0]) is None:
            continue
        run = subprocess.run([*compiler.split(), f"-DFMI_VERSION={version}", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c",
                              "-o", os.devnull, os.path.join(sources, "sources", "fmu.c")], capture_output=True, text=True)
        assert run.returncode == 0, (archive, run.stderr[:2000])


def simulated(name, end, *options):
    script, table = os.path.join(folder, f"{name}2.lag"), os.path.join(folder, f"{name}2.csv")
    subprocess.run([lag, "simulate", script, "--end", str(end), "--step", "0.01", "--out", folder, *options], check=True,
                   capture_output=True)
    with open(table) as file:
        rows = list(csv.reader(file))
    return rows[0], np.array(rows[1:], dtype=float)


def near(a, b, tolerance, what):
    assert np.all(np.abs(np.asarray(a) - np.asarray(b)) <= tolerance), (what, a, b)


def bounces(e, g, h, end):
    """Height and speed of the ball at `end`, and the times of its bounces."""
    t, v, times = np.sqrt(2*h/g), np.sqrt(2*h*g), []
    while t < end:
        times.append(t)
        v *= e
        t += 2*v/g
    begin = times[-1]
    return v*(end - begin) - g*(end - begin)**2/2, v - g*(end - begin), times


def check_ball(version):
    unit = made("ball", version, ", tunable = [m]")
    height, speed, times = bounces(0.7, 9.81, 1, 2)
    steps = unit.instance("steps")
    steps.start(values={"e": 0.7})
    for _ in range(20):
        steps.step(0.1)
    near(steps.get("h", "h'"), [height, speed], 1e-9, "ball, co-simulation")
    near(steps.get("energy"), 9.81*height + speed**2/2, 1e-8, "output")
    exchange = unit.instance("exchange")
    exchange.start(tolerance=1e-9)
    _, x, events = exchange.exchange(2, unit.indicators)
    near(x, [height, speed], 1e-8, "ball, model exchange")
    near(events[:len(times)], times, 1e-9, "times of bounces")
    assert len(events) == len(times), events
    # another parameter, another start, before the run
    other = unit.instance("steps", "other")
    other.start(values={"e": 0.6, "h": 2})
    height, speed, _ = bounces(0.6, 9.81, 2, 2)
    for _ in range(20):
        other.step(0.1)
    near(other.get("h", "h'"), [height, speed], 1e-9, "its parameters")
    # fixed parameters, outputs, unknown variables and calls out of order are refused with a message
    assert other.set(e=0.9, expect=ERROR) and "fixed" in other.messages[-1]
    assert other.set(m=3, expect=OK) == OK
    assert other.set_all({"energy": 1}, expect=ERROR) and "output" in other.messages[-1]
    assert other.set_all({10**6: 1}, expect=ERROR) and "no variable" in other.messages[-1]
    other.call("EnterInitializationMode", *([c.c_bool(0), c.c_double(0), c.c_double(0), c.c_bool(0), c.c_double(0)] if version == 3 else []), expect=ERROR)
    assert "may not be called" in other.messages[-1]
    assert other.set_all({"h": 1.0}, expect=ERROR)
    other.call("Reset")
    other.start()
    near(other.get("h"), 1, 0, "reset")
    for one in (steps, exchange, other):
        one.free()


def check_cart(version):
    unit = made("cart", version)
    exchange = unit.instance("exchange")
    exchange.start(values={"f": 1.5})
    _, x, _ = exchange.exchange(1, unit.indicators, 1e-12)
    head, rows = simulated("cart", 1, "--input", "f=1.5", "--relative", "1e-12", "--absolute", "1e-12")
    for k, name in enumerate(["x", "q", "x'", "q'"]):
        near(x[k], rows[-1, head.index(name)], 1e-9, "cart " + name)
    # derivatives of rates and outputs against differences
    exchange.call("EnterEventMode")
    names = ["x", "q", "x'", "q'", "f"]
    here = exchange.get(*names)
    unknowns = [v.name for v in unit.variables if v.reference in unit.rates] + ["tip", "push"]

    def values(at):
        exchange.put(1.0, at[:4])
        exchange.set(f=at[4])
        return exchange.get(*unknowns)

    for k, name in enumerate(names):
        step = np.zeros(5)
        step[k] = 1e-5
        wanted = (values(here + step) - values(here - step))/2e-5
        values(here)
        found = exchange.slope(unknowns, [name], [1.0])
        near(found, wanted, 1e-7*(1 + np.abs(wanted)), "slope by " + name)
        # what the description calls independent does not depend on it
        for row, slope in zip(unknowns, found):
            listed = unit.dependencies[unit.by_name[row].reference]
            assert listed is not None
            if str(unit.by_name[name].reference) not in listed.split():
                assert slope == 0, (row, name)
    # of outputs in closed form, to rounding: tip = x + l sin q, push = f x' q'
    exchange.put(1.0, here[:4])
    exchange.set(f=here[4])
    q, v, omega, f = here[1], here[2], here[3], here[4]
    exact = np.array([[1, 0], [.6*np.cos(q), 0], [0, f*omega], [0, f*v], [0, v*omega]])
    for k, name in enumerate(names):
        near(exchange.slope(["tip", "push"], [name], [1.0]), exact[k], 1e-15*(1 + np.abs(exact[k])), "output by " + name)
    seeds = [.4, -2, .3, 1.5, .9]
    near(exchange.slope(["push", "tip"], names, seeds), (exact.T @ seeds)[::-1], 1e-14*(1 + np.abs(exact.T @ seeds)),
         "along a direction")
    two = c.c_size_t(2)
    exchange.call("GetDirectionalDerivative", None, two, None, two, None, *([two, None, two] if version == 3 else [None]),
                  expect=ERROR)
    assert "NULL" in exchange.messages[-1]
    if version == 3:
        near(exchange.slope(["push", "tip"], names, [2, -.5], "GetAdjointDerivative"), exact @ [-.5, 2], 1e-14,
             "adjoint of outputs")
        seed = np.array([.3, -1, 2, .5, .7, -.2])
        columns = np.array([exchange.slope(unknowns, [name], [1.0]) for name in names])
        near(exchange.slope(unknowns, names, seed, "GetAdjointDerivative"), columns @ seed, 1e-9, "adjoint")
    exchange.free()


def check_loop(version):
    unit = made("four_bar", version)
    exchange = unit.instance("exchange")
    exchange.start(tolerance=1e-8)
    _, x, _ = exchange.exchange(1, unit.indicators, 1e-11)
    head, rows = simulated("four_bar", 1, "--relative", "1e-11", "--absolute", "1e-11")
    for k, name in enumerate(["q1", "q2", "q3"]):
        near(x[k], rows[-1, head.index(name)], 1e-6, "four-bar " + name)
    ends = np.array([.3*np.cos(x[0]) + .8*np.cos(x[0] + x[1]) - .7 - .6*np.cos(x[2]),
                     .3*np.sin(x[0]) + .8*np.sin(x[0] + x[1]) - .6*np.sin(x[2])])
    near(ends, 0, 3e-8, "the loop stays closed")
    steps = unit.instance("steps")
    steps.start()
    for _ in range(100):
        steps.step(0.01)
    near(steps.get("q1"), rows[-1, head.index("q1")], 1e-6, "four-bar, co-simulation")
    exchange.free()
    steps.free()


def check_slopes(version):
    """The rate of an input: by the slope in co-simulation (version 2), by an input of its own elsewhere."""
    unit = made("shaken", version)
    assert unit.by_name["der(zr)"].causality == "input"
    # z for zr = t: z'' + 2 (z' - 1) + 30 (z - t) = 0
    w = np.sqrt(29)
    exact = lambda t: t - np.exp(-t)*np.sin(w*t)/w
    steps = unit.instance("steps")
    steps.start()
    for k in range(10):
        t = k/10
        steps.set(zr=t)
        if version == 2:
            references, n = steps.references(["zr"])
            steps.call("SetRealInputDerivatives", references, n, (c.c_int*1)(1), (c.c_double*1)(1.0))
            steps.step(0.1)
        else:
            for j in range(10):
                steps.set_all({"zr": t + j/100 + .005, "der(zr)": 1.0})
                steps.step(0.01)
    near(steps.get("z"), exact(1.0), 1e-9 if version == 2 else 1e-3, "road")
    steps.free()


def check_events(version):
    """A timed event that sets a flag, and one that ends the run."""
    unit = made("valve", version)
    steps = unit.instance("steps")
    steps.start()
    ended = [steps.step(0.25) for _ in range(8)]
    assert ended.index(True) == 3 and abs(steps.t - 1) < 1e-12, (ended, steps.t)
    near(steps.get("x", "x'", "n"), [2, 3, 1], 1e-12, "valve")
    near(steps.get("s"), 1 - np.exp(-.5), 1e-9, "its state")
    exchange = unit.instance("exchange")
    exchange.start()
    t, x, events = exchange.exchange(2, unit.indicators)
    near([t, *events], [1, .5, 1], 1e-9, "times of events")
    near(x[:2], [2, 3], 1e-8, "valve, model exchange")
    steps.free()
    exchange.free()


def check_edge(version):
    """What slides over the edge of a table falls, in both kinds, and slides on below until friction has stopped it."""
    unit = made("edge", version)
    for kind in ("steps", "exchange"):
        one = unit.instance(kind)
        one.start()
        if kind == "steps":
            for _ in range(200):
                one.step(0.01)
        else:
            one.exchange(2, unit.indicators, 1e-10)
        near(one.get("x", "z", "x'"), [2.45, -1, 0], 1e-6, "over the edge, " + kind)
        one.free()


def check_states(version):
    """A run that is cut, saved and restored in a fresh instance has the bits of the uncut one; so have two at once."""
    unit = made("ball", version)
    whole = unit.instance("steps", "whole")
    whole.start()
    for _ in range(30):
        whole.step(0.05)
    cut = unit.instance("steps", "cut")
    cut.start()
    for _ in range(13):
        cut.step(0.05)
    saved = cut.save()
    fresh = unit.instance("steps", "fresh")
    fresh.restore(saved, cut.t)
    for _ in range(17):
        fresh.step(0.05)
    assert list(fresh.get("h", "h'")) == list(whole.get("h", "h'"))
    for bad in (saved[:-1], b"x"*len(saved)):
        state = c.c_void_p()
        word = "DeserializeFMUState" if version == 3 else "DeSerializeFMUstate"
        status = fresh.call(word, bad, c.c_size_t(len(bad)), c.byref(state), expect=None)
        if status == OK:
            fresh.call("SetFMUState" if version == 3 else "SetFMUstate", state, expect=ERROR)
    results = {}

    def run(name, e):
        one = unit.instance("steps", name)
        one.start(values={"e": e})
        for _ in range(40):
            one.step(0.05)
        results[name] = list(one.get("h", "h'"))
        one.free()

    run("alone 1", .7)
    run("alone 2", .6)
    threads = [threading.Thread(target=run, args=a) for a in (("1", .7), ("2", .6))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results["1"] == results["alone 1"] and results["2"] == results["alone 2"]
    for one in (whole, cut, fresh):
        one.free()


def check_odd(version):
    """No inputs, outputs and parameters; no states; a routine of the user's, which must be among the sources."""
    unit = made("bare", version)
    for kind in ("steps", "exchange"):
        one = unit.instance(kind)
        one.start()
        if kind == "steps":
            one.step(0.5)
        else:
            one.exchange(0.5, 0)
        near(one.get("x", "x'"), [.5, 1], 1e-12, "bare")
        one.free()
    unit = made("still", version)
    one = unit.instance("steps")
    one.start(values={"a": 2.0})
    one.step(0.5)
    near(one.get("place"), 2*np.sin(.5), 1e-15, "still")
    one.free()
    with open(os.path.join(folder, "pull.c"), "w") as file:
        file.write("void pull(double x, double* F) { *F = -4*x; }")
    unit = made("linked", version, ', source = ["pull.c"]')
    one = unit.instance("steps")
    one.start()
    for _ in range(10):
        one.step(0.1)
    near(one.get("x"), np.cos(2), 1e-9, "linked")
    one.free()
    assert "sources/pull.c" in unit.names
    for text, said in (("int pull(", "does not compile"), ("int push;", "no source defines 'pull'")):
        with open(os.path.join(folder, "wrong.c"), "w") as file:
            file.write(text)
        script = os.path.join(folder, "wrong.lag")
        with open(script, "w") as file:
            file.write(scripts["linked"] + f'\nemit(fmu, "wrong.fmu", version = {version}, source = ["wrong.c"])$\n')
        run = subprocess.run([lag, script], capture_output=True, text=True)
        assert run.returncode == 1 and said in run.stderr and "wrong.lag:3:1" in run.stderr, run.stderr
        assert not os.path.exists(os.path.join(folder, "wrong.fmu"))


def check_descriptions(version):
    """`derivative=` and dependencies are those of what is computed, and each wrong one is found."""
    mistakes = 0
    for name in ("cart", "four_bar", "shaken", "chained"):
        unit = made(name, version)
        truth = truth_of(unit)
        assert faults_of(unit.root, truth) == [], (name, faults_of(unit.root, truth))
        for what, wrong in wrong_descriptions(unit.root):
            mistakes += 1
            assert faults_of(wrong, truth), (name, what)
    assert mistakes > 200, mistakes
    for name in ("ball", "valve"):
        unit = made(name, version)
        assert faults_of(unit.root, truth_of(unit, spread=0.1), name == "ball") == [], name


def check_archive(version):
    """Sources and description are the same bytes each time; sources alone build the binary."""
    first = zipfile.ZipFile(os.path.join(folder, f"cart{version}.fmu"))
    before = {n: first.read(n) for n in first.namelist() if not n.startswith("binaries")}
    made("cart", version)
    second = zipfile.ZipFile(os.path.join(folder, f"cart{version}.fmu"))
    assert before == {n: second.read(n) for n in second.namelist() if not n.startswith("binaries")}
    assert {i.date_time for i in second.infolist()} == {(1980, 1, 1, 0, 0, 0)}


for version in (2, 3):
    for check in (check_ball, check_cart, check_loop, check_slopes, check_events, check_edge, check_states, check_archive,
                  check_descriptions, check_odd):
        check(version)
        print(check.__name__, version, flush=True)
