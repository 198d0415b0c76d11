#include "tests/lagrange/constraints_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/dense.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/plan.hpp"
#include "tests/support/oracle_constraints.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

namespace {

using Eigen::VectorXd;

void compare(std::vector<std::string>& found, const std::string& what, double product, double oracle, double allowed) {
    if (std::abs(product - oracle) <= allowed) return;  // a NaN disagrees
    std::ostringstream text;
    text.precision(12);
    text << what << ": " << product << " instead of " << oracle << ", off by " << std::abs(product - oracle)
         << " where " << allowed << " is allowed";
    found.push_back(text.str());
}

void compare_rows(std::vector<std::string>& found, const DescriptorNumbers& product, const ConstraintReading& oracle,
                  const ConstraintRows& rows) {
    constexpr double tolerance = 1e-11;
    for (Eigen::Index k = 0; k < oracle.phi.size(); ++k) {
        const std::string& name = rows.rows[static_cast<std::size_t>(k)].name;
        compare(found, "phi of " + name, product.phi(k), oracle.phi(k), tolerance * oracle.phi_size(k));
        compare(found, "phidot of " + name, product.phidot(k), oracle.phidot(k), tolerance * oracle.phidot_size(k));
        compare(found, "gamma of " + name, product.gamma(k), oracle.gamma(k), tolerance * oracle.gamma_size(k));
        for (Eigen::Index i = 0; i < oracle.B.cols(); ++i)
            compare(found, "B of " + name + " by speed " + std::to_string(i + 1), product.B(k, i), oracle.B(k, i),
                    tolerance * oracle.B_size(k, i));
    }
}

// The oracle's rows of a cut hinge span what the product's do in other directions: B of the product decides how the two
// go together, everything else is compared.
void align_cut_rows(const Model& model, const DescriptorNumbers& product, ConstraintReading& oracle) {
    const auto rows_of = [&](std::size_t c) {
        std::vector<Eigen::Index> rows;
        for (std::size_t k = 0; k < oracle.constraint.size(); ++k)
            if (oracle.constraint[k] == c) rows.push_back(at_index(k));
        return rows;
    };
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        const std::vector<Eigen::Index> rows = rows_of(c);
        if (model.constraints[c].kind != Constraint::Kind::hinge || rows.empty()) continue;
        const ConstraintReading part = oracle.only(rows);
        const Eigen::Index first = rows.front(), count = at_index(rows.size());
        // product.B = C part.B
        const Eigen::MatrixXd transposed = part.B.transpose();
        const Eigen::MatrixXd C = least_squares(transposed, product.B.middleRows(first, count).transpose()).transpose();
        const Eigen::MatrixXd size = C.cwiseAbs();
        oracle.phi.segment(first, count) = C * part.phi;
        oracle.phidot.segment(first, count) = C * part.phidot;
        oracle.gamma.segment(first, count) = C * part.gamma;
        oracle.B.middleRows(first, count) = C * part.B;
        oracle.phi_size.segment(first, count) = size * part.phi_size;
        oracle.phidot_size.segment(first, count) = size * part.phidot_size;
        oracle.gamma_size.segment(first, count) = size * part.gamma_size;
        oracle.B_size.middleRows(first, count) = size * part.B_size;
    }
}

void compare_motion(std::vector<std::string>& found, const DescriptorNumbers& product, const VectorXd& udot,
                    const VectorXd& lambda, const ConstrainedMotion& oracle) {
    const auto largest = [](const VectorXd& v) { return v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff(); };
    for (Eigen::Index i = 0; i < oracle.udot.size(); ++i)
        compare(found, "u'(" + std::to_string(i + 1) + ")", udot(i), oracle.udot(i), 1e-9 * largest(oracle.udot));
    for (Eigen::Index k = 0; k < oracle.lambda.size(); ++k)
        compare(found, "lambda(" + std::to_string(k + 1) + ")", lambda(k), oracle.lambda(k),
                1e-9 * largest(oracle.lambda));
    const VectorXd left = product.B * udot;
    // an element of u' is as good as the largest one
    const VectorXd size = product.B.cwiseAbs().rowwise().sum() * largest(udot) + product.gamma.cwiseAbs();
    for (Eigen::Index k = 0; k < left.size(); ++k)
        compare(found, "B u' of row " + std::to_string(k + 1), left(k), product.gamma(k), 1e-10 * size(k));
}

VectorXd dense_solution(const DescriptorNumbers& n) {
    const Eigen::Index nu = n.M.rows(), m = n.B.rows();
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(nu + m, nu + m);
    A.topLeftCorner(nu, nu) = n.M;
    A.bottomLeftCorner(m, nu) = n.B;
    A.topRightCorner(nu, m) = n.B.transpose();
    VectorXd b(nu + m);
    b << n.f, n.gamma;
    return solve_square(A, b);
}

}  // namespace

Equations equations_with_constraints(const Model& model, const FormulationChoice& choice) {
    const Kinematics kinematics = compute_kinematics(model);
    return form_equations(model, kinematics, compute_partials(model, kinematics), choice);
}

namespace {

// What the articulated recursion gives instead of a plan.
void take_solved(DescriptorNumbers& n, const Equations& equations, Evaluator<double>& value) {
    const SolvedAccelerations& solved = *equations.solved();
    n.udot = values_of(solved.accelerations, value);
    if (!equations.absorbed.empty()) n.udot += values_of(equations.absorbed, value);
    n.lambda = values_of(solved.multipliers, value);
    n.info = 0;
    for (const PivotCheck& check : solved.checks)
        if (n.info == 0 && value(check.condition) != 1) n.info = check.info;
}

}  // namespace

