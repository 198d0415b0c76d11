#!/usr/bin/env python3
"""Equations of the HMMWV by SymPy's KanesMethod (bench/kane.py) as C++: kane_code.py FILE.hpp

Common sub-expressions are taken out by SymPy's cse, the code is printed by its C printer. Printed are `name value` lines: seconds to
form the equations, seconds for common sub-expressions and printing, operations as SymPy counts them. kane.cpp calls what is written."""
import contextlib
import io
import pathlib
import sys
import time

from sympy import Symbol, ccode, count_ops, cse, numbered_symbols
from sympy.core.function import AppliedUndef

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
with contextlib.redirect_stdout(io.StringIO()):
    import kane

begin = time.process_time()
size = len(kane.speeds)
mass, forcing = kane.method.mass_matrix, kane.method.forcing
places = [(i, j) for i in range(size) for j in range(i + 1)]
steps, results = cse([mass[i, j] for i, j in places] + list(forcing), symbols=numbered_symbols("step"))

# names of kane.py -> names in the emitted header
NAMED = {"cx": "cx_chassis", "cz": "cz_chassis", "ixx": "ixx_chassis", "iyy": "iyy_chassis", "izz": "izz_chassis",
         "ia": "ia_wheel", "ib": "ib_wheel",
         "sx1f": "sx_chassis_front", "sy1f": "sy_chassis_front", "sz1f": "sz_chassis_front", "sx2f": "sx_carrier_front",
         "sx1b": "sx_chassis_rear", "sy1b": "sy_chassis_rear", "sz1b": "sz_chassis_rear", "sx2b": "sx_carrier_rear",
         "sy2": "sy_carrier", "sz2": "sz_carrier"}
everything = [e for _, e in steps] + results
places_of = {q: Symbol(f"q[{i}]") for i, q in enumerate(kane.coordinates)}
places_of.update({u: Symbol(f"u[{i}]") for i, u in enumerate(kane.speeds)})
for e in everything:
    for load in e.atoms(AppliedUndef) - places_of.keys():
        places_of[load] = Symbol(f"w[hmmwv10::iw_{load.func.__name__}]")
own = {s for s, _ in steps} | {kane.t}
for parameter in set().union(*(e.free_symbols for e in everything)) - own:
    places_of[parameter] = Symbol(f"p[hmmwv10::ip_{NAMED.get(parameter.name, parameter.name)}]")


def printed(expression):
    return ccode(expression.xreplace(places_of))


lines = [f"    const double {s} = {printed(e)};" for s, e in steps]
lines += [f"    M({i}, {j}) = {printed(e)};" for (i, j), e in zip(places, results) if e != 0]
lines += [f"    f({i}) = {printed(e)};" for i, e in enumerate(results[len(places):])]
pathlib.Path(sys.argv[1]).write_text(
    "// by SymPy's KanesMethod, cse and ccode; M: the lower triangle\n"
    "template <class Matrix, class Vector>\n"
    "void kane(const double* q, const double* u, const double* w, const double* p, Matrix& M, Vector& f) {\n"
    "    using std::cos, std::pow, std::sin, std::sqrt;\n" + "\n".join(lines) + "\n}\n")
print("kane_formed", round(kane.seconds, 2))
print("kane_coded", round(time.process_time() - begin, 2))
print("kane_operations", sum(count_ops(e) for _, e in steps) + sum(count_ops(e) for e in results))
