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


def traced(tree, kind, **wanted):
    """The rival that CasADi traced, as it writes it: with the library's sines."""
    return chosen(tree, "rival", kind, sines=["library"], **wanted)


def others(tree, kind):
    """The fastest rival with vector sines, the fastest of the tracer."""
    return [chosen(tree, "rival", kind, sines=["vector"]), chosen(tree, "tracer", kind)]


def reference(tree, kind):
    return traced(tree, kind) or chosen(tree, "tracer", kind)


def named(row):
    return f"{row[0]:.0f}, {row[1]}, {row[2]}" if row else "-"


def ours(tree, kind, **wanted):
    row, best = chosen(tree, "lag", kind, **wanted), reference(tree, kind)
    return f"{row[0]:.0f} ({row[0] / best[0]:.2f})" if row else "-"


def of_numbers(tree):
    plain = traced(tree, "numbers", compiler=["g++"])
    return reference(tree, "numbers") and (
        [named(traced(tree, "numbers")), f"{plain[0]:.0f}" if plain else "-"]
        + [named(row) for row in others(tree, "numbers")]
        + [
            ours(tree, "numbers", variant=[routine], compiler=["g++"], sines=[sines])
            for routine in ("derivatives", "accelerations")
            for sines in ("library", "fused")
        ]
    )


def of_compilers(tree):
    return reference(tree, "numbers") and [
        ours(tree, "numbers", variant=["derivatives"], compiler=[compiler], sines=[sines])
        for compiler in ("g++ no-SLP", "clang", "gfortran")
        for sines in ("library", "fused")
    ]


def of_symbols(tree):
    return reference(tree, "symbols") and (
        [named(traced(tree, "symbols"))]
        + [named(row) for row in others(tree, "symbols")]
        + [
            ours(tree, "symbols", variant=["derivatives"], compiler=[compiler], sines=[sines])
            for compiler in ("g++", "clang", "gfortran")
            for sines in ("library", "fused")
        ]
    )


def readme():
    """The table that the project's README begins its figures with, and the sentence below it."""
    names = {"arm7": "robot arm", "two_arms": "two arms on a base", "vehicle16": "vehicle"}
    print(
        "| model, speeds | best rival | rival with vector sines | own tracer | lag, `sines = library` | own sines, the default "
        "| of the best rival's time | with vector sines | of the tracer's |\n|" + "---|" * 9
    )
    symbolic = []
    for tree in trees:
        rivals = [traced(tree, "numbers"), *others(tree, "numbers")]
        rows = [chosen(tree, "lag", "numbers", variant=["derivatives"], compiler=["g++"], sines=[s]) for s in ("library", "fused")]
        if not any(rivals) or None in rows:
            continue
        name, speeds = tree.split(" ")
        name = names.get(name, "chain" if name.startswith("chain") else name)
        times = "".join(f" {row[0]:.0f} ns |" if row else " - |" for row in rivals + rows)
        ratios = "".join(f" {rows[1][0] / row[0]:.2f} |" if row else " - |" for row in rivals)
        print(f"| {name}, {speeds} |{times}{ratios}")
        if row := chosen(tree, "lag", "symbols", variant=["derivatives"], compiler=["g++"], sines=["fused"]):
            symbolic.append(f"{row[0]:.0f}")
    if symbolic:
        several = ", ".join(symbolic[:-1]) + " and " + symbolic[-1] if len(symbolic) > 1 else symbolic[0]
        print(f"\nWith every number a parameter, own sines take {several} ns.")
    print()


print("For the README: derivatives, numbers folded in, emitted C++ by g++\n")
readme()
print("Numbers folded in, ns (in brackets: of the best rival's time, or of the tracer's where there is none), emitted C++ by g++\n")
heads = ["derivatives, library sines", "own sines", "accelerations, library sines", "own sines"]
table(["best rival", "best by g++", "rival with vector sines", "own tracer"] + heads, of_numbers)
print("Numbers folded in, derivatives by other compilers: library sines and own sines\n")
table([f"{c}, {s}" for c in ("g++ no-SLP", "clang", "gfortran") for s in ("library", "fused")], of_compilers)
print("Every number a parameter, on both sides: derivatives\n")
heads = ["best rival", "rival with vector sines", "own tracer"]
table(heads + [f"{c}, {s}" for c in ("g++", "clang", "gfortran") for s in ("library", "fused")], of_symbols)
