// Derivatives that routines give, against differences.
#include <cmath>

#include "core/dense.hpp"
#include "tests/combinations/comparison.hpp"

namespace lag::combinations {

VectorXd Comparison::derivatives(Emitted& variant, const OracleState& state) {
    return variant.call("derivatives", variant.arguments(state)).at("ydot");
}

VectorXd Comparison::slope(Emitted& variant, const OracleState& state, const std::string& column, double h,
                           const Function& of) {
    const auto moved = [&](double way) {
        OracleState other = state;
        const Emitted& header = header_of(variant);
        if (const Index q = index_of(names_of(model_.coordinates), column); q >= 0) other.q(q) += way;
        if (const Index u = index_of(header.names("speed_names"), column); u >= 0) other.u(u) += way;
        if (const Index w = index_of(header.names("input_names"), column); w >= 0) other.w(w) += way;
        if (const Index p = index_of(names_of(model_.parameters), column); p >= 0) {
            other.p(p) += way;
            variant.setup(other.p);
            const VectorXd found = of(variant, other);
            variant.setup(state.p);
            return found;
        }
        return of(variant, other);
    };
    return (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
}

void Comparison::compare_jacobian(Emitted& variant, const Truth& truth) {
    if (variant.file().language != "cpp") return;
    const OracleState state = reduced(variant, for_file(variant, truth));
    const Arrays result = variant.call("jacobian", variant.arguments(state));
    if (result.at("info")(0) != 0) {
        if (variant.call("derivatives", variant.arguments(state)).at("info")(0) == 0)
            report("jacobian: info", shown(result.at("info")));
        return;
    }
    const std::vector<std::string> columns = variant.names("jacobian_column_names");
    const std::vector<int> row = variant.integers("jacobian_rows"), column = variant.integers("jacobian_columns");
    const Index n = state.q.size() + state.u.size();
    MatrixXd J = MatrixXd::Zero(n, at_index(columns.size()));
    for (std::size_t k = 0; k < row.size(); ++k) J(row[k], column[k]) = result.at("jac")(at_index(k));
    const double size = 1 + largest(derivatives(variant, state));
    const Function of = [&](Emitted& other, const OracleState& at) { return derivatives(other, at); };
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const VectorXd ours = J.col(at_index(c));
        const auto [reference, error] = nearest_slope(variant, state, columns[c], size, ours, of);
        if (!(error <= 1e-5)) {
            report("jacobian", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
            return;
        }
    }
}

std::pair<VectorXd, double> Comparison::nearest_slope(Emitted& variant, const OracleState& state,
                                                      const std::string& column, double size, const VectorXd& ours,
                                                      const Function& of) {
    std::pair<VectorXd, double> nearest{{}, 1e300};
    for (const double h : {1e-3, 1e-4, 1e-5}) {
        // of sixth order: near a singular elimination plain differences are not near enough for any step
        const VectorXd found =
            (16 * slope(variant, state, column, h / 2, of) - slope(variant, state, column, h, of)) / 15;
        const double here = largest(found - ours) / (size + largest(found));
        if (here < nearest.second) nearest = {found, here};
    }
    return nearest;
}

void Comparison::compare_products(Emitted& variant, const Truth& truth) {
    if (variant.file().language != "cpp") return;
    const OracleState state = for_file(variant, truth);
    Arrays given = variant.arguments(state);
    const double size = 1 + largest(derivatives(variant, state));
    given["v"] = VectorXd(state.q.size() + state.u.size());
    for (Index k = 0; k < given["v"].size(); ++k) given["v"](k) = random_.between(-1, 1);
    const Arrays adjoint = variant.call("adjoint", given);
    if (adjoint.at("info")(0) != 0) {
        if (variant.call("derivatives", variant.arguments(state)).at("info")(0) == 0)
            report("adjoint: info", shown(adjoint.at("info")));
        return;
    }
    const std::vector<std::string> columns = variant.names("adjoint_column_names");
    const Function of = [&](Emitted& other, const OracleState& at) { return derivatives(other, at); };
    for (std::size_t c = 0; c < columns.size(); ++c) {
        given["d"] = VectorXd::Unit(at_index(columns.size()), at_index(c));
        const VectorXd ours = variant.call("tangent", given).at("fdot");
        const double a = adjoint.at("a")(at_index(c));
        const auto [reference, error] = nearest_slope(variant, state, columns[c], size, ours, of);
        if (!(error <= 1e-5))
            report("tangent", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
        if (!(std::abs(a - given["v"].dot(ours)) <= 1e-9 * (size + largest(ours)) * (1 + largest(given["v"]))))
            report("adjoint", fmt::format("column {}: {} instead of {}", columns[c], a, given["v"].dot(ours)));
    }
    if (variant.has("hessian")) compare_hessian(variant, state, given["v"]);
}

void Comparison::compare_hessian(Emitted& variant, const OracleState& state, const VectorXd& v) {
    const auto with_weights = [&](Emitted& of, const OracleState& at) {
        Arrays given = of.arguments(at);
        given["v"] = v;
        return given;
    };
    const Function of = [&](Emitted& other, const OracleState& at) {
        return VectorXd(other.call("adjoint", with_weights(other, at)).at("a").head(state.q.size() + state.u.size()));
    };
    const Arrays result = variant.call("hessian", with_weights(variant, state));
    if (result.at("info")(0) != 0) report("hessian: info", shown(result.at("info")));
    const std::vector<std::string> columns = variant.names("hessian_column_names");
    const std::vector<int> row = variant.integers("hessian_rows"), column = variant.integers("hessian_columns");
    MatrixXd H = MatrixXd::Zero(at_index(columns.size()), at_index(columns.size()));
    for (std::size_t k = 0; k < row.size(); ++k)
        H(row[k], column[k]) = H(column[k], row[k]) = result.at("h")(at_index(k));
    const double size = 1 + largest(of(variant, state));
    for (std::size_t c = 0; c < columns.size(); ++c) {
        const VectorXd ours = H.col(at_index(c));
        const auto [reference, error] = nearest_slope(variant, state, columns[c], size, ours, of);
        if (!(error <= 1e-5))
            report("hessian", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
    }
}

void Comparison::compare_four(Emitted& variant, const Truth& truth) {
    const OracleState one = reduced(variant, for_file(variant, truth));
    if (variant.call("derivatives", variant.arguments(one)).at("info")(0) != 0) return;
    std::vector<OracleState> four(4, one);
    for (std::size_t k = 1; k < 4; ++k) four[k].u *= 1 + 0.3 * static_cast<double>(k);
    const MatrixXd together = variant.four(four);
    for (std::size_t k = 0; k < 4; ++k) {
        const VectorXd alone = derivatives(variant, four[k]);
        equal("many at once", together.col(at_index(k)), alone, 1 + largest(alone), 1e-8);
    }
}

}  // namespace lag::combinations
