#include "scripts/command/modes/varied.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/number_text.hpp"
#include "core/rational.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/linearize.hpp"
#include "scripts/syntax/grammar.hpp"

namespace lag {

namespace {

template <class Table>
bool has_entry(const Table& table, const std::string& name) {
    return std::ranges::any_of(table, [&](const auto& entry) { return entry.name == name; });
}

Role role_in(const Model& model, const std::string& name) {
    return has_entry(model.parameters, name)    ? Role::parameter
           : has_entry(model.inputs, name)      ? Role::input
           : has_entry(model.coordinates, name) ? Role::coordinate
           : has_entry(model.speeds, name)      ? Role::speed
           : has_entry(model.states, name)      ? Role::state
                                                : Role::undeclared;
}

ModelError unknown_name(const Model& model, const std::string& name) {
    std::vector<std::string> names;
    const auto add = [&](const auto& table) {
        for (const auto& entry : table) names.push_back(entry.name);
    };
    add(model.parameters), add(model.inputs), add(model.coordinates), add(model.speeds), add(model.states);
    const std::string close = did_you_mean(name, names);
    return ModelError(fmt::format("--vary: the model has no parameter, input, coordinate, speed or state '{}'", name),
                      close.empty() ? "" : fmt::format("did you mean '{}'?", close));
}

template <class Table>
std::string unit_in(const Table& table, const std::string& name) {
    for (const auto& entry : table)
        if (entry.name == name) return entry.unit;
    return "";
}

}  // namespace

VariedModel::VariedModel(const std::string& file, const std::string& name, double from, double to,
                         const PipelineOptions& options)
    : file_(file), name_(name), options_(options), now_(described(options)) {
    role_ = role_in(now_->model, name);
    if (role_ == Role::undeclared) throw unknown_name(now_->model, name);
    options_.messages = nullptr;
    if (role_ != Role::parameter) return;
    for (const double value : {from, to}) try {
            runs_anew_ = runs_anew_ || other_defaults_differ(described_at(value)->model, now_->model);
        } catch (const InputError&) {  // its own search fails there, which does not start from a neighbour
        }
}

std::unique_ptr<VariedModel::Described> VariedModel::described(const PipelineOptions& options) const {
    DescribedModel found = described_model(parse(script_text(file_), file_), {}, options);
    auto result = std::make_unique<Described>();
    result->model = std::move(found.model);
    result->model.serial = next_serial();
    result->model.outputs.clear();  // they have no part in the eigenvalues
    result->trims = !found.trim_requests.empty();
    if (result->trims) result->request = found.trim_requests.back();
    return result;
}

std::unique_ptr<VariedModel::Described> VariedModel::described_at(double value) const {
    PipelineOptions options = options_;
    std::erase_if(options.defines, [&](const auto& define) { return define.first == name_; });
    options.defines.emplace_back(name_, shortest_decimal(value));
    return described(options);
}

// Whether a run of the script with another value of the parameter gives other equations or starts than the parameter
// itself does. Values written into the script by float(..) are not seen.
bool VariedModel::other_defaults_differ(const Model& a, const Model& b) const {
    if (a.parameters.size() != b.parameters.size() || a.coordinates.size() != b.coordinates.size() ||
        a.speeds.size() != b.speeds.size())
        return true;
    for (std::size_t k = 0; k < a.parameters.size(); ++k)
        if (a.parameters[k].name != name_ && a.graph->constant_double(a.parameters[k].default_value) !=
                                                 b.graph->constant_double(b.parameters[k].default_value))
            return true;
    return false;
}

std::string VariedModel::title() const {
    return now_->model.title.empty() ? now_->model.name : now_->model.title;
}

std::string VariedModel::label() const {
    const Model& model = now_->model;
    const std::string unit = role_ == Role::parameter    ? unit_in(model.parameters, name_)
                             : role_ == Role::input      ? unit_in(model.inputs, name_)
                             : role_ == Role::coordinate ? unit_in(model.coordinates, name_)
                             : role_ == Role::speed      ? unit_in(model.speeds, name_)
                                                         : unit_in(model.states, name_);
    return unit.empty() ? name_ : fmt::format("{}, {}", name_, unit);
}

std::vector<std::complex<double>> VariedModel::eigenvalues(double value) try {
    if (runs_anew_) now_ = described_at(value);
    if (!now_->equations) now_->equations = std::make_unique<EquationsAtState>(now_->model, options_.routines);
    Described& now = *now_;
    TrimRequest request = now.request;
    const Symbol varied{name_, role_};
    std::erase_if(request.given, [&](const auto& given) { return given.symbol == varied; });
    request.given.push_back({varied, now.model.graph->constant(exact_rational(value))});
    if (now.trims) {
        last_ = trimmed(*now.equations, request, last_);
    } else {
        now.equations->place(request.given);
        now.equations->bring_onto_constraints();
    }
    const Linearization found = linearized_here(*now.equations, {});
    for (const auto& [routine, error] : now.equations->difference_errors()) {
        double& largest = difference_errors_[routine];
        largest = std::max(largest, error);
    }
    constexpr double at_rest = 1e-6;
    if (!now.trims && std::abs(found.acceleration) > at_rest && doubt_.empty())
        doubt_ = fmt::format("no equilibrium at {} = {}: {}' is {}; trim(..) in the script finds steady motions", name_,
                             rounded_decimal(value), found.fastest, rounded_decimal(found.acceleration));
    return found.eigenvalues;
} catch (const ModelError& error) {
    throw ModelError(fmt::format("at {} = {}: {}", name_, rounded_decimal(value), error.what()), error.hint());
}

}  // namespace lag
