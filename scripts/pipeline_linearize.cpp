// The derivatives are those of ydot and of the outputs as the emitted routines would compute them, by each coordinate,
// speed and input, all coordinates and speeds taken as independent. With constraints (and Euler parameters) the state
// is first brought onto them: what `at` gives stays, the rest moves by least steps of Newton's method,
//     phi(q) = 0, then phidot(q, u) = 0,      delta = -G^+ phi.
// Consistent states stay consistent, so that A maps the motions that the constraints allow, the null space of
// G = d[phi; phidot]/dy, into itself, and with an orthonormal basis N of it their eigenvalues are those of N^T A N.

#include "scripts/pipeline_linearize.hpp"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "emitters/program.hpp"
#include "scripts/pipeline_stages.hpp"

namespace lag {

namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using Key = std::pair<Role, std::string>;

constexpr double on_constraints = 1e-9;  // how far a row may be off, in its own unit
constexpr double rank_tolerance = 1e-9;  // of the largest singular value
constexpr int most_steps = 100;

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
    return Eigen::CompleteOrthogonalDecomposition<MatrixXd>(G).solve(errors);
}

class LinearizedModel {
  public:
    LinearizedModel(const Model& model, const LinearizationPoint& point)
        : model_(model), point_(point), program_(lowered_program(model)), graph_(*model.graph) {
        for (const TableRow& q : program_.coordinates) state_.push_back({Role::coordinate, q.name});
        for (const TableRow& u : program_.speeds) state_.push_back({Role::speed, u.name});
        set_values();
    }

    Linearization result() {
        rows_ = constraint_rows();
        bring_onto_constraints();
        const Routine& derivatives = *program_.find("derivatives");
        const std::vector<Expr> ydot = results_of(derivatives, "ydot");
        std::vector<Expr> outputs;
        if (program_.size("no").value > 0) outputs = results_of(*program_.find("outputs"), "o");
        require_pivots(derivatives);
        std::vector<Key> inputs;
        for (const std::string& name : point_.inputs) inputs.push_back({Role::input, name});

        Linearization found;
        const MatrixXd A = slopes(ydot, state_), B = slopes(ydot, inputs);
        const MatrixXd C = slopes(outputs, state_), D = slopes(outputs, inputs);
        if (!A.allFinite() || !B.allFinite() || !C.allFinite() || !D.allFinite())
            throw ModelError("the equations have no finite derivatives at this state",
                             "is there a distance of zero, or the root of zero?");
        found.A = numbers_of(A), found.B = numbers_of(B), found.C = numbers_of(C), found.D = numbers_of(D);
        found.constrained = !rows_.empty();
        found.eigenvalues = eigenvalues(allowed(A));
        note_acceleration(ydot, found);
        return found;
    }

