#include "emitters/program/procedure_facts.hpp"

#include <algorithm>

#include "emitters/program/contact_events.hpp"
#include "emitters/program/timed_events.hpp"

namespace lag {

namespace {

// Of the largest complementarity problem, which is that of an impact: the impulse of a contact without friction or of a
// stop, four of a contact with friction, six in space.
std::size_t most_unknowns(const ContactTables& contacts) {
    std::size_t count = 0;
    for (std::size_t k = 0; k < contacts.normal.size(); ++k)
        if (contacts.normal[k] >= 0) {
            const bool is_in_space = k < contacts.second.size() && contacts.second[k] >= 0;
            count += is_in_space ? 6 : contacts.tangent[k] >= 0 ? 4 : 1;
        }
    return count;
}

// What routines of this program have that is not in the table of signatures: `lag simulate` adds modes.
void add_arguments_besides(const Program& program, procedures::Facts& facts) {
    for (const Routine& routine : program.routines) {
        const std::optional<RoutineName> name = routine_named(routine.name);
        const std::vector<Dummy>& known = name ? signature_of(*name) : std::vector<Dummy>{};
        for (const Argument& argument : routine.arguments) {
            const bool is_known = std::ranges::find(known, argument.name, &Dummy::name) != known.end();
            if (known.empty() || is_known || argument.intent == Argument::Intent::local) continue;
            Dummy& dummy = facts.besides[routine.name].emplace_back();
            dummy = {argument.name, argument.intent, argument.type, {}};
            for (const Extent& extent : argument.shape) {
                dummy.shape.push_back({extent.name});
                facts.sizes.push_back(extent);
            }
        }
    }
}

void add_events(const Program& program, procedures::Facts& facts) {
    auto& tables = facts.tables;
    for (const EventRow& event : program.events) {
        tables["event_rises"].push_back(event.direction >= 0 ? 1 : 0);
        tables["event_falls"].push_back(event.direction <= 0 ? 1 : 0);
        tables["event_stops"].push_back(event.stops ? 1 : 0);
    }
    for (const bool is_timed : timed_events(program)) {
        tables["event_is_timed"].push_back(is_timed ? 1 : 0);
        if (is_timed) facts.parts.insert("timed_events");
    }
    for (const ContactEnd end : contact_ends(program)) tables["event_end"].push_back(static_cast<double>(end));
    if (program.contacts) facts.parts.insert("contact_events");
    if (program.find(RoutineName::impact_law) != nullptr) facts.parts.insert("impacts");
    if (program.find(RoutineName::assembly_step) != nullptr) facts.parts.insert("assembly");
    if (program.inputs.size() > program.flags.size()) facts.parts.insert("inputs");
    if (program.find(RoutineName::switches) != nullptr) facts.parts.insert("switches");
}

}  // namespace

std::vector<Extent> sizes_of_procedures(const Program& program) {
    std::size_t closing = 0, slipping = 0, unknowns_at_rest = 0;
    for (const ContactPlaces& contact : program.contact_places) {
        if (contact.normal >= 0) ++closing;
        if (contact.slip >= 0) ++slipping;
    }
    for (const Extent& size : program.sizes)
        if (size.name == "nu" || size.name == "nphi" || size.name == "nq" || size.name == "ns")
            unknowns_at_rest += size.value;
    const ContactTables& contacts = program.contacts ? *program.contacts : ContactTables();
    std::vector<Extent> sizes = program.sizes;
    const std::vector<Extent> own{{"nswitched", program.switched_rows.size()},
                                  {"ncontacts", program.contact_places.size()},
                                  {"nclosing", closing},
                                  {"nslipping", slipping},
                                  {"nresting", program.resting_rows.size()},
                                  {"nrest", unknowns_at_rest},
                                  {"nrows", contacts.rows},
                                  {"nloads", contacts.rows_of_others()},
                                  {"nmembers", contacts.normal.size()},
                                  {"nmodes", contacts.others()},
                                  {"nstops", contacts.stops},
                                  {"nslopes", contacts.limits_take_loads ? contacts.others() : 0},
                                  {"nunknowns", most_unknowns(contacts)},
                                  {"nplanar", contacts.second.size()},
                                  {"nshared", contacts.shares ? contacts.rows_of_others() : 0},
                                  {"ncrowd", contacts.is_crowd ? contacts.normal.size() : 0}};
    sizes.insert(sizes.end(), own.begin(), own.end());
    return sizes;
}

procedures::Facts facts_of(const Program& program) {
    procedures::Facts facts{.sizes = sizes_of_procedures(program), .parts = program.parts()};
    auto& tables = facts.tables;
    for (const auto& [row, flag] : program.switched_rows)
        tables["switched_row"].push_back(static_cast<double>(row + 1)),
            tables["switched_flag"].push_back(static_cast<double>(flag + 1));
    for (const std::size_t row : program.resting_rows) tables["resting_row"].push_back(static_cast<double>(row + 1));
    const auto place = [](int from_0) { return from_0 + 1; };
    for (const ContactPlaces& contact : program.contact_places) {
        tables["contact_normal"].push_back(place(contact.normal));
        tables["contact_tangent"].push_back(place(contact.tangent));
        tables["contact_closed"].push_back(place(contact.closed));
        tables["contact_slip"].push_back(place(contact.slip));
        tables["contact_second"].push_back(place(contact.second));
        tables["contact_closes"].push_back(place(contact.closes));
        tables["contact_opens"].push_back(place(contact.opens));
        if (contact.normal >= 0) {
            tables["closing_row"].push_back(place(contact.normal));
            tables["closing_flag"].push_back(place(contact.closed));
        }
        if (contact.slip >= 0) tables["slipping_flag"].push_back(place(contact.slip));
    }
    add_arguments_besides(program, facts);
    const ContactTables& contacts = program.contacts ? *program.contacts : ContactTables();
    for (const int row : contacts.normal) tables["normal"].push_back(place(row));
    for (const int row : contacts.tangent) tables["tangent"].push_back(place(row));
    for (const int row : contacts.second) tables["other_tangent"].push_back(place(row));
    facts.numbers["touch"] = contact_touch(program);
    add_events(program, facts);
    return facts;
}

}  // namespace lag
