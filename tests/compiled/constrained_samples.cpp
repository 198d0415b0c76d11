#include "tests/compiled/constrained_samples.hpp"

#include "core/dense.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "tests/catch.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_model.hpp"

namespace lag {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double largest(const VectorXd& v) {
    return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff();
}

// no hinge is driven: all power comes from loads and constraints
bool moves_freely(const Model& model) {
    if (!model.kinetic_terms.empty()) return false;  // an explicit energy may hold a drive
    for (const Body& body : model.bodies)
        for (const Motion& motion : body.hinge.motions)
            if (!motion.coordinate && !body.hinge.euler_parameters && body.hinge.kind != "fixed") return false;
    return true;
}

// As many rows as are independent, of the same span and right sides.
ConstraintReading independent(ConstraintReading rows) {
    const SingularValues svd = singular_value_decomposition(rows.B);
    const MatrixXd from = svd.U.leftCols(svd.rank(1e-9)).transpose();
    rows.gamma = (from * rows.gamma).eval();
    rows.B = (from * rows.B).eval();
    return rows;
}

ConstrainedMotion constrained_motion_of(const Model& model, const OracleState& state, const ConstraintReading& rows) {
    const OracleResult free = Oracle(model, state).result();
    return constrained_motion(free.M, free.f, rows.B, rows.gamma);
}

}  // namespace

void compare_tabled(const char* what, const Eigen::VectorXd& ours, const Eigen::VectorXd& tabled) {
    REQUIRE(ours.size() == tabled.size());
    const double size = 1 + tabled.norm();
    for (Eigen::Index i = 0; i < ours.size(); ++i) {
        INFO(what << "(" << i + 1 << "): " << ours(i) << " instead of " << tabled(i));
        CHECK(std::abs(ours(i) - tabled(i)) <= 1e-8 * size);
    }
}

void compare_rows(const char* what, const VectorXd& ours, const VectorXd& reference, const VectorXd& magnitude) {
    constexpr double tolerance = 1e-11;
    REQUIRE(ours.size() == reference.size());
    for (Eigen::Index i = 0; i < ours.size(); ++i) {
        INFO(what << "(" << i + 1 << "): " << ours(i) << " instead of " << reference(i));
        CHECK(std::abs(ours(i) - reference(i)) <= tolerance * magnitude(i));
    }
}

ConstraintReference::ConstraintReference(const Model& model) : model_(model) {
    std::vector<Eigen::Index> first;  // by constraint
    Eigen::Index next = 0;
    for (const Constraint& c : model.constraints) {
        row_by_row_ = row_by_row_ && c.kind != Constraint::Kind::hinge;
        first.push_back(next);
        next += c.kind == Constraint::Kind::loop ? 3 : 1;
    }
    const auto name_of_load = [&](const ConstraintRow& row) {
        return model.graph->symbol_of(multiplier_symbol(model, row.constraint, row.component)).name;
    };
    const auto mechanics = lagrange_mechanics();
    const ConstraintRows& rows = mechanics->independent_rows(model);
    for (const ConstraintRow& row : rows.rows) {
        if (row_by_row_) kept_.push_back(first.at(row.constraint) + static_cast<Eigen::Index>(row.component));
        symbols_.push_back(name_of_load(row));
    }
    for (const LeftOutRow& row : rows.left_out) unloaded_.push_back(name_of_load(row.row));
}

std::vector<OracleState> ConstraintReference::states(const VectorXd& q, const VectorXd& u, int count) const {
    std::vector<OracleState> found;
    for (std::uint64_t seed = 1; seed <= 60 && static_cast<int>(found.size()) < count; ++seed) {
        OracleState state = random_state(model_, seed);
        const double far = 0.1 + 0.01 * static_cast<double>(seed);  // farther where the first ones do not do
        state.q = q + far * VectorXd(state.q);
        state.u = u + VectorXd(state.u);
        for (const Body& body : model_.bodies)
            if (body.hinge.euler_parameters)
                state.q.segment(static_cast<Eigen::Index>(body.hinge.coordinates[0].value), 4).normalize();
        if (!make_consistent(model_, state)) continue;
        const ConstraintReading all = read_constraints(model_, state),
                                kept = row_by_row_ ? all.only(kept_) : independent(all);
        const OracleResult free = Oracle(model_, state).result();
        const ConstrainedMotion motion = constrained_motion(free.M, free.f, kept.B, kept.gamma);
        if (motion.restraint >= 0.02 && motion.inertia >= 1e-3) found.push_back(state);
    }
    return found;
}

