#!/usr/bin/env python3
"""Forward dynamics of a tree as a careful engineer's own generator gives it: tracer.py TREE.txt NAME FOLDER [symbols]

TREE.txt is what tree_numbers wrote. Writes FOLDER/NAME_<variant>_<sines>.c, each with evaluate(y = [q; u], w, udot):
  aba   the articulated-body algorithm (R. Featherstone, Rigid Body Dynamics Algorithms, 2008, chapter 7)
  crba  composite rigid bodies and bias forces (chapter 6), then a sparse L^T D L from the leaves to the root
  sines library: sin and cos; vector: all angles of the routine at once, by vector_sines.h

The algorithms run on expressions. Equal expressions are one object. Numbers are folded in, sums and products with 0 and 1 vanish, signs
move outwards. So a zero of the model, an absent component of a planar mechanism or an angle on which nothing depends costs nothing.
Hinges turn two components. Symmetric matrices are computed in one half. A pivot takes one division. Accelerations are those of points,
not of spatial vectors, so that no linear velocity is needed (J. Luh, M. Walker, R. Paul, 1980). Gravity is the acceleration of the base.

A free body has Euler angles (321) and speeds in its own axes. With `symbols` each number is an element of c instead, and what depends
on these alone is computed once, in prepare(). Fixed bodies are joined with those that carry them beforehand."""
import math
import sys

from vector_sines import HEADER, calls

# ---- expressions


class Expr:
    """A number, a text in C, or an operation on expressions. `fixed`: made of the model's numbers alone."""

    __slots__ = ("op", "args", "fixed", "index")

    def __init__(self, op, args, fixed, index):
        self.op, self.args, self.fixed, self.index = op, args, fixed, index

    def __neg__(self):
        if self.op == "number":
            return number(-self.args[0])
        return self.args[0] if self.op == "neg" else made("neg", self)

    def __add__(self, other):
        a, b = sorted((self, other), key=order)
        if a.op == b.op == "number":
            return number(a.args[0] + b.args[0])
        if is_number(a, 0):
            return b
        if a is b:
            return number(2) * a
        if b.op == "neg":
            return a - b.args[0]
        if a.op == "neg":
            return b - a.args[0]
        if a.fixed and not b.fixed and b.op == "+" and b.args[0].fixed:
            return (a + b.args[0]) + b.args[1]
        return made("+", a, b)

    def __sub__(self, other):
        a, b = self, other
        if a is b:
            return number(0)
        if b.op == "neg" or b.op == "number":
            return a + -b
        if is_number(a, 0):
            return -b
        if a.op == "neg":
            return -(a.args[0] + b)
        return made("-", a, b) if order(a) < order(b) else -made("-", b, a)

    def __mul__(self, other):
        a, b = sorted((self, other), key=order)
        if a.op == "number":
            if b.op == "number":
                return number(a.args[0] * b.args[0])
            if a.args[0] == 0:
                return a
            if a.args[0] == 1:
                return b
            if a.args[0] < 0:
                return -(-a * b)
        if a.op == "neg":
            return -(a.args[0] * b)
        if b.op == "neg":
            return -(a * b.args[0])
        if a.fixed and not b.fixed and b.op == "*" and b.args[0].fixed:
            return (a * b.args[0]) * b.args[1]
        return made("*", a, b)

    def inverse(self):
        if self.op == "number":
            return number(1 / self.args[0])
        return -self.args[0].inverse() if self.op == "neg" else made("inverse", self)


pool = {}


def made(op, *args):
    key = (op, *(a.index if isinstance(a, Expr) else a for a in args))
    if key not in pool:
        fixed = all(a.fixed for a in args) if op != "text" and op != "number" else op == "number" or args[0].startswith("c[")
        pool[key] = Expr(op, args, fixed, len(pool))
    return pool[key]


def number(x):
    return made("number", float(x) + 0.0)


def text(x):
    return made("text", x)


def order(e):  # numbers, what is made of them, the rest: each in the order in which it was made
    return (e.op != "number", not e.fixed, e.index)


def is_number(e, x):
    return e.op == "number" and e.args[0] == x


ZERO, ONE = number(0), number(1)


def total(terms):
    result = ZERO
    for term in terms:
        result = result + term
    return result


# ---- vectors of three components, matrices as rows; of floats or of expressions


