#include "lagrange/constraints/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "lagrange/constraints/unmoved_error.hpp"
#include "lagrange/kinematics/carried.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"

namespace lag {

namespace {

constexpr double negligible = 1e-12;  // of an error that numbers in the script may leave

class ConstraintBuilder {
  public:
    ConstraintBuilder(const Model& model, const Kinematics& k) : model_(model), k_(k), graph_(*model.graph) {}

    ConstraintRows run(std::size_t first) {
        for (std::size_t c = first; c < model_.constraints.size(); ++c) {
            const Constraint& constraint = model_.constraints[c];
            if (constraint.kind == Constraint::Kind::loop)
                add_loop(c);
            else if (constraint.kind == Constraint::Kind::hinge)
                add_cut_hinge(c);
            else
                add_condition(c, row_name(model_, c, 0));
        }
        return std::move(result_);
    }

  private:
    void add_condition(std::size_t c, const std::string& name) {
        const Constraint& constraint = model_.constraints[c];
        const bool position = constraint.kind == Constraint::Kind::position;
        const Dependence held = graph_.node(constraint.value).dependence;
        if ((held & (bit(Role::acceleration) | bit(Role::multiplier))) != 0)
            throw ModelError(fmt::format("'{}' depends on accelerations or multipliers", name),
                             "a constraint holds coordinates, speeds and time", {Subject::Kind::row, name});
        require_plain_rates(constraint.value, name, position);
        if (position && (held & bit(Role::speed)) != 0)
            throw ModelError(fmt::format("'{}' depends on speeds", name),
                             "use speed_constraint for a condition on speeds", {Subject::Kind::row, name});
        const Expr phi = position ? constraint.value : Expr{&graph_, 0};
        const Expr phidot = position ? time_derivative(model_, k_, phi, Accelerations::zero) : constraint.value;
        add_row(c, 0, name, phi, phidot, -time_derivative(model_, k_, phidot, Accelerations::zero));
    }

    // Of states: they enter gamma, which the accelerations are solved with. Of a position row, their derivatives do.
    void require_plain_rates(Expr value, const std::string& name, bool position) const {
        const std::array<Expr, 1> roots{graph_.own(value)};
        const std::vector<Expr> held = symbols_in(graph_, roots, bit(Role::state));
        for (std::size_t k = 0; k < model_.states.size(); ++k) {
            const StateVariable& state = model_.states[k];
            if (state.rate.graph == nullptr || std::ranges::find(held, symbol(model_, StateIndex(k))) == held.end())
                continue;
            const Dependence rate = graph_.node(graph_.own(state.rate)).dependence;
            const std::string what = fmt::format("'{}' holds the state '{}', whose rate ", name, state.name);
            if ((rate & (bit(Role::acceleration) | bit(Role::multiplier))) != 0)
                throw ModelError(what + "depends on accelerations or multipliers",
                                 "the rate of a state in a constraint holds neither", {Subject::Kind::row, name});
            if (position && (rate & bit(Role::external_result)) != 0)
                throw ModelError(what + "is what a routine gives: its derivative is not known",
                                 "write the rate out, or state the condition by speed_constraint",
                                 {Subject::Kind::row, name});
        }
    }

    void add_loop(std::size_t c) {
        const Constraint& loop = model_.constraints[c];
        const PointOnLink p = on_link(k_, loop.P), q = on_link(k_, loop.Q);
        // The nearest common *body*: its axes are what the user knows.
        const BodyIndex body = common_inboard_body(model_, loop.P.body, loop.Q.body);
        const std::size_t common = k_.link_of_body[body.value];
        const Carried error =
            turned_outward(k_.spin[body.value], {}, {}, point_seen(k_, q, common) - point_seen(k_, p, common));
        for (std::size_t i = 0; i < 3; ++i)
            add_row(c, i, row_name(model_, c, i), error.v[i], error.rate[i], -error.bias[i]);
    }

    void add_cut_hinge(std::size_t c) {
        const std::vector<CarriedScalar> rows = cut_hinge_rows(model_, k_, model_.constraints[c].cut);
        for (std::size_t i = 0; i < rows.size(); ++i)
            add_row(c, i, row_name(model_, c, i), rows[i].v, rows[i].rate, -rows[i].bias);
    }

    void add_row(std::size_t c, std::size_t component, const std::string& name, Expr phi, Expr phidot, Expr gamma) {
        ConstraintRow row{.name = name,
                          .constraint = c,
                          .component = component,
                          .phi = phi,
                          .phidot = phidot,
                          .gamma = gamma,
                          .B = {},
                          .active = model_.constraints[c].active,
                          .of_contact = model_.constraints[c].of_contact};
        const std::array<Expr, 1> roots{graph_.own(phidot)};
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            const Expr speed = symbol(model_, SpeedIndex(u));
            if ((graph_.node(roots[0]).dependence & bit(Role::speed)) == 0) break;
            const Expr coefficient = partial_derivative(roots[0], speed);
            if (coefficient.is_zero()) continue;
            if ((graph_.node(coefficient).dependence & bit(Role::speed)) != 0)
                throw ModelError(fmt::format("'{}' is not linear in the speed '{}'", name, model_.speeds[u].name),
                                 phi.is_zero() ? "a speed constraint is linear in the speeds"
                                               : "rates of states in a constraint are linear in the speeds",
                                 {Subject::Kind::row, name});
            row.B.emplace_back(SpeedIndex(u), coefficient);
        }
        if (row.B.empty()) {
            if (row.of_contact) return;  // its statement refuses it
            refuse_contradiction(row);
            result_.notes.push_back(fmt::format("constraint row '{}' restricts no motion and is dropped", name));
            return;
        }
        add_slopes(row);
        result_.rows.push_back(std::move(row));
    }

