#!/usr/bin/env python3
"""Writes the pages that move of docs/mechanisms.md: ./run docs puts them beside the manual.

    python3 docs/pages.py --lag FILE --out FOLDER

Each link of that page to pages/NAME.html is the motion that the last line of samples/NAME.lag draws. The vehicle's comes from its own
program: its loads are inputs.
"""
import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

from samples import ROOT, command_of

PAGE = ROOT / "docs/mechanisms.md"


def wanted():
    return re.findall(r'href="pages/(\w+)\.html"', PAGE.read_text(encoding="utf-8"))


def run(words, **options):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, **options)


def vehicle(lag, out):
    with tempfile.TemporaryDirectory() as folder:
        run([ROOT / "samples/hmmwv10/run.sh", folder], env={**os.environ, "LAG": lag})
        motion = pathlib.Path(folder) / "lane_change_motion.csv"
        run([lag, "page", ROOT / "samples/hmmwv10/hmmwv10.lag", motion, "--plot", "x,y,yaw,roll", "--out", folder])
        motion.with_suffix(".html").rename(out / "hmmwv10.html")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lag", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--out", required=True, type=pathlib.Path)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    out = arguments.out.resolve()
    for name in wanted():
        if name == "hmmwv10":
            vehicle(arguments.lag, out)
            continue
        words = shlex.split(command_of((ROOT / f"samples/{name}.lag").read_text(encoding="utf-8")))
        run([arguments.lag] + words[1:] + ["--page", "--quiet", "--out", str(out)], cwd=ROOT)
        for ending in ("csv", "svg"):
            (out / f"{name}.{ending}").unlink()
    missing = [name for name in wanted() if not (out / f"{name}.html").exists()]
    print(f"{len(wanted())} pages in {out}" + (f"; missing: {missing}" if missing else ""))
    sys.exit(1 if missing or not wanted() else 0)


main()
