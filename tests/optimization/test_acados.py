"""emit(acados, ..): the functions of the folder, called as acados' integrators call them, against the Python module of the
same model, differences and each other. The sources are compiled with sanitizers.   python3 test_acados.py LAG FOLDER"""
import ctypes
import importlib
import os
import subprocess
import sys

import numpy as np

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
os.makedirs(folder, exist_ok=True)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path.insert(0, folder)
RANDOM = np.random.default_rng(5)
NAMES = ["expl_ode_fun", "expl_vde_forw", "expl_vde_adj", "expl_ode_hess", "impl_dae_fun", "impl_dae_fun_jac_x_xdot_z",
         "impl_dae_fun_jac_x_xdot_u", "impl_dae_fun_jac_x_xdot_u_z", "impl_dae_jac_x_xdot_u_z", "impl_dae_hess"]

models = {
    "cart": """model(cart)$ parameters(M = 2, m = 0.5, l = 0.6, g = 9.81)$ input(f, "N", "push")$ gravity([0, -g, 0])$
body(c, ground, hinge = prismatic(x, x), mass = M)$ hinge_load(x, f)$
body(p, c, hinge = revolute(z, q), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/12])$ """,
    "rows": """model(rows)$ parameters(ma = 1, la = 0.3, g = 9.81)$ input(torque, "N*m")$ gravity([0, -g, 0])$
body(a, ground, hinge = revolute(z, q1), mass = ma, cm = [la/2, 0, 0], inertia = [0, 0, .01])$
body(b, a, hinge = revolute(z, q2), at = [la, 0, 0], mass = 2, cm = [.4, 0, 0], inertia = [0, 0, .05])$
body(d, ground, hinge = revolute(z, q3), at = [.7, 0, 0], mass = 1, cm = [.3, 0, 0], inertia = [0, 0, .03])$
point(P, b, [.8, 0, 0])$ point(Q, d, [.6, 0, 0])$ close_loop(P, Q)$ hinge_load(q1, torque)$
initial(q1 = 1, q2 = -0.6, q3 = 1.6)$ """,
    "states": """model(states)$ parameters(m = 1, l = 0.5, g = 9.81, T = 0.2)$ input(torque, "N*m")$ input(other)$
gravity([0, -g, 0])$ body(a, ground, hinge = revolute(z, q1), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
body(b, a, hinge = revolute(z, q2), at = [0, -2*l, 0], mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
state(s, "", "filtered", rate = (diff(q1, t, 2) - s)/T)$ state(clock, rate = 1)$
hinge_load(q1, torque - s + other*sin(3*clock))$ """,
    "turning": """model(turning)$ parameters(m = 1)$ input(torque, "N*m")$
body(top, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p1, p2, p3]), mass = m, cm = [0, 0, 0.3],
     inertia = [0.1, 0.12, 0.05])$ torque(top, [0, torque, 0])$ gravity([0, 0, -9.81])$ initial(e0 = 4/5, e1 = 3/5)$ """,
    "bare": """model(bare)$ body(b, ground, hinge = prismatic(x, x), mass = 2)$ """,
}


def checked(*command, status=0):
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert run.returncode == status, f"{' '.join(command)}\n{run.stdout}{run.stderr}"
    return run.stdout + run.stderr


class Function:
    """As acados' external_function_casadi: sizes and sparsities first; arguments and results full, column after column."""

    def __init__(self, library, name):
        self.name, self.eval = name, getattr(library, name)
        self.shapes = []
        for direction in ("in", "out"):
            get = getattr(library, f"{name}_sparsity_{direction}")
            get.restype = ctypes.POINTER(ctypes.c_int)
            self.shapes.append([self.shape(get(k)) for k in range(getattr(library, f"{name}_n_{direction}")())])
            assert not get(len(self.shapes[-1]))
        sizes = [ctypes.c_int() for _ in range(4)]
        assert getattr(library, name + "_work")(*map(ctypes.byref, sizes)) == 0
        self.work = (ctypes.c_double * max(sizes[3].value, 1))()
        assert sizes[0].value >= len(self.shapes[0]) and sizes[1].value >= len(self.shapes[1])

    @staticmethod
    def shape(numbers):
        rows, columns = numbers[0], numbers[1]
        if numbers[2] == 1:
            return rows, columns, np.arange(rows * columns)
        starts = [numbers[2 + k] for k in range(columns + 1)]
        places = [numbers[3 + columns + k] + rows * c for c in range(columns) for k in range(starts[c], starts[c + 1])]
        return rows, columns, np.array(places, dtype=int)

    def __call__(self, *values):
        pointer = ctypes.POINTER(ctypes.c_double)
        given, results = [], []
        for value, (rows, columns, places) in zip(values, self.shapes[0], strict=True):
            full = np.asarray(value, dtype=float).reshape(-1, order="F")
            assert full.size == rows * columns, (self.name, full.size, rows, columns)
            given.append((ctypes.c_double * max(places.size, 1))(*full[places]))
        for _, _, places in self.shapes[1]:
            results.append((ctypes.c_double * max(places.size, 1))())
        arg = (pointer * len(given))(*(ctypes.cast(g, pointer) for g in given))
        res = (pointer * len(results))(*(ctypes.cast(r, pointer) for r in results))
        assert self.eval(arg, res, None, self.work, 0) == 0, self.name
        full = []
        for (rows, columns, places), result in zip(self.shapes[1], results):
            matrix = np.zeros(rows * columns)
            matrix[places] = result[:places.size]
            full.append(matrix.reshape((rows, columns), order="F"))
        return full


