#include "scripts/statements/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdio>
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

constexpr double pi = 3.14159265358979323846, inch = 0.0254, foot = 12 * inch, mile = 5280 * foot, pound = 0.45359237,
                 standard_gravity = 9.80665, pound_force = pound * standard_gravity;

using Table = std::map<std::string, Unit>;

void add_metric(Table& table) {
    struct Prefix {
        const char* name;
        double factor;
    };
    static constexpr Prefix prefixes[] = {{"", 1},    {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3},
                                          {"k", 1e3}, {"M", 1e6},  {"G", 1e9}};
    const auto add = [&](const char* name, const Dimension& dimension, double scale = 1) {
        for (const Prefix& prefix : prefixes)
            table.emplace(prefix.name + std::string(name), Unit{dimension, prefix.factor * scale});
    };
    add("g", of(1, 0, 0), 1e-3);
    add("m", of(0, 1, 0));
    add("s", of(0, 0, 1));
    add("A", of(0, 0, 0, 1));
    add("K", of(0, 0, 0, 0, 1));
    add("N", of(1, 1, -2));
    add("J", of(1, 2, -2));
    add("W", of(1, 2, -3));
    add("Wh", of(1, 2, -2), 3600);
    add("Pa", of(1, -1, -2));
    add("Hz", of(0, 0, -1));
    add("V", of(1, 2, -3, -1));
    add("C", of(0, 0, 1, 1));
    add("Ohm", of(1, 2, -3, -2));
    add("ohm", of(1, 2, -3, -2));
    add("S", of(-1, -2, 3, 2));
    add("H", of(1, 2, -2, -2));
    add("F", of(-1, -2, 4, 2));
    add("Wb", of(1, 2, -2, -1));
    add("T", of(1, 0, -2, -1));
    add("bar", of(1, -1, -2), 1e5);
    add("rad", of(0, 0, 0));
    add("Nm", of(1, 2, -2));
}

void add_others(Table& table) {
    const auto add = [&](const Dimension& dimension, std::initializer_list<std::pair<const char*, double>> units) {
        for (const auto& [name, scale] : units) table.insert_or_assign(name, Unit{dimension, scale});
    };
    add(of(0, 0, 0), {{"1", 1},
                      {"-", 1},
                      {"%", 0.01},
                      {"ppm", 1e-6},
                      {"sr", 1},
                      {"deg", pi / 180},
                      {"arcmin", pi / 10800},
                      {"arcsec", pi / 648000},
                      {"grad", pi / 200},
                      {"rev", 2 * pi},
                      {"turn", 2 * pi}});
    add(of(1, 0, 0), {{"t", 1e3},
                      {"lb", pound},
                      {"lbm", pound},
                      {"oz", pound / 16},
                      {"slug", pound_force / foot},
                      {"slinch", pound_force / inch}});
    add(of(0, 1, 0), {{"cm", 1e-2},
                      {"dm", 1e-1},
                      {"in", inch},
                      {"ft", foot},
                      {"yd", 3 * foot},
                      {"mi", mile},
                      {"mil", inch / 1000},
                      {"nmi", 1852}});
    add(of(0, 2, 0), {{"ha", 1e4}});
    add(of(0, 3, 0), {{"l", 1e-3}, {"L", 1e-3}, {"ml", 1e-6}, {"mL", 1e-6}});
    add(of(0, 0, 1), {{"min", 60}, {"h", 3600}, {"hr", 3600}, {"d", 86400}});
    add(of(0, 1, -1), {{"mph", mile / 3600}, {"kn", 1852.0 / 3600}});
    add(of(0, 1, -2), {{"gn", standard_gravity}});
    add(of(0, 0, -1), {{"rpm", 2 * pi / 60}, {"rps", 2 * pi}});
    add(of(0, 0, 0, 0, 1), {{"degC", 1}, {"degF", 5.0 / 9}});
    add(of(1, 1, -2), {{"daN", 10},
                       {"dyn", 1e-5},
                       {"kgf", standard_gravity},
                       {"kp", standard_gravity},
                       {"lbf", pound_force},
                       {"ozf", pound_force / 16},
                       {"kip", 1000 * pound_force}});
    add(of(1, 2, -2), {{"erg", 1e-7}, {"cal", 4.184}, {"kcal", 4184}, {"Btu", 1055.05585262}, {"eV", 1.602176634e-19}});
    add(of(1, 2, -3), {{"hp", 550 * foot * pound_force}, {"PS", 75 * standard_gravity}});
    add(of(1, -1, -2), {{"mbar", 100},
                        {"hPa", 100},
                        {"atm", 101325},
                        {"psi", pound_force / (inch * inch)},
                        {"psf", pound_force / (foot * foot)},
                        {"ksi", 1000 * pound_force / (inch * inch)},
                        {"Torr", 101325.0 / 760},
                        {"mmHg", 133.322387415}});
}

