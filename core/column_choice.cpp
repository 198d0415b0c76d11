#include "core/column_choice.hpp"

#include <fmt/format.h>

#include <set>

#include "core/errors.hpp"

namespace lag {

namespace {

std::vector<std::string> names_in(const Model& model, Role role) {
    std::vector<std::string> names;
    const auto take = [&](const auto& table) {
        for (const auto& entry : table) names.push_back(entry.name);
    };
    if (role == Role::time) names.push_back(model.graph->symbol_of(time_symbol(model)).name);
    if (role == Role::coordinate) take(model.coordinates);
    if (role == Role::speed) take(model.speeds);
    if (role == Role::state) take(model.states);
    if (role == Role::input)
        for (const Input& w : model.inputs)
            if (!w.is_flag()) names.push_back(w.name);
    if (role == Role::parameter) take(model.parameters);
    if (role == Role::acceleration)
        for (std::size_t k = 0; k < model.speeds.size(); ++k)
            names.push_back(model.graph->symbol_of(acceleration_symbol(model, SpeedIndex{k})).name);
    return names;
}

}  // namespace

Role column_group(const std::string& word) {
    if (word == "t") return Role::time;
    if (word == "q") return Role::coordinate;
    if (word == "u") return Role::speed;
    if (word == "states") return Role::state;
    if (word == "w") return Role::input;
    if (word == "p") return Role::parameter;
    if (word == "udot") return Role::acceleration;
    return Role::undeclared;
}

std::vector<Column> chosen_columns(const Model& model, const std::vector<ColumnChoice>& choices, DerivativeKind kind) {
    const std::string& derivative = to_string(kind);
    std::vector<Column> columns;
    std::set<std::string> taken;
    for (const ColumnChoice& choice : choices) {
        bool found = choice.name.empty();
        for (const std::string& name : names_in(model, choice.role)) {
            if (!choice.name.empty() && name != choice.name) continue;
            found = true;
            if (!taken.insert(name).second)
                throw ModelError(fmt::format("'{}' stands twice among the columns of the {}", name, derivative),
                                 "name it once");
            columns.push_back({model.graph->symbol(name, choice.role), name});
        }
        if (!found && choice.role == Role::speed)
            throw ModelError(
                fmt::format("the {} has no column '{}': the constraints determine that speed", derivative, choice.name),
                "options(constraints = eliminate) leaves derivatives by the independent speeds alone; "
                "choose others with dependent = [..], or leave it out",
                {Subject::Kind::speed, choice.name});
        if (!found) throw ModelError(fmt::format("the model has no {} '{}'", name_of(choice.role), choice.name));
    }
    return columns;
}

}  // namespace lag
