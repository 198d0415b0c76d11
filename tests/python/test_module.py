#!/usr/bin/python3
"""Modules of emit(python, ..): against closed forms, one state against many, shapes, errors, compilation.

    test_module.py LAG FOLDER      the command, and a folder for what is written
"""
import ctypes
import importlib
import inspect
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import unittest

import numpy as np

LAG, FOLDER = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
RANDOM = np.random.default_rng(1)
os.environ.pop("CFLAGS", None)

CART_POLE = """
model(cp, "Cart \\"pole\\"")$
parameter(m, 2, "kg", "cart")$ parameter(mp, 0.5, "kg")$ parameter(l, 1.2, "m")$ parameter(g, 9.81, "m/s^2")$
input(push, "N", "force on the cart")$
gravity([0, -g, 0])$
body(cart, ground, hinge = prismatic(x, x1), mass = m)$
body(pole, cart, hinge = revolute(z, lean), mass = mp, cm = [0, l/2, 0], inertia = [mp*l^2/12, 0, mp*l^2/12])$
force(origin(cart), [push, 0, 0])$
output(tip, x1 - l*sin(lean), "m", "tip")$
"""
FOUR_BAR = """
model(bar)$ parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, g = 9.81)$ gravity([0, -g, 0])$
body(crank, ground, hinge = revolute(z, q1), mass = 0.5, cm = [a/2, 0, 0], inertia = [0, 0, a^2/24])$
body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = 1.2, cm = [b/2, 0, 0], inertia = [0, 0, b^2/10])$
body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = 1, cm = [c/2, 0, 0], inertia = [0, 0, c^2/12])$
point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$
initial(q1 = 0.3, q2 = 0.8, q3 = 1.5)$
"""


def emitted(name, script, options=""):
    """The module of a script, imported."""
    folder = FOLDER / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "script.lag").write_text(script + f'emit(python, "{name}"{options})$\n')
    subprocess.run([LAG, "script.lag", "--quiet"], cwd=folder, check=True)
    sys.path.insert(0, str(folder))
    return importlib.import_module(name)


def cart_pole_rates(p, y, push):
    """By hand: M [x'', lean''] = f, of a pole that leans to the left of the cart by a positive angle."""
    m, mp, l, g = p
    sine, cosine = math.sin(y[1]), math.cos(y[1])
    M = np.array([[m + mp, -mp * l / 2 * cosine], [-mp * l / 2 * cosine, mp * l * l / 3]])
    f = np.array([push - mp * l / 2 * sine * y[3] ** 2, mp * g * l / 2 * sine])
    return np.concatenate([y[2:], np.linalg.solve(M, f)])


MIXED = """
model(mix)$ parameters(m = 2, k = 30, l = 0.7, tau = 0.2)$ input(push)$ gravity([0, -9.81, 0])$
procedure(pad, [x, v], [F], block([e], e: exp(-x^2), F: -e*v - x^3))$
body(base, ground, hinge = prismatic(x, s1), mass = m)$
body(arm, base, hinge = revolute(z, a1), mass = 1, cm = [l, 0, 0], inertia = [0, 0, 0.3])$
body(tip, arm, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p1, p2, p3]), at = [l, 0, 0], mass = 0.4,
     cm = [0.1, 0.2, 0.05], inertia = [0.02, 0.03, 0.025])$
state(f, rate = (push*cos(a1) - f)/tau + s1''/10)$
external(pad, [s1, s1'], [grip])$
hinge_load(s1, f + %s + sin(2*t))$
hinge_load(a1, table(a1, [-2, -1, 0, 1, 2], [3, 1, 0, -2, -1], interpolation = smooth))$
output(pull, s1''*a1 + f^2)$ output(reach, s1 + l*cos(a1)*k + t^3)$
initial(e0 = 4/5, e1 = 3/5)$
"""


