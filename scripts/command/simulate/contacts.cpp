#include "scripts/command/simulate/contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.hpp"
#include "emitters/program/contact_events.hpp"

namespace lag {

using Vector = std::vector<double>;

namespace {

// Of the contacts and stops that touch; by the names of their events.
std::string names_at(RunnableModel& model, double t, const Vector& y) {
    const Program& program = model.program();
    Frame frame = model.frame_of(t, y);
    frame["w"] = model.resting_inputs();
    model.call(RoutineName::events, frame);
    const std::size_t first_flag = program.inputs.size() - program.flags.size();
    std::string names;
    for (const ContactPlaces& contact : program.contact_places) {
        if (contact.closes < 0) continue;
        const auto event = static_cast<std::size_t>(contact.closes), flag = static_cast<std::size_t>(contact.closed);
        // its event's function is the gap where it is open
        if (model.flags[flag - first_flag] != 0 || std::abs(frame.at("g")[event]) <= contact_touch(program))
            names += (names.empty() ? "'" : ", '") + program.events[event].row.name + "'";
    }
    return names.empty() ? "dry friction" : names;
}

}  // namespace

std::string failure_text(RunnableModel& model, double t, const Vector& y, int info) {
    static const std::array<std::string, 4> words{
        "more normal force presses a sliding contact together (Painleve's paradox); contacts that touch: ",
        "no mode of the contacts is consistent; contacts that touch: ",
        "modes of the contacts with different accelerations are consistent; contacts that touch: ",
        "no impulses of the contacts are consistent without a gain of energy; contacts that touch: "};
    const InfoCodes codes = model.program().info_codes();
    const std::size_t first = codes.of_contacts(ContactFailure::wrong_sign);
    const auto code = static_cast<std::size_t>(info);
    if (!model.has(RoutineName::modes) || code < first || code >= first + words.size())
        return "the equations are singular at " + model.pivot_name(info);
    return words.at(code - first) + names_at(model, t, y);
}

void free_dry_friction(RunnableModel& model) {
    const Program& program = model.program();
    const std::vector<ContactEnd> ends = contact_ends(program);
    for (std::size_t f = 0; f < program.flags.size(); ++f)
        for (std::size_t k = 0; k < ends.size(); ++k)
            if (ends[k] == ContactEnd::stick && program.events[k].row.name == program.flags[f].name + "s")
                model.flags[f] = 1;
}

void take_contact_modes(RunnableModel& model, double t, const Vector& y, Vector w) {
    if (!model.has(RoutineName::modes)) return;
    Frame frame = model.frame_of(t, y);
    model.put_flags(w);
    frame["w"] = std::move(w);
    model.call(RoutineName::modes, frame);
    if (const int info = RunnableModel::info(frame); info != 0) throw ModelError(failure_text(model, t, y, info));
    const Vector& found = frame.at("w");
    model.flags.assign(found.end() - static_cast<std::ptrdiff_t>(model.flags.size()), found.end());
}

}  // namespace lag
