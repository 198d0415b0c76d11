#include "scripts/command/simulate/singular.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>

#include "core/dense.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double nothing = 1e-9;    // rows that no speed moves
constexpr double singular = 0.1;    // smallest singular value, of that at the start
constexpr double takes_part = 0.3;  // part of a row in the dependence, of the largest part

MatrixXd constraint_matrix(RunnableModel& model, const MechanismPlace& place) {
    const auto nu = static_cast<Eigen::Index>(model.size(Size::nu));
    const auto phidot = [&](Eigen::Index moving) {
        VectorXd u = VectorXd::Zero(nu);
        if (moving >= 0) u(moving) = 1;
        Frame frame{{Slot::t, {place.t}},
                    {Slot::q, place.q},
                    {Slot::u, {u.begin(), u.end()}},
                    {Slot::s, place.s},
                    {Slot::w, place.w}};
        model.call(RoutineName::constraints, frame);
        const std::vector<double>& rates = frame[Slot::phidot];
        return VectorXd(Eigen::Map<const VectorXd>(rates.data(), static_cast<Eigen::Index>(rates.size())));
    };
    const VectorXd still = phidot(-1);
    MatrixXd B(still.size(), nu);
    for (Eigen::Index k = 0; k < nu; ++k) B.col(k) = phidot(k) - still;
    return B;
}

// The last left singular vector is the combination of rows that is nearest to 0.
struct RowDependence {
    double least = 0;
    VectorXd rows;  // parts in it
};
RowDependence row_dependence(const MatrixXd& B) {
    const SingularValues svd = singular_value_decomposition(B);
    const double least = B.rows() > B.cols() ? 0 : svd.values.minCoeff();
    return {least, svd.U.col(B.rows() - 1).cwiseAbs()};
}

// Columns, then rows, to the size that they have at the start.
void scale(MatrixXd& first, MatrixXd& last) {
    const auto inverse = [](double x) { return x > nothing ? 1 / x : 1.0; };
    const VectorXd columns = first.cwiseAbs().colwise().maxCoeff().transpose().unaryExpr(inverse);
    first *= columns.asDiagonal();
    last *= columns.asDiagonal();
    const VectorXd rows = first.rowwise().norm().unaryExpr(inverse);
    first.array().colwise() *= rows.array();
    last.array().colwise() *= rows.array();
}

}  // namespace

double regularity(MatrixXd start, MatrixXd now) {
    scale(start, now);
    return row_dependence(now).least / row_dependence(start).least;
}

std::string singular_position(RunnableModel& model, const MechanismPlace& start, const MechanismPlace& now) {
    if (!model.has(RoutineName::constraints) || model.size(Size::nu) == 0) return "";
    MatrixXd first = constraint_matrix(model, start), last = constraint_matrix(model, now);
    if (first.rows() == 0 || !first.allFinite() || !last.allFinite()) return "";
    scale(first, last);
    const RowDependence before = row_dependence(first), here = row_dependence(last);
    if (!(before.least > nothing) || here.least > singular * before.least) return "";
    std::string names;
    for (Eigen::Index r = 0; r < here.rows.size(); ++r)
        if (here.rows(r) >= takes_part * here.rows.maxCoeff())
            names += fmt::format("{}{}'", names.empty() ? "'" : ", '",
                                 model.program().constraints[static_cast<std::size_t>(r)].name);
    const bool one = names.find(',') == std::string::npos;
    return fmt::format(
        "the mechanism is near a singular position: constraint {}{}{}, so that it locks or has more than one way to go "
        "on",
        one ? "row " : "rows ", names, one ? " restricts no motion there" : " depend on each other there");
}

}  // namespace lag
