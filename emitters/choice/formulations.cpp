#include "emitters/choice/formulations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <tuple>

#include "core/errors.hpp"
#include "emitters/choice/cheaper_routines.hpp"
#include "emitters/choice/fitting_formulations.hpp"
#include "emitters/choice/program_in_lanes.hpp"
#include "emitters/choice/resolved_mechanism.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/formulations/free_points.hpp"
#include "lagrange/formulations/joint_groups.hpp"
#include "lagrange/formulations/regroup.hpp"
#include "lagrange/identification/regressor.hpp"
#include "lagrange/kinematics/kinematics.hpp"

namespace lag {

Formulation formulation_named(const std::string& name) {
    if (name == "auto") return Formulation::automatic;
    if (name == "turner") return Formulation::turner;
    if (name == "composite") return Formulation::composite;
    if (name == "articulated") return Formulation::articulated;
    if (name == "two_ended") return Formulation::two_ended;
    throw InternalError("no formulation " + name);
}

FormulationChoice plain_choice(Formulation formulation) {
    FormulationChoice choice;
    if (formulation != Formulation::automatic) choice.formulation = formulation;
    if (formulation == Formulation::two_ended) choice.absorbing = choice.non_rotating_axes = true;
    return choice;
}

void require_pivots(const Model& model, const Equations& equations, const LdlPlan& plan) {
    if (plan.void_pivots.empty()) return;
    // Of speeds without inertia the constraints may know, of rows that hold no speed but theirs nothing can be said.
    for (std::size_t k = 0; k < model.speeds.size(); ++k) {
        if (plan.pattern.has(k, k)) continue;
        const Speed& u = model.speeds[k];
        if (u.body == ground)
            throw ModelError(fmt::format("the kinetic energy does not depend on '{}': it can move freely", u.name));
        throw ModelError(fmt::format("body '{}' can move freely in '{}': no mass or inertia moves with it",
                                     model.body(u.body).name, u.name));
    }
    // every speed has a pivot of its own: what is left is a set of rows with too few of them (Hall)
    const std::size_t row = plan.void_pivots.front();
    throw ModelError(
        fmt::format("constraint row '{}' depends on others: together they hold fewer speeds than they are rows",
                    equations.constraints.rows.at(row - model.speeds.size()).name),
        "leave out as many of them as there are too many");
}

namespace {

// Plans, each made once: choices of one mechanism mostly share their pattern.
class Plans {
  public:
    const LdlPlan& plan_for(const Model& model, const Equations& equations) {
        const SymmetricPattern pattern = equations.pattern_to_factorize();
        const auto known =
            std::find_if(plans_.begin(), plans_.end(), [&](const auto& plan) { return plan->pattern == pattern; });
        if (known != plans_.end()) return **known;
        plans_.push_back(std::make_unique<LdlPlan>(plan_ldl(pattern)));
        require_pivots(model, equations, *plans_.back());
        return *plans_.back();
    }

  private:
    std::vector<std::unique_ptr<LdlPlan>> plans_;
};

struct Candidate {
    FormulationChoice choice;
    Program derivatives;  // that routine alone
    long before = 0;      // operations before the passes
    std::optional<long> after;
    double live = 0;                    // mean live values, after the passes
    bool is_searched = false;           // all sequences of passes were tried, not only the one that won for another
    std::optional<std::size_t> cycles;  // estimated, after the passes
};

const Routine& derivatives_of(const Candidate& candidate) {
    return *candidate.derivatives.find(RoutineName::derivatives);
}

// Hash-consing makes equal expressions the same nodes.
bool same_code(const Candidate& a, const Candidate& b) {
    const auto& left = derivatives_of(a).results;
    const auto& right = derivatives_of(b).results;
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const ResultExpression& x, const ResultExpression& y) { return x.value == y.value; });
}

class Comparison {
  public:
    Comparison(const Mechanism& mechanism, bool wants_regressor)
        : regressor_(wants_regressor
                         ? std::make_shared<const Regressor>(form_regressor(mechanism.model, mechanism.kinematics))
                         : nullptr),
          own_{mechanism.system, form_independent_rows(mechanism.system.model, mechanism.system.kinematics), {}},
          held_(resolved_in_non_rotating_axes(mechanism.model, mechanism.kinematics, own_)) {}

