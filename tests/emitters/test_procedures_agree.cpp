// Procedures on random numbers in every language and run without a compiler: the same bits. What they compute is compared
// with other things in test_partition.cpp and test_assembly.cpp.
#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>

#include "emitters/procedures/interface_names.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/procedures/texts.hpp"
#include "emitters/writers/procedure_printer.hpp"
#include "emitters/writers/template_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/procedure_example.hpp"
#include "tests/emitters/shell.hpp"

namespace lag {

namespace {

// What a case is given and what it gives, as bytes, and how each language reads, computes and writes them.
struct Trial {
    RoutineName routine;
    std::string given_in_c, stubs_in_c, body_in_c;
    std::string given_in_fortran, stubs_in_fortran, locals_in_fortran, read_in_fortran, body_in_fortran;
};

template <class T>
std::string bytes(const T& value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

std::string replaced(std::string text, const std::string& old, const std::string& with) {
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + with.size()))
        text.replace(at, old.size(), with);
    return text;
}

// -- m_partition

struct Rows {
    double M[16], B[12], w[4];
};

// Whole numbers that tie, rows that depend on others, speeds without mass; `with_nan`: each has a NaN somewhere.
std::vector<Rows> random_rows(std::size_t count, bool with_nan) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto place = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    std::vector<Rows> cases(count);
    for (Rows& c : cases) {
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

// Runs the procedure without a compiler: what `cases` give, its routines being `call`.
class Interpreted {
  public:
    // Of a routine that the procedure calls: the elements of an argument.
    using Given = std::function<double*(Slot)>;
    using Call = std::function<void(const std::string& routine, const Given&)>;

    Interpreted(const Program& program, RoutineName name)
        : program_(program),
          name_(to_string(name)),
          interpreter_(facts_of(program), [this](const std::string& routine, const procedures::Pointers& given) {
              const std::vector<Argument> arguments =
                  arguments_of(signature_of(routine_named(routine).value()), program_.sizes, program_.parts());
              REQUIRE(given.size() == arguments.size());
              call_(routine, [&](Slot slot) {
                  const auto found = std::ranges::find(arguments, to_string(slot), &Argument::name);
                  return given.at(static_cast<std::size_t>(found - arguments.begin()));
              });
          }) {
        for (const Argument& argument :
             arguments_of(interpreter_.procedure(name_)->signature(), program.sizes, program.parts())) {
            slots_.push_back(slot_named(argument.name).value());
            (*this)[slots_.back()].assign(argument.elements(), 0);
        }
    }
    std::vector<double>& operator[](Slot slot) { return values_[static_cast<std::size_t>(slot)]; }
    void run(const Call& call) {
        call_ = call;
        procedures::Pointers elements;
        for (const Slot slot : slots_) elements.push_back((*this)[slot].data());
        interpreter_.run(name_, elements);
    }

  private:
    const Program& program_;
    std::string name_;
    procedures::Interpreter interpreter_;
    Call call_;
    std::vector<Slot> slots_;
    std::array<std::vector<double>, slots> values_;
};

std::string interpreted(const Program& program, const std::vector<Rows>& cases) {
    Interpreted partition(program, RoutineName::partition);
    std::string results;
    for (const Rows& c : cases) {
        partition[Slot::w] = {c.w, c.w + 4};
        partition.run([&](const std::string& routine, const Interpreted::Given& given) {
            if (routine == "mass_matrix")
                std::copy_n(c.M, 16, given(Slot::mm));
            else
                std::copy_n(c.B, 12, given(Slot::b));
        });
        results += bytes(partition[Slot::growth][0]) + bytes(static_cast<int>(partition[Slot::info][0]));
        for (const double k : partition[Slot::independent]) results += bytes(static_cast<int>(k));
    }
    return results;
}

Trial partition_trial() {
    return {.routine = RoutineName::partition,
            .given_in_c = "double M[16], B[12], w[4];",
            .stubs_in_c = R"(
TEMPLATE void rockers_mass_matrix(R t, const R* q, const R* w, const R* c, R* mm) {
    (void)t, (void)q, (void)w, (void)c;
    for (int k = 0; k < 16; ++k) mm[k] = x.M[k];
}
TEMPLATE void rockers_constraint_matrix(R t, const R* q, const R* w, const R* c, R* b) {
    (void)t, (void)q, (void)w, (void)c;
    for (int k = 0; k < 12; ++k) b[k] = x.B[k];
}
)",
            .body_in_c = R"(
        const double q[4] = {0}, c[2] = {0};
        struct { double growth; int info, independent[4]; } r;
        rockers_partition(0.0, q, x.w, c, r.independent, &r.growth, &r.info);
        fwrite(&r.growth, 8, 1, out); fwrite(&r.info, 4, 1, out); fwrite(r.independent, 4, 4, out);
)",
            .given_in_fortran = "  real(dp) :: M(4, 4), B(3, 4), w(4)",
            .stubs_in_fortran = R"(
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
)",
            .locals_in_fortran = "  real(dp) :: q(4), c(2), growth\n  integer :: independent(4), info",
            .read_in_fortran = "M, B, w",
            .body_in_fortran = R"(
    q = 0
    c = 0
    call rockers_partition(0.0_dp, q, w, c, independent, growth, info)
    write (11) growth, info, independent
)"};
}

