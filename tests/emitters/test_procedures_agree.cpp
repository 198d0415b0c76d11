// m_partition on random rows and masses in every language and run without a compiler: the same bits. What it computes is held
// against other things in test_partition.cpp.
#include <bit>
#include <cstring>
#include <fstream>
#include <random>

#include "emitters/procedures/run_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/procedure_example.hpp"
#include "tests/emitters/shell.hpp"

namespace lag {

namespace {

struct Case {
    double M[16], B[12], w[4];
};
struct Result {
    double growth;
    int info, independent[4];
};

// Whole numbers that tie, rows that depend on others, speeds without mass; `with_nan`: each has a NaN somewhere.
std::vector<Case> random_cases(std::size_t count, bool with_nan) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto place = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    std::vector<Case> cases(count);
    for (Case& c : cases) {
        const int kind = place(7);
        for (double& m : c.M) m = 1.5 + 1.4 * uniform(random);
        for (double& b : c.B) b = kind == 0 ? place(3) - 1 : uniform(random);
        for (double& flag : c.w) flag = place(2);
        for (int j = 0; j < 4; ++j) {
            double* const b = c.B + 3 * j;
            if (kind == 1) b[1] = 2 * b[0];
            if (kind == 2) b[2] = b[0] - b[1];
            if (kind == 3) b[place(3)] = 0;
        }
        if (kind == 4) c.M[5 * place(4)] = 0;
        if (with_nan) (place(2) == 0 ? c.B[place(12)] : c.M[5 * place(4)]) = NAN;
    }
    return cases;
}

std::vector<Result> interpreted(const Program& program, const std::vector<Case>& cases) {
    const procedures::Facts facts = facts_of(program);
    const procedures::Procedure partition =
        procedures::decided(procedures::procedure_of(RoutineName::partition), facts);
    std::vector<Result> results;
    for (const Case& c : cases) {
        std::map<std::string, procedures::Values> arguments{
            {"t", {0}}, {"q", {0, 0, 0, 0}}, {"w", {c.w, c.w + 4}}, {"c", {0, 0}}};
        procedures::run(partition, facts, arguments, [&](const std::string& routine, const procedures::Arguments& a) {
            if (routine == "mass_matrix")
                a.at("mm")->assign(c.M, c.M + 16);
            else
                a.at("b")->assign(c.B, c.B + 12);
        });
        Result& result = results.emplace_back();
        result.growth = arguments.at("growth")[0], result.info = static_cast<int>(arguments.at("info")[0]);
        for (std::size_t k = 0; k < 4; ++k) result.independent[k] = static_cast<int>(arguments.at("independent")[k]);
    }
    return results;
}

// The routine between stubs that give what was read: a program from the file `cases` to `results`.
std::string replaced(std::string text, const std::string& old, const std::string& with) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
    return text;
}

const char* const in_c = R"(
struct lag_case { double M[16], B[12], w[4]; };
static struct lag_case x;
STUBS
PROCEDURE
int main(void) {
    const double q[4] = {0}, c[2] = {0};
    struct { double growth; int info, independent[4]; } r;
    FILE *in = fopen("cases", "rb"), *out = fopen("results", "wb");
    while (fread(&x, sizeof x, 1, in) == 1) {
        rockers_partition(0.0, q, x.w, c, r.independent, GIVEN);
        fwrite(&r.growth, 8, 1, out); fwrite(&r.info, 4, 1, out); fwrite(r.independent, 4, 4, out);
    }
    return fclose(out) + fclose(in);
}
)";
const char* const stubs_in_c = R"(
TEMPLATE void rockers_mass_matrix(R t, const R* q, const R* w, const R* c, R* mm) {
    (void)t, (void)q, (void)w, (void)c;
    for (int k = 0; k < 16; ++k) mm[k] = x.M[k];
}
TEMPLATE void rockers_constraint_matrix(R t, const R* q, const R* w, const R* c, R* b) {
    (void)t, (void)q, (void)w, (void)c;
    for (int k = 0; k < 12; ++k) b[k] = x.B[k];
}
)";
const char* const module_in_fortran = R"(
module given
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: M(4, 4), B(3, 4), w(4)
end module given
)";
const char* const stubs_in_fortran = R"(
  pure subroutine rockers_mass_matrix(t, q, w, c, mm)
    use given, only: M
    double precision, intent(in) :: t, q(4), w(4), c(2)
    double precision, intent(out) :: mm(4, 4)
    mm = M + 0*(t + q(1) + w(1) + c(1))
  end subroutine
  pure subroutine rockers_constraint_matrix(t, q, w, c, rows)
    use given, only: B
    double precision, intent(in) :: t, q(4), w(4), c(2)
    double precision, intent(out) :: rows(3, 4)
    rows = B + 0*(t + q(1) + w(1) + c(1))
  end subroutine
)";
const char* const main_in_fortran = R"(
program main
  use given
  USE
  implicit none
  real(dp) :: q(4), c(2), growth
  integer :: independent(4), info, status
  q = 0
  c = 0
  open (10, file="cases", access="stream", form="unformatted")
  open (11, file="results", access="stream", form="unformatted")
  do
    read (10, iostat=status) M, B, w
    if (status /= 0) exit
    call rockers_partition(0.0_dp, q, w, c, independent, growth, info)
    write (11) growth, info, independent
  end do