    const IndependentRows& rows() const { return own_.rows; }
    bool has_non_rotating_axes() const { return held_.has_value(); }
    // Loops that may stand in the axes of their links: contacts and small quantities keep the rows as they are stated.
    bool has_loops_to_turn() const {
        const Model& model = own_.system.model;
        return !own_.rows.rows.rows.empty() && model.contacts.empty() && model.stops.empty() && !model.small.any();
    }
    void require_non_rotating_axes() const {
        if (held_) return;
        if (has_flexible_bodies(own_.system.model))
            throw ModelError("formulation = two_ended is for rigid bodies: this model has flexible ones",
                             "use formulation = articulated, or auto");
        throw ModelError("formulation = two_ended is for a chain of bodies on ground that turn about parallel axes",
                         "use formulation = articulated, or auto");
    }

    // Forms and counts; drops what has been there already.
    void add(const FormulationChoice& choice) { keep(formed(choice)); }
    // The same, kept only where it has clearly fewer operations than all others: a few do not pay for rows in other axes,
    // nor for rows in a recursion.
    void add_where_clearly_fewer(const FormulationChoice& choice) {
        constexpr long clearly = 98;  // per cent
        Candidate candidate = formed(choice);
        if (candidates_.empty() || candidate.before * 100 <= leader().before * clearly) keep(std::move(candidate));
    }

    // Of the recursion with fewest operations, those with the pivots in the blocks which an estimate before the passes prefers.
    void add_pivot_blocks() {
        const std::optional<FormulationChoice> recursion = best_recursion();
        if (!recursion || recursion->formulation != Formulation::articulated ||
            has_flexible_bodies(own_.system.model) || recursion_->second > estimated_up_to)
            return;
        const bool is_short = recursion_->second <= 1000;  // operations
        const std::size_t finalists = is_short ? 5 : 3,
                          near = is_short ? 110 : 102;  // per cent: the passes change that much
        const std::vector<PivotBlocks> all = pivot_blocks_to_try(own_.system.model, own_.system.kinematics);
        for (const PivotBlocks& blocks : all)
            if (is_short || blocks.at_ground == 0) add_in_blocks(*recursion, blocks);
        if (!is_short) {  // joints on ground together: beside the best of the other blocks alone
            const auto best = std::ranges::min_element(in_blocks_, {}, &Candidate::cycles);
            const std::size_t joints = best == in_blocks_.end() ? 1 : best->choice.blocks.joints;
            for (const PivotBlocks& blocks : all)
                if (blocks.at_ground > 0 && blocks.joints == joints) add_in_blocks(*recursion, blocks);
        }
        std::ranges::stable_sort(in_blocks_, {}, &Candidate::cycles);
        const std::size_t least = in_blocks_.empty() ? 0 : *in_blocks_.front().cycles;
        std::erase_if(in_blocks_, [&](const Candidate& candidate) { return *candidate.cycles * 100 > least * near; });
        if (in_blocks_.size() > finalists) in_blocks_.resize(finalists);
    }

    // The recursion with fewest operations, by the accelerations of the best points of free bodies.
    void move_free_points() {
        const std::optional<FormulationChoice> best = best_recursion();
        if (!best || best->formulation != Formulation::articulated || !is_tree_of_bodies(own_.system)) return;
        const Resolved& mechanism = resolved_for(*best);
        const FormulationChoice moved =
            at_best_free_points(*best, mechanism.system.model, mechanism.system.kinematics,
                                [&](const FormulationChoice& trial) { return formed(trial).before; });
        if (moved != *best) add(moved);
    }

    // The recursion with fewest operations, whether it was kept or not.
    std::optional<FormulationChoice> best_recursion() const {
        return recursion_ ? std::optional(recursion_->first) : std::nullopt;
    }

    const Candidate& leader() const { return candidates_.front(); }
    bool is_small() const { return leader().before <= 3000; }  // so that more choices can be looked at

