#include "emitters/writers/driver_stages.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/fortran_dialect.hpp"

namespace lag {

namespace {

bool is_of_fortran(Language language) {
    return language == Language::fortran || language == Language::fortran77;
}

// -- calls

// Where a main program has what a routine is told.
struct Place {
    std::string array;
    std::size_t element = 0;  // from 0
};
struct PlaceOf {
    const Program& program;
    const StageRoutine& routine;

    Place operator()(ParameterIndex p) const { return {"p", p.value}; }
    Place operator()(InputIndex w) const { return {"w", w.value}; }
    Place operator()(CoordinateIndex q) const { return {"y", q.value}; }
    Place operator()(SpeedIndex u) const { return {"y", program.coordinates.size() + u.value}; }
    Place operator()(StateIndex s) const { return {"y", program.coordinates.size() + program.speeds.size() + s.value}; }
    Place operator()(OutputIndex o) const { return {"o", o.value}; }
    Place operator()(std::monostate) const { return {"t"}; }
    Place operator()(DependentIndex d) const {
        throw ModelError(fmt::format("'{}' is told '{}', which the main program has not", routine.name,
                                     program.dependent_speeds[d.value].name),
                         "a speed that the constraints solve out is given as an output");
    }
};

// "t", "p[2]", "y(4)".
std::string element_of(const Program& program, Language language, const StageRoutine& routine,
                       const StageRoutine::Told& told) {
    if (std::holds_alternative<std::monostate>(told)) return "t";
    const Place place = std::visit(PlaceOf{program, routine}, told);
    if (is_of_fortran(language)) return fmt::format("{}({})", place.array, place.element + 1);
    return fmt::format("{}[{}]", place.array, place.element);
}

std::string call_of(const Program& program, Language language, const StageRoutine& routine) {
    std::string list;
    const auto add = [&](const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (const StageRoutine::Told& told : routine.arguments) add(element_of(program, language, routine, told));
    for (const InputIndex w : routine.results)
        add((is_of_fortran(language) ? "" : "&") + element_of(program, language, routine, w));
    if (language == Language::fortran77) return fmt::format("      CALL {}({})\n", routine.name, list);
    if (language == Language::fortran) return wrapped_fortran(fmt::format("call {}({})", routine.name, list), 4);
    return wrapped_c(fmt::format("{}({});", routine.name, list), 4);
}

std::string calls_at(StageRoutine::Stage stage, const Program& program, Language language) {
    std::string text;
    for (const StageRoutine& routine : program.stage_routines)
        if (routine.stage == stage) text += call_of(program, language, routine);
    return text;
}

std::string calls_in(const std::string& name, const std::string& calls, const Program& program, Language language) {
    const std::string routine = fmt::format("{}_{}", program.name, name);
    const auto extent = [&](std::size_t count) { return std::max<std::size_t>(count, 1); };
    const std::size_t ny = program.coordinates.size() + program.speeds.size() + program.states.size();
    const std::size_t np = extent(program.parameters.size()), nw = extent(program.inputs.size()),
                      no = extent(program.outputs.size());
    switch (language) {
        case Language::fortran:
            return fmt::format(
                "  subroutine {0}(t, p, y, w, o)\n"
                "    real(dp), intent(in) :: t, p(np), y({1}), o(no)\n"
                "    real(dp), intent(inout) :: w(nw)\n"
                "    if (.false.) print *, t, p, y, w, o  ! those that no routine takes\n"
                "{2}"
                "  end subroutine {0}\n",
                routine, ny, calls);
        case Language::fortran77:
            return fmt::format(
                "C\n"
                "      SUBROUTINE {}(t, p, y, w, o)\n"
                "      DOUBLE PRECISION t, p({}), y({}), w({}), o({})\n"
                "      IF (.FALSE.) WRITE(*, *) t, p(1), y(1), w(1), o(1)\n"
                "{}"
                "      END\n",
                routine, np, extent(ny), nw, no, calls);
        default:
            return fmt::format(
                "static void {}(double t, const double* p, const double* y, double* w, const double* o) {{\n"
                "{}"
                "    (void)t, (void)p, (void)y, (void)w, (void)o;\n"
                "}}\n",
                routine, calls);
    }
}

}  // namespace

std::string calls_of_user(const Program& program, Language language) {
    using enum StageRoutine::Stage;
    std::string text;
    for (const auto& [stage, name] : {std::pair(init, "user_at_init"), std::pair(step, "user_at_step")})
        if (const std::string calls = calls_at(stage, program, language); !calls.empty())
            text += calls_in(name, calls, program, language);
    return text;
}

std::string prototypes_of_user(const Program& program, Language language) {
    std::string text;
    for (const StageRoutine& routine : program.stage_routines) {
        if (language == Language::fortran) text += fmt::format("  external :: {}\n", routine.name);
        if (is_of_fortran(language)) continue;
        std::string list;
        for (std::size_t k = 0; k < routine.arguments.size() + routine.results.size(); ++k)
            list += std::string(k > 0 ? ", " : "") + (k < routine.arguments.size() ? "double" : "double*");
        if (list.empty() && language == Language::c) list = "void";
        text += wrapped_c(
            fmt::format("{}{}({});", language == Language::cpp ? "extern \"C\" void " : "void ", routine.name, list),
            0);
    }
    return text.empty() || is_of_fortran(language) ? text : "\n" + text.substr(0, text.size() - 1);
}

}  // namespace lag
