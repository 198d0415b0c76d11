#include "scripts/import/written.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <sstream>
#include <system_error>

namespace lag {

const Written3 unit_x{Written{"1", 1}, Written{}, Written{}};
const Written3 unit_y{Written{}, Written{"1", 1}, Written{}};
const Written3 unit_z{Written{}, Written{}, Written{"1", 1}};

namespace {

// "+.5e3" as the script's syntax has it; empty where the word is no number.
std::string in_script_syntax(const std::string& word) {
    std::size_t at = 0;
    std::string sign;
    if (at < word.size() && (word[at] == '+' || word[at] == '-')) sign = word[at++] == '-' ? "-" : "";
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < word.size() && word[at] >= '0' && word[at] <= '9') ++at;
        return word.substr(begin, at - begin);
    };
    std::string whole = digits(), part, power;
    if (at < word.size() && word[at] == '.') {
        ++at;
        part = digits();
    }
    if (whole.empty() && part.empty()) return {};
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        power = "e";
        if (++at < word.size() && (word[at] == '+' || word[at] == '-')) power += word[at++];
        const std::string exponent = digits();
        if (exponent.empty()) return {};
        power += exponent;
    }
    if (at != word.size()) return {};
    whole.erase(0, std::min(whole.find_first_not_of('0'), whole.size()));
    if (whole.empty()) whole = "0";
    if (part.find_first_not_of('0') == std::string::npos) part.clear();
    return sign + whole + (part.empty() ? "" : "." + part) + power;
}

}  // namespace

Written written(double value) {
    if (value == 0) return {};
    std::array<char, 40> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {std::string(text.data(), end.ptr), value};
}

Written computed(double value) {
    constexpr double digits = 1e12, rounding = 8e-16;
    const double decimal = std::round(value * digits) / digits;
    return written(std::abs(value - decimal) <= rounding * std::max(1.0, std::abs(value)) ? decimal : value);
}

Written3 computed(const Vec3<double>& numbers) {
    return {computed(numbers[0]), computed(numbers[1]), computed(numbers[2])};
}

Written negative(const Written& number) {
    if (number.is_zero()) return {};
    return {number.text.starts_with("-") ? number.text.substr(1) : "-" + number.text, -number.value};
}

Written as_angle(const Written& number) {
    constexpr double unit = std::numbers::pi / 12;
    const double multiple = std::round(number.value / unit);
    if (multiple == 0 || std::abs(multiple) > 48) return number;
    if (std::abs(number.value - multiple * unit) > 1e-11) return number;
    int above = static_cast<int>(std::abs(multiple)), below = 12;
    for (const int common : {2, 2, 3})
        if (above % common == 0 && below % common == 0) above /= common, below /= common;
    std::string text = multiple < 0 ? "-" : "";
    if (above != 1) text += std::to_string(above) + "*";
    text += "%pi";
    if (below != 1) text += "/" + std::to_string(below);
    return {text, multiple * unit};
}

Vec3<double> values(const Written3& numbers) {
    return {{numbers[0].value, numbers[1].value, numbers[2].value}};
}

Written3 written(const Vec3<double>& numbers) {
    return {written(numbers[0]), written(numbers[1]), written(numbers[2])};
}

bool all_zero(const Written3& numbers) {
    return numbers[0].is_zero() && numbers[1].is_zero() && numbers[2].is_zero();
}

std::vector<Written> numbers_in(const XmlElement& at, const std::string& what, const std::string& text) {
    std::vector<Written> found;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        Written number{in_script_syntax(word), 0};
        if (number.text.empty()) fail_at(at, fmt::format("{} holds '{}', expected a number", what, word.substr(0, 40)));
        const auto end = std::from_chars(number.text.data(), number.text.data() + number.text.size(), number.value);
        if (end.ec != std::errc() || !std::isfinite(number.value))
            fail_at(at, fmt::format("{} holds '{}', which is no number of double precision", what, word.substr(0, 40)));
        found.push_back(number.value == 0 ? Written{} : number);
    }
    return found;
}

std::vector<Written> numbers_of(const XmlElement& at, const std::string& attribute, std::size_t count) {
    const std::string* text = at.attribute(attribute);
    if (text == nullptr) return {};
    const std::string what = fmt::format("'{}' of <{}>", attribute, at.name);
    std::vector<Written> found = numbers_in(at, what, *text);
    if (found.size() != count) fail_at(at, fmt::format("{} holds {} numbers, expected {}", what, found.size(), count));
    return found;
}

