#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <sstream>

#include "core/dense.hpp"
#include "tests/combinations/examination.hpp"
#include "tests/combinations/reference.hpp"
#include "tests/support/oracle_regressor.hpp"
#include "tests/support/state_values.hpp"

namespace lag::combinations {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Chosen before any result was seen: motion to 1e-7 of its largest element (some of it was solved for), the
// rest to 1e-9.
constexpr double solved = 1e-7, direct = 1e-9;

double largest(const VectorXd& v) {
    return v.size() == 0 ? 0 : v.cwiseAbs().maxCoeff();
}

template <class Table>
std::vector<std::string> names_of(const Table& table) {
    std::vector<std::string> names;
    for (const auto& entry : table) names.push_back(entry.name);
    return names;
}

std::string shown(const VectorXd& v) {
    std::ostringstream text;
    text.precision(10);
    text << v.transpose();
    return text.str();
}

// What the oracle says at one state.
struct Truth {
    OracleState state;
    OracleResult free;
    ConstraintReading rows;
    ConstrainedMotion motion;
    Regularity regular;
};

Truth truth_at(const Model& model, const OracleState& state) {
    Truth t{state, Oracle(model, state).result(), rows_at(model, state), {}, regularity(model, state)};
    t.motion = constrained_motion(t.free.M, t.free.f, t.rows.B, t.rows.gamma);
    return t;
}

class Comparison {
  public:
    Comparison(Examined& examined, const Options& options, std::uint64_t choices)
        : examined_(examined), model_(*examined.model), random_(choices ^ 0xc0ffee) {
        const std::map<std::string, std::string> objects{
            {"cpp", "cpp.so"}, {"c", "c.so"}, {"fortran", "fortran.so"}, {"fortran77", "fortran.so"}};
        for (const EmittedFile& file : examined.files) {
            std::shared_ptr<Library>& library = libraries_[file.language];
            if (!library) library = std::make_shared<Library>(options.folder / objects.at(file.language));
            variants_.emplace_back(file, library);
        }
    }

    void run() {
        if (variants_.empty() || model_.speeds.empty()) return;
        const OracleState start = initial_state(model_);
        for (int k = 0; k < 4; ++k) {
            const auto state = neighbour(model_, start, 0.08, k >= 2, random_);
            if (!state) continue;
            const Truth truth = truth_at(model_, *state);
            if (!truth.regular.is_good()) continue;
            ++examined_.states;
            here_ = "at state " + std::to_string(k) + (k >= 2 ? ", parameters moved" : "");
            outputs_.clear();
            for (Emitted& variant : variants_) compare(variant, truth);
        }
    }

  private:
    void report(const std::string& kind, const std::string& detail) {
        const std::string full = kind + " (" + variant_ + ")";
        for (const Finding& known : examined_.findings)
            if (known.kind == full) return;
        examined_.findings.push_back({full, here_ + ": " + detail});
    }

    bool equal(const std::string& what, const VectorXd& ours, const VectorXd& truth, double size, double tolerance) {
        if (ours.size() != truth.size()) {
            report(what, "of size " + std::to_string(ours.size()) + " instead of " + std::to_string(truth.size()));
            return false;
        }
        for (Index k = 0; k < ours.size(); ++k) {
            if (std::abs(ours(k) - truth(k)) <= tolerance * size) continue;
            report(what, shown(ours) + "  instead of  " + shown(truth));
            return false;
        }
        return true;
    }

    void compare(Emitted& variant, const Truth& truth) {
        variant_ = std::string(1, variant.file().model.back()) + " " + variant.file().language;
        try {
            variant.setup(truth.state.p);
            const bool eliminated = variant.file().model.back() == 'e';
            const bool rows_hold = rows_of(variant) <= truth.regular.rank;
            if (eliminated && !rows_hold) return;  // its speeds depend on them in all routines
            if (eliminated)
                compare_eliminated(variant, truth);
            else
                compare_whole(variant, truth);
            compare_common(variant, truth, rows_hold);
            if (variant.has("jacobian")) compare_jacobian(variant, truth);
            if (variant.has("adjoint")) compare_products(variant, truth);
            if (variant.has_four()) compare_four(variant, truth);
        } catch (const std::exception& error) {
            report("a call fails", error.what());
        }
    }

