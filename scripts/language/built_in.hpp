// Built-in functions and statements: one table row each. The interpreter is given the table of all of them; the
// language brings mathematics and programming, the statements add their own (scripts/statements/statement_table.hpp).
//
// A built-in reads its arguments through a Call: evaluated when asked for, so that names, axes and keywords can also be
// read unevaluated. It can read none that its row does not declare (argument.hpp).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scripts/language/argument.hpp"
#include "scripts/language/interpreter.hpp"

namespace lag {

class Call;

struct BuiltIn {
    std::string name;
    DeclaredArguments arguments;  // in the order of the signature
    std::string summary;          // one line
    std::string example;          // a line of script
    Value (*call)(Call&) = nullptr;
    bool gives_way = false;  // a script may take the name for a variable or function of its own
    std::vector<DeclaredArguments> other_places =
        {};  // where what stands in places may be something else: table(x, y, ..)

    std::string signature() const;  // "spring(P, Q, stiffness = k, damping = c, length = l0)"
    const DeclaredArgument* keyword(const std::string& word) const;  // null: it takes none of that name
    std::vector<std::string> keywords() const;
};

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
    // Set by what needs a model. Where it gives no value, no branch under a Condition may hold it.
    mutable bool needs_model = false;

    // What the script has said of its mechanism: for statements (description.hpp).
    Description& description() const { return interpreter.vocabulary().description(); }
    Algebra& algebra() const { return interpreter.algebra(); }
    Place place(const Syntax& at) const { return interpreter.place_of(at); }

    // -- positional arguments, from 0
    std::size_t count() const { return places_.size(); }
    const Syntax& argument(std::size_t i) const;  // unevaluated
    const Value& value(std::size_t i);            // evaluated once, on first request
    bool has(std::size_t i) const { return i < count(); }

    // -- keyword arguments; InternalError for one that the built-in does not declare
    bool has(const std::string& keyword) const { return given(keyword) != nullptr; }
    const Syntax& argument(const std::string& keyword) const;  // the unevaluated right side
    const Value& value(const std::string& keyword);            // where it is left out, what the row says
    std::vector<std::string> given_keywords() const;           // in the order written
    // Those that were given and that something looked at.
    std::vector<const DeclaredArgument*> arguments_read() const;

    // -- what the argument must be; InputError at the argument otherwise
    Scalar scalar(std::size_t i) { return scalar(value(i), argument(i)); }
    Scalar scalar(const std::string& k) { return scalar(value(k), argument(k)); }
    Expr expression(std::size_t i) { return expression(value(i), argument(i)); }  // lowered
    Expr expression(const std::string& k) { return expression(value(k), argument(k)); }
    long integer(std::size_t i, long least, long most);
    std::string text(std::size_t i) { return value(i).text(); }
    bool truth(const std::string& keyword) { return value(keyword).boolean(); }
    // One of the words that the row lists; what it says where the keyword is left out.
    std::string word(const std::string& keyword);
    std::string word(std::size_t i) { return word_among(declared(i), argument(i)); }
    std::string word_among(const DeclaredArgument& declared, const Syntax& at);
    std::string any_word(const Syntax& at);  // bare or as a string, whatever the bare name is bound to
    const std::vector<Value>& items(const std::string& keyword);  // of a list
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

    const DeclaredArgument& declared(std::size_t i) const;
    const DeclaredArgument& declared(const std::string& keyword) const;

  private:
    struct Given {
        const DeclaredArgument* declared;
        Syntax node;
        std::optional<Value> value = {};
        mutable bool is_read = false;
    };
    const Given* given(const std::string& keyword) const;
    const Value& value_of(Given& given);
    void add_keyword(const DeclaredArgument& declared, const Syntax& argument);
    void check_places();
    void require_keywords() const;
    std::vector<Given> places_, keywords_;  // keywords in the order written
    std::map<std::string, Value> defaults_;
};

}  // namespace lag