def slope(f, x, k, h=1e-3):
    def at(s):
        moved = x.copy()
        moved[k] += s
        return f(moved)
    return (at(-2 * h) - 8 * at(-h) + 8 * at(h) - at(2 * h)) / (12 * h)


def jacobian(f, x):
    columns = [slope(f, x, k) for k in range(len(x))]
    return np.array(columns).T if columns else np.zeros((len(f(x)), 0))


def close(a, b, tolerance, what):
    a, b = np.asarray(a), np.asarray(b)
    worst = np.max(np.abs(a - b) / (1 + np.abs(b)), initial=0)
    assert a.shape == b.shape and worst < tolerance, (what, a.shape, b.shape, worst)


def examine(name, library, module, numbers):
    f = {short: Function(library, f"{name}_{short}") for short in NAMES}
    p = module.defaults() * (1 if numbers else 1.05)
    c, given = module.setup(p), np.zeros(0) if numbers else p
    start = np.concatenate([part for part in module.initial(p)])
    x = start + 0.2 * RANDOM.uniform(-1, 1, len(start))
    nx, nu, nz = len(x), module.nw, module.nl
    u, lam = RANDOM.uniform(-1, 1, nu), RANDOM.uniform(-1, 1, nx)
    nq, ns = module.nq, getattr(module, "ns", 0)

    # explicit
    def rates(x, u=u):
        return f["expl_ode_fun"](x, u, given)[0].ravel()
    close(rates(x), module.derivatives(0.0, x, u, c), 1e-12, name + " rates")
    A, B = jacobian(rates, x), jacobian(lambda u: rates(x, u), u)
    Sx, Su = RANDOM.uniform(-1, 1, (nx, nx)), RANDOM.uniform(-1, 1, (nx, nu))
    value, dx, du = f["expl_vde_forw"](x, Sx, Su, u, given)
    close(value.ravel(), rates(x), 1e-14, name + " vde")
    close(dx, A @ Sx, 1e-7, name + " Sx"), close(du, A @ Su + B, 1e-7, name + " Su")
    adj = f["expl_vde_adj"](x, lam, u, given)[0].ravel()
    close(adj, np.concatenate([A.T @ lam, B.T @ lam]), 1e-7, name + " adj")
    adj2, hess = f["expl_ode_hess"](x, Sx, Su, lam, u, given)
    close(adj2.ravel(), adj, 1e-14, name + " adj beside hess")
    xu = np.concatenate([x, u])
    H = jacobian(lambda xu: f["expl_vde_adj"](xu[:nx], lam, xu[nx:], given)[0].ravel(), xu)
    S = np.block([[Sx, Su], [np.zeros((nu, nx)), np.eye(nu)]])
    whole = S.T @ H @ S
    close(hess.ravel(), np.concatenate([whole[j:, j] for j in range(nx + nu)]), 1e-5, name + " hess")

    # one step of a Runge-Kutta method with the sensitivities, as its explicit integrator takes it
    def step(x, u, h=0.05):
        stages, slopes = [], []
        for a in (0, 0.5, 0.5, 1):
            at = x + h * a * (stages[-1] if stages else 0)
            into = np.eye(nx) + h * a * (slopes[-1][0] if slopes else 0), h * a * (slopes[-1][1] if slopes else np.zeros((nx, nu)))
            value, dx, du = f["expl_vde_forw"](at, *into, u, given)
            stages.append(value.ravel()), slopes.append((dx, du))
        weights = np.array([1, 2, 2, 1]) * h / 6
        return (x + sum(w * k for w, k in zip(weights, stages)), np.eye(nx) + sum(w * k[0] for w, k in zip(weights, slopes)),
                sum(w * k[1] for w, k in zip(weights, slopes)))
    _, of_x, of_u = step(x, u)
    close(of_x, jacobian(lambda x: step(x, u)[0], x), 1e-7, name + " step by x")
    close(of_u, jacobian(lambda u: step(x, u)[0], u), 1e-7, name + " step by u")

    # implicit: the rates and multipliers that Newton's method finds are those of the explicit equations
    t = [0.0]
    xdot, z = np.zeros(nx), np.zeros(nz)
    for _ in range(3):
        r, _, of_rates, of_z = f["impl_dae_fun_jac_x_xdot_z"](x, xdot, u, z, t, given)
        both = np.linalg.solve(np.hstack([of_rates, of_z]), -r.ravel())
        xdot, z = xdot + both[:nx], z + both[nx:]
    close(xdot, rates(x), 1e-10, name + " implicit rates")
    parts = [x[:nq], x[nq:nx - ns]] + ([x[nx - ns:]] if ns else [])
    close(z, module.accelerations(0.0, *parts, u, c)[1], 1e-8, name + " multipliers")
    xdot, z = RANDOM.uniform(-1, 1, nx), RANDOM.uniform(-1, 1, nz)
    blocks = {"x": jacobian(lambda a: f["impl_dae_fun"](a, xdot, u, z, t, given)[0].ravel(), x),
              "xdot": jacobian(lambda a: f["impl_dae_fun"](x, a, u, z, t, given)[0].ravel(), xdot),
              "u": jacobian(lambda a: f["impl_dae_fun"](x, xdot, a, z, t, given)[0].ravel(), u),
              "z": jacobian(lambda a: f["impl_dae_fun"](x, xdot, u, a, t, given)[0].ravel(), z)}
    for short in NAMES[5:9]:
        results = f[short](x, xdot, u, z, t, given)
        if "fun" in short:
            close(results.pop(0), f["impl_dae_fun"](x, xdot, u, z, t, given)[0], 1e-14, name + " " + short)
        for block, result in zip(short.split("jac_")[1].split("_"), results, strict=True):
            close(result, blocks[block], 1e-7, f"{name} {short} {block}")
    multiplier = RANDOM.uniform(-1, 1, nx + nz)
    all_of = np.concatenate([x, xdot, z, u])

    def gradient(v):
        x, xdot, z, u = np.split(v, [nx, 2 * nx, 2 * nx + nz])
        by = dict(zip(("x", "xdot", "u", "z"), f["impl_dae_jac_x_xdot_u_z"](x, xdot, u, z, t, given)))
        return np.concatenate([by[k].T @ multiplier for k in ("x", "xdot", "z", "u")])
    hess = f["impl_dae_hess"](x, xdot, u, z, multiplier, t, given)[0]
    close(hess, jacobian(gradient, all_of), 1e-6, name + " implicit hess")


