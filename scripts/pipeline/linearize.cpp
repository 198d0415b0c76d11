// The derivatives are those of ydot and of the outputs as the emitted routines would compute them, by each coordinate,
// speed and input, all coordinates and speeds taken as independent. With constraints (and Euler parameters) the state
// is first brought onto them: what `at` gives stays, the rest moves by least steps of Newton's method,
//     phi(q) = 0, then phidot(q, u) = 0,      delta = -G^+ phi.
// Consistent states stay consistent, so that A maps the motions that the constraints allow, the null space of
// G = d[phi; phidot]/dy, into itself, and with an orthonormal basis N of it their eigenvalues are those of N^T A N.

#include "scripts/pipeline/linearize.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/dense.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

constexpr double rank_tolerance = 1e-9;   // of the largest singular value
constexpr double rounding = 1e-14;        // of the largest entry of A: less may be nothing
constexpr double zero_tolerance = 1e-13;  // of the matrix's norm: what rounding errors in it may amount to
constexpr double kink_tolerance = 1e-9;   // of a row's largest slope
constexpr Dependence of_state_or_input = bit(Role::coordinate) | bit(Role::speed) | bit(Role::state) | bit(Role::input);

Numbers numbers_of(const MatrixXd& m) {
    Numbers rows;
    for (Eigen::Index r = 0; r < m.rows(); ++r) {
        rows.emplace_back();
        for (Eigen::Index c = 0; c < m.cols(); ++c) rows.back().push_back(m(r, c));
    }
    return rows;
}

// Similar, with rows and columns of about equal size (Parlett and Reinsch; scaled by powers of two, without rounding):
// in mixed units, and beside stiff springs, small has no meaning otherwise. What may be rounding has no say in it.
struct Balanced {
    MatrixXd A;      // S^-1 (what was given) S
    VectorXd scale;  // the diagonal of S
};
Balanced balanced(MatrixXd A, double noise) {
    MatrixXd sizes = (A.cwiseAbs().array() > noise).select(A.cwiseAbs(), 0.0);
    sizes.diagonal().setZero();
    VectorXd scales = VectorXd::Ones(A.rows());
    for (bool changed = true; changed;) {
        changed = false;
        for (Eigen::Index k = 0; k < A.rows(); ++k) {
            const double column = sizes.col(k).sum(), row = sizes.row(k).sum();
            if (!(column > 0) || !(row > 0)) continue;
            const double scale = std::exp2(std::round(std::log2(row / column) / 2));
            if (!(column * scale + row / scale < 0.95 * (column + row))) continue;
            sizes.col(k) *= scale, sizes.row(k) /= scale;
            A.col(k) *= scale, A.row(k) /= scale;
            scales(k) *= scale;
            changed = true;
        }
    }
    return {std::move(A), std::move(scales)};
}

class LinearizedModel {
  public:
    LinearizedModel(EquationsAtState& equations, const LinearizationPoint& point)
        : at_(equations), point_(point), state_(equations.state()) {}

    Linearization result() {
        at_.require_pivots();
        std::vector<Expr> rows = at_.rates();
        rows.insert(rows.end(), at_.outputs().begin(), at_.outputs().end());
        std::vector<Symbol> columns = state_;
        for (const std::string& name : point_.inputs) columns.push_back({name, Role::input});

        const EquationsAtState::Slopes all = at_.slopes(rows, columns);
        require_finite(all.derivatives, columns);
        const auto ny = static_cast<Eigen::Index>(state_.size()), no = static_cast<Eigen::Index>(at_.outputs().size()),
                   nw = static_cast<Eigen::Index>(point_.inputs.size());
        const MatrixXd A = all.derivatives.topLeftCorner(ny, ny);
        Linearization found;
        found.A = numbers_of(A), found.B = numbers_of(all.derivatives.topRightCorner(ny, nw));
        found.C = numbers_of(all.derivatives.bottomLeftCorner(no, ny));
        found.D = numbers_of(all.derivatives.bottomRightCorner(no, nw));
        for (const Symbol& symbol : state_) found.state_names.push_back(symbol.name);
        for (const TableRow& row : at_.program().outputs) found.output_names.push_back(row.name);
        if (has_sides(rows)) note_kinks(all, at_.slopes(rows, columns, true), found);
        found.constrained = !at_.rows().empty();
        const double largest = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
        const MatrixXd N = allowed_directions(A.cols());
        const MatrixXd allowed = found.constrained ? (N.transpose() * A * N).eval() : A;
        found.eigenvalues = eigenvalues(allowed, rounding * largest);
        if (point_.with_modes) add_modes(allowed, N, rounding * largest, found);
        for (const auto& response : point_.responses) add_response(response, all.derivatives, found);
        note_acceleration(all.values, found);
        return found;
    }

