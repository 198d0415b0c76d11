#include "scripts/command/simulate/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include "core/number_text.hpp"
#include "scripts/files/markup.hpp"

namespace lag {

namespace {

constexpr double width = 860, panel_height = 260, left = 90, right = 180, top = 44, bottom = 46, gap = 46;
constexpr std::size_t most_names = 15;  // that fit beside a panel

std::string number(double value, int digits) {
    return rounded_decimal(value + 0.0, digits);  // no -0
}

std::string place(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

struct Axis {
    double low = 0, high = 1, tick = 0.2;
};

// What is left of a constant after rounding is drawn as a constant.
constexpr double rounding = 1e-9;

// 1, 2 or 5 times a power of ten: so that `count` steps make the range, or a few less.
double round_step(double range, int count) {
    const double raw = range / count, power = std::pow(10, std::floor(std::log10(raw)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= raw * (1 - 1e-9)) return step * power;
    return 10 * power;
}

// Round ticks, about five of them; a constant gets some room.
Axis axis_of(double low, double high, bool tight) {
    if (!(low <= high)) return {};
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= rounding * size) {
        const double room = size == 0 ? 1 : size / 2;
        low -= room;
        high += room;
    }
    const double tick = round_step(high - low, 5);
    if (tight) return {low, high, tick};
    return {std::floor(low / tick + 1e-9) * tick, std::ceil(high / tick - 1e-9) * tick, tick};
}

// As many digits as tell neighbouring ticks apart.
std::string tick_label(const Axis& axis, double k) {
    const double ticks = std::max(std::abs(axis.low), std::abs(axis.high)) / axis.tick;
    return number(k * axis.tick, std::max(6, static_cast<int>(std::ceil(std::log10(std::max(ticks, 1.0)))) + 1));
}

const std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                         "#e69f00", "#56b4e9", "#000000", "#999933"};

enum class Anchor { start, middle, end };

void write_text(Markup& page, double x, double y, const std::string& words, Anchor anchor = Anchor::start) {
    if (anchor == Anchor::start) {
        page.element("text", {{"x", place(x)}, {"y", place(y)}}, words).line();
        return;
    }
    const char* const at = anchor == Anchor::middle ? "middle" : "end";
    page.element("text", {{"x", place(x)}, {"y", place(y)}, {"text-anchor", at}}, words).line();
}

void write_line(Markup& page, double x1, double y1, double x2, double y2, const std::string& colour) {
    page.empty("line", {{"x1", place(x1)}, {"y1", place(y1)}, {"x2", place(x2)}, {"y2", place(y2)}, {"stroke", colour}})
        .line();
}

// What is written of a curve: those of one colour are told apart by their dashes.
template <class Write>
void dashed(Markup& page, std::size_t curve, const Write& write) {
    constexpr std::array<const char*, 4> dashes{"", "7 3", "2 2", "9 3 2 3"};
    const std::string here = dashes[curve / colours.size() % dashes.size()];
    if (!here.empty()) page.open("g", {{"stroke-dasharray", here}}).line();
    write();
    if (!here.empty()) page.close().line();
}

// What is drawn in one panel, in views of the numbers.
struct DrawnCurve {
    const std::string* name;
    const std::vector<double>*x, *y;
};
struct DrawnPanel {
    std::string x_label, y_label;
    std::vector<DrawnCurve> curves;
    bool marks_start = false;
    ZeroLine zero = ZeroLine::none;
    std::vector<PlaneLabel> labels = {};
};

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(const std::vector<double>& values) {
        for (const double value : values)
            if (std::isfinite(value)) low = std::min(low, value), high = std::max(high, value);
    }
};

struct Spot {
    double x, y;  // in the picture
    std::string text;
};

// Labels that would stand upon an earlier one are left out.
void write_labels(Markup& page, const std::vector<Spot>& labels) {
    constexpr double letter = 7, line = 13;
    std::vector<Spot> written;
    for (const Spot& label : labels) {
        const auto covers = [&](const Spot& other) {
            const double most = letter * static_cast<double>(std::max(label.text.size(), other.text.size()));
            return std::abs(label.x - other.x) < most && std::abs(label.y - other.y) < line;
        };
        if (std::ranges::any_of(written, covers)) continue;
        page.empty("circle", {{"cx", place(label.x)}, {"cy", place(label.y)}, {"r", "2"}, {"fill", "#444"}}).line();
        write_text(page, label.x + 5, label.y - 3, label.text);
        written.push_back(label);
    }
}

void write_panel(Markup& page, double y0, const DrawnPanel& panel) {
    Range across, along;
    for (const DrawnCurve& curve : panel.curves) along.take(*curve.x), across.take(*curve.y);
    const std::vector<DrawnCurve>& curves = panel.curves;
    const Axis y = axis_of(across.low, across.high, false), x = axis_of(along.low, along.high, true);
    const double inner = width - left - right;
    const auto px = [&](double t) { return left + (t - x.low) / (x.high - x.low) * inner; };
    const auto py = [&](double v) { return y0 + panel_height - (v - y.low) / (y.high - y.low) * panel_height; };
    for (double k = std::ceil(x.low / x.tick - 1e-9); k * x.tick <= x.high + 1e-9 * x.tick; ++k) {
        write_line(page, px(k * x.tick), y0, px(k * x.tick), y0 + panel_height, "#ddd");
        write_text(page, px(k * x.tick), y0 + panel_height + 16, tick_label(x, k), Anchor::middle);
    }
    for (double k = std::round(y.low / y.tick); k * y.tick <= y.high + 1e-9 * y.tick; ++k) {
        write_line(page, left, py(k * y.tick), left + inner, py(k * y.tick), "#ddd");
        write_text(page, left - 6, py(k * y.tick) + 4, tick_label(y, k), Anchor::end);
    }
    if (panel.zero == ZeroLine::across && y.low <= 0 && y.high >= 0)
        write_line(page, left, py(0), left + inner, py(0), "#444");
    if (panel.zero == ZeroLine::upright && x.low <= 0 && x.high >= 0)
        write_line(page, px(0), y0, px(0), y0 + panel_height, "#444");
    page.empty("rect", {{"x", place(left)},
                        {"y", place(y0)},
                        {"width", place(inner)},
                        {"height", place(panel_height)},
                        {"fill", "none"},
                        {"stroke", "#444"}})
        .line();
    write_text(page, left, y0 - 6, panel.y_label.empty() ? "-" : panel.y_label);
    if (!panel.x_label.empty())
        write_text(page, left + inner / 2, y0 + panel_height + 34, panel.x_label, Anchor::middle);
    double legend = y0 + 12;
    for (std::size_t k = 0; k < curves.size(); ++k) {
        const std::string colour = colours[k % colours.size()];
        std::string points, path;
        const std::vector<double>&xs = *curves[k].x, &ys = *curves[k].y;
        for (std::size_t i = 0; i < xs.size(); ++i) {
            if (!std::isfinite(ys[i]) || !std::isfinite(xs[i])) {
                points.clear();
                continue;
            }
            path += fmt::format("{}{} {} ", points.empty() ? "M" : "L", place(px(xs[i])), place(py(ys[i])));
            points = "begun";
        }
        dashed(page, k, [&] {
            page.empty("path", {{"d", path}, {"fill", "none"}, {"stroke", colour}, {"stroke-width", "1.6"}}).line();
        });
        if (panel.marks_start && !xs.empty() && std::isfinite(xs[0]) && std::isfinite(ys[0]))
            page.empty("circle", {{"cx", place(px(xs[0]))},
                                  {"cy", place(py(ys[0]))},
                                  {"r", "3"},
                                  {"fill", "white"},
                                  {"stroke", colour}})
                .line();
        if (k > most_names || curves[k].name->empty()) continue;
        if (k == most_names && curves.size() > most_names + 1) {
            write_text(page, width - right + 12, legend, fmt::format("and {} more", curves.size() - k));
            continue;
        }
        dashed(page, k,
               [&] { write_line(page, width - right + 12, legend - 4, width - right + 36, legend - 4, colour); });
        write_text(page, width - right + 42, legend, *curves[k].name);
        legend += 16;
    }
    std::vector<Spot> labels;
    for (const PlaneLabel& label : panel.labels) labels.push_back({px(label.x), py(label.y), label.text});
    write_labels(page, labels);
}

std::string drawn(const std::string& title, const std::vector<DrawnPanel>& panels, double bottom_room,
                  const std::string& common_label) {
    const double height = top + static_cast<double>(panels.size()) * (panel_height + gap) + bottom_room;
    Markup page;
    page.open("svg", {{"xmlns", "http://www.w3.org/2000/svg"},
                      {"width", place(width)},
                      {"height", place(height)},
                      {"viewBox", fmt::format("0 0 {} {}", place(width), place(height))},
                      {"font-family", "sans-serif"},
                      {"font-size", "12"}})
        .line();
    page.empty("rect", {{"width", "100%"}, {"height", "100%"}, {"fill", "white"}}).line();
    page.element("text", {{"x", place(left)}, {"y", place(18)}, {"font-size", "15"}}, title).line();
    for (std::size_t k = 0; k < panels.size(); ++k)
        if (std::ranges::any_of(panels[k].curves, [](const DrawnCurve& curve) { return !curve.x->empty(); }))
            write_panel(page, top + static_cast<double>(k) * (panel_height + gap), panels[k]);
    if (!common_label.empty()) write_text(page, (width - right + left) / 2, height - 12, common_label, Anchor::middle);
    page.close().line();
    return page.finished();
}

}  // namespace

std::vector<double> round_numbers(double low, double high, int count) {
    std::vector<double> numbers;
    if (!(low < high)) return {low};
    const double step = round_step(high - low, count);
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k)
        numbers.push_back(k * step + 0.0);
    return numbers;
}

std::string picture(const std::string& title, const std::vector<Panel>& panels) {
    std::vector<DrawnPanel> all;
    for (const Panel& panel : panels) {
        all.push_back({panel.x_label, panel.y_label, {}, panel.marks_start, panel.zero, panel.labels});
        for (const PlaneCurve& curve : panel.curves) all.back().curves.push_back({&curve.name, &curve.x, &curve.y});
    }
    return drawn(title, all, 0, "");
}

std::string picture(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves) {
    std::vector<std::string> units;
    for (const Curve& curve : curves)
        if (std::find(units.begin(), units.end(), curve.unit) == units.end()) units.push_back(curve.unit);
    std::vector<DrawnPanel> panels;
    for (const std::string& unit : units) {
        panels.push_back({"", unit, {}});
        for (const Curve& curve : curves)
            if (curve.unit == unit) panels.back().curves.push_back({&curve.name, &times, &curve.values});
    }
    return drawn(title, panels, bottom, "time, s");
}

}  // namespace lag
