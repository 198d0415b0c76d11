// Procedures in Fortran 2008, and in Fortran 77 on top of it.
#pragma once

#include <fmt/format.h>

#include "emitters/writers/procedure_printer.hpp"

namespace lag {

class FortranProcedure : public ProcedurePrinter {
  public:
    FortranProcedure(const Program& program, const std::string& procedure)
        : ProcedurePrinter(program, procedure, {.selections = true}) {}
    FortranProcedure(const Program& program, const OfScript& given)
        : ProcedurePrinter(program, given, {.selections = true}) {}
    std::string text() override;

  protected:
    FortranProcedure(const Program& program, const std::string& procedure, const procedures::Lowering& lowering)
        : ProcedurePrinter(program, procedure, lowering) {}
    FortranProcedure(const Program& program, const OfScript& given, const procedures::Lowering& lowering)
        : ProcedurePrinter(program, given, lowering) {}

    // A type of the record's name and the variable of that type.
    std::string record() const;
    std::string declarations_by_type(const std::vector<Variable>& variables) const;
    virtual bool fits(const std::string& statement, std::size_t indent) const;  // on a line
    // A word of the language: "if", "end do".
    virtual std::string word(const std::string& text) const { return text; }
    std::string comment_in_brackets_of_fortran() const;  // m(i, j) for m[i, j]

    std::string shared_prefix(const Variable& v) const override {
        return v.use == Variable::Use::shared ? v.record + "%" : "";
    }
    const Signs& signs() const override;
    long first_place() const override { return 1; }
    std::string real(double number) const override;
    virtual std::string real_floor(const std::string& x) const { return fmt::format("floor_of({})", x); }
    virtual std::string whole_floor(const std::string& x) const { return fmt::format("floor({})", x); }
    std::string truth(bool value) const override { return value ? ".true." : ".false."; }
    std::string element(const Expression& e) const override;
    std::string run(const Expression& e) const override;
    std::string function(const Expression& e, Level level) const override;
    std::string literal(const std::string& text) const override;
    std::string entry_of(const std::string& table, const Expression& index) const override;
    std::string operation(const Expression& e, Level level) const override;
    // A text without the blanks that follow it, as a part of one that is joined.
    virtual std::string trimmed(const Expression& e) const;
    std::string cut(const Expression& given, const Expression& target) const;
    std::vector<Variable> with_sizes_of_file() const;
    std::string joined_text(const Expression& e) const;
    virtual std::string text_function(const Expression& e) const;
    virtual std::string written(const Statement& s) const;
    std::string simple(const Statement& s) const override;
    std::string line(const std::string& text, std::size_t indent) const override;
    std::string comment(const std::string& text, std::size_t indent) const override;
    std::string for_loop(const Statement& s, std::size_t indent) override;
    std::string while_loop(const Statement& s, std::size_t indent) override;
    std::string branch(const Statement& s, std::size_t indent) override;

    std::string bounds(const Statement& loop) const;  // "j = 1, nu"

  private:
    bool is_pure() const;
    std::string type_of(const Variable& v) const;
};

}  // namespace lag