    // The inputs of a file, in its order; names are those of the model's C++ file.
    OracleState for_file(const Emitted& variant, const Truth& truth) {
        OracleState state = truth.state;
        const Emitted& table = header_of(variant);
        const std::vector<std::string> known = names_of(model_.inputs), wanted = table.names("input_names");
        state.w = VectorXd::Zero(at_index(wanted.size()));
        for (std::size_t k = 0; k < wanted.size(); ++k) {
            const Index from = index_of(known, wanted[k]);
            if (from >= 0) state.w(at_index(k)) = truth.state.w(from);
        }
        return state;
    }
    const Emitted& header_of(const Emitted& variant) const {
        for (const Emitted& other : variants_)
            if (other.file().model == variant.file().model && other.file().language == "cpp") return other;
        return variant;
    }

    // Those that the file keeps. They may hold in general, but not for the parameters at hand: lag warns of them, and
    // routines return info.
    Index rows_of(const Emitted& variant) const {
        if (variant.file().model.back() != 'e') return variant.size("nl");
        return at_index(header_of(variant).names("dependent_speed_names").size());
    }

    // Routines that mean the same with every treatment of constraints.
    void compare_common(const Emitted& variant, const Truth& truth, bool rows_hold) {
        const OracleState state = for_file(variant, truth);
        Arrays given = variant.arguments(reduced(variant, state));
        equal("kinematics", variant.call("kinematics", given).at("qdot"), truth.free.qdot, 1 + largest(truth.free.qdot),
              solved);
        const Arrays energy = variant.call("energy", given);
        equal("kinetic energy", energy.at("kinetic"), VectorXd::Constant(1, truth.free.kinetic),
              1 + truth.free.kinetic_magnitude, direct);
        equal("potential energy", energy.at("potential"), VectorXd::Constant(1, truth.free.potential),
              1 + truth.free.potential_magnitude, direct);
        if (variant.has("constraints")) {
            const Arrays rows = variant.call("constraints", given);
            equal("phi", rows.at("phi"), VectorXd::Zero(rows.at("phi").size()), 1, 1e-8);
            equal("phidot", rows.at("phidot"), VectorXd::Zero(rows.at("phi").size()), 1 + largest(truth.state.u), 1e-8);
        }
        if (rows_hold) compare_outputs(variant, truth, given);
        if (rows_hold && variant.has("assemble")) compare_assembly(variant, truth, given);
        if (variant.has("normalize")) {
            given["q"] = 1.7 * truth.state.q;
            VectorXd q = given["q"];
            for (const auto& e : quaternions(model_)) q.segment(at_index(e[0].value), 4).normalize();
            equal("normalize", variant.call("normalize", given).at("q"), q, 1 + largest(q), direct);
        }
    }

    // Of the speeds in u those that the file keeps.
    OracleState reduced(const Emitted& variant, const OracleState& whole) {
        OracleState state = whole;
        if (variant.file().model.back() != 'e') return state;
        const std::vector<Index> kept = places(header_of(variant).names("speed_names"));
        state.u = VectorXd(whole.u(kept));
        return state;
    }
    std::vector<Index> places(const std::vector<std::string>& names) const {
        std::vector<Index> found;
        const std::vector<std::string> all = names_of(model_.speeds);
        for (const std::string& name : names) found.push_back(std::max<Index>(0, index_of(all, name)));
        return found;
    }

    void compare_outputs(const Emitted& variant, const Truth& truth, const Arrays& given) {
        if (model_.outputs.empty()) return;
        const Arrays result = variant.call("outputs", given);
        if (result.at("info")(0) != 0) return report("outputs: info", std::to_string(result.at("info")(0)));
        OracleState state = with_lines(model_, truth.state, truth.free);
        // the multipliers of rows that depend on others share a load in their own way
        const bool shared = truth.regular.rank < truth.rows.B.rows();
        Evaluator<double> value = values_at(model_, state, truth.motion.udot);
        for (std::size_t k = 0; k < model_.outputs.size(); ++k) {
            double wanted = 0;
            try {
                wanted = value(model_.outputs[k].value);
            } catch (const std::out_of_range&) {
                if (!shared) outputs_[model_.outputs[k].name].push_back(result.at("o")(at_index(k)));
                continue;  // multipliers: below
            }
            const double size = 1 + std::abs(wanted) + largest(truth.motion.udot) + largest(truth.state.u);
            equal("output", VectorXd::Constant(1, result.at("o")(at_index(k))), VectorXd::Constant(1, wanted), size,
                  solved);
        }
        for (const auto& [name, values] : outputs_) {
            const double size = 1 + std::abs(values.front()) + largest(truth.free.row_magnitudes(truth.motion.udot));
            if (std::abs(values.front() - values.back()) > 1e-6 * size)
                report("multiplier or reaction in an output",
                       name + ": " + std::to_string(values.back()) + " instead of " + std::to_string(values.front()));
        }
    }

