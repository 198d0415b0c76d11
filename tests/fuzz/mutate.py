#!/usr/bin/env python3
"""Changes the samples at random, the same way for the same seed, and runs `lag` and `lag doc` on them.

    tests/fuzz/mutate.py build-test/lag [--count 1000] [--seed 1] [--first 0] [--keep DIR] [SCRIPT...]

Told, and kept in DIR: inputs that end a process by a signal or by an internal error, and inputs that take more than
twice the processor time of the sample and two seconds besides. Processor time, so that other work on the machine does
not count. Ends with status 1 where anything was found.
"""
import argparse
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'/\*.*?\*/|"[^"]*"|[A-Za-z_%][A-Za-z_0-9]*\'*|\d+\.?\d*(?:[eE][+-]?\d+)?|\S|\s+', re.S)
NUMBERS = ["0", "1", "2", "-1", "1e-9", "1e9", "1e300", "1e4000", "1e4001", "1/3", "%pi", "1000000", "0.1"]
SLOW = 2.0  # seconds of processor time
LIMIT = 60


def tokens(text):
    return TOKEN.findall(text)


def is_number(token):
    return token[0].isdigit()


def is_name(token):
    return token[0].isalpha() or token[0] in "_%"


def statements(text):
    parts, start, depth = [], 0, 0
    for part in re.finditer(r'/\*.*?\*/|"[^"]*"|[;$()\[\]]', text, re.S):
        sign = part.group()
        depth += (sign in ("(", "[")) - (sign in (")", "]"))
        if sign in (";", "$"):
            parts.append(text[start:part.end()])
            start = part.end()
    return parts + [text[start:]]


def mutated(text, words, pick):
    for _ in range(pick.choice([1, 1, 1, 2, 3])):
        kind = pick.randrange(10)
        if kind < 3:  # a statement: away, twice, elsewhere
            parts = statements(text)
            k = pick.randrange(len(parts))
            part = parts.pop(k) if kind != 1 else parts[k]
            if kind != 0:
                parts.insert(pick.randrange(len(parts) + 1), part)
            text = "".join(parts)
            continue
        parts = tokens(text)
        if not parts:
            return text
        solid = [k for k, token in enumerate(parts) if not token.isspace() and not token.startswith("/*")]
        if not solid:
            return text
        numbers = [k for k in solid if is_number(parts[k])]
        names = [k for k in solid if is_name(parts[k])]
        if kind < 5 and numbers:
            parts[pick.choice(numbers)] = pick.choice(NUMBERS)
        elif kind < 7 and names:
            parts[pick.choice(names)] = pick.choice(words)
        elif kind == 7:
            del parts[pick.choice(solid)]
        elif kind == 8:
            k = pick.choice(solid)
            parts.insert(k, pick.choice(words + NUMBERS + list("+-*/^()[],=;$'")))
        else:  # a few tokens from one place to another
            k, many = pick.choice(solid), pick.randrange(1, 12)
            piece = parts[k:k + many]
            at = pick.choice(solid)
            parts[at:at] = piece
        text = "".join(parts)
    return text


def run(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limits = lambda: (resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT)),
                      resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30)))
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, preexec_fn=limits)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, seconds, done.stderr.decode("utf-8", "replace")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("lag")
    options.add_argument("scripts", nargs="*", metavar="SCRIPT", help="default: all samples and seeds")
    options.add_argument("--count", type=int, default=1000, help="mutants")
    options.add_argument("--first", type=int, default=0, help="number of the first one")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("mutants"))
    given = options.parse_args()
    lag = str(pathlib.Path(given.lag).resolve())
    root = pathlib.Path(__file__).resolve().parents[2]
    files = [pathlib.Path(f).resolve() for f in given.scripts] or sorted(root.glob("samples/**/*.lag")) + sorted(
        root.glob("tests/fuzz/seeds/*.lag"))
    texts = {f: f.read_text() for f in files}
    words = sorted({t for text in texts.values() for t in tokens(text) if is_name(t)})
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for f in files:  # what scripts load or name lies beside them
            for beside in f.parent.iterdir():
                if beside.is_file() and not (folder / beside.name).exists():
                    shutil.copy(beside, folder / beside.name)
        script, made = folder / "mutant.lag", folder / "made"
        commands = {"lag": [lag, "mutant.lag", "--quiet", "--optimize", "0", "--out", str(made)],
                    "doc": [lag, "doc", "mutant.lag", "--out", str(made)]}
        usual = {}
        found = 0
        for number in range(given.first, given.first + given.count):
            pick = random.Random(f"{given.seed} {number}")
            f = pick.choice(files)
            for kind, command in commands.items():
                if (f, kind) not in usual:
                    script.write_text(texts[f])
                    usual[f, kind] = run(command, folder)[1]
            script.write_text(mutated(texts[f], words, pick))
            for kind, command in commands.items():
                made.mkdir(exist_ok=True)
                status, seconds, errors = run(command, folder)
                shutil.rmtree(made, ignore_errors=True)
                why = None
                if status < 0 or status > 3:
                    why = f"status {status}"
                elif "internal error" in errors:
                    why = errors.strip().splitlines()[-1]
                elif seconds > SLOW + 2 * usual[f, kind]:
                    why = f"{seconds:.1f} s, the sample takes {usual[f, kind]:.1f} s"
                if why is None:
                    continue
                found += 1
                given.keep.mkdir(parents=True, exist_ok=True)
                kept = given.keep / f"{kind}-{given.seed}-{number}.lag"
                shutil.copy(script, kept)
                print(f"{kept} ({f.name}, {kind}): {why}", flush=True)
        print(f"{given.count} mutants of {len(files)} scripts: {found} found", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
