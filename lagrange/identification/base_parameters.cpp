#include "lagrange/identification/base_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "lagrange/dynamics/inertias.hpp"
#include "lagrange/identification/hinge_steps.hpp"
#include "lagrange/identification/tied_columns.hpp"

namespace lag {

namespace {

void require_bodies(const Model& model) {
    if (!model.kinetic_terms.empty())
        throw ModelError("base inertial parameters are those of bodies: this model has an explicit kinetic energy",
                         "leave lagrange(...) out, or describe the mechanism by bodies");
    for (const Body& body : model.bodies)
        if (body.elastic)
            throw ModelError(
                fmt::format("base inertial parameters are those of rigid bodies: body '{}' is flexible", body.name),
                "leave the regressor out, or describe it by rigid bodies with springs between them",
                {Subject::Kind::body, body.name});
    if (!model.constraints.empty() && model.treatment.mode == ConstraintTreatment::Mode::eliminate)
        throw ModelError(
            "base inertial parameters are those of the equations in all speeds",
            "leave options(constraints = eliminate) out: the regressor then goes with B and the multipliers");
    const bool any =
        std::any_of(model.bodies.begin() + 1, model.bodies.end(), [](const Body& body) { return !is_massless(body); });
    if (!any)
        throw ModelError("no body has mass or inertia: there are no inertial parameters",
                         "give the bodies mass = m, inertia = [..]");
}

// The effective parameters of a step as combinations of the standard ones: by component, standard parameter -> factor.
using Effective = std::array<SparseRow, inertial_count>;

// Leaf by leaf: what the conditions of a hinge feel of everything outboard of it becomes a row; the rest hangs on.
std::vector<SparseRow> felt_combinations(const Model& model, const HingeSteps& hinges,
                                         const std::vector<StandardParameter>& standard, GeneralValues& general) {
    Graph& graph = *model.graph;
    const std::vector<AttainedMotions> motions = attained_motions(model, hinges, general);
    std::vector<Effective> effective(hinges.steps.size());
    for (std::size_t k = 0; k < standard.size(); ++k)
        for (const std::size_t component : standard[k].components)
            effective[hinges.step_of_body[standard[k].body.value]][component].emplace(k, graph.integer(1));
    std::vector<SparseRow> felt;
    for (std::size_t s = hinges.steps.size(); s-- > 1;) {
        const HingeStep& step = hinges.steps[s];
        Effective& own = effective[s];
        if (!step.moves()) {
            if (step.inboard == 0) continue;  // what hangs on ground does nothing
            const auto columns = carried_columns(graph, step);
            for (std::size_t k = 0; k < inertial_count; ++k)
                for (std::size_t i = 0; i < inertial_count; ++i)
                    if (!columns[k][i].is_zero())
                        add_scaled(general, effective[step.inboard][i], columns[k][i], own[k]);
            continue;
        }
        for (const auto& [pivot, condition] : motions[s].conditions) {
            SparseRow combination;
            for (const auto& [component, factor] : condition) add_scaled(general, combination, factor, own[component]);
            if (combination.empty()) continue;
            // it stands for the component that leads the condition; without it that component is the others' image
            add_scaled(general, own[pivot], graph.integer(-1), combination);
            felt.push_back(std::move(combination));
        }
        for (std::size_t i = 0; step.inboard != 0 && i < inertial_count; ++i)
            add_scaled(general, effective[step.inboard][i], graph.integer(1), own[i]);
    }
    return felt;
}

std::string combination_text(Graph& graph, const std::vector<StandardParameter>& standard, const SparseRow& row) {
    std::string text;
    for (const auto& [k, factor] : row) {
        const std::string name = standard[k].name;
        constexpr std::size_t longest_factor = 120;
        std::string number = to_string(graph, factor, longest_factor);
        const bool negative = number.front() == '-';
        if (negative) number.erase(0, 1);
        const bool is_one = number == "1";
        const bool simple = number.find_first_of("+- ") == std::string::npos;
        text += text.empty() ? (negative ? "-" : "") : (negative ? " - " : " + ");
        text += is_one ? name : fmt::format("{}*{}", simple ? number : fmt::format("({})", number), name);
    }
    return text;
}

BaseParameter led_by(Graph& graph, const std::vector<StandardParameter>& standard, std::size_t leading,
                     const SparseRow& row) {
    BaseParameter parameter;
    parameter.leading = leading;
    for (const auto& [k, factor] : row) parameter.value = parameter.value + factor * standard[k].value;
    parameter.text = combination_text(graph, standard, row);
    return parameter;
}

// At the defaults every combination has a value wherever one can be chosen so.
void require_value(GeneralValues& general, const StandardParameter& leading, const BaseParameter& parameter) {
    if (general.has_value_at_defaults(parameter.value)) return;
    throw ModelError(fmt::format("the base inertial parameter led by '{}', {}, has no value at the default parameters",
                                 leading.name, parameter.text),
                     "lengths of which all that is felt is a multiple are 0 there: give them another default, or "
                     "write 0 in their place");
}

}  // namespace

BaseParameters base_parameters(const Model& model, const Kinematics& k) {
    require_bodies(model);
    GeneralValues general(model);
    BaseParameters result;
    result.standard = standard_parameters(model, k, general);
    const HingeSteps hinges = hinge_steps(model);
    std::vector<EchelonRow> rows = echelon_form(general, felt_combinations(model, hinges, result.standard, general));
    if (!hinges.independent) rows = without_tied(model, k, result.standard, std::move(rows), general);
    for (const auto& [leading, row] : rows) {
        BaseParameter parameter = led_by(*model.graph, result.standard, leading, row);
        require_value(general, result.standard[leading], parameter);
        (general.vanishes(parameter.value) ? result.vanishing : result.base).push_back(std::move(parameter));
    }
    return result;
}

}  // namespace lag
