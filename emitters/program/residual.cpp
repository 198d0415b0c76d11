#include "emitters/program/residual.hpp"

#include <algorithm>

#include "emitters/program/lower_assembly.hpp"

namespace lag {

std::vector<Expr> Residual::in_graph(std::vector<Expr> expressions) const {
    for (Expr& e : expressions) e = graph_.own(e);
    return expressions;
}

std::vector<Expr> Residual::unknowns() const {
    std::vector<Expr> symbols;
    for (std::size_t u = 0; u < solved_.accelerations.size(); ++u)
        symbols.push_back(acceleration_symbol(model_, SpeedIndex{u}));
    for (const Expr& symbol : multipliers()) symbols.push_back(symbol);
    return symbols;
}

std::vector<Expr> Residual::multipliers() const {
    std::vector<Expr> symbols;
    for (const ConstraintRow& row : equations_.constraints.rows)
        symbols.push_back(multiplier_symbol(model_, row.constraint, row.component));
    return symbols;
}

std::vector<Expr> Residual::recursive() const {
    std::vector<Expr> rows = in_graph(equations_.inverse_dynamics);
    const std::vector<Expr> symbols = unknowns(), gamma = stabilized_gamma(model_, equations_.constraints);
    for (std::size_t r = 0; r < gamma.size(); ++r) {
        Expr error = -graph_.own(gamma[r]);
        for (const auto& [speed, coefficient] : equations_.constraints.rows[r].B) {
            const Expr B = graph_.own(coefficient);
            rows[speed.value] += B * symbols[rows_of_speeds() + r];
            error += B * symbols[speed.value];
        }
        rows.push_back(error);
    }
    return rates_in_mode(std::move(rows));
}

// From rates of contacts to what the mode makes zero.
std::vector<Expr> Residual::rates_in_mode(std::vector<Expr> rows) const {
    if (!solved_.contacts) return rows;
    const std::vector<std::size_t> contacts = rows_of_contacts(model_, equations_.constraints);
    std::vector<Expr> rates;
    for (const std::size_t r : contacts) rates.push_back(rows[rows_of_speeds() + r]);
    const std::vector<Expr> in_mode = rows_in_mode(model_, equations_.constraints, rates);
    for (std::size_t k = 0; k < contacts.size(); ++k) rows[rows_of_speeds() + contacts[k]] = in_mode[k];
    return rows;
}

std::vector<Expr> Residual::in_mode() const {
    const std::vector<Expr> rows = recursive();
    std::vector<Expr> chosen;
    for (const std::size_t r : rows_of_contacts(model_, equations_.constraints))
        chosen.push_back(rows[rows_of_speeds() + r]);
    return chosen;
}

std::vector<Expr> Residual::of_system(const std::vector<Expr>& x, const std::vector<Expr>& mass_times_x) const {
    std::vector<Expr> rows = in_graph(solved_.right_side);
    for (Expr& row : rows) row = -row;
    const auto add = [&](std::size_t row, std::size_t column, const Expr& value) {
        const Expr entry = graph_.own(value);
        rows[row] += entry * x[column];
        if (row != column) rows[column] += entry * x[row];
    };
    if (mass_times_x.empty())
        for (const MassEntry& entry : equations_.mass_matrix) add(entry.row, entry.column, entry.value);
    for (std::size_t u = 0; u < mass_times_x.size(); ++u) rows[u] += graph_.own(mass_times_x[u]);
    for (std::size_t r = 0; r < equations_.constraints.rows.size(); ++r)
        for (const auto& [speed, coefficient] : equations_.constraints.rows[r].B)
            add(rows_of_speeds() + r, speed.value, coefficient);
    return rates_in_mode(std::move(rows));
}

bool Residual::is_of_system(const std::vector<Expr>& recursive, StructuralZeros& known_zeros) const {
    if (quaternions(model_).empty()) return true;
    std::vector<Expr> x = unknowns();
    for (std::size_t u = 0; u < equations_.absorbed.size(); ++u) x[u] -= graph_.own(equations_.absorbed[u]);
    std::vector<Expr> differences = of_system(x);
    for (std::size_t r = 0; r < differences.size(); ++r) differences[r] -= recursive[r];
    const std::vector<bool> zero = known_zeros(differences);
    return std::ranges::find(zero, false) == zero.end();
}

}  // namespace lag
