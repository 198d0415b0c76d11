#!/usr/bin/env python3
"""Runs the examples of documentation pages and compares what they give with what the pages say.

    python3 docs/examples.py [--lag FILE] [--accept] [--keep DIR] [--jobs N] [--quiet] PAGE.md ...

The exit status is 0 if every page says the truth, 1 if one does not, 2 for wrong use. With --accept the
outputs, shown parts and pictures in the pages are replaced by what the examples give; run it again without
--accept afterwards, and read the difference. A page has one scratch folder; its blocks run from top to bottom:

    <!-- file: a.lag -->          the fenced block below becomes that file
    <!-- add: a.lag -->           the fenced block below is added to the end of that file
    <!-- run -->                  the fenced block below holds commands for bash; the first that fails ends it
    <!-- run: fails -->           the same, and the exit status must not be zero
    <!-- output -->               after a run: what its commands print, stdout and stderr together
    <!-- show: a.f90 12-30 -->    the fenced block below holds these lines of a file
    <!-- show: a.f90 /re/ +8 -->  eight lines from the first that matches the regular expression
    <!-- show: a.csv -->          the whole file
    <!-- picture: a.svg -->       the image on the line below is that file of the scratch folder
    <!-- picture: a.html 2 -->    the same, the second <svg> of a page

In an output or a shown part, a line `...` stands for any number of lines, and `...` inside a line for any text.
A page whose commands name `samples/` finds a copy of that folder in its scratch folder.
"""
import argparse
import concurrent.futures
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = ("file", "add", "run", "output", "show", "picture")
DIRECTIVE = re.compile(r"^<!--\s*(%s)\b(.*?)-->\s*$" % "|".join(WORDS))
SHOWN = re.compile(r"^(\S+)(?:\s+(\d+)-(\d+)|\s+/(.*)/\s*\+(\d+))?$")
IMAGE = re.compile(r"^!\[[^\]]*\]\(([^)\s]+)\)")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
PATIENCE = 600  # seconds for one block of commands
UNSEEN = 0.5  # a difference in a picture's numbers (pixels) that nobody sees


class Wrong(Exception):
    """What a page says is not so."""

    def __init__(self, line, text):
        super().__init__(text)
        self.line = line


class Block:
    """A directive with what stands below it: lines[begin:end] of the page is the text that belongs to it."""

    def __init__(self, word, argument, line, begin, end):
        self.word, self.argument, self.line, self.begin, self.end = word, argument, line, begin, end


def fence_of(text):
    found = re.match(r"^(`{3,}|~{3,})", text)
    return found.group(1) if found else None


def end_of_fence(lines, begin, fence):
    for number in range(begin, len(lines)):
        if lines[number].startswith(fence) and lines[number].strip(fence[0]).strip() == "":
            return number
    raise Wrong(begin, "this fenced block has no end")


def blocks_of(lines):
    """All directives of a page in order. Lines count from 0 here and from 1 in messages."""
    blocks, number = [], 0
    while number < len(lines):
        found = DIRECTIVE.match(lines[number])
        if found:
            word, argument = found.group(1), found.group(2).strip()
            if argument.startswith(":"):
                argument = argument[1:].strip()
            elif argument:
                raise Wrong(number + 1, f"expected ':' after '{word}', found '{argument}'")
            below = number + 1
            if word == "picture":
                if below >= len(lines) or not IMAGE.match(lines[below]):
                    raise Wrong(number + 1, "expected an image, ![text](file.svg), on the line below")
                blocks.append(Block(word, argument, number + 1, below, below + 1))
                number = below + 1
                continue
            fence = fence_of(lines[below]) if below < len(lines) else None
            if not fence:
                raise Wrong(number + 1, f"expected a fenced block on the line below '{word}'")
            end = end_of_fence(lines, below + 1, fence)
            blocks.append(Block(word, argument, number + 1, below + 1, end))
            number = end + 1
            continue
        fence = fence_of(lines[number])
        number = end_of_fence(lines, number + 1, fence) + 1 if fence else number + 1
    return blocks


def line_matches(said, given):
    parts = said.rstrip().split("...")
    return re.fullmatch(".*".join(re.escape(part) for part in parts), given.rstrip()) is not None


def matches(said, given):
    """Whether the lines given are those said, where a line `...` of said stands for any number of lines."""
    reached = {0}  # how many lines given can be used up by the lines said so far
    for line in said:
        if line.strip() == "...":
            reached = set(range(min(reached), len(given) + 1)) if reached else set()
        else:
            reached = {at + 1 for at in reached if at < len(given) and line_matches(line, given[at])}
    return len(given) in reached


