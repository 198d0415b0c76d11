#include "scripts/check_points.hpp"

namespace lag {

Rational CheckRandom::decimal(long low, long high) {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    const auto width = static_cast<std::uint64_t>(high - low + 1);
    return Rational(low + static_cast<long>(z % width)) / Rational(10000);
}

namespace {

// The constant to four decimals: a point that is shown should be short.
Rational rounded(Graph& graph, Expr constant) {
    const cln::cl_R scaled = graph.constant_real(Expr{&graph, constant.id}) * 10000;
    return Rational(cln::round1(scaled)) / Rational(10000);
}

Real parameter_value(Graph& graph, const Parameter& p, CheckRandom& random) {
    const Rational factor = random.decimal(8000, 12000);
    if (p.default_value.is_zero()) return Real(random.decimal(1000, 12000));
    return Real(cln::cl_R(graph.constant_real(Expr{&graph, p.default_value.id}) * factor));
}

// Initial values may use parameters: only constant ones make a centre.
Rational centre_of(Graph& graph, Expr initial) {
    if (initial.graph == nullptr || !graph.is_constant_expression(initial)) return 0;
    return rounded(graph, initial);
}

}  // namespace

CheckPoint::CheckPoint(const Model& model, std::uint64_t number) : random_(number), near_(number % 2 == 0) {
    Graph& graph = *model.graph;
    const auto spread = [&] { return near_ ? random_.decimal(-4000, 4000) : random_.decimal(-12000, 12000); };
    values_.emplace(Key{Role::time, "t"}, Real(random_.decimal(1000, 20000)));
    for (const Parameter& p : model.parameters)
        values_.emplace(Key{Role::parameter, p.name}, parameter_value(graph, p, random_));
    for (const Coordinate& q : model.coordinates) {
        const Rational centre = near_ ? centre_of(graph, q.initial_value) : Rational(0);
        values_.emplace(Key{Role::coordinate, q.name}, Real(Rational(centre + spread())));
    }
    for (const Speed& u : model.speeds) values_.emplace(Key{Role::speed, u.name}, Real(random_.decimal(-15000, 15000)));
    for (const Input& w : model.inputs) values_.emplace(Key{Role::input, w.name}, Real(random_.decimal(-15000, 15000)));
    normalize_quaternions(model);
}

void CheckPoint::normalize_quaternions(const Model& model) {
    for (const Body& body : model.bodies) {
        if (!body.hinge.euler_parameters) continue;
        Real sum;
        const auto e = [&](std::size_t k) -> Real& {
            return values_.at({Role::coordinate, model.coordinates[body.hinge.coordinates[k].value].name});
        };
        for (std::size_t k = 0; k < 4; ++k) sum = sum + e(k) * e(k);
        if (sum == Real()) {
            e(0) = Real(Rational(1));
            continue;
        }
        const Real length = sqrt(sum);
        for (std::size_t k = 0; k < 4; ++k) e(k) = e(k) / length;
    }
}

const Real& CheckPoint::value(const Symbol& symbol) {
    const Key key{symbol.role, symbol.name};
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    const Rational fresh = near_ ? random_.decimal(2000, 20000) : random_.decimal(-20000, 20000);
    return values_.emplace(key, Real(fresh)).first->second;
}

}  // namespace lag
