#include "scripts/statements/stage_routine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "scripts/statements/reading.hpp"

namespace lag {

namespace {

std::vector<std::string> names_at(Call& call, std::size_t argument, const char* what) {
    const Syntax& list = call.argument(argument);
    if (list->kind != NodeKind::list)
        return (void)call.items(call.value(argument), list, what), std::vector<std::string>{};
    std::vector<std::string> names;
    for (const Syntax& at : list->children) {
        std::string name;
        if (at->kind == NodeKind::name) name = at->text;
        if (at->kind == NodeKind::prime && at->children[0]->kind == NodeKind::name)
            name = at->children[0]->text + std::string(static_cast<std::size_t>(at->primes), '\'');
        if (at->kind == NodeKind::call) name = call.name(call.interpreter.evaluate(at), at);
        names.push_back(name);
    }
    return names;
}

void require_known(Call& call, std::size_t argument, const std::vector<std::string>& names,
                   const std::vector<std::string>& known, const std::string& what, const std::string& otherwise) {
    for (std::size_t k = 0; k < names.size(); ++k) {
        if (std::ranges::find(known, names[k]) != known.end()) continue;
        const std::string near = did_you_mean(names[k], known);
        call.fail(Call::entry(call.argument(argument), k), what,
                  near.empty() || names[k].empty() ? otherwise : fmt::format("did you mean '{}'?", near));
    }
}

}  // namespace

void add_stage_routine(Call& call, const std::string& name) {
    Description& description = call.description();
    const Model& model = description.model();
    StageRoutine routine;
    routine.name = name;
    const std::string stage = call.word("stage");
    routine.stage = stage == "init" ? StageRoutine::Stage::init : StageRoutine::Stage::step;
    const auto taken = [&](const auto& others) {
        return std::ranges::any_of(others,
                                   [&](const auto& other) { return lower_case(other.name) == lower_case(name); });
    };
    if (taken(model.externals) || taken(model.stage_routines))
        call.fail(call.argument(0), fmt::format("'{}' is called already", name),
                  "a routine with a stage is named once; one name for each stage");
    std::vector<std::string> known{"t"}, inputs;
    const auto add = [&](const auto& rows) {
        for (const auto& row : rows) known.push_back(row.name);
    };
    add(model.parameters), add(model.inputs), add(model.coordinates), add(model.speeds), add(model.states);
    add(model.outputs);
    for (const Input& w : model.inputs)
        if (!w.is_flag()) inputs.push_back(w.name);
    routine.arguments = names_at(call, 1, "a list of arguments");
    require_known(
        call, 1, routine.arguments, known,
        fmt::format("'{}' is told the time, parameters, inputs, coordinates, speeds, states and outputs, by name",
                    name),
        "output(seen, ..) above it gives an expression a name");
    routine.results = names_at(call, 2, "a list of inputs");
    require_known(call, 2, routine.results, inputs, fmt::format("a result of '{}' is an input of the model", name),
                  "input(motor, \"N*m\") above it declares one");
    std::vector<std::string> told = routine.results;
    for (const StageRoutine& other : model.stage_routines)
        if (other.stage == routine.stage) told.insert(told.end(), other.results.begin(), other.results.end());
    for (std::size_t k = 0; k < routine.results.size(); ++k)
        if (std::ranges::count(told, routine.results[k]) > 1)
            call.fail(Call::entry(call.argument(2), k),
                      fmt::format("'{}' is told twice at this stage", routine.results[k]));
    description.change_model(ModelPart::rest).stage_routines.push_back(std::move(routine));
}

}  // namespace lag
