#include "lagrange/constraints/unmoved_error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/graph.hpp"
#include "core/number_text.hpp"
#include "core/random_numbers.hpp"
#include "core/real.hpp"

namespace lag {

namespace {

std::map<std::string, double> drawn(const Model& model, std::uint64_t seed) {
    RandomNumbers random(seed + 1);
    std::map<std::string, double> values{{"t", std::abs(3 * random.next())}};
    for (const Coordinate& q : model.coordinates) values[q.name] = 3 * random.next();
    for (const Speed& u : model.speeds) values[u.name] = 3 * random.next();
    for (const Input& w : model.inputs) values[w.name] = 3 * random.next();
    for (const StateVariable& s : model.states) values[s.name] = 3 * random.next();
    return values;
}

}  // namespace

UnmovedError unmoved_error(const Model& model, Expr error, std::uint64_t seed, double off) {
    Graph& graph = *model.graph;
    const std::map<std::string, double> place = drawn(model, seed);
    std::map<std::string, Real> values;
    for (const auto& [name, x] : place) values[name] = Real(exact_rational(x));
    UnmovedError result;
    try {
        for (const auto& quaternion : quaternions(model)) {
            Real square;
            for (const CoordinateIndex e : quaternion) {
                const Real& x = values.at(model.coordinates[e.value].name);
                square = square + x * x;
            }
            for (const CoordinateIndex e : quaternion) {
                Real& x = values.at(model.coordinates[e.value].name);
                x = x / sqrt(square);
            }
        }
        RandomNumbers random(seed + 71);
        for (const Parameter& p : model.parameters) {
            const Real value(graph.constant_real(p.default_value));
            const Real by(exact_rational(off * random.next()));
            values[p.name] = value == Real() ? by : value + by * value;
        }
        Evaluator<Real> at_place(
            graph,
            [&](const Symbol& s) {
                const auto known = values.find(s.name);
                if (known == values.end()) refuse_unknown(s);
                return known->second;
            },
            [&graph](Expr constant) { return Real(graph.constant_real(constant)); });
        result.value = nearest_double(at_place(error));
    } catch (const ModelError&) {
        return {};
    }
    result.amount = std::abs(result.value);
    const std::array<Expr, 1> roots{graph.own(error)};
    for (const Expr& s : symbols_in(graph, roots, static_cast<Dependence>(~bit(Role::parameter)))) {
        const auto known = place.find(graph.symbol_of(s).name);
        if (known == place.end()) continue;
        result.place +=
            fmt::format("{}{} = {}", result.place.empty() ? "" : ", ", known->first, rounded_decimal(known->second));
    }
    return result;
}

}  // namespace lag