    // Counts the first few again, after the passes: the leader with all sequences of passes, the others with the one
    // that won for the leader. A choice that wins although another counts fewer operations gets all sequences too, and
    // is compared again. The winner has fewest operations; within a quarter of a per cent, fewest mean live values. For
    // speed, the best of each other formulation stands against it.
    const Candidate& decide(Aim aim) {
        Candidate& fewest = with_fewest_operations();
        return aim == Aim::operations ? fewest : fastest_beside(fewest);
    }

    Candidate& with_fewest_operations() {
        const long size = leader().before;
        const std::size_t finalists = std::min<std::size_t>(candidates_.size(), size > 15000 ? 1 : size > 4000 ? 2 : 3);
        for (std::size_t k = 0; k < finalists; ++k) search(candidates_[k], k > 0 ? &leader().derivatives : nullptr);
        while (true) {
            Candidate& best = winner(finalists);
            if (best.is_searched || *best.after <= fewest_of(finalists)) return best;
            search(best, nullptr);
        }
    }

    // Of each formulation the choice with fewest operations, before the passes.
    std::vector<FormulationChoice> best_of_each() const {
        std::vector<FormulationChoice> best;
        for (const Candidate& candidate : candidates_)
            if (std::ranges::find(best, candidate.choice.formulation, &FormulationChoice::formulation) == best.end())
                best.push_back(candidate.choice);
        return best;
    }

    // options(constraints = auto): both are compared.
    bool may_leave_multipliers_out() const {
        return own_.rows.null_space && own_.system.model.treatment.mode == ConstraintTreatment::Mode::fastest;
    }

    // Accelerations without multipliers where the model asks for that.
    FormulationChoice treated(FormulationChoice choice) const {
        const bool asked = own_.system.model.treatment.mode == ConstraintTreatment::Mode::null_space;
        choice.null_space = own_.rows.null_space && (asked || choice.null_space);
        return choice;
    }

    // Whether Euler parameters turn the rows of loops there. Off their unit length they stretch too, so that multipliers
    // turned back are not those of the rows as they are stated: residuals (emitters/program/residual.hpp) hold these.
    bool turns_by_euler_parameters(const FormulationChoice& choice) {
        const Resolved& mechanism = resolved_for(choice);
        const Model& model = mechanism.system.model;
        std::vector<Expr> turned, parameters;
        for (const auto& quaternion : quaternions(model))
            for (const CoordinateIndex e : quaternion) parameters.push_back(symbol(model, e));
        if (parameters.empty()) return false;
        const Equations equations = form_system(mechanism.system, mechanism.partials, choice, mechanism.rows);
        for (const TurnedLoop& loop : equations.system_rows.loops)
            for (const std::vector<Expr>& row : loop.R)
                for (const Expr& e : row) turned.push_back(model.graph->own(e));
        return std::ranges::any_of(symbols_in(*model.graph, turned, bit(Role::coordinate)),
                                   [&](const Expr& q) { return std::ranges::find(parameters, q) != parameters.end(); });
    }

    // All routines of that choice, before the passes.
    Program lowered(const FormulationChoice& choice, const WantedRoutines& wanted) {
        const Resolved& mechanism = resolved_for(choice);
        const bool of_small_loops =
            !mechanism.rows.rows.rows.empty() && mechanism.system.model.speeds.size() < large_tree;
        Equations equations = form_equations(mechanism.system, mechanism.partials, choice, mechanism.rows,
                                             wanted.mass_matrix || of_small_loops);
        equations.regressor = regressor_;
        return lower(mechanism.system.model, equations, plans_.plan_for(mechanism.system.model, equations),
                     wanted.jacobian, wanted.derivatives);
    }

    std::vector<std::string> notes() const {
        std::vector<std::string> notes{
            "compared by operations of derivatives, before and after the passes (mean live values):"};
        std::size_t others = 0;
        const auto note = [&](const Candidate& candidate) {
            std::string line = fmt::format("  {}: {}", to_string(candidate.choice), candidate.before);
            if (candidate.after) line += fmt::format(", {} ({})", *candidate.after, static_cast<long>(candidate.live));
            if (candidate.cycles) line += fmt::format(", {} cycles by the estimate", *candidate.cycles);
            notes.push_back(std::move(line));
        };
        for (const Candidate& candidate : candidates_) {
            if (candidate.after || candidate.choice.except.empty())
                note(candidate);
            else
                ++others;
        }
        for (const Candidate& candidate : in_blocks_) note(candidate);
        if (others > 0) notes.push_back(fmt::format("  and {} with single links treated otherwise", others));
        return notes;
    }

