#include "emitters/writers/function_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/errors.hpp"
#include "core/rational.hpp"
#include "core/routine_names.hpp"
#include "emitters/passes/reserved_names.hpp"
#include "emitters/passes/thresholds.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/c_routine.hpp"
#include "emitters/writers/cpp_math.hpp"
#include "emitters/writers/cpp_routine.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran77_routine.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/fortran_routine.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/point_table_text.hpp"
#include "emitters/writers/script_procedures.hpp"
#include "emitters/writers/template_text.hpp"
#include "emitters/writers/text_lines.hpp"
#include "emitters/writers/vector_text.hpp"

namespace lag {

namespace {

class FunctionWriter {
  public:
    FunctionWriter(const Program& program, const EmitOptions& options)
        : program_(program),
          routine_(program.routines.front()),
          options_(options),
          procedures_(program, {&program.routines.front()}, true) {}

    std::string fortran() const {
        FortranRoutine language;
        RoutineWriter writer(program_, language, options_.own_sines());
        const std::string body = routine_.procedure ? procedures_.fortran() : body_by(writer);
        const BodyNeeds needs = needs_of(writer);
        std::string text = fmt::format(
            "{}module {}_module\n"
            "  implicit none\n"
            "  private\n"
            "  integer, parameter :: dp = kind(1.0d0)\n"
            "  public :: {}\n",
            head("! ", fortran_line_width, "call "), program_.name, program_.name);
        for (const std::size_t k : needs.thresholds)
            text += fmt::format("  real(dp), parameter :: {} = {}\n", thresholds[k].name,
                                FortranDialect().number(thresholds[k].value));
        text += fmt::format("{}contains\n{}{}{}{}", fortran_point_tables(program_, needs.tables), body,
                            fortran_table_functions(program_, needs.tables),
                            needs.functions.contains(Op::floor) ? filled_template("floor_of.f90") : "",
                            needs.own_sines ? fortran_sine_text(options_.sines, needs.most_angles > sine_block) : "");
        return fmt::format("{}end module {}_module\n", text, program_.name);
    }

    std::string fortran77() const {
        Fortran77Routine language(program_);
        RoutineWriter writer(program_, language, options_.own_sines());
        std::string text = head("C ", fortran77_last_column, "CALL ") +
                           (routine_.procedure ? procedures_.fortran77() : body_by(writer));
        const BodyNeeds needs = needs_of(writer);
        for (const Op op : fortran77_functions)
            if (needs.functions.contains(op))
                text += fixed_form(model_template(fmt::format("{}.f", name_of(op)), program_));
        if (needs.own_sines) text += fortran77_sine_text(program_, options_.sines);
        return text + fortran77_point_tables(program_, needs.tables);
    }

    std::string c() const {
        const std::string guard = fmt::format("LAG_FUNCTION_{}_H", program_.name);
        CRoutine language(program_);
        RoutineWriter writer(program_, language, options_.own_sines());
        const std::string body = routine_.procedure ? procedures_.c() : body_by(writer);
        const BodyNeeds& needs = writer.asked_for();
        std::string text = fmt::format(
            "/*\n"
            "{} */\n"
            "#ifndef {}\n"
            "#define {}\n"
            "\n"
            "#include <math.h>\n"
            "{}\n"
            "{}\n"
            "{}",
            without_comment_end(head(" * ", c_line_width, "")), guard, guard,
            needs.own_sines ? "#include <string.h>\n" : "", filled_template("lag_math.h"),
            needs.own_sines ? c_sine_text(options_.sines) + "\n" : "");
        for (const std::size_t k : needs.thresholds)
            text += fmt::format("static const double {}_{} = {};\n", program_.name, thresholds[k].name,
                                shortest_decimal(thresholds[k].value));
        return fmt::format("{}{}{}\n#endif /* {} */\n", text, c_point_tables(program_, needs.tables), body, guard);
    }

