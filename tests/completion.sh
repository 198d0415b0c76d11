#!/usr/bin/env bash
# What bash proposes behind `lag`: files, subcommands, options, words of the language.
#   tests/completion.sh LAG SCRATCH_FOLDER
set -euo pipefail
lag=$1 scratch=$2
source=$(cd "$(dirname "$0")/.." && pwd)
rm -rf "$scratch" && mkdir -p "$scratch/models"
cd "$scratch"
touch pendulum.lag pen.f90 pen.csv models/arm.lag "my arm.lag"
# shellcheck disable=SC1091
source "$source/editors/bash/lag"

proposals() { # words of the line, the last one being typed
    COMP_WORDS=("$lag" "$@") COMP_CWORD=$# COMPREPLY=()
    _lag
    printf '%s\n' "${COMPREPLY[@]}" | sort | tr '\n' ' '
}
expect() { # what is proposed, exactly; then the words
    local wanted=$1 found
    shift
    found=$(proposals "$@")
    [ "$found" = "$wanted" ] || { printf 'completion of "lag %s": "%s", expected "%s"\n' "$*" "$found" "$wanted" >&2; exit 1; }
}
expect "page pendulum.lag periodic " p
expect "pendulum.lag " simulate pen
expect "my arm.lag " my
expect "models/ " model
expect "compare " com
expect "models/arm.lag " models/
expect "pen.csv pendulum.lag " page pen
touch pen.urdf
expect "pen.urdf pendulum.lag " import pen
rm pen.urdf
expect "--parameters " import pen.urdf --p
expect "fixed free " import pen.urdf --base ""
expect "pen.f90 pendulum.lag " compare pen
expect "--tolerance " simulate pendulum.lag --tol
expect "--page --parameters --plot " simulate --p
expect "--plot " page --p
expect "pen.csv " fit pendulum.lag --data pen
expect "rk4 " simulate pendulum.lag --method r
expect "--sample --seed --source --step " sweep pendulum.lag --s
expect "--dump " --du
expect "kinematics " pendulum.lag --dump k
expect "c cpp " pendulum.lag --language c
expect "mass_centre mass_matrix " help mass_
expect "shape shapes " help sha
