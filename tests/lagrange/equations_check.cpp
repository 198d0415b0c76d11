#include "tests/lagrange/equations_check.hpp"

#include <cmath>
#include <sstream>

#include "core/dense.hpp"
#include "tests/support/random.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

class Comparison {
  public:
    explicit Comparison(double tolerance) : tolerance_(tolerance) {}

    // A NaN disagrees with everything.
    void number(const std::string& what, double product, double oracle, double magnitude) {
        const double error = std::abs(product - oracle);
        if (error <= tolerance_ * magnitude) return;
        std::ostringstream text;
        text.precision(12);
        text << what << ": " << product << " instead of " << oracle << ", " << error / magnitude << " of its terms";
        found.push_back(text.str());
    }
    void rows(const std::string& what, const VectorXd& product, const VectorXd& oracle, const VectorXd& magnitudes) {
        if (product.size() != oracle.size()) return found.push_back(what + ": wrong number of rows");
        for (Eigen::Index i = 0; i < product.size(); ++i)
            number(what + "(" + std::to_string(i + 1) + ")", product(i), oracle(i), magnitudes(i));
    }

    std::vector<std::string> found;

  private:
    double tolerance_;
};

MatrixXd mass_matrix(const Equations& equations, Evaluator<double>& value, Eigen::Index nu) {
    MatrixXd M = MatrixXd::Zero(nu, nu);
    for (const MassEntry& entry : equations.mass_matrix)
        M(at_index(entry.row), at_index(entry.column)) = M(at_index(entry.column), at_index(entry.row)) =
            value(entry.value);
    return M;
}

// An entry that vanishes by symmetry has terms of rounding size only: the floor is set by the diagonal.
double entry_magnitude(const OracleResult& oracle, Eigen::Index i, Eigen::Index j) {
    return oracle.M_magnitude(i, j) + 1e-3 * std::sqrt(oracle.M(i, i) * oracle.M(j, j));
}

void compare_mass_matrix(Comparison& compare, const Equations& equations, const MatrixXd& M,
                         const OracleResult& oracle) {
    for (Eigen::Index i = 0; i < M.rows(); ++i)
        for (Eigen::Index j = 0; j <= i; ++j) {
            const bool present = equations.pattern.has(static_cast<std::size_t>(i), static_cast<std::size_t>(j));
            const std::string name = "M(" + std::to_string(i + 1) + "," + std::to_string(j + 1) + ")";
            compare.number(present ? name : name + " outside the pattern", M(i, j), oracle.M(i, j),
                           entry_magnitude(oracle, i, j));
            if (!present && M(i, j) != 0) compare.found.push_back(name + " has an entry but is not in the pattern");
        }
    if (M.rows() > 0 && oracle.condition > 1e-9 && !solve_positive_definite(M, VectorXd::Zero(M.rows())))
        compare.found.push_back("M is not positive definite");
}

// u^T M u = 2 T2, the part of T that is quadratic in u; T1 and T0 come from prescribed motion.
void compare_quadratic_part(Comparison& compare, const Model& model, const Equations& equations,
                            const OracleState& state, const MatrixXd& M) {
    OracleState moved = state;
    const VectorXd none = VectorXd::Zero(state.u.size());
    double sum = 0, magnitude = 0;
    for (const double factor : {1.0, -1.0, 0.0}) {
        moved.u = factor * state.u;
        const double T = values_at(model, moved, none)(equations.kinetic_energy);
        sum += factor == 0 ? -2 * T : T;
        magnitude += std::abs(T);
    }
    compare.number("u^T M u - 2 T2", state.u.dot(M * state.u), sum, magnitude);
}

void compare_energy(Comparison& compare, const Model& model, const Equations& equations, const OracleState& state,
                    const Oracle& oracle, const VectorXd& udot) {
    const OracleResult& r = oracle.result();
    Evaluator<Jet<double>> rate = rates_at(model, state, r.qdot, udot);
    const Jet<double> kinetic = rate(equations.kinetic_energy), potential = rate(equations.potential_energy);
    compare.number("kinetic energy", kinetic.v, r.kinetic, r.kinetic_magnitude);
    compare.number("potential energy", potential.v, r.potential, r.potential_magnitude + 1e-3);
    const double power = r.row_magnitudes(udot).dot(state.u.cwiseAbs()) + r.kinetic;
    compare.number("dT/dt", kinetic.d, oracle.kinetic_rate(udot), 10 * power);
}

}  // namespace

std::vector<std::string> disagreements(const Model& model, const Equations& equations, const OracleState& given,
                                       double tolerance) {
    const Oracle oracle(model, given);
    const OracleResult& r = oracle.result();
    const OracleState state = with_lines(model, given, r);
    Comparison compare(tolerance);
    Random random(17);
    VectorXd udot(state.u.size());
    for (Eigen::Index i = 0; i < udot.size(); ++i) udot(i) = random.between(-1, 1);

    Evaluator<double> value = values_at(model, state, udot);
    const MatrixXd M = mass_matrix(equations, value, state.u.size());
    compare_mass_matrix(compare, equations, M, r);
    const VectorXd f = values_of(equations.right_side, value);
    const VectorXd inverse_dynamics = values_of(equations.inverse_dynamics, value);
    compare.rows("f", f, r.f, r.f_magnitude);
    if (!equations.absorbed.empty() && equations.linear_system() != nullptr) {
        // M x = solved right side, u' = x + absorbed
        const VectorXd absorbed = values_of(equations.absorbed, value);
        compare.rows("solved right side", values_of(equations.linear_system()->absorbed_right_side, value),
                     r.f - r.M * absorbed, r.row_magnitudes(absorbed));
    }
    compare.rows("q'", values_of(equations.kinematic_equations, value), r.qdot,
                 VectorXd::Constant(r.qdot.size(), 1 + state.u.norm()));
    compare.rows("generalized force", values_of(equations.generalized_forces, value), r.generalized_forces,
                 r.force_magnitude);
    if (compare.found.empty() || f.size() == r.f.size()) {
        const VectorXd expected = r.M * udot - r.f, magnitudes = r.row_magnitudes(udot);
        compare.rows("M u' - f", M * udot - f, expected, magnitudes);
        compare.rows("inverse dynamics", inverse_dynamics, expected, magnitudes);
    }
    if (equations.solved() != nullptr && r.condition > 1e-4 && udot.size() > 0) {
        for (const PivotCheck& check : equations.solved()->checks)
            if (value(check.condition) != 1)
                compare.found.push_back("the pivot of speed " + std::to_string(check.info) + " fails its check");
        VectorXd solved = values_of(equations.solved()->accelerations, value);
        if (!equations.absorbed.empty()) solved += values_of(equations.absorbed, value);
        const double size =
            (inverse_of(r.M) * r.row_magnitudes(r.udot)).cwiseAbs().maxCoeff() + r.udot.cwiseAbs().maxCoeff();
        compare.rows("u' of the articulated recursion", solved, r.udot, VectorXd::Constant(udot.size(), 100 * size));
    }
    if (r.condition > 1e-4 && udot.size() > 0) {
        const double size =
            (inverse_of(r.M) * r.row_magnitudes(r.udot)).cwiseAbs().maxCoeff() + r.udot.cwiseAbs().maxCoeff();
        if (const auto solved = solve_positive_definite(M, f))
            compare.rows("u'", *solved, r.udot, VectorXd::Constant(udot.size(), 100 * size));
    }
    compare_quadratic_part(compare, model, equations, state, M);
    compare_energy(compare, model, equations, state, oracle, udot);
    return compare.found;
}

}  // namespace lag
