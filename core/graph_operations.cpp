// What is known of each operation: its name, its number of operands.
#include <array>
#include <cstddef>

#include "core/graph.hpp"

namespace lag {

namespace {

struct OpFacts {
    Op op;
    const char* name;
    int arity;
};

constexpr std::size_t op_count = static_cast<std::size_t>(Op::lane_set) + 1;
constexpr std::array<OpFacts, op_count> op_facts = {{
    {Op::constant, "constant", 0},
    {Op::pi, "%pi", 0},
    {Op::symbol, "symbol", 0},
    {Op::add, "add", 2},
    {Op::sub, "sub", 2},
    {Op::neg, "neg", 1},
    {Op::mul, "mul", 2},
    {Op::div, "div", 2},
    {Op::sqrt, "sqrt", 1},
    {Op::sin, "sin", 1},
    {Op::cos, "cos", 1},
    {Op::tan, "tan", 1},
    {Op::asin, "asin", 1},
    {Op::acos, "acos", 1},
    {Op::atan, "atan", 1},
    {Op::atan2, "atan2", 2},
    {Op::sinh, "sinh", 1},
    {Op::cosh, "cosh", 1},
    {Op::tanh, "tanh", 1},
    {Op::exp, "exp", 1},
    {Op::log, "log", 1},
    {Op::pow, "pow", 2},
    {Op::abs, "abs", 1},
    {Op::min, "min", 2},
    {Op::max, "max", 2},
    {Op::floor, "floor", 1},
    {Op::mod, "mod", 2},
    {Op::less, "less", 2},
    {Op::less_equal, "less_equal", 2},
    {Op::equal, "equal", 2},
    {Op::logical_and, "and", 2},
    {Op::logical_or, "or", 2},
    {Op::logical_not, "not", 1},
    {Op::select, "select", 3},
    {Op::curve, "table", 1},
    {Op::map, "table", 2},
    {Op::lane_sum, "lane_sum", 1},
    {Op::lane_member, "lane_member", 1},
    {Op::lane_repeat, "lane_repeat", 1},
    {Op::lane_fold, "lane_fold", 1},
    {Op::lane_set, "lane_set", 2},
}};

// One entry for each operation, in the order of the enumeration.
constexpr bool op_facts_are_complete() {
    for (std::size_t k = 0; k < op_facts.size(); ++k)
        if (static_cast<std::size_t>(op_facts[k].op) != k || op_facts[k].name == nullptr) return false;
    return true;
}
static_assert(op_facts_are_complete());

}  // namespace

const char* name_of(Op op) {
    return op_facts[static_cast<std::size_t>(op)].name;
}

int arity(Op op) {
    return op_facts[static_cast<std::size_t>(op)].arity;
}

bool is_condition(Op op) {
    return op >= Op::less && op <= Op::logical_not;
}

}  // namespace lag