  private:
    Candidate formed(FormulationChoice choice) {
        const Resolved& mechanism = resolved_for(choice);
        // accelerations that are absorbed are those of rigid links
        if (has_flexible_bodies(mechanism.system.model)) choice.absorbing = false;
        choice = treated(choice);
        const Equations system = form_system(mechanism.system, mechanism.partials, choice, mechanism.rows);
        const LdlPlan& plan = plans_.plan_for(mechanism.system.model, system);
        Candidate candidate{
            choice, lower_derivatives(mechanism.system.model, system, plan), 0, std::nullopt, 0, false, std::nullopt};
        candidate.before = count_before_passes(derivatives_of(candidate)).total();
        if (is_recursion(choice.formulation) && (!recursion_ || candidate.before < recursion_->second))
            recursion_ = {choice, candidate.before};
        return candidate;
    }

    // In rotating axes and, where the mechanism has others, in these; unless that has been there already.
    void add_in_blocks(FormulationChoice choice, const PivotBlocks& blocks) {
        choice.blocks = blocks;
        for (const bool non_rotating : {false, true}) {
            if (non_rotating && !held_) continue;
            choice.non_rotating_axes = non_rotating;
            Candidate candidate = formed(choice);
            if (candidate.before > estimated_up_to ||
                std::ranges::any_of(in_blocks_, [&](const Candidate& one) { return same_code(one, candidate); }))
                continue;
            candidate.cycles = cycles_as_formed(candidate);
            in_blocks_.push_back(std::move(candidate));
        }
    }

    void keep(Candidate candidate) {
        const bool known = std::any_of(candidates_.begin(), candidates_.end(),
                                       [&](const Candidate& other) { return same_code(other, candidate); });
        if (!known) candidates_.push_back(std::move(candidate));
        std::stable_sort(candidates_.begin(), candidates_.end(),
                         [](const Candidate& a, const Candidate& b) { return a.before < b.before; });
    }

    // A formulation with more operations is taken where it is clearly faster by the estimate: short ways through a few
    // links in a row are worth many operations. Beyond three times the operations none is.
    Candidate& fastest_beside(Candidate& fewest) {
        constexpr long most_times = 3, most_operations = estimated_up_to;
        // per cent: the estimate's own error is smaller (bench/README.md); recursions take longer than it says
        constexpr std::size_t clearly = 95, clearly_of_recursions = 90;
        std::vector<Candidate*> others;
        for (Candidate& candidate : in_blocks_) others.push_back(&candidate);
        for (Candidate& candidate : candidates_) {
            const auto is_known = [&](const Candidate* other) {
                return other->choice.formulation == candidate.choice.formulation &&
                       other->choice.null_space == candidate.choice.null_space;
            };
            if (is_known(&fewest) || std::ranges::any_of(others, is_known)) continue;
            if (candidate.before <= std::min(most_times * fewest.before, most_operations)) others.push_back(&candidate);
        }
        if (fewest.before > most_operations) return fewest;
        estimate(fewest);
        Candidate* best = &fewest;
        for (Candidate* const candidate : others) {
            if (!candidate->after) search(*candidate, &fewest.derivatives);
            estimate(*candidate);
            // worth the whole search only where it comes near
            if (!candidate->is_searched && *candidate->cycles < *best->cycles)
                search(*candidate, nullptr), estimate(*candidate);
            const bool recurs = is_recursion(candidate->choice.formulation);
            const std::size_t enough = best != &fewest ? 100 : recurs ? clearly_of_recursions : clearly;
            if (*candidate->cycles * 100 < *best->cycles * enough) best = candidate;
        }
        return fastest_as_emitted(*best, others);
    }

