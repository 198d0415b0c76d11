#include "lagrange/kinematics/kinematics.hpp"

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

Rotation rotation_about(Graph& graph, const Vec3<Expr>& axis, Expr angle) {
    Rotation rotation;
    angle.graph = &graph;
    if (angle.is_zero()) return rotation;
    const Expr sine = sin(angle), cosine = cos(angle);
    for (std::size_t k = 0; k < 3; ++k)
        if (axis[(k + 1) % 3].is_zero() && axis[(k + 2) % 3].is_zero()) {
            rotation.kind = Rotation::Kind::elementary;
            rotation.axis = k;
            rotation.sine = axis[k].is_one() ? sine : axis[k] * sine;  // axis[k] is +-1
            rotation.cosine = cosine;
            return rotation;
        }
    // Rodrigues: R_BA = cos 1 + (1 - cos) a a^T - sin a~
    rotation.kind = Rotation::Kind::general;
    const Expr versine = graph.integer(1) - cosine;
    const Mat3<Expr> skew = tilde(axis);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const Expr diagonal = i == j ? cosine : Expr{};
            rotation.matrix(i, j) = diagonal + (axis[i] * axis[j]) * versine - skew(i, j) * sine;
        }
    return rotation;
}

Expr time_derivative(const Model& model, const Kinematics& kinematics, Expr e, Accelerations accelerations) {
    Graph& graph = *model.graph;
    if (e.graph == nullptr) return {};
    Differentiator differentiate(graph);
    differentiate.seed(time_symbol(model), graph.integer(1));
    for (std::size_t k = 0; k < kinematics.coordinate_rates.size(); ++k)
        differentiate.seed(symbol(model, CoordinateIndex(k)), kinematics.coordinate_rates[k]);
    if (accelerations == Accelerations::symbols)
        for (std::size_t k = 0; k < model.speeds.size(); ++k)
            differentiate.seed(symbol(model, SpeedIndex(k)), acceleration_symbol(model, SpeedIndex(k)));
    const auto declared = [&](const std::string& name) {
        return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const Input& w) { return w.name == name; });
    };
    const std::array<Expr, 1> roots{e};
    for (const Expr& w : symbols_in(graph, roots, bit(Role::input))) {
        const std::string name = graph.symbol_of(w.id).name;
        if (!declared(name + "'"))
            throw ModelError("the time derivative of input '" + name + "' is needed here, but it is no input itself",
                             "an input that moves a hinge or stands in a constraint gets its derivatives as inputs");
        differentiate.seed(w, graph.symbol(name + "'", Role::input));
    }
    return differentiate(e);
}

namespace {

// How fast a slot of a hinge moves along its axis.
class Rates {
  public:
    Rates(Kinematics& kinematics, const Model& model) : k_(kinematics), model_(model), graph_(*model.graph) {}

    // The motion's rate along its axis: the speed itself for a free coordinate, else the total derivative of the
    // expression.
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
        if (motion.value.graph == nullptr || graph_.is_constant_expression(motion.value)) return;  // locked
        const Expr rate = time_derivative(model_, k_, motion.value, Accelerations::zero);
        Substitution at_rest(graph_);
        const std::array<Expr, 1> roots{rate};
        for (const Expr& u : symbols_in(graph_, roots, bit(Role::speed))) {
            SpeedColumn column{speed_named(graph_.symbol_of(u.id).name), {}, {}};
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
        throw InternalError("coordinate " + model_.coordinates[q.value].name + " has no speed");
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
    Rates(k, model).set(link, motion);
    return link;
}

namespace {

class Builder {
  public:
    Builder(Kinematics& kinematics, const Model& model) : k_(kinematics), model_(model), graph_(*model.graph) {}

    void append_body(BodyIndex b) {
        const Body& body = model_.body(b);
        for (const CoordinateIndex q : body.hinge.coordinates)
            if (k_.coordinate_rates.size() <= q.value) k_.coordinate_rates.resize(q.value + 1, Expr{&graph_, 0});
        std::size_t inboard = k_.link_of_body[body.inboard.value];
        Vec3<Expr> at = k_.spin[body.inboard.value].inward(body.at);
        // `spin` is the identity for every body that carries another one, see body_of_revolution().
        append_orientation(body, b, inboard, at);
        if (body.hinge.quasi != Quasi::none) {
            append_quasi_hinge(k_, model_, b, inboard, at);
            inboard = k_.links.size() - 1;
            at = {};
        } else {
            append_motions(body, b, inboard, at);
        }
        if (!is_zero(body.outboard_at) || !is_zero(at) || inboard == k_.link_of_body[body.inboard.value])
            append_fixed(b, inboard, at - body.outboard_at, {});
        k_.links.back().ends_body = true;
        k_.link_of_body.push_back(k_.links.size() - 1);
        k_.spin.emplace_back();
    }

