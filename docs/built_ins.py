#!/usr/bin/env python3
"""Fills the language reference with what `lag help` says, so that nothing is said twice.

    python3 docs/built_ins.py [--lag FILE] [--accept]

It reads all entries of `lag help` and compares with docs/language/:

    built_ins.md                    all statements and functions from A to Z: signature, meaning, example, page;
                                    then the arguments and keywords
    <!-- signature: body -->        the fenced block below holds the signature of a statement and its meaning
    <!-- arguments: body -->        the table below holds the arguments of a statement
    <!-- arguments: flexible beam -->  the table below holds the entries of an argument
    <!-- example: body -->          the fenced block below holds the example of its help
    <!-- index of built-ins -->     up to <!-- end of index -->: the statements and functions of each page

A page describes a built-in when one of its headings is its name in backquotes, or when a line
`<!-- describes: sin cos -->` names it. Each built-in must be described on exactly one page.
The exit status is 0 if the pages agree with `lag help`, 1 if they do not, 2 for wrong use. With --accept the
pages are mended.
"""
import argparse
import itertools
import pathlib
import re
import subprocess
import sys
import textwrap

PAGES = pathlib.Path(__file__).resolve().parent / "language"
LIST = PAGES / "built_ins.md"
INDEX = PAGES / "index.md"
TABLE = re.compile(r"(<!-- arguments: (\S+)(?: (\S+))? -->\n\n?)((?:\|.*\n)*)")
BLOCK = re.compile(r"(<!-- (signature|example): (\S+) -->\n```\w*\n)((?:(?!```).*\n)*)(```\n)")
INDEX_PART = re.compile(r"(<!-- index of built-ins -->\n).*?(<!-- end of index -->\n)", re.S)


# Pages of what a type names.
LINKS = {"a hinge": "hinges.md", "\\[\\[axis, angle\\], ..\\]": "bodies.md#orient", "the name of a coordinate": "hinges.md"}


class Argument:
    """`form: type, in unit; default unless given`, and below it the meaning."""

    def __init__(self, head, meaning):
        self.form, facts = head.rsplit(": ", 1)
        self.meaning = meaning
        self.type, *more = facts.split("; ")
        self.need = more[-1] if more else ""

    def default(self):
        if self.need.endswith(" unless given"):
            return f"`{self.need[:-len(' unless given')]}`"
        return {"may be left out": "none"}.get(self.need, self.need)

    def row(self):
        kind = plain(self.type)
        for words, page in LINKS.items():
            kind = re.sub(f"^{words}(?![\\w'])", lambda found: f"[{found.group(0)}]({page})", kind, count=1)
        return f"| `{self.form}` | {kind} | {self.default()} | {plain(self.meaning)} |"


class Entry:
    def __init__(self, name, text):
        lines = text.rstrip("\n").split("\n")
        self.name, self.signature = name, lines[0]
        end = lines.index("", 1) if "" in lines else len(lines)
        self.meaning = " ".join(line.strip() for line in lines[1:end])
        self.example = next((lines[k + 1].strip() for k, line in enumerate(lines) if line == "example:"), "")
        self.forms, self.takers, self.entries, part, arguments = [], [], {}, "", None
        for k, line in enumerate(lines):
            if not line.startswith("    "):
                part = line
                arguments = None
                if part in ("arguments:", "or:"):
                    arguments = []
                    self.forms.append(arguments)
                elif part.startswith("entries of "):
                    arguments = self.entries.setdefault(part.split()[2], [])
            elif arguments is not None and not line.startswith("     "):
                meaning = itertools.takewhile(lambda below: below.startswith("        "), lines[k + 1 :])
                arguments.append(Argument(line.strip(), "; ".join(below.strip() for below in meaning)))
            elif part.endswith(" is an argument of"):
                self.takers.append(re.match(r"\w+", line.strip()).group(0))

    def table(self, argument=""):
        """Rows of all forms; an argument that a form before has stands once. Of an argument its entries."""
        rows = []
        for form in [self.entries[argument]] if argument else self.forms:
            rows += [row for row in (argument.row() for argument in form) if row not in rows]
        return [f"| {'Entry' if argument else 'Argument'} | Type, unit | Default | Meaning |", "|---|---|---|---|"] + rows

    def explains_arguments(self):
        return any(argument.meaning for form in self.forms for argument in form)


def plain(text):
    """For a cell of a table: no sign of it is one of the markup."""
    return re.sub(r"([*|<\[\]])", r"\\\1", text)