    // Of those that come near the best: how it is with fewer steps to the results depends on what the steps are.
    static Candidate& fastest_as_emitted(Candidate& best, const std::vector<Candidate*>& others) {
        constexpr std::size_t near = 112;  // per cent
        constexpr long most_operations = 1000;
        const auto is_near = [&](const Candidate& candidate) {
            return *candidate.after <= most_operations && *candidate.cycles * 100 <= *best.cycles * near;
        };
        Candidate* fastest = &best;
        if (!is_near(best)) return best;
        std::size_t fewest = estimated_cycles(with_reduced_height(derivatives_of(best)), true);
        for (Candidate* const candidate : others) {
            if (candidate == &best || !is_near(*candidate)) continue;
            if (!candidate->is_searched) search(*candidate, nullptr), estimate(*candidate);
            const std::size_t cycles = estimated_cycles(with_reduced_height(derivatives_of(*candidate)), true);
            if (cycles < fewest) fewest = cycles, fastest = candidate;
        }
        return *fastest;
    }

    // Not searched: in the same way for all that are compared.
    static std::size_t cycles_as_formed(const Candidate& candidate) {
        OptimizeOptions options;
        options.level = 0;
        return estimated_cycles(*optimize_derivatives(candidate.derivatives, options).find(RoutineName::derivatives),
                                true);
    }
    static void estimate(Candidate& candidate) { candidate.cycles = estimated_cycles(derivatives_of(candidate), true); }

    // `like`: only with the sequence of passes that won for these equations.
    static void search(Candidate& candidate, const Program* like) {
        candidate.derivatives = optimize_derivatives(std::move(candidate.derivatives), {}, like);
        const Code& code = *derivatives_of(candidate).code;
        candidate.after = count_operations(code).total();
        candidate.live = average_live_values(code);
        candidate.is_searched = like == nullptr;
    }

    long fewest_of(std::size_t finalists) const {
        long fewest = *leader().after;
        for (std::size_t k = 1; k < finalists; ++k) fewest = std::min(fewest, *candidates_[k].after);
        return fewest;
    }

    Candidate& winner(std::size_t finalists) {
        const long fewest = fewest_of(finalists);
        Candidate* best = nullptr;
        for (std::size_t k = 0; k < finalists; ++k) {
            const bool close = *candidates_[k].after * 400 <= fewest * 401;
            if (close && (best == nullptr || candidates_[k].live < best->live)) best = &candidates_[k];
        }
        return *best;
    }

    Resolved& resolved_for(const FormulationChoice& choice) {
        Resolved& mechanism = choice.non_rotating_axes ? *held_ : own_;
        if (choice.formulation == Formulation::turner && mechanism.partials.of_link.empty())
            mechanism.partials = compute_partials(mechanism.system.model, mechanism.system.kinematics);
        IndependentRows& rows = mechanism.rows;
        if (!rows.rows.rows.empty() && !rows.lean.contains(choice.loop_axes))
            rows.lean.emplace(choice.loop_axes, lean_rows(mechanism.system.model, mechanism.system.kinematics,
                                                          rows.rows, choice.loop_axes, rows.of_whole.get()));
        return mechanism;
    }

    std::shared_ptr<const Regressor> regressor_;
    Resolved own_;
    std::optional<Resolved> held_;
    Plans plans_;
    std::vector<Candidate> candidates_;  // fewest operations first
    std::vector<Candidate> in_blocks_;   // more operations, fewer pivots that wait for one another
    std::optional<std::pair<FormulationChoice, long>> recursion_;
};

// Whether so many loops are open at once that a recursion takes far more operations a speed than in a tree: composite
// inertias may be cheaper then, whatever the size.
bool are_loops_tangled(const Comparison& comparison, const MinimalSystem& mechanism) {
    constexpr long of_a_tree = 300;  // operations a speed, at most
    const std::size_t nu = mechanism.model.speeds.size();
    return nu > composite_up_to && !has_no_rows(mechanism) && is_recursion(comparison.leader().choice.formulation) &&
           comparison.leader().before > of_a_tree * static_cast<long>(nu);
}

