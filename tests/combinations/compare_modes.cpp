// Routines of models with contacts and dry friction, in modes that flags say: the motion against a dense system of the
// laws (docs/language/contacts.md), derivatives against differences, results of all files against one another.
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dense.hpp"
#include "tests/combinations/comparison.hpp"
#include "tests/support/oracle_contacts.hpp"
#include "tests/support/oracle_events.hpp"
#include "tests/support/state_values.hpp"

namespace lag::combinations {

namespace {

constexpr double slow = 0.05;        // slips that are slower stick: differences do not resolve their direction
constexpr double restrained = 0.02;  // rows that are nearer to dependence are left out, as is what is pressed together

std::vector<const Contact*> contacts_of(const Model& model) {
    std::vector<const Contact*> all;
    for (const auto* list : {&model.contacts, &model.stops})
        for (const Contact& c : *list) all.push_back(&c);
    return all;
}

class Mode {
  public:
    Mode(const Model& model, OracleState& state)
        : model_(model), state_(state), all_(read_constraints(model, state)), tree_(Oracle(model, state).result()) {
        for (std::size_t c = 0; c < model.constraints.size(); ++c)
            if (model.constraints[c].of_contact) state_.external[multiplier(c)] = 0;
    }

    void draw(Random& random) {
        for (std::size_t f = 0; f < flag_count(model_); ++f) flag(FlagIndex(f)) = random.integer(0, 1);
        for (const Contact* c : contacts_of(model_)) {
            const bool closed = !c->normal || random.chance(0.7);
            if (c->closed) flag(*c->closed) = closed ? 1 : 0;
            const VectorXd slip = slip_of(*c);
            const bool slides = slip.size() > 0 && closed && slip.norm() > slow && random.chance(0.6);
            if (c->slip) flag(*c->slip) = !slides ? 0 : c->second || random.chance(0.5) ? 1 : -1;
            for (std::size_t k = 0; k < c->direction.size(); ++k)
                flag(c->direction[k]) = slip(at_index(k)) / std::max(slip.norm(), 1e-9);
        }
    }

    // u'; nothing where rows nearly depend on each other, or sliding contacts are pressed together, nearly or by their own force.
    std::optional<VectorXd> accelerations() {
        std::vector<Index> rows = independent(bilateral_rows(model_, state_));
        std::vector<VectorXd> loads;  // of each row's multiplier on the speeds
        for (const Index r : rows) loads.push_back(-all_.B.row(r).transpose());
        struct Sliding {
            const Contact* contact;
            std::optional<std::size_t> normal;  // among the rows
            VectorXd along;
        };
        std::vector<Sliding> sliding;
        const auto add = [&](std::size_t constraint) {
            rows.push_back(row_of(constraint));
            loads.push_back(-all_.B.row(rows.back()).transpose());
        };
        for (const Contact* c : contacts_of(model_)) {
            if (c->closed && flag(*c->closed) == 0) continue;
            std::optional<std::size_t> normal;
            if (c->normal) normal = rows.size(), add(*c->normal);
            if (!c->tangent) continue;
            if (flag(*c->slip) == 0) {
                add(*c->tangent);
                if (c->second) add(*c->second);
                continue;
            }
            VectorXd along = flag(*c->slip) * all_.B.row(row_of(*c->tangent)).transpose();
            if (c->second) {
                const VectorXd slip = slip_of(*c).normalized();
                along = slip(0) * along + slip(1) * all_.B.row(row_of(*c->second)).transpose();
            }
            sliding.push_back({c, normal, along});
        }
        VectorXd f = tree_.f;
        for (const Sliding& one : sliding) {
            const double limit = value(one.contact->limit);
            if (one.normal) {  // the multiplier is -N
                loads[*one.normal] += limit * one.along;
                continue;
            }
            f -= limit * one.along;
            for (std::size_t k = 0; k < rows.size(); ++k) {
                const std::size_t c = all_.constraint[static_cast<std::size_t>(rows[k])];
                if (!model_.constraints[c].of_contact) continue;
                double& multiplier_now = state_.external[multiplier(c)];
                multiplier_now = 1;
                loads[k] -= (value(one.contact->limit) - limit) * one.along;
                multiplier_now = 0;
            }
        }
        const Index n = f.size(), m = at_index(rows.size());
        MatrixXd K = MatrixXd::Zero(n + m, n + m), B(m, n);
        VectorXd right(n + m);
        const VectorXd scale = tree_.M.diagonal().cwiseAbs().cwiseMax(1e-9).cwiseSqrt().cwiseInverse();
        K.topLeftCorner(n, n) = tree_.M;
        right.head(n) = f;
        for (Index k = 0; k < m; ++k) {
            const Index r = rows[static_cast<std::size_t>(k)];
            const double size = (all_.B.row(r) * scale.asDiagonal()).norm();
            if (!(size > 1e-9)) return std::nullopt;
            B.row(k) = all_.B.row(r) * scale.asDiagonal() / size;
            K.row(n + k).head(n) = all_.B.row(r) / size;
            K.col(n + k).head(n) = -loads[static_cast<std::size_t>(k)] / size;
            right(n + k) = all_.gamma(r) / size;
        }
        if (m > 0 && (m > n || singular_values(B).minCoeff() < restrained)) return std::nullopt;
        const MatrixXd balanced = Eigen::DiagonalMatrix<double, Eigen::Dynamic>(left_scale(scale, m)) * K *
                                  Eigen::DiagonalMatrix<double, Eigen::Dynamic>(left_scale(scale, m));
        constexpr double regular = 1e-4;
        if (singular_values(balanced).minCoeff() < regular) return std::nullopt;
        for (const Sliding& one : sliding) {  // more normal force must take the bodies apart: else Painleve's paradox
            if (!one.normal) continue;
            const Index k = n + at_index(*one.normal);
            if (!(-solve_square(K, VectorXd(VectorXd::Unit(n + m, k)))(k, 0) > 0)) return std::nullopt;
        }
        return VectorXd(solve_square(K, right).col(0).head(n));
    }

