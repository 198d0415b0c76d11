#include "lagrange/kinematics/link_motions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/structural_zero.hpp"
#include "lagrange/kinematics/time_derivative.hpp"

namespace lag {

namespace {

// How fast a slot of a hinge moves along its axis.
class LinkRates {
  public:
    LinkRates(Kinematics& kinematics, const Model& model) : k_(kinematics), model_(model), graph_(*model.graph) {}

    // The motion's rate along its axis: the speed itself for a free coordinate, else the total derivative
    // of the expression.
    void set(Link& link, const Motion& motion) {
        const bool rotates = motion.kind == Motion::Kind::rotate;
        const auto add = [&](Vec3<Expr>& w, Vec3<Expr>& v, Expr amount) { (rotates ? w : v) = amount * motion.axis; };
        if (motion.coordinate) {
            const SpeedIndex u = rate_speed(*motion.coordinate);
            const Expr rate = symbol(model_, u);
            k_.coordinate_rates[motion.coordinate->value] = rate;
            SpeedColumn column{u, {}, {}};
            add(column.w, column.v, graph_.integer(1));
            link.columns.push_back(column);
            add(link.w_rel, link.v_rel, rate);
            return;
        }
        if (graph_.is_constant_expression(motion.value)) return;  // locked
        const Expr rate = time_derivative(model_, k_, motion.value, Accelerations::zero);
        Substitution at_rest(graph_);
        const std::array<Expr, 1> roots{rate};
        for (const Expr& u : symbols_in(graph_, roots, bit(Role::speed))) {
            SpeedColumn column{speed_named(graph_.symbol_of(u).name), {}, {}};
            add(column.w, column.v, partial_derivative(rate, u));
            link.columns.push_back(column);
            at_rest.replace(u, Expr{&graph_, 0});
        }
        std::sort(link.columns.begin(), link.columns.end(),
                  [](const SpeedColumn& a, const SpeedColumn& b) { return a.speed < b.speed; });
        add(link.w_rel, link.v_rel, rate);
        add(link.w_drift, link.v_drift, at_rest(rate));
        add(link.w_bias, link.v_bias, time_derivative(model_, k_, rate, Accelerations::zero));
    }

  private:
    SpeedIndex rate_speed(CoordinateIndex q) const {
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            if (model_.speeds[k].rate_of == q) return SpeedIndex(k);
        throw InternalError(fmt::format("coordinate {} has no speed", model_.coordinates[q.value].name));
    }
    SpeedIndex speed_named(const std::string& name) const {
        for (std::size_t k = 0; k < model_.speeds.size(); ++k)
            if (model_.speeds[k].name == name) return SpeedIndex(k);
        throw InternalError("no speed is named " + name);
    }

    Kinematics& k_;
    const Model& model_;
    Graph& graph_;
};

}  // namespace

Link moving_link(Kinematics& k, const Model& model, BodyIndex b, std::size_t inboard, const Vec3<Expr>& at,
                 const Motion& motion) {
    Link link;
    link.inboard = inboard;
    link.body = b;
    link.o = at;
    if (motion.kind == Motion::Kind::rotate)
        link.rotation = rotation_about(*model.graph, motion.axis, motion.value);
    else
        link.o = link.o + motion.value * motion.axis;
    LinkRates(k, model).set(link, motion);
    return link;
}

bool is_of_revolution(const Mat3<Expr>& J, std::size_t axis) {
    const std::size_t x = (axis + 1) % 3, y = (axis + 2) % 3;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            if (i != j && !J(i, j).is_zero()) return false;
    if (J(x, x) == J(y, y)) return true;
    const std::array<Expr, 1> difference{J(x, x) - J(y, y)};
    return StructuralZeros(*difference.front().graph, {})(difference).front();
}

bool body_of_revolution(const Model& model, BodyIndex b) {
    const Body& body = model.body(b);
    if (body.elastic) return false;
    for (const Body& other : model.bodies)
        if (&other != &model.bodies[0] && other.inboard == b) return false;
    if (body.hinge.quasi != Quasi::none || body.hinge.motions.empty() || !is_zero(body.outboard_at)) return false;
    const Motion& last = body.hinge.motions.back();
    if (last.kind != Motion::Kind::rotate || !last.coordinate) return false;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t x = (k + 1) % 3, y = (k + 2) % 3;
        if (!last.axis[x].is_zero() || !last.axis[y].is_zero()) continue;
        return is_of_revolution(body.inertia, k) && body.cm[x].is_zero() && body.cm[y].is_zero();
    }
    return false;
}

}  // namespace lag
