#include "tests/support/oracle_contacts.hpp"

#include <cmath>

#include "tests/support/oracle_constraints.hpp"
#include "tests/support/oracle_events.hpp"
#include "tests/support/oracle_reading.hpp"

namespace lag {

using namespace oracle;

namespace {

constexpr double touch = 1e-6;

Eigen::Index row_of(const ConstraintReading& all, std::size_t constraint) {
    for (std::size_t r = 0; r < all.constraint.size(); ++r)
        if (all.constraint[r] == constraint) return at(r);
    throw std::runtime_error("test: a contact without a row");
}

std::string multiplier_of(const Model& model, const ConstraintReading& all, Eigen::Index row) {
    const std::size_t c = all.constraint[static_cast<std::size_t>(row)];
    return model.graph->symbol_of(multiplier_symbol(model, c, static_cast<std::size_t>(row - row_of(all, c))).id).name;
}

// Of an expression of a contact, with multipliers given by name, else 0.
double value_of(Reading& reading, Expr e, const std::map<std::string, double>& multipliers = {}) {
    Evaluator<Number> value(
        *reading.model->graph,
        [&](const Symbol& s) {
            if (s.role != Role::multiplier) return reading.symbol_value(s);
            const auto found = multipliers.find(s.name);
            return found == multipliers.end() ? Number(0) : static_cast<Number>(found->second);
        },
        [&](Expr constant) { return reading.constant(constant); });
    return static_cast<double>(value(reading.model->graph->own(e)));
}

double flag_of(const Model& model, const OracleState& state, FlagIndex flag) {
    return state.w(at(input_of(model, flag).value));
}

}  // namespace

std::vector<Eigen::Index> bilateral_rows(const Model& model, const OracleState& state) {
    const ConstraintReading all = read_constraints(model, state);
    std::vector<Eigen::Index> rows;
    for (const Eigen::Index r : moving_rows(model)) {
        const std::size_t c = all.constraint[static_cast<std::size_t>(r)];
        if (!model.constraints[c].of_contact && holds(model, state, c)) rows.push_back(r);
    }
    return rows;
}

ContactProblem contact_problem(const Model& model, const OracleState& state,
                               const std::vector<Eigen::Index>& bilateral) {
    const OracleResult tree = Oracle(model, state).result();
    const ConstraintReading all = read_constraints(model, state), others = all.only(bilateral);
    Reading reading(model, state);
    ContactProblem p;
    p.no_gap = p.no_speed = touch;
    p.M = tree.M, p.f = tree.f, p.u = state.u;
    p.B = others.B, p.gamma = others.gamma, p.phidot = others.phidot;
    std::vector<std::string> normals;
    for (const Contact& c : model.contacts) {
        if (!c.normal) continue;
        const Eigen::Index n = row_of(all, *c.normal);
        ContactRows rows;
        rows.normal = all.B.row(n).transpose();
        rows.gamma_n = all.gamma(n), rows.gap = all.phi(n), rows.gap_rate = all.phidot(n);
        rows.restitution = value_of(reading, c.restitution);
        if (c.tangent) {
            const Eigen::Index t = row_of(all, *c.tangent);
            rows.tangent = all.B.row(t).transpose();
            rows.gamma_t = all.gamma(t), rows.slip = all.phidot(t);
            rows.friction = value_of(reading, c.limit);
        }
        p.contacts.push_back(rows);
        normals.push_back(multiplier_of(model, all, n));
    }
    for (const Contact& c : model.contacts) {
        if (c.normal) continue;
        const Eigen::Index t = row_of(all, *c.tangent);
        FrictionRows rows;
        rows.row = all.B.row(t).transpose();
        rows.gamma = all.gamma(t), rows.slip = all.phidot(t);
        rows.limit = value_of(reading, c.limit);
        rows.limit_lambda = Eigen::VectorXd::Zero(at(bilateral.size()));
        rows.limit_normal = Eigen::VectorXd::Zero(at(normals.size()));
        for (std::size_t k = 0; k < bilateral.size(); ++k)
            rows.limit_lambda(at(k)) =
                value_of(reading, c.limit, {{multiplier_of(model, all, bilateral[k]), 1}}) - rows.limit;
        for (std::size_t k = 0; k < normals.size(); ++k)  // the multiplier is -N
            rows.limit_normal(at(k)) = value_of(reading, c.limit, {{normals[k], -1}}) - rows.limit;
        p.frictions.push_back(rows);
    }
    return p;
}

ContactJumps contact_impact(const Model& model, const OracleState& state) {
    ContactProblem p = contact_problem(model, state, bilateral_rows(model, state));
    Reading reading(model, state);
    const double slow = value_of(reading, model.contact_speed);
    std::vector<bool> takes_part;
    std::size_t k = 0;
    for (const Contact& c : model.contacts) {
        if (!c.normal) continue;
        ContactRows& rows = p.contacts[k++];
        if (-rows.gap_rate < slow) rows.restitution = 0;
        takes_part.push_back(flag_of(model, state, c.closed.value()) != 0 || rows.gap <= touch);
    }
    return lawful_jumps(p, takes_part, Eigen::VectorXd::Zero(p.M.rows()), Eigen::VectorXd::Zero(p.B.rows()));
}

}  // namespace lag