end program main
)";

struct Way {
    std::string language, compile;
    std::vector<std::pair<std::string, std::string>> files;
};
std::vector<Way> ways(const Program& program) {
    const std::string sizes = "nq = 4, nu = 4, nw = 4, nc = 2, nphi = 3";
    const std::string c_sizes = "enum { rockers_nu = 4, rockers_nphi = 3 };\n";
    const std::string functions =
        "    static R abs(const R& a) { return std::fabs(a); }\n    static R sqrt(const R& a) { return std::sqrt(a); "
        "}\n"
        "    static R floor(const R& a) { return std::floor(a); }\n";
    std::string c =
        replaced(replaced(in_c, "STUBS", replaced(replaced(stubs_in_c, "TEMPLATE", "static"), "R ", "double ")),
                 "PROCEDURE", c_procedure(program, RoutineName::partition));
    c = "#include <math.h>\n#include <stdio.h>\n" + c_sizes +
        replaced(replaced(c, "R*", "double*"), "GIVEN", "&r.growth, &r.info");
    std::string cpp = replaced(replaced(in_c, "STUBS", replaced(stubs_in_c, "TEMPLATE", "template <class R>")),
                               "PROCEDURE", cpp_procedure(program, RoutineName::partition));
    cpp =
        "#include <cmath>\n#include <cstdio>\n#include <type_traits>\n#include <utility>\n"
        "using std::FILE;\n" +
        filled_template("lag_math.hpp", {{"FUNCTIONS", functions}}) + "constexpr int " + sizes + ";\n" +
        replaced(replaced(cpp, "GIVEN", "r.growth, r.info"), "rockers_partition(0.0", "rockers_partition<double>(0.0");
    const std::string f90 =
        module_in_fortran +
        std::string("module rockers\n  use given, only: dp\n  implicit none\n  integer, parameter :: ") + sizes +
        "\ncontains\n" + stubs_in_fortran + fortran_procedure(program, RoutineName::partition) +
        "end module rockers\n" + replaced(main_in_fortran, "USE", "use rockers");
    const std::string warnings = "-O1 -Wall -Wextra -Werror ";
    return {{"C", "gcc -std=c99 " + warnings + "a.c -o run -lm", {{"a.c", c}}},
            {"C++", "g++ -std=c++17 " + warnings + "a.cpp -o run", {{"a.cpp", cpp}}},
            {"Fortran 2008", "gfortran -std=f2008 -Wno-compare-reals " + warnings + "a.f90 -o run", {{"a.f90", f90}}},
            {"Fortran 77",
             "gfortran -O1 -std=legacy -Wall -Werror -c p.f && gfortran -O1 m.f90 p.o -o run",
             {{"p.f", fortran77_procedure(program, RoutineName::partition)},
              {"m.f90", module_in_fortran + std::string(stubs_in_fortran) + replaced(main_in_fortran, "USE", "")}}}};
}

std::vector<Result> results_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::vector<Result> results;
    for (Result r{}; in.read(reinterpret_cast<char*>(&r.growth), 8);) {
        in.read(reinterpret_cast<char*>(&r.info), 4);
        in.read(reinterpret_cast<char*>(r.independent), 16);
        results.push_back(r);
    }
    return results;
}

bool is_same(const Result& a, const Result& b) {
    return std::bit_cast<std::uint64_t>(a.growth) == std::bit_cast<std::uint64_t>(b.growth) && a.info == b.info &&
           std::ranges::equal(a.independent, b.independent);
}

}  // namespace

TEST_CASE("m_partition gives the same bits in all languages and without a compiler", "[procedures]") {
    const std::string folder = scratch_file("procedures_agree");
    for (const bool with_all_parts : {true, false}) {
        const Program program = procedure_example(with_all_parts);
        for (const bool with_nan : {false, true}) {
            const std::vector<Case> cases = random_cases(2000, with_nan);
            const std::vector<Result> expected = interpreted(program, cases);
            for (const Way& way : ways(program)) {
                // MAX of a NaN and a number is what a Fortran compiler makes of it
                if (with_nan && way.language.starts_with("Fortran")) continue;
                CAPTURE(way.language, with_all_parts, with_nan);
                for (const auto& [name, text] : way.files) write_text(folder + "/" + name, text);
                std::ofstream(folder + "/cases", std::ios::binary)
                    .write(reinterpret_cast<const char*>(cases.data()),
                           static_cast<std::streamsize>(cases.size() * sizeof(Case)));
                const CommandResult ran = run("cd '" + folder + "' && " + way.compile + " && ./run");
                INFO(ran.output);
                REQUIRE(ran.status == 0);
                const std::vector<Result> results = results_of(folder + "/results");
                REQUIRE(results.size() == cases.size());
                CHECK(std::ranges::equal(results, expected, is_same));
            }
        }
    }
}

}  // namespace lag
