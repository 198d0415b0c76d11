#include "emitters/program/contact_events.hpp"

#include <algorithm>

namespace lag {

std::vector<ContactEnd> contact_ends(const Program& program) {
    std::vector<ContactEnd> ends(program.events.size(), ContactEnd::none);
    if (!program.contacts) return ends;
    const auto put = [&](const std::string& event, ContactEnd mode) {
        for (std::size_t k = 0; k < ends.size(); ++k)
            if (program.events[k].row.name == event) ends[k] = mode;
    };
    for (const TableRow& flag : program.flags) {
        const auto name = [&](const std::string& ending) {
            return flag.name.ends_with(ending) ? flag.name.substr(0, flag.name.size() - ending.size()) : std::string();
        };
        if (const std::string contact = name("_closed"); !contact.empty())
            put(contact, ContactEnd::open), put(contact + "_opens", ContactEnd::closed);
        if (const std::string contact = name("_slip"); !contact.empty())
            put(contact + "_slips", ContactEnd::stick), put(contact + "_sticks", ContactEnd::slip);
    }
    return ends;
}

double contact_touch(const Program& program) {
    return program.contacts ? 1e-3 * program.contacts->speed : 0;
}

}  // namespace lag