  private:
    static VectorXd left_scale(const VectorXd& of_speeds, Index rows) {
        VectorXd all = VectorXd::Ones(of_speeds.size() + rows);
        all.head(of_speeds.size()) = of_speeds;
        return all;
    }
    // Without rows that others imply.
    std::vector<Index> independent(const std::vector<Index>& rows) const {
        std::vector<Index> kept;
        MatrixXd B(0, tree_.M.cols());
        for (const Index r : rows) {
            MatrixXd more(B.rows() + 1, B.cols());
            more << B, all_.B.row(r).normalized();
            if (!more.allFinite() || rank_of(more, 1e-8) < more.rows()) continue;
            B = more;
            kept.push_back(r);
        }
        return kept;
    }
    double& flag(FlagIndex f) { return state_.w(at_index(input_of(model_, f).value)); }
    Index row_of(std::size_t constraint) const {
        return at_index(
            static_cast<std::size_t>(std::ranges::find(all_.constraint, constraint) - all_.constraint.begin()));
    }
    std::string multiplier(std::size_t constraint) const {
        return model_.graph->symbol_of(multiplier_symbol(model_, constraint, 0).id).name;
    }
    VectorXd slip_of(const Contact& c) const {
        if (!c.tangent) return {};
        VectorXd slip(c.second ? 2 : 1);
        slip(0) = all_.phidot(row_of(*c.tangent));
        if (c.second) slip(1) = all_.phidot(row_of(*c.second));
        return slip;
    }
    double value(Expr e) const {
        Evaluator<double> evaluator = values_at(model_, state_, VectorXd::Zero(state_.u.size()));
        return evaluator(model_.graph->own(e));
    }

    const Model& model_;
    OracleState& state_;
    ConstraintReading all_;
    OracleResult tree_;
};

}  // namespace

void Comparison::run_in_modes() {
    const Model still = without_switched_rows(model_);
    const OracleState start = initial_state(still);
    for (int k = 0; k < 8; ++k) {
        std::optional<OracleState> state = neighbour(still, start, 0.05, k >= 4, random_);
        if (!state || !regularity(still, *state).is_good()) continue;
        std::optional<VectorXd> udot;
        for (int attempt = 0; attempt < 12 && !udot; ++attempt) {  // many modes press together what cannot move
            Mode(model_, *state).draw(random_);
            udot = Mode(model_, *state).accelerations();
        }
        if (!udot || largest(*udot) > 1e4) continue;
        ++examined_.states;
        here_ = "at state " + std::to_string(k) + (k >= 4 ? ", parameters moved" : "") + ", flags";
        for (std::size_t f = 0; f < flag_count(model_); ++f)
            here_ += fmt::format(" {}", state->w(at_index(input_of(model_, FlagIndex(f)).value)));
        outputs_.clear();
        Truth truth{*state, Oracle(model_, *state).result(), {}, {}, {}};
        truth.motion.udot = *udot;
        for (Emitted& variant : variants_) compare_in_mode(variant, truth);
    }
}

void Comparison::compare_in_mode(Emitted& variant, const Truth& truth) {
    variant_ = std::string(1, variant.file().model.back()) + " " + variant.file().language;
    try {
        variant.setup(truth.state.p);
        const Arrays given = variant.arguments(for_file(variant, truth));
        compare_equations(variant, truth, given);
        const Arrays result = variant.call("accelerations", given), rate = variant.call("derivatives", given);
        if (result.at("info")(0) != 0 || rate.at("info")(0) != 0)
            return report("a mode: info", shown(result.at("info")) + " and " + shown(rate.at("info")));
        const double size = 1 + largest(truth.motion.udot);
        equal("a mode: accelerations", result.at("udot"), truth.motion.udot, size, solved);
        equal("a mode: derivatives", rate.at("ydot").segment(truth.free.qdot.size(), truth.motion.udot.size()),
              truth.motion.udot, size, solved);
        if (!model_.outputs.empty()) {
            const Arrays found = variant.call("outputs", given);
            if (found.at("info")(0) != 0) report("a mode: info of outputs", shown(found.at("info")));
            std::vector<double>& first = outputs_["all"];
            const VectorXd& o = found.at("o");
            if (first.empty()) first.assign(o.data(), o.data() + o.size());
            const VectorXd wanted = Eigen::Map<const VectorXd>(first.data(), at_index(first.size()));
            equal("a mode: outputs", o, wanted, size + largest(wanted), solved);
        }
        if (variant.has("jacobian")) compare_jacobian(variant, truth);
        if (variant.has("adjoint")) compare_products(variant, truth);
        if (variant.has_four()) compare_four(variant, truth);
    } catch (const std::exception& error) {
        report("a call fails", error.what());
    }
}

}  // namespace lag::combinations