def asked(lag, *words):
    done = subprocess.run([lag, "help", *words], capture_output=True, text=True, timeout=60)
    if done.returncode != 0:
        raise SystemExit(f"lag help {' '.join(words)}: exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def entries_of(lag):
    """The statements and functions, and the other words that are made of letters; both by name."""
    listed = asked(lag).split("and of the keywords")
    parts = [" ".join(part.split("\n")[1:]).split() for part in listed]
    words = [word for word in parts[1] if word.isidentifier()]
    return [{name: Entry(name, asked(lag, name)) for name in names} for names in (parts[0], words)]


def described_in(pages, entries, problems):
    """Name of a built-in -> (page, whether it has a heading of its own)."""
    places = {}

    def add(name, page, own):
        if name in places:
            problems.append(f"{page.name}: '{name}' is described in {places[name][0].name} as well")
        elif name in entries:
            places[name] = (page, own)

    for page, text in pages.items():
        bare = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
        for heading in re.findall(r"^#+ `(\w+)`$", bare, re.M):
            add(heading, page, True)
        for names in re.findall(r"<!-- describes: (.*?) -->", bare, re.S):
            for name in names.split():
                if name not in entries:
                    problems.append(f"{page.name}: there is no built-in '{name}'")
                add(name, page, False)
    problems += [f"no page describes '{name}'" for name in entries if name not in places]
    return places


def link(name, place):
    page, own = place
    return f"[`{name}`]({page.name}{'#' + name if own else ''})"


def title_of(text):
    return next(line[2:] for line in text.split("\n") if line.startswith("# "))


def list_text(entries, words, places, pages):
    lines = [
        "# All statements and functions",
        "",
        "This list is made by `docs/built_ins.py` from what `lag help NAME` prints.",
        "The last line of each entry names the page that tells more.",
        "",
    ]
    for name in sorted(entries):
        entry = entries[name]
        lines += [f"**`{name}`**: {entry.meaning}", "", "```text", entry.signature, "```", ""]
        if entry.explains_arguments():
            lines += entry.table() + [""]
        for argument in entry.entries:
            lines += [f"Entries of `{argument}`:", ""] + entry.table(argument) + [""]
        if entry.example:
            lines += ["```lag", entry.example, "```", ""]
        if name in places:
            page = places[name][0]
            lines += [f"See {link(name, places[name])} in [{title_of(pages[page])}]({page.name}).", ""]
    lines += ["## Arguments and keywords", ""]
    for name in sorted(words):
        word = words[name]
        if word.takers:
            takers = ", ".join(link(taker, places[taker]) for taker in dict.fromkeys(word.takers) if taker in places)
            lines += [f"**`{name}`** is an argument of {takers}.", ""]
            continue
        lines += [f"**`{name}`**: {word.meaning}", "", "```text", word.signature, "```", ""]
    return "\n".join(lines)


def index_text(pages, places):
    """A row for each page, in the order in which the index lists the pages."""
    order = re.findall(r"^(\w+)$", re.search(r"```{toctree}(.*?)```", pages[INDEX], re.S).group(1), re.M)
    lines = ["| Page | Statements and functions |", "|---|---|"]
    for stem in order:
        page = PAGES / f"{stem}.md"
        if page not in pages or page == INDEX:
            continue
        names = [link(name, place) for name, place in places.items() if place[0] == page]
        if names:
            lines.append(f"| [{title_of(pages[page])}]({page.name}) | {' '.join(names)} |")
    return "\n".join(lines) + "\n"


def filled(page, text, entries, problems):
    def fill(found):
        head, kind, name, _, tail = found.groups()
        if name not in entries:
            problems.append(f"{page.name}: there is no built-in '{name}'")
            return found.group(0)
        entry = entries[name]
        meaning = textwrap.fill(entry.meaning, 100, initial_indent="    ", subsequent_indent="    ")
        return head + (entry.signature + "\n" + meaning if kind == "signature" else entry.example) + "\n" + tail

    def fill_table(found):
        head, name, argument, _ = found.groups()
        if name not in entries or argument and argument not in entries[name].entries:
            problems.append(f"{page.name}: there is no built-in '{name}' with such an argument")
            return found.group(0)
        table = entries[name].table(argument or "")
        return f"<!-- arguments: {name}{' ' + argument if argument else ''} -->\n\n" + "\n".join(table) + "\n"

    return TABLE.sub(fill_table, BLOCK.sub(fill, text))


def main():
    parser = argparse.ArgumentParser(description="fills the language reference with what `lag help` says")
    parser.add_argument("--lag", default="lag")
    parser.add_argument("--accept", action="store_true")
    options = parser.parse_args()
    (entries, words), problems = entries_of(options.lag), []
    pages = {page: page.read_text() for page in sorted(PAGES.glob("*.md")) if page != LIST}
    places = described_in(pages, entries, problems)
    wanted = {page: filled(page, text, entries, problems) for page, text in pages.items()}
    wanted[INDEX] = INDEX_PART.sub(lambda f: f.group(1) + index_text(pages, places) + f.group(2), wanted[INDEX])
    wanted[LIST] = list_text(entries, words, places, pages)
    for page, text in wanted.items():
        if page.exists() and page.read_text() == text:
            continue
        if options.accept:
            page.write_text(text)
            print(f"{page.name}: written")
        else:
            problems.append(f"{page.name}: not what lag help says [run docs/built_ins.py --accept]")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
