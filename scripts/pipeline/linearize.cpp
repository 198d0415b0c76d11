// The derivatives are those of ydot and of the outputs as the emitted routines would compute them, by each coordinate,
// speed and input, all coordinates and speeds taken as independent. With constraints (and Euler parameters) the state
// is first brought onto them: what `at` gives stays, the rest moves by least steps of Newton's method,
//     phi(q) = 0, then phidot(q, u) = 0,      delta = -G^+ phi.
// Consistent states stay consistent, so that A maps the motions that the constraints allow, the null space of
// G = d[phi; phidot]/dy, into itself, and with an orthonormal basis N of it their eigenvalues are those of N^T A N.

#include "scripts/pipeline/linearize.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/dense.hpp"
#include "core/dual.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "emitters/program/program.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Key = std::pair<Role, std::string>;

constexpr double on_constraints = 1e-9;   // how far a row may be off, in its own unit
constexpr double rank_tolerance = 1e-9;   // of the largest singular value
constexpr double rounding = 1e-14;        // of the largest entry of A: less may be nothing
constexpr double zero_tolerance = 1e-13;  // of the matrix's norm: what rounding errors in it may amount to
constexpr double kink_tolerance = 1e-9;   // of a row's largest slope
constexpr int most_steps = 100;
constexpr Dependence moving = bit(Role::coordinate) | bit(Role::speed) | bit(Role::state) | bit(Role::input);

Numbers numbers_of(const MatrixXd& m) {
    Numbers rows;
    for (Eigen::Index r = 0; r < m.rows(); ++r) {
        rows.emplace_back();
        for (Eigen::Index c = 0; c < m.cols(); ++c) rows.back().push_back(m(r, c));
    }
    return rows;
}

// Least-norm solution; directions of no effect stay.
VectorXd least_step(const MatrixXd& G, const VectorXd& errors) {
    return least_squares(G, errors);
}

// Similar, with rows and columns of about equal size (Parlett and Reinsch; scaled by powers of two, without rounding):
// in mixed units, and beside stiff springs, small has no meaning otherwise. What may be rounding has no say in it.
MatrixXd balanced(MatrixXd A, double noise) {
    MatrixXd sizes = (A.cwiseAbs().array() > noise).select(A.cwiseAbs(), 0.0);
    sizes.diagonal().setZero();
    for (bool changed = true; changed;) {
        changed = false;
        for (Eigen::Index k = 0; k < A.rows(); ++k) {
            const double column = sizes.col(k).sum(), row = sizes.row(k).sum();
            if (!(column > 0) || !(row > 0)) continue;
            const double scale = std::exp2(std::round(std::log2(row / column) / 2));
            if (!(column * scale + row / scale < 0.95 * (column + row))) continue;
            sizes.col(k) *= scale, sizes.row(k) /= scale;
            A.col(k) *= scale, A.row(k) /= scale;
            changed = true;
        }
    }
    return A;
}

// Takes out the eigenvalues that are zero within rounding and returns their number. A repeated zero would otherwise
// come out as the root of the rounding, 1e-8: but the null space is found within rounding itself, as is, in turn, that
// of the map on what it leaves.
std::size_t deflate_zeros(MatrixXd& A) {
    const double small = zero_tolerance * A.norm();
    std::size_t zeros = 0;
    while (A.rows() > 0) {
        const OrthonormalBasis basis = orthonormal_basis(A.transpose());
        const auto rank = (basis.pivots.array() > small).count();
        if (rank == A.rows()) break;
        zeros += static_cast<std::size_t>(A.rows() - rank);
        const MatrixXd kept = basis.Q.leftCols(rank);  // the rest spans the null space
        A = (kept.transpose() * A * kept).eval();
    }
    return zeros;
}

class LinearizedModel {
  public:
    LinearizedModel(const Model& model, const LinearizationPoint& point)
        : model_(model), point_(point), program_(lowered_program(model)), graph_(*model.graph) {
        for (const TableRow& q : program_.coordinates) state_.push_back({Role::coordinate, q.name});
        for (const TableRow& u : program_.speeds) state_.push_back({Role::speed, u.name});
        for (const TableRow& s : program_.states) state_.push_back({Role::state, s.name});
        set_values();
    }

