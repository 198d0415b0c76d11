#include "emitters/choice/fitting_formulations.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/errors.hpp"
#include "emitters/program/momentum_form.hpp"

namespace lag {

bool has_no_rows(const MinimalSystem& mechanism) {
    return mechanism.model.constraints.empty() && mechanism.solved_out.rows.empty();
}

namespace {

// Why recursions do not take this mechanism, and what they are for.
struct Refusal {
    std::string is_for, has;
};
std::optional<Refusal> refusal_of(const MinimalSystem& mechanism, const IndependentRows& rows, Formulation recursion) {
    const Model& model = mechanism.model;
    const bool is_tree = has_no_rows(mechanism);
    if (recursion == Formulation::two_ended && !is_tree) return Refusal{"is for trees", "has constraints"};
    if (!mechanism.solved_out.rows.empty()) return Refusal{"keeps all speeds", "has constraints that are solved out"};
    if (rows.null_space && model.treatment.mode == ConstraintTreatment::Mode::null_space)
        return Refusal{"takes rows with their multipliers", "has options(constraints = null_space)"};
    if (is_by_momentum(model))
        return Refusal{"has no mass matrix to project with", "has options(constraints = momentum)"};
    if (!model.contacts.empty() || !model.stops.empty())
        return Refusal{"is for conditions that hold or are switched off", "has contacts or stops"};
    if (!is_tree && has_flexible_bodies(model))
        return Refusal{"is for rigid bodies where there are constraints", "has flexible ones"};
    if (!rows.weights.empty()) return Refusal{"needs inertia behind every speed", "has motions without"};
    if (!model.kinetic_terms.empty()) return Refusal{"is for the inertia of bodies", "has energies of its own"};
    if (model.small.any()) return Refusal{"has no matrix whose small terms could be dropped", "has such terms"};
    return std::nullopt;
}

}  // namespace

std::vector<Formulation> fitting_formulations(const MinimalSystem& mechanism, const IndependentRows& rows,
                                              Formulation asked) {
    const std::size_t nu = mechanism.model.speeds.size();
    if (is_recursion(asked))
        if (const std::optional<Refusal> refusal = refusal_of(mechanism, rows, asked)) {
            FormulationChoice bare;
            bare.formulation = asked;
            throw ModelError(
                fmt::format("formulation = {} {}: this model {}", to_string(bare), refusal->is_for, refusal->has),
                "use formulation = composite, or auto");
        }
    if (asked != Formulation::automatic) return {asked};
    std::vector<Formulation> fit;
    const bool takes_recursion = !refusal_of(mechanism, rows, Formulation::articulated);
    if (nu <= composite_up_to || !takes_recursion) fit.push_back(Formulation::composite);
    if (nu <= turner_up_to) fit.push_back(Formulation::turner);
    if (takes_recursion) fit.push_back(Formulation::articulated);
    return fit;
}

}  // namespace lag
