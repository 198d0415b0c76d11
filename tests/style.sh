#!/usr/bin/env bash
# What the C++ compiler of the build does not check: clang 14's warnings on every source, and the formatting.
#   tests/style.sh clang | format
set -euo pipefail
cd "$(dirname "$0")/.."
# templates of emitted files are no C++ yet; in samples/ only what is tracked: people emit there
sources() {
    { git ls-files -co --exclude-standard -- ':!samples' && git ls-files samples; } 2>/dev/null | grep -E '\.(cpp|hpp|cc)$' | grep -v '^emitters/.*templates/' ||
        find . -name '*.[ch]pp' -not -path './build*' -not -path '*/templates/*' | sed 's|^\./||'
}
case "$1" in
    clang)
        # Catch2, Eigen and GiNaC are system headers. What most files include from libraries is compiled once.
        header=$(mktemp -d)
        trap 'rm -rf "$header"' EXIT
        options=(-std=c++20 -I. -isystem /usr/include/eigen3 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
            -DLAG_SOURCE_DIR='""' -DLAG_SCRATCH_DIR='""' -DLAG_COMMAND='""')
        printf '#include "tests/precompiled.hpp"\n#include <ginac/ginac.h>\n' >"$header/libraries.hpp"
        clang++-14 "${options[@]}" -x c++-header "$header/libraries.hpp" -o "$header/libraries.pch"
        sources | grep -E '^(core|sparse_ldl|lagrange|emitters|scripts|tests)/.*\.(cpp|cc)$' |
            xargs -P "$(nproc)" -n 4 clang++-14 -fsyntax-only "${options[@]}" -include-pch "$header/libraries.pch"
        ;;
    format) sources | grep -v '^tests/golden/' | xargs clang-format-14 --dry-run -Werror ;;
    *) exit 2 ;;
esac
