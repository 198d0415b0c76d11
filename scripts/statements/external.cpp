#include "scripts/statements/external.hpp"

#include <fmt/format.h>

#include "core/lower_case.hpp"
#include "emitters/procedures/procedure.hpp"
#include "scripts/statements/procedure.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/stage_routine.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// "1 argument", "2 arguments"
std::string counted(std::size_t number, const std::string& what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

void add_argument(Call& call, ExternalRoutine& routine, const Value& given, const Syntax& at) {
    const std::string what = fmt::format("an argument of '{}'", routine.name);
    routine.arguments.push_back(quantity(call, given, at, no_accelerations, what));
    require_consistent_units(call, given, at, what);
}

void add_result(Call& call, ExternalRoutine& routine, const Value& taken, const Syntax& at) {
    const std::string name = call.name(taken, at);
    if (name.find('\'') != std::string::npos || call.interpreter.binding(name) != nullptr)
        call.fail(at, fmt::format("'{}' cannot be the name of a result", name), "choose a new name");
    call.description().declare(name, Role::external_result, call.place(at));
    routine.results.push_back(name);
}

void call_procedure(Call& call, Model& model, const std::shared_ptr<const procedures::Procedure>& procedure) {
    ExternalRoutine routine{.name = procedure->name, .arguments = {}, .results = {}, .procedure = procedure};
    for (const GivenElement& given : given_to_procedure(call, *procedure))
        add_argument(call, routine, given.value, given.at);
    for (const GivenElement& taken : taken_from_procedure(call, *procedure))
        add_result(call, routine, taken.value, taken.at);
    model.externals.push_back(std::move(routine));
}

Value external(Call& call) {
    require_open(call);
    Description& description = call.description();
    const bool has_stage = call.has("stage");
    Model& model = description.change_model(has_stage ? ModelPart::rest : ModelPart::mechanism);
    ExternalRoutine routine;
    if (const std::string& name = call.argument(0)->text; call.argument(0)->kind == NodeKind::name)
        if (const auto found = description.procedures.find(name); found != description.procedures.end()) {
            if (has_stage)
                call.fail(call.argument("stage"),
                          fmt::format("'{}' is a procedure, which is part of the equations", name), "leave stage out");
            return call_procedure(call, model, found->second), Value{};
        }
    routine.name = plain_name(call, 0);
    const std::string prefix = lower_case(model.name) + "_";
    constexpr std::size_t longest_name = 63;  // of Fortran
    if (routine.name.size() > longest_name)
        call.fail(call.argument(0), "the name of a routine has at most 63 characters", "choose a shorter name");
    if (lower_case(routine.name) == lower_case(model.name) || lower_case(routine.name).rfind(prefix, 0) == 0)
        call.fail(call.argument(0),
                  fmt::format("a routine cannot be called '{}': the emitted code uses that name", routine.name),
                  "choose another name");
    if (has_stage) return add_stage_routine(call, routine.name), Value{};
    const Syntax& given_at = call.argument(1);
    const std::vector<Value>& given = call.items(call.value(1), given_at, "a list of arguments");
    for (std::size_t k = 0; k < given.size(); ++k) add_argument(call, routine, given[k], Call::entry(given_at, k));
    const Syntax& taken_at = call.argument(2);
    const std::vector<Value> taken = call.items(call.value(2), taken_at, "a list of new names for the results");
    if (taken.empty())
        call.fail(taken_at, fmt::format("'{}' has no results: what would it be called for?", routine.name));
    for (const StageRoutine& other : model.stage_routines)
        if (lower_case(other.name) == lower_case(routine.name))
            call.fail(call.argument(0), fmt::format("'{}' is a routine with a stage already", routine.name),
                      "choose another name");
    for (const ExternalRoutine& other : model.externals)
        if (lower_case(other.name) == lower_case(routine.name) &&
            (other.name != routine.name || other.arguments.size() != given.size() ||
             other.results.size() != taken.size()))
            call.fail(fmt::format("'{}' was called before as '{}' with {} and {}", routine.name, other.name,
                                  counted(other.arguments.size(), "argument"), counted(other.results.size(), "result")),
                      "each call of a routine has the same numbers of both");
    for (std::size_t k = 0; k < taken.size(); ++k) add_result(call, routine, taken[k], Call::entry(taken_at, k));
    model.externals.push_back(std::move(routine));
    return {};
}

}  // namespace

std::vector<BuiltIn> external_statements() {
    using namespace arguments;
    return {
        {"external",
         {required("name", a_name, "the procedure, or the routine's name"),
          required("[arguments]", arguments_of_routine,
                   "time, parameters, inputs, coordinates, speeds, results of earlier routines"),
          required("[results]", some_names,
                   "new names, which may stand in loads, outputs and arguments of later routines; with a stage inputs"),
          keyword("stage", "init", a_word, "when main programs call it, beside the equations")
              .among("stage",
                     {{"init", "once before the run"}, {"step", "at the start and after every step; write \"step\""}})},
         "a procedure of the script or a routine you link, called once per evaluation; its results may stand in loads "
         "and outputs. With a stage "
         "main "
         "programs call it before the run or after every step, and its results are inputs",
         "external(tire, [q1, q1'], [tire_force])$",
         external},
    };
}

}  // namespace lag