  private:
    void append_fixed(BodyIndex b, std::size_t& inboard, Vec3<Expr> o, Rotation rotation) {
        Link link;
        link.inboard = inboard;
        link.body = b;
        link.o = std::move(o);
        link.rotation = std::move(rotation);
        k_.links.push_back(std::move(link));
        inboard = k_.links.size() - 1;
    }

    // `orient`: successive elementary rotations stay elementary links; a matrix is one general link.
    void append_orientation(const Body& body, BodyIndex b, std::size_t& inboard, Vec3<Expr>& at) {
        if (!body.orient_rotations.empty()) {
            for (const auto& [axis, angle] : body.orient_rotations) {
                Vec3<Expr> direction;
                direction[static_cast<std::size_t>(axis)] = graph_.integer(1);
                const Rotation rotation = rotation_about(graph_, direction, angle);
                if (rotation.kind == Rotation::Kind::identity) continue;
                append_fixed(b, inboard, at, rotation);
                at = {};
            }
            return;
        }
        bool identity = true;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                identity = identity && (i == j ? body.orient(i, j).is_one() : body.orient(i, j).is_zero());
        if (identity) return;
        Rotation rotation;
        rotation.kind = Rotation::Kind::general;
        rotation.matrix = body.orient;
        append_fixed(b, inboard, at, rotation);
        at = {};
    }

    void append_motions(const Body& body, BodyIndex b, std::size_t& inboard, Vec3<Expr>& at) {
        for (const Motion& motion : body.hinge.motions) {
            k_.links.push_back(moving_link(k_, model_, b, inboard, at, motion));
            inboard = k_.links.size() - 1;
            at = {};
        }
    }

    Kinematics& k_;
    const Model& model_;
    Graph& graph_;
};

}  // namespace

bool body_of_revolution(const Model& model, BodyIndex b) {
    const Body& body = model.body(b);
    for (const Body& other : model.bodies)
        if (&other != &model.bodies[0] && other.inboard == b) return false;
    if (body.hinge.quasi != Quasi::none || body.hinge.motions.empty() || !is_zero(body.outboard_at)) return false;
    const Motion& last = body.hinge.motions.back();
    if (last.kind != Motion::Kind::rotate || !last.coordinate) return false;
    for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t x = (k + 1) % 3, y = (k + 2) % 3;
        if (!last.axis[x].is_zero() || !last.axis[y].is_zero()) continue;
        bool diagonal = true;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) diagonal = diagonal && (i == j || body.inertia(i, j).is_zero());
        return diagonal && body.inertia(x, x) == body.inertia(y, y) && body.cm[x].is_zero() && body.cm[y].is_zero();
    }
    return false;
}

void extend_kinematics(Kinematics& kinematics, const Model& model) {
    if (kinematics.links.empty()) {
        kinematics.links.emplace_back();
        kinematics.links[0].ends_body = true;
        kinematics.link_of_body.push_back(0);
        kinematics.spin.emplace_back();
    }
    // Coordinates of `lagrange` belong to no hinge.
    for (const Speed& u : model.speeds)
        if (u.body == ground && u.rate_of) {
            const std::size_t q = u.rate_of->value;
            if (kinematics.coordinate_rates.size() <= q)
                kinematics.coordinate_rates.resize(q + 1, Expr{model.graph.get(), 0});
            kinematics.coordinate_rates[q] = model.graph->symbol(u.name, Role::speed);
        }
    Builder builder(kinematics, model);
    // A cut hinge comes after all that it needs and before all that may be coupled to its coordinates.
    const auto append_cut_hinges = [&] {
        for (std::size_t& c = kinematics.constraints_done; c < model.constraints.size(); ++c) {
            if (model.constraints[c].kind != Constraint::Kind::hinge) continue;
            const CutHinge& cut = model.constraints[c].cut;
            if (last_body_of(model, cut).value >= kinematics.bodies_done) return;
            set_cut_hinge_rates(kinematics, model, cut);
        }
    };
    append_cut_hinges();
    while (kinematics.bodies_done < model.bodies.size()) {
        builder.append_body(BodyIndex(kinematics.bodies_done++));
        append_cut_hinges();
    }
}

Kinematics compute_kinematics(const Model& model) {
    Kinematics kinematics;
    extend_kinematics(kinematics, model);
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        if (body_of_revolution(model, BodyIndex(b))) {
            Link& link = kinematics.links[kinematics.link_of_body[b]];
            kinematics.spin[b] = link.rotation;
            link.rotation = {};
        }
    return kinematics;
}

}  // namespace lag
