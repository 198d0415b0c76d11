#include "scripts/units.hpp"

#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lag {

Dimension operator*(const Dimension& a, const Dimension& b) {
    Dimension c{};
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] + b[i];
    return c;
}

Dimension operator/(const Dimension& a, const Dimension& b) {
    Dimension c{};
    for (std::size_t i = 0; i < c.size(); ++i) c[i] = a[i] - b[i];
    return c;
}

std::optional<Dimension> power(const Dimension& a, long numerator, long denominator) {
    constexpr long most = 1000;
    if (denominator == 0 || numerator > most || numerator < -most || denominator > most) return std::nullopt;
    Dimension c{};
    for (std::size_t i = 0; i < c.size(); ++i) {
        const long scaled = a[i] * numerator;
        if (scaled % denominator != 0 || scaled / denominator > 1000000 || scaled / denominator < -1000000)
            return std::nullopt;
        c[i] = static_cast<int>(scaled / denominator);
    }
    return c;
}

namespace {

constexpr Dimension of(int mass, int length, int time, int current = 0, int temperature = 0) {
    return {mass * whole_exponent, length * whole_exponent, time * whole_exponent, current * whole_exponent,
            temperature * whole_exponent};
}

const std::map<std::string, Dimension>& known_units() {
    static const std::map<std::string, Dimension> units = [] {
        std::map<std::string, Dimension> table;
        const auto add = [&](const Dimension& dimension, std::initializer_list<const char*> names) {
            for (const char* name : names) table.emplace(name, dimension);
        };
        add(of(0, 0, 0), {"1", "-", "%", "rad", "mrad", "deg", "rev"});
        add(of(1, 0, 0), {"kg", "g", "mg", "t", "lb", "lbm", "slug"});
        add(of(0, 1, 0), {"m", "mm", "cm", "dm", "km", "um", "in", "ft", "yd", "mi"});
        add(of(0, 0, 1), {"s", "ms", "us", "min", "h"});
        add(of(0, 0, 0, 1), {"A", "mA"});
        add(of(0, 0, 0, 0, 1), {"K", "degC"});
        add(of(1, 1, -2), {"N", "kN", "MN", "mN", "lbf"});
        add(of(1, 2, -2), {"J", "kJ", "MJ", "mJ", "Nm"});
        add(of(1, 2, -3), {"W", "kW", "MW", "mW", "hp"});
        add(of(1, -1, -2), {"Pa", "kPa", "MPa", "GPa", "bar", "psi"});
        add(of(0, 0, -1), {"Hz", "kHz", "rpm"});
        add(of(1, 2, -3, -1), {"V", "mV", "kV"});
        add(of(1, 2, -3, -2), {"Ohm", "ohm"});
        add(of(1, 2, -2, -2), {"H", "mH"});
        add(of(-1, -2, 4, 2), {"F", "uF"});
        add(of(0, 0, 1, 1), {"C"});
        add(of(1, 2, -2, -1), {"Wb"});
        add(of(1, 0, -2, -1), {"T"});
        return table;
    }();
    return units;
}

// product: factor { ("*" | "/" | "." | blank) factor }       factor: unit | "(" product ")" , then "^" exponent
class UnitReader {
  public:
    explicit UnitReader(const std::string& text) : text_(text) {}

    std::optional<Dimension> run() {
        skip_blanks();
        if (at_ == text_.size()) return std::nullopt;
        const auto whole = product(0);
        return at_ == text_.size() ? whole : std::nullopt;
    }

  private:
    static constexpr int deepest = 20;

    std::optional<Dimension> product(int depth) {
        if (depth > deepest) return std::nullopt;
        std::optional<Dimension> result = factor(depth);
        while (result) {
            const bool blank = skip_blanks();
            if (at_ == text_.size() || text_[at_] == ')') break;
            const char sign = text_[at_];
            const bool written = sign == '*' || sign == '/' || sign == '.';
            if (!written && !blank) return std::nullopt;
            if (written) ++at_;
            const auto next = factor(depth);
            if (!next) return std::nullopt;
            result = sign == '/' ? *result / *next : *result * *next;
        }
        return result;
    }

    std::optional<Dimension> factor(int depth) {
        skip_blanks();
        std::optional<Dimension> base;
        if (take('(')) {
            base = product(depth + 1);
            if (!take(')')) return std::nullopt;
        } else {
            std::string name;
            while (at_ < text_.size() && is_letter(text_[at_])) name += text_[at_++];
            if (name.empty() && take('1')) name = "1";
            const auto unit = known_units().find(name);
            if (unit == known_units().end()) return std::nullopt;
            base = unit->second;
        }
        if (!base || !take('^')) return base;
        const bool bracket = take('(');
        const bool negative = take('-');
        const auto numerator = integer();
        long denominator = 1;
        if (bracket && take('/')) {
            const auto below = integer();
            if (!below) return std::nullopt;
            denominator = *below;
        }
        if (!numerator || (bracket && !take(')'))) return std::nullopt;
        return power(*base, negative ? -*numerator : *numerator, denominator);
    }

    std::optional<long> integer() {
        long value = 0;
        const std::size_t begin = at_;
        while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0 && at_ - begin < 4)
            value = 10 * value + (text_[at_++] - '0');
        if (at_ == begin) return std::nullopt;
        return value;
    }
    static bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '%' || c == '-'; }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    bool skip_blanks() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
        return at_ > begin;
    }

    const std::string& text_;
    std::size_t at_ = 0;
};

}  // namespace

std::optional<Dimension> dimension_of(const std::string& unit) {
    // every statement that checks units asks for those of all names
    thread_local std::unordered_map<std::string, std::optional<Dimension>> known;
    if (const auto found = known.find(unit); found != known.end()) return found->second;
    return known.emplace(unit, UnitReader(unit).run()).first->second;
}

std::string unit_text(const Dimension& dimension) {
    static const std::vector<std::string> common{
        "1",   "kg",    "m",    "s",      "N",  "N*m", "W",   "m/s", "m/s^2", "1/s", "1/s^2", "N/m",    "N*s/m",
        "N*s", "N*m*s", "kg*m", "kg*m^2", "Pa", "m^2", "m^3", "A",   "V",     "Ohm", "K",     "m^2/s^2"};
    for (const std::string& unit : common)
        if (dimension_of(unit) == dimension) return unit;
    static constexpr std::array<const char*, 5> base{"kg", "m", "s", "A", "K"};
    std::string above, below;
    const auto add = [](std::string& side, const char* name, int exponent) {
        side += side.empty() ? "" : "*";
        side += name;
        if (exponent % whole_exponent != 0)
            side += "^(" + std::to_string(exponent) + "/" + std::to_string(whole_exponent) + ")";
        else if (exponent != whole_exponent)
            side += "^" + std::to_string(exponent / whole_exponent);
    };
    for (std::size_t i = 0; i < base.size(); ++i) {
        if (dimension[i] > 0) add(above, base[i], dimension[i]);
        if (dimension[i] < 0) add(below, base[i], -dimension[i]);
    }
    if (above.empty()) above = "1";
    if (below.empty()) return above;
    return above + "/" + (below.find('*') == std::string::npos ? below : "(" + below + ")");
}

}  // namespace lag
