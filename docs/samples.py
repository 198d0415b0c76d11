#!/usr/bin/env python3
"""Writes the list of samples in docs/samples.md, with a thumbnail of what each shows.

    python3 docs/samples.py --lag FILE [--pictures]

The list stands between two marks of the page: the first sentence of each script's first comment, and the command of its last comment,
`/* See it: lag simulate samples/pendulum.lag --end 5 */`. Without --pictures the page must hold that list already, and a thumbnail for each
command; the exit status is 1 if it does not. With --pictures the commands are run, their pictures become thumbnails in docs/pictures/samples, and the
list is written."""
import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/samples.md"
THUMBNAILS = ROOT / "docs/pictures/samples"
MARKS = "<!-- samples -->\n", "<!-- end of samples -->"
PANEL = (90.0, 44.0, 590.0, 260.0)  # of the first panel in a picture of `lag simulate`: left, top, width, height
# their programs draw, or print a table
WITH_PROGRAMS = {"hmmwv10/hmmwv10.lag": "lane_change.svg", "hmmwv_full/hmmwv_full.lag": "hmmwv_full.svg", "four_bar/four_bar.lag": None, "linearized_arm/linearized_arm.lag": None,
                 "batch/batch.lag": None, "python/cart_pole.lag": None, "optimization/cart_pole.lag": None,
                 "optimization/arm7.lag": None}
LISTED_ELSEWHERE = {"rods.lag", "cmake_project/rod.lag", "hmmwv10/brush_tire.lag", "trotting/trot.lag"}


def scripts():
    found = [p for p in (ROOT / "samples").rglob("*.lag") if "acceptance" not in p.parts and "out" not in p.parts]
    names = sorted(str(p.relative_to(ROOT / "samples")) for p in found)
    return [n for n in sorted(names, key=lambda n: ("/" in n, n)) if n not in LISTED_ELSEWHERE]


def first_sentence(text):
    comment = re.match(r"/\*(.*?)\*/", text, re.S)
    words = " ".join(comment.group(1).split()) if comment else ""
    sentence = re.match(r".*?(?<!\b[A-Z])[.](?=\s|$)", words)
    return (sentence.group(0) if sentence else words).replace("|", "\\|")


def command_of(text):
    found = re.search(r"/\* See it: (.*?) \*/\s*$", text)
    return found.group(1) if found else None


def thumbnail_file(name):
    return THUMBNAILS / (name.replace("/", "_").removesuffix(".lag") + ".svg")


def has_picture(name, command):
    return command is not None or WITH_PROGRAMS.get(name) is not None


def row(name):
    text = (ROOT / "samples" / name).read_text(encoding="utf-8")
    command = command_of(text)
    if not command and name not in WITH_PROGRAMS:
        sys.exit(f"samples/{name}: its last line must be /* See it: lag simulate .. */")
    picture = f"![{name}](pictures/samples/{thumbnail_file(name).name})" if has_picture(name, command) else ""
    shown = f"`{command}`" if command else f"`samples/{name.split('/')[0]}/run.sh`"
    return f"| {picture} | [{name}](../samples/{name})<br>{first_sentence(text)} | {shown} |"


def listed():
    head = "| | what one sees | command |\n|---|---|---|\n"
    return head + "\n".join(row(name) for name in scripts()) + "\n"


def run(lag, command, folder):
    """The SVG that the command makes."""
    words = shlex.split(command)
    extra = ["--quiet"] if words[1] == "simulate" else []
    done = subprocess.run([lag, *words[1:], *extra, "--out", folder], cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout}")
    return next(iter(sorted(pathlib.Path(folder).glob("*.svg")) + sorted(pathlib.Path(folder).glob("*.html")))).read_text(encoding="utf-8")


def thumbnail(svg):
    """The curves of the first panel alone, with few points; of a page its first drawing; what gnuplot drew, smaller."""
    if "<html" in svg:
        drawing = re.search(r'<svg class="mechanism"[^>]*viewBox="0 0 (\d+)\.0 (\d+)\.0"[^>]*>(.*?</svg>)', svg, re.S)
        width, height = int(drawing.group(1)), int(drawing.group(2))
        shown = re.sub(r"<text.*?</text>\n", "", drawing.group(3))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="200" height="{200 * height // width}" viewBox="0 0 {width} {height}">\n'
                f"{shown}\n")
    if "Gnuplot" in svg:
        width, height = (int(n) for n in re.search(r'width="(\d+)" height="(\d+)"', svg).groups())
        return re.sub(r'width="\d+" height="\d+"', f'width="200" height="{200 * height // width}"', svg, count=1)
    left, top, width, height = PANEL
    curves = []
    for attributes in re.findall(r"<path ([^>]*)/>", svg):
        path = re.search(r'd="([^"]*)"', attributes).group(1)
        colour = re.search(r'stroke="([^"]*)"', attributes).group(1)
        points = [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+) ([-\d.]+)", path)]
        if any(y < top - 1 or y > top + height + 1 for _, y in points):
            continue
        step = max(1, len(points) // 120)
        scaled = [f"{(x - left) / width * 196 + 2:.1f},{(y - top) / height * 86 + 2:.1f}" for x, y in points[::step]]
        curves.append(f'<polyline points="{" ".join(scaled)}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="90" viewBox="0 0 200 90">\n'
            '<rect x="0.5" y="0.5" width="199" height="89" fill="white" stroke="#ccc"/>\n' + "\n".join(curves) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description="lists the samples in docs/samples.md")
    parser.add_argument("--lag", default=str(ROOT / "build/lag"))
    parser.add_argument("--pictures", action="store_true", help="runs the commands, writes thumbnails and the list")
    parser.add_argument("only", nargs="*", help="with --pictures: only these scripts' thumbnails")
    arguments = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    begin, end = page.index(MARKS[0]) + len(MARKS[0]), page.index(MARKS[1])
    wanted = page[:begin] + "\n" + listed() + "\n" + page[end:]
    commands = {n: command_of((ROOT / "samples" / n).read_text(encoding="utf-8")) for n in scripts()}
    if unknown := [name for name in arguments.only if name not in commands]:
        parser.error(f"no sample is called {', '.join(unknown)}; there are {', '.join(commands)}")
    if arguments.pictures:
        THUMBNAILS.mkdir(parents=True, exist_ok=True)
        for name, command in commands.items():
            if arguments.only and name not in arguments.only:
                continue
            if WITH_PROGRAMS.get(name):
                made = (ROOT / "samples" / name).parent / WITH_PROGRAMS[name]
                thumbnail_file(name).write_text(thumbnail(made.read_text(encoding="utf-8")), encoding="utf-8")
            elif command:
                with tempfile.TemporaryDirectory() as folder:
                    thumbnail_file(name).write_text(thumbnail(run(str(pathlib.Path(arguments.lag).resolve()), command, folder)), encoding="utf-8")
        PAGE.write_text(wanted, encoding="utf-8")
        return 0
    missing = [n for n, command in commands.items() if has_picture(n, command) and not thumbnail_file(n).exists()]
    for name in missing:
        print(f"samples/{name}: no thumbnail; python3 docs/samples.py --pictures makes it")
    if page != wanted:
        print("docs/samples.md: the list is not that of the scripts; python3 docs/samples.py --pictures writes it")
    return 1 if missing or page != wanted else 0


if __name__ == "__main__":
    sys.exit(main())