// -- m_assemble: a step whose conditions bend, and that fails at a bound

struct Start {
    double A[3], B[4], C[5], q[4], w[4], bound, tolerance, limit;
};

std::vector<Start> random_starts(std::size_t count, bool with_nan) {
    std::mt19937_64 random(8);
    std::uniform_real_distribution<double> uniform(-1, 1);
    const auto place = [&](int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); };
    std::vector<Start> cases(count);
    for (Start& c : cases) {
        const int kind = place(5);
        for (double& a : c.A) a = kind == 0 ? 0 : uniform(random);
        for (double& b : c.B) b = kind < 2 ? 0.05 * uniform(random) : uniform(random);
        for (double& b : c.C) b = kind == 2 ? 0.01 * uniform(random) : uniform(random);
        for (double& q : c.q) q = uniform(random);
        for (double& flag : c.w) flag = place(2);
        c.bound = kind == 3 ? 0.2 : 1e9, c.tolerance = place(2) == 0 ? 1e-10 : 0.1, c.limit = place(7);
        if (with_nan) (place(2) == 0 ? c.A[place(3)] : c.q[place(4)]) = NAN;
    }
    return cases;
}

std::string interpreted(const Program& program, const std::vector<Start>& cases) {
    Interpreted assemble(program, RoutineName::assemble);
    const std::size_t moves = extent_of({"nu", "nd"}, program.sizes).value;
    std::string results;
    for (const Start& x : cases) {
        assemble[Slot::q] = {x.q, x.q + 4}, assemble[Slot::w] = {x.w, x.w + 4};
        assemble[Slot::tolerance] = {x.tolerance}, assemble[Slot::limit] = {x.limit};
        assemble.run([&](const std::string& routine, const Interpreted::Given& given) {
            double* const q = given(Slot::q);
            if (routine == "normalize") {
                q[0] = q[0] / (1 + q[1] * q[1]);
                return;
            }
            const double* const guess = given(Slot::guess);
            double *const phi = given(Slot::phi), *const step = given(Slot::step), *const next = given(Slot::next);
            for (std::size_t k = 0; k < 3; ++k) phi[k] = x.A[k] + q[k] * (x.B[k] + q[3] * x.A[k]);
            for (std::size_t k = 0; k < moves; ++k) step[k] = x.C[k] * phi[k % 3] + x.C[0] * (guess[k % 4] - q[k % 4]);
            for (std::size_t k = 0; k < 4; ++k) next[k] = guess[k] - x.B[k] * step[k];
            *given(Slot::info) = phi[0] > x.bound ? 2 : 0;
        });
        for (const double q : assemble[Slot::q]) results += bytes(q);
        results += bytes(static_cast<int>(assemble[Slot::info][0]));
    }
    return results;
}

Trial assemble_trial(bool with_all_parts) {
    const std::string moves = with_all_parts ? "5" : "4";
    const std::string normalize_in_c = R"(
TEMPLATE void rockers_normalize(R* q) {
    q[0] = q[0] / (1 + q[1] * q[1]);
}
)";
    const std::string step_in_c = R"(