    Linearization result() {
        rows_ = constraint_rows();
        bring_onto_constraints();
        const Routine& derivatives = *program_.find(RoutineName::derivatives);
        const std::vector<Expr> ydot = results_of(derivatives, "ydot");
        std::vector<Expr> outputs;
        if (program_.size("no").value > 0) outputs = results_of(*program_.find(RoutineName::outputs), "o");
        require_pivots(derivatives);
        std::vector<Expr> rows = ydot;
        rows.insert(rows.end(), outputs.begin(), outputs.end());
        std::vector<Key> columns = state_;
        for (const std::string& name : point_.inputs) columns.push_back({Role::input, name});

        const Slopes all = slopes(rows, columns);
        require_finite(all.derivatives, columns);
        const auto ny = static_cast<Eigen::Index>(state_.size()), no = static_cast<Eigen::Index>(outputs.size()),
                   nw = static_cast<Eigen::Index>(point_.inputs.size());
        const MatrixXd A = all.derivatives.topLeftCorner(ny, ny);
        Linearization found;
        found.A = numbers_of(A), found.B = numbers_of(all.derivatives.topRightCorner(ny, nw));
        found.C = numbers_of(all.derivatives.bottomLeftCorner(no, ny));
        found.D = numbers_of(all.derivatives.bottomRightCorner(no, nw));
        if (has_sides(rows)) note_kinks(all, slopes(rows, columns, true), found);
        found.constrained = !rows_.empty();
        const double largest = A.size() == 0 ? 0 : A.cwiseAbs().maxCoeff();
        found.eigenvalues = eigenvalues(allowed(A), rounding * largest);
        note_acceleration(all.values, found);
        return found;
    }

  private:
    // -- the state
    void set_values() {
        const auto value_now = [&](Expr e) { return values({e})(0); };
        values_[{Role::time, graph_.symbol_of(time_symbol(model_).id).name}] = 0;
        for (const TableRow& w : program_.inputs) values_[{Role::input, w.name}] = 0;
        for (const Parameter& p : model_.parameters) values_[{Role::parameter, p.name}] = value_now(p.default_value);
        for (const auto& given : point_.given)
            if (given.role == Role::parameter) take(given, value_now(given.value));
        for (const Input& w : model_.inputs)
            if (w.is_flag()) values_[{Role::input, w.name}] = value_now(*w.first_value);
        for (const Coordinate& q : model_.coordinates) values_[{Role::coordinate, q.name}] = value_now(q.initial_value);
        for (const Speed& u : model_.speeds)
            if (std::ranges::find(state_, Key{Role::speed, u.name}) != state_.end())
                values_[{Role::speed, u.name}] = value_now(u.initial_value);
        for (const StateVariable& s : model_.states) values_[{Role::state, s.name}] = value_now(s.initial_value);
        for (const auto& given : point_.given)
            if (given.role != Role::parameter) take(given, value_now(given.value));
    }
    void take(const LinearizationPoint::Given& given, double value) {
        const auto place = values_.find({given.role, given.name});
        if (place == values_.end())
            throw ModelError("the speed '" + given.name + "' follows from the others: the constraints determine it",
                             "leave it out of 'at'");
        place->second = value;
        given_.insert(place->first);
    }

    double value_of(const Symbol& s) const {
        if (s.role == Role::external_result)
            throw ModelError("'" + s.name + "' comes from a routine of the user's, which is not at hand here",
                             "linearize a model with the load written out, or with " + s.name + " as an input");
        return values_.at({s.role, s.name});
    }
    VectorXd values(const std::vector<Expr>& expressions) {
        Evaluator<double> value(
            graph_, [&](const Symbol& s) { return value_of(s); },
            [&](Expr constant) { return graph_.constant_double(constant); });
        VectorXd result(static_cast<Eigen::Index>(expressions.size()));
        for (std::size_t k = 0; k < expressions.size(); ++k)
            result(static_cast<Eigen::Index>(k)) = value(expressions[k]);
        return result;
    }

