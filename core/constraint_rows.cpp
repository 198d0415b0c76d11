#include "core/constraint_rows.hpp"

#include <fmt/format.h>

namespace lag {

std::string note_on(const LeftOutRow& left_out) {
    std::string names;
    for (const std::string& name : left_out.depends_on)
        names += fmt::format("{}{}'", names.empty() ? "'" : ", '", name);
    return fmt::format("constraint row '{}' {} and is left out", left_out.row.name,
                       names.empty() ? "restricts no motion in any consistent position"
                                     : fmt::format("depends on {} in every consistent position", names));
}

std::vector<std::size_t> permanent_rows(const ConstraintRows& rows) {
    std::vector<std::size_t> numbers;
    for (std::size_t r = 0; r < rows.rows.size(); ++r)
        if (!rows.rows[r].is_switched()) numbers.push_back(r);
    return numbers;
}

std::vector<std::size_t> bilateral_rows(const ConstraintRows& rows) {
    std::vector<std::size_t> numbers;
    for (std::size_t r = 0; r < rows.rows.size(); ++r)
        if (!rows.rows[r].of_contact) numbers.push_back(r);
    return numbers;
}

ConstraintRows rows_numbered(const ConstraintRows& rows, const std::vector<std::size_t>& numbers) {
    ConstraintRows some;
    for (const std::size_t r : numbers) some.rows.push_back(rows.rows.at(r));
    return some;
}

bool hold_states(Graph& graph, const ConstraintRows& rows) {
    const auto holds = [&](Expr e) { return (graph.node(graph.own(e)).dependence & bit(Role::state)) != 0; };
    for (const ConstraintRow& row : rows.rows) {
        if (holds(row.phi)) return true;
        for (const auto& [speed, coefficient] : row.B)
            if (holds(coefficient)) return true;
    }
    return false;
}

ConstraintRows rows_of_displacements(const ConstraintRows& rows) {
    ConstraintRows result = rows;
    for (ConstraintRow& row : result.rows) row.B = row.slopes();
    return result;
}

Expr where_it_holds(Graph& graph, const ConstraintRow& row, Expr value) {
    if (!row.is_switched()) return graph.own(value);
    return graph.select(graph.binary(Op::equal, graph.own(row.active), graph.integer(0)), graph.integer(0),
                        graph.own(value));
}

}  // namespace lag
