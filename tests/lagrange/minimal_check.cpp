#include "tests/lagrange/minimal_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

#include "core/dense.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

void compare(std::vector<std::string>& found, const std::string& what, const VectorXd& ours, const VectorXd& oracle,
             double size) {
    for (Eigen::Index i = 0; i < oracle.size(); ++i) {
        if (std::abs(ours(i) - oracle(i)) <= 1e-9 * size) continue;  // a NaN disagrees
        std::ostringstream text;
        text.precision(12);
        text << what << "(" << i + 1 << "): " << ours(i) << " instead of " << oracle(i) << ", size " << size;
        found.push_back(text.str());
    }
}

double largest(const VectorXd& v) {
    return v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff();
}

}  // namespace

Model eliminating(const Model& given, const OracleState& near) {
    Model model = given;
    Graph& graph = *model.graph;
    model.treatment.mode = ConstraintTreatment::Mode::eliminate;
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        model.coordinates[k].initial_value = graph.rational(std::lround(1e6 * near.q(at_index(k))), 1000000);
    model.outputs.clear();
    for (std::size_t u = 0; u < model.speeds.size(); ++u)
        model.outputs.push_back({model.speeds[u].name + "'", acceleration_symbol(model, SpeedIndex(u)), "", ""});
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        for (std::size_t r = 0; r < row_count(model.constraints[c]); ++r)
            model.outputs.push_back({row_name(model, c, r), multiplier_symbol(model, c, r), "", ""});
    return model;
}

MinimalForm minimal_form(const Model& model) {
    MinimalForm form{minimal_system(model, compute_kinematics(model)), {}};
    form.equations = form_equations(form.system, compute_partials(form.system.model, form.system.kinematics));
    return form;
}

