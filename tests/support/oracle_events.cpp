#include "tests/support/oracle_events.hpp"

#include <algorithm>
#include <cmath>

#include "tests/support/long_dense.hpp"
#include "tests/support/oracle_reading.hpp"

namespace lag {

using namespace oracle;

namespace {

std::size_t input_named(const Model& model, const std::string& name) {
    for (std::size_t k = 0; k < model.inputs.size(); ++k)
        if (model.inputs[k].name == name) return k;
    throw std::runtime_error("test: no input " + name);
}

std::string multiplier_name(const Model& model, const ConstraintReading& reading, Eigen::Index row) {
    const std::size_t c = reading.constraint[static_cast<std::size_t>(row)];
    Eigen::Index first = row;
    while (first > 0 && reading.constraint[static_cast<std::size_t>(first - 1)] == c) --first;
    return model.graph->symbol_of(multiplier_symbol(model, c, static_cast<std::size_t>(row - first))).name;
}

// Values of what an output may hold.
class Values {
  public:
    Values(const Model& model, const OracleState& state, const ModeMotion& motion,
           const std::vector<Eigen::Index>& rows)
        : reading_(model, state) {
        for (std::size_t k = 0; k < model.speeds.size(); ++k)
            solved_[model.speeds[k].name + "'"] = static_cast<Number>(motion.udot(at(k)));
        const ConstraintReading all = read_constraints(model, state);
        for (Eigen::Index r = 0; r < all.B.rows(); ++r) solved_[multiplier_name(model, all, r)] = 0;
        for (std::size_t k = 0; k < rows.size(); ++k)
            solved_[multiplier_name(model, all, rows[k])] = static_cast<Number>(motion.lambda(at(k)));
    }
    double operator()(const Expr& e) {
        Evaluator<Number> value(
            *reading_.model->graph,
            [&](const Symbol& s) {
                if (s.role == Role::acceleration || s.role == Role::multiplier) return solved_.at(s.name);
                return reading_.symbol_value(s);
            },
            [&](Expr constant) { return reading_.constant(constant); });
        return static_cast<double>(value(reading_.model->graph->own(e)));
    }

