#include "lagrange/identification/base_parameters.hpp"

#include <algorithm>

#include "core/errors.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/identification/hinge_steps.hpp"
#include "lagrange/identification/tied_columns.hpp"

namespace lag {

namespace {

void require_bodies(const Model& model) {
    if (!model.kinetic_terms.empty())
        throw ModelError("base inertial parameters are those of bodies: this model has a kinetic energy given as such",
                         "leave lagrange(...) out, or describe the mechanism by bodies");
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

bool is_declared(const Model& model, const std::string& name) {
    const auto named = [&](const auto& table) {
        return std::any_of(table.begin(), table.end(), [&](const auto& entry) { return entry.name == name; });
    };
    return named(model.parameters) || named(model.inputs) || named(model.coordinates) || named(model.speeds) ||
           named(model.outputs) || named(model.bodies) || named(model.points) || named(model.frames);
}

class StandardParameters {
  public:
    StandardParameters(const Model& model, const Kinematics& k, GeneralValues& general)
        : model_(model), k_(k), general_(general), inertias_(link_inertias(model, k)) {}

    std::vector<StandardParameter> list() {
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            if (!is_massless(model_.bodies[b])) append(b);
        return std::move(list_);
    }

  private:
    void append(std::size_t b) {
        const InertialVector values = inertial_vector(inertias_[k_.link_of_body[b]]);
        const std::vector<std::size_t> transverse = transverse_moments(k_.spin[b]);
        for (std::size_t k = 0; k < inertial_count; ++k) {
            if (general_.vanishes(values[k])) continue;
            std::vector<std::size_t> components{k};
            if (std::ranges::count(transverse, k) > 0) components = transverse;
            if (components.front() != k) continue;
            list_.push_back({BodyIndex(b), std::move(components), name_of_component(b, k), unit_of(k), values[k]});
        }
    }
    // Of a body in non-spinning axes, which is symmetric about that of its spin: they are equal.
    static std::vector<std::size_t> transverse_moments(const Rotation& spin) {
        if (spin.kind != Rotation::Kind::elementary) return {};
        constexpr std::array<std::size_t, 3> moment_about{1, 9, 0};
        const std::size_t a = moment_about[(spin.axis + 1) % 3], b = moment_about[(spin.axis + 2) % 3];
        return {std::min(a, b), std::max(a, b)};
    }
    std::string name_of_component(std::size_t b, std::size_t component) const {
        std::string name = model_.bodies[b].name + "_" + inertial_names[component];
        while (is_declared(model_, name)) name += "_base";
        return name;
    }
    static std::string unit_of(std::size_t component) {
        constexpr std::size_t mass = 8;
        if (component == mass) return "kg";
        return component >= 5 && component < mass ? "kg*m" : "kg*m^2";
    }

    const Model& model_;
    const Kinematics& k_;
    GeneralValues& general_;
    std::vector<Inertia> inertias_;
    std::vector<StandardParameter> list_;
};

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
                    if (columns[k][i].graph != nullptr && !columns[k][i].is_zero())
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
        text += is_one ? name : (simple ? number : "(" + number + ")") + "*" + name;
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
    throw ModelError("the base inertial parameter led by '" + leading.name + "', " + parameter.text +
                         ", has no value at the default parameters",
                     "lengths of which all that is felt is a multiple are 0 there: give them another default, or "
                     "write 0 in their place");
}

}  // namespace

BaseParameters base_parameters(const Model& model, const Kinematics& k) {
    require_bodies(model);
    GeneralValues general(model);
    BaseParameters result;
    result.standard = StandardParameters(model, k, general).list();
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
