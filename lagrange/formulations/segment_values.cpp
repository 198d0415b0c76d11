#include "lagrange/formulations/segment_values.hpp"

#include <fmt/format.h>

#include "lagrange/kinematics/link_velocities.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"

namespace lag {

namespace {

constexpr auto not_parameters = static_cast<Dependence>(~(bit(Role::parameter) | in_lanes));

}  // namespace

SegmentValues::SegmentValues(const Model& model, const Kinematics& k, const ChainSegments& segments)
    : graph_(*model.graph), values_(graph_), to_symbols_(graph_), from_symbols_(graph_) {
    for (std::size_t step = 0; step < segments.steps(); ++step) pair_hinges(model, k, segments, step);
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k);
    const auto turned_by = [&](std::size_t l) {
        const Rotation& turned = k.turned[l];
        return turned.kind == Rotation::Kind::identity ? std::optional(graph_.integer(0)) : angle_of(turned);
    };
    const auto rate_of = [&](std::size_t l) { return std::optional(graph_.own(omega[l][segments.axis])); };
    const std::vector<Expr> angles = accumulated(k, segments, turned_by), rates = accumulated(k, segments, rate_of);
    for (std::size_t step = 0; step < segments.steps(); ++step) {
        std::vector<Expr> sines, cosines, own_rates;
        for (std::size_t lane = 0; lane < segments.lanes; ++lane) {
            const std::size_t l = segments.link(lane, step);
            sines.push_back(k.turned[l].sine), cosines.push_back(k.turned[l].cosine);
            own_rates.push_back(omega[l][segments.axis]);
        }
        const bool has_angles = !angles.empty();
        know(sines, has_angles ? sin(angles[step]) : graph_.lane_gather(sines), Role::coordinate, "sine");
        know(cosines, has_angles ? cos(angles[step]) : graph_.lane_gather(cosines), Role::coordinate, "cosine");
        know(own_rates, rates.empty() ? graph_.lane_gather(own_rates) : rates[step], Role::speed, "rate");
    }
}

// Sums along the chain, by step: what the segments before add up to, and the sum within the segment. Nothing where a link's own
// is no sum of its inboard link's and one more term.
template <class Of>
std::vector<Expr> SegmentValues::accumulated(const Kinematics& k, const ChainSegments& segments, const Of& of) {
    std::vector<Expr> within;
    for (std::size_t step = 0; step < segments.steps(); ++step) {
        std::vector<Expr> added;
        for (std::size_t lane = 0; lane < segments.lanes; ++lane) {
            const std::size_t l = segments.link(lane, step);
            const std::optional<Expr> own = of(l), before = of(k.links[l].inboard);
            const std::optional<Expr> term = own && before ? last_term(*own, *before) : std::nullopt;
            if (!term) return {};
            added.push_back(*term);
        }
        const Expr term = alike(added).value_or(graph_.lane_gather(added));
        within.push_back(step == 0 ? term : within.back() + term);
    }
    std::vector<Expr> before{*of(k.links[segments.links.front()].inboard)};
    for (std::size_t lane = 0; lane + 1 < segments.lanes; ++lane)
        before.push_back(before.back() + graph_.lane_member(within.back(), lane));
    const Expr base = graph_.lane_gather(before);
    for (Expr& e : within) e = base + e;
    return within;
}

// sum - before, where that stands in it as a term.
std::optional<Expr> SegmentValues::last_term(Expr sum, Expr before) {
    if (before.is_zero()) return sum;
    const Node node = graph_.node(sum);
    const auto operand = [&](int k) { return graph_.expr(node.operand[k]); };
    if (node.op == Op::add && operand(0) == before) return operand(1);
    if (node.op == Op::add && operand(1) == before) return operand(0);
    if (node.op == Op::sub && operand(0) == before) return -operand(1);
    return std::nullopt;
}

// A symbol for each of the scalars, which play the same part in their segments; in lanes they are `value`.
void SegmentValues::know(const std::vector<Expr>& scalars, Expr value, Role role, const std::string& what) {
    std::vector<Expr> symbols;
    const std::string name = fmt::format("{} {}", what, known_.size());
    for (std::size_t lane = 0; lane < scalars.size(); ++lane) {
        symbols.push_back(graph_.symbol(fmt::format("{} of segment {}", name, lane), role));
        to_symbols_.replace(graph_.own(scalars[lane]), symbols.back());
    }
    from_symbols_.replace(paired(symbols, role, name), value);
}

Expr SegmentValues::paired(const std::vector<Expr>& symbols, Role role, const std::string& name) {
    values_.pair(symbols);
    for (const Expr& e : symbols) paired_.insert(e.id);
    const Expr lane_symbol = values_.symbol(symbols, role, name);
    known_.insert(lane_symbol.id);
    return lane_symbol;
}

// Of a load that springs and dampers of the hinges make.
void SegmentValues::pair_hinges(const Model& model, const Kinematics& k, const ChainSegments& segments,
                                std::size_t step) {
    std::vector<Expr> speeds, coordinates;
    for (std::size_t lane = 0; lane < segments.lanes; ++lane) {
        const SpeedIndex u = k.links[segments.link(lane, step)].columns.front().speed;
        speeds.push_back(symbol(model, u));
        if (const std::optional<CoordinateIndex> q = model.speeds[u.value].rate_of)
            coordinates.push_back(symbol(model, *q));
    }
    paired(speeds, Role::speed, graph_.symbol_of(speeds.front()).name);
    if (coordinates.size() == speeds.size())
        paired(coordinates, Role::coordinate, graph_.symbol_of(coordinates.front()).name);
}

Expr SegmentValues::joined(const std::vector<Expr>& members) {
    std::vector<Expr> in_symbols;
    for (const Expr& e : members) in_symbols.push_back(to_symbols_(graph_.own(e)));
    for (const std::vector<Expr>& form : {in_symbols, members})
        if (const std::optional<Expr> value = alike(form)) return from_symbols_(*value);
    return graph_.lane_gather(members);
}

// Nothing where they are not, or where anything but parameters and what was paired stands in them.
std::optional<Expr> SegmentValues::alike(const std::vector<Expr>& members) {
    for (const Expr& e : symbols_in(graph_, members, not_parameters))
        if (!paired_.contains(e.id)) return std::nullopt;
    try {
        const Expr value = values_.joined(members);
        for (const Expr& e : symbols_in(graph_, std::vector<Expr>{value}, not_parameters))
            if (!known_.contains(e.id)) return std::nullopt;
        return value;
    } catch (const UnlikeExpressions&) {
        return std::nullopt;
    }
}

}  // namespace lag
