#include "core/model_index.hpp"

#include <algorithm>

#include "core/evaluate.hpp"

namespace lag {

ModelIndex::ModelIndex(const Model& model) {
    const auto add = [&](Role role, const auto& table) {
        for (std::size_t k = 0; k < table.size(); ++k) places_.emplace(Symbol{table[k].name, role}, k);
    };
    add(Role::parameter, model.parameters);
    add(Role::input, model.inputs);
    add(Role::coordinate, model.coordinates);
    add(Role::speed, model.speeds);
    add(Role::state, model.states);
}

std::optional<std::size_t> ModelIndex::find(Role role, const std::string& name) const {
    const auto known = places_.find({name, role});
    return known == places_.end() ? std::nullopt : std::optional(known->second);
}

std::size_t ModelIndex::at(Role role, const Symbol& symbol) const {
    if (symbol.role != role) refuse_unknown(symbol);
    const auto place = find(role, symbol.name);
    if (!place) refuse_unknown(symbol);
    return *place;
}

std::optional<ParameterIndex> ModelIndex::parameter(const std::string& name) const {
    const auto place = find(Role::parameter, name);
    return place ? std::optional(ParameterIndex(*place)) : std::nullopt;
}
std::optional<InputIndex> ModelIndex::input(const std::string& name) const {
    const auto place = find(Role::input, name);
    return place ? std::optional(InputIndex(*place)) : std::nullopt;
}
std::optional<CoordinateIndex> ModelIndex::coordinate(const std::string& name) const {
    const auto place = find(Role::coordinate, name);
    return place ? std::optional(CoordinateIndex(*place)) : std::nullopt;
}
std::optional<SpeedIndex> ModelIndex::speed(const std::string& name) const {
    const auto place = find(Role::speed, name);
    return place ? std::optional(SpeedIndex(*place)) : std::nullopt;
}

std::optional<StateIndex> ModelIndex::state(const std::string& name) const {
    const auto place = find(Role::state, name);
    return place ? std::optional(StateIndex(*place)) : std::nullopt;
}

ParameterIndex ModelIndex::parameter(const Symbol& symbol) const {
    return ParameterIndex(at(Role::parameter, symbol));
}
InputIndex ModelIndex::input(const Symbol& symbol) const {
    return InputIndex(at(Role::input, symbol));
}
CoordinateIndex ModelIndex::coordinate(const Symbol& symbol) const {
    return CoordinateIndex(at(Role::coordinate, symbol));
}
SpeedIndex ModelIndex::speed(const Symbol& symbol) const {
    return SpeedIndex(at(Role::speed, symbol));
}

std::optional<Symbol> quantity_named(const Model& model, const std::string& name) {
    std::optional<Symbol> symbol;
    const auto look = [&](Role role, const auto& table) {
        if (!symbol && std::ranges::any_of(table, [&](const auto& entry) { return entry.name == name; }))
            symbol = Symbol{name, role};
    };
    look(Role::coordinate, model.coordinates), look(Role::speed, model.speeds), look(Role::state, model.states);
    look(Role::input, model.inputs), look(Role::parameter, model.parameters);
    return symbol;
}

}  // namespace lag
