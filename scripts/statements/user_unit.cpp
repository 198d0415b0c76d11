#include "scripts/statements/user_unit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// Of what files hold: name and unit.
std::vector<std::pair<std::string, std::string>> units_of_files(const Model& model) {
    std::vector<std::pair<std::string, std::string>> units;
    const auto add = [&](const auto& rows) {
        for (const auto& row : rows) units.emplace_back(row.name, row.unit);
    };
    add(model.parameters), add(model.inputs), add(model.coordinates), add(model.speeds), add(model.states);
    add(model.outputs);
    return units;
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
    const auto known = units_of_files(description.model());
    const auto row = std::ranges::find(known, name, &std::pair<std::string, std::string>::first);
    if (row == known.end()) {
        std::vector<std::string> names;
        for (const auto& one : known) names.push_back(one.first);
        const std::string near = did_you_mean(name, names);
        call.fail(call.argument(0), fmt::format("no quantity that files hold is named '{}'", name),
                  near.empty() ? "they hold parameters, inputs, coordinates, speeds, states and outputs, declared above"
                               : fmt::format("did you mean '{}'?", near));
    }
    const std::optional<Unit> own = unit_of(row->second), theirs = unit_of(unit);
    if (!own)
        call.fail(call.argument(0), fmt::format("'{}' has no unit of its own", name),
                  "give it one where it is declared");
    if (!theirs) call.fail(call.argument(1), "a unit is expected here", "such as user_unit(delta, \"deg\")");
    if (own->dimension != theirs->dimension)
        call.fail(call.argument(1),
                  fmt::format("{} is a unit of another kind than {}, the unit of '{}'", unit, row->second, name),
                  "files can give it in any unit of the kind of " + row->second);
    std::vector<UserUnit>& units = description.change_model(ModelPart::rest).user_units;
    if (std::ranges::count(units, name, &UserUnit::name) > 0)
        call.fail(fmt::format("'{}' has a unit for files already", name));
    units.push_back({name, unit, theirs->scale / own->scale});
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
