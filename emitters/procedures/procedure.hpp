// A procedure: a routine with loops and branches, in no particular language. Its text is in lag's syntax (texts/), read once
// (read_procedure.hpp), checked when the tool is built (check_procedure.hpp), decided for a model (decide_procedure.hpp),
// rewritten for what a language lacks (lower_procedure.hpp), printed (writers/procedure_printer.hpp) or run
// (run_procedure.hpp).
//
// A *place* is an integer that counts from 1: indexes, loop variables, elements of `places(n)`. A language that counts from 0
// holds a place one lower. Where an integer becomes a place or a place an integer, the tree has a conversion, so that what
// is printed needs no [i - 1]. 0 stands for no place.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emitters/procedures/signatures.hpp"

namespace lag {
struct SourceFile;
}

namespace lag::procedures {

enum class ValueType { real, integer, place, logical, text };

struct Variable {
    enum class Use { argument, local, loop, constant, shared };
    std::string name;
    ValueType type = ValueType::real;
    std::vector<SizeSum>
        shape;  // empty: scalar; matrices are column-major. Sizes, numbers, arguments that are integers
    Use use = Use::local;
    Argument::Intent intent = Argument::Intent::local;  // of an argument
    std::size_t offset = 0;                             // of its declaration in the text
    std::vector<double> values = {};                    // of a constant: places from 1, truth values 0 or 1
    std::size_t length = 0;                             // of a text: at most so many characters
    std::string record = {};                            // of a shared one: which it belongs to
    std::string part = {};                              // an argument of models with it alone; empty: of all

    bool is_scalar() const { return shape.empty(); }
    bool is_scalar_result() const {
        return is_scalar() && type != ValueType::text && use == Use::argument && intent != Argument::Intent::in;
    }
};

struct Expression {
    enum class Kind {
        literal,     // text: the number as written, true, false, the characters of a text
        size,        // text: "nu"
        part,        // text: "states", whether the model has them; only before it is decided
        number,      // text: "touch", a number of the model; only before it is decided
        entry,       // text: a table of the model; its index; only before it is decided
        variable,    // a scalar, or a whole array
        element,     // variable; its indexes
        run,         // of a vector: variable; the first place, how many elements
        conversion,  // an integer as a place, or a place as an integer
        operation,   // text: and or not = # < <= > >= + - * /; one or two operands; + of texts joins them
        selection,   // the condition; where it holds, else: the value of an assignment
        function,  // text: abs sqrt cos min max real whole; max(a, b) is b where b > a, else a; min likewise; of texts:
        // length skip find code slice (read_procedure.hpp). In scripts also power and floor (an integer where
        // its type is that), and those of is_function_of_scripts()
    };
    Kind kind = Kind::literal;
    ValueType type = ValueType::real;
    std::string text;
    std::size_t variable = 0;
    std::vector<Expression> operands;
    std::size_t offset = 0;  // into the text

    bool is_number(const std::string& number) const { return kind == Kind::literal && text == number; }
};

struct Procedure;
struct Statement;
using Block = std::vector<Statement>;

struct Statement {
    enum class Kind {
        comment,     // text
        assign,      // the target, a scalar, an element or a whole array, and the value
        swap,        // two elements or scalars
        for_loop,    // variable, step; the first and the last place; the body
        while_loop,  // the condition; the body
        branch,      // conditions; a body for each, perhaps one more: else
        leave,       // text: exit, next, return
        call,        // text: the routine, procedure or primitive, "mass_matrix"; its arguments, what they are given
        write,       // text: write, put, warn, fail; of the first two the number of the file; a text
    };
    Kind kind = Kind::comment;
    std::string text;
    std::size_t variable = 0;
    int step = 1;
    std::vector<Expression> operands;
    std::vector<Block> bodies;
    std::vector<Variable> dummies;
    std::shared_ptr<const Procedure> procedure = nullptr;  // that a call of a script calls
    const Procedure* text_called = nullptr;  // the project's that a call of its texts calls; null: an emitted routine
    bool declares = false;                   // an assignment with which its local begins (lower_procedure.hpp)
    std::size_t offset = 0;
};

// What several procedures keep (shared(watch, [..])) is one without arguments and body: its variables are those kept.
struct Procedure {
    std::string name;                 // "partition"
    bool is_helper = false;           // called by procedures alone
    std::string comment;              // in one line; m[i, j] as the text has it
    std::vector<Variable> variables;  // arguments first, in their order
    std::size_t arguments = 0;        // so many of them
    bool is_of_main = false;          // a part of main programs: it has texts, files or variables that stay
    Block body;
    std::shared_ptr<const SourceFile> source;
    bool is_record = false;
    bool is_of_script = false;                          // not of the project's texts
    std::shared_ptr<const Procedure> slopes = nullptr;  // of a script's: slopes_procedure.hpp

    std::vector<Dummy> signature() const;
    bool shares(const std::string& record) const;  // some of its variables
};

// Or a run of one.
bool is_whole_array(const Procedure& procedure, const Expression& expression);
// {"nu", "nphi"} of nu + nphi, of sizes, numbers and scalars; nothing for everything else.
std::optional<SizeSum> as_sum_of_sizes(const Procedure& procedure, const Expression& expression);
// The same text: numbers, names, operations.
bool is_same(const Expression& a, const Expression& b);
Statement assignment(Expression target, Expression value);
bool mentions(const Expression& expression, std::size_t variable);
bool mentions(const Statement& statement, std::size_t variable);
bool mentions(const Block& block, std::size_t variable);
// Whether it is assigned, swapped or given to a routine that sets it.
bool sets(const Statement& statement, std::size_t variable);
// Calls of the block and what is in it, in their order: "mass_matrix".
std::vector<std::string> called(const Block& block);

// Of scripts: extents are numbers.
std::size_t length_of(const Variable& variable);                            // elements
std::size_t count_of(const Procedure& procedure, Argument::Intent intent);  // elements of arguments, of results
// The procedures that these call, each once, those that are called first, and these.
using ProcedureList = std::vector<std::shared_ptr<const Procedure>>;
ProcedureList with_called(const ProcedureList& procedures);

}  // namespace lag::procedures
