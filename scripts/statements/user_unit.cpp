#include "scripts/statements/user_unit.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/errors.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// What of a model files hold: the tables, in the order in which names are looked up.
template <class AnyModel, class Act>
void each_table(AnyModel& model, const Act& act) {
    act(model.parameters), act(model.inputs), act(model.coordinates), act(model.speeds), act(model.states);
    act(model.outputs);
}

// The unit of its own that a quantity of this name has; nothing where there is none.
std::optional<std::string> unit_of_quantity(const Model& model, const std::string& name) {
    std::optional<std::string> unit;
    each_table(model, [&](const auto& table) {
        if (const auto* const entry = entry_named(table, name); entry != nullptr && !unit) unit = entry->unit;
    });
    return unit;
}

// False: it has one already.
bool give(Model& model, const std::string& name, const UserUnit& user_unit) {
    bool is_found = false, is_new = false;
    each_table(model, [&](auto& table) {
        auto* const entry = entry_named(table, name);
        if (entry == nullptr || is_found) return;
        is_found = true, is_new = !entry->user_unit;
        if (is_new) entry->user_unit = user_unit;
    });
    return is_new;
}

// "delta", "q1'"
std::string quantity_name(Call& call) {
    const Syntax& at = call.argument(0);
    if (at->kind == NodeKind::prime && at->children[0]->kind == NodeKind::name)
        return at->children[0]->text + std::string(static_cast<std::size_t>(at->primes), '\'');
    return plain_name(call, 0);
}

Value user_unit(Call& call) {
    require_model(call);
    Description& description = call.description();
    const std::string name = quantity_name(call), unit = unit_argument(call, 1);
    const std::optional<std::string> label = unit_of_quantity(description.model(), name);
    if (!label) {
        std::vector<std::string> names;
        each_table(description.model(), [&](const auto& table) {
            for (const auto& entry : table) names.push_back(entry.name);
        });
        const std::string near = did_you_mean(name, names);
        call.fail(call.argument(0), fmt::format("no quantity that files hold is named '{}'", name),
                  near.empty() ? "they hold parameters, inputs, coordinates, speeds, states and outputs, declared above"
                               : fmt::format("did you mean '{}'?", near));
    }
    const std::optional<Unit> own = unit_of(*label), theirs = unit_of(unit);
    if (!own)
        call.fail(call.argument(0), fmt::format("'{}' has no unit of its own", name),
                  "give it one where it is declared");
    if (!theirs) call.fail(call.argument(1), "a unit is expected here", "such as user_unit(delta, \"deg\")");
    if (own->dimension != theirs->dimension)
        call.fail(call.argument(1),
                  fmt::format("{} is a unit of another kind than {}, the unit of '{}'", unit, *label, name),
                  "files can give it in any unit of the kind of " + *label);
    if (!give(description.change_model(ModelPart::rest), name, {unit, theirs->scale / own->scale}))
        call.fail(fmt::format("'{}' has a unit for files already", name));
    return {};
}

}  // namespace

std::vector<BuiltIn> user_unit_statements() {
    using namespace arguments;
    return {
        {"user_unit",
         {required("name", a_name,
                   "a parameter, an input, a coordinate, a speed, a state or an output that has a unit of its own"),
          required("\"unit\"", a_text, "of the same dimension")},
         "files of main programs and of simulate give and take a quantity in this unit; everything else counts in its "
         "own",
         "user_unit(q1, \"deg\")$",
         user_unit,
         true},
    };
}

}  // namespace lag
