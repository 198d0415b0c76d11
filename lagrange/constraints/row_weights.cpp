#include "lagrange/constraints/row_weights.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/constraints/system_numbers.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double moved_above = 1e-8;        // part of a motion without inertia
constexpr double left_by_rounding = 1e-16;  // squares of entries beside the largest one

// What the rounding of an exact zero left is none of the sizes that weights are made of.
MatrixXd without_rounding(MatrixXd squares) {
    const double largest = squares.size() == 0 ? 0 : squares.maxCoeff();
    return squares.unaryExpr([&](double x) { return x > left_by_rounding * largest ? x : 0.0; });
}

// Other parameters at the same place; `zeros` too.
ModelValues with_other_parameters(ModelValues values, std::uint64_t seed, bool zeros) {
    RandomNumbers random(seed);
    for (double& value : values.p)
        value = value == 0 && zeros ? 0.2 * random.next() : value * (1 + 0.3 * random.next());
    return values;
}

// The speeds that these motions move; adds them.
void add_moved(const MatrixXd& motions, std::vector<bool>& speeds) {
    for (Eigen::Index i = 0; i < motions.rows() && motions.cols() > 0; ++i)
        if (motions.row(i).norm() > moved_above) speeds[static_cast<std::size_t>(i)] = true;
}

// The inertia that a row of B feels. `inertia` by speed; what is not known yet is not positive. Nothing where no speed
// of the row is known.
double felt_by(const VectorXd& squares, const VectorXd& inertia) {
    double sum = 0;
    for (Eigen::Index k = 0; k < squares.size(); ++k)
        if (inertia(k) > 0) sum += squares(k) / inertia(k);
    return sum > 0 ? 1 / sum : 0;
}

// Rows that hold massless speeds alone take what the rows beside them make these speeds feel.
VectorXd weights_of(const MatrixXd& squares, VectorXd inertia, const std::vector<std::size_t>& rows) {
    VectorXd weights = VectorXd::Zero(squares.rows());
    for (std::size_t round = 0; round < rows.size(); ++round) {
        std::vector<Eigen::Index> fresh;
        for (const std::size_t row : rows) {
            const auto r = at_index(row);
            if (weights(r) > 0) continue;
            weights(r) = felt_by(squares.row(r).transpose(), inertia);
            if (weights(r) > 0) fresh.push_back(r);
        }
        if (fresh.empty()) {  // nothing with inertia is in reach
            const auto open =
                std::find_if(rows.begin(), rows.end(), [&](std::size_t r) { return !(weights(at_index(r)) > 0); });
            if (open == rows.end()) break;
            const auto r = at_index(*open);
            const double size = squares.row(r).sum();
            weights(r) = size > 0 ? 1 / size : 1;
            fresh.push_back(r);
        }
        const VectorXd known = inertia;
        for (const Eigen::Index r : fresh)
            for (Eigen::Index k = 0; k < inertia.size(); ++k)
                if (!(known(k) > 0)) inertia(k) += weights(r) * squares(r, k);
    }
    return weights;
}

double power_of_16(double weight) {
    return std::exp2(4 * std::clamp(std::round(std::log2(weight) / 4), -60.0, 60.0));
}

}  // namespace

namespace {

std::vector<RowWeight> weights_of_permanent(const Model& model, const Kinematics& kinematics,
                                            const ConstraintRows& constraints, const std::vector<ModelState>& states) {
    if (constraints.rows.empty()) return {};
    const auto nu = static_cast<Eigen::Index>(model.speeds.size());
    std::vector<bool> massless(model.speeds.size(), false);
    MatrixXd diagonal = MatrixXd::Zero(nu, 1), squares = MatrixXd::Zero(at_index(constraints.rows.size()), nu);
    std::uint64_t seed = 1;
    bool singular = false;
    for (const ModelValues& values : general_places(model, constraints, states)) {
        const SystemNumbers here = system_numbers(model, kinematics, constraints, values);
        if (!here.finite) continue;
        diagonal += here.M.diagonal();
        squares += here.B.cwiseAbs2();
        const MatrixXd motions = mass_null_space(here.M).motions;
        if (motions.cols() == 0 || free_massless_motions(here).cols() > 0) continue;
        singular = true;
        add_moved(motions, massless);
        for (const bool zeros : {false, true}) {
            const SystemNumbers other =
                system_numbers(model, kinematics, constraints, with_other_parameters(values, ++seed, zeros));
            if (other.finite) add_moved(mass_null_space(other.M).motions, massless);
        }
    }
    if (!singular) return {};
    std::vector<std::size_t> rows;
    for (std::size_t r = 0; r < constraints.rows.size(); ++r)
        if (std::ranges::any_of(constraints.rows[r].B, [&](const auto& entry) { return massless[entry.first.value]; }))
            rows.push_back(r);
    for (Eigen::Index r = 0; r < squares.rows(); ++r) squares.row(r) = without_rounding(squares.row(r));
    const VectorXd weights = weights_of(squares, without_rounding(diagonal), rows);
    std::vector<RowWeight> result;
    for (const std::size_t r : rows) result.push_back({r, power_of_16(weights(at_index(r)))});
    return result;
}

}  // namespace

// A row that is switched off holds nothing.
std::vector<RowWeight> row_weights(const Model& model, const Kinematics& kinematics, const ConstraintRows& constraints,
                                   const std::vector<ModelState>& states) {
    const std::vector<std::size_t> permanent = permanent_rows(constraints);
    if (permanent.size() == constraints.rows.size())
        return weights_of_permanent(model, kinematics, constraints, states);
    std::vector<RowWeight> weights =
        weights_of_permanent(model, kinematics, rows_numbered(constraints, permanent), states);
    for (RowWeight& weight : weights) weight.row = permanent[weight.row];
    return weights;
}

}  // namespace lag