MinimalVerdict compare_minimal(const Model& model, const MinimalForm& form, const OracleState& given) {
    MinimalVerdict verdict;
    const std::vector<Eigen::Index> moving = moving_rows(model);
    const ConstraintReading reading = read_constraints(model, given).only(moving);
    const OracleResult free = Oracle(model, given).result();
    OracleState state = with_lines(model, given, free);
    const ConstrainedMotion motion = constrained_motion(free.M, free.f, reading.B, reading.gamma);
    const Eigen::Index nu = free.M.rows(), m = reading.B.rows();
    const SolvedOut& out = form.equations.solved_out;
    if (at_index(out.rows.size()) != m || at_index(out.dependent.size()) != m ||
        at_index(form.system.model.speeds.size()) != nu - m) {
        verdict.found.push_back("wrong number of rows or speeds");
        return verdict;
    }
    // which speeds are which
    std::vector<Eigen::Index> independent, dependent;
    for (Eigen::Index u = 0; u < nu; ++u) {
        const std::string& name = model.speeds[static_cast<std::size_t>(u)].name;
        const std::size_t i = independent.size(), d = dependent.size();
        if (i < form.system.model.speeds.size() && form.system.model.speeds[i].name == name)
            independent.push_back(u);
        else if (d < out.dependent.size() && out.dependent[d].name == name)
            dependent.push_back(u);
        else
            verdict.found.push_back("speed '" + name + "' is neither independent nor dependent");
    }
    if (!verdict.found.empty()) return verdict;
    MatrixXd B_D(m, m), B_I(m, nu - m);
    for (Eigen::Index r = 0; r < m; ++r) {  // rows of length one
        const double length = reading.B.row(r).norm();
        for (Eigen::Index d = 0; d < m; ++d) B_D(r, d) = reading.B(r, dependent[static_cast<std::size_t>(d)]) / length;
        for (Eigen::Index i = 0; i < nu - m; ++i)
            B_I(r, i) = reading.B(r, independent[static_cast<std::size_t>(i)]) / length;
    }
    const double determined = 1 / inverse_of(B_D).norm();
    verdict.compared =
        motion.restraint >= 0.02 && motion.inertia >= 1e-3 && free.condition >= 1e-4 && determined >= 0.02;
    if (!verdict.compared) return verdict;

    MatrixXd T = MatrixXd::Zero(nu, nu - m);
    const MatrixXd T_D = -solve_square(B_D, B_I);
    MatrixXd scaled_gamma(m, 1);
    for (Eigen::Index r = 0; r < m; ++r) scaled_gamma(r, 0) = reading.gamma(r) / reading.B.row(r).norm();
    const MatrixXd bias_D = solve_square(B_D, scaled_gamma);
    for (Eigen::Index i = 0; i < nu - m; ++i) T(independent[static_cast<std::size_t>(i)], i) = 1;
    for (Eigen::Index d = 0; d < m; ++d) T.row(dependent[static_cast<std::size_t>(d)]) = T_D.row(d);
    VectorXd bias = VectorXd::Zero(nu);
    for (Eigen::Index d = 0; d < m; ++d) bias(dependent[static_cast<std::size_t>(d)]) = bias_D(d, 0);
    const MatrixXd M = T.transpose() * free.M * T;
    const VectorXd f = T.transpose() * (free.f - free.M * bias);

    // dependent speeds are nothing the expressions may read
    VectorXd ud(m);
    for (Eigen::Index d = 0; d < m; ++d) {
        double& u = state.u(dependent[static_cast<std::size_t>(d)]);
        ud(d) = u;
        u = std::numeric_limits<double>::quiet_NaN();
    }
    VectorXd udot = VectorXd::Constant(nu, std::numeric_limits<double>::quiet_NaN());
    Evaluator<double> value = values_at(model, state, udot);
    const auto& equations = form.equations;
    VectorXd ours(m);
    for (Eigen::Index d = 0; d < m; ++d) ours(d) = value(out.dependent[static_cast<std::size_t>(d)].value);
    const double speed = largest(given.u);
    compare(verdict.found, "dependent speed", ours, ud, speed);
    compare(verdict.found, "q'", values_of(equations.kinematic_equations, value), free.qdot,
            speed + largest(free.qdot));
    for (const SolvedOut::Divisor& divisor : out.divisors)
        if (!(value(divisor.holds) != 0)) verdict.found.push_back("the check of divisor " + divisor.speed + " fails");
    MatrixXd ourM = MatrixXd::Zero(nu - m, nu - m);
    for (const MassEntry& e : equations.mass_matrix)
        ourM(at_index(e.row), at_index(e.column)) = ourM(at_index(e.column), at_index(e.row)) = value(e.value);
    const double mass_size = (T.transpose().cwiseAbs() * free.M_magnitude * T.cwiseAbs()).maxCoeff();
    compare(verdict.found, "M", ourM.reshaped(), M.reshaped(), mass_size);
    const VectorXd force_size = T.transpose().cwiseAbs() * (free.f_magnitude + free.M_magnitude * bias.cwiseAbs());
    const VectorXd our_f = values_of(equations.right_side, value);
    compare(verdict.found, "f", our_f, f, largest(force_size));
    compare(verdict.found, "kinetic energy", VectorXd::Constant(1, value(equations.kinetic_energy)),
            VectorXd::Constant(1, free.kinetic), free.kinetic_magnitude);

    // accelerations of all speeds and the multipliers, from the outputs
    const MatrixXd right = our_f, reduced = solve_square(ourM, right);
    for (Eigen::Index i = 0; i < nu - m; ++i) udot(independent[static_cast<std::size_t>(i)]) = reduced(i, 0);
    Evaluator<double> moving_value = values_at(model, state, udot);
    const std::vector<Output>& outputs = form.system.model.outputs;
    VectorXd all(nu), lambda(m);
    for (Eigen::Index u = 0; u < nu; ++u) all(u) = moving_value(outputs[static_cast<std::size_t>(u)].value);
    Eigen::Index found = 0;
    for (const ConstraintRow& row : out.rows)
        for (std::size_t o = static_cast<std::size_t>(nu); o < outputs.size(); ++o)
            if (outputs[o].name == row.name) lambda(found++) = moving_value(outputs[o].value);
    compare(verdict.found, "u'", all, motion.udot, largest(motion.udot));
    const bool cut = std::any_of(model.constraints.begin(), model.constraints.end(),
                                 [](const Constraint& c) { return c.kind == Constraint::Kind::hinge; });
    if (cut) {  // the oracle has rows of its own for the same hinge: what the loads do is the same
        VectorXd loads = VectorXd::Zero(nu);
        for (Eigen::Index r = 0; r < m; ++r)
            for (const auto& [u, coefficient] : form.system.whole->constraints.rows[static_cast<std::size_t>(r)].B)
                loads(at_index(u.value)) += moving_value(coefficient) * lambda(r);
        const VectorXd expected = reading.B.transpose() * motion.lambda;
        compare(verdict.found, "B^T lambda", loads, expected, largest(expected));
    } else {
        compare(verdict.found, "lambda", lambda, motion.lambda, largest(motion.lambda));
    }
    VectorXd inverse = values_of(equations.inverse_dynamics, moving_value);
    compare(verdict.found, "M u' - f by recursion", inverse, VectorXd::Zero(nu - m), largest(force_size));
    return verdict;
}

}  // namespace lag
