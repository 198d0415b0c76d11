#include "emitters/writers/text_tables.hpp"

#include <algorithm>
#include <array>

#include "emitters/writers/text_lines.hpp"

namespace lag {

namespace {

// As it is set in a file: names of settings behind a word that says so.
std::string name_in_file(const std::string& name) {
    constexpr std::array settings{"start",    "end",      "step",     "output",  "interval",  "integrator",
                                  "event",    "title",    "include",  "inputs",  "save",      "labels",
                                  "realtime", "setting",  "assemble", "project", "tolerance", "parameter",
                                  "input",    "relative", "absolute"};
    return (std::ranges::count(settings, name) > 0 ? "parameter " : "") + name;
}

}  // namespace

void add_texts(const Program& program, procedures::Facts& facts) {
    const auto add = [&](const std::string& kind, const std::vector<TableRow>& rows) {
        for (const TableRow& row : rows) {
            const UserUnit* const users = program.user_unit(row.name);
            facts.texts[kind + "_name"].push_back(row.name);
            facts.texts[kind + "_unit"].push_back(row.unit);
            facts.texts[kind + "_in_file"].push_back(name_in_file(row.name));
            facts.texts[kind + "_meaning"].push_back(comment_text(row.text));
            facts.texts[kind + "_column_unit"].push_back(users != nullptr ? users->unit : row.unit);
        }
    };
    add("parameter", program.parameters);
    add("input", program.inputs);
    add("coordinate", program.coordinates);
    add("speed", program.speeds);
    add("state", program.states);
    add("output", program.outputs);
    add("flag", {program.inputs.end() - static_cast<std::ptrdiff_t>(program.flags.size()), program.inputs.end()});
    for (const EventRow& event : program.events) facts.texts["event_name"].push_back(event.row.name);
    for (const UserUnit& unit : program.user_units) {
        facts.texts["unit_name"].push_back(unit.name);
        facts.texts["unit_of_files"].push_back(unit.unit);
        facts.tables["unit_factor"].push_back(unit.scale);
    }
    facts.sizes.push_back({"ninputs", program.inputs.size() - program.flags.size()});
    facts.sizes.push_back({"nunits", program.user_units.size()});
    // a million rows, fewer where they would have many columns
    const std::size_t columns = 1 + program.inputs.size();
    facts.sizes.push_back({"ntable", std::min<std::size_t>(1000000, 20000000 / columns)});
    if (program.find(RoutineName::assembly_step) != nullptr || program.find(RoutineName::project_speeds) != nullptr)
        facts.parts.insert("corrections");
}

}  // namespace lag