  private:
    // -- rows and columns
    std::string row_name(std::size_t row) const {
        const std::size_t ny = state_.size();
        return row < ny ? state_[row].name + "'" : fmt::format("output '{}'", at_.program().outputs[row - ny].name);
    }
    void require_finite(const MatrixXd& derivatives, const std::vector<Symbol>& columns) const {
        for (Eigen::Index r = 0; r < derivatives.rows(); ++r)
            for (Eigen::Index c = 0; c < derivatives.cols(); ++c) {
                if (std::isfinite(derivatives(r, c))) continue;
                const auto row = static_cast<std::size_t>(r);
                throw ModelError(fmt::format("{} has no finite derivative by {} at this state", row_name(row),
                                             columns[static_cast<std::size_t>(c)].name),
                                 std::string("is there a distance of zero, or the root of zero? Choose another state") +
                                     (row < state_.size() ? "" : ", or leave the output out with 'outputs = [..]'"));
            }
    }
    // Whether anything in these expressions can have a kink.
    bool has_sides(const std::vector<Expr>& expressions) const {
        static const std::set<Op> with_sides{Op::abs,  Op::min,        Op::max,   Op::floor, Op::mod,
                                             Op::less, Op::less_equal, Op::equal, Op::curve, Op::map};
        return std::ranges::any_of(reachable(*at_.model().graph, expressions), [&](NodeId id) {
            const Node& node = at_.model().graph->node(id);
            return with_sides.contains(node.op) && (node.dependence & of_state_or_input) != 0;
        });
    }
    // Where the other side has no number (s/s where s = 0 is left out), nothing is known.
    void note_kinks(const EquationsAtState::Slopes& chosen, const EquationsAtState::Slopes& other,
                    Linearization& found) const {
        for (Eigen::Index r = 0; r < chosen.values.size(); ++r) {
            double size = std::max(std::abs(chosen.values(r)), std::abs(other.values(r)));
            for (const double slope : chosen.derivatives.row(r)) size = std::max(size, std::abs(slope));
            const auto differ = [&](double a, double b) { return std::abs(a - b) > kink_tolerance * size; };
            bool kink = differ(chosen.values(r), other.values(r));
            for (Eigen::Index c = 0; c < chosen.derivatives.cols(); ++c)
                kink = kink || differ(chosen.derivatives(r, c), other.derivatives(r, c));
            if (kink) found.kinks.push_back(row_name(static_cast<std::size_t>(r)));
        }
    }

    // An orthonormal basis of the null space of d[phi; phidot]/dy, which A maps into itself.
    MatrixXd allowed_directions(Eigen::Index size) const {
        if (at_.rows().empty()) return MatrixXd::Identity(size, size);
        std::vector<Expr> errors;
        for (const auto& row : at_.rows()) errors.push_back(row.position), errors.push_back(row.speed);
        const MatrixXd G = at_.slopes(errors, state_).derivatives;
        const SingularValues svd = singular_value_decomposition(G);
        return svd.V.rightCols(G.cols() - svd.rank(rank_tolerance));
    }

