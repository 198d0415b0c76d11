// Procedures in C++: a template by the scalar type R, where what C writes for doubles stands as functions of lag_math<R>; or
// for doubles alone.
#include <fmt/format.h>

#include <algorithm>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_procedure.hpp"
#include "emitters/writers/cpp_procedure_printer.hpp"
#include "emitters/writers/cpp_routine.hpp"
#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

bool compares_reals(const procedures::Expression& e) {
    return e.kind == procedures::Expression::Kind::operation && e.type == procedures::ValueType::logical &&
           e.operands.size() == 2 && e.operands[0].type == procedures::ValueType::real;
}
bool may_be_equal(const procedures::Expression& relation) {
    return relation.text.size() == 2;  // <= >=
}
bool holds_relation(const procedures::Expression& e, bool of_equals) {
    if (compares_reals(e)) return may_be_equal(e) == of_equals;
    const bool by_lanes = e.kind == procedures::Expression::Kind::selection && compares_reals(e.operands[0]);
    return std::ranges::any_of(e.operands.begin() + (by_lanes ? 1 : 0), e.operands.end(),
                               [&](const auto& operand) { return holds_relation(operand, of_equals); });
}
bool holds_relation(const procedures::Block& block, bool of_equals) {
    return std::ranges::any_of(block, [&](const auto& s) {
        return std::ranges::any_of(s.operands, [&](const auto& e) { return holds_relation(e, of_equals); }) ||
               std::ranges::any_of(s.bodies, [&](const auto& body) { return holds_relation(body, of_equals); });
    });
}

// m_equilibrium and its helpers difference doubles: no other type would do.
bool is_of_doubles(const std::string& procedure) {
    return procedure == to_string(RoutineName::equilibrium) || procedure.starts_with("rest");
}

class CppProcedure : public CppProcedurePrinter {
  public:
    using CppProcedurePrinter::CppProcedurePrinter;

    // m_partition(..), which calls partition(..).
    std::string longer_name() const {
        std::vector<std::string> names;
        for (const Variable& v : arguments()) names.push_back(v.name);
        return cpp_longer_name(template_head(), program_.name, procedure_.name, dummies(), names);
    }

  protected:
    virtual std::string template_head() const { return "inline "; }
    std::string head() override {
        return comment_lines(procedure_.comment, "// ", c_line_width) +
               wrapped_c(fmt::format("inline void {}({}) {{", name(), dummies()), 0);
    }
    // Of what is not of a script, in the namespace of the model.
    std::string name() const override { return is_of_script() ? CProcedure::name() : procedure_.name; }
    // The sizes are constants of the namespace.
    std::string beginning() override {
        std::vector<std::string> sizes;
        const std::set<std::string> used = sizes_used();
        for (const Extent& size : own_sizes(true))
            if (used.contains(size.name) && body_names(size.name))
                sizes.push_back(fmt::format("{} = {}", size.name, size.value));
        return (sizes.empty() ? "" : wrapped_c(fmt::format("constexpr int {};", list(sizes)), 4)) + constant_tables();
    }
    std::string routine_called(const std::string& routine) const override {
        return fmt::format("{}::{}{}", program_.name, routine, is_of_doubles(routine) ? "" : "<double>");
    }
};

class CppTemplate : public CppProcedure {
  public:
    using CppProcedure::CppProcedure;