    void compare_assembly(const Emitted& variant, const Truth& truth, Arrays given) {
        VectorXd away = truth.state.q;
        for (Index k = 0; k < away.size(); ++k) away(k) += 0.01 * random_.between(-1, 1);
        given["q"] = away;
        given["tolerance"] = VectorXd::Constant(1, 1e-11);
        given["limit"] = VectorXd::Constant(1, 100);
        const Arrays result = variant.call("assemble", given);
        if (result.at("info")(0) != 0) return report("assemble: info", shown(result.at("info")));
        OracleState state = truth.state;
        state.q = result.at("q");
        given["q"] = state.q;
        VectorXd phi = variant.call("constraints", given).at("phi");
        equal("assemble: phi", phi, VectorXd::Zero(phi.size()), 1, 1e-8);
        // The coordinates of a cut hinge may start with an offset, which the oracle does not know.
        const ConstraintReading rows = rows_at(model_, state);
        phi.resize(0);
        for (std::size_t k = 0; k < rows.constraint.size(); ++k) {
            const Constraint::Kind kind = model_.constraints[rows.constraint[k]].kind;
            if (kind == Constraint::Kind::hinge) return;
            if (kind == Constraint::Kind::speed) continue;
            phi.conservativeResize(phi.size() + 1);
            phi(phi.size() - 1) = rows.phi(at_index(k));
        }
        equal("assemble: phi of the oracle", phi, VectorXd::Zero(phi.size()), 1, 1e-8);
        if (largest(state.q - truth.state.q) > 0.5) report("assemble: far away", shown(state.q));
    }

    void compare_whole(const Emitted& variant, const Truth& truth) {
        const OracleState state = for_file(variant, truth);
        Arrays given = variant.arguments(state);
        const VectorXd M = variant.call("mass_matrix", given).at("mm");
        equal("mass matrix", M, truth.free.M.reshaped(), 1 + truth.free.M_magnitude.maxCoeff(), direct);
        const VectorXd f = variant.call("right_side", given).at("f");
        equal("right side", f, truth.free.f, 1 + largest(truth.free.f_magnitude), direct);
        given["udot"] = VectorXd(truth.state.u.size());
        for (Index k = 0; k < given["udot"].size(); ++k) given["udot"](k) = random_.between(-2, 2);
        const VectorXd residual = truth.free.M * given["udot"] - truth.free.f;
        equal("inverse dynamics", variant.call("inverse_dynamics", given).at("r"), residual,
              1 + largest(truth.free.row_magnitudes(given["udot"])), direct);
        if (variant.has("regressor")) compare_regressor(variant, truth, given);
        compare_motion(variant, truth, given);
        if (variant.has("project_speeds")) compare_projection(variant, truth, given);
    }

    void compare_regressor(const Emitted& variant, const Truth& truth, Arrays given) {
        const Index nu = truth.state.u.size(), nb = variant.size("nb");
        const VectorXd Y = variant.call("regressor", given).at("yy");
        given["p"] = truth.state.p;
        const VectorXd pi = variant.call("base_parameters", given).at("pi");
        const InertialRows rows = oracle_inertial_rows(model_, truth.state, given["udot"]);
        equal("regressor times base parameters", MatrixXd(Y.reshaped(nu, nb)) * pi, rows.rows,
              1 + largest(rows.magnitudes), solved);
        const VectorXd load = variant.call("applied_loads", given).at("load");
        const VectorXd residual = truth.free.M * given["udot"] - truth.free.f;
        equal("applied loads", load, rows.rows - residual, 1 + largest(truth.free.row_magnitudes(given["udot"])),
              direct);
    }

