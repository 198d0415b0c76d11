// The emitted files' own sines and cosines, in all four languages: the same bits whatever the compiler and its options
// (sines = vector) or where nothing is fused (sines = fused), and the distance to the C library's long double.

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

#include "emitters/writers/cpp_math.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/vector_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

constexpr double quarter_of_pi = 0.78539816339744830962;

// Dense at several scales, three neighbours of every multiple of pi/4 below 1e5, where ranges meet and quadrants turn
// over, and all scales down to the subnormal numbers. Each stays below 1e5.
std::vector<double> angles() {
    std::vector<double> x{0.0, -0.0};
    std::mt19937_64 random(20);
    const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11U), -52) - 1.0; };
    for (const double range : {0.8, 3.2, 10.0, 1e3, 99999.9})
        for (int k = 0; k < 100000; ++k) x.push_back(range * uniform());
    for (int n = -127323; n <= 127323; ++n) {
        const double v = n * quarter_of_pi;
        x.insert(x.end(), {v, std::nextafter(v, -1e9), std::nextafter(v, 1e9)});
    }
    for (int e = -1074; e < 17; ++e)
        for (int k = 0; k < 20; ++k) x.push_back(std::ldexp(uniform(), e));
    while (x.size() % 56 != 0) x.push_back(uniform());  // whole blocks of four, eight and seven
    return x;
}

void write_numbers(const std::string& path, const std::vector<double>& numbers) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers.data()),
               static_cast<std::streamsize>(numbers.size() * sizeof(double)));
}

std::vector<double> numbers_in(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

// Programs that read x.bin and write all sines, then all cosines.
const char* const main_c = R"text(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    const size_t most = 2000000;
    double *x = malloc(most * sizeof *x), *s = malloc(most * sizeof *x), *c = malloc(most * sizeof *x);
    FILE* file = fopen("x.bin", "rb");
    const size_t n = fread(x, sizeof *x, most, file);
    size_t k;
    for (k = 0; k < n; k += 4) lag_sines(x[k], x[k + 1], x[k + 2], x[k + 3], s + k, c + k);
    file = fopen("out.bin", "wb");
    fwrite(s, sizeof *s, n, file);
    fwrite(c, sizeof *c, n, file);
    return fclose(file);
}
)text";

const char* const main_cpp = R"text(
#include <cstdio>
#include <vector>
int main() {
    std::vector<double> x(2000000), s(x.size()), c(x.size());
    std::FILE* file = std::fopen("x.bin", "rb");
    const std::size_t n = std::fread(x.data(), sizeof(double), x.size(), file);
    for (std::size_t k = 0; k < n; k += 7) {  // whole vectors and a remainder
        double angle[7], sine[7], cosine[7];
        for (std::size_t j = 0; j < 7; ++j) angle[j] = x[k + j];
        lag_vector::sines(angle, sine, cosine);
        for (std::size_t j = 0; j < 7; ++j) s[k + j] = sine[j], c[k + j] = cosine[j];
    }
    file = std::fopen("out.bin", "wb");
    std::fwrite(s.data(), sizeof(double), n, file);
    std::fwrite(c.data(), sizeof(double), n, file);
    return std::fclose(file);
}
)text";

// The same on packs of eight.
const char* const main_packs = R"text(
#include <cstdio>
#include <vector>
int main() {
    std::vector<double> x(2000000), s(x.size()), c(x.size());
    std::FILE* file = std::fopen("x.bin", "rb");
    const std::size_t n = std::fread(x.data(), sizeof(double), x.size(), file);
    for (std::size_t k = 0; k < n; k += 8) {
        lag_pack<8> sine, cosine;
        sine_cosine(lag_pack<8>::load(&x[k]), sine, cosine);
        sine.store(&s[k]), cosine.store(&c[k]);
    }
    file = std::fopen("out.bin", "wb");
    std::fwrite(s.data(), sizeof(double), n, file);
    std::fwrite(c.data(), sizeof(double), n, file);
    return std::fclose(file);
}
)text";

std::string main_fortran(const std::string& module, const std::string& routine) {
    return "program own\n" + module +
           "  implicit none\n  real(kind(1.0d0)), allocatable :: x(:), s(:), c(:)\n  integer :: n\n"
           "  inquire(file='x.bin', size=n)\n  n = n/8\n  allocate(x(n), s(n), c(n))\n"
           "  open(10, file='x.bin', access='stream', form='unformatted')\n  read(10) x\n  call " +
           routine +
           "(n, x, s, c)\n  open(11, file='out.bin', access='stream', form='unformatted', status='replace')\n"
           "  write(11) s, c\nend program own\n";
}

