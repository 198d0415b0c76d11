// Procedures of an FMU: C, in which what they share belongs to the instance that is under way in this thread.
#include <fmt/format.h>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_procedure.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

class FmuProcedure : public CProcedure {
  public:
    using CProcedure::CProcedure;

  protected:
    std::string record() override {
        std::string doc = comment_lines(procedure_.comment, "   ", c_line_width - 3);
        doc.replace(0, 3, "/* ");
        doc.insert(doc.size() - 1, " */");
        return fmt::format("\n{}struct kept_{} {{\n{}}};\n", doc, procedure_.name,
                           declarations(shared_variables(), size_prefix()));
    }
    std::string shared_prefix(const Variable& variable) const override {
        return variable.use == Variable::Use::shared ? fmt::format("kept->{}.", variable.record) : "";
    }
};

}  // namespace

std::string fmu_procedure(const Program& program, const std::string& procedure) {
    return FmuProcedure(program, procedure).text();
}

}  // namespace lag
