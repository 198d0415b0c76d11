#include "emitters/writers/name_tables.hpp"

#include <algorithm>

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
    // one of each kind: all routines of a kind are by the same columns
    for (const DerivativeTable& table : program.derivative_tables) {
        const std::string name = to_string(table.routine.kind) + "_column_names";
        const bool of_residual = table.routine.of == RoutineName::residual;  // its columns are always the same
        if (!of_residual && std::ranges::find(tables, name, &NameTable::name) == tables.end())
            add_names(name, columns_extent(table.routine.kind), table.pattern.column_names);
        if (!table.pattern.row_names.empty())
            add_names(to_string(table.routine.routine) + "_row_names",
                      of_residual                                ? (program.states.empty() ? "nq+nu+nl" : "nq+nu+ns+nl")
                      : table.routine.of == RoutineName::outputs ? "no"
                                                                 : "nu",
                      table.pattern.row_names);
    }
    return tables;
}

std::vector<IndexTable> index_tables(const Program& program) {
    std::vector<IndexTable> tables;
    const auto add = [&](RoutineName routine, const std::string& extent, const JacobianPattern& pattern) {
        tables.push_back({to_string(routine) + "_rows", extent, pattern.rows});
        tables.push_back({to_string(routine) + "_columns", extent, pattern.columns});
    };
    if (program.jacobian) add(RoutineName::jacobian, "nz", *program.jacobian);
    for (const DerivativeTable& table : program.derivative_tables)
        if (!table.routine.entries.empty()) add(table.routine.routine, table.routine.entries, table.pattern);
    return tables;
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
