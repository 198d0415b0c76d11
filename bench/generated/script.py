#!/usr/bin/env python3
"""The bodies of a tree_numbers file as a script: script.py TREE.txt NAME numbers|symbols SINES

numbers: every number stands in the body; symbols: each number is a parameter of its own.
The routines: derivatives and accelerations, C++ and Fortran."""
import sys

path, name, kind, sines = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    words = file.read().split()
count, gravity, words = int(words[0]), words[1:4], words[4:]
parameters = []


def number(text):
    value = float(text)
    if value == 0:
        return "0"
    if kind == "numbers":
        return repr(value)
    parameters.append(f"parameter(p{len(parameters) + 1}, {value!r})$")
    return f"p{len(parameters)}"


def vector(texts):
    return "[" + ", ".join(number(text) for text in texts) + "]"


def directed(texts):  # an axis is no number of the model
    return "[" + ", ".join(repr(float(text)) for text in texts) + "]"


lines, names, motors = [f"gravity({vector(gravity)})$"], ["ground"], set()
for b in range(count):
    body, inboard, hinge, *rest = words[20 * b : 20 * b + 20]
    axis, at, mass, cm, inertia, motor = rest[:3], rest[3:6], rest[6], rest[7:10], rest[10:16], int(rest[16])
    if hinge == "free":
        motion = "free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z], speeds = [wx, wy, wz, vx, vy, vz])"
    else:
        motion = f"{'revolute' if hinge == 'hinge' else 'prismatic'}({directed(axis)}, q{b + 1})"
    lines.append(
        f"body({body}, {names[int(inboard)]}, hinge = {motion}, at = {vector(at)}, mass = {number(mass)}, "
        f"cm = {vector(cm)}, inertia = {vector(inertia)})$"
    )
    if motor >= 0:
        motors.add(motor)
        lines.append(f"hinge_load(q{b + 1}, w{motor})$")
    names.append(body)
print(f'model({name}, "{name}")$')
print("\n".join(parameters))
for motor in range(max(motors, default=-1) + 1):
    print(f"input(w{motor})$")
print("\n".join(lines))
for language, ending in (("cpp", "hpp"), ("fortran", "f90")):
    print(f'emit({language}, "{name}.{ending}", routines = [defaults, setup, derivatives, accelerations], sines = {sines})$')
