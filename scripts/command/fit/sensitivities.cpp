#include "scripts/command/fit/sensitivities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "scripts/command/simulate/case.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

bool holds_name(const std::string& text, const std::string& name) {
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
    }
    return false;
}

// What the equations are differentiated by; nothing for initial values.
std::optional<ColumnChoice> column_of_quantity(const Model& model, const std::string& name) {
    if (std::ranges::count(model.parameters, name, &Parameter::name) > 0) return ColumnChoice{Role::parameter, name};
    if (std::ranges::count(model.inputs, name, &Input::name) > 0) return ColumnChoice{Role::input, name};
    return std::nullopt;
}

std::vector<Expr> symbols_of_state(const Model& model) {
    std::vector<Expr> y;
    for (std::size_t i = 0; i < model.coordinates.size(); ++i) y.push_back(symbol(model, CoordinateIndex{i}));
    for (std::size_t i = 0; i < model.speeds.size(); ++i) y.push_back(symbol(model, SpeedIndex{i}));
    for (std::size_t i = 0; i < model.states.size(); ++i) y.push_back(symbol(model, StateIndex{i}));
    return y;
}

class Extension {
  public:
    Extension(Model& model, const std::vector<std::string>& quantities)
        : model_(model), graph_(*model.graph), y_(symbols_of_state(model)) {
        std::vector<ColumnChoice> choices{{Role::coordinate, ""}, {Role::speed, ""}};
        if (!model.states.empty()) choices.push_back({Role::state, ""});
        for (const std::string& name : quantities) {
            const std::optional<ColumnChoice> choice = column_of_quantity(model, name);
            columns_.push_back(choice ? y_.size() + direct_.size() : 0);
            if (!choice) continue;
            direct_.push_back(graph_.symbol(choice->name, choice->role));
            choices.push_back(*choice);
        }
        const Program program = lowered_program(model, choices);
        const JacobianPattern& pattern = *program.jacobian;
        const std::vector<ResultExpression>& results = program.find(RoutineName::jacobian)->results;
        for (std::size_t e = 0; e < pattern.rows.size(); ++e)
            entries_.push_back({pattern.rows[e], pattern.columns[e], graph_.own(results[e].value)});
    }

    void add() {
        std::vector<std::vector<Expr>> rates;
        for (std::size_t k = 0; k < columns_.size(); ++k) rates.push_back(rates_of(k));
        const std::size_t outputs = model_.outputs.size(), speeds = model_.speeds.size();
        for (std::size_t k = 0; k < columns_.size(); ++k) {
            Differentiator derivative(graph_);
            for (std::size_t i = 0; i < y_.size(); ++i) derivative.seed(y_[i], sensitivity(i, k));
            for (std::size_t u = 0; u < speeds; ++u)
                derivative.seed(acceleration_symbol(model_, SpeedIndex{u}), rates[k][model_.coordinates.size() + u]);
            if (columns_[k] > 0) derivative.seed(direct_[columns_[k] - y_.size()], graph_.integer(1));
            for (std::size_t j = 0; j < outputs; ++j)
                model_.outputs.push_back(
                    {sensitivity_of_output(j, k), derivative(graph_.own(model_.outputs[j].value)), "", ""});
        }
        for (std::size_t k = 0; k < columns_.size(); ++k)
            for (std::size_t i = 0; i < y_.size(); ++i)
                model_.states.push_back({sensitivity_of_state(i, k), "", "", rates[k][i], graph_.integer(0)});
        for (std::uint64_t& part : model_.revision) ++part;
    }

  private:
    struct Entry {
        std::size_t row, column;
        Expr value;
    };

    Expr sensitivity(std::size_t i, std::size_t k) { return graph_.symbol(sensitivity_of_state(i, k), Role::state); }

    std::vector<Expr> rates_of(std::size_t k) {
        std::vector<Expr> rates(y_.size(), graph_.integer(0));
        for (const Entry& entry : entries_) {
            if (entry.column < y_.size())
                rates[entry.row] = rates[entry.row] + entry.value * sensitivity(entry.column, k);
            else if (columns_[k] > 0 && entry.column == columns_[k])
                rates[entry.row] = rates[entry.row] + entry.value;
        }
        return rates;
    }

    Model& model_;
    Graph& graph_;
    std::vector<Expr> y_, direct_;      // direct: parameters and inputs
    std::vector<std::size_t> columns_;  // of the Jacobian, by quantity; 0: none
    std::vector<Entry> entries_;
};

}  // namespace

std::string reason_against_sensitivities(const SimulationCase& run, const std::vector<std::string>& quantities) {
    const Model& model = run.model();
    if (!model.contacts.empty()) return "the model has contacts or dry friction";
    if (!model.events.empty()) return "the model has events";
    if (!model.constraints.empty()) return "the model has constraints";
    if (const ExternalRoutine* const linked = linked_among(model.externals))
        return fmt::format("the model calls '{}', a routine of yours", linked->name);
    if (run.runner().has(RoutineName::normalize)) return "the model has Euler parameters";
    for (const Switch& one : run.runner().switches()) {
        if (one.is_kink) continue;
        const bool moves =
            std::ranges::any_of(quantities, [&](const auto& name) { return holds_name(one.text, name); });
        if (!one.of_time || moves) return fmt::format("when {} jumps depends on what is looked for", one.text);
    }
    constexpr std::size_t most = 600;
    const std::size_t size = model.coordinates.size() + model.speeds.size() + model.states.size();
    if (size == 0) return "the model has no state";
    if (size * quantities.size() > most) return fmt::format("they would be {} more states", size * quantities.size());
    return {};
}

std::string sensitivity_of_state(std::size_t i, std::size_t k) {
    return fmt::format("sensitivity_{}_by_{}", i + 1, k + 1);
}

std::string sensitivity_of_output(std::size_t j, std::size_t k) {
    return fmt::format("sensitivity_of_output_{}_by_{}", j + 1, k + 1);
}

void add_sensitivities(Model& model, const std::vector<std::string>& quantities) {
    Extension(model, quantities).add();
}

}  // namespace lag