    std::string cpp() const {
        const std::string guard = fmt::format("LAG_FUNCTION_{}_HPP", program_.name);
        CppRoutine language(program_, false);
        RoutineWriter writer(program_, language, options_.own_sines());
        const std::string body = routine_.procedure ? procedures_.cpp() : body_by(writer);
        const BodyNeeds& needs = writer.asked_for();
        std::string text = fmt::format(
            "{}{}{}\n"
            "{}{}namespace {} {{\n",
            head("// ", c_line_width, program_.name + "::"), cpp_opening(guard, needs.own_sines), cpp_math_text(),
            needs.own_sines ? cpp_sine_text(options_.sines) + "\n" : "",
            needs.tables.empty() ? "" : cpp_table_functions() + "\n", program_.name);
        for (const std::size_t k : needs.thresholds)
            text +=
                fmt::format("constexpr double {} = {};\n", thresholds[k].name, shortest_decimal(thresholds[k].value));
        return fmt::format("{}{}{}\n}}  // namespace {}\n\n#endif  // {}\n", text,
                           cpp_point_tables(program_, needs.tables), body, program_.name, guard);
    }

  private:
    std::string body_by(RoutineWriter& writer) const { return writer.text(routine_, program_.name); }
    BodyNeeds needs_of(const RoutineWriter& writer) const {
        BodyNeeds needs = writer.asked_for();
        if (procedures_.uses_floor()) needs.functions.insert(Op::floor);
        return needs;
    }

    std::string head(const std::string& mark, std::size_t width, const std::string& call) const {
        std::vector<std::string> list;
        for (const Argument& argument : routine_.arguments) list.push_back(argument.name);
        std::string text;
        const auto line = [&](const std::string& words) { text += comment_lines(words, mark, width); };
        line("Generated by lag; do not edit.");
        line(fmt::format("{}{}({})", call, program_.name, fmt::join(list, ", ")));
        for (const Argument& argument : routine_.arguments) line(described(argument));
        if (!routine_.procedure) line("operations: " + to_string(routine_.operations));
        for (const std::string& name : procedures_.of_varying_time())
            line(name + " has loops or branches: its time is not constant");
        return text;
    }
    // "  v(3), in: x, y, z"
    static std::string described(const Argument& argument) {
        std::string text = "  " + argument.name;
        for (std::size_t k = 0; k < argument.shape.size(); ++k) text += (k == 0 ? "(" : ", ") + argument.shape[k].name;
        const bool is_in = argument.intent == Argument::Intent::in;
        text += std::string(argument.shape.empty() ? "" : ")") + (is_in ? ", in" : ", out");
        if (argument.shape.size() == 2) return text + ", column after column";
        if (!is_in || argument.element_names.empty()) return text;
        return text + fmt::format(": {}", fmt::join(argument.element_names, ", "));
    }

    const Program& program_;
    const Routine& routine_;
    const EmitOptions& options_;
    ScriptProcedures procedures_;
};

void check_name(const Program& program, Language language) {
    const std::string& name = program.name;
    const bool fortran = language == Language::fortran || language == Language::fortran77;
    if (fortran ? is_fortran_intrinsic(name) : is_taken_in_c(name))
        throw ModelError(fmt::format("the function '{}' has the name of {}", name,
                                     fortran ? "an intrinsic procedure of Fortran"
                                             : "a keyword of C or C++ or of something in the C library"),
                         "choose another name");
    if (language == Language::python && routine_named(name))
        throw ModelError(fmt::format("a function of a Python module cannot be called '{}'", name),
                         "routines of models have that name: choose another");
}

}  // namespace

std::vector<EmittedFile> emit_function(const Program& program, const EmitOptions& options,
                                       const std::string& file_name) {
    check_name(program, options.language);
    const FunctionWriter writer(program, options);
    switch (options.language) {
        case Language::fortran:
            return {{file_name, writer.fortran()}};
        case Language::fortran77:
            return {{file_name, writer.fortran77()}};
        case Language::c:
            return {c_family_file(file_name, writer.c())};
        case Language::cpp:
            return {c_family_file(file_name, writer.cpp())};
        case Language::python:
            break;
    }
    const std::size_t slash = file_name.find_last_of('/');
    const std::string stem = file_name.substr(0, file_name.find_last_of('.'));
    const std::string base = slash == std::string::npos ? stem : stem.substr(slash + 1);
    check_python_names(program, base);
    const std::vector<const Routine*> routines{&program.routines.front()};
    return {{stem + ".py", python_module(program, routines, base + ".c", options)},
            c_family_file(stem + ".c", python_source(program, routines, options))};
}

}  // namespace lag