def shortened(said, given):
    """The lines given, with `...` where the lines said have it."""
    result = []
    matcher = difflib.SequenceMatcher(a=said, b=given, autojunk=False)
    for tag, a1, a2, b1, b2 in matcher.get_opcodes():
        old, new = said[a1:a2], given[b1:b2]
        dots = [at for at, line in enumerate(old) if line.strip() == "..."]
        if tag != "replace" or not dots:
            result += new
            continue
        before, after = dots[0], len(old) - dots[-1] - 1
        if before + after >= len(new):
            result += new
        else:
            result += new[:before] + ["..."] + new[len(new) - after:]
    kept = difflib.SequenceMatcher(a=said, b=result, autojunk=False)
    merged = []  # lines with `...` inside that still match stay as they are
    for tag, a1, a2, b1, b2 in kept.get_opcodes():
        for at, line in enumerate(result[b1:b2]):
            same = a1 + at < a2 and "..." in said[a1 + at] and line_matches(said[a1 + at], line)
            merged.append(said[a1 + at] if same else line)
    return merged


def difference(said, given):
    lines = difflib.unified_diff(said, given, "the page says", "the example gives", lineterm="", n=2)
    text = [line for line in lines if not line.startswith("@@")]
    return "\n".join("    " + line for line in text[:60])


def same_picture(left, right):
    """Whether two SVGs look the same: equal text, numbers equal to what the eye sees."""
    if NUMBER.sub("#", left) != NUMBER.sub("#", right):
        return False
    pairs = zip(NUMBER.findall(left), NUMBER.findall(right))
    return all(abs(float(a) - float(b)) <= UNSEEN for a, b in pairs)


def alone(picture, page):
    """An <svg> of an HTML page as a file: with its name space, the page's rules for pictures, and paper below it."""
    rules = [line.strip() for line in page.split("\n") if re.match(r"\s*(svg|\.[a-z-]+ (path|circle|\.[a-z]+))\b.*\{", line)]
    style = "<style>" + " ".join(rules) + "</style>\n" if rules else ""
    head, body = picture.split(">", 1)
    paper = '<rect width="100%" height="100%" fill="white"/>'
    return f'{head} xmlns="http://www.w3.org/2000/svg">\n{style}{paper}{body}\n'


