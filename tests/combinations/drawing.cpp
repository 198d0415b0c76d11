#include "tests/combinations/drawing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/combinations/reference.hpp"

namespace lag::combinations {

namespace {

std::string decimal(double x, int digits) {
    std::array<char, 40> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.*f", digits, x);
    std::string text = buffer.data();
    if (text.find('.') != std::string::npos) {
        while (text.back() == '0') text.pop_back();
        if (text.back() == '.') text.pop_back();
    }
    return text == "-0" ? "0" : text;
}

}  // namespace

std::string text(const Unit& unit) {
    const std::array<const char*, 4> names{"kg", "m", "s", "rad"};
    std::string above, below;
    for (std::size_t k = 0; k < 4; ++k) {
        if (unit[k] == 0) continue;
        const int power = std::abs(unit[k]);
        std::string& side = unit[k] > 0 ? above : below;
        const std::string factor = names[k] + (power > 1 ? "^" + std::to_string(power) : std::string());
        if (unit[k] > 0)
            side += (side.empty() ? "" : "*") + factor;
        else
            side += "/" + factor;
    }
    return (above.empty() ? "1" : above) + below;
}

Unit per_second(Unit unit) {
    unit[2] -= 1;
    return unit;
}

Drawing::Drawing(std::uint64_t seed)
    : random_(seed),
      treatment_(seed + 3000003),
      fingers_(seed + 4000003),
      chains_(seed + 5000003),
      many_(seed + 6000003),
      units_(random_.chance(0.3)),
      flat_(random_.chance(0.3)),
      parameters_(random_.chance(0.8)),
      varying_(random_.chance(0.5)),
      has_rows_(treatment_.chance(0.3)),
      is_solved_(!has_rows_ && treatment_.chance(0.15)),
      flexible_(Random(seed + 1000003).chance(0.25)),
      has_limbs_(!flexible_ && Random(seed + 2000003).chance(0.25)),
      has_chain_(!flexible_ && !has_limbs_ && !has_rows_ && !is_solved_ && chains_.chance(0.12)) {}

void Drawing::add(const std::string& word, std::vector<std::string> arguments) {
    script_.statements.push_back({word, std::move(arguments)});
}

std::string Drawing::number(double low, double high) {
    if (random_.chance(0.15)) {
        const double whole = std::round(random_.between(low, high));
        return decimal(low > 0 ? std::max(whole, 1.0) : whole, 0);  // what is positive stays so
    }
    return decimal(random_.between(low, high), random_.integer(1, 3));
}

std::string Drawing::quantity(double low, double high, const Unit& unit) {
    if (!parameters_ || random_.chance(0.4)) {
        const std::string drawn = number(low, high);  // a factor of 1 is gone from a product, and its unit with it
        return units_ && (drawn == "1" || drawn == "-1") ? drawn + ".01" : drawn;
    }
    return parameter(low, high, unit);
}

std::string Drawing::parameter(double low, double high, const Unit& unit) {
    for (const Named& p : parameter_names_)
        if (p.unit == unit && low < 0 && random_.chance(0.2)) return p.name;
    const std::string name = fresh("p");
    const std::string value = low < 0 && random_.chance(0.05) ? "0" : number(low, high);
    Statement declared{"parameters", {name + " = " + value}};
    if (units_ && random_.chance(0.8))
        declared = {"parameter", {name, value, "\"" + lag::combinations::text(unit) + "\""}};
    script_.statements.insert(script_.statements.begin() + static_cast<std::ptrdiff_t>(first_++), declared);
    parameter_names_.push_back({name, unit});
    return name;
}

std::string Drawing::vector(double low, double high, const Unit& unit) {
    std::array<std::string, 3> v;
    for (std::string& x : v) x = random_.chance(0.3) ? "0" : quantity(low, high, unit);
    if (flat_) v[2] = "0";
    return "[" + v[0] + ", " + v[1] + ", " + v[2] + "]";
}

std::string Drawing::axis() {
    if (random_.chance(0.75)) return std::string(1, "xyz"[random_.integer(0, 2)]);
    return "[" + std::to_string(random_.integer(-2, 2)) + ", " + std::to_string(random_.integer(1, 3)) + ", " +
           std::to_string(random_.integer(-2, 2)) + "]";
}

std::string Drawing::input(const Unit& unit) {
    for (const Named& known : inputs_)
        if (known.unit == unit && random_.chance(0.5)) return known.name;
    const std::string name = fresh("w");
    Statement declared{"input", {name}};
    if (units_) declared.arguments.push_back("\"" + lag::combinations::text(unit) + "\"");
    script_.statements.insert(script_.statements.begin() + static_cast<std::ptrdiff_t>(first_++), declared);
    inputs_.push_back({name, unit});
    return name;
}

std::string Drawing::way_between_points() {
    static constexpr std::array ways{"", ", interpolation = smooth", ", interpolation = spline",
                                     ", interpolation = spline, outside = constant"};
    return ways.at(static_cast<std::size_t>(random_.integer(0, 3)));
}

// A factor that moves; `unit` becomes what is left for the coefficient.
std::string Drawing::factor(Unit& unit, bool speeds) {
    const auto divide = [&](const Unit& by) {
        for (std::size_t k = 0; k < 4; ++k) unit[k] -= by[k];
    };
    const int kind = random_.integer(0, speeds ? 13 : 8);
    if (kind <= 6 || speeds_.empty()) {
        const Named& q = random_.pick(coordinates_);
        const bool angle = q.unit == Unit{0, 0, 0, 1};
        switch (kind) {
            case 0:
                return "sin(" + (angle ? q.name : quantity(0.5, 2, {0, -q.unit[1], 0, -q.unit[3]}) + "*" + q.name) +
                       ")";
            case 1:
                divide(q.unit);
                return "(if " + q.name + " > " + number(-0.5, 0.5) + " then 2*" + q.name + " else " + q.name + "/3)";
            case 2:
                return "table(" + q.name + ", [-1, 0, 0.5, 2], [0, 0.3, -0.2, 0.4]" + way_between_points() + ")";
            case 3:
                divide(q.unit);
                return "abs(" + q.name + ")";
            case 4:
                for (std::size_t k = 0; k < 4; ++k) unit[k] -= 2 * q.unit[k];
                return q.name + "^2";
            default:
                divide(q.unit);
                return q.name;
        }
    }
    if (kind == 7) return "sin(2*t)";
    if (kind == 8) return "1";
    if (kind == 9) {
        const std::string name = input({1, 1, -2, 0});
        divide({1, 1, -2, 0});
        return name;
    }
    const Named& u = random_.pick(speeds_);
    divide(u.unit);
    if (kind == 10) {
        divide(u.unit);
        return "abs(" + u.name + ")*" + u.name;
    }
    return u.name;
}

std::string Drawing::term(const Unit& unit, bool speeds) {
    Unit left = unit;
    std::string product = factor(left, speeds);
    if (random_.chance(0.2)) product += "*" + factor(left, speeds);
    return (units_ ? parameter(-2, 2, left) : quantity(-2, 2, left)) + "*" + product;
}

std::string Drawing::expression(const Unit& unit, bool speeds) {
    std::vector<std::string> terms;
    for (int k = random_.integer(1, 3); k > 0; --k) terms.push_back(term(unit, speeds));
    return join(terms, " + ");
}

std::string Drawing::whole() const {
    Script all = script_;
    Statement initial{"initial", {}};
    for (const auto& [name, value] : near_)
        if (value != 0) initial.arguments.push_back(name + " = " + decimal(value, 6));
    if (!initial.arguments.empty()) all.statements.push_back(initial);
    return lag::combinations::text(all, "drawn");
}

Model Drawing::read() const {
    return model_of(whole());
}

OracleState Drawing::near_state(const Model& model) const {
    return initial_state(model);
}

void Drawing::finish() {
    Statement initial{"initial", {}};
    for (const auto& [name, value] : near_)
        if (value != 0) initial.arguments.push_back(name + " = " + decimal(value, 6));
    if (!initial.arguments.empty()) script_.statements.push_back(initial);
}

Script Drawing::script() {
    if (random_.chance(0.8)) add("gravity", {random_.chance(0.5) ? "[0, -9.81, 0]" : vector(-9, 9, {0, 1, -2, 0})});
    first_ = 0;
    if (has_rows_) flexible_ = has_limbs_ = false;
    if (is_solved_) {
        solved_loop();
    } else {
        bodies();
        if (random_.chance(has_limbs_ || has_chain_ ? 0.2 : 0.65)) constraints();
    }
    loads();
    if (is_solved_) finish();  // a result asks for the pose of the loop, which the start chooses
    outputs();
    if (!is_solved_) finish();
    if (has_rows_) treat_as_rows();
    return script_;
}

Script draw(std::uint64_t seed) {
    return Drawing(seed).script();
}

}  // namespace lag::combinations
