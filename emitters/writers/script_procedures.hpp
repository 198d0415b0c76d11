// The script's procedures in an emitted file: those that its routines call, before them, each after those that it calls.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/procedure_printer.hpp"

namespace lag {

// Whether the text of a procedure rounds reals down to reals, or to integers.
bool uses_floor(const procedures::Procedure& procedure);

// Of the routines of a model, or of a routine that is one procedure (emit(.., function = name)).
class ScriptProcedures {
  public:
    // `alone`: a routine that is one procedure bears the program's name.
    ScriptProcedures(const Program& program, const std::vector<const Routine*>& routines, bool alone = false);

    std::string fortran() const { return text(fortran_procedure); }
    std::string fortran77() const { return text(fortran77_procedure); }
    std::string c() const { return text(c_procedure); }
    // With what reals are rounded to integers by.
    std::string cpp() const;
    // With `batch`: the calls by lanes that bodies make.
    std::string cpp_lanes() const;

    std::vector<std::string> names() const;  // in the order of their texts, as the script has them
    bool uses_floor() const;                 // a function for it comes along in Fortran
    // For the head comment: those with loops or branches, whose time is not constant.
    std::vector<std::string> of_varying_time() const;

  private:
    using Print = std::string (*)(const Program& program, const OfScript& given);
    std::string text(Print print) const;
    std::string name_of(const procedures::Procedure& procedure) const;

    const Program& program_;
    procedures::ProcedureList procedures_;
    std::string alone_;  // the name of the one that is a routine of its own; empty: there is none
    std::vector<const procedures::Procedure*> called_;  // by bodies
};

}  // namespace lag
