// How a model's routines and procedures are called: arguments from a frame, procedures compiled or interpreted.
#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "scripts/command/simulate/model.hpp"

namespace lag {

using Vector = std::vector<double>;

RunnableModel::RunnableModel(SwitchedProgram switched)
    : modes(switched.switches.size(), 0.0),
      flags(switched.program.flags.size(), 0.0),
      program_(std::move(switched.program)),
      interpreter_(facts_of(program_),
                   [this](const std::string& routine, const Elements& given) {
                       if (const std::optional<RoutineName> own = routine_named(routine))
                           run(*own, given);
                       else
                           host(routine, given);
                   }),
      switches_(std::move(switched.switches)),
      events_at_known_times_(std::move(switched.events_at_known_times)),
      entries_(routine_names) {}

bool RunnableModel::has(RoutineName routine) const {
    return entry(routine).is_there;
}

RunnableModel::Entry& RunnableModel::entry(RoutineName routine) const {
    Entry& known = entries_[static_cast<std::size_t>(routine)];
    if (!known.is_known) known = make_entry(routine);
    return known;
}

RunnableModel::Entry RunnableModel::make_entry(RoutineName name) const {
    Entry entry;
    entry.is_known = true;
    std::vector<Argument> arguments;
    if (const Routine* const routine = program_.find(name)) {
        arguments = routine->arguments;
    } else if (has_all_of(to_string(name))) {
        entry.is_procedure = true;
        arguments = arguments_of(interpreter_.procedure(to_string(name))->signature(), interpreter_.facts().sizes,
                                 interpreter_.facts().parts);
    } else {
        return entry;
    }
    entry.is_there = true;
    for (Argument& argument : arguments) {
        if (argument.intent == Argument::Intent::local) continue;
        const std::optional<Slot> slot = slot_named(argument.name);
        if (!slot)
            throw InternalError(fmt::format("no slot for the argument {} of {}", argument.name, to_string(name)));
        entry.slots.push_back(*slot);
        entry.elements.push_back(argument.elements());
        entry.arguments.push_back(std::move(argument));
    }
    entry.passed.resize(entry.arguments.size());
    return entry;
}

bool RunnableModel::has_all_of(const std::string& name) const {
    if (program_.find(name) != nullptr) return true;
    const procedures::Procedure* const procedure = interpreter_.procedure(name);
    return procedure != nullptr && std::ranges::all_of(procedures::called(procedure->body),
                                                       [this](const auto& called) { return has_all_of(called); });
}

const RunnableModel::Elements& RunnableModel::elements(RoutineName routine, Entry& called, Frame& frame) {
    if (!called.is_there) throw InternalError("simulate: the model has no " + to_string(routine));
    put_histories(frame);
    for (std::size_t k = 0; k < called.arguments.size(); ++k) {
        const Argument& argument = called.arguments[k];
        const Slot slot = called.slots[k];
        const bool is_ours = argument.intent == Argument::Intent::in && (slot == Slot::modes || slot == Slot::c);
        Vector& values = !is_ours ? frame[slot] : slot == Slot::modes ? modes : c_;
        if (argument.intent == Argument::Intent::out)
            values.assign(called.elements[k], 0.0);
        else if (values.size() < called.elements[k])
            throw InternalError(fmt::format("simulate: {} is called without {}", to_string(routine), argument.name));
        called.passed[k] = values.data();
    }
    return called.passed;
}

void RunnableModel::call(RoutineName routine, Frame& frame) {
    Entry& called = entry(routine);
    const Elements& arguments = elements(routine, called, frame);
    if (called.is_procedure && !compiles(routine))
        interpreter_.run(to_string(routine), arguments);
    else
        run(routine, arguments);
}

void RunnableModel::call_along(RoutineName routine, Frame& frame, Frame& slopes) {
    Entry& called = entry(routine);
    const Elements arguments = elements(routine, called, frame);
    Elements along;
    for (std::size_t k = 0; k < called.arguments.size(); ++k) {
        Vector& values = slopes[called.slots[k]];
        if (called.arguments[k].intent == Argument::Intent::out) values.clear();
        values.resize(std::max<std::size_t>(called.elements[k], 1), 0.0);
        along.push_back(values.data());
    }
    run_along(routine, arguments, along);
}

void RunnableModel::run_along(RoutineName routine, const Elements&, const Elements&) {
    throw InternalError("simulate: the model was compiled without slopes of " + to_string(routine));
}

Vector RunnableModel::slopes_of_constants(const Vector& slopes_of_parameters) {
    if (!has(RoutineName::setup) || c_.empty()) return {};
    Frame frame{{Slot::p, parameters_}}, slopes{{Slot::p, slopes_of_parameters}};
    call_along(RoutineName::setup, frame, slopes);
    return slopes[Slot::c];
}

void RunnableModel::interpret(RoutineName procedure, Frame& frame) {
    Entry& called = entry(procedure);
    const Elements& arguments = elements(procedure, called, frame);
    interpreter_.run(to_string(procedure), arguments);
}

void RunnableModel::call(EventProcedure procedure, const Elements& arguments) {
    if (const Wrapped own = interprets_events ? nullptr : compiled(procedure))
        own(arguments.data());
    else
        interpreter_.run(to_string(procedure), arguments);
}

void RunnableModel::put_histories(Frame& frame) const {
    if (!histories) return;
    Vector &t = frame[Slot::t], &w = frame[Slot::w];
    if (!t.empty() && !w.empty()) histories(t[0], w);
}

}  // namespace lag
