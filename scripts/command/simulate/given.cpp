#include "scripts/command/simulate/given.hpp"

#include <algorithm>
#include <filesystem>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "scripts/language/grammar.hpp"
#include "scripts/pipeline/defines.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using NamedTexts = std::vector<std::pair<std::string, std::string>>;

std::string output_name(std::size_t number) {
    return "lag_given_" + std::to_string(number);
}
std::string before_value(std::size_t number) {
    return "output(" + output_name(number) + ", ";
}

// A text on its own, so that nothing in it can end the statement that it is put into.
void require_expression(const std::string& where, const std::string& text) {
    const Script alone = parse(text, where);
    if (alone.statements.size() != 1 || text.find_first_of("\n\r") != std::string::npos)
        throw ModelError(where + ": '" + text + "' is not one expression");
    SourcePosition end = alone.source->position(text.size() - 1);
    if (text.find_last_of(";$") != std::string::npos && (text.back() == ';' || text.back() == '$'))
        throw InputError(Diagnostic{end, "an expression ends without '" + text.substr(text.size() - 1) + "'", ""});
}

// The statement behind the scenes, as what was typed.
Diagnostic as_typed(Diagnostic diagnostic, const std::string& file, const NamedTexts& given,
                    const std::vector<std::string>& where) {
    SourcePosition& at = diagnostic.position;
    if (at.file != file || at.line < 2 || at.line - 2 >= given.size()) return diagnostic;
    const std::size_t k = at.line - 2, before = before_value(k).size();
    at.file = where[k], at.line = 1, at.line_text = given[k].second;
    at.column = std::clamp<std::size_t>(at.column > before ? at.column - before : 1, 1, at.line_text.size() + 1);
    if (diagnostic.message.rfind("output: ", 0) == 0) diagnostic.message.erase(0, 8);
    if (diagnostic.hint.rfind("output(", 0) == 0) diagnostic.hint.clear();
    return diagnostic;
}

// The model with one more output for each text.
Model with_outputs(const std::string& file, const NamedTexts& given, const std::vector<std::string>& where,
                   const PipelineOptions& options) {
    const Script script = parse(script_text(file), file);
    if (given.empty()) return described_model(script, options);
    std::string text = "load(" + string_literal(fs::path(file).filename().string()) + ")$\n";
    for (std::size_t k = 0; k < given.size(); ++k) {
        require_expression(where[k], given[k].second);
        text += before_value(k) + given[k].second + ")$\n";
    }
    const std::string behind = (fs::path(file).parent_path() / "command line").string();
    try {
        return described_model(parse(text, behind), options);
    } catch (const InputError& error) {
        std::vector<Diagnostic> typed;
        for (const Diagnostic& diagnostic : error.diagnostics())
            typed.push_back(as_typed(diagnostic, behind, given, where));
        throw InputError(std::move(typed));
    }
}

Expr taken_output(Model& model, std::size_t number) {
    const auto output = std::ranges::find(model.outputs, output_name(number), &Output::name);
    if (output == model.outputs.end()) throw InternalError("simulate: a given expression is lost");
    const Expr value{model.graph.get(), output->value.id};
    model.outputs.erase(output);
    return value;
}

void require_symbols(const Model& model, Expr e, Dependence allowed, const std::string& where, const std::string& kind,
                     const std::string& hint) {
    const std::vector<Expr> roots{e};
    for (const Expr& s : symbols_in(*model.graph, roots)) {
        const Symbol& symbol = model.graph->symbol_of(s.id);
        if ((bit(symbol.role) & allowed) == 0) throw ModelError(where + ": '" + symbol.name + "' is " + kind, hint);
    }
}

std::size_t input_named(const Model& model, const std::string& name) {
    std::vector<std::string> names;
    for (const Input& input : model.inputs) names.push_back(input.name);
    const auto known = std::ranges::find(names, name);
    if (known != names.end()) return static_cast<std::size_t>(known - names.begin());
    std::string all;
    for (const std::string& one : names) all += (all.empty() ? "" : ", ") + one;
    const std::string near = did_you_mean(name, names);
    throw ModelError("--input: the model has no input '" + name + "'", !near.empty() ? "did you mean '" + near + "'?"
                                                                       : all.empty() ? "it has none at all"
                                                                                     : "it has " + all);
}

// The input and those of its derivatives that the model has.
void set_input(GivenModel& given, const std::string& name, Expr value) {
    const Model& model = given.model;
    given.inputs[input_named(model, name)] = value;
    std::string derivative = name;
    while (true) {
        derivative += '\'';
        const auto next = std::ranges::find(model.inputs, derivative, &Input::name);
        if (next == model.inputs.end()) return;
        value = partial_derivative(value, time_symbol(model));
        given.inputs[static_cast<std::size_t>(next - model.inputs.begin())] = value;
    }
}

}  // namespace

std::pair<std::string, std::string> name_and_value(const std::string& argument, const std::string& option) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == argument.size())
        throw ModelError(option + " takes name=value, not '" + argument + "'");
    return {argument.substr(0, equals), argument.substr(equals + 1)};
}

GivenModel given_model(const std::string& file, const GivenTexts& texts, const PipelineOptions& options) {
    NamedTexts all = texts.inputs;
    all.insert(all.end(), texts.initial.begin(), texts.initial.end());
    std::vector<std::string> where;
    for (const auto& [name, text] : texts.inputs) where.push_back("--input " + name);
    for (const auto& [name, text] : texts.initial) where.push_back("--initial " + name);
    GivenModel given{with_outputs(file, all, where, options), {}, {}};
    Model& model = given.model;
    std::vector<Expr> values;
    for (std::size_t k = 0; k < all.size(); ++k) values.push_back(taken_output(model, k));
    given.inputs.resize(model.inputs.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (k < texts.inputs.size()) {
            input_named(model, all[k].first);
            require_symbols(model, values[k], bit(Role::time) | bit(Role::parameter), where[k],
                            "neither t nor a parameter",
                            "an input is given as a number or an expression of t and parameters");
            set_input(given, all[k].first, values[k]);
        } else {
            require_symbols(model, values[k], bit(Role::parameter), where[k], "no parameter",
                            "a start value is given as a number or an expression of parameters");
            given.initial.emplace_back(all[k].first, values[k]);
        }
    }
    return given;
}

double value_of(const Model& model, Expr e, double t, const std::vector<double>& p) {
    if (e.graph == nullptr) return 0;
    Graph& graph = *model.graph;
    Evaluator<double> value(
        graph,
        [&](const Symbol& s) {
            if (s.role == Role::time) return t;
            const auto known = std::ranges::find(model.parameters, s.name, &Parameter::name);
            if (s.role != Role::parameter || known == model.parameters.end())
                throw InternalError("simulate: a given expression holds " + s.name);
            return p[static_cast<std::size_t>(known - model.parameters.begin())];
        },
        [&](Expr constant) { return graph.constant_double(constant); });
    return value(Expr{&graph, e.id});
}

}  // namespace lag
