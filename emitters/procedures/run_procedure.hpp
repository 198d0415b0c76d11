// Runs procedures where there is no compiler, with the numbers of a model, and those of main programs that read files
// (run_primitives.hpp). Reals are doubles, sums and products as the text has
// them, each rounded: the bits of compiled code that fuses no multiply-adds.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emitters/procedures/decide_procedure.hpp"
#include "emitters/procedures/texts.hpp"

namespace lag::procedures {

// Where the elements of each argument stand, in the order of the signature as the model has it. Those of a matrix column by
// column; integers and places as they count in the text, truth values 0 or 1; of a text the number by which the interpreter
// keeps it.
using Pointers = std::vector<double*>;
using Call = std::function<void(const std::string& routine, const Pointers& arguments)>;
// write, put, warn, fail of texts; file: of the first two; hint: of the last, may be empty.
using Write = std::function<void(const std::string& word, int file, const std::string& text, const std::string& hint)>;

// The procedures of one model; each is decided when it is first called.
class Interpreter {
  public:
    // `call`: how to call a routine that is no procedure. `find`: the procedures, by name; null for other names.
    Interpreter(Facts facts, Call call,
                std::function<const Procedure*(const std::string& name)> find = procedure_named);
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    const Facts& facts() const { return facts_; }
    // As the model has it; null where there is none.
    const Procedure* procedure(const std::string& name);
    // Results need no values before. InternalError for another number of arguments, and for a place outside of an array,
    // which names the place in the text.
    void run(const std::string& name, const Pointers& arguments);
    // A procedure, or a routine.
    void call(const std::string& name, const Pointers& arguments);
    // What procedures keep between calls: "watch.armed". Zeros where it is missing or of another length.
    std::vector<double>& shared(const std::string& name, std::size_t elements);
    // Without it procedures that write are not run.
    void write_by(Write write) { write_ = std::move(write); }
    // A text of the caller's, an argument: its number, and what it is.
    double new_text();
    std::string& text(double number) { return texts_[static_cast<std::size_t>(number)]; }
    // One for a while.
    double take_text(std::string text);
    void give_back(double number) { free_texts_.push_back(number); }
    void write(const std::string& word, int file, const std::string& text, const std::string& hint) const;
    // Of a script's procedure: the elements of its arguments one after the other -> those of its results. ModelError where
    // it does not end or leaves an array.
    std::vector<double> results_of(const Procedure& procedure, std::vector<double> arguments);

    struct Prepared;  // a procedure as it is run

  private:
    Prepared& prepared(const Procedure& procedure);
    Facts facts_;
    Call call_;
    Write write_;
    std::deque<std::string> texts_;
    std::vector<double> free_texts_;
    std::function<const Procedure*(const std::string&)> find_;
    std::map<std::string, Procedure> decided_;
    std::map<const Procedure*, std::unique_ptr<Prepared>> prepared_;
    std::map<std::string, std::vector<double>> shared_;
};

// results_of of a procedure that is run once.
std::vector<double> results_of(const Procedure& procedure, std::vector<double> arguments);

// The arguments of a procedure as one model has it, each from the elements of its name. InternalError where one is not given.
Pointers pointers_of(const Procedure& procedure, const std::map<std::string, double*>& given);

}  // namespace lag::procedures
