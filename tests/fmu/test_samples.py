"""Samples as FMUs: against `lag simulate`, to the order of the method, cut and restored, several at once.
python3 test_samples.py LAG FOLDER"""
import csv
import os
import re
import subprocess
import sys
import threading
import zipfile

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from host import Unit  # noqa: E402

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
samples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../samples")
os.makedirs(folder, exist_ok=True)


def script_of(sample):
    """The sample's model alone: its statements that write files are left out."""
    with open(os.path.join(samples, sample)) as file:
        text = re.sub(r"^emit\([^\n]*\)\$", "", file.read(), flags=re.M)
    return text


def made(name, text, version, options=""):
    script = os.path.join(folder, f"{name}{version}.lag")
    with open(script, "w") as file:
        file.write(text + f'\nemit(fmu, "{name}{version}.fmu", version = {version}{options})$\n')
    run = subprocess.run([lag, script, "--quiet"], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return Unit(os.path.join(folder, f"{name}{version}.fmu"))


def simulated(script, end, *options):
    """By name the last values of a run with tight tolerances: of the cart pole's lean' 1e-11 would leave 2e-8."""
    subprocess.run([lag, "simulate", script, "--end", str(end), "--step", str(end/10), "--out", folder, "--relative", "1e-12",
                    "--absolute", "1e-12", "--quiet", *options], check=True, capture_output=True)
    # the table has the model's or the script's name
    newest = max((os.path.join(folder, f) for f in os.listdir(folder) if f.endswith(".csv") and "event" not in f),
                 key=os.path.getmtime)
    with open(newest) as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], map(float, rows[-1])))


def near(a, b, tolerance, what):
    assert np.all(np.abs(np.asarray(a) - np.asarray(b)) <= tolerance), (what, a, b)


def stepped(unit, end, length, values=None, name="one"):
    one = unit.instance("steps", name)
    one.start(values=values)
    for _ in range(round(end/length)):
        one.step(length)
    return one


def check_cart_pole():
    text = script_of("cart_pole.lag")
    for version in (2, 3):
        unit = made("cart_pole", text, version)
        wanted = simulated(os.path.join(folder, f"cart_pole{version}.lag"), 2, "--input", "push=1.5")
        steps = stepped(unit, 2, 0.01, {"push": 1.5})
        exchange = unit.instance("exchange")
        exchange.start(values={"push": 1.5})
        exchange.exchange(2, unit.indicators, 1e-12)
        for one in (steps, exchange):
            for name in ("s", "lean", "s'", "lean'", "tip_x"):
                near(one.get(name), wanted[name], 1e-8, name)
            one.free()


def check_four_bar():
    """A closed loop stays closed for a long run, in both kinds."""
    text = script_of("four_bar/four_bar.lag") + "\ninitial(q1 = 0.3, q2 = 0.9, q3 = 1.4, q1' = 20)$"
    for version in (2, 3):
        unit = made("four_bar_sample", text, version)
        for kind in ("steps", "exchange"):
            one = unit.instance(kind)
            one.start(tolerance=1e-8)
            worst = 0
            for k in range(10):
                if kind == "steps":
                    for _ in range(100):
                        one.step(0.01)
                elif k == 0:
                    one.exchange(3, 0, 1e-9)
                q1, q2, q3 = one.get("q1", "q2", "q3")
                gap = np.hypot(.1*np.cos(q1) + .3*np.cos(q1 + q2) - .35 - .25*np.cos(q3),
                               .1*np.sin(q1) + .3*np.sin(q1 + q2) - .25*np.sin(q3))
                worst = max(worst, gap)
            # in model exchange the tolerance counts against the largest coordinate, the crank's angle of 60 rad
            assert worst < (1e-9 if kind == "steps" else 2e-6), (kind, worst)
            one.free()


def check_parking_brake():
    """Contacts that stick and slide, a brake that lets go: the way of the car."""
    text = script_of("parking_brake.lag")
    for version in (2, 3):
        unit = made("parking_brake", text, version)
        wanted = simulated(os.path.join(folder, f"parking_brake{version}.lag"), 5)
        one = stepped(unit, 5, 0.01)
        near(one.get("way"), wanted["way"], 1e-6, "way")
        near(one.get("pull"), wanted["pull"], 1e-2, "pull")
        assert abs(wanted["way"]) > 0.01
        one.free()


