// What is written of a simulation case: lines of parameter files, the echo of a run, the state where it has ended.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/number_text.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/simulate/case.hpp"
#include "scripts/command/simulate/column_text.hpp"

namespace lag {

using Values = std::vector<double>;

std::string SimulationCase::value_line(const TableRow& row, double value) const {
    static const std::vector<std::string> settings{
        "end",   "step",      "output", "assemble", "project",    "tolerance", "start", "interval", "include", "title",
        "input", "parameter", "inputs", "relative", "integrator", "labels",    "save",  "realtime", "absolute"};
    const bool collides = std::ranges::find(settings, row.name) != settings.end();
    std::string text =
        fmt::format("{}{} {}", collides ? "parameter " : "", row.name, quantity_text(value, row.unit, row.user_unit));
    if (!row.text.empty()) text += "  # " + one_line(row.text);
    return text + "\n";
}

std::string SimulationCase::line_of(const std::string& name, double value) const {
    const TableRow* const row = row_of(name);
    if (row == nullptr) return {};
    return fmt::format("parameter {} {}\n", name, quantity_text(value, row->unit, row->user_unit));
}

std::string SimulationCase::state_lines(const Values& q, const Values& u, const Values& s, const Values& flags,
                                        const Values& at_zero) const {
    std::string text = "assemble 0  # the state is taken as it stands here\n";
    const auto add = [&](const std::vector<TableRow>& rows, const Values& values) {
        for (std::size_t k = 0; k < rows.size(); ++k) text += value_line(rows[k], values[k]);
    };
    add(program().coordinates, q), add(program().speeds, u), add(program().states, s), add(program().flags, flags);
    for (std::size_t k = 0; k < at_zero.size(); ++k)
        if (at_zero[k] > 0)
            text += fmt::format("event {} {}  # its function is at zero, and must leave zero first\n",
                                program().events[k].row.name, exact_decimal(at_zero[k]));
    return text;
}

std::string SimulationCase::echo(const StartState& start, const Values& flags) const {
    static const std::map<IntegrationMethod, std::string> methods{
        {IntegrationMethod::bdf, "bdf"}, {IntegrationMethod::adams, "adams"},
        {IntegrationMethod::rk4, "rk4"}, {IntegrationMethod::partition, "partition"},
        {IntegrationMethod::ida, "ida"}, {IntegrationMethod::ida1, "ida1"}};
    std::string text =
        fmt::format("# {}: every value of a run; lag simulate --parameters reads it again\n", arguments_.file);
    const auto setting = [&](const std::string& name) {
        return fmt::format("{}{} ", row_of(name) == nullptr ? "" : "setting ", name);
    };
    const auto add = [&](const std::string& name, double value, const std::string& unit, const std::string& meaning) {
        text += fmt::format("{}{}{}  # {}\n", setting(name), exact_decimal(value), unit, meaning);
    };
    text += fmt::format("{}{}\n", setting("title"), one_line(title_));
    if (settings_.start != 0) add("start", settings_.start, " s", "of the run");
    add("end", settings_.end, " s", "of the run");
    text += fmt::format("{}{}\n", setting("integrator"), methods.at(settings_.method));
    if (settings_.method == IntegrationMethod::rk4) add("step", settings_.fixed_step, " s", "of the integrator");
    add("interval", settings_.step, " s", "between rows");
    if (settings_.method != IntegrationMethod::rk4) add("relative", settings_.tolerance, "", "error of a step");
    for (const auto& [name, error] : settings_.absolute)
        text += fmt::format("{}{}{}\n", setting("absolute"), name.empty() ? "" : name + " ", exact_decimal(error));
    if (!csv_name_.empty()) text += fmt::format("output {}\n", csv_name_);
    if (labels_) text += setting("labels") + "1\n";
    if (!save_name_.empty()) text += fmt::format("{}{}\n", setting("save"), save_name_);
    text += "# parameters\n";
    for (std::size_t k = 0; k < p_.size(); ++k) text += value_line(program().parameters[k], p_[k]);
    if (program().inputs.size() > program().flags.size()) text += "# inputs\n";
    text += histories_->text();
    for (std::size_t k = 0; k + flags.size() < given_->inputs.size(); ++k)
        if (histories_->is_constant(k) && model().inputs[k].derivative == 0)
            text += value_line(program().inputs[k], settings_.inputs(settings_.start)[k]);
    for (const std::string& input : arguments_.inputs) {
        const auto [name, expression] = name_and_value(input, "--input");
        if (!column_in(name, expression)) text += fmt::format("input {} {}\n", name, expression);
    }
    text += expressions_;
    return fmt::format("{}# the start\n{}# columns of the CSV file\n{}", text,
                       state_lines(start.q, start.u, start.s, flags, settings_.happened), column_labels(program()));
}

std::string SimulationCase::saved(const Simulation& simulation) const {
    const SimulatedRow& last = simulation.rows.back();
    return fmt::format("# {}: a state; lag simulate --restart goes on from here\n{}start {} s\n{}", arguments_.file,
                       row_of("start") == nullptr ? "" : "setting ", exact_decimal(last.t),
                       state_lines(last.q, last.u, last.s, runner_->flags, simulation.at_zero));
}

}  // namespace lag
