// Built-in functions and statements: one table row each. The interpreter is given the table of all of them; the
// language brings mathematics and programming, the statements add their own (scripts/statements/statement_table.hpp).
//
// A built-in reads its arguments through a Call: evaluated when asked for, so that names, axes and keywords can also be
// read unevaluated.
#pragma once

#include <string>
#include <vector>

#include "scripts/language/interpreter.hpp"

namespace lag {

class Call;

struct BuiltIn {
    std::string name;
    std::string signature;              // "spring(P, Q, stiffness = k, damping = c, length = l0)"
    std::string summary;                // one line
    std::string example;                // a line of script
    int least = 0, most = 0;            // positional arguments; most = any_number
    std::vector<std::string> keywords;  // that may be given as name = value
    Value (*call)(Call&) = nullptr;
    bool gives_way = false;  // a script may take the name for a variable or function of its own
};
inline constexpr int any_number = 1'000'000;

// The language's own tables, in the order the reference lists them.
const std::vector<BuiltIn>& algebra_built_ins();
const std::vector<BuiltIn>& list_built_ins();
const std::vector<BuiltIn>& program_built_ins();

// By name. InternalError where two rows have one name.
BuiltInTable joined_built_ins(const std::vector<std::vector<BuiltIn>>& tables);

class Call {
  public:
    Call(Interpreter& interpreter, const BuiltIn& built_in, Syntax node);  // sorts out keywords, checks counts
    Call(Interpreter& interpreter, const BuiltIn& built_in, Syntax node, std::vector<Value> arguments);  // map(f, ..)
    Interpreter& interpreter;
    const BuiltIn& built_in;
    const Syntax node;
    // Set by statements that describe the model: none of their arguments may be a result of it (evaluate_call checks).
    mutable bool describes_model = false;

    // What the script has said of its mechanism: for statements (description.hpp).
    Description& description() const { return interpreter.vocabulary().description(); }
    Algebra& algebra() const { return interpreter.algebra(); }
    Place place(const Syntax& at) const { return interpreter.place_of(at); }

    // -- positional arguments, from 0
    std::size_t count() const { return positional_.size(); }
    const Syntax& argument(std::size_t i) const { return positional_[i]; }  // unevaluated
    const Value& value(std::size_t i);                                      // evaluated once, on first request
    bool has(std::size_t i) const { return i < positional_.size(); }

    // -- keyword arguments
    bool has(const std::string& keyword) const { return keywords_.contains(keyword); }
    const Syntax& argument(const std::string& keyword) const {
        return keywords_.at(keyword);
    }  // unevaluated right side
    const Value& value(const std::string& keyword);
    std::vector<std::string> given_keywords() const;  // in the order written

    // -- what the argument must be; InputError at the argument otherwise
    Scalar scalar(std::size_t i) { return scalar(value(i), argument(i)); }
    Scalar scalar(const std::string& k) { return scalar(value(k), argument(k)); }
    Expr expression(std::size_t i) { return expression(value(i), argument(i)); }  // lowered
    Expr expression(const std::string& k) { return expression(value(k), argument(k)); }
    long integer(std::size_t i, long least, long most);
    std::string text(std::size_t i);  // a string
    // The name an argument evaluates to: an unbound name, or the result of concat(...).
    std::string name(std::size_t i) { return name(value(i), argument(i)); }
    std::string name(const std::string& k) { return name(value(k), argument(k)); }
    Vec3<Expr> vector(std::size_t i) { return vector(value(i), argument(i)); }
    Vec3<Expr> vector(const std::string& k) { return vector(value(k), argument(k)); }

    // the same for any value; `at` is where the message points
    Scalar scalar(const Value& v, const Syntax& at);
    Expr expression(const Value& v, const Syntax& at);
    std::string name(const Value& v, const Syntax& at);
    Vec3<Expr> vector(const Value& v, const Syntax& at);
    const std::vector<Value>& items(const Value& v, const Syntax& at, const char* what = "a list");
    // The i-th entry's own node when `list` is written out as [a, b], else the list's node.
    static const Syntax& entry(const Syntax& list, std::size_t i);
    // 0, 1, 2 for the bare names x, y, z, whatever they are bound to; -1 otherwise
    static int axis(const Syntax& argument);

    [[noreturn]] void fail(const std::string& message, const std::string& hint = {}) const;  // at the call
    [[noreturn]] void fail(const Syntax& at, const std::string& message, const std::string& hint = {}) const;
    // "expected a vector, found a text"
    [[noreturn]] void expected(const std::string& what, const Value& found, const Syntax& at) const;

  private:
    void check_count() const;
    std::vector<Syntax> positional_;
    std::vector<std::string> keyword_order_;
    std::map<std::string, Syntax> keywords_;
    std::map<std::size_t, Value> values_;
    std::map<std::string, Value> keyword_values_;
};

}  // namespace lag
