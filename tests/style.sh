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
        # tests/emitted scratch is not ours to judge; Catch2 and Eigen are system headers
        sources | grep -E '^(core|sparse_ldl|lagrange|emitters|scripts|tests)/.*\.(cpp|cc)$' |
            xargs -P "$(nproc)" -n 4 clang++-14 -std=c++20 -fsyntax-only -I. -isystem /usr/include/eigen3 -Wall -Wextra -Wpedantic \
                -Wconversion -Wshadow -Werror -DLAG_SOURCE_DIR='""' -DLAG_SCRATCH_DIR='""' -DLAG_COMMAND='""'
        ;;
    format) sources | grep -v '^tests/golden/' | xargs clang-format-14 --dry-run -Werror ;;
    *) exit 2 ;;
esac
