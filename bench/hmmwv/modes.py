"""Modes of small motions about straight driving at 20 m/s, from `linearize` of the whole vehicle (modes.lag)."""
import csv
import json
import math
import re
import subprocess
import sys

# what a coordinate or a speed belongs to
GROUPS = [("yaw", r"yaw|r"), ("pitch", r"pitch|q"), ("roll", r"roll|p"), ("forward", r"x|u"), ("sideways", r"y|v"), ("heave", r"z|w"),
          ("front wheels up and down", r"(jounce|travel|swing|caster|camber)_f.|(upright)_f._w\d"),
          ("rear wheels up and down", r"(jounce|travel|swing|caster|camber)_r.|(upright)_r._w\d"),
          ("steering", r"rack|pitman|link_.*|steer_.."), ("spin of front wheels", r"spin_f."), ("spin of rear wheels", r"spin_r."),
          ("front tires, along", r"kappa_f."), ("rear tires, along", r"kappa_r."), ("front tires, sideways", r"tau_f."),
          ("rear tires, sideways", r"tau_r.")]


def call(*command):
    done = subprocess.run([str(c) for c in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def names(header, what):
    return re.findall(r'"([^"]*)"', re.search(what + r"_names = \{\{(.*?)\}\};", header, re.S).group(1))


def assignments(names_of_state, values):
    return ", ".join(f"{n} = {v!r}" for n, v in zip(names_of_state, values))


def of_vehicle(lag, out, model, script, fragment, header, start):
    """[(eigenvalue, what moves most)] of the script's vehicle: `start` is q and u of the vehicle program at 20 m/s."""
    text = script.read_text()
    text = text[:text.index("/* what the subroutines for")]
    loads = fragment.read_text().replace("full: 0$", f"full: {int(model == 'hmmwv_full')}$")
    vehicle = text + loads + f"initial({assignments(names(header, 'coordinate') + names(header, 'speed'), start)})$\n"
    file = out / f"{model}_modes.lag"
    file.write_text(vehicle)
    # camber on a pitched chassis is a little toe-in: the tires find their strain within a second
    call(lag, "simulate", file, "--end", "5", "--step", "5", "--tolerance", "1e-10", "--out", out, "--quiet")
    with open(out / f"{model}_modes.csv") as table:
        rows = list(csv.reader(table))
    state = [(n, float(v)) for n, v in zip(rows[0], rows[-1]) if n not in ("t", "kinetic", "potential")]
    file.write_text(vehicle + f"modes: linearize(at = [{assignments(*zip(*state))}], inputs = [], outputs = [])$\nmodes[1];\nmodes[5];\n")
    matrix, values = (json.loads(line.replace("matrix(", "[").replace(")", "]")) for line in call(lag, file, "--quiet").splitlines()[-2:])
    found = []
    for real, imaginary in values:
        if imaginary < 0 or math.hypot(real, imaginary) < 1e-3:
            continue
        value = complex(real, imaginary)
        found.append((value, moving(matrix, value, [n for n, _ in state])))
    return sorted(found, key=lambda mode: (abs(mode[0]), mode[1]))


def moving(matrix, value, state):
    """The groups with the largest participation: right times left eigenvector, element by element."""
    shifted = [[complex(a) for a in row] for row in matrix]
    shift = value * (1 + 1e-7)
    for i in range(len(matrix)):
        shifted[i][i] -= shift
    right = inverse_iteration(shifted)
    left = inverse_iteration([list(column) for column in zip(*shifted)])
    share = {}
    for name, l, r in zip(state, left, right):
        name = name.rstrip("'")
        group = next((g for g, pattern in GROUPS if re.fullmatch(pattern, name)), name)
        share[group] = share.get(group, 0) + l * r
    total = sum(abs(s) for s in share.values())
    ranked = sorted(share, key=lambda g: -abs(share[g]))
    return ", ".join([g for g in ranked[:3] if abs(share[g]) > 0.15 * total] or ranked[:1])


def inverse_iteration(matrix):
    n = len(matrix)
    a = [row[:] for row in matrix]
    order = list(range(n))
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        a[k], a[pivot], order[k], order[pivot] = a[pivot], a[k], order[pivot], order[k]
        if a[k][k] == 0:
            a[k][k] = 1e-300
        for i in range(k + 1, n):
            if a[i][k] == 0:
                continue
            factor = a[i][k] = a[i][k] / a[k][k]
            row, top = a[i], a[k]
            for j in range(k + 1, n):
                row[j] -= factor * top[j]
    x = [complex(1, 0.1 * (i % 7)) for i in range(n)]
    for _ in range(3):
        x = [x[i] for i in order]
        for i in range(n):
            x[i] -= sum(a[i][j] * x[j] for j in range(i) if a[i][j] != 0)
        for i in reversed(range(n)):
            x[i] = (x[i] - sum(a[i][j] * x[j] for j in range(i + 1, n) if a[i][j] != 0)) / a[i][i]
        size = max(map(abs, x))
        x = [v / size for v in x]
    return x


def text_of(value):
    frequency = abs(value) / (2 * math.pi)
    if value.imag == 0:
        return f"{value.real:.2f} 1/s, does not swing"
    return f"{frequency:.2f} Hz, {-value.real / abs(value):.2f}"


def side_by_side(left, right):
    rows = []
    for i in range(max(len(left), len(right))):
        row = []
        for modes in (left, right):
            row += [text_of(modes[i][0]), modes[i][1]] if i < len(modes) else ["", ""]
        rows.append(row)
    return rows