TEMPLATE void rockers_assembly_step(R t, const R* q, const R* guess, const R* w, const R* c, R* next, R* phi, R* step,
                                    RESULT(int) info) {
    (void)t, (void)w, (void)c;
    for (int k = 0; k < 3; ++k) phi[k] = x.A[k] + q[k] * (x.B[k] + q[3] * x.A[k]);
    for (int k = 0; k < MOVES; ++k) step[k] = x.C[k] * phi[k % 3] + x.C[0] * (guess[k % 4] - q[k % 4]);
    for (int k = 0; k < 4; ++k) next[k] = guess[k] - x.B[k] * step[k];
    SET(info) = phi[0] > x.bound ? 2 : 0;
}
)";
    const std::string stubs_in_fortran = R"(
  pure subroutine rockers_normalize(q)
    double precision, intent(inout) :: q(4)
    q(1) = q(1)/(1 + q(2)*q(2))
  end subroutine
  pure subroutine rockers_assembly_step(t, q, guess, w, c, next, phi, step, info)
    use given, only: A, B, C_of => C, bound
    double precision, intent(in) :: t, q(4), guess(4), w(4), c(2)
    double precision, intent(out) :: next(4), phi(3), step(MOVES)
    integer, intent(out) :: info
    integer :: k, j, l
    do k = 1, 3
      phi(k) = A(k) + q(k)*(B(k) + q(4)*A(k)) + 0*(t + w(1) + c(1))
    end do
    do k = 1, MOVES
      j = mod(k - 1, 3) + 1
      l = mod(k - 1, 4) + 1
      step(k) = C_of(k)*phi(j) + C_of(1)*(guess(l) - q(l))
    end do
    next = guess - B*step(1:4)
    info = 0
    if (phi(1) > bound) info = 2
  end subroutine
)";
    return {.routine = RoutineName::assemble,
            .given_in_c = "double A[3], B[4], C[5], q[4], w[4], bound, tolerance, limit;",
            .stubs_in_c = replaced((with_all_parts ? normalize_in_c : "") + step_in_c, "MOVES", moves),
            .body_in_c = R"(
        const double c[2] = {0};
        struct { int info; } r;
        rockers_assemble(0.0, x.q, x.w, c, x.tolerance, (int)x.limit, &r.info);
        fwrite(x.q, 8, 4, out); fwrite(&r.info, 4, 1, out);
)",
            .given_in_fortran = "  real(dp) :: A(3), B(4), C(5), q(4), w(4), bound, tolerance, limit",
            .stubs_in_fortran = replaced(stubs_in_fortran, "MOVES", moves),
            .locals_in_fortran = "  real(dp) :: constants(2)\n  integer :: info",
            .read_in_fortran = "A, B, C, q, w, bound, tolerance, limit",
            .body_in_fortran = R"(
    constants = 0
    call rockers_assemble(0.0_dp, q, w, constants, tolerance, nint(limit), info)
    write (11) q, info
)"};
}

// -- programs from the file `cases` to `results`, the routines that the procedure calls being stubs

const char* const in_c = R"(
struct lag_case { GIVEN };
static struct lag_case x;
STUBS
PROCEDURE
int main(void) {
    FILE *in = fopen("cases", "rb"), *out = fopen("results", "wb");
    while (fread(&x, sizeof x, 1, in) == 1) {BODY    }
    return fclose(out) + fclose(in);
}
)";
const char* const module_in_fortran = R"(
module given
  integer, parameter :: dp = kind(1.0d0)
GIVEN
end module given
)";
const char* const main_in_fortran = R"(
program main
  use given
  USE
  implicit none
LOCALS
  integer :: status
  open (10, file="cases", access="stream", form="unformatted")
  open (11, file="results", access="stream", form="unformatted")
  do
    read (10, iostat=status) READ
    if (status /= 0) exit
BODY
  end do
end program main
)";