def dot(a, b):
    return total(x * y for x, y in zip(a, b))


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def transposed(A):
    return [list(row) for row in zip(*A)]


def product(A, B):
    return [[sum((row[k] * B[k][j] for k in range(1, len(B))), row[0] * B[0][j]) for j in range(len(B[0]))] for row in A]


def applied(A, x):
    return [dot(row, x) for row in A]


def skew(a):
    return [[ZERO, -a[2], a[1]], [a[2], ZERO, -a[0]], [-a[1], a[0], ZERO]]


def symmetric(entry, n=3):
    """The matrix of entry(i, j), asked for i <= j alone."""
    A = [[entry(i, j) if i <= j else None for j in range(n)] for i in range(n)]
    return [[A[min(i, j)][max(i, j)] for j in range(n)] for i in range(n)]


def diagonal(x):
    return [[x if i == j else x * 0 if isinstance(x, float) else ZERO for j in range(3)] for i in range(3)]


# ---- the model


class Body:
    """A moving body. axis: the component about or along which its joint moves, in `sign` of the joint's sense; inboard: a Body or
    None; turned: from the inboard body's components to the joint's."""

    def __init__(self, line, inboard, at, turned):
        self.kind, self.inboard, self.at, self.turned = line[2], inboard, at, turned
        numbers = [float(x) for x in line[3:19]]
        self.mass, self.cm, inertia = numbers[6], numbers[7:10], numbers[10:]
        self.inertia = [[inertia[k] for k in row] for row in ((0, 3, 4), (3, 1, 5), (4, 5, 2))]  # about the mass centre
        self.motor, self.axis, self.sign, self.own = int(line[19]), 2, 1, diagonal(1.0)
        direction = numbers[:3]
        if self.kind in ("hinge", "slide"):
            size = math.sqrt(sum(x * x for x in direction))
            largest = max(range(3), key=lambda k: abs(direction[k]))
            if abs(direction[largest]) == size:
                self.axis, self.sign = largest, 1 if direction[largest] > 0 else -1
            else:
                self.turn_axes([x / size for x in direction])

    def turn_axes(self, z):
        """Takes axes with the joint along z: `own` leads to the file's components."""
        least = min(range(3), key=lambda k: abs(z[k]))
        x = [(k == least) - z[least] * z[k] for k in range(3)]
        x = [a / math.sqrt(sum(b * b for b in x)) for a in x]
        y = [z[i - 2] * x[i - 1] - z[i - 1] * x[i - 2] for i in range(3)]
        self.own = transposed([x, y, z])
        back = [x, y, z]
        self.turned = product(back, self.turned)
        self.cm = [sum(a * b for a, b in zip(row, self.cm)) for row in back]
        self.inertia = product(product(back, self.inertia), self.own)

    def join(self, other):
        """Adds the mass of a fixed body, whose place and components are `at` and `turned`."""
        back = transposed(other.turned)
        place = [r + sum(a * b for a, b in zip(row, other.cm)) for r, row in zip(other.at, back)]
        about = product(product(back, other.inertia), other.turned)
        mass = self.mass + other.mass
        offset = [a - b for a, b in zip(place, self.cm)]
        square = sum(x * x for x in offset)
        reduced = self.mass * other.mass / mass if mass else 0.0
        for i in range(3):
            for j in range(3):
                self.inertia[i][j] += about[i][j] + reduced * ((i == j) * square - offset[i] * offset[j])
        self.cm = [a + (other.mass / mass if mass else 0.0) * x for a, x in zip(self.cm, offset)]
        self.mass = mass


