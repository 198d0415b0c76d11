#!/usr/bin/env bash
# The compiler that tests of emitted code find first on their PATH gives what g++ alone gives.
#   tests/compilers/test.sh <folder of that compiler> <scratch folder>
set -euo pipefail
compilers=$1 scratch=$2
rm -rf "$scratch" && mkdir -p "$scratch" && cd "$scratch"
fail() { echo "compilers: $*" >&2; exit 1; }
plain=$(command -v g++)
export LAG_COMPILER_STORE=$scratch/store PATH=$compilers:$PATH
[ "$(readlink -f "$(command -v g++)")" != "$(readlink -f "$plain")" ] || PATH=${PATH#*:} plain=$(command -v g++)
precompiled() { find "$LAG_COMPILER_STORE" -name '*.gch' | wc -l; }

flags="-std=c++17 -Wall -Wextra -Wshadow -Werror -O0"
printf '#include <array>\n#include <cmath>\n#include <string>\n#include "part.hpp"\nint main(int n, char** words) {\n  return std::string(words[0]).size() + part(n) > 1e9;\n}\n' >good.cpp
printf '#ifndef PART\n#define PART\n#include <cmath>\n#ifdef LATER\n#include <vector>\n#endif\ninline double part(int n) { return std::sin(n); }\n#endif\n' >part.hpp
g++ $flags good.cpp -o first
[ "$(precompiled)" -eq 0 ] || fail "headers are precompiled for one source"
g++ $flags good.cpp -o second
[ "$(precompiled)" -eq 1 ] || fail "the second source with the same headers does not precompile them"
"$plain" $flags good.cpp -o third
cmp second third || fail "precompiled headers change what is compiled"
g++ -O1 $flags good.cpp -o second -lm && g++ -O1 $flags -c good.cpp -o second.o
[ "$(precompiled)" -eq 2 ] || fail "another level of optimization needs headers of its own"

refused() { # what, file
    for _ in 1 2 3; do
        if g++ $flags "$2" -o bad >words 2>&1; then fail "$1 passes"; fi
        grep -q "$3" words || fail "$1: $(cat words)"
    done
}
printf '#include <array>\n#include <cmath>\n#include "part.hpp"\nint main(int n, char** words) {\n  return std::string(words[0]).size() + part(n) > 1e9;\n}\n' >bad.cpp
refused "a source without the header that it needs" bad.cpp "did you forget to .#include <string>"
sed 's/return /int spare; return /' good.cpp >bad.cpp
refused "a warning" bad.cpp "unused"
printf '#define PART\n#include <array>\n#include <cmath>\n#include <string>\n#include "part.hpp"\nint main(int n, char**) { return part(n) > 1; }\n' >bad.cpp
refused "a macro before what is included" bad.cpp "not declared"
printf 'int main() { return 0 }\n' >bad.cpp
refused "an error" bad.cpp "expected"
printf 'int main() { int x; return x; }\n' >bad.cpp
g++ -Wall bad.cpp -o second >words 2>&1
grep -q uninitialized words || fail "a word of the compiler is lost"
! LAG_COMPILER_STORE= g++ no_such.cpp -o bad 2>/dev/null || fail "a missing source passes"