    // -- results
    static std::vector<std::complex<double>> eigenvalues(const MatrixXd& matrix, double noise) {
        MatrixXd A = balanced(matrix, noise).A;
        std::vector<std::complex<double>> found(deflate_zeros(A, zero_tolerance * A.norm()));
        if (A.rows() == 0) return found;
        const auto values = eigenvalues_of(A);
        if (!values) throw ModelError("the eigenvalues were not found in a bounded number of steps");
        double size = 0;
        for (const std::complex<double>& value : *values) size = std::max(size, std::abs(value));
        // A part that is nothing but rounding is shown as zero, so that pairs sort alike everywhere.
        const auto cleaned = [&](double part) { return std::abs(part) <= 1e-14 * size ? 0.0 : part; };
        for (const std::complex<double>& value : *values)
            found.emplace_back(cleaned(value.real()), cleaned(value.imag()));
        const auto near = [&](double a, double b) { return std::abs(a - b) <= 1e-9 * size; };
        std::ranges::stable_sort(found, {}, [](const auto& value) { return std::pair(value.real(), value.imag()); });
        for (std::size_t first = 0; first < found.size();) {  // equal real parts up to rounding: by imaginary part
            std::size_t last = first + 1;
            while (last < found.size() && near(found[last].real(), found[last - 1].real())) ++last;
            std::stable_sort(found.begin() + static_cast<std::ptrdiff_t>(first),
                             found.begin() + static_cast<std::ptrdiff_t>(last),
                             [](const auto& a, const auto& b) { return a.imag() < b.imag(); });
            first = last;
        }
        return found;
    }

    // -- modes

    // What a mode's shape tells of: coordinates, quasi-velocities and states. Rates of coordinates follow from these.
    std::vector<std::size_t> shape_places() const {
        std::vector<std::size_t> places;
        const auto is_rate = [&](const Symbol& symbol) {
            return std::ranges::any_of(at_.model().speeds, [&](const Speed& u) {
                return u.rate_of.has_value() && symbol == Symbol{u.name, Role::speed};
            });
        };
        for (std::size_t k = 0; k < state_.size(); ++k)
            if (!is_rate(state_[k])) places.push_back(k);
        return places;
    }
    Mode mode_of(std::complex<double> eigenvalue, const Eigen::VectorXcd& y,
                 const std::vector<std::size_t>& places) const {
        const double size = std::abs(eigenvalue);
        Mode mode{eigenvalue, size / (2 * std::numbers::pi), size == 0 ? 0 : -eigenvalue.real() / size, {}};
        const auto component = [&](std::size_t k) { return y(static_cast<Eigen::Index>(k)); };
        double largest = 0;
        for (const std::size_t k : places) largest = std::max(largest, std::abs(component(k)));
        const auto leads = [&](std::size_t k) { return std::abs(component(k)) >= (1 - 1e-6) * largest; };
        const auto leader = std::ranges::find_if(places, leads);
        const std::complex<double> unit =
            leader == places.end() || largest == 0 ? 1 : component(*leader) / std::abs(component(*leader));
        const auto cleaned = [](double part) { return std::abs(part) <= 1e-9 ? 0.0 : part; };
        for (const std::size_t k : places) {
            const std::complex<double> part = largest == 0 ? 0 : component(k) / (unit * largest);
            mode.shape.emplace_back(state_[k].name, std::complex(cleaned(part.real()), cleaned(part.imag())));
        }
        return mode;
    }
    // Zeros as `eigenvalues` found them; the other values, which repeated zeros would disturb, from there too.
    void add_modes(const MatrixXd& allowed, const MatrixXd& N, double noise, Linearization& found) const {
        const Balanced scaled = balanced(allowed, noise);
        const auto vectors = eigenvectors_of(scaled.A);
        if (!vectors) throw ModelError("the eigenvectors were not found in a bounded number of steps");
        const std::size_t n = vectors->values.size();
        std::vector<std::size_t> order(n);
        for (std::size_t k = 0; k < n; ++k) order[k] = k;
        std::ranges::stable_sort(order, {}, [&](std::size_t k) { return std::abs(vectors->values[k]); });
        const auto zeros = static_cast<std::size_t>(std::ranges::count(found.eigenvalues, std::complex<double>(0)));
        std::vector<std::complex<double>> left;
        for (const std::complex<double>& value : found.eigenvalues)
            if (value != 0.0) left.push_back(value);
        const std::vector<std::size_t> places = shape_places();
        for (std::size_t k = 0; k < n; ++k) {
            std::complex<double> value = 0;
            Eigen::VectorXcd y =
                N * (scaled.scale.asDiagonal() * vectors->vectors.col(static_cast<Eigen::Index>(order[k])));
            if (k >= zeros) {
                const std::complex<double> near = vectors->values[order[k]];
                const auto nearest = std::ranges::min_element(left, {}, [&](auto v) { return std::abs(v - near); });
                value = *nearest;
                left.erase(nearest);
                if (value.imag() < 0) continue;
            } else {
                y = y.real().norm() >= y.imag().norm() ? y.real().cast<std::complex<double>>().eval()
                                                       : y.imag().cast<std::complex<double>>().eval();
            }
            found.modes.push_back(mode_of(value, y, places));
        }
        std::ranges::stable_sort(found.modes, {}, [](const Mode& m) { return std::pair(m.frequency, m.damping); });
    }

