#!/usr/bin/env python3
"""Finds names of unnamed namespaces that a header of the same folder has in namespace lag too.

Sources of one folder are compiled together. There a function, type or constant in an unnamed namespace is seen by the
files behind it: a call that means the header's function could then take the other one, without a word of the compiler.
"""
import pathlib
import re
import sys
import tempfile

ROOMS = ("core", "sparse_ldl", "lagrange", "emitters", "scripts")
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'', re.S)
TYPE = re.compile(r"\b(?:class|struct|union|enum(?: class| struct)?)\s+(?:\[\[\w+\]\]\s*)?(\w+)[^;{}()=]*\{"
                  r"|\busing\s+(\w+)\s*=")
FUNCTION = re.compile(r"[\w>&*\]]\s*[\s&*]([A-Za-z_]\w*)\s*\(")
CONSTANT = re.compile(r"\b(?:const|constexpr|inline|static|thread_local)\b[^=({]*?[\s&*](\w+)\s*(?:\[[^\]]*\]\s*)?[={]")


def namespace_statements(text):
    """The statements that stand in namespaces alone, as (is it in an unnamed one, text up to its first `{` or `;`)."""
    text = TEXT.sub(" ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", "", text, flags=re.M)
    spaces, depth, start = [], 0, 0  # kind of each open namespace; braces open within the innermost
    for brace in re.finditer(r"[{};]", text):
        head, sign = text[start:brace.start()].strip(), brace.group()
        if sign == "{":
            if depth == 0:
                space = re.fullmatch(r"(?:inline\s+)?namespace\b\s*([\w:]*)", head)
                if space:
                    spaces.append(space.group(1))
                    start = brace.end()
                    continue
                yield "" in spaces, head + "{"
            depth += 1
        elif sign == "}":
            if depth > 0:
                depth -= 1
            elif spaces:
                spaces.pop()
            if depth == 0:
                start = brace.end()
        elif depth == 0:
            yield "" in spaces, head + ";"
            start = brace.end()


def names_of(statement):
    """What a statement of a namespace declares: functions, types, constants."""
    if re.match(r"(?:using namespace|static_assert|friend)\b", statement):
        return set()
    statement = re.sub(r"^template\s*<.*?>\s*(?=\w)", "", statement, flags=re.S)
    found = TYPE.match(statement)
    if found:
        return {found.group(1) or found.group(2)}
    found = CONSTANT.match(statement)
    if found:
        return {found.group(1)}
    found = FUNCTION.search(statement)
    if found and "operator" not in statement[:found.end()] and "::" + found.group(1) not in statement[:found.end()]:
        return {found.group(1)}
    return set()


def hidden_names(folder):
    """(name, source, header) of one folder."""
    declared = {}
    for header in sorted(folder.glob("*.hpp")):
        for _, statement in namespace_statements(header.read_text()):
            for name in names_of(statement):
                declared.setdefault(name, header)
    found = []
    for source in sorted(folder.glob("*.cpp")):
        for unnamed, statement in namespace_statements(source.read_text()):
            if unnamed:
                found += [(name, source, declared[name]) for name in sorted(names_of(statement)) if name in declared]
    return found


def check(root):
    """A message for each name that is hidden below `root`."""
    folders = sorted({path.parent for room in ROOMS for path in (root / room).rglob("*.hpp")})
    return [f"{source.relative_to(root)}: {name} is in an unnamed namespace, and in {header.relative_to(root)} too; "
            "give it another name: the folder's sources are compiled together"
            for folder in folders for name, source, header in hidden_names(folder)]


def check_itself():
    """Finds what is hidden in a small folder, and nothing else."""
    with tempfile.TemporaryDirectory() as folder:
        room = pathlib.Path(folder) / "core"
        room.mkdir()
        (room / "a.hpp").write_text(
            "namespace lag {\nstruct A { int inner(); };\nint f(int x);\nconstexpr int c = 1;\n}\n")
        (room / "b.cpp").write_text(
            "namespace lag {\nnamespace {\nint f(double x) { return g(x); }  // {\nint inner() { return '{'; }\n"
            "template <class T>\nclass A {};\nconstexpr double c{2};\n}\nint g(int x) { return f(x); }\n}\n")
        found = [name for name, _, _ in hidden_names(room)]
        assert found == ["f", "A", "c"], found


def main():
    check_itself()
    messages = check(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent))
    print("\n".join(messages))
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
