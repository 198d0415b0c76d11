// The text of `--dump equations`.
#include <fmt/format.h>

#include "lagrange/formulations/equations.hpp"

namespace lag {

namespace {

// A loop's rows touch the speeds of its bodies alone: how small B stays, at a glance.
std::string constraint_structure(const Model& model, const ConstraintRows& constraints) {
    if (constraints.rows.empty()) return "";
    const std::size_t n = model.speeds.size();
    std::size_t entries = 0;
    std::string lines;
    for (const ConstraintRow& row : constraints.rows) {
        std::string line(n, '.');
        for (const auto& [speed, coefficient] : row.B) line[speed.value] = 'x';
        lines += fmt::format("    {}  {}\n", line, row.name);
        entries += row.B.size();
    }
    std::string speeds;
    for (const Speed& u : model.speeds) speeds += (speeds.empty() ? "" : " ") + u.name;
    return fmt::format("constraint matrix B, structure: {} of {} entries; columns {}\n{}", entries,
                       n * constraints.rows.size(), speeds, lines);
}

}  // namespace

std::string to_string(const Model& model, const Equations& equations) {
    Graph& graph = *equations.graph;
    constexpr std::size_t limit = 400;
    const std::size_t n = model.speeds.size();
    std::vector<std::vector<bool>> has(n, std::vector<bool>(n, false));
    for (const MassEntry& entry : equations.mass_matrix)
        has[entry.row][entry.column] = has[entry.column][entry.row] = true;
    std::string text = "mass matrix, structure (x: may be non-zero)\n";
    for (std::size_t i = 0; i < n; ++i) {
        text += "    ";
        for (std::size_t j = 0; j < n; ++j) text += has[i][j] ? "x" : ".";
        text += fmt::format("  {}\n", model.speeds[i].name);
    }
    for (const MassEntry& entry : equations.mass_matrix)
        text += fmt::format("M[{},{}] = {}\n", entry.row + 1, entry.column + 1, to_string(graph, entry.value, limit));
    for (std::size_t i = 0; i < n; ++i)
        text += fmt::format("f[{}] = {}\n", i + 1, to_string(graph, equations.right_side[i], limit));
    text += constraint_structure(equations.whole ? equations.whole->model : model,
                                 equations.whole ? equations.whole->constraints : equations.constraints);
    for (const ConstraintRow& row : equations.constraints.rows) {
        text += fmt::format("constraint row {}\n    phi = {}\n", row.name, to_string(graph, row.phi, limit));
        for (const auto& [speed, coefficient] : row.B)
            text +=
                fmt::format("    B[{}] = {}\n", model.speeds[speed.value].name, to_string(graph, coefficient, limit));
        text += fmt::format("    gamma = {}\n", to_string(graph, row.gamma, limit));
    }
    for (const StateVariable& s : model.states)
        text += fmt::format("{}' = {}\n", s.name, to_string(graph, s.rate, limit));
    const ConstraintRows& stated = equations.whole ? equations.whole->constraints : equations.constraints;
    for (const std::string& note : stated.notes) text += note + "\n";
    for (const auto& [r, weight] : equations.weights)
        text +=
            fmt::format("the mass matrix is singular: solved with {} B^T B of constraint row {} beside it\n",
                        to_string(graph, graph.constant(exact_rational(weight))), equations.constraints.rows[r].name);
    for (const LeftOutRow& left_out : stated.left_out) text += note_on(left_out) + "\n";
    for (const SolvedOut::Divisor& d : equations.solved_out.divisors)
        text += fmt::format("divisor of {} in constraint row {} = {}\n", d.speed, equations.solved_out.rows[d.row].name,
                            to_string(graph, d.divisor, limit));
    for (const SolvedOut::Dependent& d : equations.solved_out.dependent)
        text += fmt::format("dependent speed {} = {}\n", d.name, to_string(graph, d.value, limit));
    for (std::size_t q = 0; q < model.coordinates.size(); ++q)
        text += fmt::format("{}' = {}\n", model.coordinates[q].name,
                            to_string(graph, equations.kinematic_equations[q], limit));
    text += fmt::format("kinetic energy = {}\n", to_string(graph, equations.kinetic_energy, limit));
    text += fmt::format("potential energy = {}\n", to_string(graph, equations.potential_energy, limit));
    return text;
}

}  // namespace lag
