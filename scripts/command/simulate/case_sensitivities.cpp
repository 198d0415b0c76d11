// What a run is differentiated by, and how its start depends on that.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/simulate/case.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

std::optional<std::size_t> place_in(const std::vector<TableRow>& rows, const std::string& name) {
    const auto found = std::ranges::find(rows, name, &TableRow::name);
    if (found == rows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - rows.begin());
}

// "m/kg", "(m/s)/kg"
std::string unit_of_slope(const std::string& of, const std::string& by) {
    const auto in_parentheses = [](const std::string& unit) {
        return unit.find_first_of("*/ ") == std::string::npos ? unit : "(" + unit + ")";
    };
    if (by.empty() || by == "1") return of;
    return (of.empty() ? "1" : in_parentheses(of)) + "/" + in_parentheses(by);
}

// What a run is differentiated of: the state, then the outputs.
std::vector<TableRow> differentiated(const Program& program) {
    std::vector<TableRow> all;
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
        all.insert(all.end(), rows->begin(), rows->end());
    return all;
}

}  // namespace

std::string slope_name_of(const std::string& column, const std::string& quantity) {
    return fmt::format("d({})/d({})", column, quantity);
}

SensitivityColumn SimulationCase::column_of(const std::string& name) const {
    SensitivityColumn column{.name = name};
    const Program& all = program();
    const std::string& said = arguments_.sensitivity_option;
    if (!knows(name)) {
        const std::string near = did_you_mean(name, names());
        throw ModelError(fmt::format("{}the model has no parameter, input or initial value '{}'", said, name),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    if (const auto place = place_in(all.parameters, name)) {
        column.kind = SensitivityColumn::Kind::parameter, column.place = *place;
    } else if (const auto input = place_in(all.inputs, name); input && !place_in(all.flags, name)) {
        if (!histories_->holds(*input) || !histories_->is_constant(*input))
            throw ModelError(fmt::format("{}the input '{}' is a function of time, no number", said, name),
                             "a parameter in its expression can be named: --input \"F=F0*sin(t)\" --sensitivity F0");
        column.kind = SensitivityColumn::Kind::input, column.place = *input;
    }
    return column;
}

// Before any work.
void SimulationCase::require_sensitivities() {
    std::vector<std::string>& wanted = arguments_.sensitivity;
    const std::string& what = arguments_.sensitivity_option;
    if (arguments_.sensitivity_by_state)
        for (const auto* rows : {&program().coordinates, &program().speeds, &program().states})
            for (const TableRow& row : *rows) wanted.push_back(row.name);
    for (std::size_t k = 0; k < wanted.size(); ++k) {
        (void)column_of(wanted[k]);
        if (std::find(wanted.begin(), wanted.begin() + static_cast<std::ptrdiff_t>(k), wanted[k]) !=
            wanted.begin() + static_cast<std::ptrdiff_t>(k))
            throw ModelError(fmt::format("{}'{}' is named twice", what, wanted[k]));
    }
    const std::string& of = arguments_.sensitivity_of;
    if (const std::vector<TableRow> rows = differentiated(program()); !of.empty() && !place_in(rows, of)) {
        std::vector<std::string> names;
        for (const TableRow& row : rows) names.push_back(row.name);
        const std::string near = did_you_mean(of, names);
        throw ModelError(fmt::format("--of: the model has no coordinate, speed, state or output '{}'", of),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    if (!runner_->has_slopes())
        throw ModelError(what + "derivatives of a run come from the compiled equations",
                         arguments_.no_compiler ? "leave --no-compiler out" : "install a compiler (apt install g++)");
    if (settings_.method != IntegrationMethod::bdf && settings_.method != IntegrationMethod::adams)
        throw ModelError(what + "of the methods, only bdf and adams carry derivatives",
                         "bdf, the default, and adams do");
    if (program().coordinates.size() + program().speeds.size() + program().states.size() == 0)
        throw ModelError(what + "every motion is prescribed: there is no state to differentiate");
    if (arguments_.trim)
        throw ModelError(what + "a run that starts in a trim is not differentiated",
                         "save the trim's state and start there with --restart");
}

void SimulationCase::move(const SensitivityColumn& column, double value) {
    if (column.kind == SensitivityColumn::Kind::initial)
        place(column.name, value);
    else
        set(column.name, value);
}

// The start is found by several searches: differences of fourth order.
void SimulationCase::prepare_sensitivities(const StartState& start, const std::function<bool(double)>& go_on) {
    const Vector flags = runner_->flags;
    const auto whole = [&](const StartState& state) {
        Vector y = state.q;
        y.insert(y.end(), state.u.begin(), state.u.end());
        y.insert(y.end(), state.s.begin(), state.s.end());
        y.insert(y.end(), runner_->flags.begin(), runner_->flags.end());
        return y;
    };
    const Vector here = whole(start);
    const std::map<std::string, double> placed = placed_;
    std::vector<SensitivityColumn> columns;
    for (const std::string& name : arguments_.sensitivity) {
        SensitivityColumn column = column_of(name);
        double value = value_of(name);
        if (column.kind == SensitivityColumn::Kind::input)
            value = settings_.inputs(settings_.start)[column.place];
        else if (const auto flag = place_in(program().flags, name))
            value = flags[*flag];
        else
            for (const auto& [given, number] : start_values())
                if (given == name) value = number;
        if (const auto found = placed.find(name); found != placed.end()) value = found->second;
        const double h = 1e-3 * (value != 0 ? std::abs(value) : 1);
        const auto at = [&](double way) {
            move(column, value + way * h);
            return whole(this->start(go_on).state);
        };
        const auto slopes = [&] {
            const Vector far = at(2), near = at(1), back = at(-1), far_back = at(-2);
            Vector all(here.size());
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = (8 * (near[i] - back[i]) - (far[i] - far_back[i])) / (12 * h);
            return all;
        }();
        if (column.kind == SensitivityColumn::Kind::initial)
            placed_ = placed;
        else
            move(column, value);
        const auto end = slopes.end() - static_cast<std::ptrdiff_t>(flags.size());
        column.y.assign(slopes.begin(), end), column.flags.assign(end, slopes.end());
        columns.push_back(std::move(column));
    }
    runner_->flags = flags;
    if (!arguments_.sensitivity_of.empty()) {
        adjoint_ = std::make_unique<AdjointRun>(*runner_, std::move(columns), settings_.tolerance);
        settings_.carried = adjoint_.get();
        return;
    }
    sensitivities_ = std::make_unique<Sensitivities>(*runner_, std::move(columns), settings_.tolerance);
    settings_.carried = sensitivities_.get();
}

TableRow SimulationCase::slope_row(const TableRow& row, const std::string& by) const {
    const TableRow* const quantity = row_of(by);
    TableRow slope;
    slope.name = slope_name_of(row.name, by);
    slope.text = fmt::format("derivative of {} by {}", row.name, by);
    slope.user_unit = UserUnit{unit_of_slope(row.unit_in_files(), quantity->unit_in_files()),
                               row.scale_in_files() / quantity->scale_in_files()};
    return slope;
}

std::vector<TableRow> SimulationCase::slope_rows() const {
    std::vector<TableRow> all;
    if (!arguments_.sensitivity_of.empty()) return all;
    for (const std::string& name : arguments_.sensitivity)
        for (const TableRow& row : differentiated(program())) all.push_back(slope_row(row, name));
    return all;
}

std::vector<std::pair<TableRow, double>> SimulationCase::gradient(const Simulation& simulation) {
    const std::vector<TableRow> rows = differentiated(program());
    const std::size_t place = *place_in(rows, arguments_.sensitivity_of);
    const SimulatedRow& last = simulation.rows.back();
    Vector y = last.q;
    y.insert(y.end(), last.u.begin(), last.u.end());
    y.insert(y.end(), last.s.begin(), last.s.end());
    const Vector slopes = adjoint_->gradient(place, last.t, y, last.w);
    std::vector<std::pair<TableRow, double>> all;
    for (std::size_t k = 0; k < slopes.size(); ++k) {
        TableRow row = slope_row(rows[place], arguments_.sensitivity[k]);
        const double value = slopes[k] / row.scale_in_files();
        all.emplace_back(std::move(row), value);
    }
    return all;
}

}  // namespace lag
