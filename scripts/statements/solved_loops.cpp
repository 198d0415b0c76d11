#include "scripts/statements/solved_loops.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/errors.hpp"

namespace lag {

namespace {

void take_out(Description& description, SolvedLoops found) {
    for (const SolvedCoordinate& x : found.coordinates) {
        const Coordinate& q = x.declared;
        if (std::ranges::none_of(found.model.outputs, [&](const Output& o) { return o.name == q.name; }))
            found.model.outputs.push_back({q.name, x.value, q.unit, "follows from other coordinates", q.user_unit});
    }
    Substitution meanings(description.graph());
    for (const auto& [symbol, value] : found.meanings) meanings.replace(symbol, value);
    for (auto& [name, value] : description.solved) value = meanings(value);
    for (const SolvedCoordinate& x : found.coordinates) description.solved[x.declared.name] = x.value;
    description.change_model(ModelPart::start);
    description.change_model(ModelPart::rest);
    Model& model = description.change_model(ModelPart::mechanism);
    found.model.revision = model.revision;
    found.model.serial = next_serial();  // what is kept of the other one has rows and coordinates that are gone
    model = std::move(found.model);
    description.algebra().resolve_motions_again();
}

// Loops without a closed form are eliminated, and rows that come and go stand beside no eliminated ones.
void treat_what_is_left(Description& description) {
    const Model& model = description.model();
    if (model.treatment.mode != ConstraintTreatment::Mode::eliminate) return;
    const auto comes_and_goes = [](const Constraint& c) { return c.of_contact || c.is_switched(); };
    if (std::ranges::all_of(model.constraints, comes_and_goes)) {
        description.change_model(ModelPart::rest).treatment.mode = ConstraintTreatment::Mode::multipliers;
        return;
    }
    for (std::size_t c = 0; c < model.constraints.size(); ++c) {
        if (!comes_and_goes(model.constraints[c])) continue;
        const std::string row = row_name(model, c, 0);
        throw ModelError(fmt::format("{} = solved cannot take '{}', {}, beside a loop without a closed form",
                                     description.joints == JointTreatment::solved ? "joints" : "treat", row,
                                     model.constraints[c].of_contact ? "a row of a contact or of dry friction"
                                                                     : "a row that is switched on and off"),
                         "leave it out, or write options(constraints = multipliers) below it",
                         {Subject::Kind::row, row});
    }
    if (!model.treatment.closes_loops) description.change_model(ModelPart::rest).treatment.closes_loops = true;
}

}  // namespace

void solve_loops(Description& description) {
    const bool all = description.joints == JointTreatment::solved;
    if ((!all && description.solved_alone.empty()) || description.model().constraints.empty()) return;
    if (!description.asks_for_loads && description.freed.empty()) {
        const std::set<std::string> asked = all ? std::set<std::string>{} : description.solved_alone;
        SolvedLoops found = description.mechanics().solved_loops(description.model(), asked, description.kept_alone);
        if (!found.coordinates.empty()) take_out(description, std::move(found));
    }
    treat_what_is_left(description);
}

}  // namespace lag
