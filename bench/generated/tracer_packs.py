#!/usr/bin/env python3
"""What tracer.py wrote with library sines, for eight states at once: tracer_packs.py TRACED.c > PACKS.c

Every number becomes a vector of eight in the compilers' extensions; the sine and the cosine of an angle come from one call of
vector_sines.h, where the first of them stands."""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
begin, end = "void evaluate(const double* restrict y, const double* restrict w, double* restrict udot) {", "\n}\n"
head, body = text.split(begin)
lines, angles = [], []
for line in body.split("\n"):
    call = re.fullmatch(r"    const double (t\d+) = (sin|cos)\((.*)\);", line)
    if not call:
        lines.append(line.replace("const double ", "const eight_lanes "))
        continue
    name, function, angle = call.groups()
    if angle not in angles:
        angles.append(angle)
        k = len(angles) - 1
        lines += [f"    const eight_lanes a{k} = {angle};", f"    eight_lanes s{k}, c{k};", f"    sines_of_eight(&a{k}, (double*)&s{k}, (double*)&c{k});"]
    lines.append(f"    const eight_lanes {name} = {function[0]}{angles.index(angle)};")
head = head.replace("#include <math.h>\n", '#include "vector_sines.h"\n\nconst int lanes = 8;\n')
sys.stdout.write(head + begin.replace("double", "eight_lanes") + "\n".join(lines))
