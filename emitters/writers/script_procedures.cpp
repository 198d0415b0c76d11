#include "emitters/writers/script_procedures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "emitters/passes/emitted_procedure.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/cpp_routine.hpp"

namespace lag {

namespace {

using procedures::Expression;
using procedures::Procedure;
using procedures::Statement;

template <class Holds>
bool any_in(const Expression& e, const Holds& holds) {
    return holds(e) ||
           std::ranges::any_of(e.operands, [&](const Expression& operand) { return any_in(operand, holds); });
}
template <class Holds>
bool any_in(const procedures::Block& block, const Holds& holds) {
    return std::ranges::any_of(block, [&](const Statement& s) {
        return std::ranges::any_of(s.operands, [&](const Expression& e) { return any_in(e, holds); }) ||
               std::ranges::any_of(s.bodies, [&](const procedures::Block& body) { return any_in(body, holds); });
    });
}
bool is_floor(const Expression& e) {
    return e.kind == Expression::Kind::function && e.text == "floor";
}

// Branches, and loops whose number of turns is not written there.
bool varies(const procedures::Block& block) {
    return std::ranges::any_of(block, [](const Statement& s) {
        const bool is_fixed_loop =
            s.kind == Statement::Kind::for_loop && std::ranges::all_of(s.operands, [](const Expression& bound) {
                return bound.kind == Expression::Kind::literal;
            });
        const bool is_plain = s.bodies.empty() && s.kind != Statement::Kind::leave;
        if (!is_plain && !is_fixed_loop) return true;
        return std::ranges::any_of(s.bodies, [](const procedures::Block& body) { return varies(body); });
    });
}

// The largest whole number not above x; where R does not become a double, comparisons find it.
constexpr const char* whole = R"(
// the largest whole number not above x
template <class R>
int lag_whole(const R& x) {
    if constexpr (std::is_convertible<R, double>::value) {
        return static_cast<int>(std::floor(static_cast<double>(x)));
    } else {
        int low = -2147483647, high = 2147483647;
        while (low < high) {
            const int middle = static_cast<int>((static_cast<long long>(low) + high + 1) >> 1);
            if (x < lag_math<R>::number(middle))
                high = middle - 1;
            else
                low = middle;
        }
        return low;
    }
}
)";

}  // namespace

bool uses_floor(const Procedure& procedure) {
    return any_in(procedure.body, is_floor);
}

ScriptProcedures::ScriptProcedures(const Program& program, const std::vector<const Routine*>& routines, bool alone)
    : program_(program) {
    procedures::ProcedureList called;
    for (const Routine* const routine : routines) {
        for (const ExternalCall& call : routine->calls) {
            if (!call.procedure) continue;
            called.push_back(call.procedure);
            if (std::ranges::find(called_, call.procedure.get()) == called_.end())
                called_.push_back(call.procedure.get());
        }
        if (!routine->procedure) continue;
        called.push_back(routine->procedure);
        if (alone) alone_ = routine->name;
    }
    procedures_ = procedures::with_called(called);
}

std::string ScriptProcedures::name_of(const Procedure& procedure) const {
    return procedure.name == alone_ ? alone_ : fmt::format("{}_{}", program_.name, procedure.name);
}

std::vector<std::string> ScriptProcedures::names() const {
    std::vector<std::string> found;
    for (const auto& procedure : procedures_) found.push_back(procedure->name);
    return found;
}

std::string ScriptProcedures::text(Print print) const {
    std::string all;
    for (const auto& procedure : procedures_)
        all += print(program_, {emitted_procedure(*procedure), name_of(*procedure)});
    return all;
}

std::string ScriptProcedures::cpp() const {
    const bool rounds = std::ranges::any_of(procedures_, [](const auto& procedure) {
        return any_in(procedure->body,
                      [](const Expression& e) { return is_floor(e) && e.type != procedures::ValueType::real; });
    });
    return (rounds ? whole : "") + text(cpp_procedure);
}

std::string ScriptProcedures::cpp_lanes() const {
    std::string text;
    for (const Procedure* const procedure : called_) {
        const std::string name = name_of(*procedure);
        std::string plain, packs, given, lane, locals, loads, stores;
        const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
        const Procedure emitted = emitted_procedure(*procedure);
        for (std::size_t k = 0; k < emitted.arguments; ++k) {
            const procedures::Variable& v = emitted.variables[k];
            const bool is_in = v.intent == Argument::Intent::in;
            const std::string a = "a" + std::to_string(k + 1), x = "x" + std::to_string(k + 1);
            const std::size_t length = procedures::length_of(v);
            add(plain, fmt::format("{}R{}{}", is_in ? "const " : "", v.is_scalar() ? "& " : "* ", a));
            add(packs, fmt::format("{}lag_pack<lanes>{}{}", is_in ? "const " : "", v.is_scalar() ? "& " : "* ", a));
            add(given, a);
            add(lane, x);
            add(locals, v.is_scalar() ? x : fmt::format("{}[{}]", x, length));
            const std::string loop = v.is_scalar() ? "" : fmt::format("for (int i = 0; i < {}; ++i) ", length);
            const std::string here = v.is_scalar() ? "" : "[i]";
            if (is_in)
                loads += fmt::format("        {}{}{} = {}{}[k];\n", loop, x, here, a, here);
            else
                stores += fmt::format("        {}{}{}.set(k, {}{});\n", loop, a, here, x, here);
        }
        text += fmt::format(
            "\n"
            "// {}, of one state or of each lane of a pack\n"
            "template <class R>\n"
            "{}{}}}\n"
            "template <int lanes>\n"
            "{}    for (std::size_t k = 0; k < lanes; ++k) {{\n"
            "{}{}{}{}    }}\n"
            "}}\n",
            procedure->name, wrapped_c(fmt::format("void {}({}) {{", cpp_by_lanes(name), plain), 0),
            wrapped_c(fmt::format("{}<R>({});", name, given), 4),
            wrapped_c(fmt::format("void {}({}) {{", cpp_by_lanes(name), packs), 0),
            wrapped_c(fmt::format("double {};", locals), 8), loads,
            wrapped_c(fmt::format("{}<double>({});", name, lane), 8), stores);
    }
    return text;
}

bool ScriptProcedures::uses_floor() const {
    return std::ranges::any_of(procedures_, [](const auto& procedure) { return lag::uses_floor(*procedure); });
}

std::vector<std::string> ScriptProcedures::of_varying_time() const {
    std::vector<std::string> names;
    for (const auto& procedure : procedures_)
        if (varies(procedure->body)) names.push_back(name_of(*procedure));
    return names;
}

}  // namespace lag
