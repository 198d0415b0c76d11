#include "emitters/writers/vector_text.hpp"

#include <fmt/format.h>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/sine_formulas.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

const NumberStyle c_style{"", "e", "LAG_ROUNDED({})"};
const NumberStyle fortran_style{"_dp", "e", "({} + 0.0_dp)"};
const NumberStyle fortran77_style{"", "D", "({} + 0.0D0)"};

// Of C++ the values that the function gives, `given`, are declared already.
std::string c_formulas(const std::string& type, const std::string& given) {
    std::string text;
    for (const SineFormula& formula : sine_formulas(c_style)) {
        const bool is_given = given.find(" " + formula.name + " ") != std::string::npos;
        text += wrapped_c((is_given ? "" : "const " + type + " ") + formula.name + " = " + formula.value + ";", 4);
    }
    return text;
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

std::string c_sine_text() {
    return filled_template("sines.h", {{"FORMULAS", c_formulas("lag_sine_lanes", "")}});
}

std::string cpp_sine_text() {
    return filled_template("sines.hpp", {{"FORMULAS", c_formulas("V", " shifted q s c ")}});
}

std::string cpp_pack_text() {
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
    return filled_template("lag_pack.hpp", {{"UNARY", unary}, {"HALVES", halves}});
}

std::string fortran_sine_text(bool many) {
    constexpr const char* shift = "6755399441055744.0_dp";
    std::string formulas;
    for (const SineFormula& formula : sine_formulas(fortran_style))
        formulas += wrapped_fortran(formula.name + " = " + formula.value, 6);
    const std::string eights = "    do k = 1, n - 7, 8\n      call sines_of_8(x(k), sine(k), cosine(k))\n    end do\n";
    std::string text = filled_template(
        "sines.f90", {{"SHIFT", shift}, {"MANY", many ? eights : ""}, {"REST", many ? "n/8*8 + 1" : "1"}});
    for (const char* lanes : {"8", "4"})
        if (many || lanes[0] == '4')
            text += filled_template("sines_of.f90", {{"LANES", lanes}, {"FORMULAS", formulas}});
    return text;
}

std::string fortran77_sine_text(const Program& program) {
    std::string formulas;
    for (const SineFormula& formula : sine_formulas(fortran77_style))
        formulas += fortran77_margin + formula.name + " = " + formula.value + "\n";
    return fixed_form(model_template("sines.f", program, {{"SHIFT", "6755399441055744.0D0"}, {"FORMULAS", formulas}}));
}

}  // namespace lag
