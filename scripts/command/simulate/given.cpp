#include "scripts/command/simulate/given.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/calculus.hpp"
#include "core/comma_list.hpp"
#include "core/errors.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

Script expression_of(const std::string& where, const std::string& text) {
    Script alone = parse(text, where);
    if (alone.statements.size() != 1 || text.find_first_of("\n\r") != std::string::npos)
        throw ModelError(fmt::format("{}: '{}' is not one expression", where, text));
    if (text.back() == ';' || text.back() == '$')
        throw error_at({alone.source, text.size() - 1},
                       fmt::format("an expression ends without '{}'", text.substr(text.size() - 1)));
    return alone;
}

void require_symbols(const Model& model, Expr e, Dependence allowed, const std::string& where, const std::string& kind,
                     const std::string& hint) {
    const std::vector<Expr> roots{e};
    for (const Expr& s : symbols_in(*model.graph, roots)) {
        const Symbol& symbol = model.graph->symbol_of(s);
        if ((bit(symbol.role) & allowed) == 0)
            throw ModelError(fmt::format("{}: '{}' is {}", where, symbol.name, kind), hint);
    }
}

std::size_t input_named(const Model& model, const std::string& name, const std::string& where) {
    std::vector<std::string> names;
    for (const Input& input : model.inputs) names.push_back(input.name);
    const auto known = std::ranges::find(names, name);
    if (known != names.end()) return static_cast<std::size_t>(known - names.begin());
    const std::string near = did_you_mean(name, names);
    throw ModelError(fmt::format("{}: the model has no input '{}'", where, name),
                     !near.empty()   ? fmt::format("did you mean '{}'?", near)
                     : names.empty() ? "it has none at all"
                                     : "it has " + comma_list(names));
}

// The input and those of its derivatives that the model has.
void set_input(GivenModel& given, const std::string& name, Expr value, const std::string& where) {
    const Model& model = given.model;
    given.inputs[input_named(model, name, where)] = value;
    std::string derivative = name;
    while (true) {
        derivative += '\'';
        const auto next = std::ranges::find(model.inputs, derivative, &Input::name);
        if (next == model.inputs.end()) return;
        value = partial_derivative(value, time_symbol(model));
        given.inputs[static_cast<std::size_t>(next - model.inputs.begin())] = value;
    }
}

// Of a model that no script describes any more (the prompt's): the parameter's default in this run.
void define(Model& model, const std::string& name, Expr value, const std::string& where) {
    const auto parameter = std::ranges::find(model.parameters, name, &Parameter::name);
    if (parameter == model.parameters.end()) {
        std::vector<std::string> names;
        for (const Parameter& one : model.parameters) names.push_back(one.name);
        const std::string near = did_you_mean(name, names);
        throw ModelError(fmt::format("{}: the model has no parameter '{}'", where, name),
                         !near.empty()   ? fmt::format("did you mean '{}'?", near)
                         : names.empty() ? fmt::format("declare it before the bodies: parameters({} = 1)", name)
                                         : "it has " + comma_list(names));
    }
    require_symbols(model, value, 0, where, "no number", "a parameter is given as a number");
    parameter->default_value = value;
}

}  // namespace

GivenModel given_model(const std::string& file, const GivenTexts& texts, const PipelineOptions& options) {
    NamedTexts all = texts.inputs;
    all.insert(all.end(), texts.initial.begin(), texts.initial.end());
    all.insert(all.end(), texts.motions.begin(), texts.motions.end());
    const std::string dashes = texts.described ? "" : "--";  // at the prompt one says define = [..]
    std::vector<std::string> where;
    for (const auto& [name, text] : texts.inputs) where.push_back(fmt::format("{}input {}", dashes, name));
    for (const auto& [name, text] : texts.initial) where.push_back(fmt::format("{}initial {}", dashes, name));
    for (const auto& [name, text] : texts.motions) where.push_back(fmt::format("{}motion {}", dashes, name));
    std::vector<Script> expressions;
    for (std::size_t k = 0; k < all.size(); ++k) expressions.push_back(expression_of(where[k], all[k].second));
    if (texts.described)
        for (const auto& [name, text] : options.defines)
            expressions.push_back(expression_of(fmt::format("{}define {}", dashes, name), text));
    DescribedModel described = texts.described ? texts.described(expressions)
                                               : described_model(parse(script_text(file), file), expressions, options);
    const std::vector<Expr>& values = described.values;
    GivenModel given{std::move(described.model),        {}, {}, std::move(described.shapes),
                     std::move(described.loaded_files), {}};
    if (texts.described)
        for (std::size_t k = 0; k < options.defines.size(); ++k)
            define(given.model, options.defines[k].first, values[all.size() + k],
                   fmt::format("{}define {}", dashes, options.defines[k].first));
    const Model& model = given.model;
    for (const Input& input : model.inputs) given.inputs.push_back(input.first_value.value_or(Expr{}));
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (k < texts.inputs.size()) {
            input_named(model, all[k].first, dashes + "input");
            require_symbols(model, values[k], bit(Role::time) | bit(Role::parameter), where[k],
                            "neither t nor a parameter",
                            "an input is given as a number or an expression of t and parameters");
            set_input(given, all[k].first, values[k], dashes + "input");
        } else if (k >= texts.inputs.size() + texts.initial.size()) {
            require_symbols(model, values[k], bit(Role::time) | bit(Role::parameter), where[k],
                            "neither t nor a parameter",
                            "a motion is given as an expression of t and parameters, or as FILE.csv:column");
            given.motions.emplace_back(all[k].first, values[k]);
        } else {
            require_symbols(model, values[k], bit(Role::parameter), where[k], "no parameter",
                            "a start value is given as a number or an expression of parameters");
            given.initial.emplace_back(all[k].first, values[k]);
        }
    }
    given.trims = described.trim_requests;
    if (!texts.kept) return given;
    const std::vector<bool> kept = texts.kept(model, described.trim_requests);
    for (std::size_t k = 0; k < kept.size(); ++k)
        if (kept[k]) given.inputs[k] = symbol(model, InputIndex(k));
    return given;
}

}  // namespace lag
