#include "scripts/command/simulate/event_procedures.hpp"

#include <algorithm>
#include <array>

#include "emitters/program/contact_events.hpp"

namespace lag {

const std::string& to_string(EventProcedure procedure) {
    static const std::array<std::string, event_procedures> names{
        "start_events",   "watch_events", "next_event_time", "due_events",  "apply_event",
        "events_at_zero", "event_report", "first_dip",       "rest_events", "jumped_gaps"};
    return names.at(static_cast<std::size_t>(procedure));
}

std::vector<EventProcedure> event_procedures_of(const Program& program) {
    if (program.events.empty()) return {};
    const bool has_contacts =
        std::ranges::any_of(contact_ends(program), [](ContactEnd end) { return end != ContactEnd::none; });
    std::vector<EventProcedure> all;
    for (std::size_t k = 0; k < event_procedures; ++k) {
        const auto procedure = static_cast<EventProcedure>(k);
        if (has_contacts || procedure < EventProcedure::first_dip) all.push_back(procedure);
    }
    return all;
}

}  // namespace lag
