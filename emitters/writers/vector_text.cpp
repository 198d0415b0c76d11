#include "emitters/writers/vector_text.hpp"

#include <fmt/format.h>

#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/fortran77_form.hpp"
#include "emitters/writers/fortran_dialect.hpp"
#include "emitters/writers/sine_formulas.hpp"
#include "emitters/writers/template_text.hpp"

namespace lag {

namespace {

// How a product is written that `sines = vector` rounds before it goes into a sum; else it stands as it is. Packs have
// sines of the file's own with `sines = library`, too.
std::string rounded(SineForm sines, const char* product) {
    return sines == SineForm::vector ? product : "{}";
}
NumberStyle c_style(SineForm sines) {
    return {"", "e", rounded(sines, "LAG_ROUNDED({})")};
}
NumberStyle fortran_style(SineForm sines) {
    return {"_dp", "e", rounded(sines, "({} + 0.0_dp)")};
}
NumberStyle fortran77_style(SineForm sines) {
    return {"", "D", rounded(sines, "({} + 0.0D0)")};
}

// Of C++ the values that the function gives, `given`, are declared already.
std::string c_formulas(const std::string& type, const std::string& given, SineForm sines) {
    std::string text;
    for (const SineFormula& formula : sine_formulas(c_style(sines))) {
        const bool is_given = given.find(fmt::format(" {} ", formula.name)) != std::string::npos;
        text += wrapped_c(
            fmt::format("{}{} = {};", is_given ? "" : fmt::format("const {} ", type), formula.name, formula.value), 4);
    }
    return text;
}

// What the text of C and of C++ has besides the formulas. `mark`: the macro of a file whose sines are fused. One whose
// products are rounded cannot stand behind it: the first text of a translation unit is everybody's.
Holes c_rounding(SineForm sines, const std::string& mark, const std::string& line_break) {
    if (sines != SineForm::vector)
        return {{"ORDER", ""},
                {"FUSED", fmt::format("#define {}\n", mark)},
                {"ROUNDED", ""},
                {"NOT_ROUNDED", ""},
                {"BITS", "The last bits depend on what" + line_break + "the compiler fuses."}};
    return {{"ORDER",
             fmt::format(
                 "#if defined({})\n#error \"this file has sines = vector: include it before those with sines = fused, "
                 "the default\"\n#endif\n",
                 mark)},
            {"FUSED", ""},
            {"ROUNDED",
             "#if defined(__SSE2__) && !defined(__FMA__) && !defined(__FMA4__)\n"
             "#define LAG_ROUNDED(product) (product) /* there is nothing to fuse with */\n"
             "#else\n#define LAG_ROUNDED(product) ((product) + 0.0)\n#endif\n"},
            {"NOT_ROUNDED", "#undef LAG_ROUNDED\n"},
            {"BITS", "The bits are the same whether or not" + line_break +
                         "the compiler fuses multiply-adds: x*y + 0.0 is the rounded product in either case."}};
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

namespace {

// "double a0, double a1" with `before` = "double a".
std::string numbered(const std::string& before, std::size_t count) {
    std::string list;
    for (std::size_t k = 0; k < count; ++k) list += fmt::format("{}{}{}", k > 0 ? ", " : "", before, k);
    return list;
}

Holes limbs_holes(std::size_t limbs) {
    return {{"N", std::to_string(limbs)}, {"WIDTH", std::to_string(lane_width(limbs))}};
}

}  // namespace

std::string c_lane_type(std::size_t lanes) {
    return "lag_limbs_" + std::to_string(lanes);
}

std::string c_limbs_text(std::size_t limbs) {
    const std::size_t width = lane_width(limbs);
    const std::string type = c_lane_type(limbs);
    std::string sum = "    pair sum = {a[0], a[1]};\n", failing, functions;
    for (std::size_t k = 2; k + 1 < limbs; k += 2)
        sum += fmt::format("    {{\n        const pair next = {{a[{}], a[{}]}};\n        sum = sum + next;\n    }}\n",
                           k, k + 1);
    sum += fmt::format("    return sum[0] + sum[1]{};\n", limbs % 2 == 1 ? fmt::format(" + a[{}]", limbs - 1) : "");
    if (width == 2) {
        failing =
            "    typedef double both __attribute__((vector_size(16)));\n"
            "    if (__builtin_ia32_movmskpd((both)holds) == 3) return 0;\n";
    } else {
        failing =
            "    typedef double all __attribute__((vector_size(32)));\n"
            "    if (__builtin_ia32_movmskpd256((all)holds) == 15) return 0;\n";
    }
    for (std::size_t k = 0; k < limbs; ++k)
        failing += fmt::format("    if (info{0} != 0 && !holds[{0}]) return info{0};\n", k);
    for (const char* name : {"sin", "cos", "sqrt", "abs"})
        functions += fmt::format(
            "static inline {0} {0}_{1}({0} a) {{\n    int k;\n    for (k = 0; k < {2}; ++k) a[k] = {3}(a[k]);\n    "
            "return "
            "a;\n}}\n",
            type, name, width, name == std::string("abs") ? "fabs" : name);
    Holes holes = limbs_holes(limbs);
    holes.insert(
        holes.end(),
        {{"MACHINE", width == 2 ? "__SSE2__" : "__AVX__"},
         {"OF",
          wrapped_c(fmt::format("static LAG_INTO_ITS_USER {0} {0}_of({1}) {{", type, numbered("double a", width)), 0)},
         {"NAMES", numbered("a", width)},
         {"FIRST", wrapped_c(fmt::format("static LAG_INTO_ITS_USER int {0}_first_failing({0}_truth holds, {1}) {{",
                                         type, numbered("int info", limbs)),
                             0)},
         {"SUM", sum},
         {"FAILING", failing},
         {"FUNCTIONS", functions}});
    return filled_template("limbs.h", holes);
}

std::string c_limbs_on_limbs_text(std::size_t limbs, std::size_t few) {
    const auto elements = [](std::size_t first, std::size_t count, std::size_t period) {
        std::vector<std::string> list;
        for (std::size_t k = 0; k < count; ++k) list.push_back(fmt::format("a[{}]", first + k % period));
        return fmt::format("{}", fmt::join(list, ", "));
    };
    const std::string type = c_lane_type(few);
    std::string folded = fmt::format("    {} sum = {{{}}};\n", type, elements(0, few, few));
    for (std::size_t k = few; k < limbs; k += few)
        folded += fmt::format("    {{\n        const {} next = {{{}}};\n        sum = sum + next;\n    }}\n", type,
                              elements(k, few, few));
    Holes holes = limbs_holes(limbs);
    holes.insert(holes.end(), {{"FEW", std::to_string(few)},
                               {"REPEATED", elements(0, lane_width(limbs), few)},
                               {"FOLDED", folded + "    return sum;\n"}});
    return filled_template("limbs_on_limbs.h", holes);
}

std::string c_limbs_sine_text(std::size_t limbs) {
    return filled_template(lane_width(limbs) == 2 ? "limbs_sines_of_two.h" : "limbs_sines.h", limbs_holes(limbs));
}

std::string c_sine_text(SineForm sines) {
    Holes holes = c_rounding(sines, "LAG_C_SINES_FUSED", "\n   ");
    holes.push_back({"FORMULAS", c_formulas("lag_sine_lanes", "", sines)});
    return filled_template("sines.h", holes);
}

std::string cpp_sine_text(SineForm sines) {
    Holes holes = c_rounding(sines, "LAG_SINES_FUSED", "\n// ");
    holes.push_back({"FORMULAS", c_formulas("V", " shifted q s c ", sines)});
    return filled_template("sines.hpp", holes);
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

std::string fortran_sine_text(SineForm sines, bool many) {
    constexpr const char* shift = "6755399441055744.0_dp";
    std::string formulas;
    for (const SineFormula& formula : sine_formulas(fortran_style(sines)))
        formulas += wrapped_fortran(fmt::format("{} = {}", formula.name, formula.value), 6);
    const std::string bits = sines != SineForm::vector
                                 ? "  ! The last bits of the results depend on what the compiler fuses.\n"
                                 : "  ! x*y + 0 is the rounded product, whether or not the compiler fuses "
                                   "multiply-adds: the bits are the same.\n";
    const std::string eights =
        "    do k = 1, n - 7, 8\n      call sines_of_8(x(k), sine(k), cosine(k), far)\n    end do\n";
    std::string text = filled_template("sines.f90", {{"SHIFT", shift},
                                                     {"MANY", many ? eights : ""},
                                                     {"REST", many ? "n/8*8 + 1" : "1"},
                                                     {"WIDEST", many ? "8" : "4"}});
    for (const char* lanes : {"8", "4"})
        if (many || lanes[0] == '4')
            text += filled_template("sines_of.f90", {{"LANES", lanes}, {"BITS", bits}, {"FORMULAS", formulas}});
    return text;
}

std::string fortran_limbs_text(const std::set<std::size_t>& lanes, const std::string& bodies) {
    std::string text;
    for (const std::size_t limbs : lanes) {
        if (bodies.find(fmt::format("sum_of_{}(", limbs)) == std::string::npos) continue;
        std::string sides[2];  // as C adds them: neighbours in pairs, then both sides, then the odd one
        for (std::size_t k = 0; k + 1 < limbs; ++k) sides[k % 2] += fmt::format("{}x({})", k < 2 ? "" : " + ", k + 1);
        if (limbs % 2 == 0) sides[1] += fmt::format("{}x({})", limbs == 2 ? "" : " + ", limbs);
        text += filled_template("sum_of_limbs.f90",
                                {{"N", std::to_string(limbs)},
                                 {"WIDTH", std::to_string(lane_width(limbs))},
                                 {"SUM", fmt::format("({}) + ({}){}", sides[0], sides[1],
                                                     limbs % 2 == 1 ? fmt::format(" + x({})", limbs) : "")}});
    }
    for (const std::size_t limbs : lanes)
        for (const std::size_t few : lanes) {
            const std::string pair = fmt::format("_{}_of_{}(", limbs, few);
            if (bodies.find("repeated" + pair) == std::string::npos &&
                bodies.find("folded" + pair) == std::string::npos)
                continue;
            std::string repeated, folded;
            for (std::size_t k = 0; k < lane_width(limbs); k += few) repeated += k == 0 ? "x" : ", x";
            for (std::size_t k = 0; k < limbs; k += few)
                folded += fmt::format("{}x({}:{})", k == 0 ? "" : " + ", k + 1, k + few);
            Holes holes = limbs_holes(limbs);
            holes.insert(holes.end(), {{"FEW", std::to_string(few)}, {"REPEATED", repeated}, {"FOLDED", folded}});
            text += filled_template("limbs_on_limbs.f90", holes);
        }
    if (bodies.find("first_failing(") != std::string::npos) text += filled_template("first_failing.f90");
    if (bodies.find("lane_of(") != std::string::npos) text += filled_template("lane_of.f90");
    return text;
}

std::string fortran77_sine_text(const Program& program, SineForm sines) {
    std::string formulas;
    for (const SineFormula& formula : sine_formulas(fortran77_style(sines)))
        formulas += fmt::format("{}{} = {}\n", fortran77_margin, formula.name, formula.value);
    const std::string bits = sines != SineForm::vector
                                 ? "C The last bits depend on what the compiler fuses\n"
                                 : "C x*y + 0 is the rounded product, whether or not the compiler fuses\n"
                                   "C multiply-adds: the bits are the same\n";
    return fixed_form(model_template("sines.f", program,
                                     {{"SHIFT", "6755399441055744.0D0"}, {"BITS", bits}, {"FORMULAS", formulas}}));
}

}  // namespace lag
