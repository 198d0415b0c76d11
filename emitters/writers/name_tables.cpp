#include "emitters/writers/name_tables.hpp"

#include "emitters/writers/text_lines.hpp"

namespace lag {

std::vector<NameTable> name_tables(const Program& program) {
    std::vector<NameTable> tables;
    const auto add = [&](const std::string& kind, const std::string& extent, const std::vector<TableRow>& rows) {
        NameTable names{kind + "_names", extent, {}}, units{kind + "_units", extent, {}};
        for (const TableRow& row : rows) {
            names.entries.push_back(comment_text(row.name));
            units.entries.push_back(comment_text(row.unit));
        }
        tables.push_back(std::move(names)), tables.push_back(std::move(units));
    };
    add("coordinate", "nq", program.coordinates), add("speed", "nu", program.speeds);
    if (!program.states.empty()) add("state", "ns", program.states);
    if (!program.dependent_speeds.empty()) add("dependent_speed", "nd", program.dependent_speeds);
    if (!program.base_parameters.empty()) add("base_parameter", "nb", program.base_parameters);
    add("parameter", "np", program.parameters), add("input", "nw", program.inputs);
    add("constraint", "nphi", program.constraints), add("output", "no", program.outputs);
    const auto add_names = [&](const std::string& name, const std::string& extent,
                               const std::vector<std::string>& entries) {
        tables.push_back({name, extent, {}});
        for (const std::string& entry : entries) tables.back().entries.push_back(comment_text(entry));
    };
    std::vector<std::string> flags, events;
    for (const TableRow& flag : program.flags) flags.push_back(flag.name);
    for (const EventRow& event : program.events) events.push_back(event.row.name);
    if (!flags.empty()) add_names("flag_names", "nf", flags);
    if (!events.empty()) add_names("event_names", "ne", events);
    if (program.jacobian) {
        add_names("jacobian_row_names", program.states.empty() ? "nq+nu" : "nq+nu+ns", program.jacobian->row_names);
        add_names("jacobian_column_names", "nj", program.jacobian->column_names);
    }
    return tables;
}

std::vector<IndexTable> index_tables(const Program& program) {
    if (!program.jacobian) return {};
    return {{"jacobian_rows", "nz", program.jacobian->rows}, {"jacobian_columns", "nz", program.jacobian->columns}};
}

std::vector<NumberTable> number_tables(const Program& program) {
    if (program.events.empty()) return {};
    NumberTable directions{"event_directions", "ne", {}}, stops{"event_stops", "ne", {}};
    for (const EventRow& event : program.events) {
        directions.entries.push_back(event.direction);
        stops.entries.push_back(event.stops ? 1 : 0);
    }
    return {directions, stops};
}

std::string number_list(const std::vector<int>& entries) {
    std::string text;
    for (const int entry : entries) text += (text.empty() ? "" : ", ") + std::to_string(entry);
    return text;
}

std::string index_list(const std::vector<std::size_t>& entries, std::size_t first) {
    std::string text;
    for (const std::size_t entry : entries) text += (text.empty() ? "" : ", ") + std::to_string(entry + first);
    return text;
}

}  // namespace lag
