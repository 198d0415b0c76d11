#include "lagrange/constraints.hpp"

#include <array>
#include <cmath>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/paths.hpp"

namespace lag {

namespace {

// A point seen from an inboard link, with the part of its acceleration there that does not depend on u'.
struct SeenWithBias {
    Vec3<Expr> r, v, a;
};

SeenWithBias seen_with_bias(const Kinematics& k, const PointOnLink& point, std::size_t ancestor) {
    SeenWithBias s{point.location, {}, {}};
    for (std::size_t l = point.link; l != ancestor; l = k.links[l].inboard) {
        const Link& link = k.links[l];
        const Vec3<Expr> wr = cross(link.w_rel, s.r);
        const Vec3<Expr> v = s.v + link.v_rel + wr;  // of the point in I, L's components
        // d/dt in I of v: its components change, and they turn with L
        const Vec3<Expr> a =
            s.a + link.v_bias + cross(link.w_bias, s.r) + cross(link.w_rel, s.v) + cross(link.w_rel, v);
        s.a = link.rotation.inward(a);
        s.v = link.rotation.inward(v);
        s.r = link.o + link.rotation.inward(s.r);
    }
    return s;
}

class Former {
  public:
    Former(const Model& model, const Kinematics& k) : model_(model), k_(k), graph_(*model.graph) {}

    ConstraintRows run() {
        for (std::size_t c = 0; c < model_.constraints.size(); ++c) {
            const Constraint& constraint = model_.constraints[c];
            const std::string name = constraint.name.empty() ? "constraint " + std::to_string(c + 1) : constraint.name;
            if (constraint.kind == Constraint::Kind::loop)
                add_loop(c, name);
            else
                add_condition(c, name);
        }
        return std::move(result_);
    }

  private:
    void add_condition(std::size_t c, const std::string& name) {
        const Constraint& constraint = model_.constraints[c];
        const bool position = constraint.kind == Constraint::Kind::position;
        const Dependence held =
            constraint.value.graph == nullptr ? Dependence{0} : graph_.node(constraint.value).dependence;
        if ((held & (bit(Role::acceleration) | bit(Role::multiplier))) != 0)
            throw ModelError("'" + name + "' depends on accelerations or multipliers",
                             "a constraint holds coordinates, speeds and time");
        if (position && (held & bit(Role::speed)) != 0)
            throw ModelError("'" + name + "' depends on speeds", "use speed_constraint for a condition on speeds");
        const Expr phi = position ? constraint.value : Expr{&graph_, 0};
        const Expr phidot = position ? time_derivative(model_, k_, phi, Accelerations::zero) : constraint.value;
        add_row(c, name, phi, phidot, -time_derivative(model_, k_, phidot, Accelerations::zero));
    }

    void add_loop(std::size_t c, const std::string& name) {
        const Constraint& loop = model_.constraints[c];
        const PointOnLink p = on_link(k_, loop.P), q = on_link(k_, loop.Q);
        // The nearest common *body*: its axes are what the user knows.
        const std::size_t common = k_.link_of_body[common_inboard_body(model_, loop.P.body, loop.Q.body).value];
        const SeenWithBias from_p = seen_with_bias(k_, p, common), from_q = seen_with_bias(k_, q, common);
        const Vec3<Expr> phi = from_q.r - from_p.r, phidot = from_q.v - from_p.v, bias = from_q.a - from_p.a;
        for (std::size_t i = 0; i < 3; ++i) add_row(c, name + "." + "xyz"[i], phi[i], phidot[i], -bias[i]);
    }

    void add_row(std::size_t c, const std::string& name, Expr phi, Expr phidot, Expr gamma) {
        ConstraintRow row{name, c, phi, phidot, gamma, {}};
        const std::array<Expr, 1> roots{Expr{&graph_, phidot.id}};
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            const Expr speed = symbol(model_, SpeedIndex(u));
            if ((graph_.node(roots[0]).dependence & bit(Role::speed)) == 0) break;
            const Expr coefficient = partial_derivative(roots[0], speed);
            if (coefficient.is_zero()) continue;
            if ((graph_.node(coefficient).dependence & bit(Role::speed)) != 0)
                throw ModelError("'" + name + "' is not linear in the speed '" + model_.speeds[u].name + "'",
                                 "a speed constraint is linear in the speeds");
            row.B.emplace_back(SpeedIndex(u), coefficient);
        }
        if (row.B.empty()) {
            refuse_contradiction(row);
            result_.notes.push_back("constraint row '" + name + "' restricts no motion and is dropped");
            return;
        }
        result_.rows.push_back(std::move(row));
    }

    // A row without motion either holds by itself or never. Numbers decide, at the default parameters.
    void refuse_contradiction(const ConstraintRow& row) {
        const Expr error = model_.constraints[row.constraint].kind == Constraint::Kind::speed ? row.phidot : row.phi;
        if (error.graph == nullptr || error.is_zero()) return;
        Substitution defaults(graph_);
        for (const Parameter& p : model_.parameters)
            defaults.replace(graph_.symbol(p.name, Role::parameter), p.default_value);
        const Expr value = defaults(error);
        if (!graph_.is_constant_expression(value)) return;  // varies in time alone: the run-time error tells
        const double amount = graph_.constant_double(value);
        if (std::abs(amount) > 1e-12)
            throw ModelError(
                "'" + row.name + "' can never hold: no motion changes its error of " + shortest_decimal(amount),
                "check the points' places and the default parameters");
    }

    const Model& model_;
    const Kinematics& k_;
    Graph& graph_;
    ConstraintRows result_;
};

}  // namespace

ConstraintRows form_constraints(const Model& model, const Kinematics& kinematics) {
    return Former(model, kinematics).run();
}

}  // namespace lag
