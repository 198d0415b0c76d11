// Procedures in C, and in C++ on top of it.
#pragma once

#include "emitters/writers/procedure_printer.hpp"

namespace lag {

class CProcedure : public ProcedurePrinter {
  public:
    CProcedure(const Program& program, const std::string& procedure)
        : ProcedurePrinter(program, procedure, {.arrays = true, .extremes = true, .declarations = true}) {}
    CProcedure(const Program& program, const OfScript& given)
        : ProcedurePrinter(program, given, {.arrays = true, .extremes = true, .declarations = true}) {}
    std::string text() override;

  protected:
    virtual std::string record();     // static struct { .. } watch;
    virtual std::string head();       // comment, name, dummies, {
    virtual std::string beginning();  // what the body needs before its statements
    virtual std::string type_of(const Variable& v) const;
    virtual std::string parameter(const Variable& v) const;
    virtual std::string given(const Expression& e, const Variable& dummy) const;
    virtual std::string routine_called(const std::string& routine) const;

    const Signs& signs() const override;
    long first_place() const override { return 0; }
    Level level_of_negation() const override { return primary; }
    std::string real(double number) const override;
    std::string truth(bool value) const override { return value ? "1" : "0"; }
    std::string name_of(const Variable& v) const override { return v.is_scalar_result() ? "*" + v.name : place_of(v); }
    std::string element(const Expression& e) const override;
    std::string run(const Expression& e) const override;
    std::string function(const Expression& e, Level level) const override;
    std::string operation(const Expression& e, Level level) const override;
    std::string selection(const Expression& e) const override;
    std::string literal(const std::string& text) const override;
    std::string entry_of(const std::string& table, const Expression& index) const override;
    std::string simple(const Statement& s) const override;
    std::string line(const std::string& text, std::size_t indent) const override;
    std::string comment(const std::string& text, std::size_t indent) const override;
    std::string for_loop(const Statement& s, std::size_t indent) override;
    std::string while_loop(const Statement& s, std::size_t indent) override;
    std::string branch(const Statement& s, std::size_t indent) override;

    std::string text_function(const Expression& e, Level level) const;
    // "a format", what goes into it: for printf and its kin
    std::string formatted(const std::vector<const Expression*>& parts, const std::string& end) const;
    std::string text_assignment(const Expression& target, const Expression& given) const;

    std::string with_body(const std::string& opening, const Block& body, std::size_t indent, bool braces);
    std::string declarations(const std::vector<Variable>& variables, const std::string& prefix) const;
    std::string constant_tables() const;
    // Whether the tables, the locals or the body of text() name it.
    bool body_names(const std::string& word) const;
    std::set<std::string> sizes_used() const;
    std::vector<std::string> sizes_defined() const;  // "nrows = 5"
    virtual std::string size_prefix() const { return program_.name + "_"; }
    std::string extent(const SizeSum& sum_of_sizes) const;  // "nu", "nu + nphi"

    std::string body_;
};

}  // namespace lag
