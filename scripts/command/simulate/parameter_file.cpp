#include "scripts/command/simulate/parameter_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string_view>
#include <utility>

#include "core/errors.hpp"
#include "scripts/files/input_lines.hpp"

namespace lag {

namespace {

constexpr const char* blanks = " \t\r\v\f";

std::string trimmed(const std::string& text) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string::npos) return {};
    return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

// The first word, and what follows it.
std::pair<std::string, std::string> split(const std::string& text) {
    const std::size_t end = text.find_first_of(blanks);
    if (end == std::string::npos) return {text, {}};
    return {text.substr(0, end), trimmed(text.substr(end))};
}

class Reading {
  public:
    void read(const std::string& file, const std::string& place) {
        if (is_saved_value(file)) {
            for (ParameterLine& line : read_saved_value(file)) lines.push_back(std::move(line));
            return;
        }
        std::error_code error;
        const std::string path = std::filesystem::weakly_canonical(file, error).string();
        if (std::ranges::find(open_, path) != open_.end())
            throw ModelError(place + "the file " + file + " includes itself");
        InputLines text_lines(file, longest_parameter_file, read_, place,
                              place.empty() ? "" : "its place is counted from the folder where the command runs");
        open_.push_back(path);
        for (std::string text; text_lines.next(text);) {
            read_ = std::max(read_, text_lines.bytes());
            add(file, static_cast<int>(text_lines.number()), text);
        }
        open_.pop_back();
    }

    std::vector<ParameterLine> lines;

  private:
    void add(const std::string& file, int number, const std::string& text) {
        ParameterLine line;
        line.file = file, line.number = number;
        if (text.find('\0') != std::string::npos) throw ModelError(line.place() + "this is no text");
        std::string all;
        std::tie(line.name, all) = split(trimmed(text.substr(0, text.find('#'))));
        if (line.name.empty()) return;
        if (line.name == "parameter" && !split(all).second.empty() && !is_decimal(split(all).first)) {
            line.is_quantity = true;
            std::tie(line.name, all) = split(all);
        } else if (line.name == "setting" && !split(all).second.empty() && !is_decimal(split(all).first)) {
            line.is_setting = true;
            std::tie(line.name, all) = split(all);
        }
        if (all.empty())
            throw ModelError(line.place() + "no value for " + shown(line.name), "write: " + shown(line.name) + " 1.5");
        std::tie(line.text, line.rest) = split(all);
        if (!line.is_quantity && line.name == "include" && !is_decimal(all)) return read(all, line.place());
        lines.push_back(std::move(line));
    }

    std::vector<std::string> open_;
    std::size_t read_ = 0;  // bytes, of included files too
};

}  // namespace

std::string ParameterLine::place() const {
    return file + ":" + std::to_string(number) + ": ";
}

std::vector<ParameterLine> read_parameter_file(const std::string& file) {
    Reading reading;
    reading.read(file, "");
    return std::move(reading.lines);
}

bool is_decimal(const std::string& text) {
    const auto is_digit = [&](std::size_t k) { return k < text.size() && text[k] >= '0' && text[k] <= '9'; };
    const auto is_one_of = [&](std::size_t k, std::string_view marks) {
        return k < text.size() && marks.find(text[k]) != std::string_view::npos;
    };
    std::size_t k = is_one_of(0, "+-") ? 1 : 0, digits = 0;
    for (; is_digit(k); ++k) ++digits;
    if (is_one_of(k, ".")) ++k;
    for (; is_digit(k); ++k) ++digits;
    if (digits == 0) return false;
    if (k == text.size()) return true;
    if (!is_one_of(k, "eEdD")) return false;
    ++k;
    if (is_one_of(k, "+-")) ++k;
    if (k == text.size()) return false;
    while (is_digit(k)) ++k;
    return k == text.size();
}

std::optional<double> decimal_value(std::string text) {
    if (!is_decimal(text)) return std::nullopt;
    std::ranges::replace(text, 'd', 'e'), std::ranges::replace(text, 'D', 'e');
    return std::strtod(text.c_str(), nullptr);
}

double number_in(const ParameterLine& line) {
    if (!is_decimal(line.text))
        throw ModelError(line.place() + shown(line.text) + " is not a number",
                         "a value is one decimal number: 1.5, -2e3");
    const double value = *decimal_value(line.text);
    if (!std::isfinite(value)) throw ModelError(line.place() + shown(line.text) + " is beyond all numbers");
    return value;
}

double quantity_in(const ParameterLine& line, const std::string& unit, const UserUnit* users) {
    const double value = number_in(line);
    const bool in_users = users != nullptr && !line.in_own_unit;
    if (in_users && (line.rest.empty() || line.rest == users->unit)) return value * users->scale;
    if (line.rest.empty() || line.rest == unit) return value;
    if (is_decimal(line.rest.substr(0, line.rest.find(' '))))
        throw ModelError(line.place() + "one value for " + line.name + ", not " + line.text + " " + shown(line.rest));
    const std::string expected = unit.empty() ? "no unit" : unit;
    throw ModelError(line.place() + line.name + " is given in " + shown(line.rest) + ", expected " +
                         (users == nullptr ? expected : users->unit + " or " + expected),
                     "no value is converted but as user_unit says: write it in the model's own unit");
}

std::string quantity_text(double value, const std::string& unit, const UserUnit* users) {
    if (users != nullptr) {
        const double number = value / users->scale;
        constexpr double far = std::numeric_limits<double>::infinity();
        for (const double one : {number, std::nextafter(number, far), std::nextafter(number, -far)})
            if (one * users->scale == value) return exact_decimal(one) + " " + users->unit;
    }
    return exact_decimal(value) + (unit.empty() ? "" : " " + unit);
}

std::string exact_decimal(double value) {
    std::array<char, 40> text{};
    for (int digits = 15; digits <= 17; ++digits) {
        std::snprintf(text.data(), text.size(), "%.*g", digits, value);
        if (std::strtod(text.data(), nullptr) == value) break;
    }
    return text.data();
}

}  // namespace lag
