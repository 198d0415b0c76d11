// Procedures of scripts, drawn at random: printed in every language, compiled, and run without a compiler, they give the same
// bits.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <random>

#include "emitters/procedures/read_user_procedure.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/compiled/random_procedure.hpp"
#include "tests/draws.hpp"
#include "tests/emitters/shell.hpp"

namespace lag {

namespace {

constexpr std::size_t given = 7, found = 4;

using Procedures = std::map<std::string, std::shared_ptr<const procedures::Procedure>>;

Procedures read_all(const std::string& script) {
    const Script parsed = parse(script, "drawn.lag");
    Procedures all;
    const procedures::Surroundings surroundings{[&](const std::string& name) {
                                                    const auto one = all.find(name);
                                                    return one == all.end() ? nullptr : one->second;
                                                },
                                                [](const std::string&) { return std::string(); }};
    for (const Statement& statement : parsed.statements)
        if (statement.expression->children.at(1)->text[0] == 'd')
            all[statement.expression->children[1]->text] =
                procedures::read_user_procedure(*statement.expression, parsed.source, surroundings);
    return all;
}

// Each may call the two before it.
std::map<std::string, std::string> drawn(std::size_t count, std::uint64_t seed, std::vector<std::string>& names) {
    std::map<std::string, std::string> texts;
    for (std::size_t k = 0; k < count; ++k) {
        const std::string name = "drawn" + std::to_string(k);
        const std::vector<std::string> others(names.size() < 2 ? names.begin() : names.end() - 2, names.end());
        texts[name] = random_procedure(name, seed + k, others);
        names.push_back(name);
    }
    return texts;
}

std::string joined(const std::map<std::string, std::string>& texts, const std::vector<std::string>& names) {
    std::string script;
    for (const std::string& name : names) script += texts.at(name);
    return script;
}

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(-3, 3);
    std::vector<double> numbers(count);
    for (double& number : numbers)
        number = std::uniform_int_distribution<int>(0, 4)(random) == 0 ? std::round(uniform(random)) : uniform(random);
    return numbers;
}

procedures::Interpreter interpreter() {
    return {{}, [](const std::string&, const procedures::Pointers&) {}};
}

std::string numbers_text(const double* numbers) {
    std::string text;
    for (std::size_t k = 0; k < found; ++k) text += fmt::format("{}{:a}", k == 0 ? "" : " ", numbers[k]);
    return text;
}

std::string main_program(const std::vector<std::string>& names) {
    std::string text = "#include <cstdio>\n";
    for (const std::string& name : names) text += "#include \"" + name + ".hpp\"\n";
    text += "using F = void (*)(const double*, const double*, const double*, double*, double*);\nextern \"C\" {\n";
    for (const std::string& name : names)
        text += "void c_" + name + "(const double*, const double*, const double*, double*, double*);\nvoid " + name +
                "_(const double*, const double*, const double*, double*, double*);\nvoid __" + name + "_module_MOD_" +
                name + "(const double*, const double*, const double*, double*, double*);\n";
    text += "}\n";
    for (const std::string& name : names)
        text += "static void cpp_" + name +
                "(const double* a, const double* b, const double* x, double* y, double* z) { " + name + "::" + name +
                "(*a, *b, x, *y, z); }\n";
    text += "static const F all[] = {\n";
    for (const std::string& name : names)
        text += "c_" + name + ", cpp_" + name + ", " + name + "_, __" + name + "_module_MOD_" + name + ",\n";
    return text + R"(};
int main(int, char** names) {
    std::FILE* const in = std::fopen(names[1], "rb");
    std::FILE* const out = std::fopen(names[2], "wb");
    double given[7], found[4];
    for (const F* f = all; f != all + sizeof all / sizeof *all; f += 4) {
        for (int k = 0; k < 20; ++k) {
            if (std::fread(given, sizeof(double), 7, in) != 7) return 1;
            for (int language = 0; language < 4; ++language) {
                f[language](given, given + 1, given + 2, found, found + 1);
                std::fwrite(found, sizeof(double), 4, out);
            }
        }
    }
    return std::fclose(out);
}
)";
}

}  // namespace