class Derivatives(unittest.TestCase):
    """Products and second derivatives against extrapolated central differences of what they are derivatives of."""

    def compare(self, name, script, columns, of, hessian=True):
        options = "".join(f", {kind} = {columns}" for kind in ["jacobian", "tangent", "adjoint"] + ["hessian"] * hessian)
        m = emitted(name, script, f"{options}, of = [{', '.join(of)}]")
        p, ns = m.defaults() * 1.02, getattr(m, "ns", 0)
        start = m.initial(p)
        y = np.concatenate([part + 0.3 * RANDOM.uniform(-1, 1, len(part)) for part in start])
        if hasattr(m, "normalize"):
            y[:m.nq] = m.normalize(y[:m.nq])
        values = dict(t=np.array([0.3]), y=y, w=RANDOM.uniform(-1, 1, m.nw), p=p, udot=RANDOM.uniform(-1, 1, m.nu))
        places = {"t": ("t", 0)}
        for k, column in enumerate(m.coordinate_names + m.speed_names + (m.state_names if ns else [])):
            places[column] = ("y", k)
        for kind, names in (("w", m.input_names), ("p", m.parameter_names), ("udot", [u + "'" for u in m.speed_names])):
            places.update({column: (kind, k) for k, column in enumerate(names)})

        def arguments(routine, at):
            t, y, c = at["t"][0], at["y"], m.setup(at["p"])
            parts = [y[:m.nq], y[m.nq:m.nq + m.nu]] + ([y[m.nq + m.nu:]] if ns else [])
            if routine == "derivatives":
                return [t, y, at["w"], c]
            return [t, *parts] + ([at["udot"]] if routine == "inverse_dynamics" else []) + [at["w"], c]

        def slope(f, column):
            def moved(h):
                at = {kind: value.copy() for kind, value in values.items()}
                kind, k = places[column]
                at[kind][k] += h
                return f(at)

            def central(h):
                return (moved(h) - moved(-h)) / (2 * h)
            return (4 * central(1e-4) - central(2e-4)) / 3

        for routine in of:
            def get(kind, prefix="" if routine == "derivatives" else routine + "_"):
                return getattr(m, prefix + kind)
            given, names = arguments(routine, values), m.adjoint_column_names
            J = np.array([slope(lambda at: getattr(m, routine)(*arguments(routine, at)), c) for c in names]).T
            v, d = RANDOM.uniform(-1, 1, len(J)), RANDOM.uniform(-1, 1, len(names))
            size = 1 + np.abs(J).max()
            tangent, adjoint = get("tangent")(*given, d), get("adjoint")(*given, v)
            np.testing.assert_allclose(tangent, J @ d, rtol=0, atol=1e-8 * size)
            np.testing.assert_allclose(adjoint, J.T @ v, rtol=0, atol=1e-8 * size)
            self.assertLess(abs(v @ tangent - adjoint @ d), 1e-13 * size * J.size)
            full = np.zeros_like(J)
            full[get("jacobian_rows"), get("jacobian_columns")] = get("jacobian")(*given)
            np.testing.assert_allclose(full, J, rtol=0, atol=1e-8 * size)
            np.testing.assert_array_equal(get("jacobian_matrix")(*given), full)
            if hessian:
                H = np.array([slope(lambda at: get("adjoint")(*arguments(routine, at), v), c) for c in names])
                lower, rows, across = np.zeros_like(H), get("hessian_rows"), get("hessian_columns")
                self.assertTrue(all(r >= c for r, c in zip(rows, across)))
                lower[rows, across] = get("hessian")(*given, v)
                np.testing.assert_allclose(lower, np.tril(H), rtol=0, atol=1e-7 * (1 + np.abs(H).max()))
                whole = get("hessian_matrix")(*given[:-2], v, *given[-2:])
                np.testing.assert_array_equal(np.tril(whole), lower)
                np.testing.assert_array_equal(whole, whole.T)
                many = get("hessian_matrix")(given[0], np.tile(given[1], (3, 1)), *given[2:-2], v, *given[-2:])
                np.testing.assert_array_equal(many[2], whole)
        return m

    def test_all_columns(self):
        m = self.compare("d_cart", CART_POLE, "[q, u, w, p]", ["derivatives", "outputs", "inverse_dynamics"])
        y = RANDOM.normal(size=(3, 4))
        v, d = RANDOM.normal(size=(3, 4)), RANDOM.normal(size=(3, len(m.tangent_column_names)))
        np.testing.assert_array_equal(m.vjp(0.0, y, v)[1], m.adjoint(0.0, y[1], None, None, v[1]))
        np.testing.assert_array_equal(m.jvp(0.0, y, d)[2], m.tangent(0.0, y[2], None, None, d[2]))

    def test_constraints(self):
        for name, options in (("d_bar", ""), ("d_minimal", "options(constraints = eliminate)$")):
            self.compare(name, FOUR_BAR + options, "[q, u, p]", ["derivatives", "inverse_dynamics"])

    def test_accelerations_as_columns(self):
        self.compare("d_udot", FOUR_BAR, "[q, u, udot]", ["inverse_dynamics"])

    def test_every_formulation(self):
        chain = "model(chain)$ gravity([0, -9.81, 0])$ parameters(m = 1, l = 0.5)$ input(push)$\n"
        for k in range(1, 6):
            chain += (f"body(b{k}, {f'b{k - 1}' if k > 1 else 'ground'}, hinge = revolute(z, q{k}), "
                      f"at = [{'l' if k > 1 else '0'}, 0, 0], mass = m, cm = [l/2, 0, 0], inertia = [0, 0, m*l^2/12])$\n")
        chain += "hinge_load(q3, push - q3')$ output(tip, q1''*q2 + sin(q5))$\n"
        for formulation in ("turner", "composite", "articulated", "two_ended"):
            self.compare(f"d_{formulation}", chain + f"options(formulation = {formulation})$", "[q, u, m]",
                         ["derivatives", "outputs"])

    def test_states_tables_euler_parameters(self):
        self.compare("d_mixed", MIXED % "0", "[t, q, u, states, w, p]", ["derivatives", "outputs", "inverse_dynamics"])

    def test_procedures(self):
        self.compare("d_pad", MIXED % "grip", "[q, u, states, w]", ["derivatives", "outputs"])


