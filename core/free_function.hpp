// Expressions that are emitted as a routine of their own, without any model around them.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/graph.hpp"

namespace lag::procedures {
struct Procedure;
}

namespace lag {

// A number, or a list of numbers.
struct FunctionArgument {
    std::string name;
    std::vector<Expr> symbols;
    bool is_list = false;
};

struct FunctionResult {
    std::string name;
    std::size_t rows = 0, columns = 0;  // a number: none; a list: no columns
    std::vector<Expr> values;           // row by row; symbols of the arguments alone
    bool is_matrix() const { return columns > 0; }
};

// Names are identifiers, each once whatever the case.
struct FreeFunction {
    std::string name;
    std::vector<FunctionArgument> arguments;
    std::vector<FunctionResult> results;
    std::shared_ptr<Graph> graph;
    std::shared_ptr<const procedures::Procedure> procedure = nullptr;  // instead of all: one of the script
};

}  // namespace lag