// Of the leader, and of a recursion that may not lead yet: rows in the right axes are half of what loops cost it.
void add_loops_in_other_axes(Comparison& comparison, const WantedRoutines& wanted) {
    const bool differentiates = !wanted.jacobian.empty() || !wanted.derivatives.empty();
    const auto add = [&](const FormulationChoice& choice) {
        if (!differentiates || !comparison.turns_by_euler_parameters(choice))
            comparison.add_where_clearly_fewer(choice);
    };
    for (const LoopAxes axes : {LoopAxes::fewest_entries, LoopAxes::own_speeds}) {
        FormulationChoice choice = comparison.leader().choice;
        choice.loop_axes = axes;
        if (!is_recursion(choice.formulation)) add(choice);
        const std::optional<FormulationChoice> recursion = comparison.best_recursion();
        if (!recursion) continue;
        for (const bool non_rotating : {false, true}) {
            if (non_rotating && !comparison.has_non_rotating_axes()) continue;
            choice = *recursion;
            choice.loop_axes = axes, choice.non_rotating_axes = non_rotating;
            add(choice);
        }
    }
}

// Small models: one link after the other, whether another treatment of its inertia serves the leader better.
void search_links(Comparison& comparison, const MinimalSystem& mechanism) {
    constexpr std::size_t most_links = 12;
    if (!comparison.is_small()) return;
    const std::vector<std::size_t> links = links_with_axis(mechanism.model, mechanism.kinematics);
    if (links.size() > most_links) return;
    for (const std::size_t link : links) {
        const FormulationChoice leading = comparison.leader().choice;
        for (const Regrouping treatment : {Regrouping::masses, Regrouping::inertias, Regrouping::other_inertias}) {
            FormulationChoice choice = leading;
            choice.except[link] = treatment;
            if (treatment == leading.regrouping) choice.except.erase(link);
            if (choice != leading) comparison.add(choice);
        }
    }
}

// The first choice that fits, as it stands; in lanes only where they are asked for, since nothing is compared.
Program plain_program(const Mechanism& mechanism, Formulation formulation, const WantedRoutines& wanted) {
    Comparison comparison(mechanism, wanted.regressor);
    if (formulation == Formulation::two_ended) comparison.require_non_rotating_axes();
    const FormulationChoice choice = comparison.treated(
        plain_choice(fitting_formulations(mechanism.system, comparison.rows(), formulation).front()));
    Program program = comparison.lowered(choice, wanted);
    const std::string level = "; optimized at level 0, as it was formed";
    program.formulation = to_string(choice) + level;
    OptimizeOptions options;
    options.level = 0;
    if (wanted.limbs == LimbForm::lanes)
        if (std::optional<Program> limbs = with_limbs_in_lanes(program, optimize_derivatives(program, options),
                                                               mechanism, formulation, wanted, options)) {
            limbs->formulation += level;
            return std::move(*limbs);
        }
    return optimize(std::move(program), options);
}

WantedRoutines without_jacobian(WantedRoutines wanted) {
    wanted.jacobian.clear(), wanted.derivatives.clear();
    return wanted;
}

}  // namespace

bool is_tree_of_bodies(const MinimalSystem& mechanism) {
    return has_no_rows(mechanism) && mechanism.model.kinetic_terms.empty();
}

Formulation plainest_formulation(const MinimalSystem& mechanism) {
    if (mechanism.model.speeds.size() <= turner_up_to) return Formulation::turner;
    return is_tree_of_bodies(mechanism) ? Formulation::articulated : Formulation::composite;
}

