#include "scripts/pipeline/contacts_at_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/pipeline/equations_at_state.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

Symbol symbol_of(const Model& model, const std::optional<FlagIndex>& flag) {
    return model.graph->symbol_of(symbol(model, flag.value()));
}

std::string named(const Contact& c) {
    return c.normal ? fmt::format("contact '{}'", c.name) : fmt::format("the dry friction of '{}'", c.name);
}

Expr load_of(const Model& model, std::size_t constraint) {
    return -multiplier_symbol(model, constraint, 0);
}

// A gap or a rate that counts as none.
double nothing(const EquationsAtState& equations, const Model& model) {
    return 1e-3 * equations.values({model.graph->own(model.contact_speed)})(0);
}

}  // namespace

std::shared_ptr<const Model> with_contacts_as_rows(const Model& model) {
    if (model.contacts.empty()) return nullptr;
    auto result = std::make_shared<Model>(model);
    result->contacts.clear(), result->stops.clear(), result->events.clear();
    for (Constraint& c : result->constraints) c.of_contact = false;
    return result;
}

void close_contacts(EquationsAtState& equations, const Model& model) {
    Graph& graph = *model.graph;
    const double none = nothing(equations, model);
    for (const Contact& c : model.contacts) {
        if (!c.normal) continue;
        const Symbol closed = symbol_of(model, c.closed);
        if (equations.is_given(closed)) continue;
        const double gap = equations.values({graph.own(model.constraints[*c.normal].value)})(0);
        equations.set(closed, gap <= none ? 1 : 0);
    }
}

void require_sticking(const EquationsAtState& equations, const Model& model) {
    Graph& graph = *model.graph;
    const double none = nothing(equations, model);
    for (const Contact& c : model.contacts) {
        if (!c.tangent || (c.normal && equations.value(symbol_of(model, c.closed)) == 0)) continue;
        double rate = equations.values({graph.own(model.constraints[*c.tangent].value)})(0);
        if (c.second) rate = std::hypot(rate, equations.values({graph.own(model.constraints[*c.second].value)})(0));
        if (equations.value(symbol_of(model, c.slip)) != 0 || !(std::abs(rate) <= none))
            throw ModelError(
                fmt::format("{} slides at this state, at a speed of {}", named(c), shortest_decimal(rate)),
                "only contacts that are open or stick are taken here: give a state in which it rests, or a "
                "model in which the friction of sliding is a load");
    }
}

void require_contacts(const EquationsAtState& equations, const Model& model) {
    Graph& graph = *model.graph;
    // N of each closed contact, then what friction it could still bear
    Model forces = equations.model();
    forces.outputs.clear();
    std::vector<const Contact*> pressed, held;
    const auto add = [&](Expr value) {
        forces.outputs.push_back({"force" + std::to_string(forces.outputs.size()), value, "", ""});
    };
    for (const Contact& c : model.contacts)
        if (c.normal && equations.value(symbol_of(model, c.closed)) != 0)
            pressed.push_back(&c), add(load_of(model, *c.normal));
    for (const Contact& c : model.contacts) {
        if (!c.tangent || (c.normal && equations.value(symbol_of(model, c.closed)) == 0)) continue;
        const Expr most = c.normal ? graph.own(c.limit) * load_of(model, *c.normal) : graph.own(c.limit);
        const Expr F = load_of(model, *c.tangent);
        if (c.second) {
            const Expr other = load_of(model, *c.second);
            held.push_back(&c), add(most - sqrt(F * F + other * other));
        } else {
            held.push_back(&c), add(most - graph.unary(Op::abs, F));
        }
    }
    if (forces.outputs.empty()) return;
    const Program program = lowered_program(forces);
    std::vector<Expr> results(forces.outputs.size());
    for (const Routine& routine : program.routines)
        if (routine.name == RoutineName::outputs)
            for (const ResultExpression& result : routine.results)
                if (routine.arguments[result.place.argument].name == "o") results[result.place.element] = result.value;
    const Eigen::VectorXd values = equations.values(results);
    const double least = -1e-9 * (1 + values.cwiseAbs().maxCoeff());
    for (std::size_t k = 0; k < results.size(); ++k) {
        const double value = values(static_cast<Eigen::Index>(k));
        if (value >= least) continue;
        if (k < pressed.size())
            throw ModelError(fmt::format("{} would open at this state: its normal force would be {}",
                                         named(*pressed[k]), shortest_decimal(value)),
                             "give a state in which it is pressed, or one with a gap");
        throw ModelError(fmt::format("{} would slide at this state: the friction is larger than its limit by {}",
                                     named(*held[k - pressed.size()]), shortest_decimal(-value)),
                         "only contacts that are open or stick are taken here");
    }
}

std::string advice_on_redundant_contact(const EquationsAtState& equations, const Model& model, const std::string& row) {
    const auto is_row = [&](const std::optional<std::size_t>& constraint) {
        return constraint && model.constraints[*constraint].name == row;
    };
    for (const Contact& c : model.contacts) {
        if (!is_row(c.normal) && !is_row(c.tangent) && !is_row(c.second)) continue;
        if (!c.normal) return "what else holds leaves that friction nothing to hold: leave hinge_friction out here";
        if (equations.value(symbol_of(model, c.closed)) == 0) return "";
        return fmt::format(
            "what the closed contacts hold depends on each other, so that their loads have no one answer: leave the "
            "contact out with at = [{} = 0], declare it without friction, or put it on a spring",
            symbol_of(model, c.closed).name);
    }
    return "";
}

}  // namespace lag