struct Way {
    std::string language, compile;
    std::vector<std::pair<std::string, std::string>> files;
};
std::vector<Way> ways(const Program& program, const Trial& trial) {
    const std::string sizes = "nq = 4, nu = 4, nw = 4, nc = 2, nphi = 3, nd = 1";
    const std::string c_sizes = "enum { rockers_nq = 4, rockers_nu = 4, rockers_nphi = 3, rockers_nd = 1 };\n";
    const std::string c_family = replaced(
        replaced(replaced(in_c, "GIVEN", trial.given_in_c), "STUBS", trial.stubs_in_c), "BODY", trial.body_in_c);
    std::string c =
        replaced(replaced(replaced(c_family, "TEMPLATE", "static"), "RESULT(int)", "int*"), "SET(info)", "*info");
    c = replaced(replaced(c, "const R*", "const double*"), "R*", "double*");
    c = "#include <math.h>\n#include <stdio.h>\n" + c_sizes +
        replaced(replaced(c, "(R t", "(double t"), "PROCEDURE", c_procedure(program, to_string(trial.routine)));
    std::string cpp = replaced(replaced(replaced(c_family, "TEMPLATE", "template <class R>"), "RESULT(int)", "int&"),
                               "SET(info)", "info");
    cpp = replaced(replaced(cpp, "&r.", "r."), "fwrite(r.", "fwrite(&r.");
    cpp = replaced(cpp, to_string(trial.routine) + "(0.0", to_string(trial.routine) + "<double>(0.0");
    cpp = replaced(cpp, "fwrite(&r.independent", "fwrite(r.independent");
    cpp = replaced(replaced(cpp, "void rockers_", "void "), "rockers_", "rockers::");
    cpp = replaced(replaced(cpp, "lag_case x;", "lag_case x;\nnamespace rockers {"), "int main", "}\nint main");
    cpp = "#include <cmath>\n#include <cstdio>\n#include <type_traits>\n#include <utility>\nusing std::FILE;\n" +
          filled_template("lag_math.hpp", {}) + "constexpr int " + sizes + ";\n" +
          replaced(cpp, "PROCEDURE", cpp_procedure(program, to_string(trial.routine)));
    const std::string module = replaced(module_in_fortran, "GIVEN", trial.given_in_fortran);
    const std::string main =
        replaced(replaced(replaced(main_in_fortran, "LOCALS", trial.locals_in_fortran), "READ", trial.read_in_fortran),
                 "BODY", trial.body_in_fortran);
    const std::string f90 =
        module + "module rockers\n  use given, only: dp\n  implicit none\n  integer, parameter :: " + sizes +
        "\ncontains\n" + trial.stubs_in_fortran + fortran_procedure(program, to_string(trial.routine)) +
        "end module rockers\n" + replaced(main, "USE", "use rockers");
    const std::string warnings = "-O1 -Wall -Wextra -Werror ";
    return {{"C", "gcc -std=c99 " + warnings + "a.c -o run -lm", {{"a.c", c}}},
            {"C++", "g++ -std=c++17 " + warnings + "a.cpp -o run", {{"a.cpp", cpp}}},
            {"Fortran 2008", "gfortran -std=f2008 -Wno-compare-reals " + warnings + "a.f90 -o run", {{"a.f90", f90}}},
            {"Fortran 77",
             "gfortran -O1 -std=legacy -Wall -Werror -c p.f && gfortran -O1 m.f90 p.o -o run",
             {{"p.f", fortran77_procedure(program, to_string(trial.routine))},
              {"m.f90", module + trial.stubs_in_fortran + replaced(main, "USE", "")}}}};
}

template <class Case>
void check_all_languages(const Program& program, const Trial& trial, const std::vector<Case>& cases, bool with_nan) {
    const std::string folder = scratch_file("procedures_agree");
    const std::string expected = interpreted(program, cases);
    for (const Way& way : ways(program, trial)) {
        // MAX of a NaN and a number is what a Fortran compiler makes of it
        if (with_nan && way.language.starts_with("Fortran")) continue;
        CAPTURE(way.language, with_nan);
        for (const auto& [name, text] : way.files) write_text(folder + "/" + name, text);
        std::ofstream(folder + "/cases", std::ios::binary)
            .write(reinterpret_cast<const char*>(cases.data()),
                   static_cast<std::streamsize>(cases.size() * sizeof(Case)));
        const CommandResult ran = run("cd '" + folder + "' && " + way.compile + " && ./run");
        INFO(ran.output);
        REQUIRE(ran.status == 0);
        std::ifstream in(folder + "/results", std::ios::binary);
        const std::string results((std::istreambuf_iterator<char>(in)), {});
        REQUIRE(results.size() == expected.size());
        const auto differing = static_cast<std::size_t>(std::ranges::mismatch(results, expected).in1 - results.begin());
        CHECK(differing / (expected.size() / cases.size()) == cases.size());  // the first case that differs
    }
}

}  // namespace

TEST_CASE("m_partition gives the same bits in all languages and without a compiler", "[procedures]") {
    for (const bool with_all_parts : {true, false})
        for (const bool with_nan : {false, true})
            check_all_languages(procedure_example(with_all_parts), partition_trial(), random_rows(2000, with_nan),
                                with_nan);
}

TEST_CASE("m_assemble gives the same bits in all languages and without a compiler", "[procedures]") {
    for (const bool with_all_parts : {true, false})
        for (const bool with_nan : {false, true})
            check_all_languages(procedure_example(with_all_parts), assemble_trial(with_all_parts),
                                random_starts(2000, with_nan), with_nan);
}

// Every way out of m_assemble is taken: an end within the tolerance, a failing pivot, the limit.
TEST_CASE("the starts of m_assemble end in every way", "[procedures]") {
    const std::string results = interpreted(procedure_example(true), random_starts(2000, false));
    std::map<int, int> count;
    for (std::size_t at = 0; at < results.size(); at += 36) {
        int info = 0;
        std::memcpy(&info, results.data() + at + 32, sizeof info);
        ++count[info];
    }
    CHECK(count.size() == 3);
    for (const int info : {0, 2, 8}) CHECK(count[info] > 50);
}

}  // namespace lag
