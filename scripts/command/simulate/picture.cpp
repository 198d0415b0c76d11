#include "scripts/command/simulate/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace lag {

namespace {

constexpr double width = 860, panel_height = 260, left = 90, right = 180, top = 44, bottom = 46, gap = 46;
constexpr std::size_t most_names = 15;  // that fit beside a panel

std::string number(double value, int digits) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*g", digits, value + 0.0);  // no -0
    return text.data();
}

std::string place(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.2f", value);
    return text.data();
}

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '&') {
            result += "&amp;";
        } else if (c == '<') {
            result += "&lt;";
        } else if (c == '>') {
            result += "&gt;";
        } else if (static_cast<unsigned char>(c) >= 0x20) {
            result += c;
        }
    }
    return result;
}

struct Axis {
    double low = 0, high = 1, tick = 0.2;
};

// What is left of a constant after rounding is drawn as a constant.
constexpr double rounding = 1e-9;

// Round ticks, about five of them; a constant gets some room.
Axis axis_of(double low, double high, bool tight) {
    if (!(low <= high)) return {};
    const double size = std::max(std::abs(low), std::abs(high));
    if (high - low <= rounding * size) {
        const double room = size == 0 ? 1 : size / 2;
        low -= room;
        high += room;
    }
    const double raw = (high - low) / 5, power = std::pow(10, std::floor(std::log10(raw)));
    double tick = 10 * power;
    for (const double step : {1.0, 2.0, 5.0})
        if (step * power >= raw * (1 - 1e-9)) {
            tick = step * power;
            break;
        }
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

std::string text_at(double x, double y, const std::string& words, const std::string& more = "") {
    return "<text x=\"" + place(x) + "\" y=\"" + place(y) + "\"" + more + ">" + escaped(words) + "</text>\n";
}

std::string line_between(double x1, double y1, double x2, double y2, const std::string& colour) {
    return "<line x1=\"" + place(x1) + "\" y1=\"" + place(y1) + "\" x2=\"" + place(x2) + "\" y2=\"" + place(y2) +
           "\" stroke=\"" + colour + "\"/>\n";
}

std::string panel(double y0, const std::string& unit, const std::vector<double>& times,
                  const std::vector<const Curve*>& curves) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Curve* curve : curves)
        for (const double value : curve->values)
            if (std::isfinite(value)) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    const Axis y = axis_of(low, high, false), x = axis_of(times.front(), times.back(), true);
    const double inner = width - left - right;
    const auto px = [&](double t) { return left + (t - x.low) / (x.high - x.low) * inner; };
    const auto py = [&](double v) { return y0 + panel_height - (v - y.low) / (y.high - y.low) * panel_height; };
    std::string text;
    for (double k = std::ceil(x.low / x.tick - 1e-9); k * x.tick <= x.high + 1e-9 * x.tick; ++k) {
        text += line_between(px(k * x.tick), y0, px(k * x.tick), y0 + panel_height, "#ddd");
        text += text_at(px(k * x.tick), y0 + panel_height + 16, tick_label(x, k), " text-anchor=\"middle\"");
    }
    for (double k = std::round(y.low / y.tick); k * y.tick <= y.high + 1e-9 * y.tick; ++k) {
        text += line_between(left, py(k * y.tick), left + inner, py(k * y.tick), "#ddd");
        text += text_at(left - 6, py(k * y.tick) + 4, tick_label(y, k), " text-anchor=\"end\"");
    }
    text += "<rect x=\"" + place(left) + "\" y=\"" + place(y0) + "\" width=\"" + place(inner) + "\" height=\"" +
            place(panel_height) + "\" fill=\"none\" stroke=\"#444\"/>\n";
    text += text_at(left, y0 - 6, unit.empty() ? "-" : unit);
    double legend = y0 + 12;
    for (std::size_t k = 0; k < curves.size(); ++k) {
        const std::string colour = colours[k % colours.size()];
        std::string points, path;
        for (std::size_t i = 0; i < times.size(); ++i) {
            const double value = curves[k]->values[i];
            if (!std::isfinite(value)) {
                points.clear();
                continue;
            }
            path += (points.empty() ? "M" : "L") + place(px(times[i])) + " " + place(py(value)) + " ";
            points = "begun";
        }
        text += "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.6\"/>\n";
        if (k > most_names) continue;
        if (k == most_names && curves.size() > most_names + 1) {
            text += text_at(width - right + 12, legend, "and " + std::to_string(curves.size() - k) + " more");
            continue;
        }
        text += line_between(width - right + 12, legend - 4, width - right + 36, legend - 4, colour);
        text += text_at(width - right + 42, legend, curves[k]->name);
        legend += 16;
    }
    return text;
}

}  // namespace

std::string picture(const std::string& title, const std::vector<double>& times, const std::vector<Curve>& curves) {
    std::vector<std::string> units;
    for (const Curve& curve : curves)
        if (std::find(units.begin(), units.end(), curve.unit) == units.end()) units.push_back(curve.unit);
    const double height = top + static_cast<double>(units.size()) * (panel_height + gap) + bottom;
    std::string text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + place(width) + "\" height=\"" +
                       place(height) + "\" viewBox=\"0 0 " + place(width) + " " + place(height) +
                       "\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" "
                       "fill=\"white\"/>\n";
    text += text_at(left, 18, title, " font-size=\"15\"");
    for (std::size_t k = 0; k < units.size() && !times.empty(); ++k) {
        std::vector<const Curve*> chosen;
        for (const Curve& curve : curves)
            if (curve.unit == units[k]) chosen.push_back(&curve);
        text += panel(top + static_cast<double>(k) * (panel_height + gap), units[k], times, chosen);
    }
    text += text_at((width - right + left) / 2, height - 12, "time, s", " text-anchor=\"middle\"");
    return text + "</svg>\n";
}

}  // namespace lag
