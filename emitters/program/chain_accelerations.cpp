#include "emitters/program/chain_accelerations.hpp"

#include <fmt/format.h>

#include "core/adjoint.hpp"
#include "emitters/program/limb_residuals.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"

namespace lag {

namespace {

MinimalSystem in_axes_that_do_not_turn(const Model& model) {
    return minimal_system(model, *in_non_rotating_axes(compute_kinematics(model)));
}

}  // namespace

ChainAccelerations::ChainAccelerations(const Model& model, const Equations& equations, const FormulationChoice& way,
                                       const std::vector<Expr>& accelerations)
    : graph_(*model.graph),
      equations_(equations),
      accelerations_(accelerations),
      product_(product_with_segments(in_axes_that_do_not_turn(model), way)) {
    Model loaded = model;
    for (std::size_t u = 0; u < model.speeds.size(); ++u) {
        loads_.of_speeds.push_back(placeholder(graph_, "load on " + model.speeds[u].name, 0));
        if (!product_.is_of_chain[u]) loaded.hinge_loads.push_back({SpeedIndex{u}, loads_.of_speeds.back()});
    }
    for (std::size_t step = 0; step < product_.segments.steps(); ++step)
        loads_.rotations.push_back(
            placeholder(graph_, fmt::format("moment on links {}", step + 1), product_.segments.lanes));
    answers_ = *form_system_with_moments(in_axes_that_do_not_turn(loaded), way, loads_.rotations).solved();
}

std::vector<Expr> ChainAccelerations::differentiated() const {
    std::vector<Expr> roots = equations_.kinematic_equations;
    roots.insert(roots.end(), accelerations_.begin(), accelerations_.end());
    roots.push_back(product_.value);
    return roots;
}

ChainAccelerations::Answer ChainAccelerations::solve(const Unknowns& right_side) const {
    Differentiator derivative(graph_, Quotients::by_reciprocal);
    for (std::size_t step = 0; step < right_side.rotations.size(); ++step)
        derivative.seed(loads_.rotations[step], right_side.rotations[step]);
    for (std::size_t u = 0; u < right_side.of_speeds.size(); ++u)
        if (!product_.is_of_chain[u]) derivative.seed(loads_.of_speeds[u], right_side.of_speeds[u]);
    Answer found;
    for (const Expr& e : answers_.accelerations) found.of_speeds.push_back(derivative(graph_.own(e)));
    for (const PlaneMotion& motion : answers_.of_segments->by_step)
        found.by_step.push_back(
            {derivative(motion.alpha), {derivative(graph_.own(motion.a[0])), derivative(graph_.own(motion.a[1]))}});
    return found;
}

// Of a rotation's symbol that of each lane, too.
void ChainAccelerations::put(Substitution& known, const SegmentedProduct::Motions& symbols,
                             const std::vector<Expr>& of_speeds, const std::vector<PlaneMotion>& by_step) const {
    for (std::size_t step = 0; step < symbols.rotations.size(); ++step) {
        const PlaneMotion& motion = by_step[step];
        const Expr symbol = symbols.rotations[step];
        known.replace(symbol, motion.alpha);
        for (std::size_t lane = 0; lane < product_.segments.lanes; ++lane)
            known.replace(graph_.lane_members(symbol.id)[lane], graph_.lane_member(motion.alpha, lane));
        for (std::size_t i = 0; i < 2; ++i)
            if (graph_.is_lane_value(symbols.pins[step][i]))
                known.replace(symbols.pins[step][i], graph_.own(motion.a[i]));
    }
    for (std::size_t u = 0; u < symbols.of_speeds.size(); ++u)
        if (!product_.is_of_chain[u]) known.replace(symbols.of_speeds[u], graph_.own(of_speeds[u]));
}

Expr ChainAccelerations::gathered(std::size_t step, const std::vector<Expr>& by_speed) const {
    std::vector<Expr> members;
    for (const std::size_t u : product_.speeds[step]) members.push_back(graph_.own(by_speed[u]));
    return graph_.lane_gather(members);
}

// Of u' = alpha less that of the inboard link.
std::vector<ImplicitAccelerations::Product> ChainAccelerations::products(const std::vector<Expr>& v) const {
    Unknowns weights{{}, v};
    const std::size_t steps = product_.segments.steps();
    for (std::size_t step = 0; step < steps; ++step) {
        std::vector<Expr> outboard;
        for (std::size_t lane = 0; lane < product_.segments.lanes; ++lane) {
            const std::size_t next = step + 1 < steps ? lane : lane + 1;
            outboard.push_back(next < product_.segments.lanes ? v[product_.speeds[(step + 1) % steps][next]]
                                                              : graph_.integer(0));
        }
        weights.rotations.push_back(gathered(step, v) - graph_.lane_gather(outboard));
    }
    const Expr first = v[product_.speeds.front().front()];
    for (std::size_t u = 0; u < v.size(); ++u)
        weights.of_speeds[u] -= first * partial_derivative(product_.carried_rotation, product_.weights.of_speeds[u]);
    std::vector<Product> found;
    Product& product = found.emplace_back(Product{product_.value, Substitution(graph_)});
    put(product.known, product_.accelerations, accelerations_, equations_.solved()->of_segments->by_step);
    const Answer z = solve(weights);
    put(product.known, product_.weights, z.of_speeds, z.by_step);
    return found;
}

std::vector<std::vector<Expr>> ChainAccelerations::slopes(const Along& along) const {
    const SegmentedProduct::Motions& z = product_.weights;
    const std::size_t lanes = product_.segments.lanes;
    std::vector<Expr> symbols;  // by speed, by step, by step and lane
    for (const Expr& e : z.of_speeds) symbols.push_back(e);
    for (const Expr& e : z.rotations) symbols.push_back(e);
    for (const Expr& e : z.rotations)
        for (const Expr& member : graph_.lane_members(e.id)) symbols.push_back(member);
    std::vector<Expr> rows = gradient(graph_, product_.value, symbols, Quotients::by_reciprocal);
    const std::size_t first = z.of_speeds.size(), first_member = first + z.rotations.size();
    for (std::size_t step = 0; step < z.rotations.size(); ++step) {
        const auto member = rows.begin() + static_cast<std::ptrdiff_t>(first_member + step * lanes);
        rows[first + step] =
            rows[first + step] + graph_.lane_gather({member, member + static_cast<std::ptrdiff_t>(lanes)});
    }
    rows.resize(first_member);
    Substitution known(graph_);
    put(known, product_.accelerations, accelerations_, equations_.solved()->of_segments->by_step);
    std::vector<Expr> slopes = along(rows);
    for (Expr& e : slopes) e = -known(graph_.own(e));
    Unknowns right_side;
    right_side.of_speeds.assign(slopes.begin(), slopes.begin() + static_cast<std::ptrdiff_t>(first));
    right_side.rotations.assign(slopes.begin() + static_cast<std::ptrdiff_t>(first), slopes.end());
    return {solve(right_side).of_speeds};
}

}  // namespace lag
