"""emit(casadi, ..): its functions, called as CasADi calls them (host.c, with sanitizers), against the Python module of the
same model and against differences of themselves.   python3 test_casadi.py LAG FOLDER"""
import importlib
import os
import subprocess
import sys

import numpy as np

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
here = os.path.dirname(os.path.abspath(__file__))
os.makedirs(folder, exist_ok=True)
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path.insert(0, folder)

cart = """model({})$ parameters(M = 2, m = 0.5, l = 0.6, g = 9.81)$ input(f, "N", "push")$ gravity([0, -g, 0])$
body(c, ground, hinge = prismatic(x, x), mass = M)$
body(p, c, hinge = revolute(z, q), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/12])$ hinge_load(x, f)$
output(tip, x + l*sin(q))$ output(push, f*x'*q')$ """
four_bar = """model({})$ parameters(ma = 1, la = 0.3, g = 9.81)$ input(torque, "N*m")$ gravity([0, -g, 0])$
body(a, ground, hinge = revolute(z, q1), mass = ma, cm = [la/2, 0, 0], inertia = [0, 0, .01])$
body(b, a, hinge = revolute(z, q2), at = [la, 0, 0], mass = 2, cm = [.4, 0, 0], inertia = [0, 0, .05])$
body(d, ground, hinge = revolute(z, q3), at = [.7, 0, 0], mass = 1, cm = [.3, 0, 0], inertia = [0, 0, .03])$
point(P, b, [.8, 0, 0])$ point(Q, d, [.6, 0, 0])$ close_loop(P, Q)$ hinge_load(q1, torque)$
initial(q1 = 1, q2 = -0.6, q3 = 1.6)$ output(angle, q1*q3')$ """
# the script, the derivatives that are asked for, and what host.c is told beside the seed
models = {
    "whole": (cart, "jacobian = [t, q, u, w, p], tangent = q, adjoint = q, hessian = [q, u, w, p], "
                    "of = [derivatives, outputs, inverse_dynamics]", ""),
    "udot": (cart, "jacobian = [q, udot], of = inverse_dynamics", ""),
    "part": (cart, "jacobian = x", ""),
    "bare": (cart, "", ""),
    "numbers": (cart, "jacobian = [q, w], hessian = w, parameters = numbers", ""),
    "rows": (four_bar, "jacobian = [q, w], hessian = [u, p], of = [derivatives, outputs]", ""),
    "minimal": (four_bar + "options(constraints = eliminate)$ ", "tangent = [q, w], hessian = [q, p]",
                "y 0.4"),
    "states": ("""model({})$ parameters(m = 1, l = 0.5, g = 9.81, T = 0.2)$ input(torque, "N*m")$ gravity([0, -g, 0])$
body(a, ground, hinge = revolute(z, q1), mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
body(b, a, hinge = revolute(z, q2), at = [0, -2*l, 0], mass = m, cm = [0, -l, 0], inertia = [0, 0, m*l^2/3])$
state(s, "", "filtered", rate = (diff(q1, t, 2) - s)/T)$ hinge_load(q1, torque - s)$
output(bend, diff(q2, t, 2)*s)$ output(clock, t)$ """,
               "jacobian = states, tangent = w, hessian = [q, w, p], of = [derivatives, outputs]", ""),
    "moved": ("""model({})$ parameters(m = 1, a = 0.3, k = 4)$ input(z, "m")$
track(x):= table(x, [-3, -1, 0, 1, 2, 3], [0.3, 0.1, 0.4, 0.2, 0.7, 0.1], interpolation = smooth)$
body(b, ground, hinge = prismatic(x, a*sin(3*t) + z), mass = m)$
body(c, b, hinge = revolute(z, q), mass = m, cm = [0, -a, 0], inertia = [0, 0, 1/10])$
hinge_load(q, -k*q - track(q))$ output(place, a*sin(q)*track(q + t) + track(t))$ """,
              "jacobian = [t, q], hessian = [t, q, p], of = [derivatives, outputs]", ""),
    "flags": ("""model({})$ parameters(m = 1)$ input(f, "N")$ flag(n, 1)$ body(b, ground, hinge = prismatic(x, x), mass = m)$
state(s, "", "filtered", rate = n*f^2 - s)$ hinge_load(x, f*s)$ event(kick, t - 0.5, rising, set = [n = n + 1])$ """,
              "hessian = [q, w, p]", ""),
    "procedures": ("""model({})$ parameters(m = 2, k = 3)$ input(f)$ gravity([0, -9.8, 0])$
body(b, ground, hinge = prismatic(x, x), mass = m)$
body(c, b, hinge = revolute(z, q), mass = 1, cm = [0, -1, 0], inertia = [0, 0, 1])$
procedure(inner, [a, b], [v[2]], block([], v[1]: a*b^2, v[2]: sin(a) + b^3))$
procedure(pad, [x, v, z[2]], [F, G[2]], block([e, h[2]], external(inner, [x, v], [h]), e: exp(-x^2)*h[1],
  F: -e*v - x^3*z[1], G[1]: h[2]*z[2], if x > 0 then G[2]: x^2*v*z[1] else G[2]: v^2*z[2]))$
external(pad, [x, x'*q, [f, k*q]], [F, [G1, G2]])$ hinge_load(x, F + f)$ hinge_load(q, G1*G2)$
output(o, G1 + x*F)$ """, "jacobian = [q, w, p], hessian = [q, w, p], tangent = q, of = [derivatives, outputs]", ""),
    "contacts": ("""model({})$ parameters(m = 2, mu = 1/2)$ input(f)$ gravity([0, 0, -9.8])$
body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = m)$ hinge_load(x, f)$
contact(foot, z, friction = mu, tangent = x')$ output(rest, x*z)$ """, "", ""),
    "limbs": ("""model({})$ parameters(m = 1, l = 0.4, g = 9.81)$ gravity([0, 0, -g])$ limbs: 4$
body(base, ground, hinge = [translate(x, bx), translate(z, bz), rotate(y, by)], mass = 5*m, inertia = [1, 2, 2])$
for k:1 thru limbs do (input(concat(tau, k), "N*m"),
  body(concat(thigh, k), base, hinge = revolute(y, concat(a, k)), at = [cos(k*%pi/2), sin(k*%pi/2), 0], mass = m,
       cm = [0, 0, -l/2], inertia = [m*l^2/12, m*l^2/12, m*l^2/90]),
  body(concat(shank, k), concat(thigh, k), hinge = revolute(y, concat(b, k)), at = [0, 0, -l], mass = m/2,
       cm = [0, 0, -l/2], inertia = [m*l^2/24, m*l^2/24, m*l^2/90]), hinge_load(concat(b, k), concat(tau, k)))$ """,
              "jacobian = [q, w], limbs = lanes", "y 0.5"),
}