long double unit_of(long double v) {  // of the last place of the double nearest to v
    int e = 0;
    std::frexp(static_cast<double>(v), &e);
    return std::ldexp(1.0L, std::max(e - 53, -1074));
}

struct Way {
    std::string compile;  // to ./own
    std::string what;
    bool fuses = false;  // multiply-adds
};

// The same for all languages: options under which compilers fuse multiply-adds, and some under which they do not.
std::vector<Way> ways() {
    std::vector<Way> list;
    const auto add = [&](const std::string& compiler, const std::string& sources, const std::string& end) {
        for (const char* options :
             {"-O0", "-O2", "-O3 -march=native -ffp-contract=fast", "-O3 -march=native -ffp-contract=off"})
            list.push_back({compiler + " " + options + " " + sources + " -o own" + end, compiler + " " + options,
                            std::string(options).find("=fast") != std::string::npos});
    };
    const std::string warnings = " -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror";
    add("gcc -std=c99" + warnings, "own.c", " -lm");
    add("clang-14 -std=c99" + warnings, "own.c", " -lm");
    add("g++ -std=c++17" + warnings, "own.cpp", "");
    add("clang++-14 -std=c++17" + warnings, "own.cpp", "");
    add("g++ -std=c++17", "packs.cpp", "");
    add("gfortran -std=f2008 -Wall -Wextra -Werror -pedantic", "own.f90", "");
    add("gfortran", "own77.f own77_main.f90", "");
    return list;
}

void write_sources(SineForm sines) {
    write_text(scratch_file("own.c"), "#include <math.h>\n#include <string.h>\n" + c_sine_text(sines) + main_c);
    const std::string head =
        "#include <array>\n#include <cmath>\n#include <cstring>\n#include <type_traits>\n#include <utility>\n" +
        cpp_math_text() + cpp_sine_text(sines);
    write_text(scratch_file("own.cpp"), head + main_cpp);
    write_text(scratch_file("packs.cpp"), head + cpp_pack_text() + main_packs);
    write_text(scratch_file("own.f90"),
               "module own_sines\n  implicit none\n  integer, parameter :: dp = kind(1.0d0)\ncontains\n" +
                   fortran_sine_text(sines, true) + "end module own_sines\n" +
                   main_fortran("  use own_sines\n", "vector_sines"));
    const Program program = optimize(pendulum().lowered());
    write_text(scratch_file("own77.f"), fortran77_sine_text(program, sines));
    write_text(scratch_file("own77_main.f90"), main_fortran("", program.name + "_f_sines"));
}

}  // namespace

TEST_CASE("own sines have the same bits in all languages, with all compilers and options, within one unit") {
    const std::vector<double> x = angles();
    write_numbers(scratch_file("x.bin"), x);
    const auto worst_error = [&](const std::vector<double>& found) {  // in units of the last place
        long double worst = 0;
        for (std::size_t k = 0; k < x.size(); ++k) {
            const long double a = x[k], s = std::sin(a), c = std::cos(a);
            worst =
                std::max({worst, std::abs(found[k] - s) / unit_of(s), std::abs(found[x.size() + k] - c) / unit_of(c)});
        }
        return worst;
    };
    std::vector<double> first;
    std::size_t fused = 0;  // ways whose bits are others
    for (const SineForm sines : {SineForm::vector, SineForm::fused}) {
        write_sources(sines);
        for (const Way& way : ways()) {
            INFO(way.what);
            const CommandResult result =
                run("cd " + scratch_file("") + " && rm -f out.bin && " + way.compile + " && ./own");
            INFO(result.output);
            REQUIRE(result.status == 0);
            const std::vector<double> now = numbers_in(scratch_file("out.bin"));
            REQUIRE(now.size() == 2 * x.size());
            if (first.empty()) first = now;
            const bool is_same = std::memcmp(now.data(), first.data(), now.size() * sizeof(double)) == 0;
            if (sines == SineForm::vector || !way.fuses) CHECK(is_same);
            if (is_same) continue;
            ++fused;
            const long double worst = worst_error(now);
            INFO("largest error " << static_cast<double>(worst) << " units in the last place");
            CHECK(worst < 0.95L);
            CHECK((std::signbit(now[1]) && !std::signbit(now[0])));
        }
    }
    const long double worst = worst_error(first);
    INFO("largest error " << static_cast<double>(worst) << " units in the last place");
    CHECK(worst < 0.95L);
    CHECK((std::signbit(first[1]) && !std::signbit(first[0])));  // of -0 and 0
#if defined(__x86_64__)
    CHECK(fused == (__builtin_cpu_supports("fma") != 0 ? 7 : 0));
#endif
}