class CartPole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cp = emitted("cp_module", CART_POLE, ", jacobian = [q, u, w]")

    def test_tables(self):
        self.assertEqual((self.cp.nq, self.cp.nu, self.cp.nw, self.cp.no), (2, 2, 1, 1))
        self.assertEqual(self.cp.coordinate_names, ["x1", "lean"])
        self.assertEqual(self.cp.speed_units, ["m/s", "rad/s"])
        self.assertEqual(self.cp.constraint_names, [])
        np.testing.assert_array_equal(self.cp.defaults(), [2, 0.5, 1.2, 9.81])

    def test_derivatives_are_those_by_hand(self):
        p = self.cp.defaults() * 1.1
        c = self.cp.setup(p)
        for _ in range(50):
            y, push = RANDOM.normal(size=4), RANDOM.normal()
            np.testing.assert_allclose(self.cp.derivatives(0.0, y, np.array([push]), c), cart_pole_rates(p, y, push),
                                       rtol=1e-12, atol=1e-12)

    def test_what_is_left_out(self):
        y = [0.1, 0.2, 0.3, 0.4]  # a list; w and c left out
        np.testing.assert_allclose(self.cp.derivatives(0, y), cart_pole_rates(self.cp.defaults(), np.array(y), 0), rtol=1e-12)

    def test_many_states_are_single_states(self):
        n = 37
        t, y, w = RANDOM.normal(size=n), RANDOM.normal(size=(n, 4)), RANDOM.normal(size=(n, 1))
        p = self.cp.defaults() * RANDOM.uniform(0.9, 1.1, size=(n, 4))
        c = self.cp.setup(p)
        self.assertEqual(c.shape, (n, self.cp.nc))
        ones = np.array([self.cp.derivatives(t[k], y[k], w[k], c[k]) for k in range(n)])
        np.testing.assert_array_equal(self.cp.derivatives(t, y, w, c), ones)
        np.testing.assert_array_equal(self.cp.derivatives(t, y, w[0], c[0])[5],
                                      self.cp.derivatives(t[5], y[5], w[0], c[0]))
        M = self.cp.mass_matrix(0.0, y[:, :2], w, c)
        self.assertEqual(M.shape, (n, 2, 2))
        np.testing.assert_array_equal(M[3], self.cp.mass_matrix(0.0, y[3, :2], w[3], c[3]))
        kinetic, potential = self.cp.energy(0.0, y[:, :2], y[:, 2:], w, c)
        self.assertEqual((kinetic.shape, potential.shape), ((n,), (n,)))
        self.assertEqual(self.cp.energy(0.0, y[4, :2], y[4, 2:], w[4], c[4]), (kinetic[4], potential[4]))

    def test_views_and_other_kinds_of_numbers(self):
        y = RANDOM.normal(size=(10, 8))[::2, ::2]
        np.testing.assert_array_equal(self.cp.derivatives(0.0, y), self.cp.derivatives(0.0, y.copy()))
        np.testing.assert_array_equal(self.cp.derivatives(0.0, y[1]), self.cp.derivatives(0.0, y[1].copy()))
        np.testing.assert_array_equal(self.cp.derivatives(np.float64(0), np.zeros(4, dtype=int)), self.cp.derivatives(0, [0] * 4))
        self.assertEqual(self.cp.derivatives(0.0, np.zeros((0, 4))).shape, (0, 4))
        self.assertEqual(self.cp.derivatives(0.0, np.zeros((1, 4))).shape, (1, 4))

    def test_results_are_the_callers_own(self):
        first = self.cp.derivatives(0.0, np.ones(4))
        kept = first.copy()
        self.cp.derivatives(0.0, -np.ones(4))
        np.testing.assert_array_equal(first, kept)

    def test_jacobian_is_the_slope(self):
        y, push, h = RANDOM.normal(size=4), 0.7, 1e-6
        full = self.cp.jacobian_matrix(0.0, y, [push])
        self.assertEqual(full.shape, (4, 5))
        p = self.cp.defaults()
        for k in range(4):
            step = np.eye(4)[k] * h
            slope = (cart_pole_rates(p, y + step, push) - cart_pole_rates(p, y - step, push)) / (2 * h)
            np.testing.assert_allclose(full[:, k], slope, atol=1e-7)
        slope = (cart_pole_rates(p, y, push + h) - cart_pole_rates(p, y, push - h)) / (2 * h)
        np.testing.assert_allclose(full[:, 4], slope, atol=1e-7)
        self.assertEqual(self.cp.jacobian_matrix(0.0, np.zeros((3, 4))).shape, (3, 4, 5))

    def test_wrong_shapes(self):
        for y in (np.zeros(3), 1.0, np.zeros((2, 3)), np.zeros((2, 2, 4))):
            with self.assertRaisesRegex(ValueError, r"cp.derivatives: y has the shape .*; it takes \(4,\), or \(n, 4\)"):
                self.cp.derivatives(0.0, y)
        with self.assertRaisesRegex(ValueError, r"w has the shape \(3, 1\); it takes \(1,\), or \(2, 1\)"):
            self.cp.derivatives(0.0, np.zeros((2, 4)), np.zeros((3, 1)))
        with self.assertRaises(ValueError):
            self.cp.derivatives(np.zeros((2, 1)), np.zeros((2, 4)))
        with self.assertRaises((ValueError, TypeError)):
            self.cp.derivatives(0.0, ["a", "b", "c", "d"])

    def test_failing_states(self):
        p = self.cp.defaults()
        p[1] = 0  # a pole without mass
        c = self.cp.setup(p)
        with self.assertRaisesRegex(self.cp.Failure, r"cp.derivatives: the mass matrix is singular at speed lean' \(info = 2\)"):
            self.cp.derivatives(0.0, np.zeros(4), None, c)
        *_, info = self.cp.derivatives(0.0, np.zeros(4), None, c, with_info=True)
        self.assertEqual(info, 2)
        both = np.array([self.cp.setup(self.cp.defaults()), c])
        rates = self.cp.derivatives(0.0, np.ones((2, 4)), None, both)
        self.assertTrue(np.isfinite(rates[0]).all() and np.isnan(rates[1]).all())
        rates, info = self.cp.derivatives(0.0, np.ones((2, 4)), None, both, with_info=True)
        np.testing.assert_array_equal(info, [0, 2])

    def test_threads(self):
        y = RANDOM.normal(size=(8, 4))
        right = [self.cp.derivatives(0.0, one) for one in y]
        wrong = []

        def work(k):
            for _ in range(3000):
                if not np.array_equal(self.cp.derivatives(0.0, y[k]), right[k]):
                    wrong.append(k)

        threads = [threading.Thread(target=work, args=(k,)) for k in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        self.assertEqual(wrong, [])

    def test_documentation(self):
        self.assertIn("Cart 'pole'", self.cp.__doc__)
        self.assertIn("y (4,): x1 [m], lean [rad], x1' [m/s], lean' [rad/s]", self.cp.derivatives.__doc__)
        self.assertIn("push [N]", self.cp.derivatives.__doc__)


class FourBar(unittest.TestCase):
    def test_constraints_and_assembly(self):
        bar = emitted("bar_module", FOUR_BAR)
        q, u = bar.initial(bar.defaults())
        q = bar.assemble(0.0, q)
        a, b, c, d, _ = bar.defaults()
        gap = [a * math.cos(q[0]) + b * math.cos(q[0] + q[1]) - d - c * math.cos(q[2]),
               a * math.sin(q[0]) + b * math.sin(q[0] + q[1]) - c * math.sin(q[2])]
        np.testing.assert_allclose(gap, 0, atol=1e-12)
        B = bar.constraint_matrix(0.0, q)
        B = B[0] if isinstance(B, tuple) else B
        self.assertEqual(B.shape, (2, 3))
        # Q - P along x: -a sin q1 - b sin(q1 + q2) stands for the crank, with its sign as the row has it
        np.testing.assert_allclose(abs(B[0, 0]), abs(a * math.sin(q[0]) + b * math.sin(q[0] + q[1])), rtol=1e-12)
        np.testing.assert_allclose(abs(B[1, 2]), abs(c * math.cos(q[2])), rtol=1e-12)
        many = bar.constraint_matrix(0.0, np.array([q, q + 0.1]))
        many = many[0] if isinstance(many, tuple) else many
        self.assertEqual(many.shape, (2, 2, 3))
        np.testing.assert_array_equal(many[0], B)
        guesses = q + 0.05 * RANDOM.normal(size=(5, 3))
        assembled = bar.assemble(0.0, guesses)
        self.assertEqual(assembled.shape, (5, 3))
        np.testing.assert_array_equal(assembled[2], bar.assemble(0.0, guesses[2]))
        with self.assertRaisesRegex(bar.Failure, "no convergence"):
            bar.assemble(0.0, q + 0.3, limit=1)
        np.testing.assert_array_equal(bar.assemble(0.0, q + 0.1, limit=30.0), bar.assemble(0.0, q + 0.1, limit=30))
        with self.assertRaisesRegex(ValueError, "assemble: limit takes whole numbers, found 1.5"):
            bar.assemble(0.0, q, limit=1.5)


class BouncingBall(unittest.TestCase):
    def test_events_and_flags(self):
        ball = emitted("ball_module", """
model(ball)$ parameters(e = 0.8)$ gravity([0, 0, -9.81])$
body(b, ground, hinge = prismatic(z, h), mass = 1)$
flag(count, 5)$ input(push, "N")$ hinge_load(h, push)$
event(bump, h, falling, impulse = [h' = -(1 + e)*h'], set = [count = count + 1])$
initial(h = 1)$
""")
        self.assertEqual((ball.ne, ball.nf, ball.event_names, ball.event_directions, ball.event_stops), (1, 1, ["bump"], [-1], [0]))
        p = ball.defaults()
        w = ball.flags(p)
        np.testing.assert_array_equal(w, [0, 5])
        g, rate, *_ = ball.events(0.0, [0.25], [-2.0], w)
        self.assertEqual((g[0], rate[0]), (0.25, -2.0))
        q, u, changed, *_ = ball.event(1, 0.0, [0.0], [-2.0], w)
        self.assertEqual((q[0], changed[1], w[1]), (0, 6, 5))
        self.assertAlmostEqual(u[0], 1.6, 14)
        q, u, changed, *_ = ball.event(1, 0.0, [0.0], [-2.0])  # w left out
        self.assertEqual(changed[1], 6)
        q, u, changed, *_ = ball.event(1, 0.0, np.zeros((3, 1)), -np.arange(1.0, 4).reshape(3, 1), w)
        np.testing.assert_allclose(u[:, 0], 0.8 * np.arange(1, 4), rtol=1e-14)
        np.testing.assert_array_equal(changed, [[0, 6]] * 3)
        self.assertNotIn("p (0,): e", ball.event.__doc__)


# What gives a routine or an argument of its own: a loop, Euler parameters, a state, a flag, an event; contacts, beside
# which there is no jacobian and no residual, stand in a line of their own.
EVERYTHING = """
model(every)$
parameters(a = 0.1, b = 0.3, c = 0.25, d = 0.35, g = 9.81, k = 40, T = 0.2)$
input(push, "N*m")$ flag(count, 2)$ state(slow, "rad", "of a filter", rate = (q1 - slow)/T)$
gravity([0, -g, 0])$
body(crank, ground, hinge = revolute(z, q1), mass = 0.5, cm = [a/2, 0, 0], inertia = [0, 0, a^2/24])$
body(coupler, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = 1.2, cm = [b/2, 0, 0], inertia = [0, 0, b^2/10])$
body(rocker, ground, hinge = revolute(z, q3), at = [d, 0, 0], mass = 1, cm = [c/2, 0, 0], inertia = [0, 0, c^2/12])$
point(P, coupler, [b, 0, 0])$ point(Q, rocker, [c, 0, 0])$ close_loop(P, Q)$
body(ball, ground, hinge = spherical(), at = [1, 0, 0], mass = 2, cm = [0, -0.2, 0], inertia = [0.1, 0.2, 0.3])$
body(pad, ground, hinge = prismatic(y, h), mass = 0.3)$
hinge_load(q1, push - k*slow)$
event(tick, t - 1, rising, impulse = [h' = h' + 1], set = [count = count + 1])$
output(height, h)$
initial(q1 = 0.3, q2 = 0.8, q3 = 1.5, h = 0.1, slow = 0.1)$
"""
CONTACTS = "contact(touch, h, restitution = 0.5)$ hinge_friction(q3, 0.2)$\n"


def asked_for():
    """The options of emit(..) that each add a routine, as its own help lists them: those that change the form are none."""
    signature = subprocess.run([LAG, "help", "emit"], check=True, capture_output=True, text=True).stdout.splitlines()[0]
    forms = {"sines", "batch", "limbs", "driver", "function", "library", "version", "parameters"}
    options = [(word, value) for word, value in re.findall(r", (\w+) = (\w+)", signature) if word not in forms]
    return "".join(f", {word} = {value}" for word, value in options)


class EveryRoutine(unittest.TestCase):
    """Every routine with every argument: the module against C that the test compiles and calls by its own prototypes. The bits are
    the same only where no multiply-add is fused."""

    @classmethod
    def setUpClass(cls):
        os.environ["CFLAGS"] = ""

    @classmethod
    def tearDownClass(cls):
        del os.environ["CFLAGS"]

    ROOM, UNTOUCHED = 4096, -777  # elements of a buffer; what stands where nothing is written
    IN_C_ALONE, IN_PYTHON_ALONE = {"mass_matrix_constants", "mass_matrix_update"}, {"jacobian_matrix"}

    def prototypes(self, name, model):
        source = (FOLDER / name / f"{name}.c").read_text()
        found = re.findall(rf"static (?:inline )?void {model}_(\w+)\(([^)]*)\)\s*\{{", source)
        routines = {routine: [re.fullmatch(r"(const )?(double|int)(\*?) (\w+)", " ".join(argument.split())).groups()
                              for argument in arguments.split(",")]
                    for routine, arguments in found if not routine.startswith(("contact_", "rest"))}  # parts of others
        wrapped = source + "".join(
            f"void call_{routine}({arguments}) {{ {model}_{routine}({', '.join(a[3] for a in routines[routine])}); }}\n"
            for routine, arguments in found if routine in routines)
        (FOLDER / name / "called.c").write_text(wrapped)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "called.c", "-o", "called.so", "-lm"], cwd=FOLDER / name, check=True)
        return routines, ctypes.CDLL(str(FOLDER / name / "called.so"))

    def in_c(self, library, routine, prototype, given):
        """What each argument that is no input is after the call, by its name."""
        passed, after = [], {}
        for constant, kind, pointer, name in prototype:
            if not pointer:
                passed.append((ctypes.c_double if kind == "double" else ctypes.c_int)(given[name]))
                continue
            buffer = np.full(self.ROOM, self.UNTOUCHED, dtype=float if kind == "double" else np.intc)
            if name in given:
                flat = np.asarray(given[name]).flatten(order="F")
                buffer[:flat.size] = flat
            if not constant:
                after[name] = buffer
            passed.append(ctypes.c_void_p(buffer.ctypes.data))
            passed[-1].kept = buffer
        library["call_" + routine](*passed)
        return after

    def unknown(self, function, name):
        """Values of an argument that this test knows nothing of, of the shape that the routine's documentation says."""
        shape = re.search(rf"\b{name} \((\d+), *(\d*)\)", function.__doc__)
        return RANDOM.uniform(0.01, 0.1, size=[int(n) for n in shape.groups() if n] if shape else None)

    def drawn(self, module, function, parameters):
        q, u, *s = module.initial(module.defaults())
        ns = getattr(module, "ns", 0)
        w = np.concatenate([RANDOM.normal(size=module.nw - getattr(module, "nf", 0)),
                            module.flags(module.defaults())[module.nw - getattr(module, "nf", 0):]
                            if hasattr(module, "flags") else []])
        q, u = q + 0.02 * RANDOM.normal(size=module.nq), u + RANDOM.normal(size=module.nu)
        s = RANDOM.normal(size=ns)
        values = {"t": RANDOM.normal(), "q": q, "guess": q + 0.01, "u": u, "s": s, "y": np.concatenate([q, u, s]), "w": w,
                  "p": module.defaults() * RANDOM.uniform(0.9, 1.1, size=module.np), "udot": RANDOM.normal(size=module.nu),
                  "k": 1, "tolerance": 1e-9, "limit": 30, "held": np.arange(module.nq) % 4 == 0}
        values["c"] = module.setup(values["p"])
        return {name: values[name] if name in values else self.unknown(function, name) for name in parameters}

    def compare(self, name, model, script, options):
        module = emitted(name, script, options)
        routines, library = self.prototypes(name, model)
        offered = {name for name in module.__all__ if inspect.isfunction(getattr(module, name))} - self.IN_PYTHON_ALONE
        self.assertEqual(set(routines) - self.IN_C_ALONE, offered)
        for routine in sorted(set(routines) - self.IN_C_ALONE):
            function = getattr(module, routine)
            parameters = [p for p in inspect.signature(function).parameters if p != "with_info"]
            fails = "with_info" in inspect.signature(function).parameters
            states = [self.drawn(module, function, parameters) for _ in range(3)]
            singles = []
            for given in states:
                with self.subTest(model=model, routine=routine):
                    results = function(**given, **({"with_info": True} if fails else {}))
                    results = list(results) if isinstance(results, tuple) else [results]
                    singles.append(results)
                    after = self.in_c(library, routine, routines[routine], {p.rstrip("_"): v for p, v in given.items()})
                    kinds = {argument: kind for _, kind, _, argument in routines[routine]}
                    changed = [argument for argument in parameters if argument in after]
                    names = changed + [argument for argument in after if argument not in changed]  # info comes last
                    self.assertEqual(len(names), len(results))
                    for argument, result in zip(names, results):
                        result = np.asarray(result)
                        self.assertEqual(result.dtype.kind, "f" if kinds[argument] == "double" else "i", argument)
                        flat = result.flatten(order="F")
                        np.testing.assert_array_equal(flat, after[argument][:flat.size], argument)
                        self.assertTrue((after[argument][flat.size:] == self.UNTOUCHED).all(), argument)
            with self.subTest(model=model, routine=routine, states=len(states)):
                many = {p: np.array([given[p] for given in states]) for p in parameters if p not in ("k", "limit", "tolerance")}
                if not many:
                    continue
                fixed = {p: states[0][p] for p in parameters if p not in many}
                together = function(**many, **fixed, **({"with_info": True} if fails else {}))
                together = together if isinstance(together, tuple) else (together,)
                for k, results in enumerate(singles):
                    for one, all_of_them in zip(results, together):
                        np.testing.assert_array_equal(all_of_them[k], one)
        return offered

    def test_everything(self):
        options = asked_for()
        offered = self.compare("every_module", "every", EVERYTHING, options + ", jacobian = [q, u, w, p]")
        self.assertGreaterEqual(offered, {"derivatives", "jacobian", "partition", "equilibrium", "step", "base_parameters",
                                          "residual", "residual_jacobian"})
        options = options.replace(", residual = speeds", "")
        offered = self.compare("every_with_contacts", "every", EVERYTHING + CONTACTS, options)
        by_name = offered - {"step"} | {"impact_law"}  # step is a word of the language
        named = f"{options}, routines = [{', '.join(sorted(by_name))}]"
        self.assertEqual(self.compare("every_by_name", "every", EVERYTHING + CONTACTS, named), offered | {"impact_law"})

    def test_independent_speeds(self):
        self.compare("eliminated_module", "bar", FOUR_BAR + "options(constraints = eliminate)$\n", ", jacobian = [q, u]")

    def test_plain(self):
        self.compare("plain_module", "cp", CART_POLE, ", equilibrium = true, regressor = true")

    def test_none_is_zero_inputs_and_default_constants(self):
        module = emitted("none_module", EVERYTHING + CONTACTS, ", partition = true, equilibrium = true, regressor = true")
        zero = np.zeros(module.nw)
        zero[module.nw - module.nf:] = module.flags(module.defaults())[module.nw - module.nf:]
        stand_ins = {"w": zero, "c": module.setup(module.defaults()), "held": np.zeros(module.nq, dtype=np.intc)}
        tried = set()
        for routine in module.__all__:
            function = getattr(module, routine)
            if not inspect.isfunction(function) or routine == "flags":  # of which w is a result
                continue
            parameters = [p for p in inspect.signature(function).parameters if p != "with_info"]
            optional = [p for p in parameters if p in stand_ins]
            if not optional:
                continue
            given = self.drawn(module, function, parameters)
            more = {"with_info": True} if "with_info" in inspect.signature(function).parameters else {}
            expected = function(**{**given, **{p: stand_ins[p] for p in optional}}, **more)
            left_out = function(**{p: value for p, value in given.items() if p not in optional}, **more)
            for chosen in [optional] + [[p] for p in optional]:
                named = function(**{**given, **{p: stand_ins[p] for p in optional}, **{p: None for p in chosen}}, **more)
                with self.subTest(routine=routine, none=chosen):
                    for one, other, third in zip(*(r if isinstance(r, tuple) else (r,) for r in (expected, named, left_out))):
                        np.testing.assert_array_equal(one, other)
                        np.testing.assert_array_equal(one, third)
            tried.add(routine)
        self.assertGreaterEqual(tried, {"derivatives", "equilibrium", "assemble", "partition", "event", "modes", "outputs"})

    def test_partition_counts_in_integers(self):
        bar = emitted("partition_module", FOUR_BAR, ", partition = true")
        q = bar.assemble(0.0, bar.initial(bar.defaults())[0])
        independent, growth = bar.partition(0.0, q)
        self.assertEqual(independent.dtype, np.intc)
        self.assertIn(independent[0], (1, 2, 3))
        self.assertEqual(list(independent[1:]), [0, 0])
        self.assertTrue(0 < growth < 100)
        many, _ = bar.partition(0.0, np.array([q, q]))
        np.testing.assert_array_equal(many, [independent] * 2)