TEST_CASE("procedures drawn at random give the same bits in every language and without a compiler", "[procedures]") {
    constexpr std::size_t inputs = 20;
    const auto count = draws(300, 10);
    std::string in_c;
    std::vector<std::string> names;
    const std::map<std::string, std::string> texts = drawn(count, 1000, names);
    std::string script = joined(texts, names);
    Procedures all;
    REQUIRE_NOTHROW(all = read_all(script));
    const std::string folder = scratch_file("");
    for (const std::string& name : names) {
        for (const auto& [language, suffix] :
             {std::pair("c", "h"), std::pair("cpp", "hpp"), std::pair("fortran", "f90"), std::pair("fortran77", "f")})
            script +=
                "emit(" + std::string(language) + ", \"" + name + "." + suffix + "\", function = " + name + ")$\n";
        in_c += "#include \"" + name + ".h\"\nvoid c_" + name +
                "(const double* a, const double* b, const double* x, double* y, double* z) { " + name +
                "(*a, *b, x, y, z); }\n";
    }
    write_text(folder + "drawn.lag", script);
    write_text(folder + "drawn.c", in_c);
    write_text(folder + "main.cpp", main_program(names));
    CommandResult done =
        run("cd " + folder +
            " && " LAG_COMMAND
            " drawn.lag --quiet && cat drawn*.f >all.f && cat drawn*.f90 >all_90.f90"
            " && gcc -std=c99 -O1 -ffp-contract=off -c drawn.c"
            " && gfortran -std=legacy -O0 -ffp-contract=off -c all.f && gfortran -std=f2008 -O1 -ffp-contract=off -c "
            "all_90.f90"
            " && g++ -std=c++17 -O0 -ffp-contract=off main.cpp drawn.o all.o all_90.o -lgfortran -lm -o drawn");
    INFO(done.output);
    REQUIRE(done.status == 0);

    const std::vector<double> numbers = random_numbers(count * inputs * given, 3);
    std::ofstream(folder + "given", std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(8 * numbers.size()));
    REQUIRE(run(folder + "drawn " + folder + "given " + folder + "found").status == 0);
    std::vector<double> results(count * inputs * 4 * found);
    std::ifstream(folder + "found", std::ios::binary)
        .read(reinterpret_cast<char*>(results.data()), static_cast<std::streamsize>(8 * results.size()));

    const double* from = numbers.data();
    const double* in_language = results.data();
    std::string where;
    std::size_t other_bits = 0, finite = 0;
    for (const std::string& name : names) {
        procedures::Interpreter runs = interpreter();
        for (std::size_t k = 0; k < inputs; ++k, from += given) {
            const std::vector<double> expected = runs.results_of(*all.at(name), {from, from + given});
            REQUIRE(expected.size() == found);
            for (const char* language : {"C", "C++", "Fortran 77", "Fortran 2008"}) {
                if (std::memcmp(expected.data(), in_language, sizeof(double) * found) != 0) {
                    ++other_bits;
                    const std::string one = name + " in " + language + ": ";
                    if (where.find(one) == std::string::npos)
                        where += one + numbers_text(in_language) + ", expected " + numbers_text(expected.data()) +
                                 "\n" + texts.at(name);
                }
                in_language += found;
            }
            finite += std::isfinite(expected[0]) ? 1 : 0;
        }
    }
    INFO(where);
    CHECK(other_bits == 0);
    CHECK(finite > count * inputs * 9 / 10);
}

TEST_CASE("the derivatives of procedures drawn at random are those of differences, away from their jumps",
          "[procedures]") {
    const auto count = draws(600, 3);
    std::vector<std::string> names;
    const std::map<std::string, std::string> texts = drawn(count, 7000, names);
    const Procedures all = read_all(joined(texts, names));
    const std::vector<double> numbers = random_numbers(2 * count * given, 5);
    std::size_t compared = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const procedures::Procedure& procedure = *all.at(names[k]);
        procedures::Interpreter runs = interpreter();
        const auto from = numbers.begin() + static_cast<std::ptrdiff_t>(2 * k * given);
        const std::vector<double> at(from, from + given), direction(from + given, from + 2 * given);
        const auto beside = [&](double h) {
            std::vector<double> moved = at;
            for (std::size_t j = 0; j < given; ++j) moved[j] += h * direction[j];
            return runs.results_of(procedure, moved);
        };
        const std::vector<double> here = runs.results_of(procedure, at),
                                  slopes = runs.results_of(*procedure.slopes, at);
        REQUIRE(slopes.size() == found * (1 + given));
        INFO(texts.at(names[k]) << numbers_text(here.data()) << " with derivatives " << numbers_text(slopes.data()));
        CHECK(std::memcmp(here.data(), slopes.data(), found * sizeof(double)) == 0);
        constexpr double h = 1e-5;
        const auto plus = beside(h), minus = beside(-h), nearer = beside(h / 3), behind = beside(-h / 3);
        for (std::size_t i = 0; i < found; ++i) {
            const double wide = (plus[i] - minus[i]) / (2 * h), narrow = 3 * (nearer[i] - behind[i]) / (2 * h);
            const double one_sided = (plus[i] - here[i]) / h;
            const double size = 1 + std::abs(wide);
            if (!(std::abs(wide - narrow) < 1e-5 * size) || !(std::abs(one_sided - wide) < 1e-4 * size)) continue;
            double product = 0;
            for (std::size_t j = 0; j < given; ++j) product += slopes[found + i * given + j] * direction[j];
            INFO("result " << i << ": " << product << ", differences " << wide << ", " << narrow);
            CHECK(std::abs(product - wide) < 1e-4 * size);
            ++compared;
        }
    }
    CHECK(compared > 3 * count);
}

}  // namespace lag
