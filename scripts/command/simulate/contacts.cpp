#include "scripts/command/simulate/contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/program/contact_events.hpp"
#include "emitters/program/procedure_facts.hpp"
#include "scripts/command/simulate/events.hpp"

namespace lag {

using Vector = std::vector<double>;

namespace {

// Of a place among the inputs.
std::size_t place_among_flags(const Program& program, int input) {
    return static_cast<std::size_t>(input) - (program.inputs.size() - program.flags.size());
}

// Of the contacts and stops that touch; by the names of their events.
std::string names_at(RunnableModel& model, double t, const Vector& y) {
    const Program& program = model.program();
    Frame frame = model.frame_of(t, y);
    frame[Slot::w] = model.resting_inputs();
    model.call(RoutineName::events, frame);
    std::string names;
    for (const ContactPlaces& contact : program.contact_places) {
        if (contact.closes < 0) continue;
        const auto event = static_cast<std::size_t>(contact.closes);
        // its event's function is the gap where it is open
        if (model.flags[place_among_flags(program, contact.closed)] != 0 ||
            std::abs(frame[Slot::g][event]) <= contact_touch(program))
            names += fmt::format("{}{}'", names.empty() ? "'" : ", '", program.events[event].row.name);
    }
    return names.empty() ? "dry friction" : names;
}

}  // namespace

std::string failure_text(RunnableModel& model, double t, const Vector& y, int info) {
    const auto kind = model.program().info_codes().meaning(static_cast<std::size_t>(info)).kind;
    const std::string text = model.info_text(info);
    return kind == InfoCodes::Kind::contacts ? fmt::format("{}; contacts that touch: {}", text, names_at(model, t, y))
                                             : text;
}

std::vector<std::size_t> flags_of_closed(const Program& program) {
    std::vector<std::size_t> places;
    const std::size_t contacts = program.contacts ? program.contacts->others() : 0;
    for (std::size_t k = 0; k < contacts; ++k)
        if (const int closed = program.contact_places[k].closed; closed >= 0)
            places.push_back(place_among_flags(program, closed));
    return places;
}

void guess_contact_modes(RunnableModel& model, double t, const Vector& y, Vector& w) {
    if (!model.has(RoutineName::modes)) return;
    SwitchModes(model, 1).take(t, y);
    const std::string name = "guess_modes";
    procedures::Interpreter interpreter(facts_of(model.program()),
                                        [&](const std::string& routine, const procedures::Pointers& given) {
                                            model.call(routine_named(routine).value(), given);
                                        });
    Frame frame = model.frame_of(t, y);
    model.put_flags(w);
    Vector c = model.constants();
    std::map<std::string, double*> given{
        {to_string(Slot::w), w.data()}, {to_string(Slot::c), c.data()}, {to_string(Slot::modes), model.modes.data()}};
    for (const Slot slot : {Slot::t, Slot::q, Slot::u, Slot::s}) given[to_string(slot)] = frame[slot].data();
    interpreter.run(name, procedures::pointers_of(*interpreter.procedure(name), given));
    model.flags.assign(w.end() - static_cast<std::ptrdiff_t>(model.flags.size()), w.end());
}

void take_contact_modes(RunnableModel& model, double t, const Vector& y, Vector w) {
    if (!model.has(RoutineName::modes)) return;
    SwitchModes(model, 1).take(t, y);
    Frame frame = model.frame_of(t, y);
    model.put_flags(w);
    frame[Slot::w] = std::move(w);
    model.call(RoutineName::modes, frame);
    if (const int info = RunnableModel::info(frame); info != 0) throw ModelError(failure_text(model, t, y, info));
    const Vector& found = frame[Slot::w];
    model.flags.assign(found.end() - static_cast<std::ptrdiff_t>(model.flags.size()), found.end());
}

}  // namespace lag
