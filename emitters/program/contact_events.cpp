#include "emitters/program/contact_events.hpp"

namespace lag {

std::vector<ContactEnd> contact_ends(const Program& program) {
    std::vector<ContactEnd> ends(program.events.size(), ContactEnd::none);
    const auto put = [&](int event, ContactEnd mode) {
        if (event >= 0) ends.at(static_cast<std::size_t>(event)) = mode;
    };
    for (const ContactPlaces& contact : program.contact_places) {
        put(contact.closes, ContactEnd::open), put(contact.opens, ContactEnd::closed);
        put(contact.slips, ContactEnd::stick), put(contact.sticks, ContactEnd::slip);
        put(contact.turns, ContactEnd::turn);
    }
    return ends;
}

double contact_touch(const Program& program) {
    return program.contacts ? 1e-3 * program.contacts->speed : 0;
}

}  // namespace lag