    void compare_motion(const Emitted& variant, const Truth& truth, const Arrays& given) {
        const Arrays result = variant.call("accelerations", given), rate = variant.call("derivatives", given);
        if (result.at("info")(0) != 0 || rate.at("info")(0) != 0) {
            if (rows_of(variant) > truth.regular.rank) return;
            std::ostringstream words;
            words << "info " << result.at("info")(0) << ", restraint " << truth.regular.restraint << ", inertia "
                  << truth.regular.inertia;
            return report("accelerations: info at a regular state", words.str());
        }
        if (variant.size("nl") < truth.regular.rank)
            report("a row is missing",
                   std::to_string(variant.size("nl")) + " rows, rank " + std::to_string(truth.regular.rank));
        const double size = 1 + largest(truth.motion.udot);
        equal("accelerations", result.at("udot"), truth.motion.udot, size, solved);
        VectorXd ydot(truth.free.qdot.size() + truth.motion.udot.size());
        ydot << truth.free.qdot, truth.motion.udot;
        equal("derivatives", rate.at("ydot"), ydot, size + largest(truth.free.qdot), solved);
        if (variant.size("nl") == 0) return;
        const VectorXd b = variant.call("constraint_matrix", given).at("b");
        const MatrixXd B = b.reshaped(variant.size("nl"), variant.size("nu"));
        const VectorXd load = truth.free.f - truth.free.M * truth.motion.udot;
        equal("multipliers", B.transpose() * result.at("lambda"), load,
              1 + largest(truth.free.row_magnitudes(truth.motion.udot)), solved);
        MatrixXd both(B.rows() + truth.rows.B.rows(), B.cols());
        both << B, truth.rows.B;
        const Index rank = rank_of(both, 1e-8);
        if (rank != truth.regular.rank)
            report("constraint matrix", "other rows than the oracle's: together of rank " + std::to_string(rank));
    }

    void compare_projection(const Emitted& variant, const Truth& truth, Arrays given) {
        VectorXd away = truth.state.u;
        for (Index k = 0; k < away.size(); ++k) away(k) += random_.between(-1, 1);
        given["u"] = away;
        const Arrays result = variant.call("project_speeds", given);
        if (result.at("info")(0) != 0) {
            if (rows_of(variant) <= truth.regular.rank) report("project_speeds: info", shown(result.at("info")));
            return;
        }
        // M (u - away) = -B^T mu, B (u - consistent) = 0; bodies move before they bend
        MatrixXd M = truth.free.M;
        for (Index u = 0; u < M.rows(); ++u) {
            const std::optional<CoordinateIndex> q = model_.speeds[static_cast<std::size_t>(u)].rate_of;
            if (q && is_elastic(model_, *q)) M(u, u) *= 1e6;
        }
        const ConstrainedMotion wanted = constrained_motion(M, M * away, truth.rows.B, truth.rows.B * truth.state.u);
        equal("project_speeds", result.at("u"), wanted.udot, 1 + largest(away), solved);
    }

    void compare_eliminated(const Emitted& variant, const Truth& truth) {
        const OracleState state = reduced(variant, for_file(variant, truth));
        const Emitted& header = header_of(variant);
        const std::vector<Index> kept = places(header.names("speed_names")),
                                 gone = places(header.names("dependent_speed_names"));
        if (at_index(gone.size()) < truth.regular.rank)
            report("a row is missing",
                   std::to_string(gone.size()) + " dependent speeds, rank " + std::to_string(truth.regular.rank));
        MatrixXd B = truth.rows.B;
        for (Index k = 0; k < B.rows(); ++k)
            if (B.row(k).norm() > 1e-9) B.row(k).normalize();
        if (gone.empty()) return;
        const VectorXd values = singular_values(B(Eigen::all, gone));
        if (values.size() < at_index(gone.size()) || (values.size() > 0 && values(at_index(gone.size()) - 1) < 0.02))
            return;
        Arrays given = variant.arguments(state);
        const Arrays result = variant.call("accelerations", given), rate = variant.call("derivatives", given),
                     others = variant.call("dependent_speeds", given);
        for (const Arrays* one : {&result, &rate, &others})
            if (one->at("info")(0) != 0)
                return report("eliminate: info at a regular state",
                              shown(one->at("info")) + ", restraint " + std::to_string(truth.regular.restraint));
        const double size = 1 + largest(truth.motion.udot);
        equal("eliminate: accelerations", result.at("udot"), truth.motion.udot(kept), size, solved);
        equal("eliminate: derivatives", rate.at("ydot").tail(at_index(kept.size())), truth.motion.udot(kept), size,
              solved);
        equal("eliminate: dependent speeds", others.at("ud"), truth.state.u(gone), 1 + largest(truth.state.u), solved);
        given["udot"] = result.at("udot");
        const VectorXd M = variant.call("mass_matrix", given).at("mm"), f = variant.call("right_side", given).at("f"),
                       r = variant.call("inverse_dynamics", given).at("r");
        const MatrixXd square = M.reshaped(at_index(kept.size()), at_index(kept.size()));
        const double terms =
            1 + largest(truth.free.row_magnitudes(truth.motion.udot)) / std::min(1.0, values.minCoeff());
        equal("eliminate: M u' - f", square * result.at("udot") - f, VectorXd::Zero(f.size()), terms, solved);
        equal("eliminate: inverse dynamics", r, VectorXd::Zero(f.size()), terms, solved);
    }

