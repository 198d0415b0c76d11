// Procedures as text. What is common to the languages stands here: the walk over statements, the order of operations, how an
// integer becomes a place. A language is a class: how it writes a name, a number, a relation, a loop.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/procedures/lower_procedure.hpp"
#include "emitters/program/procedure_facts.hpp"

namespace lag {

// A procedure of the script, as emitted_procedure() gives it, and what the routine is called.
struct OfScript {
    procedures::Procedure procedure;
    std::string name;
};

class ProcedurePrinter {
  public:
    // The procedure ("partition") as this model has it.
    ProcedurePrinter(const Program& program, const std::string& procedure, const procedures::Lowering& lowering);
    // One of the script.
    ProcedurePrinter(const Program& program, const OfScript& given, const procedures::Lowering& lowering);
    virtual ~ProcedurePrinter() = default;
    ProcedurePrinter(const ProcedurePrinter&) = delete;
    ProcedurePrinter& operator=(const ProcedurePrinter&) = delete;

    // The whole routine, as it stands in the file; of what procedures share the declaration.
    virtual std::string text() = 0;

  protected:
    using Expression = procedures::Expression;
    using Statement = procedures::Statement;
    using Variable = procedures::Variable;
    using Block = procedures::Block;
    using ValueType = procedures::ValueType;

    // From weak to strong; an operand of a weaker one stands in parentheses.
    enum Level { none, either, both, negation, relation, sum, product, sign, primary };
    // What operators are called: and or not = # < <= > >=, with blanks around them.
    struct Signs {
        std::string conjunction, disjunction, negation, equal, different, less, less_equal, greater, greater_equal;
        std::string times, over;  // * and /
    };

    // -- expressions
    std::string value(const Expression& e, Level level = none) const;
    // The value of an integer or a place, `by` more.
    std::string moved(const Expression& e, long by, Level level = none) const;
    virtual const Signs& signs() const = 0;
    virtual long first_place() const = 0;  // what a place of 1 is: 0 or 1
    virtual Level level_of_negation() const { return negation; }
    virtual std::string real(double number) const = 0;
    virtual std::string truth(bool value) const = 0;
    virtual std::string size(const std::string& name) const { return name; }
    // Where it is kept: a shared one in its record.
    std::string place_of(const Variable& variable) const { return shared_prefix(variable) + variable.name; }
    virtual std::string shared_prefix(const Variable& variable) const {
        return variable.use == Variable::Use::shared ? variable.record + "." : "";
    }
    virtual std::string name_of(const Variable& variable) const { return place_of(variable); }
    virtual std::string element(const Expression& e) const = 0;
    virtual std::string run(const Expression& e) const = 0;  // elements of a vector, as an argument
    virtual std::string function(const Expression& e, Level level) const = 0;
    virtual std::string operation(const Expression& e, Level level) const;
    virtual std::string selection(const Expression& e) const;  // where the language has one
    virtual std::string literal(const std::string& text) const = 0;
    virtual std::string entry_of(const std::string& table, const Expression& index) const = 0;  // of texts
    // The texts that are joined, in their order.
    static std::vector<const Expression*> joined(const Expression& text);

    // -- statements: each gives whole lines
    std::string block(const Block& statements, std::size_t indent);
    std::string statement(const Statement& s, std::size_t indent);
    // What fits on a line of its own: an assignment, a call, a leave, a write.
    virtual std::string simple(const Statement& s) const = 0;
    virtual std::string line(const std::string& text, std::size_t indent) const = 0;
    virtual std::string comment(const std::string& text, std::size_t indent) const = 0;
    virtual std::string for_loop(const Statement& s, std::size_t indent) = 0;
    virtual std::string while_loop(const Statement& s, std::size_t indent) = 0;
    virtual std::string branch(const Statement& s, std::size_t indent) = 0;

    static bool is_simple(const Statement& s);
    const Variable& variable(std::size_t k) const { return procedure_.variables[k]; }
    std::vector<Variable> arguments() const;
    // Declared at the top, in the order of the text: no two of a name.
    std::vector<Variable> locals(bool with_loops) const;
    std::vector<Variable> constants() const;
    // The sizes that it names; `of_dummies`: also where only the extent of an argument does.
    // A size of the model after the prefix, others as numbers.
    std::string size_in_file(const std::string& size, const std::string& prefix) const;
    // Of a procedure of main programs: what it has no use for in this model.
    std::vector<std::string> arguments_without_use() const;
    std::set<std::string> named_sizes(bool of_dummies) const;
    // Those of them that the file itself does not have.
    std::vector<Extent> own_sizes(bool of_dummies) const;
    // All of each record of which the procedure reads or changes some; of a record itself its own.
    std::vector<Variable> shared_variables() const;
    std::string entry(const Variable& constant, double value) const;
    virtual std::string name() const { return name_; }
    // Of a routine, a procedure or a primitive.
    virtual std::string name_of_called(const std::string& routine) const;
    bool is_of_script() const { return procedure_.is_of_script; }
    std::vector<std::string> unused_arguments() const;
    std::string list(const std::vector<std::string>& items) const;  // "a, b"
    std::size_t elements(const Variable& variable) const;

    const Program& program_;
    procedures::Facts facts_;
    procedures::Procedure procedure_;
    std::string name_;
};

// A procedure in each language: "partition".
std::string fortran_procedure(const Program& program, const std::string& procedure);
std::string fortran77_procedure(const Program& program, const std::string& procedure);
std::string c_procedure(const Program& program, const std::string& procedure);
std::string cpp_procedure(const Program& program, const std::string& procedure);
std::string cpp_host_procedure(const Program& program, const std::string& procedure);  // of a main program
// m_partition(..) in C++, which calls partition(..).
std::string cpp_longer_name(const Program& program, const std::string& procedure);
std::string fmu_procedure(const Program& program, const std::string& procedure);  // of an FMU, in C
std::string fortran_procedure(const Program& program, const OfScript& given);
std::string fortran77_procedure(const Program& program, const OfScript& given);
std::string c_procedure(const Program& program, const OfScript& given);
std::string cpp_procedure(const Program& program, const OfScript& given);

// As this model has them.
std::vector<Argument> procedure_arguments(const Program& program, RoutineName routine);

// The procedures of a file in its language, each after those that it calls and what it shares, and each once.
class ProcedureTexts {
  public:
    using Print = std::string (*)(const Program& program, const std::string& procedure);
    // `there`: what the file has anyway.
    ProcedureTexts(const Program& program, Print print, std::set<std::string> there = {})
        : program_(program), print_(print), printed_(std::move(there)) {}
    // This one, and those before it that it calls; empty where all are there already.
    std::string text(const std::string& procedure);
    // Those that bodies of routines call.
    std::string called_by(const std::vector<const Routine*>& routines);

  private:
    const Program& program_;
    Print print_;
    std::set<std::string> printed_;
};

}  // namespace lag
