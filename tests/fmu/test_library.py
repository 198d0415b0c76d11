"""Sources that stand for themselves, and emit(c, "..", library = true): compiled without a warning by gcc and clang. Of a library,
exported is what the header declares and nothing else, and the results are those of the header that has everything in it.
   python3 test_library.py LAG FOLDER"""
import ctypes as c
import os
import re
import shutil
import subprocess
import sys

lag, folder = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
samples = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../samples")
os.makedirs(folder, exist_ok=True)
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]

# trees, loops, events with contacts, limbs in lanes, tables, a jacobian, procedures that are asked for
MODELS = [("cart_pole.lag", ", jacobian = [q, u, w], stepper = rk4"), ("four_bar/four_bar.lag", ", partition = true"),
          ("parking_brake.lag", ""), ("quadruped.lag", ", equilibrium = true"), ("motor_control.lag", ", adjoint = [q, u, states]")]


def run(words, **more):
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, **more)
    assert done.returncode == 0, (words, done.stderr[:2000])
    return done.stdout


def sources_without_warnings(text, model):
    """Of sources that stand for themselves."""
    with open(os.path.join(folder, "sources.lag"), "w") as file:
        file.write(f'{text}\nemit(c, "alone.c")$\nemit(cpp, "alone.cpp")$\nemit(python, "module_{model}.py")$\n')
    run([lag, "sources.lag", "--quiet"])
    for compilers, standard, source in ((("gcc", "clang"), "-std=c99", "alone.c"), (("g++", "clang++"), "-std=c++17", "alone.cpp"),
                                        (("gcc", "clang"), "-std=c99", f"module_{model}.c")):
        for compiler in compilers:
            if shutil.which(compiler) is not None:
                run([compiler, standard, "-fsyntax-only", *WARNINGS, source])


def check(sample, options):
    with open(os.path.join(samples, sample)) as file:
        text = re.sub(r"^emit\([^\n]*$", "", file.read(), flags=re.M)
    model = re.search(r"^model\((\w+)", text, re.M).group(1)
    with open(os.path.join(folder, model + ".lag"), "w") as file:
        file.write(f'{text}\nemit(c, "{model}.c", library = true{options})$\nemit(c, "all_{model}.h"{options})$\n')
    run([lag, model + ".lag", "--quiet"])
    sources_without_warnings(text, model)
    with open(os.path.join(folder, model + ".h")) as file:
        header = file.read()
    declared = sorted(re.findall(rf"^LAG_EXPORT [\w \*]+?\b({model}_\w+)\(", header, re.M))
    with open(os.path.join(folder, f"all_{model}.h")) as file:
        bodies = file.read()
    for compiler in ("gcc", "clang"):
        if shutil.which(compiler) is None:
            continue
        library = os.path.join(folder, f"lib{model}_{compiler}.so")
        run([compiler, "-std=c99", "-O0", *WARNINGS, "-fPIC", "-shared", "-fvisibility=hidden", "-o", library, model + ".c",
             "-lm"])
        # without those of linkers, such as _end
        symbols = [line.split()[-1] for line in run(["nm", "-D", "--defined-only", library]).splitlines()]
        symbols = [name for name in symbols if not name.startswith("_")]
        assert sorted(symbols) == declared, set(symbols) ^ set(declared)
    assert {f"{model}_{r}" for r in ("defaults", "setup", "derivatives", "size", "text", "number")} <= set(declared)
    # a program that includes everything, and one that links: the same bits
    program = f"""
int main(void) {{
    static double p[{model}_np + 1], c[{model}_nc + 1], w[{model}_nw + 1], y[400], ydot[400];
    int info = 0, k;
    {model}_defaults(p);
    {model}_setup(p, c);
    for (k = 0; k < 400; ++k) y[k] = 0.3 + 0.01*k;
    {model}_derivatives(0.1, y, w, c, ydot, &info);
    for (k = 0; k < {model}_nq + {model}_nu; ++k) printf("%a\\n", ydot[k]);
    return 0;
}}
"""
    results = []
    for header_name, more in ((f"all_{model}.h", ["-lm"]), (f"{model}.h", [f"lib{model}_gcc.so", "-Wl,-rpath,."])):
        for compiler, ending in (("gcc", "c"), ("g++", "cpp")) if header_name == f"{model}.h" else (("gcc", "c"),):
            source = f"call_{model}.{ending}"
            with open(os.path.join(folder, source), "w") as file:
                file.write(f'#include <stdio.h>\n#include "{header_name}"\n{program}')
            run([compiler, "-O0", "-o", "call", source, *more])
            results.append(run(["./call"]))
    assert results[0] == results[1] == results[2] and "nan" not in results[0], model
    # by name
    library = c.CDLL(os.path.join(folder, f"lib{model}_gcc.so"))
    text_of, size_of, number_of = (getattr(library, f"{model}_{n}") for n in ("text", "size", "number"))
    text_of.restype = c.c_char_p
    for size, value in re.findall(rf"\b{model}_(n\w+) = (\d+)", header):
        assert size_of(size.encode()) == int(value), size
    assert size_of(b"nothing") == -1 and text_of(b"nothing", 0) is None and number_of(b"nothing", 0) == -2
    names = [text_of(b"coordinate_names", k).decode() for k in range(size_of(b"nq"))]
    table = re.search(rf"{model}_coordinate_names\[\d+\] = {{(.*?)}};", bodies, re.S).group(1)
    assert names == re.findall(r'"([^"]*)"', table), names
    assert text_of(b"coordinate_names", size_of(b"nq")) is None and text_of(b"coordinate_names", -1) is None
    if "jacobian = " in options:
        rows = [number_of(b"jacobian_rows", k) for k in range(size_of(b"nz"))]
        assert min(rows) >= 0 and max(rows) < size_of(b"nq") + size_of(b"nu") and number_of(b"jacobian_rows", len(rows)) == -2


def check_page():
    """The programs of docs/howto/linking.md in the languages that are here: Debian has rustc, and no Julia and no MATLAB."""
    with open(os.path.join(samples, "../docs/howto/linking.md")) as file:
        page = file.read()
    block = lambda language: re.search(rf"```{language}\n(.*?)```", page, re.S).group(1)
    for name, language in (("pendulum.lag", "lag"), ("call.rs", "rust"), ("call.jl", "julia")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(block(language))
    run([lag, "pendulum.lag", "--quiet"])
    run(["gcc", "-std=c99", "-O0", "-fPIC", "-fvisibility=hidden", "-shared", "-o", "libpendulum.so", "pendulum.c", "-lm"])
    where = {**os.environ, "LD_LIBRARY_PATH": folder}
    if shutil.which("rustc"):
        run(["rustc", "-L", ".", "call.rs", "-o", "call_rust"])
        assert run(["./call_rust"], env=where) == "q 1.000000, rate -5.149789\n"
    if shutil.which("julia"):
        assert run(["julia", "call.jl"], env=where).startswith("q 1.0, rate -5.14978")


check_page()
for sample, options in MODELS:
    check(sample, options)
    print(sample, flush=True)