class SolvedLoops(unittest.TestCase):
    """joints = solved: what the same mechanism with rows does, at the pose that its independent coordinate leaves to it."""

    def form(self, sample, joints):
        script = (pathlib.Path(__file__).resolve().parents[2] / "samples" / f"{sample}.lag").read_text()
        script = re.sub(r"\n(emit|check)\(.*?\)\$", "", script, flags=re.S)
        script = re.sub(r"(\nmodel\(.*?\)\$)", rf"\1 options(joints = {joints})$", script, count=1)
        columns = ", ".join(f"{kind} = [q, u]" for kind in ["jacobian", "tangent", "adjoint"])
        return emitted(f"{sample}_{joints}", script + "\n", ", " + columns)

    def compare(self, sample, rows, off=0.0):
        one, tree = self.form(sample, "solved"), self.form(sample, "tree")
        self.assertEqual((one.nu, one.nphi), (1, rows))
        c, d = one.setup(one.defaults()), tree.setup(tree.defaults())
        free = tree.speed_names.index(one.speed_names[0])
        bound = [u for u in range(tree.nu) if u != free]
        place = [tree.coordinate_names.index(u[:-1]) for u in tree.speed_names]
        kept = [tree.coordinate_names.index(q) for q in one.coordinate_names]
        w = np.zeros(one.nw)

        def truth(moved, rate):
            q, u = (part.copy() for part in tree.initial(tree.defaults()))
            q[place[free]] += moved
            for _ in range(20):
                B = tree.constraint_matrix(0, q, w, d)[:, bound]
                q[[place[u] for u in bound]] -= np.linalg.lstsq(B, tree.constraints(0, q, u, w, d)[0], rcond=None)[0]
            B, u[:] = tree.constraint_matrix(0, q, w, d), 0
            u[free] = rate
            u[bound] = np.linalg.lstsq(B[:, bound], -B[:, free] * rate, rcond=None)[0]
            ydot = tree.derivatives(0, np.concatenate([q, u]), w, d)
            return q, np.append(ydot[kept], ydot[tree.nq + free])

        def slope(f, h=1e-3):
            return (8 * (f(h) - f(-h)) - (f(2 * h) - f(-2 * h))) / (12 * h)

        for moved, rate in ((0.15, 1.2), (-0.1, -0.7)):
            q, expected = truth(moved, rate)
            y = np.append(q[kept], rate)
            mine = one.coordinate_names.index(one.speed_names[0][:-1])
            y[[k for k in range(one.nq) if k != mine]] += off * RANDOM.uniform(-1, 1, one.nq - 1)
            size = 1 + np.abs(expected).max()
            np.testing.assert_allclose(one.derivatives(0, y, w, c), expected, rtol=0, atol=1e-10 * size)
            J = one.jacobian_matrix(0, y, w, c)
            by_q, by_u = slope(lambda h: truth(moved + h, rate)[1]), slope(lambda h: truth(moved, rate + h)[1])
            size = 1 + max(np.abs(by_q).max(), np.abs(by_u).max())
            np.testing.assert_allclose(J[:, mine], by_q, rtol=0, atol=1e-7 * size)
            np.testing.assert_allclose(J[:, -1], by_u, rtol=0, atol=1e-7 * size)
            across, back = RANDOM.uniform(-1, 1, one.nq + 1), RANDOM.uniform(-1, 1, one.nq + 1)
            np.testing.assert_allclose(one.jvp(0, y, across, w, c), J @ across, rtol=0, atol=1e-11 * size)
            np.testing.assert_allclose(one.vjp(0, y, back, w, c), J.T @ back, rtol=0, atol=1e-11 * size)

    def test_closed_forms(self):
        self.compare("rsup", 0)
        self.compare("peaucellier", 0)

    def test_newton_steps(self):
        self.compare("bricard", 4, 1e-4)