class Tree:
    def __init__(self, path, symbolic):
        self.values, self.symbolic = [], symbolic
        with open(path, encoding="utf-8") as file:
            lines = [line.split() for line in file if line.strip()]
        self.bodies, carried = [], [(None, [0.0] * 3, diagonal(1.0))]  # of each body: what moves it, its place and components there
        for line in lines[1 : int(lines[0][0]) + 1]:
            inboard, at, turned = carried[int(line[1])]
            own = inboard.own if inboard else diagonal(1.0)
            place = [sum(a * float(b) for a, b in zip(row, line[6:9])) for row in transposed(product(turned, own))]
            here = [[float(x) for x in line[21 + 3 * i : 24 + 3 * i]] for i in range(3)] if len(line) > 20 else diagonal(1.0)
            body = Body(line, inboard, [a + b for a, b in zip(at, place)], product(product(here, turned), own))
            if body.kind == "fixed":
                if inboard:
                    inboard.join(body)
                carried.append((inboard, body.at, product(here, turned)))
                continue
            if body.kind == "free" and self.bodies:
                raise SystemExit("only the first body may be free")
            self.bodies.append(body)
            carried.append((body, [0.0] * 3, diagonal(1.0)))
        self.base = 6 if self.bodies[0].kind == "free" else 0
        self.joints = self.bodies[1:] if self.base else self.bodies
        self.count = self.base + len(self.joints)
        self.gravity = [self.value(float(x)) for x in lines[0][1:4]]
        for body in self.bodies:
            self.name(body)

    def value(self, x):
        """A number of the model: itself, or the next symbol. Zeros and ones stay."""
        if abs(x) < 1e-15 or x == 1 or not self.symbolic:
            return number(0 if abs(x) < 1e-15 else x)
        self.values.append(x)
        return text(f"c[{len(self.values) - 1}]")

    def coordinate(self, k):
        return text(f"y[{k}]")

    def speed(self, k):
        return text(f"y[{self.count + k}]")

    def name(self, body):
        """Expressions for what stands in the body."""
        body.m, cm = self.value(body.mass), [self.value(x) for x in body.cm]
        central = symmetric(lambda i, j: self.value(body.inertia[i][j]))
        body.h = [body.m * x for x in cm]
        body.J = symmetric(lambda i, j: central[i][j] + ((dot(body.h, cm) if i == j else ZERO) - body.h[i] * cm[j]))
        body.r = [self.value(x) for x in body.at]
        body.placed = None  # joint's components -> the inboard body's, where they are turned
        if any(abs(x - y) > 1e-15 for a, b in zip(body.turned, diagonal(1.0)) for x, y in zip(a, b)):
            body.placed = transposed([[self.value(x) for x in row] for row in body.turned])
        if body.kind == "free":
            return
        k = body.number = self.base + self.joints.index(body)
        sign = number(body.sign)
        body.rate, body.load = sign * self.speed(k), ZERO if body.motor < 0 else sign * text(f"w[{body.motor}]")
        if body.kind == "hinge":
            body.s, body.c = sign * made("sin", self.coordinate(k)), made("cos", self.coordinate(k))
            i, j = body.axis - 2, body.axis - 1
            across = body.h[i], body.h[j], body.J[i][j], body.J[i][body.axis], body.J[j][body.axis]
            if not any(b.inboard is body for b in self.bodies) and body.J[i][i] is body.J[j][j] and all(x is ZERO for x in across):
                body.s, body.c = ZERO, ONE  # a last body that is equal all around its axis need not turn
        else:
            moved = [sign * self.coordinate(k) if i == body.axis else ZERO for i in range(3)]
            body.r = plus(body.r, applied(body.placed, moved) if body.placed else moved)


# ---- what a joint does


def outward(body, x):
    """From the inboard body's components to the body's."""
    if body.placed:
        x = applied(transposed(body.placed), x)
    return two_turned(body.axis, body.c, -body.s, x) if body.kind == "hinge" else x


def inward(body, x):
    if body.kind == "hinge":
        x = two_turned(body.axis, body.c, body.s, x)
    return applied(body.placed, x) if body.placed else x


def two_turned(k, c, s, x):
    i, j, result = k - 2, k - 1, list(x)
    result[i], result[j] = c * x[i] - s * x[j], s * x[i] + c * x[j]
    return result


def inward_matrix(body, A):
    """Both sides of a matrix. What a turn leaves as it is, the sum of two diagonal elements and the difference of the two beside
    them, is not computed: so symmetric matrices stay symmetric, and an inertia that is equal about two axes does not change."""
    if body.kind == "hinge":
        k, c, s = body.axis, body.c, body.s
        i, j, B = k - 2, k - 1, [list(row) for row in A]
        turn = s * (A[j][j] - A[i][i]) - c * (A[i][j] + A[j][i])
        B[i][i], B[j][j] = A[i][i] + s * turn, A[j][j] - s * turn
        B[i][j], B[j][i] = -(c * turn) - A[j][i], -(c * turn) - A[i][j]
        B[k] = two_turned(k, c, s, A[k])
        column = two_turned(k, c, s, [row[k] for row in A])
        B[i][k], B[j][k] = column[i], column[j]
        A = B
    if body.placed:
        half = product(body.placed, A)
        back = transposed(body.placed)
        is_symmetric = all(A[i][j] is A[j][i] for i in range(3) for j in range(i))
        A = symmetric(lambda i, j: dot(half[i], [row[j] for row in back])) if is_symmetric else product(half, back)
    return A


