#!/usr/bin/env python3
"""The tables of README.md out of the figures of bench/generated/run: table.py FIGURES.txt [minima]"""
import sys

column = 7 if "minima" in sys.argv else 6
with open(sys.argv[1], encoding="utf-8") as file:
    figures = [line.rstrip("\n").split("\t") for line in file]
trees = list(dict.fromkeys(row[0] for row in figures))


def chosen(tree, side, kind, **wanted):
    """The fastest row of this kind: nanoseconds, variant, compiler."""
    places = {"variant": 3, "sines": 4, "compiler": 5}
    rows = [
        row
        for row in figures
        if row[:3] == [tree, side, kind] and all(row[places[key]] in values for key, values in wanted.items())
    ]
    return min(((float(row[column]), row[3], row[5]) for row in rows), default=None)


def table(head, row_of):
    print("| tree, speeds | " + " | ".join(head) + " |\n|" + "---|" * (len(head) + 1))
    for tree in trees:
        cells = row_of(tree) or ["-"] * len(head)  # no rival was timed
        print("| " + tree.replace(" ", ", ") + " | " + " | ".join(cells) + " |")
    print()


def ours(tree, best, kind, **wanted):
    row = chosen(tree, "lag", kind, **wanted)
    return f"{row[0]:.0f} ({row[0] / best[0]:.2f})" if row else "-"


def of_numbers(tree):
    best = chosen(tree, "rival", "numbers")
    plain = chosen(tree, "rival", "numbers", compiler=["g++"])
    return best and (
        [f"{best[0]:.0f}, {best[1]}, {best[2]}", f"{plain[0]:.0f}" if plain else "-"]
        + [ours(tree, best, "numbers", variant=["derivatives"], compiler=["g++"], sines=[s]) for s in ("library", "vector")]
        + [ours(tree, best, "numbers", variant=["accelerations"], compiler=["g++"], sines=[s]) for s in ("library", "vector")]
    )


def of_compilers(tree):
    best = chosen(tree, "rival", "numbers")
    return best and [
        ours(tree, best, "numbers", variant=["derivatives"], compiler=[compiler], sines=[sines])
        for compiler in ("g++ no-SLP", "clang", "gfortran")
        for sines in ("library", "vector")
    ]


def of_symbols(tree):
    best = chosen(tree, "rival", "symbols")
    return best and (
        [f"{best[0]:.0f}, {best[1]}, {best[2]}"]
        + [
            ours(tree, best, "symbols", variant=["derivatives"], compiler=[compiler], sines=[sines])
            for compiler in ("g++", "clang", "gfortran")
            for sines in ("library", "vector")
        ]
    )


def readme():
    """The table that the project's README begins its figures with, and the sentence below it."""
    names = {"arm7": "robot arm", "two_arms": "two arms on a base", "vehicle16": "vehicle"}
    print("| model, speeds | best rival | lag, `sines = library` | of its time | own sines, the default | of its time |\n|" + "---|" * 6)
    symbolic = []
    for tree in trees:
        best = chosen(tree, "rival", "numbers")
        rows = [chosen(tree, "lag", "numbers", variant=["derivatives"], compiler=["g++"], sines=[s]) for s in ("library", "vector")]
        if not best or None in rows:
            continue
        name, speeds = tree.split(" ")
        name = names.get(name, "chain" if name.startswith("chain") else name)
        times = "".join(f" {row[0]:.0f} ns | {row[0] / best[0]:.2f} |" for row in rows)
        print(f"| {name}, {speeds} | {best[0]:.0f} ns |{times}")
        if row := chosen(tree, "lag", "symbols", variant=["derivatives"], compiler=["g++"], sines=["vector"]):
            symbolic.append(f"{row[0]:.0f}")
    if symbolic:
        several = ", ".join(symbolic[:-1]) + " and " + symbolic[-1] if len(symbolic) > 1 else symbolic[0]
        print(f"\nWith every number a parameter, own sines take {several} ns.")
    print()


print("For the README: derivatives, numbers folded in, emitted C++ by g++\n")
readme()
print("Numbers folded in, ns (in brackets: of the best rival's time), emitted C++ by g++\n")
table(["best rival", "best by g++", "derivatives, library sines", "vector sines", "accelerations, library sines", "vector sines"], of_numbers)
print("Numbers folded in, derivatives by other compilers: library sines and vector sines\n")
table([f"{c}, {s}" for c in ("g++ no-SLP", "clang", "gfortran") for s in ("library", "vector")], of_compilers)
print("Every number a parameter, on both sides: derivatives\n")
table(["best rival"] + [f"{c}, {s}" for c in ("g++", "clang", "gfortran") for s in ("library", "vector")], of_symbols)