def check_vehicle():
    """The HMMWV: co-simulation at 1 and at 10 ms is of fourth order, cut runs and threads have the same bits."""
    script = os.path.join(samples, "hmmwv10/hmmwv10.lag")
    for version in (2, 3):
        subprocess.run([lag, script, "--define", "tires=4", "--define", f"fmi={version}", "--out", folder, "--quiet"],
                       check=True, capture_output=True)
        unit = Unit(os.path.join(folder, "hmmwv10v.fmu"))
        assert os.path.getsize(os.path.join(folder, "hmmwv10v.fmu")) < 1e6
        assert {v.name for v in unit.variables if v.causality == "input"} == {"steer", "drive"}
        driver = {"steer": 0.05, "drive": 150.0}
        names = ["x", "y", "yaw", "u", "v", "r", "roll"]
        if version == 2:
            run = simulated(script, 1, "--define", "tires=4", "--input", "steer=0.05", "--input", "drive=150")
            wanted = np.array([run[name] for name in names])
        errors = []
        for length in (0.01, 0.005, 0.001):
            one = stepped(unit, 1, length, {**driver, "internal_step": length})
            errors.append(np.max(np.abs(one.get(*names) - wanted)))
            one.free()
        # the fourth order gives 16 and 625, the third 8 and 125; tires have kinks
        assert errors[0]/errors[1] > 10 and errors[1]/errors[2] > 100, errors
        # the length of communication steps changes nothing but rounding, the internal step being the same
        fine, coarse = stepped(unit, 1, 0.001, driver), stepped(unit, 1, 0.01, driver)
        near(fine.get(*names), coarse.get(*names), 1e-10, "communication steps")
        fine.free()
        # cut, kept as bytes, and gone on with in a fresh instance
        cut = stepped(unit, 0.5, 0.01, driver)
        saved = cut.save()
        fresh = unit.instance("steps", "fresh")
        fresh.restore(saved, cut.t)
        while fresh.t < 1 - 1e-9:
            fresh.step(0.01)
        everything = [v.name for v in unit.variables if v.causality != "independent"]
        assert fresh.get(*everything).tobytes() == coarse.get(*everything).tobytes()
        # in four threads at once, each with its own angle, then one after the other
        angles, found = [0.0, 0.02, 0.05, -0.03], {}

        def run_with(angle, key):
            other = stepped(unit, 0.3, 0.01, {**driver, "steer": angle}, f"at {angle}")
            found[key] = other.get(*everything).tobytes()
            other.free()

        threads = [threading.Thread(target=run_with, args=(a, ("at once", a))) for a in angles]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for a in angles:
            run_with(a, ("alone", a))
            assert found["at once", a] == found["alone", a]
        for one in (cut, fresh, coarse):
            one.free()


LEGS = """
model(biped)$ gravity([0, 0, -9.81])$ parameters(m = 0.7, k = 12)$ input(push)$
body(trunk, ground, hinge = free(sequence = 321, angles = [a, b, c], position = [x, y, z]), mass = 9, inertia = [0.3, 0.5, 0.6])$
for n: 1 thru 2 do (
    body(concat(thigh, n), trunk, hinge = revolute(x, concat(swing, n)), at = [0, (-1)^n/5, 0], mass = m, cm = [0, (-1)^n/9, -1/6],
         inertia = [0.02, 0.03, 0.01]),
    body(concat(shank, n), concat(thigh, n), hinge = revolute(y, concat(knee, n)), at = [0, 0, -0.4], mass = m/2, cm = [0, 0, -0.15],
         inertia = [0.01, 0.011, 0.002]),
    hinge_load(concat(knee, n), push - k*sin(concat(knee, n))))$
"""


def check_limbs():
    """Two equal legs: in lanes on any x86-64, with the rates and slopes of one leg after the other."""
    drawn = np.random.default_rng(2)
    for version in (2, 3):
        units = [made(f"legs_{limbs}", LEGS, version, f", limbs = {limbs}") for limbs in ("lanes", "scalar")]
        with zipfile.ZipFile(os.path.join(folder, f"legs_lanes{version}.fmu")) as archive:
            assert b"#if LAG_LIMBS_2" in archive.read("sources/biped.h")
        both = [unit.instance("exchange") for unit in units]
        for one in both:
            one.start(values={"push": 0.7, "m": 0.9})
        n = len(both[0].states())
        assert n == 20
        unknowns = [v.name for v in units[0].variables if v.name.startswith("der(") and v.causality == "local"]
        knowns = ["a", "c", "swing1", "knee2", "knee1'", "push"]
        for _ in range(4):
            x = drawn.uniform(-0.8, 0.8, n)
            rates = []
            for one in both:
                one.put(0.1, x)
                rates.append(np.append(one.rates(), one.slope(unknowns, knowns, [0.3, -1, 0.8, 1, -0.4, 2])))
            assert len(rates[0]) == 2*n
            near(rates[0], rates[1], 1e-10*(1 + np.abs(rates[1]).max()), "rates")
        for one in both:
            one.free()


for check in (check_cart_pole, check_four_bar, check_parking_brake, check_limbs, check_vehicle):
    check()
    print(check.__name__, flush=True)