def unit(body):
    return [ONE if k == body.axis else ZERO for k in range(3)]


class Motion:
    """Of a body: angular velocity, its square matrix W (W r is the centripetal acceleration of r), and what is left of the
    acceleration beyond that of the inboard body and the joint's: `angular`, `linear` in its own components."""

    def __init__(self, tree, body, motions):
        if body.kind == "free":
            self.omega, self.angular, self.linear = [tree.speed(k) for k in range(3)], [ZERO] * 3, [ZERO] * 3
        else:
            carried = outward(body, motions[body.inboard].omega) if body.inboard else [ZERO] * 3
            across = [x * body.rate for x in cross(carried, unit(body))]
            hinge = body.kind == "hinge"
            self.omega = plus(carried, [x * body.rate for x in unit(body)]) if hinge else carried
            self.angular = across if hinge else [ZERO] * 3
            self.linear = [ZERO] * 3 if hinge else [number(2) * x for x in across]
        w = self.omega
        squares = [x * x for x in w]
        self.W = symmetric(lambda i, j: -(squares[i - 2] + squares[i - 1]) if i == j else w[i] * w[j])
        J = body.J
        self.moment = [  # omega x J omega
            J[i][i - 1] * self.W[i][i - 2] - J[i][i - 2] * self.W[i][i - 1]
            + (J[i - 1][i - 1] - J[i - 2][i - 2]) * self.W[i - 2][i - 1]
            + J[i - 2][i - 1] * (squares[i - 2] - squares[i - 1])
            for i in range(3)
        ]
        self.force = applied(self.W, body.h)


def motions_of(tree):
    motions = {}
    for body in tree.bodies:
        motions[body] = Motion(tree, body, motions)
    return motions


def of_base(tree, acceleration):
    """Rates of a free body's speeds from the accelerations that lack gravity."""
    (cy, cp, cr), (sy, sp, sr) = ([made(f, tree.coordinate(k)) for k in range(3)] for f in ("cos", "sin"))
    R = [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]
    gravity = applied(transposed(R), tree.gravity)
    turning = cross([tree.speed(k) for k in range(3)], [tree.speed(k) for k in range(3, 6)])
    return acceleration[:3] + [a - t + g for a, t, g in zip(acceleration[3:], turning, gravity)]


def solved(M, b):
    """M x = b for a symmetric M by L^T D L from the last row to the first: in a tree no zero is filled."""
    n, M, b = len(b), [list(row) for row in M], list(b)
    scaled = [None] * n
    for k in reversed(range(n)):
        pivot = M[k][k].inverse()
        scaled[k] = [M[k][i] * pivot for i in range(k)]
        for i in range(k):
            for j in range(i + 1):
                M[i][j] = M[i][j] - scaled[k][i] * M[k][j]
            b[i] = b[i] - scaled[k][i] * b[k]
        b[k] = b[k] * pivot
    x = []
    for k in range(n):
        x.append(b[k] - dot(scaled[k], x))
    return x


# ---- the two algorithms