if len(sys.argv) > 3:  # in a process that has the sanitizers
    name, numbers = sys.argv[3], sys.argv[4] == "numbers"
    examine(name, ctypes.CDLL(os.path.join(folder, name + ".so")), importlib.import_module(name + "_module"), numbers)
    sys.exit(0)

for name, script in models.items():
    for numbers in ([False, True] if name == "rows" else [False]):
        path = os.path.join(folder, name + ".lag")
        with open(path, "w") as file:
            file.write(script + f'emit(acados, "{name}"{", parameters = numbers" * numbers})$\n'
                       f'emit(python, "{name}_module.py")$\n')
        checked(lag, path, "--quiet")
        sources = [f"{name}_model/{name}_{short}.c" for short in NAMES]
        written = {file for file in os.listdir(os.path.join(folder, name + "_model")) if not file.endswith(".o")}
        assert written == {os.path.basename(source) for source in sources} | {name + "_model.h"}
        with open(os.path.join(folder, name + "_uses.c"), "w") as file:
            file.write(f'#include "{name}_model/{name}_model.h"\nint (*used[])(const double**, double**, int*, double*, void*)'
                       f' = {{{", ".join(name + "_" + short for short in NAMES)}}};\n')
        for source in sources:
            checked("clang", "-std=c99", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion",
                    "-Werror", source)
            checked("gcc", "-std=c99", "-O0", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
                    "-fPIC", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-c", source, "-o",
                    source[:-2] + ".o")
        checked("gcc", "-shared", "-fPIC", "-fsanitize=address,undefined", "-o", name + ".so", name + "_uses.c",
                *(source[:-2] + ".o" for source in sources), "-lm")
        asan = checked("gcc", "-print-file-name=libasan.so").strip()
        run = subprocess.run([sys.executable, os.path.abspath(__file__), lag, folder, name, "numbers" if numbers else "p"],
                             env=os.environ | {"LD_PRELOAD": asan, "ASAN_OPTIONS": "detect_leaks=0"},
                             capture_output=True, text=True)
        assert run.returncode == 0, f"{name}\n{run.stdout}{run.stderr}"

for script, message in (
        ("body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, sin(t))$", "make time a state"),
        ("body(b, ground, hinge = prismatic(x, x), mass = 1)$ limit(x, 0, 1)$", "acados knows no flags")):
    with open(os.path.join(folder, "wrong.lag"), "w") as file:
        file.write(f'model(wrong)$ {script} emit(acados, "wrong")$')
    assert message in checked(lag, os.path.join(folder, "wrong.lag"), "--quiet", status=1)
print("models:", ", ".join(models))