    VectorXd derivatives(Emitted& variant, const OracleState& state) {
        return variant.call("derivatives", variant.arguments(state)).at("ydot");
    }

    using Function = std::function<VectorXd(Emitted&, const OracleState&)>;

    // One column by central differences of fourth order.
    VectorXd slope(Emitted& variant, const OracleState& state, const std::string& column, double h,
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

    void compare_jacobian(Emitted& variant, const Truth& truth) {
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
            const auto [reference, error] = nearest_slope(
                variant, state, columns[c], size, [&](const VectorXd& found) { return largest(found - ours); }, of);
            if (!(error <= 1e-5)) {
                report("jacobian", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
                return;
            }
        }
    }

    // Of several steps that with the least error, beside `size` and the column.
    template <class Error>
    std::pair<VectorXd, double> nearest_slope(Emitted& variant, const OracleState& state, const std::string& column,
                                              double size, const Error& error_of, const Function& of) {
        std::pair<VectorXd, double> nearest{{}, 1e300};
        for (const double h : {1e-3, 1e-4, 1e-5}) {
            // of sixth order: near a singular elimination plain differences are not near enough for any step
            const VectorXd found =
                (16 * slope(variant, state, column, h / 2, of) - slope(variant, state, column, h, of)) / 15;
            const double here = error_of(found) / (size + largest(found));
            if (here < nearest.second) nearest = {found, here};
        }
        return nearest;
    }

    // Tangents along single columns, and the adjoint of random weights.
    void compare_products(Emitted& variant, const Truth& truth) {
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
            const auto [reference, error] = nearest_slope(
                variant, state, columns[c], size, [&](const VectorXd& found) { return largest(found - ours); }, of);
            if (!(error <= 1e-5))
                report("tangent", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
            if (!(std::abs(a - given["v"].dot(ours)) <= 1e-9 * (size + largest(ours)) * (1 + largest(given["v"]))))
                report("adjoint", fmt::format("column {}: {} instead of {}", columns[c], a, given["v"].dot(ours)));
        }
        if (variant.has("hessian")) compare_hessian(variant, state, given["v"]);
    }

    // Its columns are the slopes of the adjoint, whose first columns are the hessian's.
    void compare_hessian(Emitted& variant, const OracleState& state, const VectorXd& v) {
        const auto with_weights = [&](Emitted& of, const OracleState& at) {
            Arrays given = of.arguments(at);
            given["v"] = v;
            return given;
        };
        const Function of = [&](Emitted& other, const OracleState& at) {
            return VectorXd(
                other.call("adjoint", with_weights(other, at)).at("a").head(state.q.size() + state.u.size()));
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
            const auto [reference, error] = nearest_slope(
                variant, state, columns[c], size, [&](const VectorXd& found) { return largest(found - ours); }, of);
            if (!(error <= 1e-5))
                report("hessian", "column " + columns[c] + ": " + shown(ours) + "  instead of  " + shown(reference));
        }
    }

    void compare_four(Emitted& variant, const Truth& truth) {
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

    Examined& examined_;
    const Model& model_;
    Random random_;
    std::map<std::string, std::shared_ptr<Library>> libraries_;
    std::vector<Emitted> variants_;
    std::map<std::string, std::vector<double>> outputs_;
    std::string variant_, here_;
};

}  // namespace

void compare_all(Examined& examined, const Options& options, std::uint64_t choices) {
    if (!examined.model || examined.files.empty()) return;
    Comparison(examined, options, choices).run();
}

}  // namespace lag::combinations
