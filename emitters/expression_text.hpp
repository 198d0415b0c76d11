// Expression trees of statements -> text, with as few parentheses as the tree's own grouping allows. What differs
// between languages is in a Dialect.
#pragma once

#include <string>
#include <vector>

#include "emitters/program.hpp"

namespace lag {

struct Dialect {
    virtual ~Dialect() = default;
    virtual std::string number(double value) const = 0;  // value >= 0
    virtual std::string element(const Argument& argument, std::size_t element) const = 0;
    virtual std::string work(std::size_t slot) const = 0;  // from 0
    // A function, comparison, logical operation or selection with its operands as text.
    virtual std::string function(Op op, const std::vector<std::string>& operands) const = 0;
};

// The statement's right side, or its condition. `piece` is where the text stands: temporaries of other pieces are read
// from the workspace. ModelError for a constant that is no finite number.
std::string value_text(const Program& program, const Routine& routine, const CodeStatement& statement,
                       std::size_t piece, const Dialect& dialect);

std::string temporary_name(std::size_t number);  // "z12"

// "240 add, 347 mul, 6 div, 0 sqrt, 8 call"
std::string to_string(const OperationCount& count);

}  // namespace lag