class Names(unittest.TestCase):
    def test_star_leaves_numpys_name_alone(self):
        cp = emitted("star_module", CART_POLE, ", jacobian = [q, u]")
        space = {"np": np}
        exec("from star_module import *", space)
        self.assertIs(space["np"], np)
        public = {name for name in dir(cp) if not name.startswith("_")}
        self.assertEqual(set(cp.__all__), public - {"np"})
        self.assertEqual(cp.np, 4)

    def test_places(self):
        cp = emitted("places_module", CART_POLE)
        self.assertEqual((cp.iq_x1, cp.iq_lean, cp.iu_lean, cp.ip_l, cp.iw_push, cp.io_tip), (0, 1, 1, 2, 0, 0))
        p = cp.defaults()
        self.assertEqual(p[cp.ip_g], 9.81)


LEGS = """
model(crawler)$ gravity([0, 0, -9.81])$ parameters(m = 0.7, k = 12)$ input(push)$
body(trunk, ground, hinge = free(sequence = 321, angles = [a, b, c], position = [x, y, z]), mass = 9, cm = [0.01, 0, 0.02],
     inertia = [0.3, 0.5, 0.6])$
for n: 1 thru %d do block([side], side: (-1)^n,
    body(concat(thigh, n), trunk, hinge = revolute(x, concat(swing, n)), at = [n/4 - 1/2, side/5, 0], mass = m, cm = [0, side/9, -1/6],
         inertia = [0.02, 0.03, 0.01]),
    body(concat(shank, n), concat(thigh, n), hinge = revolute(y, concat(knee, n)), at = [0, 0, -0.4], mass = m/2, cm = [0, 0, -0.15],
         inertia = [0.01, 0.011, 0.002]),
    hinge_load(concat(knee, n), push - k*sin(concat(knee, n))))$
"""


