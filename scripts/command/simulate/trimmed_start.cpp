#include "scripts/command/simulate/trimmed_start.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
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
    const auto add = [&](Role role, const std::string& name) {
        const auto input = std::ranges::find(model_.inputs, name, &Input::name);
        if (role == Role::input && input != model_.inputs.end() && input->derivative == 0 && !input->is_flag())
            names.push_back(name);
    };
    for (const auto& given : request_.given) add(given.role, given.name);
    for (const auto& [role, name] : request_.find) add(role, name);
    return names;
}

std::optional<double> TrimmedStart::time(const std::vector<double>& p) const {
    for (const auto& given : request_.given)
        if (given.role == Role::time) return value_of(model_, given.value, 0, p);
    return std::nullopt;
}

TrimmedState TrimmedStart::found(const std::map<std::string, double>& parameters,
                                 const std::vector<std::pair<std::string, double>>& inputs) {
    TrimRequest request = request_;
    const auto is_in_request = [&](Role role, const std::string& name) {
        return std::ranges::any_of(request.given, [&](const auto& g) { return g.role == role && g.name == name; }) ||
               std::ranges::find(request.find, std::pair(role, name)) != request.find.end();
    };
    const auto give = [&](Role role, const std::string& name, double value) {
        request.given.push_back({role, name, model_.graph->constant(exact_rational(value))});
    };
    for (const auto& [name, value] : parameters) {
        if (std::ranges::find(request.find, std::pair(Role::parameter, name)) != request.find.end())
            throw ModelError(fmt::format("the parameter '{}' is what {} finds, and it is given as {}", name, label(),
                                         rounded_decimal(value)),
                             "leave out the one or the other");
        std::erase_if(request.given,
                      [&, of = name](const auto& g) { return g.role == Role::parameter && g.name == of; });
        give(Role::parameter, name, value);
    }
    for (const auto& [name, value] : inputs)
        if (!is_in_request(Role::input, name)) give(Role::input, name, value);
    try {
        if (!equations_) equations_ = std::make_unique<EquationsAtState>(model_, routines_);
        last_ = trimmed(*equations_, request, last_);
    } catch (const ModelError& error) {
        throw ModelError("--trim: " + std::string(error.what()), error.hint());
    }
    return last_;
}

}  // namespace lag
