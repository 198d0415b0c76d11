#include "scripts/command/simulate/trimmed_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/model_index.hpp"
#include "core/model_values.hpp"
#include "core/number_text.hpp"
#include "core/rational.hpp"

namespace lag {

namespace {

TrimRequest chosen(const std::vector<TrimRequest>& requests, const std::string& name) {
    if (requests.empty())
        throw ModelError("--trim: the script has no trim(..)",
                         "a statement such as s: trim(given = [..], find = [..], free = [..])$ is missing");
    if (name.empty()) return requests.back();
    std::vector<std::string> names;
    for (const TrimRequest& one : requests)
        if (!one.name.empty()) names.push_back(one.name);
    for (auto one = requests.rbegin(); one != requests.rend(); ++one)
        if (one->name == name) return *one;
    const std::string near = did_you_mean(name, names);
    std::string known;
    for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
    throw ModelError(fmt::format("--trim: no trim(..) of the script is called '{}'", name),
                     !near.empty() ? fmt::format("did you mean '{}'?", near)
                     : known.empty()
                         ? fmt::format("its name is the variable that it is assigned to: {}: trim(..)$", name)
                         : "there are " + known);
}

}  // namespace

TrimmedStart::TrimmedStart(const Model& model, const std::vector<TrimRequest>& requests, const std::string& name,
                           UserRoutinesOf routines)
    : model_(model), request_(chosen(requests, name)), routines_(std::move(routines)) {}

std::string TrimmedStart::label() const {
    return request_.name.empty() ? "the trim" : fmt::format("the trim '{}'", request_.name);
}

std::vector<std::string> TrimmedStart::inputs() const {
    std::vector<std::string> names;
    const auto add = [&](const Symbol& symbol) {
        if (symbol.role != Role::input) return;
        const Input& input = model_.inputs[ModelIndex(model_).input(symbol).value];
        if (input.derivative == 0 && !input.is_flag()) names.push_back(symbol.name);
    };
    for (const auto& given : request_.given) add(given.symbol);
    for (const Symbol& found : request_.find) add(found);
    return names;
}

std::optional<double> TrimmedStart::time(const std::vector<double>& p) const {
    for (const auto& given : request_.given)
        if (given.symbol.role == Role::time) return value_of(model_, given.value, 0, p);
    return std::nullopt;
}

TrimmedState TrimmedStart::found(const std::map<std::string, double>& parameters,
                                 const std::vector<std::pair<std::string, double>>& inputs) {
    TrimRequest request = request_;
    using Given = LinearizationPoint::Given;
    const auto is_to_be_found = [&](const Symbol& symbol) {
        return std::ranges::find(request.find, symbol) != request.find.end();
    };
    const auto give = [&](const Symbol& symbol, double value) {
        request.given.push_back({symbol, model_.graph->constant(exact_rational(value))});
    };
    for (const auto& [name, value] : parameters) {
        const Symbol symbol{name, Role::parameter};
        if (is_to_be_found(symbol))
            throw ModelError(fmt::format("the parameter '{}' is what {} finds, and it is given as {}", name, label(),
                                         rounded_decimal(value)),
                             "leave out the one or the other");
        std::erase_if(request.given, [&](const Given& given) { return given.symbol == symbol; });
        give(symbol, value);
    }
    for (const auto& [name, value] : inputs) {
        const Symbol symbol{name, Role::input};
        const bool is_given = std::ranges::find(request.given, symbol, &Given::symbol) != request.given.end();
        if (!is_given && !is_to_be_found(symbol)) give(symbol, value);
    }
    try {
        if (!equations_) equations_ = std::make_unique<EquationsAtState>(model_, routines_);
        last_ = trimmed(*equations_, request, last_);
    } catch (const ModelError& error) {
        throw ModelError("--trim: " + std::string(error.what()), error.hint());
    }
    return last_;
}

}  // namespace lag