class EqualLimbs(unittest.TestCase):
    """In lanes where the compiler has vectors: what one limb after the other gives."""

    def compare(self, limbs, operation):
        columns = "".join(f", {kind} = [q, u, w]" for kind in ["jacobian", "tangent", "adjoint", "hessian"])
        lanes = emitted(f"lanes{limbs}", LEGS % limbs, f"{columns}, limbs = lanes")
        scalar = emitted(f"scalar{limbs}", LEGS % limbs, f"{columns}, limbs = scalar")
        text = (FOLDER / f"lanes{limbs}" / f"lanes{limbs}.c").read_text()
        self.assertIn(operation, text)
        self.assertEqual(lanes.__all__, scalar.__all__)
        p = lanes.defaults() * 1.1
        y, w = RANDOM.uniform(-1, 1, (5, lanes.nq + lanes.nu)), RANDOM.uniform(-1, 1, (5, lanes.nw))
        v, d = RANDOM.uniform(-1, 1, (5, lanes.nq + lanes.nu)), RANDOM.uniform(-1, 1, (5, lanes.nq + lanes.nu + lanes.nw))
        for routine, more in (("derivatives", ()), ("jacobian", ()), ("tangent", (d,)), ("adjoint", (v,)), ("hessian", (v,))):
            one, other = (getattr(m, routine)(0.2, y, w, m.setup(p), *more) for m in (lanes, scalar))
            np.testing.assert_allclose(one, other, rtol=0, atol=1e-10 * np.abs(other).max(), err_msg=routine)

    def test_two(self):
        self.compare(2, "#if LAG_LIMBS_2")

    def test_four(self):
        self.compare(4, "#if LAG_LIMBS_4")


