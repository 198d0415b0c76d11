#include "emitters/writers/sine_formulas.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <utility>

namespace lag {

namespace {

// Polynomials by Remez' algorithm in 60 digits: z = r^2 in [0, (pi/4)^2], (sin r / r - 1) / z and (cos r - 1 + z / 2) /
// z^2, weighted so that the errors of sin r / r and of cos r are least: 3.4e-18 and 4.7e-20 before rounding of the
// coefficients. P1 + P2 + P3 is pi/2: P1 and P2 of 37 bits at most, so that their products with q are exact for |x| < 1e5
// (q has 16 bits). The angle is r - e: e is what r lost by rounding and q*P3, below 2^-59. SHIFT is 1.5 2^52: what is added to it is rounded to a whole number.
constexpr std::array<std::pair<const char*, const char*>, 19> numbers = {{{"S1", "0.16666666666666632"},
                                                                          {"S2", "(-0.008333333333322413)"},
                                                                          {"S3", "0.00019841269829807802"},
                                                                          {"S4", "(-2.7557313691916652e-06)"},
                                                                          {"S5", "2.505075811506938e-08"},
                                                                          {"S6", "(-1.5896795642606293e-10)"},
                                                                          {"C1", "0.0416666666666666"},
                                                                          {"C2", "(-0.0013888888888874125)"},
                                                                          {"C3", "2.4801587289482178e-05"},
                                                                          {"C4", "(-2.755731435232987e-07)"},
                                                                          {"C5", "2.0875723272762356e-09"},
                                                                          {"C6", "(-1.135964777664039e-11)"},
                                                                          {"P1", "1.5707963267923333"},
                                                                          {"P2", "2.5633441515839558e-12"},
                                                                          {"P3", "1.0562999066987428e-23"},
                                                                          {"T", "0.6366197723675814"},
                                                                          {"SHIFT", "6755399441055744.0"},
                                                                          {"HALF", "0.5"},
                                                                          {"ONE", "1.0"}}};

// [x*y] is a product that is rounded before it goes into a sum, or fused with it. Few operations count for more than a
// short way: the sines of other angles fill the time (measured).
constexpr std::array<std::pair<const char*, const char*>, 15> formulas = {
    {{"shifted", "[a*T] + SHIFT"},
     {"q", "shifted - SHIFT"},
     {"whole", "a - q*P1"},
     {"part", "q*P2"},
     {"r", "whole - part"},
     {"e", "((r - whole) + part) + [q*P3]"},
     {"z", "r*r"},
     {"z2", "z*z"},
     {"v", "r*z"},
     {"odd", "(S2 + [z*S3]) + [z2*(S4 + [z*(S5 + [z*S6])])]"},
     {"even", "(C1 + [z*C2]) + [z2*(C3 + [z*(C4 + [z*(C5 + [z*C6])])])]"},
     {"s", "r - ([v*(S1 + [z*odd])] + e)"},
     {"half", "HALF*z"},
     {"w", "ONE - half"},
     {"c", "w + ((((ONE - w) - half) + [r*e]) + [z2*even])"}}};

std::string literal(const std::string& name, const NumberStyle& style) {
    std::string text;
    for (const auto& [known, number] : numbers)
        if (name == known) text = number;
    const bool is_negative = text.front() == '(';
    std::string digits = is_negative ? text.substr(1, text.size() - 2) : text;
    const std::size_t e = digits.find('e');
    if (e != std::string::npos) {
        digits.replace(e, 1, style.exponent);
        digits += style.suffix;
    } else {
        digits += style.exponent == "D" ? "D0" : style.suffix;
    }
    return is_negative ? fmt::format("({})", digits) : digits;
}

class Writer {
  public:
    Writer(std::string text, const NumberStyle& style) : text_(std::move(text)), style_(style) {}

    std::string written() {  // up to the end or to a closing ]
        std::string result;
        while (at_ < text_.size() && text_[at_] != ']') {
            const char c = text_[at_];
            if (c == '[') {
                ++at_;
                const std::string product = written();
                ++at_;
                result += fmt::format(fmt::runtime(style_.rounded), product);
            } else if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
                const std::size_t begin = at_;
                while (at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
                const std::string name = text_.substr(begin, at_ - begin);
                result += std::isupper(static_cast<unsigned char>(c)) != 0 ? literal(name, style_) : name;
            } else {
                result += c;
                ++at_;
            }
        }
        return result;
    }

  private:
    std::string text_;
    const NumberStyle& style_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<SineFormula> sine_formulas(const NumberStyle& style) {
    std::vector<SineFormula> result;
    for (const auto& [name, value] : formulas) result.push_back({name, Writer(value, style).written()});
    return result;
}

}  // namespace lag