  private:
    // -- the state
    void set_values() {
        const auto value_now = [&](Expr e) { return e.graph == nullptr ? 0.0 : values({e})(0); };
        values_[{Role::time, graph_.symbol_of(time_symbol(model_).id).name}] = 0;
        for (const TableRow& w : program_.inputs) values_[{Role::input, w.name}] = 0;
        for (const Parameter& p : model_.parameters) values_[{Role::parameter, p.name}] = value_now(p.default_value);
        for (const auto& given : point_.given)
            if (given.role == Role::parameter) take(given, value_now(given.value));
        for (const Coordinate& q : model_.coordinates) values_[{Role::coordinate, q.name}] = value_now(q.initial_value);
        for (const Speed& u : model_.speeds)
            if (std::ranges::find(state_, Key{Role::speed, u.name}) != state_.end())
                values_[{Role::speed, u.name}] = value_now(u.initial_value);
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

    VectorXd values(const std::vector<Expr>& expressions) {
        Evaluator<double> value(
            graph_,
            [&](const Symbol& s) {
                if (s.role == Role::external_result)
                    throw ModelError("'" + s.name + "' comes from a routine of the user's, which is not at hand here",
                                     "linearize a model with the load written out, or with " + s.name + " as an input");
                return values_.at({s.role, s.name});
            },
            [&](Expr constant) { return graph_.constant_double(constant); });
        VectorXd result(static_cast<Eigen::Index>(expressions.size()));
        for (std::size_t k = 0; k < expressions.size(); ++k)
            result(static_cast<Eigen::Index>(k)) = value(Expr{&graph_, expressions[k].id});
        return result;
    }
    // d expressions / d columns, at the state.
    MatrixXd slopes(const std::vector<Expr>& expressions, const std::vector<Key>& columns) {
        std::vector<Expr> all;
        for (const Key& column : columns) {
            Differentiator derivative(graph_);
            derivative.seed(graph_.symbol(column.second, column.first), graph_.integer(1));
            for (const Expr& e : expressions) all.push_back(derivative(Expr{&graph_, e.id}));
        }
        const VectorXd flat = values(all);
        const auto rows = static_cast<Eigen::Index>(expressions.size()),
                   width = static_cast<Eigen::Index>(columns.size());
        return Eigen::Map<const MatrixXd>(flat.data(), rows, width);
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
        for (const PivotCheck& check : routine.checks) {
            if (values({check.condition})(0) != 0) continue;
            const std::size_t nu = program_.speeds.size(), k = check.index;
            const bool is_row = k > nu && k <= nu + program_.constraints.size();
            throw ModelError("the equations are singular at this state, at " +
                             (is_row ? "constraint '" + program_.constraints[k - nu - 1].name + "'"
                                     : "the speed '" + program_.speeds.at(k - 1).name + "'"));
        }
    }

    // -- constraints
    struct Row {
        std::string name;
        Expr position, speed;  // zero where there is none
    };
    std::vector<Row> constraint_rows() {
        std::vector<Row> rows;
        if (const Routine* routine = program_.find("constraints")) {
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
        if (program_.find("dependent_speeds") == nullptr) solve(phidot, Role::speed, "speed");
    }
    // Moves what was not given, of that role, until the expressions are zero.
    void solve(const std::vector<Expr>& errors, Role role, const std::string& level) {
        std::vector<Key> free;
        for (const Key& key : state_)
            if (key.first == role && !given_.contains(key)) free.push_back(key);
        VectorXd error = values(errors);
        double before = error.size() == 0 ? 0 : error.cwiseAbs().maxCoeff();
        for (int step = 0; step < most_steps && before > 0 && !free.empty(); ++step) {
            const VectorXd move = least_step(slopes(errors, free), error);
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
        const MatrixXd G = slopes(errors, state_);
        Eigen::JacobiSVD<MatrixXd> svd(G, Eigen::ComputeFullV);
        svd.setThreshold(rank_tolerance);
        const MatrixXd N = svd.matrixV().rightCols(G.cols() - svd.rank());
        return N.transpose() * A * N;
    }

    // -- results
    static std::vector<std::complex<double>> eigenvalues(const MatrixXd& A) {
        std::vector<std::complex<double>> found;
        if (A.rows() == 0) return found;
        const Eigen::EigenSolver<MatrixXd> solver(A, false);
        if (solver.info() != Eigen::Success)
            throw ModelError("the eigenvalues were not found in a bounded number of steps");
        double size = 0;
        for (const std::complex<double>& value : solver.eigenvalues()) size = std::max(size, std::abs(value));
        // A part that is nothing but rounding is shown as zero, so that pairs sort alike everywhere.
        const auto cleaned = [&](double part) { return std::abs(part) <= 1e-14 * size ? 0.0 : part; };
        for (const std::complex<double>& value : solver.eigenvalues())
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

    void note_acceleration(const std::vector<Expr>& ydot, Linearization& found) {
        const VectorXd rate = values(ydot);
        for (std::size_t u = 0; u < program_.speeds.size(); ++u) {
            const double value = rate(static_cast<Eigen::Index>(program_.coordinates.size() + u));
            if (std::abs(value) <= std::abs(found.acceleration)) continue;
            found.acceleration = value, found.fastest = program_.speeds[u].name;
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
