#include "scripts/command/sweep/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "core/number_text.hpp"
#include "scripts/command/simulate/parameter_file.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/files/csv.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

// Column k of the runs that did not fail.
Vector collected_column(const SweepResults& results, std::size_t k) {
    Vector column;
    for (const auto& [run, result] : results)
        if (!is_failure(result)) column.push_back(numbers_in(result)[k]);
    return column;
}

Panel distribution(const std::string& name, Vector values) {
    Panel panel{name, "runs", {}, false};
    std::erase_if(values, [](double x) { return !std::isfinite(x); });
    if (values.empty()) return panel;
    const auto [low, high] = std::ranges::minmax(values);
    const auto bins = static_cast<std::size_t>(
        std::clamp(std::ceil(2 * std::cbrt(static_cast<double>(values.size()))), 5.0, 60.0));  // Rice's rule
    const double width = high > low ? (high - low) / static_cast<double>(bins) : 1;
    Vector counts(bins, 0.0);
    for (const double x : values) counts[std::min(static_cast<std::size_t>((x - low) / width), bins - 1)] += 1;
    PlaneCurve steps{"", {low}, {0}};
    for (std::size_t k = 0; k < bins; ++k) {
        for (const double side : {0.0, 1.0}) {
            steps.x.push_back(low + (static_cast<double>(k) + side) * width);
            steps.y.push_back(counts[k]);
        }
    }
    steps.x.push_back(steps.x.back()), steps.y.push_back(0);
    panel.curves.push_back(std::move(steps));
    return panel;
}

// Of a grid: curves over the quantity with most values, one for all values of the others. Of draws at its points: their
// mean; where there is one curve, the least and the greatest too.
Panel family(const SweepPlan& plan, const std::string& name, std::size_t k, const SweepResults& results) {
    const auto most =
        std::ranges::max_element(plan.varied, {}, [](const VariedQuantity& v) { return v.values.size(); });
    const auto across = static_cast<std::size_t>(most - plan.varied.begin());
    const bool draws = !plan.sampled.empty() && plan.draws > 1, has_others = plan.varied.size() > 1;
    Panel panel{plan.varied[across].name, draws && has_others ? "mean of " + name : name, {}, false};
    std::map<std::pair<std::string, double>, Vector> points;  // by curve and place
    std::vector<std::pair<std::string, double>> order;
    for (const auto& [run, result] : results) {
        const Vector values = plan.values(run);
        std::string others;
        for (std::size_t v = 0; v < plan.varied.size(); ++v)
            if (v != across)
                others += fmt::format("{}{} = {}", others.empty() ? "" : ", ", plan.varied[v].name,
                                      rounded_decimal(values[v]));
        Vector& here = points[{others, values[across]}];
        if (here.empty()) order.emplace_back(others, values[across]);
        here.push_back(is_failure(result) ? std::numeric_limits<double>::quiet_NaN() : numbers_in(result)[k]);
    }
    const auto add = [&](const std::string& curve_name, double x, double y) {
        auto curve = std::ranges::find(panel.curves, curve_name, &PlaneCurve::name);
        if (curve == panel.curves.end()) curve = panel.curves.insert(curve, {curve_name, {}, {}});
        curve->x.push_back(x), curve->y.push_back(y);
    };
    for (const auto& place : order) {
        Vector& here = points[place];
        if (here.size() > 1) std::erase_if(here, [](double y) { return !std::isfinite(y); });
        if (here.empty()) here.push_back(std::numeric_limits<double>::quiet_NaN());
        const double mean = std::accumulate(here.begin(), here.end(), 0.0) / static_cast<double>(here.size());
        add(draws && !has_others ? "mean" : place.first, place.second, mean);
        if (!draws || has_others) continue;
        const auto [least, greatest] = std::ranges::minmax(here);
        add("greatest", place.second, greatest), add("least", place.second, least);
    }
    return panel;
}

}  // namespace

std::string result_text(const Vector& numbers) {
    std::string text;
    for (const double value : numbers) text += (text.empty() ? "" : ",") + exact_decimal(value);
    return text;
}

std::string failure_text(const std::string& reason) {
    std::string text = "!" + reason;
    std::ranges::replace(text, '\n', ' '), std::ranges::replace(text, '\r', ' '), std::ranges::replace(text, '"', '\'');
    return text;
}

bool is_failure(const std::string& result) {
    return result.starts_with('!');
}

std::string reason_in(const std::string& result) {
    return is_failure(result) ? result.substr(1) : "";
}

Vector numbers_in(const std::string& result) {
    Vector numbers;
    for (std::size_t begin = 0; begin < result.size();) {
        const std::size_t end = std::min(result.find(',', begin), result.size());
        numbers.push_back(std::strtod(result.substr(begin, end - begin).c_str(), nullptr));
        begin = end + 1;
    }
    return numbers;
}

std::string sweep_csv(const SweepPlan& plan, const std::vector<std::string>& collected, const SweepResults& results) {
    CsvText csv;
    csv.add("run"), csv.add_all(plan.names()), csv.add_all(collected), csv.add("failure"), csv.end_row();
    for (const auto& [run, result] : results) {
        csv.add(std::to_string(run + 1));
        for (const double value : plan.values(run)) csv.add(exact_decimal(value));
        if (is_failure(result)) {
            csv.add_all(std::vector<std::string>(collected.size())), csv.add_quoted(reason_in(result));
        } else {
            for (const double value : numbers_in(result)) csv.add(exact_decimal(value));
            csv.add("");
        }
        csv.end_row();
    }
    return csv.text();
}

std::string sweep_picture(const std::string& title, const SweepPlan& plan, const std::vector<std::string>& collected,
                          const SweepResults& results) {
    std::vector<Panel> panels;
    const bool is_grid =
        std::ranges::any_of(plan.varied, [](const VariedQuantity& varied) { return varied.values.size() > 1; });
    for (std::size_t k = 0; k < collected.size(); ++k)
        panels.push_back(is_grid ? family(plan, collected[k], k, results)
                                 : distribution(collected[k], collected_column(results, k)));
    return picture(title, panels);
}

std::string sweep_summary(const std::vector<std::string>& collected, const SweepResults& results) {
    std::string text;
    for (std::size_t k = 0; k < collected.size(); ++k) {
        Vector x = collected_column(results, k);
        std::erase_if(x, [](double value) { return !std::isfinite(value); });
        if (x.empty()) continue;
        std::ranges::sort(x);
        const auto n = static_cast<double>(x.size());
        double sum = 0, squares = 0;
        for (const double value : x) sum += value;
        for (const double value : x) squares += (value - sum / n) * (value - sum / n);
        const auto quantile = [&](double p) {
            const double at = p * (n - 1);
            const auto low = static_cast<std::size_t>(at), high = std::min(low + 1, x.size() - 1);
            return x[low] + (at - static_cast<double>(low)) * (x[high] - x[low]);
        };
        text +=
            fmt::format("{}: mean {}, deviation {}, least {}, 5% {}, median {}, 95% {}, greatest {}\n", collected[k],
                        rounded_decimal(sum / n), rounded_decimal(n > 1 ? std::sqrt(squares / (n - 1)) : 0),
                        rounded_decimal(x.front()), rounded_decimal(quantile(0.05)), rounded_decimal(quantile(0.5)),
                        rounded_decimal(quantile(0.95)), rounded_decimal(x.back()));
    }
    return text;
}

}  // namespace lag
