// Expression trees of statements -> text, with as few parentheses as the tree's own grouping allows. What differs
// between languages is in a Dialect.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "emitters/passes/sine_plan.hpp"
#include "emitters/program/program.hpp"

namespace lag {

struct Operand {
    std::string text;
    bool is_name = false;  // a name, an element or a number: nothing to compute
};

// Of the array in which values with that many lanes cross between pieces; 0: single numbers.
std::string workspace_name(std::size_t lanes);

// Values of `lanes` lanes in slices of `at_once`, as they stand in a workspace of `length` values for each slice.
struct Slices {
    std::size_t lanes = 0, at_once = 0, length = 0;
    std::size_t count() const { return lanes / at_once; }
};

// What counts slices from 0 in their piece, and "7 + 24*slice".
constexpr const char* slice_name = "slice";
std::string indexed_by_slice(std::size_t first, std::size_t step);
// The slices of a routine's values with that many lanes.
Slices slices_of(const Routine& routine, std::size_t lanes);

struct Dialect {
    virtual ~Dialect() = default;
    virtual std::string number(double value) const = 0;  // value >= 0
    virtual std::string named_number(const std::string&, double value) const { return number(value); }
    virtual std::string element(const Argument& argument, std::size_t element) const = 0;
    // `count` elements of an array from `first`, from 0, as an argument.
    virtual std::string part(const std::string& array, std::size_t first, std::size_t count) const;
    virtual std::string work(std::size_t slot) const = 0;  // from 0; of the workspace of single numbers
    // An element, from 0, of an array that the body itself declares.
    virtual std::string local(const std::string& array, std::size_t element) const {
        return fmt::format("{}[{}]", array, element);
    }
    // A function, comparison, logical operation or selection with its operands as text.
    virtual std::string function(Op op, const std::vector<std::string>& operands) const = 0;
    // a where the condition holds, else b.
    virtual std::string selection(const std::string& condition, const Operand& a, const Operand& b) const {
        return function(Op::select, {condition, a.text, b.text});
    }
    // "(k == 4)", "(nint(xr(3)) == 4)": of a whole number, which a real may hold; empty in a language that compares it as
    // other numbers.
    virtual std::string equal(const std::string&, bool, long) const { return {}; }
    virtual bool names_selections() const { return false; }  // the text of a selection is a name
    // -- lane values (core/lanes.hpp); InternalError in a language that has none
    // Of elements in memory one after the other, and of single ones, as many as there are lanes in memory.
    virtual std::string lane_load(std::size_t lanes, const Argument& argument, std::size_t first) const;
    virtual std::string lane_gather(std::size_t lanes, const std::vector<std::string>& elements) const;
    virtual std::string lane_function(std::size_t lanes, Op op, const std::vector<std::string>& operands) const;
    // Op::select where one condition is for all lanes.
    virtual std::string lane_choice(std::size_t lanes, const std::vector<std::string>& operands) const;
    // A look-up in each lane: where functions act element by element, as in one. `orders`: of the derivatives, by operand.
    virtual std::string lane_table_call(std::size_t lanes, const std::string& name, const std::string& orders,
                                        const std::vector<std::string>& operands) const;
    virtual std::string lane_of(const std::string& name, std::size_t lane) const;  // from 0
    // -- slices of lane values (passes/slices.cpp): `slice` counts them from 0
    // An element that lies `step` further in each slice.
    virtual std::string element_in_slice(const Argument& argument, std::size_t first, std::size_t step) const;
    virtual std::string lane_load_in_slice(std::size_t lanes, const Argument& argument, std::size_t first) const;
    // The sum over the lanes of all slices of a value in the workspace, and the value in one lane.
    virtual std::string sum_of_slices(const Slices& slices, std::size_t slot) const;
    virtual std::string lane_of_slices(const Slices& slices, std::size_t slot, std::size_t lane) const;
    // Of `few` lanes in `lanes` of them, and the way back (Op::lane_repeat, Op::lane_fold).
    virtual std::string lane_repeat(std::size_t lanes, std::size_t few, const std::string& operand) const;
    virtual std::string lane_fold(std::size_t lanes, std::size_t few, const std::string& operand) const;
    // As `local`, of an array of lane values.
    virtual std::string lane_local(const std::string& array, std::size_t element) const {
        return local(array, element);
    }
    // An element of the workspace that holds such a value.
    std::string work_of(std::size_t lanes, std::size_t slot) const {
        return lanes == 0 ? work(slot) : lane_local(workspace_name(lanes), slot);
    }
    // A call of the function that looks up in a table: its name ("table_1"), then orders and operands as text.
    virtual std::string table_call(const std::string& name, const std::string& arguments) const {
        return fmt::format("{}({})", name, arguments);
    }
};

// The statement's right side, or its condition. `piece` is where the text stands: temporaries of other pieces are
// read from the workspace, sines and cosines that `sines` has from its arrays. ModelError for a constant that is
// no finite number.
std::string value_text(const Program& program, const Routine& routine, const CodeStatement& statement,
                       std::size_t piece, const Dialect& dialect, const SinePlan* sines = nullptr);
// The angle of a group of `sines`.
std::string angle_text(const Program& program, const Routine& routine, const Item& angle, std::size_t piece,
                       const Dialect& dialect, const SinePlan& sines);

// "tire(xa(1), xa(2), xr(1))": the call of a user's routine; `before_result` is the sign for an address where
// one is needed.
std::string call_text(const Routine& routine, const CodeStatement& statement, const Dialect& dialect,
                      const std::string& before_result);
const std::string& temporary_name(const Routine& routine, std::size_t number);  // "z12", "sin_yaw"
// The comment above a statement, elements of c ("c{7}") as the language writes them.
std::string comment_of(const Routine& routine, const CodeStatement& statement, const Dialect& dialect);
std::string banner_of(const CodeStatement& statement);  // "---- mass matrix ----" of its section
std::string table_name(std::size_t number);             // "table_1" of number 0

// "240 add, 347 mul, 6 div, 0 sqrt, 8 call"
std::string to_string(const OperationCount& count);

}  // namespace lag
