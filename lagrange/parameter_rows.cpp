#include "lagrange/parameter_rows.hpp"

#include <algorithm>
#include <string>

#include "lagrange/random_numbers.hpp"

namespace lag {

namespace {

constexpr std::size_t points = 2;
constexpr double spread = 1.0 / 64;  // of the parameters about their defaults: roots keep their values there

const Real& negligible() {
    static const Real value(parse_rational("1e-40"));
    return value;
}

bool is_negligible(const Real& x) {
    return abs(x) < negligible();
}

bool is_number(const Graph& graph, Expr e) {
    return e.graph == nullptr || graph.node(e).op == Op::constant ||
           (graph.node(e).op == Op::neg && graph.node(graph.node(e).operand[0]).op == Op::constant);
}

// How few operations it takes to write an entry, roughly: a pivot divides whole rows.
std::size_t plainness(const Graph& graph, Expr e) {
    if (is_number(graph, e)) return 0;
    const std::vector<Expr> roots{e};
    return reachable(graph, roots).size();
}

}  // namespace

GeneralValues::GeneralValues(const Model& model) : graph_(*model.graph), points_(points) {
    RandomNumbers random(17);
    for (std::map<std::string, Real>& point : points_)
        for (const Parameter& p : model.parameters) {
            const Real standard(graph_.constant_real(Expr{&graph_, p.default_value.id}));
            const Real change(exact_rational(spread * random.next()));
            point[p.name] = is_negligible(standard) ? change : standard * (Real(Rational(1)) + change);
        }
    for (std::size_t k = 0; k < points; ++k)
        values_.emplace_back(
            graph_, [this, k](const Symbol& s) { return points_[k].at(s.name); },
            [this](Expr constant) { return Real(graph_.constant_real(constant)); });
}

Real GeneralValues::at(std::size_t point, Expr e) {
    return values_[point](e);
}

bool GeneralValues::vanishes(Expr e) {
    if (e.graph == nullptr || e.is_zero()) return true;
    if (is_number(graph_, e)) return false;
    for (std::size_t k = 0; k < points; ++k)
        if (!is_negligible(at(k, e))) return false;
    return true;
}

Expr GeneralValues::tidy(Expr e) {
    constexpr int largest_denominator = 12;
    constexpr double largest = 1000;
    if (e.graph == nullptr) return Expr{&graph_, 0};
    if (is_number(graph_, e)) return e;
    const Real value = at(0, e);
    for (std::size_t k = 1; k < points; ++k)
        if (!is_negligible(at(k, e) - value)) return e;
    if (Real(exact_rational(largest)) < abs(value)) return e;
    for (int d = 1; d <= largest_denominator; ++d) {
        const Real scaled = value * Real(Rational(d));
        const cln::cl_I nearest = cln::round1(scaled.value);
        if (is_negligible(scaled - Real(Rational(nearest)))) return graph_.constant(Rational(nearest) / d);
    }
    return e;
}

SparseRow scaled(GeneralValues& general, const SparseRow& row, Expr factor) {
    SparseRow result;
    for (const auto& [column, entry] : row) {
        const Expr product = general.tidy(factor * entry);
        if (!general.vanishes(product)) result.emplace(column, product);
    }
    return result;
}

void add_scaled(GeneralValues& general, SparseRow& row, Expr factor, const SparseRow& other) {
    for (const auto& [column, entry] : other) {
        const auto place = row.find(column);
        const Expr sum = general.tidy(place == row.end() ? factor * entry : place->second + factor * entry);
        if (general.vanishes(sum)) {
            if (place != row.end()) row.erase(place);
        } else {
            row[column] = sum;
        }
    }
}

bool RowSpace::add(SparseRow row) {
    Graph& graph = general_->graph();
    for (std::size_t r = 0; r < rows_.size(); ++r)
        if (const auto entry = row.find(pivots_[r]); entry != row.end())
            add_scaled(*general_, row, -Expr(entry->second), rows_[r]);
    if (row.empty()) return false;
    const auto plainer = [&](const auto& a, const auto& b) {
        return plainness(graph, a.second) < plainness(graph, b.second);
    };
    const auto [pivot, entry] = *std::min_element(row.begin(), row.end(), plainer);
    row = scaled(*general_, row, graph.integer(1) / entry);
    for (SparseRow& other : rows_)
        if (const auto above = other.find(pivot); above != other.end())
            add_scaled(*general_, other, -Expr(above->second), row);
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
    return true;
}

std::vector<SparseRow> echelon_form(GeneralValues& general, std::vector<SparseRow> rows) {
    Graph& graph = general.graph();
    std::vector<SparseRow> done;
    std::erase_if(rows, [](const SparseRow& row) { return row.empty(); });
    while (!rows.empty()) {
        // the first column that any row still has, and of the rows that begin there the one with the plainest entry
        const auto better = [&](const SparseRow& a, const SparseRow& b) {
            if (a.begin()->first != b.begin()->first) return a.begin()->first < b.begin()->first;
            const std::size_t left = plainness(graph, a.begin()->second), right = plainness(graph, b.begin()->second);
            return left != right ? left < right : a.size() < b.size();
        };
        const auto best = std::min_element(rows.begin(), rows.end(), better);
        SparseRow row = std::move(*best);
        rows.erase(best);
        const std::size_t pivot = row.begin()->first;
        row = scaled(general, row, graph.integer(1) / row.begin()->second);
        for (std::vector<SparseRow>* others : {&rows, &done})
            for (SparseRow& other : *others)
                if (const auto entry = other.find(pivot); entry != other.end())
                    add_scaled(general, other, -Expr(entry->second), row);
        done.push_back(std::move(row));
        std::erase_if(rows, [](const SparseRow& left) { return left.empty(); });
    }
    return done;
}

}  // namespace lag