    // What the states' rates bring into B moves no coordinate.
    void add_slopes(ConstraintRow& row) const {
        if ((graph_.node(graph_.own(row.phi)).dependence & bit(Role::state)) == 0) return;
        Differentiator along(graph_);
        for (std::size_t k = 0; k < k_.coordinate_rates.size(); ++k)
            along.seed(symbol(model_, CoordinateIndex(k)), k_.coordinate_rates[k]);
        const Expr rate = along(graph_.own(row.phi));
        std::vector<std::pair<SpeedIndex, Expr>> slopes;
        for (std::size_t u = 0; u < model_.speeds.size(); ++u)
            if (const Expr slope = partial_derivative(rate, symbol(model_, SpeedIndex(u))); !slope.is_zero())
                slopes.emplace_back(SpeedIndex(u), slope);
        if (slopes.empty())
            throw ModelError(fmt::format("'{}' holds states alone: no coordinate can be moved onto it", row.name),
                             "speed_constraint(lhs = rhs) keeps the states' rates", {Subject::Kind::row, row.name});
        if (slopes != row.B) row.of_displacements = std::move(slopes);
    }

    // A row without motion either holds by itself or never: at all times, inputs and positions.
    void refuse_contradiction(const ConstraintRow& row) {
        const Expr error = model_.constraints[row.constraint].kind == Constraint::Kind::speed ? row.phidot : row.phi;
        if (error.is_zero()) return;
        if (graph_.is_lane_value(error)) return;  // of limbs in lanes: the whole mechanism's rows were looked at
        if (holds_cut_hinge(error)) return;  // such a coordinate follows from others: not just any value is its own
        const Dependence held = graph_.node(error).dependence;
        const bool moves = (held & static_cast<Dependence>(~bit(Role::parameter))) != 0;
        for (std::uint64_t place = 0; place < (moves ? 6 : 1); ++place) {
            const UnmovedError found = unmoved_error(model_, error, place, 0);
            if (found.amount <= negligible) continue;
            if (!moves)
                throw ModelError(fmt::format("'{}' can never hold: no motion changes its error of {}", row.name,
                                             shortest_decimal(found.value)),
                                 "check the points' places and the default parameters", {Subject::Kind::row, row.name});
            throw ModelError(fmt::format("'{}' can never hold: no motion changes its error, which is {} at {}",
                                         row.name, rounded_decimal(found.value), found.place),
                             "time and inputs prescribe already what it asks for, or it changes in steps alone: "
                             "leave it out",
                             {Subject::Kind::row, row.name});
        }
        if ((held & bit(Role::parameter)) == 0 || unmoved_error(model_, error, 1, 0.01).amount <= negligible) return;
        result_.warnings.push_back(
            fmt::format("constraint row '{}' restricts no motion and holds at special values of the parameters alone, "
                        "as the defaults are: with others the mechanism does not close",
                        row.name));
    }

    bool holds_cut_hinge(Expr error) const {
        const std::array<Expr, 1> roots{graph_.own(error)};
        for (const Expr& s : symbols_in(graph_, roots, bit(Role::coordinate)))
            for (const Constraint& c : model_.constraints)
                for (const CoordinateIndex q : c.cut.hinge.coordinates)
                    if (symbol(model_, q) == s) return true;
        return false;
    }

    const Model& model_;
    const Kinematics& k_;
    Graph& graph_;
    ConstraintRows result_;
};

}  // namespace

ConstraintRows form_constraints(const Model& model, const Kinematics& kinematics, std::size_t first) {
    return ConstraintBuilder(model, kinematics).run(first);
}

bool is_speed_row(const Model& model, const ConstraintRow& row) {
    return model.constraints.at(row.constraint).kind == Constraint::Kind::speed;
}

std::vector<Expr> stabilized_gamma(const Model& model, const ConstraintRows& rows) {
    const auto [alpha, beta] = std::pair{model.treatment.alpha, model.treatment.beta};
    std::vector<Expr> gamma;
    for (const ConstraintRow& row : rows.rows) {
        Expr value = row.gamma;
        if (!alpha.is_zero()) value -= (is_speed_row(model, row) ? alpha : 2 * alpha) * row.phidot;
        if (!beta.is_zero() && !is_speed_row(model, row)) value -= beta * beta * row.phi;
        gamma.push_back(value);
    }
    return gamma;
}

}  // namespace lag