TEST_CASE("a file whose sines are the same everywhere cannot stand behind one that leaves them to the compiler") {
    const Program program = optimize(pendulum().lowered());
    for (const Language language : {Language::c, Language::cpp}) {
        const bool is_cpp = language == Language::cpp;
        const std::string ending = is_cpp ? ".hpp" : ".h", compiler = is_cpp ? "g++ -std=c++17 " : "gcc -std=c99 ";
        for (const SineForm sines : {SineForm::vector, SineForm::fused}) {
            Program named = program;
            named.name += sines == SineForm::vector ? "_vector" : "_fused";
            const std::string file = (sines == SineForm::vector ? "vector" : "fused") + ending;
            write_text(scratch_file(file),
                       emit(named, {.language = language, .routines = {}, .sines = sines}, file).front().text);
        }
        const auto compiled = [&](const std::string& one, const std::string& two) {
            const std::string source = is_cpp ? "both.cpp" : "both.c";
            write_text(scratch_file(source), "#include \"" + one + ending + "\"\n#include \"" + two + ending + "\"\n");
            return run("cd " + scratch_file("") + " && " + compiler + "-Wall -Wextra -fsyntax-only " + source);
        };
        CHECK(compiled("vector", "fused").status == 0);
        const CommandResult refused = compiled("fused", "vector");
        CHECK(refused.status != 0);
        CHECK(refused.output.find("this file has sines = vector: include it before") != std::string::npos);
    }
}

TEST_CASE("own sines leave large angles and what is no number to the library") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> x{infinity, -infinity, std::nan(""), 0.5, 1e5, -1e22, 1.7e308, -0.0};
    write_sources(SineForm::fused);
    write_numbers(scratch_file("x.bin"), x);
    const auto same = [](double a, double b) { return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) < 1e-15; };
    for (const std::string compile :
         {"gcc -std=c99 -O2 own.c -o own -lm", "clang-14 -std=c99 -O3 -march=native own.c -o own -lm",
          "gfortran -O3 -march=native own.f90 -o own", "gfortran -O2 own77.f own77_main.f90 -o own"}) {
        INFO(compile);
        const CommandResult result = run("cd " + scratch_file("") + " && rm -f out.bin && " + compile + " && ./own");
        INFO(result.output);
        REQUIRE(result.status == 0);
        const std::vector<double> now = numbers_in(scratch_file("out.bin"));
        REQUIRE(now.size() == 2 * x.size());
        for (std::size_t k = 0; k < x.size(); ++k) {
            INFO(x[k]);
            CHECK(same(now[k], std::sin(x[k])));
            CHECK(same(now[x.size() + k], std::cos(x[k])));
        }
    }
}

TEST_CASE("where an option gives up rounding, own sines leave all angles to the library") {
    std::vector<double> x;
    for (int k = 0; k < 56000; ++k) x.push_back(1.7 * k - 47000.0);
    write_sources(SineForm::fused);
    write_numbers(scratch_file("x.bin"), x);
    for (const std::string compile :
         {"gcc -std=c99 -O3 -march=native -ffast-math own.c -o own -lm",
          "g++ -std=c++17 -Ofast -march=native own.cpp -o own", "gfortran -Ofast -march=native own.f90 -o own",
          "gfortran -O1 -ffast-math own.f90 -o own", "gfortran -O2 -march=native -ffast-math own.f90 -o own",
          "gfortran -O3 -ffast-math own77.f own77_main.f90 -o own",
          "gfortran -Ofast -march=native own77.f own77_main.f90 -o own"}) {
        INFO(compile);
        const CommandResult result = run("cd " + scratch_file("") + " && rm -f out.bin && " + compile + " && ./own");
        INFO(result.output);
        REQUIRE(result.status == 0);
        const std::vector<double> now = numbers_in(scratch_file("out.bin"));
        REQUIRE(now.size() == 2 * x.size());
        double worst = 0;
        for (std::size_t k = 0; k < x.size(); ++k)
            worst = std::max({worst, std::abs(now[k] - std::sin(x[k])), std::abs(now[x.size() + k] - std::cos(x[k]))});
        CHECK(worst < 1e-15);
    }
}