  protected:
    std::string template_head() const override { return "template <class R>\n"; }
    std::string head() override {
        const std::string comment = procedure_.comment + (is_of_script() ? "" : ". One state at a time");
        return comment_lines(comment, "// ", c_line_width) + template_head() +
               wrapped_c(fmt::format("void {}({}) {{", name(), dummies()), 0);
    }
    // With the relations of the body.
    std::string beginning() override {
        std::string text = names_math() ? "    using L = lag_math<R>;\n" : "";
        if (is_of_script() && branches(procedure_.body))
            text +=
                "    static_assert(std::is_convertible<decltype(std::declval<R>() < std::declval<R>()), bool>::value,\n"
                "                  \"one state at a time: its branches differ from lane to lane\");\n";
        text += CppProcedure::beginning();
        for (const bool of_equals : {false, true})
            if (holds_relation(procedure_.body, of_equals))
                text += fmt::format(
                    "    const auto {0} = [](const R& lesser, const R& greater) {{\n"
                    "        return L::every(L::{0}(lesser, greater));\n"
                    "    }};\n",
                    of_equals ? "less_equal" : "less");
        return text;
    }
    std::string type_of(const Variable& v) const override {
        return v.type == ValueType::real ? "R" : CppProcedure::type_of(v);
    }
    std::string routine_called(const std::string& routine) const override {
        return is_of_script() ? fmt::format("{}_{}<R>", program_.name, routine)
                              : fmt::format("{}::{}<R>", program_.name, routine);
    }
    std::string real(double number) const override { return fmt::format("L::number({})", CProcedure::real(number)); }
    std::string function(const Expression& e, Level level) const override {
        const bool is_whole = e.text == "floor" && e.type != ValueType::real;
        if (is_whole) return fmt::format("lag_whole({})", value(e.operands[0]));
        if (e.type != ValueType::real) return CProcedure::function(e, level);
        if (e.text == "real") return fmt::format("L::number({})", value(e.operands[0]));
        std::vector<std::string> operands;
        for (const Expression& operand : e.operands) operands.push_back(value(operand));
        return fmt::format("L::{}({})", e.text == "power" ? "pow" : e.text, list(operands));
    }
    // By lanes, where R has them.
    std::string selection(const Expression& e) const override {
        if (e.type != ValueType::real || !compares_reals(e.operands[0])) return CProcedure::selection(e);
        return fmt::format("L::select(L::{}, {}, {})", value(e.operands[0]), value(e.operands[1]),
                           value(e.operands[2]));
    }
    std::string operation(const Expression& e, Level level) const override {
        if (!compares_reals(e)) return CProcedure::operation(e, level);
        const bool turned = e.text[0] == '>';
        return fmt::format("{}({}, {})", may_be_equal(e) ? "less_equal" : "less", value(e.operands[turned ? 1 : 0]),
                           value(e.operands[turned ? 0 : 1]));
    }

  private:
    // Whether the text says L::.
    bool names_math() const {
        return names_math(procedure_.body) ||
               std::ranges::any_of(constants(), [](const Variable& v) { return v.type == ValueType::real; });
    }
    static bool names_math(const Block& statements) {
        return std::ranges::any_of(statements, [](const Statement& s) {
            return std::ranges::any_of(s.operands, [](const Expression& e) { return names_math(e); }) ||
                   std::ranges::any_of(s.bodies, [](const Block& body) { return names_math(body); });
        });
    }
    static bool names_math(const Expression& e) {
        const bool is_own = e.type == ValueType::real &&
                            (e.kind == Expression::Kind::literal || e.kind == Expression::Kind::conversion ||
                             e.kind == Expression::Kind::function || e.kind == Expression::Kind::selection);
        return is_own || compares_reals(e) ||
               std::ranges::any_of(e.operands, [](const Expression& o) { return names_math(o); });
    }
    static bool branches(const Block& statements) {
        return std::ranges::any_of(statements, [](const Statement& s) {
            return s.kind == Statement::Kind::branch || s.kind == Statement::Kind::while_loop ||
                   std::ranges::any_of(s.bodies, [](const Block& body) { return branches(body); });
        });
    }
};

}  // namespace

std::string cpp_procedure(const Program& program, const std::string& procedure) {
    if (is_of_doubles(procedure)) return CppProcedure(program, procedure).text();
    return CppTemplate(program, procedure).text();
}

std::string cpp_longer_name(const Program& program, const std::string& procedure) {
    if (is_of_doubles(procedure)) return CppProcedure(program, procedure).longer_name();
    return CppTemplate(program, procedure).longer_name();
}

std::string cpp_procedure(const Program& program, const OfScript& given) {
    return CppTemplate(program, given).text();
}

}  // namespace lag
