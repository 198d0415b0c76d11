#include "lagrange/identification/parameter_rows.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/errors.hpp"
#include "lagrange/constraints/random_numbers.hpp"

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

GeneralValues::GeneralValues(const Model& model) : graph_(*model.graph), points_(points + 1) {
    RandomNumbers random(17);
    for (std::size_t k = 0; k <= points; ++k)
        for (const Parameter& p : model.parameters) {
            const Real standard(graph_.constant_real(Expr{&graph_, p.default_value.id}));
            const Real change = k == points ? Real() : Real(exact_rational(spread * random.next()));
            points_[k][p.name] = is_negligible(standard) ? change : standard * (Real(Rational(1)) + change);
        }
    for (std::size_t k = 0; k <= points; ++k)
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

bool GeneralValues::vanishes_at_defaults(Expr e) {
    if (e.graph == nullptr || e.is_zero()) return true;
    try {
        return is_negligible(at(points, e));
    } catch (const ModelError&) {
        return true;
    }
}

bool GeneralValues::has_value_at_defaults(Expr e) {
    if (e.graph == nullptr) return true;
    try {
        at(points, e);
    } catch (const ModelError&) {
        return false;
    }
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

namespace {

// The factors of a product of products; what divides it is left inside.
void collect_factors(const Graph& graph, Expr e, std::vector<Expr>& factors) {
    const Node& node = graph.node(e);
    if (node.op != Op::mul) return factors.push_back(e);
    collect_factors(graph, Expr{e.graph, node.operand[0]}, factors);
    collect_factors(graph, Expr{e.graph, node.operand[1]}, factors);
}

// entry / divisor, common factors left out: l*d / (h*d) has a value where d = 0.
Expr cancelled(Graph& graph, Expr entry, Expr divisor) {
    std::vector<Expr> above, below;
    collect_factors(graph, entry, above);
    collect_factors(graph, divisor, below);
    std::erase_if(above, [&](const Expr& factor) {
        const auto common = std::find(below.begin(), below.end(), factor);
        if (common == below.end()) return false;
        below.erase(common);
        return true;
    });
    Expr quotient = graph.integer(1);
    for (const Expr& factor : above) quotient = quotient * factor;
    for (const Expr& factor : below) quotient = quotient / factor;
    return quotient;
}

// Where the divisor vanishes at the defaults, so does all of the row.
SparseRow divided(GeneralValues& general, const SparseRow& row, Expr divisor) {
    Graph& graph = general.graph();
    if (!general.vanishes_at_defaults(divisor)) return scaled(general, row, graph.integer(1) / divisor);
    SparseRow result;
    for (const auto& [column, entry] : row) result.emplace(column, general.tidy(cancelled(graph, entry, divisor)));
    return result;
}

}  // namespace

bool RowSpace::add(SparseRow row) {
    Graph& graph = general_->graph();
    for (std::size_t r = 0; r < rows_.size(); ++r)
        if (const auto entry = row.find(pivots_[r]); entry != row.end())
            add_scaled(*general_, row, -Expr(entry->second), rows_[r]);
    if (row.empty()) return false;
    const auto plainer = [&](const auto& a, const auto& b) {
        const bool left = general_->vanishes_at_defaults(a.second), right = general_->vanishes_at_defaults(b.second);
        if (left != right) return right;
        return plainness(graph, a.second) < plainness(graph, b.second);
    };
    const auto [pivot, entry] = *std::min_element(row.begin(), row.end(), plainer);
    row = divided(*general_, row, entry);
    for (SparseRow& other : rows_)
        if (const auto above = other.find(pivot); above != other.end())
            add_scaled(*general_, other, -Expr(above->second), row);
    rows_.push_back(std::move(row));
    pivots_.push_back(pivot);
    return true;
}

namespace {

struct Choice {
    std::size_t row = 0, column = 0;
    bool found = false;
};

// The first column that any row has, and of the rows that have it the one with the plainest entry, the barest row.
Choice next_pivot(GeneralValues& general, const std::vector<SparseRow>& rows, std::size_t columns, bool at_defaults) {
    Choice best;
    std::pair<std::size_t, std::size_t> cost;
    for (std::size_t r = 0; r < rows.size(); ++r)
        for (const auto& [column, entry] : rows[r]) {
            if (column >= columns || (best.found && column > best.column)) break;
            if (at_defaults && general.vanishes_at_defaults(entry)) continue;
            const std::pair here(plainness(general.graph(), entry), rows[r].size());
            if (best.found && column == best.column && !(here < cost)) break;
            best = {r, column, true};
            cost = here;
            break;
        }
    return best;
}

}  // namespace

std::vector<EchelonRow> echelon_form(GeneralValues& general, std::vector<SparseRow> rows, std::size_t columns) {
    std::vector<EchelonRow> done;
    std::erase_if(rows, [](const SparseRow& row) { return row.empty(); });
    while (!rows.empty()) {
        Choice choice = next_pivot(general, rows, columns, true);
        if (!choice.found) choice = next_pivot(general, rows, columns, false);
        if (!choice.found) break;
        SparseRow row = std::move(rows[choice.row]);
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(choice.row));
        const std::size_t pivot = choice.column;
        row = divided(general, row, Expr(row.at(pivot)));
        const auto clear = [&](SparseRow& other) {
            if (const auto entry = other.find(pivot); entry != other.end())
                add_scaled(general, other, -Expr(entry->second), row);
        };
        for (SparseRow& other : rows) clear(other);
        for (EchelonRow& other : done) clear(other.row);
        done.push_back({pivot, std::move(row)});
        std::erase_if(rows, [](const SparseRow& left) { return left.empty(); });
    }
    std::sort(done.begin(), done.end(), [](const EchelonRow& a, const EchelonRow& b) { return a.pivot < b.pivot; });
    return done;
}

}  // namespace lag