    struct Slopes {
        VectorXd values;       // of the expressions
        MatrixXd derivatives;  // d expressions / d columns
    };
    // At the state. `other_side`: where it is on a kink, those of the side that was not chosen.
    Slopes slopes(const std::vector<Expr>& expressions, const std::vector<Key>& columns, bool other_side = false) {
        const std::size_t height = expressions.size(), width = columns.size();
        Slopes found{VectorXd(height), MatrixXd(height, width)};
        std::size_t first = 0;
        do {
            const std::size_t last = std::min(first + Dual::columns, width);
            Evaluator<Dual> value(
                graph_,
                [&](const Symbol& s) {
                    Dual x(value_of(s));
                    for (std::size_t k = first; k < last; ++k)
                        if (columns[k] == Key{s.role, s.name}) x.seed(k - first);
                    x.reverses_ties = other_side && (bit(s.role) & moving) != 0 && !is_flag(model_, s.name);
                    return x;
                },
                [&](Expr constant) { return Dual(graph_.constant_double(constant)); });
            for (std::size_t r = 0; r < height; ++r) {
                const auto row = static_cast<Eigen::Index>(r);
                const Dual x = value(expressions[r]);
                found.values(row) = x.value;
                for (std::size_t k = first; k < last; ++k)
                    found.derivatives(row, static_cast<Eigen::Index>(k)) = x.slope[k - first];
            }
            first = last;
        } while (first < width);
        return found;
    }

