#include "lagrange/validate.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "lagrange/numeric_mass_matrix.hpp"
#include "lagrange/partials.hpp"
#include "lagrange/random_numbers.hpp"

namespace lag {

namespace {

std::map<std::string, double> random_values(const Model& model, std::uint64_t seed, double size) {
    RandomNumbers random(seed);
    std::map<std::string, double> values{{"t", random.next()}};
    for (const Parameter& p : model.parameters) values[p.name] = model.graph->constant_double(p.default_value);
    for (const Coordinate& q : model.coordinates) values[q.name] = size * random.next();
    for (const Input& w : model.inputs) values[w.name] = size * random.next();
    for (const auto& quaternion : quaternions(model)) {
        double sum = 0;
        for (const CoordinateIndex e : quaternion) sum += std::pow(values[model.coordinates[e.value].name], 2);
        for (const CoordinateIndex e : quaternion) values[model.coordinates[e.value].name] /= std::sqrt(sum);
    }
    return values;
}

// Columns that span the motions which B leaves free: B N = 0, one column per free speed. Rows that add nothing are
// passed over.
struct FreeMotions {
    std::vector<std::size_t> speeds;              // the free speeds
    std::vector<std::vector<double>> directions;  // one per free speed, length n
};

FreeMotions free_motions(std::vector<std::vector<double>> b, std::size_t n) {
    std::vector<std::size_t> pivot_of_row;
    std::vector<bool> dependent(n, false);
    std::size_t row = 0;
    for (; row < b.size(); ++row) {  // Gauss-Jordan with full pivoting over what is left
        std::size_t best_row = row, best_column = n;
        double best = 1e-9;
        for (std::size_t i = row; i < b.size(); ++i)
            for (std::size_t j = 0; j < n; ++j)
                if (!dependent[j] && std::abs(b[i][j]) > best) {
                    best = std::abs(b[i][j]);
                    best_row = i;
                    best_column = j;
                }
        if (best_column == n) break;
        std::swap(b[row], b[best_row]);
        const double pivot = b[row][best_column];
        for (double& x : b[row]) x /= pivot;
        for (std::size_t i = 0; i < b.size(); ++i) {
            const double factor = b[i][best_column];
            if (i == row || factor == 0) continue;
            for (std::size_t j = 0; j < n; ++j) b[i][j] -= factor * b[row][j];
        }
        dependent[best_column] = true;
        pivot_of_row.push_back(best_column);
    }
    FreeMotions motions;
    for (std::size_t j = 0; j < n; ++j) {
        if (dependent[j]) continue;
        std::vector<double> direction(n, 0.0);
        direction[j] = 1;
        for (std::size_t r = 0; r < pivot_of_row.size(); ++r) direction[pivot_of_row[r]] = -b[r][j];
        motions.speeds.push_back(j);
        motions.directions.push_back(std::move(direction));
    }
    return motions;
}

// Row whose pivot is not safely positive in M = L D L^T, eliminated from the last speed to the first; nothing when M >
// 0.
std::optional<std::size_t> failing_pivot(std::vector<std::vector<double>> m) {
    const std::size_t n = m.size();
    std::vector<double> size(n);
    for (std::size_t i = 0; i < n; ++i) size[i] = std::abs(m[i][i]);
    for (std::size_t k = n; k-- > 0;) {
        if (!(m[k][k] > 1e-11 * size[k])) return k;
        for (std::size_t i = 0; i < k; ++i) {
            if (m[k][i] == 0) continue;
            const double factor = m[k][i] / m[k][k];
            for (std::size_t j = 0; j <= i; ++j) m[i][j] -= factor * m[k][j];
        }
    }
    return std::nullopt;
}

[[noreturn]] void refuse(const Model& model, std::size_t speed) {
    const Speed& u = model.speeds[speed];
    const Body& body = model.body(u.body);
    const std::string where = " in '" + u.name + "'";
    if (u.body == ground)
        throw ModelError("the mass matrix is singular: the kinetic energy gives no inertia to a motion" + where,
                         "the kinetic energy is to be positive in all rates at the default parameter values");
    if (is_massless(body))
        throw ModelError("massless body '" + body.name + "' can move freely" + where,
                         "give it or a body outboard of it a mass or an inertia that this motion moves");
    throw ModelError(
        "the mass matrix is singular: body '" + body.name + "' can move" + where + " without inertia",
        "the inertia about that axis, or the mass in that direction, is zero at the default parameter values");
}

std::map<std::string, double> values_at(const Model& model, const ModelState& state) {
    std::map<std::string, double> values{{"t", state.t}};
    for (const Parameter& p : model.parameters) values[p.name] = model.graph->constant_double(p.default_value);
    for (std::size_t k = 0; k < state.q.size(); ++k) values[model.coordinates[k].name] = state.q[k];
    for (std::size_t k = 0; k < state.w.size(); ++k) values[model.inputs[k].name] = state.w[k];
    return values;
}

// The speed that moves without inertia at one state; `no_value` where M or B has no value there (the root of a negative
// number, say); nothing when the mass matrix is positive on the motions that the constraints allow.
enum class Verdict { regular, singular, no_value };
struct Judged {
    Verdict verdict = Verdict::regular;
    std::size_t speed = 0;
};

Judged judge(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
             const std::map<std::string, double>& values) {
    const std::size_t n = model.speeds.size();
    Evaluator<double> value(
        *model.graph,
        [&](const Symbol& s) {
            const auto known = values.find(s.name);
            return known == values.end() ? 0.25 : known->second;
        },
        [&](Expr constant) { return model.graph->constant_double(constant); });
    std::vector<std::vector<double>> m = numeric_mass_matrix(model, kinematics, value), b;
    bool finite = true;
    for (const std::vector<double>& row : m)
        for (const double x : row) finite = finite && std::isfinite(x);
    for (const ConstraintRow& row : constraints.rows) {
        b.emplace_back(n, 0.0);
        for (const auto& [speed, coefficient] : row.B) {
            b.back()[speed.value] = value(coefficient);
            finite = finite && std::isfinite(b.back()[speed.value]);
        }
    }
    if (!finite) return {Verdict::no_value, 0};
    if (b.empty()) {
        const auto failed = failing_pivot(std::move(m));
        return failed ? Judged{Verdict::singular, *failed} : Judged{};
    }
    const FreeMotions motions = free_motions(std::move(b), n);
    const std::size_t k = motions.speeds.size();
    std::vector<std::vector<double>> reduced(k, std::vector<double>(k, 0.0));
    for (std::size_t i = 0; i < k; ++i)
        for (std::size_t j = 0; j < k; ++j)
            for (std::size_t r = 0; r < n; ++r)
                for (std::size_t c = 0; c < n; ++c)
                    reduced[i][j] += motions.directions[i][r] * m[r][c] * motions.directions[j][c];
    const auto failed = failing_pivot(std::move(reduced));
    return failed ? Judged{Verdict::singular, motions.speeds[*failed]} : Judged{};
}

}  // namespace

void validate_mass_matrix(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                          const std::vector<ModelState>& on_constraints) {
    // One unlucky state may be singular by itself (two axes in line); a motion without inertia is singular at all.
    // Smaller states follow larger ones, because expressions such as sqrt(r^2 - s^2) have a value only there.
    constexpr int wanted = 3, most_states = 12;
    Judged judged;
    int tried = 0;
    for (const ModelState& state : on_constraints) {
        const Judged here = judge(model, kinematics, constraints, values_at(model, state));
        if (here.verdict == Verdict::regular) return;
        if (here.verdict == Verdict::no_value) continue;
        ++tried;
        judged = here;
    }
    for (int k = 0; k < most_states && tried < wanted; ++k) {
        const Judged here = judge(model, kinematics, constraints,
                                  random_values(model, static_cast<std::uint64_t>(k + 1), std::pow(0.4, k)));
        if (here.verdict == Verdict::no_value) continue;
        ++tried;
        judged = here;
        if (judged.verdict == Verdict::regular) return;
    }
    if (judged.verdict == Verdict::singular) refuse(model, judged.speed);
}

}  // namespace lag
