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

using Told = StageRoutine::Told;

// By name, in the order in which names are looked up. `inputs_alone`: what a routine may set.
std::vector<std::pair<std::string, Told>> tellable(const Model& model, bool inputs_alone) {
    std::vector<std::pair<std::string, Told>> all;
    const auto add = [&](const auto& rows, auto first) {
        for (const auto& row : rows) all.emplace_back(row.name, first), ++first.value;
    };
    if (inputs_alone) {
        for (std::size_t k = 0; k + flag_count(model) < model.inputs.size(); ++k)
            all.emplace_back(model.inputs[k].name, InputIndex(k));
        return all;
    }
    all.emplace_back("t", std::monostate{});
    add(model.parameters, ParameterIndex{}), add(model.inputs, InputIndex{});
    add(model.coordinates, CoordinateIndex{}), add(model.speeds, SpeedIndex{});
    add(model.states, StateIndex{}), add(model.outputs, OutputIndex{});
    return all;
}

std::vector<Told> known_at(Call& call, std::size_t argument, const std::vector<std::string>& names,
                           const std::vector<std::pair<std::string, Told>>& known, const std::string& what,
                           const std::string& otherwise) {
    std::vector<Told> told;
    for (std::size_t k = 0; k < names.size(); ++k) {
        const auto found = std::ranges::find(known, names[k], &std::pair<std::string, Told>::first);
        if (found == known.end()) {
            std::vector<std::string> words;
            for (const auto& one : known) words.push_back(one.first);
            const std::string near = did_you_mean(names[k], words);
            call.fail(Call::entry(call.argument(argument), k), what,
                      near.empty() || names[k].empty() ? otherwise : fmt::format("did you mean '{}'?", near));
        }
        told.push_back(found->second);
    }
    return told;
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
    routine.arguments = known_at(
        call, 1, names_at(call, 1, "a list of arguments"), tellable(model, false),
        fmt::format("'{}' is told the time, parameters, inputs, coordinates, speeds, states and outputs, by name",
                    name),
        "output(seen, ..) above it gives an expression a name");
    const std::vector<Told> results = known_at(call, 2, names_at(call, 2, "a list of inputs"), tellable(model, true),
                                               fmt::format("a result of '{}' is an input of the model", name),
                                               "input(motor, \"N*m\") above it declares one");
    for (const Told& result : results) routine.results.push_back(std::get<InputIndex>(result));
    std::vector<InputIndex> told = routine.results;
    for (const StageRoutine& other : model.stage_routines)
        if (other.stage == routine.stage) told.insert(told.end(), other.results.begin(), other.results.end());
    for (std::size_t k = 0; k < routine.results.size(); ++k)
        if (std::ranges::count(told, routine.results[k]) > 1)
            call.fail(Call::entry(call.argument(2), k),
                      fmt::format("'{}' is told twice at this stage", model.inputs[routine.results[k].value].name));
    description.change_model(ModelPart::rest).stage_routines.push_back(std::move(routine));
}

}  // namespace lag