def checked(*command, status=0):
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert run.returncode == status, f"{' '.join(command)}\n{run.stdout}{run.stderr}"
    assert "Sanitizer" not in run.stderr and "runtime error" not in run.stderr, run.stderr
    return run.stdout


def numbers_of(text):
    found = {}
    for line in text.splitlines():
        words = line.split()
        if words[0] in ("in", "out"):
            shape = int(words[2]), int(words[3])
            found[words[1]] = np.array([float(word) for word in words[4:]]).reshape(shape, order="F")
    return found


def compared(name, module, routine, text):
    """What the module's routine gives of what the host drew."""
    given = numbers_of(text)
    arguments = {key: value.ravel(order="F") for key, value in given.items()}
    if "p" in arguments:
        arguments["c"] = module.setup(arguments.pop("p"))
    elif routine != "initial":
        arguments["c"] = module.setup(module.defaults())
    if routine == "initial":
        results = module.initial(given["p"].ravel() if "p" in given else module.defaults())
        names = ["q", "u", "s"][:len(results)]
    else:
        takes = {"t", "y", "q", "u", "s", "udot", "w", "c"} & set(arguments)
        if routine == "accelerations":
            takes.discard("udot")
        if "t" in takes:
            arguments["t"] = float(arguments["t"][0])
        results = getattr(module, routine)(**{key: arguments[key] for key in takes})
        names = {"derivatives": ["ydot"], "accelerations": ["udot", "lambda"], "outputs": ["o"],
                 "inverse_dynamics": ["r"], "mass_matrix": ["mm"]}[routine]
        results = results if isinstance(results, tuple) else [results]
    for key, result in zip(names, results):
        expected, got = np.asarray(result).ravel(order="F"), given[key].ravel(order="F")
        worst = np.max(np.abs(got - expected) / (1 + np.abs(expected)), initial=0)
        assert worst < 1e-12, f"{name} {routine}: {key} differs by {worst}"


seen = 0
for name, (script, wanted, told) in models.items():
    path = os.path.join(folder, name + ".lag")
    with open(path, "w") as file:
        file.write(script.replace("{}", name) + f'emit(casadi, "{name}.c"{", " if wanted else ""}{wanted})$\n'
                   f'emit(python, "{name}_module.py")$\n')
    checked(lag, path, "--quiet")
    # what the compilers have to say of a file that stands for itself
    checked("clang", "-std=c99", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
            name + ".c")
    checked("gcc", "-std=c99", "-O0", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror",
            "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fvisibility=hidden", "-c", name + ".c")
    checked("gcc", "-std=c11", "-O0", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all", "-rdynamic", "-o", name + "_host", os.path.join(here, "host.c"), name + ".o",
            "-lm", "-ldl")
    module = importlib.import_module(name + "_module")
    routines = ["initial", "derivatives", "accelerations", "outputs", "inverse_dynamics", "mass_matrix"]
    flags = getattr(module, "nf", 0)
    for routine in routines:
        if not hasattr(module, routine):
            continue
        for seed in ("1",):
            text = checked(os.path.join(folder, name + "_host"), f"{name}_{routine}", seed, f"{name}_defaults",
                           str(flags), *told.split())
            compared(name, module, routine, text)
            seen += text.count("error ")
assert seen > 40, seen

# parameters = numbers: no function has p
with open(os.path.join(folder, "numbers.c")) as file:
    text = file.read()
assert "lag_numbers_setup(" not in text.split("what CasADi calls")[1]
# a state at which the equations cannot be solved: the status says so
with open(os.path.join(folder, "singular.lag"), "w") as file:
    file.write("""model(singular)$ parameters(m = 1)$ body(b, ground, hinge = prismatic(x, x), mass = m)$
emit(casadi, "singular.c", jacobian = q)$""")
checked(lag, os.path.join(folder, "singular.lag"), "--quiet")
checked("gcc", "-O1", "-shared", "-fPIC", "-o", "singular.so", "singular.c", "-lm")
import ctypes  # noqa: E402

library = ctypes.CDLL(os.path.join(folder, "singular.so"))
for function, results in (("singular_derivatives", 1), ("jac_singular_derivatives", 4)):
    for mass, status in ((1.0, 0), (0.0, 1)):
        pointer = ctypes.POINTER(ctypes.c_double)
        arg, res = (pointer * 5)(), (pointer * results)()
        y, p, work = (ctypes.c_double * 2)(), (ctypes.c_double * 1)(mass), (ctypes.c_double * 50)()
        arg[1], arg[3] = ctypes.cast(y, pointer), ctypes.cast(p, pointer)
        got = getattr(library, function)(arg, res, None, work, 0)
        assert got == status, (function, mass, got)
print("errors compared:", seen)