def articulated(tree):
    motions, inertias, forces, left = motions_of(tree), {}, {}, {}
    for body in tree.bodies:
        inertias[body] = [body.J, skew(body.h), diagonal(body.m)]  # moments: J alpha + H a; forces: H^T alpha + M a
        forces[body] = motions[body].moment + motions[body].force
    for body in reversed(tree.joints):
        J, H, M = inertias[body]
        A = [J[i] + H[i] for i in range(3)] + [[H[j][i] for j in range(3)] + M[i] for i in range(3)]
        s, p = body.axis + (0 if body.kind == "hinge" else 3), forces[body]
        pivot, load = A[s][s].inverse(), body.load - p[s]
        U, K = A[s], [ONE if k == s else A[s][k] * pivot for k in range(6)]
        left[body] = (pivot * load, K)
        if not body.inboard:
            continue
        A = symmetric(lambda i, j: ZERO if s in (i, j) else A[i][j] - K[i] * U[j], 6)
        extra = applied(A, motions[body].angular + motions[body].linear)
        p = [body.load if k == s else p[k] + extra[k] + K[k] * load for k in range(6)]
        J, H, M = ([row[b : b + 3] for row in A[a : a + 3]] for a, b in ((0, 0), (0, 3), (3, 3)))
        J, H, M = (inward_matrix(body, X) for X in (J, H, M))
        r, drawn = body.r, applied(motions[body.inboard].W, body.r)
        moment = plus(inward(body, p[:3]), applied(H, drawn))
        force = plus(inward(body, p[3:]), applied(M, drawn))
        columns = [cross(r, column) for column in M]  # M is symmetric
        shifted = [[H[i][j] + columns[j][i] for j in range(3)] for i in range(3)]
        right, down = [cross(r, row) for row in H], [cross(r, row) for row in shifted]
        J = symmetric(lambda i, j: J[i][j] + right[i][j] + down[j][i])
        old = inertias[body.inboard]
        inertias[body.inboard] = [
            symmetric(lambda i, j: old[0][i][j] + J[i][j]),
            [plus(a, b) for a, b in zip(old[1], shifted)],
            symmetric(lambda i, j: old[2][i][j] + M[i][j]),
        ]
        forces[body.inboard] = plus(forces[body.inboard], plus(moment, cross(r, force)) + force)
    accelerations, result = {None: ([ZERO] * 3, [-x for x in tree.gravity])}, []
    if tree.base:
        J, H, M = inertias[tree.bodies[0]]
        A = [J[i] + H[i] for i in range(3)] + [[H[j][i] for j in range(3)] + M[i] for i in range(3)]
        x = solved(A, [-f for f in forces[tree.bodies[0]]])
        accelerations[tree.bodies[0]] = (x[:3], x[3:])
        result = of_base(tree, x)
    for body in tree.joints:
        alpha, a = accelerations[body.inboard]
        a = plus(a, cross(alpha, body.r))
        if body.inboard:
            a = plus(a, applied(motions[body.inboard].W, body.r))
        alpha = plus(outward(body, alpha), motions[body].angular)
        a = plus(outward(body, a), motions[body].linear)
        own, K = left[body]
        rate = own - dot(K, alpha + a)
        moved = [x * rate for x in unit(body)]
        accelerations[body] = (plus(alpha, moved), a) if body.kind == "hinge" else (alpha, plus(a, moved))
        result.append(number(body.sign) * rate)
    return result


def composite(tree):
    motions = motions_of(tree)
    ground = ([ZERO] * 3, [-x for x in tree.gravity])
    accelerations, forces, inertias = {}, {}, {}
    for body in tree.bodies:  # bias forces: those of vanishing rates of the speeds
        alpha, a = [ZERO] * 3, [ZERO] * 3
        if body.kind != "free":
            alpha, a = accelerations[body.inboard] if body.inboard else ground
            if body.inboard:
                a = plus(a, applied(turning(motions[body.inboard].W, alpha), body.r))
            alpha, a = plus(outward(body, alpha), motions[body].angular), plus(outward(body, a), motions[body].linear)
        accelerations[body] = (alpha, a)
        force = plus([body.m * x for x in a], applied(turning(motions[body].W, alpha), body.h))
        forces[body] = (plus(plus(applied(body.J, alpha), cross(body.h, a)), motions[body].moment), force)
        inertias[body] = (body.m, body.h, body.J)
    n = tree.count
    M, b = [[ZERO] * n for _ in range(n)], [ZERO] * n
    for body in reversed(tree.bodies):
        m, h, J = inertias[body]
        moment, force = forces[body]
        if body.kind == "free":
            H = skew(h)
            for i in range(3):
                b[i], b[3 + i] = -moment[i], -force[i]
                M[i][:3], M[3 + i][:3], M[3 + i][3 + i] = J[i], [H[j][i] for j in range(3)], m
            continue
        k, s = body.number, body.axis
        hinge = body.kind == "hinge"
        b[k] = body.load - (moment if hinge else force)[s]
        column = (J[s], cross(unit(body), h)) if hinge else (cross(h, unit(body)), [m * x for x in unit(body)])
        M[k][k] = column[0][s] if hinge else m
        inner = body
        while inner.inboard:
            column = carried(inner, *column)
            inner = inner.inboard
            if inner.kind == "free":
                M[k][:6] = column[0] + column[1]
            else:
                M[k][inner.number] = column[0 if inner.kind == "hinge" else 1][inner.axis]
        if body.inboard:
            inner = body.inboard
            forces[inner] = tuple(plus(x, y) for x, y in zip(forces[inner], carried(body, moment, force)))
            h, J, r = inward(body, h), inward_matrix(body, J), body.r
            shifted = plus(h, [m * x for x in r])
            along = dot(r, h) + dot(r, shifted)
            old = inertias[inner]
            moved = symmetric(lambda i, j: J[i][j] + ((along if i == j else ZERO) - h[i] * r[j] - r[i] * shifted[j]))
            inertias[inner] = (old[0] + m, plus(old[1], shifted), symmetric(lambda i, j: old[2][i][j] + moved[i][j]))
    x = solved(symmetric(lambda i, j: M[j][i], n), b)
    signs = [number(body.sign) for body in tree.joints]
    return (of_base(tree, x[:6]) if tree.base else []) + [s * a for s, a in zip(signs, x[tree.base :])]


