#!/usr/bin/env bash
# What the C++ compiler of the build does not check: clang 14's warnings on every source, the formatting, and whether the
# shell reads every script and no file keeps the marks of a merge.
#   tests/style.sh clang [core|scripts|tests|tests_scripts] | format | texts
# Without a group clang checks all of them, on all cores.
set -euo pipefail
cd "$(dirname "$0")/.."
# templates and expected texts of emitted files are no C++ of their own; in samples/ only what is tracked: people emit there
sources() {
    { git ls-files -co --exclude-standard -- ':!samples' && git ls-files samples; } 2>/dev/null | grep -E '\.(cpp|hpp|cc)$' | grep -v -E '^(emitters/.*templates|tests/golden)/' ||
        find . -name '*.[ch]pp' -not -path './build*' -not -path '*/templates/*' -not -path './tests/golden/*' | sed 's|^\./||'
}

tracked() { git ls-files 2>/dev/null || find . -type f -not -path './build*' | sed 's|^\./||'; }

# Each source is in one group. A group has precompiled headers of its own: what most of its sources include, and the
# templates that those headers use. GiNaC and Catch2 only where they are needed: loading takes longer than many a source.
# A source may use a name that a header of its group has too, without including it: on an error the source is checked
# again with what it includes itself, and only that counts.
standard=('<algorithm>' '<array>' '<cmath>' '<filesystem>' '<fstream>' '<functional>' '<iostream>' '<map>' '<memory>'
    '<optional>' '<random>' '<regex>' '<set>' '<sstream>' '<string>' '<unordered_map>' '<utility>' '<vector>')
mechanics=('"core/calculus.hpp"' '"core/dense.hpp"' '"core/errors.hpp"' '"core/evaluate.hpp"' '"core/model.hpp"'
    '"lagrange/formulations/equations.hpp"' '"emitters/passes/passes.hpp"' '"emitters/writers/emit.hpp"' '<fmt/format.h>')
statements=('"scripts/language/built_in.hpp"' '"scripts/syntax/grammar.hpp"' '"scripts/language/interpreter.hpp"'
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
options=(-std=c++20 -I. -isystem /usr/include/eigen3 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
    -DLAG_SOURCE_DIR='""' -DLAG_SCRATCH_DIR='""' -DLAG_COMMAND='""' -fpch-instantiate-templates)

# Sources of one folder are checked together: first those of the rooms, and of the tests the headers of all, then each
# test in a namespace of its own. Names of different files may clash there: a name that hides one of another source is
# let pass, where a batch gives another error its halves are checked, and only an error of a source alone counts.
batches() { # sources in lines -> lines of at most 16
    awk '{ kind = $0; sub("/[^/]*$", "", kind); if ($0 ~ "/test_[^/]*$") kind = kind " test"
           if (NR > 1) printf "%s", kind == last && count < 16 ? " " : "\n"
           count = kind == last && count < 16 ? count + 1 : 1
           printf "%s", $0; last = kind } END { print "" }'
}
unit_of() { # sources
    case "$1" in
        */test_*)
            grep -hE '^#include (<|"[^"]*/)' "$@" | awk '!seen[$0]++'
            echo 'namespace lag {}'
            local source
            for source in "$@"; do
                printf 'namespace unit_of_%s {\nnamespace lag {\nusing namespace ::lag;\n}\n#include "%s"\n}\n' \
                    "$(basename "$source" .cpp)" "$source"
            done
            ;;
        *) printf '#include "%s"\n' "$@" ;;
    esac
}
hides_no_own() { # the compiler's words; true where each name that is hidden is one of another source
    awk -F: '/ warning: / { at = $1 }
             / note: previous declaration/ { if ($1 == at || $1 !~ /[.](cpp|cc)$/) own = 1; at = "" }
             END { exit own }' "$1"
}
check_batch() { # headers, sources
    local header=$1 unit half=$((($# - 1) / 2))
    shift
    if [ $# -gt 1 ]; then
        unit=$(mktemp "$header.XXXXXX.cpp")
        unit_of "$@" >"$unit"
        clang++-14 -fsyntax-only "${options[@]}" -Wno-error=shadow -include-pch "$header.pch" "$unit" 2>"$unit.words" &&
            hides_no_own "$unit.words" && return
        check_batch "$header" "${@:1:half}"
        check_batch "$header" "${@:half+1}"
        return
    fi
    clang++-14 -fsyntax-only "${options[@]}" -include-pch "$header.pch" "$1" 2>/dev/null ||
        clang++-14 -fsyntax-only "${options[@]}" "$1"
}
check_group() { # group, number of processes
    local header=$folder/$1 source
    headers_of "$1" >"$header.hpp"
    clang++-14 "${options[@]}" -x c++-header "$header.hpp" -o "$header.pch"
    sources | grep -E '^(core|sparse_ldl|lagrange|emitters|scripts|tests)/.*\.(cpp|cc)$' |
        while read -r source; do [ "$(group_of "$source")" != "$1" ] || printf '%s\n' "$source"; done |
        sort | batches | xargs -P "$2" -L 1 tests/style.sh batch "$header"
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
    batch) check_batch "${@:2}" ;;  # called by check_group
    texts)
        tracked | xargs grep -lE '^#!.*bash$' | xargs -n 1 bash -n
        ! tracked | xargs grep -nHIE '^(<{7}|>{7}) '
        for page in docs/*/*.md; do # each page of the manual is in the list of its folder
            name=$(basename "$page" .md)
            [ "$name" = index ] || grep -qxE "$name|[^ ]+[*]" "$(dirname "$page")/index.md" ||
                { echo "$page: ${page%/*}/index.md does not list it"; exit 1; }
        done
        ;;
    format) sources | xargs clang-format-14 --dry-run -Werror ;;
    *) exit 2 ;;
esac
