// The procedures of events (emitters/procedures/texts) that a run calls itself: EventFiring.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

enum class EventProcedure {
    start_events,
    watch_events,
    next_event_time,
    due_events,
    apply_event,
    events_at_zero,
    event_report,
    // of contacts
    first_dip,
    rest_events,
    jumped_gaps,
};
constexpr std::size_t event_procedures = static_cast<std::size_t>(EventProcedure::jumped_gaps) + 1;

// "start_events"
const std::string& to_string(EventProcedure procedure);
// Those that a run of this program calls; none where it has no events.
std::vector<EventProcedure> event_procedures_of(const Program& program);

}  // namespace lag