const Table& known_units() {
    static const Table units = [] {
        Table table;
        add_metric(table);
        add_others(table);
        return table;
    }();
    return units;
}

// product: factor { ("*" | "/" | "." | blank) factor }       factor: unit | "(" product ")" , then "^" exponent
class UnitReader {
  public:
    explicit UnitReader(const std::string& text) : text_(text) {}

    std::optional<Unit> run() {
        skip_blanks();
        if (at_ == text_.size()) return std::nullopt;
        const auto whole = product(0);
        return at_ == text_.size() ? whole : std::nullopt;
    }
    UnknownName unknown;

  private:
    static constexpr int deepest = 20;

    std::optional<Unit> product(int depth) {
        if (depth > deepest) return std::nullopt;
        std::optional<Unit> result = factor(depth);
        while (result) {
            const bool blank = skip_blanks();
            if (at_ == text_.size() || text_[at_] == ')') break;
            const char sign = text_[at_];
            const bool written = sign == '*' || sign == '/' || sign == '.';
            if (!written && !blank) return std::nullopt;
            if (written) ++at_;
            const auto next = factor(depth);
            if (!next) return std::nullopt;
            if (sign == '/')
                result = Unit{result->dimension / next->dimension, result->scale / next->scale};
            else
                result = Unit{result->dimension * next->dimension, result->scale * next->scale};
        }
        return result;
    }