class Compilation(unittest.TestCase):
    def run_python(self, folder, code, **variables):
        return subprocess.run([sys.executable, "-c", code], cwd=folder, env={**os.environ, **variables}, text=True,
                              capture_output=True, check=False)

    def test_errors_and_several_at_once(self):
        emitted("one_module", CART_POLE)
        folder = FOLDER / "one_module"
        code = "import one_module as m; print(m.derivatives(0, [0, 0.1, 0, 0])[3])"
        failed = self.run_python(folder, code, CC="no-such-compiler")
        self.assertIn("no-such-compiler", failed.stderr)
        failed = self.run_python(folder, code, CFLAGS="-include none.h")
        self.assertIn("ImportError: cp: ", failed.stderr)
        self.assertIn("none.h", failed.stderr)
        shutil.rmtree(folder / "__pycache__")
        runs = [subprocess.Popen([sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE, text=True) for _ in range(4)]
        outputs = {run.communicate()[0] for run in runs}
        self.assertEqual(len(outputs), 1)
        self.assertEqual([path.suffix for path in (folder / "__pycache__").glob("cp.*")], [".so"])
        os.remove(folder / "one_module.c")
        self.assertIn("there is no file", self.run_python(folder, code).stderr)

    def test_flags(self):
        emitted("flags_module", CART_POLE)
        folder = FOLDER / "flags_module"
        plain = folder / "plain"  # a compiler that knows no machine
        plain.write_text('#!/bin/sh\necho "$@" >> calls\ncase "$*" in *-march*) echo unknown >&2; exit 1;; esac\nexec cc "$@"\n')
        plain.chmod(0o755)
        code = "import flags_module as m; print(m.derivatives(0, [0, 0.1, 0, 0])[3])"

        def calls(**variables):
            (folder / "calls").unlink(missing_ok=True)
            run = self.run_python(folder, code, CC="./plain", **variables)
            self.assertEqual(run.returncode, 0, run.stderr)
            return [call.split(" -o ")[0].split("-fPIC")[1].split("/")[0] for call in (folder / "calls").read_text().splitlines()]

        self.assertEqual(calls(), [" -march=native ", " "])
        self.assertEqual(calls(CFLAGS="-O1"), [" -O1 "])
        self.assertEqual(calls(CFLAGS=""), [" "])

    def test_routines_of_the_users(self):
        script = CART_POLE.replace("force(origin(cart)", 'external(drag, [x1\'], [pull])$ force(origin(cart), [pull, 0, 0])$\nforce(origin(cart)')
        folder = FOLDER / "drag_module"
        with self.assertRaisesRegex(ImportError, "cp_external.c.*belong there, in C"):
            emitted("drag_module", script)
        (folder / "cp_external.c").write_text("void drag(double v, double* f) { f[0] = -3*v; }\n")
        module = importlib.import_module("drag_module")
        y = np.array([0.1, 0.2, 0.3, 0.4])
        np.testing.assert_allclose(module.derivatives(0, y), cart_pole_rates(module.defaults(), y, -0.9), rtol=1e-12)

    def test_same_bytes_in_every_process(self):
        texts = []
        for _ in range(2):
            emitted_again = FOLDER / "again"
            shutil.rmtree(emitted_again, ignore_errors=True)
            emitted_again.mkdir(parents=True)
            (emitted_again / "script.lag").write_text(FOUR_BAR + 'emit(python, "again")$\n')
            subprocess.run([LAG, "script.lag", "--quiet"], cwd=emitted_again, check=True)
            texts.append((emitted_again / "again.py").read_text() + (emitted_again / "again.c").read_text())
        self.assertEqual(texts[0], texts[1])

    def test_names(self):
        folder = FOLDER / "names"
        folder.mkdir(parents=True, exist_ok=True)

        def message(file):
            (folder / "script.lag").write_text(CART_POLE + f'emit(python, "{file}")$\n')
            return subprocess.run([LAG, "script.lag"], cwd=folder, capture_output=True, text=True, check=False).stderr

        self.assertIn("'2cp' is no name of a Python module", message("2cp"))
        self.assertIn("'class' is no name of a Python module", message("class.py"))
        self.assertIn("is no name for a file in python", message("cp.c"))
        self.assertEqual(message("sub/cp.py"), "")
        self.assertTrue((folder / "sub" / "cp.c").exists())


class Residual(unittest.TestCase):
    def test_it_vanishes_on_the_solution_and_its_jacobian_is_that_of_differences(self):
        script = (MIXED % "grip").replace("output(pull", "speed_constraint(p3 = 0.2*s1')$ output(pull")
        for form in "speeds", "accelerations":
            m = emitted("residual_" + form, script, f", residual = {form}")
            p = m.defaults() * 1.02
            c = m.setup(p)
            y = np.concatenate([part + 0.3 * RANDOM.uniform(-1, 1, len(part)) for part in m.initial(p)])
            y[:m.nq] = m.normalize(y[:m.nq])
            q, u, s = np.split(y, [m.nq, m.nq + m.nu])
            t, w = 0.3, np.array([0.7])
            ydot, multipliers = m.derivatives(t, y, w, c), m.accelerations(t, q, u, s, w, c)[1]
            expected = np.zeros(len(y) + m.nl)
            if form == "speeds":
                expected[len(y):] = m.constraints(t, q, u, s, w, c)[1]
                self.assertGreater(abs(expected).max(), 1e-3)
            np.testing.assert_allclose(m.residual(t, y, ydot, multipliers, w, c), expected, rtol=0, atol=1e-12)
            held = [y, ydot + 0.3, multipliers + 0.2, w]
            slopes = []
            for k, part in enumerate(held):
                for j in range(len(part)):
                    def moved(h):
                        at = [one.copy() for one in held]
                        at[k][j] += h
                        return m.residual(t, *at, c)
                    slopes.append((8 * (moved(1e-3) - moved(-1e-3)) - moved(2e-3) + moved(-2e-3)) / 12e-3)
            full = np.zeros((len(expected), len(slopes)))
            full[m.residual_jacobian_rows, m.residual_jacobian_columns] = m.residual_jacobian(t, *held, c)
            np.testing.assert_allclose(full, np.array(slopes).T, rtol=0, atol=1e-8 * (1 + np.abs(full).max()))


class Rest(unittest.TestCase):
    def test_what_is_held_against_a_loop_is_named(self):
        bar = emitted("rest_module", FOUR_BAR, ", equilibrium = true")
        c = bar.setup(bar.defaults())
        start = np.array([0.3, 0.8, 1.5])
        q, loads = bar.equilibrium(0.0, start, [], c, [0, 0, 0], 1e-11, 100)
        np.testing.assert_allclose(bar.constraints(0.0, q, np.zeros(3), [], c)[0], 0, atol=1e-10)
        balance = bar.right_side(0.0, q, np.zeros(3), [], c) - bar.constraint_matrix(0.0, q, [], c).T @ loads
        np.testing.assert_allclose(balance, 0, atol=1e-9)
        with self.assertRaises(bar.Failure) as failure:
            bar.equilibrium(0.0, start, [], c, [1, 1, 1], 1e-11, 100)
        self.assertIn("cannot be met at rest; what is held, or the start, may stand in its way", str(failure.exception))
        self.assertIn(failure.exception.info, (4, 5))
        np.testing.assert_array_equal(bar.equilibrium(0.0, start, None, None, None)[0], bar.equilibrium(0.0, start)[0])
        np.testing.assert_array_equal(bar.equilibrium(0.0, start, w=None)[0], q)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main(argv=sys.argv[:1])