    // -- rows and columns
    std::string row_name(std::size_t row) const {
        const std::size_t ny = state_.size();
        return row < ny ? state_[row].second + "'" : "output '" + program_.outputs[row - ny].name + "'";
    }
    void require_finite(const MatrixXd& derivatives, const std::vector<Key>& columns) const {
        for (Eigen::Index r = 0; r < derivatives.rows(); ++r)
            for (Eigen::Index c = 0; c < derivatives.cols(); ++c) {
                if (std::isfinite(derivatives(r, c))) continue;
                const auto row = static_cast<std::size_t>(r);
                throw ModelError(row_name(row) + " has no finite derivative by " +
                                     columns[static_cast<std::size_t>(c)].second + " at this state",
                                 std::string("is there a distance of zero, or the root of zero? Choose another state") +
                                     (row < state_.size() ? "" : ", or leave the output out with 'outputs = [..]'"));
            }
    }
    // Whether anything in these expressions can have a kink.
    bool has_sides(const std::vector<Expr>& expressions) const {
        static const std::set<Op> with_sides{Op::abs,  Op::min,        Op::max,   Op::floor, Op::mod,
                                             Op::less, Op::less_equal, Op::equal, Op::curve, Op::map};
        return std::ranges::any_of(reachable(graph_, expressions), [&](NodeId id) {
            const Node& node = graph_.node(id);
            return with_sides.contains(node.op) && (node.dependence & moving) != 0;
        });
    }
    // Where the other side has no number (s/s where s = 0 is left out), nothing is known.
    void note_kinks(const Slopes& chosen, const Slopes& other, Linearization& found) const {
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

    static std::vector<Expr> results_of(const Routine& routine, const std::string& argument) {
        std::map<std::size_t, Expr> by_place;
        for (const ResultExpression& result : routine.results)
            if (routine.arguments[result.place.argument].name == argument)
                by_place[result.place.element] = result.value;
        std::vector<Expr> results;
        for (const auto& [place, value] : by_place) results.push_back(value);
        return results;
    }

    void require_pivots(const Routine& routine) {
        std::vector<Expr> conditions;
        for (const PivotCheck& check : routine.checks) conditions.push_back(check.condition);
        const VectorXd holds = values(conditions);
        for (std::size_t c = 0; c < conditions.size(); ++c) {
            const PivotCheck& check = routine.checks[c];
            if (holds(static_cast<Eigen::Index>(c)) != 0) continue;
            const TableRow* const failed = program_.failing(check.info);
            if (failed == nullptr) throw InternalError("a pivot of no speed and no row");
            const bool is_row = program_.info_codes().meaning(check.info).kind == InfoCodes::Kind::row;
            throw ModelError("the equations are singular at this state, at " +
                             std::string(is_row ? "constraint" : "the speed") + " '" + failed->name + "'");
        }
    }

    // -- constraints
    struct Row {
        std::string name;
        Expr position, speed;  // zero where there is none
    };
    std::vector<Row> constraint_rows() {
        std::vector<Row> rows;
        if (const Routine* routine = program_.find(RoutineName::constraints)) {
            const std::vector<Expr> phi = results_of(*routine, "phi"), phidot = results_of(*routine, "phidot");
            for (std::size_t k = 0; k < phi.size(); ++k)
                rows.push_back({"constraint '" + program_.constraints[k].name + "'", phi[k], phidot[k]});
        }
        for (const auto& quaternion : quaternions(model_)) {
            Expr excess = -graph_.integer(1);
            for (const CoordinateIndex e : quaternion) excess += symbol(model_, e) * symbol(model_, e);
            rows.push_back({"the unit length of [" + model_.coordinates[quaternion[0].value].name + ", ...]", excess,
                            graph_.integer(0)});
        }
        return rows;
    }

    void bring_onto_constraints() {
        std::vector<Expr> phi, phidot;
        for (const Row& row : rows_) phi.push_back(row.position), phidot.push_back(row.speed);
        solve(phi, Role::coordinate, "position");
        if (program_.find(RoutineName::dependent_speeds) == nullptr) solve(phidot, Role::speed, "speed");
    }
    // Moves what was not given, of that role, until the expressions are zero. Not by core/newton.hpp, which ends at an
    // error of a given size: here errors shrink as far as rounding lets them, since eigenvalues follow.
    void solve(const std::vector<Expr>& errors, Role role, const std::string& level) {
        std::vector<Key> free;
        for (const Key& key : state_)
            if (key.first == role && !given_.contains(key)) free.push_back(key);
        VectorXd error = values(errors);
        double before = error.size() == 0 ? 0 : error.cwiseAbs().maxCoeff();
        for (int step = 0; step < most_steps && before > 0 && !free.empty(); ++step) {
            const VectorXd move = least_step(slopes(errors, free).derivatives, error);
            if (!move.allFinite()) break;
            const auto saved = values_;
            for (std::size_t k = 0; k < free.size(); ++k) values_[free[k]] -= move(static_cast<Eigen::Index>(k));
            error = values(errors);
            const double after = error.allFinite() ? error.cwiseAbs().maxCoeff() : before;
            if (!(after < before) && before <= on_constraints) {  // as far as rounding lets it
                values_ = saved;
                error = values(errors);
                break;
            }
            before = after;
        }
        for (Eigen::Index k = 0; k < error.size(); ++k) {
            if (std::abs(error(k)) <= on_constraints) continue;
            throw ModelError("the state contradicts " + rows_[static_cast<std::size_t>(k)].name + ": its " + level +
                                 " error is " + shortest_decimal(error(k)),
                             "give consistent values in 'at', or leave some out: what is not given is moved");
        }
    }
    // A on the null space of d[phi; phidot]/dy.
    MatrixXd allowed(const MatrixXd& A) {
        if (rows_.empty()) return A;
        std::vector<Expr> errors;
        for (const Row& row : rows_) errors.push_back(row.position), errors.push_back(row.speed);
        const MatrixXd G = slopes(errors, state_).derivatives;
        const SingularValues svd = singular_value_decomposition(G);
        const MatrixXd N = svd.V.rightCols(G.cols() - svd.rank(rank_tolerance));
        return N.transpose() * A * N;
    }

    // -- results
    static std::vector<std::complex<double>> eigenvalues(const MatrixXd& matrix, double noise) {
        MatrixXd A = balanced(matrix, noise);
        std::vector<std::complex<double>> found(deflate_zeros(A));
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

    void note_acceleration(const VectorXd& rate, Linearization& found) {
        for (std::size_t u = 0; u < program_.speeds.size(); ++u) {
            const double value = rate(static_cast<Eigen::Index>(program_.coordinates.size() + u));
            if (std::abs(value) <= std::abs(found.acceleration)) continue;
            found.acceleration = value, found.fastest = program_.speeds[u].name;
        }
        for (std::size_t s = 0; s < program_.states.size(); ++s) {
            const double value = rate(static_cast<Eigen::Index>(state_.size() - program_.states.size() + s));
            if (std::abs(value) <= std::abs(found.acceleration)) continue;
            found.acceleration = value, found.fastest = program_.states[s].name;
        }
    }

    const Model& model_;
    const LinearizationPoint& point_;
    Program program_;
    Graph& graph_;
    std::vector<Key> state_;
    std::map<Key, double> values_;
    std::set<Key> given_;
    std::vector<Row> rows_;
};

}  // namespace

Linearization linearized(const Model& model, const LinearizationPoint& point) {
    return LinearizedModel(model, point).result();
}

}  // namespace lag