    std::optional<Unit> factor(int depth) {
        skip_blanks();
        std::optional<Unit> base;
        if (take('(')) {
            base = product(depth + 1);
            if (!take(')')) return std::nullopt;
        } else {
            const std::size_t begin = at_;
            while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
            std::string name = text_.substr(begin, at_ - begin);
            if (name.empty() && take('1')) name = "1";
            const auto unit = known_units().find(name);
            if (unit == known_units().end()) {
                unknown = {begin, name.size()};
                return std::nullopt;
            }
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
        const long above = negative ? -*numerator : *numerator;
        const auto dimension = power(base->dimension, above, denominator);
        if (!dimension) return std::nullopt;
        return Unit{*dimension, std::pow(base->scale, static_cast<double>(above) / static_cast<double>(denominator))};
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

std::optional<Unit> unit_of(const std::string& text) {
    // every statement that checks units asks for those of all names
    thread_local std::unordered_map<std::string, std::optional<Unit>> known;
    if (const auto found = known.find(text); found != known.end()) return found->second;
    return known.emplace(text, UnitReader(text).run()).first->second;
}

std::optional<Dimension> dimension_of(const std::string& text) {
    const std::optional<Unit> unit = unit_of(text);
    return unit ? std::optional<Dimension>(unit->dimension) : std::nullopt;
}

UnknownName unknown_name_in(const std::string& text) {
    UnitReader reader(text);
    reader.run();
    return reader.unknown;
}

// -- systems of units

double UnitSystem::scale(const Dimension& dimension) const {
    return std::pow(mass, static_cast<double>(dimension[0]) / whole_exponent) *
           std::pow(length, static_cast<double>(dimension[1]) / whole_exponent);
}

namespace {

// What a unit says of a system: a log(mass) + b log(length) = c.
struct Row {
    double a, b, c;
    bool of_mass;      // a mass, or a mass times lengths
    bool ties_length;  // a length beside mass or time
};

struct Candidate {
    double mass, length;  // logarithms
};

bool holds(const Row& r, const Candidate& s) {
    return std::abs(r.a * s.mass + r.b * s.length - r.c) < 1e-6;
}

bool tells_of_angles_or_time(const std::string& text) {
    for (const char* other : {"deg", "rev", "turn", "rpm", "rps", "min", "h", "%", "Hz"})
        if (text.find(other) != std::string::npos) return true;
    return false;
}

std::vector<Row> rows_of(const std::vector<std::string>& units) {
    std::vector<Row> rows;
    for (const std::string& text : units) {
        const auto unit = unit_of(text);
        if (!unit || (unit->scale != 1 && tells_of_angles_or_time(text))) continue;
        const Dimension& d = unit->dimension;
        if (d[0] == 0 && d[1] == 0) continue;
        rows.push_back({static_cast<double>(d[0]) / whole_exponent, static_cast<double>(d[1]) / whole_exponent,
                        std::log(unit->scale), d[0] != 0 && d[2] == 0, d[1] != 0 && (d[0] != 0 || d[2] != 0)});
    }
    return rows;
}

// The systems in which two of the rows hold, or one that says only of mass or of length.
std::vector<Candidate> candidates(const std::vector<Row>& rows) {
    std::vector<Candidate> found{{0, 0}};
    const auto add = [&](const Candidate& c) {
        const auto same = [&](const Candidate& d) {
            return std::abs(c.mass - d.mass) < 1e-6 && std::abs(c.length - d.length) < 1e-6;
        };
        if (std::ranges::none_of(found, same) && found.size() < 100) found.push_back(c);
    };
    for (const Row& r : rows) {
        if (r.a == 0) add({0, r.c / r.b});
        if (r.b == 0) add({r.c / r.a, 0});
        for (const Row& o : rows)
            if (const double det = r.a * o.b - o.a * r.b; std::abs(det) > 1e-9)
                add({(r.c * o.b - o.c * r.b) / det, (r.a * o.c - o.a * r.c) / det});
    }
    return found;
}

bool is_supported(const Candidate& system, const std::vector<Row>& rows) {
    const auto some = [&](bool Row::*property) {
        return std::ranges::any_of(rows, [&](const Row& r) { return r.*property && holds(r, system); });
    };
    return (std::abs(system.mass) < 1e-9 || some(&Row::of_mass)) &&
           (std::abs(system.length) < 1e-9 || some(&Row::ties_length));
}

}  // namespace

UnitSystem system_of(const std::vector<std::string>& units) {
    thread_local std::vector<std::string> last_units;  // every check of a statement asks for the same
    thread_local UnitSystem last;
    if (units == last_units) return last;
    const std::vector<Row> rows = rows_of(units);
    Candidate best{0, 0};
    std::ptrdiff_t most = -1;
    for (const Candidate& system : candidates(rows)) {
        const auto count = std::ranges::count_if(rows, [&](const Row& r) { return holds(r, system); });
        if (count > most && is_supported(system, rows)) most = count, best = system;
    }
    const auto value = [](double logarithm) { return std::abs(logarithm) < 1e-9 ? 1 : std::exp(logarithm); };
    last_units = units;
    return last = {value(best.mass), value(best.length)};
}

// -- as text

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
            side += fmt::format("^({}/{})", exponent, whole_exponent);
        else if (exponent != whole_exponent)
            side += "^" + std::to_string(exponent / whole_exponent);
    };
    for (std::size_t i = 0; i < base.size(); ++i) {
        if (dimension[i] > 0) add(above, base[i], dimension[i]);
        if (dimension[i] < 0) add(below, base[i], -dimension[i]);
    }
    if (above.empty()) above = "1";
    if (below.empty()) return above;
    return fmt::format("{}/{}", above, below.find('*') == std::string::npos ? below : fmt::format("({})", below));
}

}  // namespace lag
