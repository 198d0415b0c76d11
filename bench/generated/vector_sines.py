#!/usr/bin/env python3
"""Traced C with all its sines at once: vector_sines.py TRACED.c > VECTOR.c

Sines and cosines of coordinates, arg[0][k], become elements of two arrays that vector_sines.h fills where the routine begins. Those of
other arguments stay calls of the library. The tracer writes its calls by `calls`, too."""
import re
import sys

HEADER = '#include "vector_sines.h"\n'


def calls(angles, indent):
    """Statements that fill sine[j] and cosine[j] for the angles, texts in C: eight at a time, the last four or fewer by four."""
    size = -(-len(angles) // 4) * 4
    lines = [f"double sine[{size}], cosine[{size}];"] if angles else []
    for first in range(0, size, 8):
        width, name = (8, "eight") if size - first >= 8 else (4, "four")
        lanes = (angles[first : first + width] + ["0"] * width)[:width]
        lines.append(f"const {name}_lanes angles{first} = {{{', '.join(lanes)}}};")
        lines.append(f"sines_of_{name}(&angles{first}, sine + {first}, cosine + {first});")
    return "".join(indent + line + "\n" for line in lines)


def gathered(text):
    head, begin, rest = re.split(r"(static int casadi_f0\(.*?\{\n(?:  casadi_real .*\n)+)", text, maxsplit=1)
    body, end, rest = re.split(r"(\n  return 0;)", rest, maxsplit=1)
    angle_of, angles, lines = {}, [], []  # angle_of: the coordinate that each variable holds at this line
    for line in body.split("\n"):
        statement = re.fullmatch(r"\s*(a\d+)=(.*);", line)
        if statement:
            variable, value = statement.groups()
            call = re.fullmatch(r"(sin|cos)\((a\d+)\)", value)
            angle = angle_of.get(call[2]) if call else None
            angle_of[variable] = value if re.fullmatch(r"arg\[0\]\[\d+\]", value) else None
            if angle:
                if angle not in angles:
                    angles.append(angle)
                line = f"  {variable}={'sine' if call[1] == 'sin' else 'cosine'}[{angles.index(angle)}];"
        lines.append(line)
    return HEADER + head + begin + calls(angles, "  ") + "\n".join(lines) + end + rest


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(gathered(file.read()))
