// Apart from reference.cpp: the interpreter's headers and the jets of the oracle each have a Scalar of their own.
#include "tests/combinations/reading.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag::combinations {

Model model_of(const std::string& text) {
    const auto mechanics = lagrange_mechanics();
    return interpret(parse(text, "script.lag"), *mechanics).model;
}

}  // namespace lag::combinations