    // -- frequency response
    // o/w = sum over the input's rates of (i omega)^k (C (i omega - A)^-1 B_k + D_k), of the equations as emitted, y all
    // independent: what leaves the constraints has eigenvalues of its own, which a steady oscillation does not excite.
    void add_response(const LinearizationPoint::Response& asked, const MatrixXd& derivatives,
                      Linearization& found) const {
        std::vector<Symbol> columns;
        for (std::string name = asked.input; at_.knows({name, Role::input}); name += "'")
            columns.push_back({name, Role::input});
        const auto ny = static_cast<Eigen::Index>(state_.size());
        std::vector<Expr> rows = at_.rates();
        rows.push_back(at_.outputs().at(0));
        const MatrixXd slopes = at_.slopes(rows, columns).derivatives;
        require_finite(slopes, columns);
        const MatrixXd A = derivatives.topLeftCorner(ny, ny);
        const Eigen::RowVectorXd C = derivatives.row(ny).head(ny);
        for (const double frequency : asked.frequencies) {
            const double omega = 2 * std::numbers::pi * frequency;
            Eigen::VectorXcd b = Eigen::VectorXcd::Zero(ny);
            std::complex<double> direct = 0, power = 1;
            for (Eigen::Index k = 0; k < slopes.cols(); ++k, power *= std::complex<double>(0, omega)) {
                b += power * slopes.col(k).head(ny);
                direct += power * slopes(ny, k);
            }
            // (i omega - A)(x + i z) = b in real numbers
            MatrixXd system(2 * ny, 2 * ny);
            const MatrixXd turn = omega * MatrixXd::Identity(ny, ny);
            system << -A, -turn, turn, -A;
            VectorXd right(2 * ny);
            right << b.real(), b.imag();
            const VectorXd solved = solve_square(system, right);
            const std::complex<double> value = direct + std::complex<double>(C * solved.head(ny), C * solved.tail(ny));
            if (!std::isfinite(value.real()) || !std::isfinite(value.imag()) ||
                (system * solved - right).norm() > 1e-6 * (1 + right.norm()))
                throw ModelError(
                    fmt::format("there is no steady answer at {} Hz: the system resonates there without damping",
                                shortest_decimal(frequency)),
                    "choose other frequencies");
            found.response.push_back(value);
        }
    }

    void note_acceleration(const VectorXd& rate, Linearization& found) {
        for (std::size_t u = 0; u < at_.program().speeds.size(); ++u) {
            const double value = rate(static_cast<Eigen::Index>(at_.program().coordinates.size() + u));
            if (std::abs(value) <= std::abs(found.acceleration)) continue;
            found.acceleration = value, found.fastest = at_.program().speeds[u].name;
        }
        for (std::size_t s = 0; s < at_.program().states.size(); ++s) {
            const double value = rate(static_cast<Eigen::Index>(state_.size() - at_.program().states.size() + s));
            if (std::abs(value) <= std::abs(found.acceleration)) continue;
            found.acceleration = value, found.fastest = at_.program().states[s].name;
        }
    }

    EquationsAtState& at_;
    const LinearizationPoint& point_;
    const std::vector<Symbol>& state_;
};

}  // namespace

Linearization linearized(EquationsAtState& equations, const LinearizationPoint& point) {
    equations.place(point.given);
    equations.require_sticking();
    equations.bring_onto_constraints();
    equations.require_modes();
    return linearized_here(equations, point);
}

Linearization linearized_here(EquationsAtState& equations, const LinearizationPoint& point) {
    return LinearizedModel(equations, point).result();
}

}  // namespace lag