// The cheapest choice within `formulation`.
ComparedFormulations compare_formulations(const Mechanism& mechanism, Formulation formulation,
                                          const WantedRoutines& wanted) {
    constexpr std::size_t every_choice_up_to = 40;  // speeds
    Comparison comparison(mechanism, wanted.regressor);
    if (formulation == Formulation::two_ended) comparison.require_non_rotating_axes();
    const std::vector<Formulation> fit = fitting_formulations(mechanism.system, comparison.rows(), formulation);
    const auto add_all = [&](bool non_rotating_axes) {
        for (const Formulation one : fit) {
            const bool must_pay = is_recursion(one) && fit.size() > 1 && !has_no_rows(mechanism.system);
            for (const Regrouping regrouping : {Regrouping::masses, Regrouping::inertias, Regrouping::none}) {
                FormulationChoice choice{.formulation = one,
                                         .regrouping = regrouping,
                                         .absorbing = true,
                                         .except = {},
                                         .non_rotating_axes = non_rotating_axes};
                must_pay ? comparison.add_where_clearly_fewer(choice) : comparison.add(choice);
                if (is_recursion(one) || !comparison.may_leave_multipliers_out()) continue;
                choice.null_space = true;
                comparison.add(choice);
            }
        }
    };
    const auto add_like_leader = [&](auto change) {
        FormulationChoice choice = comparison.leader().choice;
        change(choice);
        comparison.add(choice);
    };
    if (formulation == Formulation::two_ended) {
        comparison.add(plain_choice(formulation));
    } else {
        add_all(false);
        if (comparison.has_non_rotating_axes()) {
            if (mechanism.system.model.speeds.size() <= every_choice_up_to)
                add_all(true);
            else
                add_like_leader([](FormulationChoice& choice) { choice.non_rotating_axes = true; });
        }
        if (formulation == Formulation::automatic && are_loops_tangled(comparison, mechanism.system))
            comparison.add(plain_choice(Formulation::composite));
        add_like_leader([](FormulationChoice& choice) { choice.absorbing = false; });
        if (comparison.has_loops_to_turn()) add_loops_in_other_axes(comparison, wanted);
        if (comparison.is_small()) comparison.move_free_points();
        search_links(comparison, mechanism.system);
        if (wanted.aim == Aim::time && is_tree_of_bodies(mechanism.system)) comparison.add_pivot_blocks();
    }

    const Candidate& best = comparison.decide(wanted.aim);
    Program program = comparison.lowered(best.choice, wanted);
    if (mechanism.system.model.speeds.size() <= every_choice_up_to) {
        // what serves the accelerations best need not serve the other routines
        std::vector<FormulationChoice> others{best.choice, plain_choice(Formulation::composite)};
        others.front().non_rotating_axes = false;
        others.front().blocks = {};
        if (best.choice.formulation == Formulation::two_ended) others.front().formulation = Formulation::articulated;
        if (comparison.is_small())
            for (const FormulationChoice& other : comparison.best_of_each()) others.push_back(other);
        for (const FormulationChoice& other : others)
            if (other != best.choice)
                take_cheaper_routines(program, comparison.lowered(other, without_jacobian(wanted)));
        if (!wanted.jacobian.empty() || !wanted.derivatives.empty()) {
            const std::vector<FormulationChoice> leading = comparison.best_of_each();
            others.insert(others.end(), leading.begin(), leading.end());
            for (const FormulationChoice& other : others)
                if (other != best.choice)
                    take_cheaper_derivatives(mechanism.system.model, program, comparison.lowered(other, wanted));
        }
    }
    program.formulation = to_string(best.choice);
    program.notes = comparison.notes();
    if (program.find(RoutineName::mass_matrix) == nullptr)
        program.notes.push_back(
            "without mass_matrix, which a mechanism of this size gets only where it is asked for by name");
    return {std::move(program), best.derivatives};
}

Program cheapest_program(const Mechanism& mechanism, Formulation formulation, const WantedRoutines& wanted,
                         std::optional<ComparedFormulations>* known) {
    if (wanted.level == 0) return plain_program(mechanism, formulation, wanted);
    std::optional<ComparedFormulations> fresh;
    std::optional<ComparedFormulations>& compared = known != nullptr ? *known : fresh;
    if (!compared) compared = compare_formulations(mechanism, formulation, wanted);
    Program program = compared->lowered;
    OptimizeOptions options;
    options.level = wanted.level;
    options.reduces_height = wanted.aim == Aim::time;
    options.split_above = wanted.split_above;
    options.piece_size = std::min(options.piece_size, wanted.split_above);
    if (wanted.limbs != LimbForm::scalar)
        if (std::optional<Program> limbs =
                with_limbs_in_lanes(program, compared->derivatives, mechanism, formulation, wanted, options))
            return std::move(*limbs);
    if (wanted.level == default_level) return optimize(std::move(program), compared->derivatives, options);
    program.formulation += "; optimized at level " + std::to_string(wanted.level);
    return optimize(std::move(program), optimize_derivatives(compared->derivatives, options), options);
}

}  // namespace lag
