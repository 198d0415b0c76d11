#include "emitters/writers/vector_text.hpp"

#include <fmt/format.h>

#include <array>

#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// Remez' algorithm in 60 digits: z = x^2 in [0, (pi/4)^2], (sin x / x - 1) / z and (cos x - 1 + z / 2) / z^2, weighted
// so that the errors of sin x / x and of cos x are least: 3.4e-18 and 4.7e-20 before rounding of the coefficients.
constexpr std::array<std::pair<const char*, const char*>, 16> numbers = {{{"S1", "0.16666666666666632"},
                                                                          {"S2", "-0.008333333333322413"},
                                                                          {"S3", "0.00019841269829807802"},
                                                                          {"S4", "-2.7557313691916652e-06"},
                                                                          {"S5", "2.505075811506938e-08"},
                                                                          {"S6", "-1.5896795642606293e-10"},
                                                                          {"C1", "0.0416666666666666"},
                                                                          {"C2", "-0.0013888888888874125"},
                                                                          {"C3", "2.4801587289482178e-05"},
                                                                          {"C4", "-2.755731435232987e-07"},
                                                                          {"C5", "2.0875723272762356e-09"},
                                                                          {"C6", "-1.135964777664039e-11"},
                                                                          {"PART1", "1.5707963267923333"},
                                                                          {"PART2", "2.5633441512663184e-12"},
                                                                          {"PART3", "3.2820035428735005e-22"},
                                                                          {"TWO_OVER_PI", "0.6366197723675814"}}};

// The polynomials' coefficients and the parts of pi/2, with a suffix of the language.
Holes sine_numbers(const std::string& suffix) {
    Holes holes;
    for (const auto& [name, number] : numbers) holes.emplace_back(name, number + suffix);
    return holes;
}

constexpr std::array unary_functions{"abs",  "sqrt", "sin",  "cos",  "tan", "asin", "acos",
                                     "atan", "sinh", "cosh", "tanh", "exp", "log",  "floor"};

}  // namespace

std::string cpp_limbs_text() {
    std::string functions;
    for (const char* name : unary_functions)
        functions += fmt::format(
            "    static value {0}(const value& a) {{\n"
            "        return each([](const R& x) {{ return L::{0}(x); }}, a);\n    }}\n",
            name);
    for (const char* name : {"atan2", "pow", "min", "max", "mod"})
        functions += fmt::format(
            "    static value {0}(const value& a, const value& b) {{\n"
            "        return each([](const R& x, const R& y) {{ return L::{0}(x, y); }}, a, b);\n    }}\n",
            name);
    return filled_template("lag_limbs.hpp", {{"FUNCTIONS", functions}});
}

std::string fortran_vector_text() {
    return filled_template("vector_sines.f90", sine_numbers("_dp"));
}

std::string cpp_vector_text() {
    std::string unary, halves;
    const auto add_halves = [&](const char* name) {
        halves +=
            fmt::format("    friend lag_pack {0}(const lag_pack& a) {{ return {{{0}(a.low), {0}(a.high)}}; }}\n", name);
    };
    for (const char* name : {"abs", "sqrt", "sin", "cos"}) add_halves(name);
    for (const char* name : {"tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "floor"}) {
        unary += fmt::format(
            "    friend lag_pack {0}(const lag_pack& a) {{\n"
            "        return a.each([](double x) {{ return std::{0}(x); }});\n    }}\n",
            name);
        add_halves(name);
    }
    Holes holes = sine_numbers("");
    holes.insert(holes.begin(), {{"UNARY", unary}, {"HALVES", halves}});
    return filled_template("lag_pack.hpp", holes);
}

}  // namespace lag