DescriptorNumbers descriptor_numbers(const Model& model, const Equations& equations, const OracleState& state) {
    const std::size_t nu = model.speeds.size(), m = equations.constraints.rows.size();
    Evaluator<double> value = values_at(model, state, VectorXd::Zero(at_index(nu)));
    DescriptorNumbers n;
    n.M = Eigen::MatrixXd::Zero(at_index(nu), at_index(nu));
    n.B = Eigen::MatrixXd::Zero(at_index(m), at_index(nu));
    n.phi = n.phidot = n.gamma = VectorXd::Zero(at_index(m));
    std::map<std::pair<std::size_t, std::size_t>, double> entries;
    for (const MassEntry& e : equations.mass_matrix) {
        const double x = entries[{e.row, e.column}] = value(e.value);
        n.M(at_index(e.row), at_index(e.column)) = n.M(at_index(e.column), at_index(e.row)) = x;
    }
    for (std::size_t k = 0; k < m; ++k) {
        const ConstraintRow& row = equations.constraints.rows[k];
        for (const auto& [speed, e] : row.B) n.B(at_index(k), at_index(speed.value)) = value(e);
        n.phi(at_index(k)) = value(row.phi);
        n.phidot(at_index(k)) = value(row.phidot);
        n.gamma(at_index(k)) = value(row.gamma);
    }
    // as the system holds them
    const auto& [held, loops, firm] = equations.system_rows;
    VectorXd gamma(at_index(m));
    for (std::size_t k = 0; k < m; ++k) {
        gamma(at_index(k)) = value(held.rows[k].gamma);
        for (const auto& [speed, e] : held.rows[k].B) entries[{nu + k, speed.value}] = value(e);
    }
    n.f = values_of(equations.right_side, value);
    n.qdot = values_of(equations.kinematic_equations, value);
    VectorXd f = n.f;
    for (const auto& [r, weight] : equations.weights) {
        for (const auto& [i, by_i] : held.rows[r].B) {
            f(at_index(i.value)) += weight * gamma(at_index(r)) * value(by_i);
            for (const auto& [j, by_j] : held.rows[r].B)
                if (i >= j) entries[{i.value, j.value}] += weight * value(by_i) * value(by_j);
        }
    }
    std::vector<double> right(f.data(), f.data() + f.size());
    right.insert(right.end(), gamma.data(), gamma.data() + gamma.size());
    DoublePolicy policy;
    const auto entry = [&](std::size_t i, std::size_t j) { return entries.at({i, j}); };
    const std::vector<double> x = execute(plan_ldl(equations.pattern), entry, right, policy).x;
    n.info = policy.info();
    n.dense = dense_solution(n);
    n.udot = Eigen::Map<const VectorXd>(x.data(), at_index(nu));
    n.lambda = Eigen::Map<const VectorXd>(x.data() + nu, at_index(m));
    const VectorXd turned = n.lambda;
    for (const TurnedLoop& loop : loops)
        for (std::size_t j = 0; j < loop.numbers.size(); ++j) {
            double& lambda = n.lambda(at_index(loop.numbers[j])) = 0;
            for (std::size_t i = 0; i < loop.numbers.size(); ++i)
                lambda += value(loop.R[i][j]) * turned(at_index(loop.numbers[i]));
        }
    if (equations.solved() != nullptr) take_solved(n, equations, value);
    return n;
}

ConstraintVerdict compare_constraints(const Model& model, const Equations& equations, const OracleState& given) {
    ConstraintVerdict verdict;
    ConstraintReading oracle = read_constraints(model, given).only(moving_rows(model));
    const std::vector<ConstraintRow>& rows = equations.constraints.rows;
    bool same_rows = rows.size() == oracle.constraint.size();
    for (std::size_t k = 0; same_rows && k < rows.size(); ++k) same_rows = rows[k].constraint == oracle.constraint[k];
    if (!same_rows) {
        verdict.found.push_back(std::to_string(rows.size()) + " rows instead of " +
                                std::to_string(oracle.constraint.size()) + ", or of other constraints");
        return verdict;
    }
    const OracleResult free = Oracle(model, given).result();
    const OracleState state = with_lines(model, given, free);
    const DescriptorNumbers product = descriptor_numbers(model, equations, state);
    align_cut_rows(model, product, oracle);
    compare_rows(verdict.found, product, oracle, equations.constraints);
    for (Eigen::Index k = 0; k < free.qdot.size(); ++k)
        compare(verdict.found, model.coordinates[static_cast<std::size_t>(k)].name + "'", product.qdot(k), free.qdot(k),
                1e-9 * (1 + free.qdot.norm()));
    const ConstrainedMotion motion = constrained_motion(free.M, free.f, oracle.B, oracle.gamma);
    verdict.well_conditioned = motion.restraint >= 0.02 && motion.inertia >= 1e-3 && free.condition >= 1e-4;
    if (!verdict.well_conditioned) return verdict;
    const Eigen::Index nu = product.M.rows(), m = product.B.rows();
    compare_motion(verdict.found, product, product.dense.head(nu), product.dense.tail(m), motion);
    if (product.info != 0) verdict.plan.push_back("pivot of row " + std::to_string(product.info) + " fails");
    compare_motion(verdict.plan, product, product.udot, product.lambda, motion);
    verdict.reported = product.info != 0;
    verdict.plan_error = std::max((product.udot - motion.udot).norm() / (motion.udot.norm() + 1e-300),
                                  (product.lambda - motion.lambda).norm() / (motion.lambda.norm() + 1e-300));
    return verdict;
}

}  // namespace lag