void ConstraintReference::set_multipliers(const VectorXd& lambda, OracleState& state) const {
    for (std::size_t k = 0; k < symbols_.size(); ++k)
        state.external[symbols_[k]] = lambda(static_cast<Eigen::Index>(k));
    for (const std::string& symbol : unloaded_) state.external[symbol] = 0;
}

ConstrainedMotion ConstraintReference::compare(const CompiledModel& compiled, const OracleState& state) const {
    const ConstraintReading all = read_constraints(model_, state);
    const auto rows = static_cast<Eigen::Index>(symbols_.size());
    VectorXd phi(rows), phidot(rows);
    compiled.constraints(state, phi, phidot);
    const MatrixXd B = compiled.constraint_matrix(state, rows);
    ConstraintReading kept = all;
    if (row_by_row_) {
        kept = all.only(kept_);
        compare_rows("phi", phi, kept.phi, kept.phi_size);
        compare_rows("phidot", phidot, kept.phidot, kept.phidot_size);
        for (Eigen::Index j = 0; j < B.cols(); ++j) compare_rows("B", B.col(j), kept.B.col(j), kept.B_size.col(j));
    } else {
        // the oracle closes the whole pose of a cut hinge: other rows of the same span
        CHECK(phi.norm() <= 1e-9);
        CHECK(phidot.norm() <= 1e-9 * (1 + state.u.norm()));
        MatrixXd both(all.B.rows() + rows, B.cols());
        both << all.B, B;
        CHECK(rank_of(both, 1e-9) == rows);
        kept.B = B;
        kept.gamma = B * constrained_motion_of(model_, state, all).udot;
        kept.phidot = B * state.u;
    }

    // the rows that are left out follow from those that are kept
    CHECK(rank_of(all.B, 1e-9) == rows);
    const OracleResult free = Oracle(model_, state).result();
    const ConstrainedMotion reference = constrained_motion_of(model_, state, all);
    ConstrainedMotion ours;
    ours.lambda = VectorXd::Zero(rows);
    int info = -1;
    ours.udot = compiled.accelerations(state, ours.lambda, info);
    CHECK(info == 0);
    for (Eigen::Index i = 0; i < ours.udot.size(); ++i) {
        INFO("u'(" << i + 1 << "): " << ours.udot(i) << " instead of " << reference.udot(i));
        CHECK(std::abs(ours.udot(i) - reference.udot(i)) <= 1e-9 * largest(reference.udot));
    }
    const VectorXd load = free.f - free.M * ours.udot;  // B^T lambda
    CHECK((kept.B.transpose() * ours.lambda - load).norm() <=
          1e-9 * (kept.B.cwiseAbs().transpose() * ours.lambda.cwiseAbs() + free.row_magnitudes(ours.udot)).norm());
    // an element of u' is as good as the largest one
    CHECK((kept.B * ours.udot - kept.gamma).norm() <=
          1e-10 * (kept.B.lpNorm<1>() * largest(ours.udot) + kept.gamma.norm()));
    const VectorXd rate = compiled.derivatives(state, info);
    CHECK(info == 0);
    CHECK((rate.segment(rate.size() - state.s.size() - ours.udot.size(), ours.udot.size()) - ours.udot).norm() <=
          1e-9 * ours.udot.norm());

    if (!moves_freely(model_)) return ours;
    const double power = Oracle(model_, state).kinetic_rate(ours.udot), loads = free.generalized_forces.dot(state.u),
                 constraints = ours.lambda.dot(B * state.u);
    CHECK(std::abs(power - loads + constraints) <= 1e-9 * (std::abs(power) + std::abs(loads) + std::abs(constraints) +
                                                           ours.lambda.norm() * (B * state.u).norm() + free.kinetic));
    if ((kept.phidot - kept.B * state.u).norm() == 0) {  // b(t) = 0
        INFO("power of the constraints' loads, where no condition depends on time");
        // where every term of B u is 0 but for the rounding of speeds, as along an axis, that rounding counts
        const VectorXd terms = B.cwiseAbs() * state.u.cwiseAbs(), rounding = B.rowwise().norm() * state.u.norm();
        CHECK(std::abs(constraints) <= ours.lambda.cwiseAbs().dot(1e-9 * terms + 1e-13 * rounding));
    }
    return ours;
}

}  // namespace lag