  private:
    Reading reading_;
    std::map<std::string, Number> solved_;
};

bool is_of_motion_alone(const Model& model, const Expr& g) {
    Graph& graph = *model.graph;
    const std::vector<Expr> roots{graph.own(g)};
    for (const Expr& s : symbols_in(graph, roots)) {
        const Symbol& symbol = graph.symbol_of(s);
        const bool flag = symbol.role == Role::input && model.inputs[input_named(model, symbol.name)].is_flag();
        if (symbol.role != Role::coordinate && symbol.role != Role::time && symbol.role != Role::parameter && !flag)
            return false;
    }
    return true;
}

}  // namespace

void set_first_flags(const Model& model, OracleState& state) {
    for (std::size_t k = 0; k < model.inputs.size(); ++k) {
        if (!model.inputs[k].is_flag()) continue;
        Reading reading(model, state);
        state.w(at(k)) = static_cast<double>(reading.values()(model.graph->own(*model.inputs[k].first_value)));
    }
}

bool holds(const Model& model, const OracleState& state, std::size_t constraint) {
    const Constraint& c = model.constraints[constraint];
    if (!c.is_switched()) return true;
    return state.w(at(input_named(model, model.graph->symbol_of(c.active).name))) != 0;
}

std::vector<Eigen::Index> rows_that_hold(const Model& model, const OracleState& state, const ConstraintReading& reading,
                                         const std::vector<Eigen::Index>& rows) {
    std::vector<Eigen::Index> on;
    for (std::size_t k = 0; k < rows.size(); ++k)
        if (holds(model, state, reading.constraint[static_cast<std::size_t>(rows[k])])) on.push_back(at(k));
    return on;
}

ModeMotion motion_in_mode(const Model& model, const OracleState& state, const std::vector<Eigen::Index>& rows) {
    const OracleResult result = Oracle(model, state).result();
    const ConstraintReading reading = read_constraints(model, state).only(rows);
    std::vector<Eigen::Index> all(rows.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = at(k);
    const std::vector<Eigen::Index> on = rows_that_hold(model, state, reading, all);
    const ConstraintReading active = reading.only(on);
    const ConstrainedMotion motion = constrained_motion(result.M, result.f, active.B, active.gamma);
    ModeMotion mode{motion.udot, Eigen::VectorXd::Zero(at(rows.size())), motion.restraint, motion.inertia};
    for (std::size_t k = 0; k < on.size(); ++k) mode.lambda(on[k]) = motion.lambda(at(k));
    return mode;
}

EventReading read_events(const Model& model, const OracleState& state, const ModeMotion& motion,
                         const std::vector<Eigen::Index>& rows) {
    EventReading found{Eigen::VectorXd::Zero(at(model.events.size())), Eigen::VectorXd::Zero(at(model.events.size()))};
    Values value(model, state, motion, rows);
    Reading reading(model, state);
    for (std::size_t k = 0; k < model.events.size(); ++k) {
        const Expr g = model.graph->own(model.events[k].function);
        found.g(at(k)) = value(g);
        if (is_of_motion_alone(model, g))
            found.gdot(at(k)) = static_cast<double>(reading.jets({reading.qdot, reading.qddot_bias, true})(g).d);
    }
    return found;
}

OracleJump jump_at(const Model& model, const OracleState& state, std::size_t event, const ModeMotion& motion,
                   const std::vector<Eigen::Index>& rows) {
    const Event& what = model.events[event];
    Values before(model, state, motion, rows);
    OracleJump jump{state, Eigen::VectorXd::Zero(at(rows.size())), 1, 1, {}, {}};
    Eigen::VectorXd P = Eigen::VectorXd::Zero(at(model.speeds.size()));
    for (const Event::Impulse& impulse : what.impulses) P(at(impulse.speed.value)) = before(impulse.value);
    const double e = what.impact.empty() ? 0 : before(what.restitution);
    OracleState switched = state;
    for (const Event::Setting& setting : what.settings) {
        const double value = before(setting.value);
        if (const auto* const flag = std::get_if<FlagIndex>(&setting.what))
            switched.w(at(input_of(model, *flag).value)) = value;
        if (const auto* const s = std::get_if<StateIndex>(&setting.what)) jump.after.s(at(s->value)) = value;
        if (const auto* const q = std::get_if<CoordinateIndex>(&setting.what)) jump.after.q(at(q->value)) = value;
    }
    jump.after.w = switched.w;
    const ConstraintReading reading = read_constraints(model, switched).only(rows);
    jump.P = P, jump.B = reading.B;
    std::vector<Eigen::Index> part;
    std::vector<double> change;
    for (Eigen::Index r = 0; r < reading.B.rows(); ++r) {
        const std::size_t c = reading.constraint[static_cast<std::size_t>(r)];
        const bool held = holds(model, switched, c);
        const bool named = std::ranges::count(what.impact, c) > 0;
        if (named) jump.nearest_impact = std::min(jump.nearest_impact, std::abs(reading.phidot(r)));
        if (!held && !(named && reading.phidot(r) < 0)) continue;
        part.push_back(r), change.push_back(-(held ? 1 : 1 + e) * reading.phidot(r));
    }
    const ConstraintReading active = reading.only(part);
    const Matrix M = Oracle(model, state).result().M.cast<Number>(), B = active.B.cast<Number>();
    const Eigen::LLT<Matrix> factor(M);
    const Matrix L = factor.matrixL();
    // y = L^T du, nearest to L^-1 P among those with (B L^-T) y = change
    const Vector free = L.triangularView<Eigen::Lower>().solve(P.cast<Number>());
    Vector y = free, p(at(part.size()));
    if (!part.empty()) {
        const Matrix BL = L.triangularView<Eigen::Lower>().solve(B.transpose()).transpose();
        const Vector wanted = Eigen::Map<const Eigen::VectorXd>(change.data(), at(change.size())).cast<Number>();
        const LongSingularValues svd(BL, 1e-9L);
        y += svd.solve(wanted - BL * free);
        p = LongSingularValues(BL.transpose(), 1e-9L).solve(free - y);
        Matrix unit = BL;
        for (Eigen::Index r = 0; r < unit.rows(); ++r) unit.row(r).normalize();
        jump.restraint =
            unit.rows() > unit.cols() ? 0 : static_cast<double>(LongSingularValues(unit, 0).values().minCoeff());
    }
    const Vector du = L.transpose().triangularView<Eigen::Upper>().solve(y);
    jump.after.u = state.u + du.cast<double>();
    for (std::size_t k = 0; k < part.size(); ++k) jump.p(part[k]) = static_cast<double>(p(at(k)));
    return jump;
}

}  // namespace lag
