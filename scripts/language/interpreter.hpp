// The interpreter: syntax trees -> values.
//
//   Interpreter interpreter(built_ins, vocabulary, options);
//   interpreter.run(parse(source));
//
// It owns the language only: scopes, functions, loops, conditions, limits, places of errors. Statements about
// mechanisms are built-ins like any other (built_in.hpp); they fill the description behind the vocabulary.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scripts/language/function_value.hpp"
#include "scripts/language/value.hpp"
#include "scripts/language/vocabulary.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag {

struct BuiltIn;                                       // built_in.hpp
class Call;                                           // built_in.hpp
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

class Interpreter {
  public:
    // Both references must outlive the interpreter.
    Interpreter(const BuiltInTable& built_ins, Vocabulary& vocabulary, const InterpretOptions& options);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    void run(const Script& script);

    // -- a prompt: texts one after the other
    void start_input(const Script& script);  // fresh limits; forgets where an earlier text was left by an error
    void bind(const std::string& name, Value value);  // in the global scope
    std::vector<std::string> bound_names() const;     // global variables and functions

    std::vector<std::string> unused_defines() const;  // of --define: neither read nor assigned so far

    // -- what built-ins use
    const BuiltIn* find_built_in(const std::string& name) const;  // null: there is none
    Vocabulary& vocabulary() { return vocabulary_; }
    Algebra& algebra() { return algebra_; }
    Graph& graph() { return algebra_.graph(); }
    std::ostream& output();
    bool reports_checks() const { return options_.report_checks; }
    void warning(const Syntax& at, const std::string& message, const std::string& hint = {});
    void note(const Syntax& at, const std::string& message);
    void warn_of_idle_equation(const Statement& statement);
    const std::vector<std::string>& loaded_files() const { return loaded_files_; }  // by load(), in order

    // -- evaluation
    Value evaluate(const Syntax& node);  // InputError at the innermost place
    Value evaluate_with(const std::string& name, const Value& value, const Syntax& node);  // with a local name
    Value call(const Value& function, std::vector<Value> arguments, const Syntax& at);
    // A user's function, else a built-in, by its name; null values when there is neither.
    bool is_function_name(const std::string& name) const;
    bool truth(const Value& value, const Syntax& at);  // decides an equation or condition, or explains why it cannot
    // true/false, or a Condition when it depends on the model
    Value decide(const Value& value, const Syntax& at);
    // A name's value in the present scope; null when unbound.
    const Value* binding(const std::string& name) const;
    std::string text(const Value& value) { return to_text(algebra_, value); }

    // -- errors and limits
    InputError error_at(const Syntax& node, const std::string& message, const std::string& hint = {}) const;
    Place place_of(const Syntax& node) const { return {source_, node->begin}; }
    // Places are those of another source as long as this lives.
    class InSource {
      public:
        InSource(Interpreter& interpreter, std::shared_ptr<const SourceFile> source)
            : interpreter_(interpreter), before_(std::exchange(interpreter.source_, std::move(source))) {}
        ~InSource() { interpreter_.source_ = before_; }
        InSource(const InSource&) = delete;
        InSource& operator=(const InSource&) = delete;

      private:
        Interpreter& interpreter_;
        std::shared_ptr<const SourceFile> before_;
    };
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
    void require_no_statement_in_branch(const Call& call, const Value& result);
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
    bool loop_body(const Syntax& body, Value& result);
    Value settle(Value value);
    Value call_user(const FunctionValue& function, std::vector<Value> arguments, const Syntax& at);
    Value call_named(const std::string& name, const Syntax& node);
    bool is_kept_name(const std::string& name) const;  // of a built-in that gives way to nothing
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
    std::vector<std::string> names_in(Expr e, Dependence roles);
    std::string what_decides(Expr condition);  // the names in it
    std::shared_ptr<Environment> new_scope(std::shared_ptr<Environment> parent);
    Value evaluate_call_of_value(const Value& function, const Syntax& node);

    const BuiltInTable& built_ins_;
    Vocabulary& vocabulary_;
    Algebra& algebra_;
    InterpretOptions options_;
    std::map<std::string, bool> fixed_;  // --define: was it used?
    std::map<std::string, std::shared_ptr<const FunctionValue>> functions_;
    std::shared_ptr<Environment> global_, scope_;
    std::vector<std::weak_ptr<Environment>> captured_;
    std::shared_ptr<const SourceFile> source_;
    std::vector<std::string> loading_;  // files being loaded, outermost first
    std::vector<std::string> loaded_files_;
    std::uint64_t steps_ = 0;
    int evaluation_depth_ = 0, call_depth_ = 0;
    int returnable_ = 0;               // blocks and loops a return() may leave
    std::uint64_t scopes_ = 0;         // made so far
    std::uint64_t frozen_scopes_ = 0;  // inside a branch under a Condition: scopes older than this keep their values
    Expr undecided_{};                 // that Condition
};

}  // namespace lag
