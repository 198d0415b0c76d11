#!/usr/bin/env bash
# What the C++ compiler of the build does not check: clang 14's warnings on every source, and the formatting.
#   tests/style.sh clang [core|scripts|tests|tests_scripts] | format
# Without a group clang checks all of them, on all cores.
set -euo pipefail
cd "$(dirname "$0")/.."
# templates of emitted files are no C++ yet; in samples/ only what is tracked: people emit there
sources() {
    { git ls-files -co --exclude-standard -- ':!samples' && git ls-files samples; } 2>/dev/null | grep -E '\.(cpp|hpp|cc)$' | grep -v '^emitters/.*templates/' ||
        find . -name '*.[ch]pp' -not -path './build*' -not -path '*/templates/*' | sed 's|^\./||'
}

# Each source is in one group. A group has precompiled headers of its own: what most of its sources include, and the
# templates that those headers use. GiNaC and Catch2 only where they are needed: loading takes longer than many a source.
# A source may use a name that a header of its group has too, without including it: on an error the source is checked
# again with what it includes itself, and only that counts.
standard=('<algorithm>' '<array>' '<cmath>' '<filesystem>' '<fstream>' '<functional>' '<iostream>' '<map>' '<memory>'
    '<optional>' '<random>' '<regex>' '<set>' '<sstream>' '<string>' '<unordered_map>' '<utility>' '<vector>')
mechanics=('"core/calculus.hpp"' '"core/dense.hpp"' '"core/errors.hpp"' '"core/evaluate.hpp"' '"core/model.hpp"'
    '"lagrange/formulations/equations.hpp"' '"emitters/passes/passes.hpp"' '"emitters/writers/emit.hpp"' '<fmt/format.h>')
statements=('"scripts/language/built_in.hpp"' '"scripts/language/grammar.hpp"' '"scripts/language/interpreter.hpp"'
    '"scripts/statements/reading.hpp"' '"scripts/statements/statement_table.hpp"' '"scripts/statements/unit_check.hpp"'
    '"scripts/pipeline/mechanics.hpp"' '"scripts/pipeline/pipeline.hpp"')
checks=('"tests/catch.hpp"' '"tests/scratch.hpp"' '<Eigen/Dense>')
support=('"tests/support/model_builder.hpp"' '"tests/support/oracle.hpp"' '"tests/support/random_constraints.hpp"'
    '"tests/support/random_model.hpp"' '"tests/support/state_values.hpp"')
group_of() { # source
    case "$1" in
        scripts/language/* | scripts/statements/* | scripts/pipeline/*) echo scripts ;;
        tests/scripts/*) echo tests_scripts ;;
        tests/*) echo tests ;;
        *) echo core ;;
    esac
}
headers_of() { # group
    case "$1" in
        core) printf '#include %s\n' "${standard[@]}" "${mechanics[@]}" ;;
        scripts) printf '#include %s\n' "${standard[@]}" "${mechanics[@]}" "${statements[@]}" ;;
        tests) printf '#include %s\n' "${standard[@]}" "${mechanics[@]}" "${checks[@]}" "${support[@]}" ;;
        tests_scripts) printf '#include %s\n' "${standard[@]}" "${mechanics[@]}" "${statements[@]}" "${checks[@]}" ;;
    esac
}
check_group() { # group, number of processes
    local options=(-std=c++20 -I. -isystem /usr/include/eigen3 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
        -DLAG_SOURCE_DIR='""' -DLAG_SCRATCH_DIR='""' -DLAG_COMMAND='""' -fpch-instantiate-templates)
    local header=$folder/$1 source
    headers_of "$1" >"$header.hpp"
    clang++-14 "${options[@]}" -x c++-header "$header.hpp" -o "$header.pch"
    sources | grep -E '^(core|sparse_ldl|lagrange|emitters|scripts|tests)/.*\.(cpp|cc)$' |
        while read -r source; do [ "$(group_of "$source")" != "$1" ] || printf '%s\n' "$source"; done |
        xargs -P "$2" -I{} bash -c 'source=$1 header=$2; shift 2
            clang++-14 -fsyntax-only "$@" -include-pch "$header" "$source" 2>/dev/null ||
                clang++-14 -fsyntax-only "$@" "$source"' _ {} "$header.pch" "${options[@]}"
}

case "$1" in
    clang)
        folder=$(mktemp -d)
        trap 'rm -rf "$folder"' EXIT
        if [ $# -gt 1 ]; then
            [ -n "$(headers_of "$2")" ] || exit 2
            check_group "$2" 1
        else
            for group in core scripts tests tests_scripts; do check_group "$group" "$(nproc)"; done
        fi
        ;;
    format) sources | grep -v '^tests/golden/' | xargs clang-format-14 --dry-run -Werror ;;
    *) exit 2 ;;
esac