def turning(W, alpha):
    """The matrix whose product with r is the acceleration of r relative to the origin."""
    return [plus(row, other) for row, other in zip(W, skew(alpha))]


def carried(body, moment, force):
    """A moment and a force in the inboard body's components and about its origin."""
    force = inward(body, force)
    return plus(inward(body, moment), cross(body.r, force)), force


# ---- C


def in_order(results):
    """All expressions that the results need, each before its first use."""
    done, stack, found = set(), [(e, False) for e in reversed(results)], []
    while stack:
        e, ready = stack.pop()
        if e.index in done:
            continue
        if ready or e.op in ("number", "text"):
            done.add(e.index)
            if ready:
                found.append(e)
            continue
        stack.append((e, True))
        stack.extend((a, False) for a in reversed(e.args))
    return found


def written(tree, results, vector):
    """The C text, and how many operations evaluate has."""
    found = in_order(results)
    names, constants, statements, angles = {}, [], [], []

    def name(e):
        return repr(e.args[0]) if e.op == "number" else e.args[0] if e.op == "text" else names[e.index]

    for e in found:
        args = [name(a) for a in e.args]
        if e.op in ("sin", "cos") and vector:
            if args[0] not in angles:
                angles.append(args[0])
            names[e.index] = f"{'sine' if e.op == 'sin' else 'cosine'}[{angles.index(args[0])}]"
            continue
        value = {"neg": "-{}", "inverse": "1/{}", "sin": "sin({})", "cos": "cos({})"}.get(e.op, "{} " + e.op + " {}").format(*args)
        if e.fixed:
            names[e.index] = f"k[{len(constants)}]"
            constants.append(f"    k[{len(constants)}] = {value};\n")
        else:
            names[e.index] = f"t{len(statements)}"
            statements.append(f"    const double t{len(statements)} = {value};\n")
    head = (HEADER if vector else "") + "#include <math.h>\n\n"
    if tree.values:
        head += f"double c[] = {{{', '.join(repr(x) for x in tree.values)}}};\nstatic double k[{len(constants) + 1}];\n"
        head += "void prepare(void) {\n" + "".join(constants) + "}\n\n"
    head += "void evaluate(const double* restrict y, const double* restrict w, double* restrict udot) {\n    (void)w;\n"
    ends = "".join(f"    udot[{k}] = {name(e)};\n" for k, e in enumerate(results))
    return head + calls(angles, "    ") + "".join(statements) + ends + "}\n", len(statements)


def main():
    if len(sys.argv) not in (4, 5):
        raise SystemExit("tracer.py TREE.txt NAME FOLDER [symbols]")
    path, prefix, folder = sys.argv[1:4]
    tree = Tree(path, len(sys.argv) > 4)
    inboard = [body.inboard for body in tree.bodies]
    variants = {"aba": articulated}
    if tree.count <= 20 or len(set(inboard)) < len(inboard):  # of order n^3 in long chains
        variants["crba"] = composite
    for variant, algorithm in variants.items():
        results = algorithm(tree)
        for sines in ("library", "vector"):
            code, operations = written(tree, results, sines == "vector")
            with open(f"{folder}/{prefix}_{variant}_{sines}.c", "w", encoding="utf-8") as file:
                file.write(code)
            print(f"{prefix}_{variant}_{sines} {operations} operations")


if __name__ == "__main__":
    main()
