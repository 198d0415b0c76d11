#include "lagrange/constraints/validate.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/errors.hpp"
#include "lagrange/constraints/system_numbers.hpp"
#include "lagrange/dynamics/inertias.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double part_of_motion = 1e-6;  // of the largest component: what a motion moves

// Whether M is positive definite, eliminated from the last speed to the first.
bool is_positive_definite(MatrixXd m) {
    const VectorXd size = m.diagonal().cwiseAbs();
    for (Eigen::Index k = m.rows(); k-- > 0;) {
        if (!(m(k, k) > 1e-11 * size(k))) return false;
        for (Eigen::Index i = 0; i < k; ++i) {
            if (m(k, i) == 0) continue;
            const double factor = m(k, i) / m(k, k);
            for (Eigen::Index j = 0; j <= i; ++j) m(i, j) -= factor * m(k, j);
        }
    }
    return true;
}

// Of all motions in the span of the columns, the one that begins furthest outboard; its speeds, ascending.
std::vector<std::size_t> outermost_motion(MatrixXd motions) {
    const Eigen::Index k = motions.cols();
    Eigen::Index done = 0;  // columns that begin further inboard
    for (Eigen::Index row = 0; row < motions.rows() && done + 1 < k; ++row) {
        Eigen::Index best = 0;
        if (motions.row(row).tail(k - done).cwiseAbs().maxCoeff(&best) < part_of_motion) continue;
        motions.col(done).swap(motions.col(done + best));
        for (Eigen::Index c = done + 1; c < k; ++c)
            motions.col(c) -= motions(row, c) / motions(row, done) * motions.col(done).eval();
        ++done;
    }
    const VectorXd motion = motions.col(k - 1).cwiseAbs();
    std::vector<std::size_t> speeds;
    for (Eigen::Index i = 0; i < motion.size(); ++i)
        if (motion(i) > part_of_motion * motion.maxCoeff()) speeds.push_back(static_cast<std::size_t>(i));
    return speeds;
}

// "'a'', 'b'' and 'c''"
std::string names_of(const Model& model, const std::vector<std::size_t>& speeds) {
    std::string names;
    for (std::size_t k = 0; k < speeds.size(); ++k)
        names += fmt::format("{}{}'",
                             k == 0                   ? "'"
                             : k + 1 == speeds.size() ? " and '"
                                                      : ", '",
                             model.speeds[speeds[k]].name);
    return names;
}

bool any_switched(const Model& model) {
    return std::ranges::any_of(model.constraints, &Constraint::is_switched);
}

[[noreturn]] void refuse(const Model& model, const std::vector<std::size_t>& speeds) {
    const Speed& u = model.speeds[speeds.front()];
    const Body& body = model.body(u.body);
    const std::string where = fmt::format(" in '{}'", u.name);
    std::string together;
    if (speeds.size() > 1) together = fmt::format("the motion is one of {} together; ", names_of(model, speeds));
    if (u.body == ground)
        throw ModelError("the mass matrix is singular: the kinetic energy gives no inertia to a motion" + where,
                         together + "the kinetic energy is to be positive in all rates at the default parameter values",
                         {Subject::Kind::speed, u.name});
    if (is_massless(body))
        throw ModelError(
            fmt::format("massless body '{}' can move freely{}", body.name, where),
            together + (model.constraints.empty()
                            ? "give it or a body outboard of it a mass or an inertia that this motion moves"
                            : fmt::format("give it or a body outboard of it a mass or an inertia that this motion "
                                          "moves, or a constraint that {}holds it",
                                          any_switched(model) ? "always " : "")),
            {Subject::Kind::body, body.name});
    throw ModelError(fmt::format("the mass matrix is singular: body '{}' can move{} without inertia", body.name, where),
                     together +
                         "the inertia about that axis, or the mass in that direction, is zero at the default "
                         "parameter values",
                     {Subject::Kind::body, body.name});
}

// The speeds that move without inertia at one state; none where the whole matrix is regular. Nothing where M or B has
// no value there (the root of a negative number, say).
std::optional<std::vector<std::size_t>> judge(const Model& model, const Kinematics& kinematics,
                                              const ConstraintRows& constraints, const ModelValues& values) {
    const SystemNumbers numbers = system_numbers(model, kinematics, constraints, values);
    if (!numbers.finite) return std::nullopt;
    if (constraints.rows.empty() && is_positive_definite(numbers.M)) return std::vector<std::size_t>{};
    const MatrixXd motions = free_massless_motions(numbers);
    if (motions.cols() == 0) return std::vector<std::size_t>{};
    return outermost_motion(motions);
}

}  // namespace

void validate_mass_matrix(const Model& model, const Kinematics& kinematics, const ConstraintRows& all,
                          const std::vector<ModelState>& on_constraints) {
    const ConstraintRows constraints = rows_numbered(all, permanent_rows(all));
    // One unlucky state may be singular by itself (two axes in line); a motion without inertia is singular at
    // all. Away from the constraints entries of B are there that vanish on them: where consistent states are
    // known only they count.
    constexpr int wanted = 3;
    std::optional<std::vector<std::size_t>> moving;
    int tried = 0;
    for (const ModelValues& values : general_places(model, constraints, on_constraints)) {
        auto here = judge(model, kinematics, constraints, values);
        if (!here) continue;
        if (here->empty()) return;
        moving = std::move(here);
        if (++tried == wanted && on_constraints.empty()) break;
    }
    if (moving) refuse(model, *moving);
}

}  // namespace lag