Written number_of(const XmlElement& at, const std::string& attribute, const Written& otherwise) {
    const std::vector<Written> found = numbers_of(at, attribute, 1);
    return found.empty() ? otherwise : found[0];
}

Written3 three_of(const XmlElement& at, const std::string& attribute, const Written3& otherwise) {
    const std::vector<Written> found = numbers_of(at, attribute, 3);
    return found.empty() ? otherwise : Written3{found[0], found[1], found[2]};
}

Written required_number(const XmlElement& at, const std::string& attribute) {
    const std::string text = required_text(at, attribute);
    return numbers_of(at, attribute, 1)[0];
}

std::string required_text(const XmlElement& at, const std::string& attribute) {
    const std::string* text = at.attribute(attribute);
    if (text == nullptr || text->empty()) fail_at(at, fmt::format("<{}> has no '{}'", at.name, attribute));
    return *text;
}

std::vector<RobotTurn> roll_pitch_yaw(const Written3& angles) {
    std::vector<RobotTurn> turns;
    const std::array<const Written3*, 3> axes{&unit_x, &unit_y, &unit_z};
    for (const std::size_t i : {2U, 1U, 0U})
        if (!angles[i].is_zero()) turns.push_back({*axes[i], as_angle(angles[i])});
    return turns;
}

Mat3<double> matrix_of(const RobotTurn& turn) {
    Vec3<double> n = values(turn.axis);
    const double length = std::sqrt(dot(n, n)), c = std::cos(turn.angle.value), s = std::sin(turn.angle.value);
    n = (1 / length) * n;
    Mat3<double> R;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) R(i, j) = (1 - c) * n[i] * n[j] + (i == j ? c : 0);
    R(0, 1) -= s * n[2], R(1, 0) += s * n[2];
    R(0, 2) += s * n[1], R(2, 0) -= s * n[1];
    R(1, 2) -= s * n[0], R(2, 1) += s * n[0];
    return R;
}

Mat3<double> matrix_of(const std::vector<RobotTurn>& turns) {
    Mat3<double> R = RobotFrame{}.R;
    for (const RobotTurn& turn : turns) R = R * matrix_of(turn);
    return R;
}

// By the quaternion, from its largest component: S. W. Shepperd, "Quaternion from rotation matrix", J. Guidance and
// Control 1 (1978) 223-224.
std::vector<RobotTurn> turns_of(const Mat3<double>& R) {
    std::array<double, 4> squares{1 + R(0, 0) + R(1, 1) + R(2, 2), 1 + R(0, 0) - R(1, 1) - R(2, 2),
                                  1 - R(0, 0) + R(1, 1) - R(2, 2), 1 - R(0, 0) - R(1, 1) + R(2, 2)};
    std::size_t largest = 0;
    for (std::size_t i = 1; i < 4; ++i)
        if (squares[i] > squares[largest]) largest = i;
    const Vec3<double> odd{{R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)}};
    double w = squares[0];
    Vec3<double> v = odd;
    if (largest > 0) {
        const std::size_t i = largest - 1;
        w = odd[i];
        for (std::size_t j = 0; j < 3; ++j) v[j] = j == i ? squares[largest] : R(i, j) + R(j, i);
    }
    if (w < 0) w = -w, v = -v;
    const double sine = std::sqrt(dot(v, v));
    const double angle = 2 * std::atan2(sine, w);
    if (angle < 1e-15) return {};
    Vec3<double> axis = (1 / sine) * v;
    for (double& component : axis.c)
        if (std::abs(component) < 1e-16) component = 0;
    return {{written(axis), as_angle(written(angle))}};
}

RobotFrame frame_of(const RobotPlacement& placement) {
    return {matrix_of(placement.turns), values(placement.at)};
}

RobotFrame operator*(const RobotFrame& a, const RobotFrame& b) {
    return {a.R * b.R, a.p + a.R * b.p};
}

RobotFrame inverse(const RobotFrame& a) {
    return {transpose(a.R), -transpose_times(a.R, a.p)};
}

RobotPlacement placement_of(const RobotFrame& frame) {
    return {written(frame.p), turns_of(frame.R)};
}

RobotPlacement computed_placement(const RobotFrame& frame) {
    std::vector<RobotTurn> turns = turns_of(frame.R);
    for (RobotTurn& turn : turns) {
        turn.axis = computed(values(turn.axis));
        if (turn.angle.text.find("%pi") == std::string::npos) turn.angle = computed(turn.angle.value);
    }
    return {computed(frame.p), turns};
}

}  // namespace lag
