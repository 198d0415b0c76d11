// Procedures of a main program in C++, of `lag simulate` too: with doubles alone, as in C, and with references.
#include <fmt/format.h>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/cpp_procedure_printer.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

class CppHostProcedure : public CppProcedurePrinter {
  public:
    using CppProcedurePrinter::CppProcedurePrinter;

  protected:
    std::string record() override {
        return fmt::format("\n{}struct {{\n{}}} {};\n", comment_lines(procedure_.comment, "// ", c_line_width),
                           declarations(shared_variables(), size_prefix()), procedure_.name);
    }
    std::string head() override {
        return comment_lines(procedure_.comment, "// ", c_line_width) +
               wrapped_c(fmt::format("void {}({}) {{", name(), dummies()), 0);
    }
    std::string size_prefix() const override { return program_.name + "::"; }
    std::string routine_called(const std::string& routine) const override {
        return routine_named(routine) ? fmt::format("{}::{}<double>", program_.name, routine)
                                      : CProcedure::routine_called(routine);
    }
    std::string entry_of(const std::string& table, const Expression& index) const override {
        return fmt::format("{}::{}[{}]", program_.name, table, value(index));
    }
    std::string function(const Expression& e, Level level) const override {
        const std::string text = CProcedure::function(e, level);
        if (e.operands[0].type == ValueType::text) return text;
        return e.text == "abs" || e.text == "sqrt" ? "std::" + text : text;
    }
};

}  // namespace

std::string cpp_host_procedure(const Program& program, const std::string& procedure) {
    return CppHostProcedure(program, procedure).text();
}

}  // namespace lag
