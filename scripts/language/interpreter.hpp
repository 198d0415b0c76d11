// The interpreter: syntax trees -> values, and through the built-in statements -> the Model and the emit requests.
//
//   const ScriptResult result = run_script(parse(source), built_ins, mechanics, options);
//
// It owns the language only: scopes, functions, loops, conditions, limits, places of errors. Statements about
// mechanisms are built-ins like any other (built_in.hpp); they fill `model()` and ask `mechanics()` for the later
// stages.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "scripts/language/mechanics.hpp"
#include "scripts/language/syntax.hpp"
#include "scripts/language/value.hpp"

namespace lag {

struct EmitRequest;                                   // emit_request.hpp
struct BuiltIn;                                       // built_in.hpp
using BuiltInTable = std::map<std::string, BuiltIn>;  // by name
struct Environment;

struct InterpretOptions {
    std::vector<std::pair<std::string, std::string>> defines;  // --define n=20: name and text of an expression
    std::ostream* output = nullptr;                            // shown values, print(); null: dropped
    std::ostream* messages = nullptr;                          // warnings and notes; null: dropped
    std::uint64_t most_steps = 10'000'000;                     // then a ModelError
    bool report_checks = true;                                 // a line on `output` for each check that holds
    std::function<Script(const std::string& file)> load;  // reads and parses a file for load(); null: the real ones
};

struct ScriptResult {
    Model model;  // of the last model statement
    std::vector<std::shared_ptr<const EmitRequest>> emit_requests;
    bool rows_reported = false;               // notes on dependent constraint rows of that model were printed
    std::vector<std::string> loaded_files;    // by load(), in order
    std::vector<std::string> unused_defines;  // names that the script neither read nor assigned
    std::vector<std::string> variables;       // global variables and functions
};

// Runs a whole script with these built-in functions and statements. InputError: the script is wrong. Emit requests are
// only collected.
ScriptResult run_script(const Script& script, const BuiltInTable& built_ins, Mechanics& mechanics,
                        const InterpretOptions& options = {});

// A place in a script or a loaded file.
struct Place {
    std::shared_ptr<const SourceFile> source;
    std::size_t offset = 0;
};

// A user's function or a lambda: scope is lexical.
struct FunctionValue {
    std::string name;  // "" for a lambda
    std::vector<std::string> parameters;
    Syntax body;
    std::shared_ptr<Environment> scope;
    std::shared_ptr<const SourceFile> source;
};

// What a name of the mechanism stands for.
struct Declaration {
    Role role = Role::undeclared;
    Place place;
};

class Interpreter {
  public:
    // Both references must outlive the interpreter.
    Interpreter(const BuiltInTable& built_ins, Mechanics& mechanics, const InterpretOptions& options);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    void run(const Script& script);

    // -- a prompt: texts one after the other
    void start_input(const Script& script);  // fresh limits; forgets where an earlier text was left by an error
    void bind(const std::string& name, Value value);  // in the global scope
    std::vector<std::string> bound_names() const;     // global variables and functions

    std::vector<std::string> unused_defines() const;  // of --define: neither read nor assigned so far

    // -- what built-ins read and fill
    Model& model() { return model_; }
    // forgets the declarations; `model.graph` must be graph()
    void start_model(Model model, const Syntax& at);
    bool frozen = false;              // set by the first result function or emit: the description is complete
    bool rows_reported = false;       // on constraint rows that depend on others the user was told
    std::set<std::string> warned_of;  // what this model's warnings named, each once
    Graph& graph() { return *model_.graph; }
    Algebra& algebra() { return algebra_; }
    Mechanics& mechanics() { return mechanics_; }
    std::vector<std::shared_ptr<const EmitRequest>> emit_requests;
    std::vector<std::string> loaded_files;  // by load(), in order
    std::string formulation = "auto";       // of emits that name none; options() sets it for the model
    std::ostream& output();
    bool reports_checks() const { return options_.report_checks; }
    void warning(const Syntax& at, const std::string& message, const std::string& hint = {});
    void note(const Syntax& at, const std::string& message);

    // -- names of the mechanism
    // Gives a name its role. InputError at `at` when it is protected or has one already.
    void declare(const std::string& name, Role role, const Syntax& at);
    const Declaration* declaration(const std::string& name) const;  // null: undeclared
    std::vector<std::string> declared_names() const;                // sorted
    Expr meaning_of(const std::string& name);  // the graph's expression for a name, primes included
    std::optional<Place> first_mention(const std::string& name) const;  // where the name was first evaluated
    void mention(const std::string& name, const Syntax& at);            // for names made by concat()
    // InputError for the first undeclared name in `e`, at its first mention, with a "did you mean".
    void require_declared(Expr e, const Syntax& at);
    // Total time derivative, n-fold. Undeclared names are constant unless the script writes their primes.
    Scalar time_derivative(const Scalar& e);

    // -- units
    // What the mechanism forms has a unit of its own ("" unknown), whatever numbers the geometry is given in: the
    // value, written as one name; `label` is what messages call it.
    struct Formed {
        Expr value;
        std::string unit;
    };
    Scalar formed(Expr value, const std::string& unit, const std::string& label);
    const Formed* formed_by(const std::string& name) const;  // null: a name of another kind
    // Those that the text of the present model gives to parameters, inputs and coordinates, declared yet or not.
    std::vector<std::string> noted_units() const;