class Page:
    """One page, its lines and its scratch folder."""

    def __init__(self, path, scratch, lag, accept):
        self.path, self.scratch, self.accept = path, scratch, accept
        self.lines = path.read_text(encoding="utf-8").split("\n")
        self.changed, self.printed, self.wrong = False, None, []
        programs = scratch.parent / "bin"
        programs.mkdir(exist_ok=True)
        if lag and not (programs / "lag").exists():
            (programs / "lag").symlink_to(lag)
        if not (programs / "python3").exists():
            (programs / "python3").symlink_to(sys.executable)
        self.environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", LC_ALL="C.UTF-8", TERM="dumb",
                                PAGER="cat", MANPAGER="cat")

    def check(self):
        """All that is wrong on this page, as texts with places; with accept the page is mended instead."""
        try:
            blocks = blocks_of(self.lines)
        except Wrong as error:
            return [self.place(error)]
        if any("samples/" in "\n".join(self.lines[b.begin:b.end]) for b in blocks if b.word == "run"):
            shutil.copytree(ROOT / "samples", self.scratch / "samples")
        moved = 0
        for block in blocks:
            block.begin, block.end, block.line = block.begin + moved, block.end + moved, block.line + moved
            before = len(self.lines)
            try:
                getattr(self, block.word)(block)
            except Wrong as error:
                self.wrong.append(self.place(error))
            moved += len(self.lines) - before
        if self.changed:
            self.path.write_text("\n".join(self.lines), encoding="utf-8")
        return self.wrong

    def place(self, error):
        return f"{self.path}:{error.line}: {error}"

    def text(self, block):
        return self.lines[block.begin:block.end]

    def scratch_file(self, name, block):
        path = (self.scratch / name).resolve()
        if not name or self.scratch.resolve() not in path.parents:
            raise Wrong(block.line, f"'{name}' is no file of the page's scratch folder")
        return path

    def existing(self, name, block):
        path = self.scratch_file(name, block)
        if not path.is_file():
            there = ", ".join(sorted(p.name for p in self.scratch.iterdir() if p.is_file())) or "nothing"
            raise Wrong(block.line, f"no example above wrote '{name}' (there is: {there})")
        return path

    def compare(self, block, given, what):
        said = self.text(block)
        if matches(said, given):
            return
        if self.accept:
            self.lines[block.begin:block.end] = shortened(said, given)
            self.changed = True
        else:
            raise Wrong(block.line, f"{what}\n{difference(said, given)}")

    # one function for each word

    def file(self, block):
        path = self.scratch_file(block.argument, block)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(self.text(block)) + "\n", encoding="utf-8")
        self.printed = None

    def add(self, block):
        with open(self.existing(block.argument, block), "a", encoding="utf-8") as file:
            file.write("\n".join(self.text(block)) + "\n")
        self.printed = None

    def run(self, block):
        if block.argument not in ("", "fails"):
            raise Wrong(block.line, f"expected 'run' or 'run: fails', found 'run: {block.argument}'")
        commands = "set -eo pipefail\n" + "\n".join(self.text(block))
        try:
            done = subprocess.run(["bash", "-c", commands], cwd=self.scratch, env=self.environment, timeout=PATIENCE,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        except subprocess.TimeoutExpired:
            self.printed = None
            raise Wrong(block.line, f"the commands are not done after {PATIENCE} s") from None
        text = done.stdout.decode("utf-8", "replace").replace(f"{self.scratch}/", "").rstrip("\n")
        self.printed = text.split("\n") if text else []
        fails = block.argument == "fails"
        if (done.returncode != 0) != fails:
            expected = "not 0" if fails else "0"
            shown = "\n".join("    " + line for line in self.printed[-40:])
            raise Wrong(block.line, f"the exit status is {done.returncode}, expected {expected}\n{shown}")

    def output(self, block):
        if self.printed is None:
            raise Wrong(block.line, "'output' stands after a 'run' that was done")
        self.compare(block, self.printed, "the output differs")

    def show(self, block):
        found = SHOWN.match(block.argument)
        if not found:
            raise Wrong(block.line, f"expected 'show: FILE 12-30' or 'show: FILE /regex/ +8', found '{block.argument}'")
        name, first, last, pattern, count = found.groups()
        lines = self.existing(name, block).read_text(encoding="utf-8").rstrip("\n").split("\n")
        if first:
            lines = lines[int(first) - 1:int(last)]
        elif pattern:
            start = next((at for at, line in enumerate(lines) if re.search(pattern, line)), None)
            if start is None:
                raise Wrong(block.line, f"no line of '{name}' matches /{pattern}/")
            lines = lines[start:start + int(count)]
        self.compare(block, lines, f"this part of '{name}' differs")

    def picture(self, block):
        name, _, which = block.argument.partition(" ")
        made = self.existing(name, block).read_text(encoding="utf-8")
        if which:
            pictures = re.findall(r"<svg\b.*?</svg>", made, re.DOTALL)
            if not which.isdigit() or not 1 <= int(which) <= len(pictures):
                raise Wrong(block.line, f"'{name}' has {len(pictures)} pictures, found number '{which}'")
            made = alone(pictures[int(which) - 1], made)
        kept = self.path.parent / IMAGE.match(self.lines[block.begin]).group(1)
        if kept.is_file() and same_picture(kept.read_text(encoding="utf-8"), made):
            return
        if not self.accept:
            raise Wrong(block.line, f"the picture {kept.name} is not what the example draws" if kept.is_file()
                        else f"there is no picture {kept}; --accept makes it")
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(made, encoding="utf-8")


def main(arguments):
    parser = argparse.ArgumentParser(description="Runs the examples of documentation pages and compares.")
    parser.add_argument("pages", nargs="+", type=pathlib.Path, metavar="PAGE.md")
    parser.add_argument("--lag", default=shutil.which("lag"), help="the built command (default: the one in PATH)")
    parser.add_argument("--accept", action="store_true", help="write what the examples give into the pages")
    parser.add_argument("--keep", type=pathlib.Path, metavar="DIR", help="leave the scratch folders there")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many pages at once (default: 1)")
    parser.add_argument("--quiet", action="store_true", help="say only what is wrong")
    options = parser.parse_args(arguments)
    lag = pathlib.Path(options.lag).resolve() if options.lag else None
    if lag and not lag.is_file():
        parser.error(f"there is no command {options.lag}")
    for page in options.pages:
        if not page.is_file():
            parser.error(f"there is no page {page}")
    root = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="lag-docs-"))

    def check(number, page):
        scratch = root.resolve() / f"{number:02d}_{page.stem}" / "page"
        if scratch.parent.exists():
            shutil.rmtree(scratch.parent)
        scratch.mkdir(parents=True)
        return Page(page, scratch, lag, options.accept).check()

    wrong = []
    try:
        with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs)) as pool:
            for page, found in zip(options.pages, pool.map(check, *zip(*enumerate(options.pages)))):
                wrong += found
                for text in found:
                    print(text, flush=True)
                if not options.quiet and not found:
                    print(f"{page}: as it says", flush=True)
    finally:
        if not options.keep:
            shutil.rmtree(root, ignore_errors=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
