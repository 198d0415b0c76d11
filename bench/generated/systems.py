#!/usr/bin/env python3
"""A matrix for factor.cpp and driver.cpp: systems.py MODEL_ldl.hpp PATTERN.txt STATES.txt

PATTERN.txt: rows, entries, then row and column of each entry. STATES.txt: 32 systems, each the right side y (followed by as many
zeros, for the driver) and the entries w (followed by a zero). The matrices are diagonally dominant, with positive diagonals.
"""
import random
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
rows, columns = (
    [int(x) for x in re.search(rf"constexpr int {name}\[\] = {{(.*?)}};", text, re.DOTALL)[1].split(",")]
    for name in ("row", "column")
)
n = max(rows) + 1
with open(sys.argv[2], "w", encoding="utf-8") as file:
    print(n, len(rows), file=file)
    for i, j in zip(rows, columns):
        print(i, j, file=file)
numbers = random.Random(1)
with open(sys.argv[3], "w", encoding="utf-8") as file:
    for _ in range(32):
        entries = [numbers.uniform(-1, 1) for _ in rows]
        sums = [1.0] * n
        for i, j, entry in zip(rows, columns, entries):
            if i != j:
                sums[i] += abs(entry)
                sums[j] += abs(entry)
        for k, (i, j) in enumerate(zip(rows, columns)):
            if i == j:
                entries[k] = sums[i]
        print(*[numbers.uniform(-1, 1) for _ in range(n)], *[0] * n, *entries, 0, file=file)
print(n, len(rows))