    // -- evaluation
    Value evaluate(const Syntax& node);  // InputError at the innermost place
    Value evaluate_with(const std::string& name, const Value& value, const Syntax& node);  // with a local name
    Value call(const Value& function, std::vector<Value> arguments, const Syntax& at);
    // A user's function, else a built-in, by its name; null values when there is neither.
    bool is_function_name(const std::string& name) const;
    bool truth(const Value& value, const Syntax& at);  // decides an equation or condition, or explains why it cannot
    // true/false, or a Condition when it depends on the state
    Value decide(const Value& value, const Syntax& at);
    // A name's value in the present scope; null when unbound.
    const Value* binding(const std::string& name) const;
    std::string text(const Value& value) { return to_text(algebra_, value); }

    // -- errors and limits
    InputError error_at(const Syntax& node, const std::string& message, const std::string& hint = {}) const;
    InputError error_at(const Place& place, const std::string& message, const std::string& hint = {}) const;
    SourcePosition position_of(const Syntax& node) const;
    Place place_of(const Syntax& node) const { return {source_, node->begin}; }
    void charge(std::size_t steps);  // counts work; ModelError beyond the limit
    Value load(const std::string& file, const Syntax& at);

  private:
    Value evaluate_inner(const Syntax& node);
    Value evaluate_name(const Syntax& node);
    Value evaluate_sum(const Syntax& node);
    Value evaluate_product(const Syntax& node);
    Value evaluate_relation(const Syntax& node);
    Value evaluate_logic(const Syntax& node);
    Value evaluate_prime(const Syntax& node);
    Value evaluate_index(const Syntax& node);
    Value evaluate_call(const Syntax& node);
    Value run_built_in(const BuiltIn& built_in, const Syntax& node);
    Value evaluate_if(const Syntax& node, std::size_t branch);
    Value evaluate_for_range(const Syntax& node);
    Value evaluate_for_in(const Syntax& node);
    Value evaluate_while(const Syntax& node);
    Value evaluate_assign(const Syntax& node);
    Value evaluate_define(const Syntax& node);
    Value evaluate_block(const Syntax& node);
    Value evaluate_lambda(const Syntax& node);
    Value select(const Condition& condition, const Value& if_true, const Value& if_false, const Syntax& at);
    Value* find(const std::string& name) const;
    void assign_name(const std::string& name, Value value, const Syntax& at);
    void refuse_protected(const std::string& name, const Syntax& at, const char* action) const;
    void define_fixed(const InterpretOptions& options);
    void note_primes(const Syntax& node);
    void note_moving(const SyntaxNode& node);
    void note_units(const Syntax& root);
    Scalar plain_time_derivative(const Scalar& e);
    Scalar rate_of(const std::string& name, int primes);
    bool loop_body(const Syntax& body, Value& result);
    Value settle(Value value);
    Value call_user(const FunctionValue& function, std::vector<Value> arguments, const Syntax& at);
    Value call_named(const std::string& name, const Syntax& node);
    const BuiltIn* find_built_in(const std::string& name) const;  // null: there is none
    [[noreturn]] void unknown_function(const std::string& name, const Syntax& node);
    Value value_of_name(const std::string& name, const Syntax& at);
    Value equal(const Value& a, const Value& b, const Syntax& at);
    Value compare(const Scalar& a, const Scalar& b, const std::string& relation, const Syntax& at);
    Value logical(const Value& a, const Value& b, bool both);
    Value negated(const Value& condition);
    Value evaluate_return(const Syntax& node);
    Value updated(const Value& container, const std::vector<std::size_t>& indices, std::size_t k, const Value& value,
                  const Syntax& at);
    Value element(const Value& container, std::size_t index, const Syntax& at);
    std::size_t index_value(const Syntax& node);
    void read_index(const Syntax& target, std::string& name, std::vector<std::size_t>& indices);
    bool may_assign(const Environment& owner) const;
    std::shared_ptr<Environment> new_scope(std::shared_ptr<Environment> parent);
    bool is_time_dependent(const std::string& name) const;
    Value evaluate_call_of_value(const Value& function, const Syntax& node);

    Model model_;
    Algebra algebra_;
    const BuiltInTable& built_ins_;
    Mechanics& mechanics_;
    InterpretOptions options_;
    std::map<std::string, Declaration> declarations_;
    std::map<std::string, Place> mentions_;
    std::map<std::string, bool> fixed_;   // --define: was it used?
    std::map<std::string, bool> primed_;  // names whose time derivative the script writes
    std::map<std::string, std::shared_ptr<const FunctionValue>> functions_;
    std::shared_ptr<Environment> global_, scope_;
    std::vector<std::weak_ptr<Environment>> captured_;
    std::vector<Formed> formed_;
    // Units in the text, in its order; an entry without one is a model statement.
    struct NotedUnit {
        Place place;
        std::optional<std::string> unit;
    };
    std::vector<NotedUnit> noted_units_;
    std::size_t first_noted_unit_ = 0;  // of the present model
    std::shared_ptr<const SourceFile> source_;
    std::vector<std::string> loading_;  // files being loaded, outermost first
    std::uint64_t steps_ = 0;
    int evaluation_depth_ = 0, call_depth_ = 0;
    int returnable_ = 0;               // blocks and loops a return() may leave
    std::uint64_t scopes_ = 0;         // made so far
    std::uint64_t frozen_scopes_ = 0;  // inside a branch under a condition on the state: scopes older than this keep
                                       // their values
};

}  // namespace lag
