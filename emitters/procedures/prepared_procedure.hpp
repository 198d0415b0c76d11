// A procedure as the interpreter runs it (run_procedure.hpp): its names are places, its texts are numbers. Each is made once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emitters/procedures/run_procedure.hpp"

namespace lag::procedures {

namespace prepared_form {

using Function = double (*)(double);

enum class Operator {
    none,
    negated,
    is_not,
    both,
    either,
    sum,
    difference,
    product,
    quotient,
    whole_quotient,  // of integers, towards 0
    equal,
    unequal,
    less,
    less_equal,
    greater,
    greater_equal,
    of_one,  // a function of one number
    atan2,
    power,
    max,
    min,
    // of texts
    joined,
    same,
    different,
    length,
    skip,
    find,
    code,
    slice
};

struct Node {
    Expression::Kind kind = Expression::Kind::literal;
    Operator op = Operator::none;
    bool is_array = false;  // a whole one, or a run of one
    bool is_text = false;
    double number = 0;                                // of literals and sizes
    std::string text = {};                            // of literals
    const std::vector<std::string>* table = nullptr;  // whose entry it is
    Function function = nullptr;
    std::size_t variable = 0;
    std::vector<Node> operands;
    std::size_t offset = 0;
};

// An extent, or the sum of one and arguments.
struct Extent {
    std::size_t fixed = 0;
    std::vector<std::size_t> arguments;
};

struct Array {
    double* elements = nullptr;
    std::size_t count = 0;
    std::vector<std::size_t> extents = {};
};

enum class Left { no, exit, next, routine };

// What a text of so many characters keeps; 0: any length.
void cut(std::string& text, std::size_t length);

}  // namespace prepared_form

using namespace prepared_form;

struct Interpreter::Prepared {
    struct Step {
        Statement::Kind kind = Statement::Kind::comment;
        Left left = Left::no;
        std::size_t variable = 0;
        int step = 1;
        std::vector<Node> operands;
        std::vector<std::vector<Step>> bodies;
        // of a call: the name, which operands it sets, and the procedure, null for a routine; of a write: the word
        std::string routine;
        std::vector<bool> sets;
        Prepared* procedure = nullptr;
    };
    const Procedure* procedure = nullptr;
    std::vector<std::vector<Extent>> shapes;   // by variable
    std::vector<std::vector<double>*> shared;  // by variable; null: not shared
    std::vector<Step> body;
    std::vector<Array> frame;                // by variable
    std::vector<double> own;                 // of those that are no arguments
    std::vector<std::vector<double>> texts;  // by variable: the numbers of its own texts
    bool is_running = false;                 // procedures do not call themselves
    long statements = 0;

    Node node(const Expression& e, const Facts& facts) const;
    std::vector<Step> block(const Block& source, Interpreter& interpreter) const;
    Extent extent(const SizeSum& sum, const Facts& facts) const;
};

}  // namespace lag::procedures
