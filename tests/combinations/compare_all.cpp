#include "tests/combinations/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dense.hpp"
#include "tests/support/oracle_regressor.hpp"
#include "tests/support/state_values.hpp"

namespace lag::combinations {

namespace {

Truth truth_at(const Model& model, const OracleState& state) {
    Truth t{state, Oracle(model, state).result(), rows_at(model, state), {}, regularity(model, state)};
    t.motion = constrained_motion(t.free.M, t.free.f, t.rows.B, t.rows.gamma);
    return t;
}

}  // namespace

Comparison::Comparison(Examined& examined, const Options& options, std::uint64_t choices)
    : examined_(examined), model_(*examined.model), random_(choices ^ 0xc0ffee) {
    const std::map<std::string, std::string> objects{
        {"cpp", "cpp.so"}, {"c", "c.so"}, {"fortran", "fortran.so"}, {"fortran77", "fortran.so"}};
    for (const EmittedFile& file : examined.files) {
        std::shared_ptr<Library>& library = libraries_[file.language];
        if (!library) library = std::make_shared<Library>(options.folder / objects.at(file.language));
        variants_.emplace_back(file, library);
    }
}

void Comparison::run() {
    if (variants_.empty() || model_.speeds.empty()) return;
    if (flag_count(model_) > 0) return run_in_modes();
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

void Comparison::report(const std::string& kind, const std::string& detail) {
    const std::string full = kind + " (" + variant_ + ")";
    for (const Finding& known : examined_.findings)
        if (known.kind == full) return;
    examined_.findings.push_back({full, here_ + ": " + detail});
}

bool Comparison::equal(const std::string& what, const VectorXd& ours, const VectorXd& truth, double size,
                       double tolerance) {
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

void Comparison::compare(Emitted& variant, const Truth& truth) {
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

OracleState Comparison::for_file(const Emitted& variant, const Truth& truth) {
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

const Emitted& Comparison::header_of(const Emitted& variant) const {
    for (const Emitted& other : variants_)
        if (other.file().model == variant.file().model && other.file().language == "cpp") return other;
    return variant;
}

Index Comparison::rows_of(const Emitted& variant) const {
    if (variant.file().model.back() != 'e') return variant.size("nl");
    return at_index(header_of(variant).names("dependent_speed_names").size());
}

void Comparison::compare_common(const Emitted& variant, const Truth& truth, bool rows_hold) {
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

OracleState Comparison::reduced(const Emitted& variant, const OracleState& whole) {
    OracleState state = whole;
    if (variant.file().model.back() != 'e') return state;
    const std::vector<Index> kept = places(header_of(variant).names("speed_names"));
    state.u = VectorXd(whole.u(kept));
    return state;
}

std::vector<Index> Comparison::places(const std::vector<std::string>& names) const {
    std::vector<Index> found;
    const std::vector<std::string> all = names_of(model_.speeds);
    for (const std::string& name : names) found.push_back(std::max<Index>(0, index_of(all, name)));
    return found;
}

void Comparison::compare_outputs(const Emitted& variant, const Truth& truth, const Arrays& given) {
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

void Comparison::compare_assembly(const Emitted& variant, const Truth& truth, Arrays given) {
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

void Comparison::compare_equations(const Emitted& variant, const Truth& truth, Arrays given) {
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
}

void Comparison::compare_whole(const Emitted& variant, const Truth& truth) {
    const OracleState state = for_file(variant, truth);
    Arrays given = variant.arguments(state);
    compare_equations(variant, truth, given);
    compare_motion(variant, truth, given);
    if (variant.has("project_speeds")) compare_projection(variant, truth, given);
}

void Comparison::compare_regressor(const Emitted& variant, const Truth& truth, Arrays given) {
    const Index nu = truth.state.u.size(), nb = variant.size("nb");
    const VectorXd Y = variant.call("regressor", given).at("yy");
    given["p"] = truth.state.p;
    const VectorXd pi = variant.call("base_parameters", given).at("pi");
    const InertialRows rows = oracle_inertial_rows(model_, truth.state, given["udot"]);
    equal("regressor times base parameters", MatrixXd(Y.reshaped(nu, nb)) * pi, rows.rows, 1 + largest(rows.magnitudes),
          solved);
    const VectorXd load = variant.call("applied_loads", given).at("load");
    const VectorXd residual = truth.free.M * given["udot"] - truth.free.f;
    equal("applied loads", load, rows.rows - residual, 1 + largest(truth.free.row_magnitudes(given["udot"])), direct);
}

void Comparison::compare_motion(const Emitted& variant, const Truth& truth, const Arrays& given) {
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

void Comparison::compare_projection(const Emitted& variant, const Truth& truth, Arrays given) {
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

void Comparison::compare_eliminated(const Emitted& variant, const Truth& truth) {
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
    equal("eliminate: derivatives", rate.at("ydot").tail(at_index(kept.size())), truth.motion.udot(kept), size, solved);
    equal("eliminate: dependent speeds", others.at("ud"), truth.state.u(gone), 1 + largest(truth.state.u), solved);
    given["udot"] = result.at("udot");
    const VectorXd M = variant.call("mass_matrix", given).at("mm"), f = variant.call("right_side", given).at("f"),
                   r = variant.call("inverse_dynamics", given).at("r");
    const MatrixXd square = M.reshaped(at_index(kept.size()), at_index(kept.size()));
    const double terms = 1 + largest(truth.free.row_magnitudes(truth.motion.udot)) / std::min(1.0, values.minCoeff());
    equal("eliminate: M u' - f", square * result.at("udot") - f, VectorXd::Zero(f.size()), terms, solved);
    equal("eliminate: inverse dynamics", r, VectorXd::Zero(f.size()), terms, solved);
}

void compare_all(Examined& examined, const Options& options, std::uint64_t choices) {
    if (!examined.model || examined.files.empty()) return;
    Comparison(examined, options, choices).run();
}

}  // namespace lag::combinations
