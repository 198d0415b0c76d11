#include "lagrange/validate.hpp"

#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "lagrange/partials.hpp"

namespace lag {

namespace {

// splitmix64: the same states on every machine
class States {
  public:
    explicit States(std::uint64_t seed) : state_(seed) {}
    double next() {  // in (-1, 1)
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
    }

  private:
    std::uint64_t state_;
};

std::map<std::string, double> random_values(const Model& model, std::uint64_t seed, double size) {
    States random(seed);
    std::map<std::string, double> values{{"t", random.next()}};
    for (const Parameter& p : model.parameters) values[p.name] = model.graph->constant_double(p.default_value);
    for (const Coordinate& q : model.coordinates) values[q.name] = size * random.next();
    for (const Input& w : model.inputs) values[w.name] = size * random.next();
    for (const Body& body : model.bodies) {
        if (!body.hinge.euler_parameters) continue;
        double sum = 0;
        for (std::size_t k = 0; k < 4; ++k)
            sum += std::pow(values[model.coordinates[body.hinge.coordinates[k].value].name], 2);
        for (std::size_t k = 0; k < 4; ++k)
            values[model.coordinates[body.hinge.coordinates[k].value].name] /= std::sqrt(sum);
    }
    return values;
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
    if (is_massless(body))
        throw ModelError("massless body '" + body.name + "' can move freely" + where,
                         "give it or a body outboard of it a mass or an inertia that this motion moves");
    throw ModelError(
        "the mass matrix is singular: body '" + body.name + "' can move" + where + " without inertia",
        "the inertia about that axis, or the mass in that direction, is zero at the default parameter values");
}

// The mass matrix at one state; nothing where it has no value there (the root of a negative number, say).
std::optional<std::vector<std::vector<double>>> mass_matrix_at(const Equations& equations, std::size_t n,
                                                               const std::map<std::string, double>& values) {
    Evaluator<double> value(
        *equations.graph,
        [&](const Symbol& s) {
            const auto known = values.find(s.name);
            return known == values.end() ? 0.25 : known->second;
        },
        [&](Expr constant) { return equations.graph->constant_double(constant); });
    std::vector<std::vector<double>> m(n, std::vector<double>(n, 0.0));
    for (const MassEntry& entry : equations.mass_matrix) {
        const double x = value(entry.value);
        if (!std::isfinite(x)) return std::nullopt;
        m[entry.row][entry.column] = m[entry.column][entry.row] = x;
    }
    return m;
}

}  // namespace

void validate_mass_matrix(const Model& model, const Equations& equations) {
    const std::size_t n = model.speeds.size();
    // One unlucky state may be singular by itself (two axes in line); a motion without inertia is singular at all.
    // Smaller states follow larger ones, because expressions such as sqrt(r^2 - s^2) have a value only there.
    constexpr int wanted = 3, most_states = 12;
    std::optional<std::size_t> failed;
    int tried = 0;
    for (int k = 0; k < most_states && tried < wanted; ++k) {
        const auto m =
            mass_matrix_at(equations, n, random_values(model, static_cast<std::uint64_t>(k + 1), std::pow(0.4, k)));
        if (!m) continue;
        ++tried;
        failed = failing_pivot(*m);
        if (!failed) return;
    }
    if (failed) refuse(model, *failed);
}

}  // namespace lag
