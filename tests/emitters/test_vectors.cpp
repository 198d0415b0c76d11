// `sines = vector` and `batch = true`: accuracy of the vector sines against the C library's long double and Fortran's
// quadruple precision; emitted texts that use them compute what the expressions say; every lane of a pack is
// what the plain routine gives.

#include <cmath>
#include <cstdlib>
#include <sstream>

#include "emitters/writers/emit.hpp"
#include "emitters/writers/vector_text.hpp"
#include "tests/catch.hpp"
#include "tests/emitters/call_all.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/shell.hpp"

using namespace lag;

namespace {

const std::string fortran_flags = " -std=f2008 -Wall -Wextra -Werror -pedantic ";
const std::string cpp_flags = " -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror ";

EmitOptions vectors(Language language) {
    EmitOptions options;
    options.language = language, options.sines = SineForm::fused, options.batch = language == Language::cpp;
    return options;
}

// An example may have neither sines nor cosines.
bool has_angles(const Program& program) {
    EmitOptions library;
    library.language = Language::cpp;
    const std::string text = emit(program, library, "x.hpp")[0].text;
    return text.find("L::sin(") != std::string::npos || text.find("L::cos(") != std::string::npos;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::vector<State> states_of(const Program& lowered) {
    std::vector<State> states;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) states.push_back(random_values(lowered, seed));
    return states;
}

struct Case {
    Example example;
    OptimizeOptions options;
    std::string name;
};

std::vector<Case> cases() {
    OptimizeOptions split;
    split.split_above = 60, split.piece_size = 40;
    return {{nested_angles(), {}, "nested"},
            {nested_angles(), split, "nested_split"},
            {conditions(), {}, "conditions"},
            {tables(), {}, "tables"},
            {tree(2, 3), {}, "tree"}};
}

// Argument sets: |x| < 1e5 at every scale, neighbours of multiples of pi/4, tiny and subnormal numbers.
const char* const accuracy_cpp = R"text(
#include "sines.hpp"
#include <cstdint>
#include <cstdio>
#include <limits>
#include <vector>

std::uint64_t state = 1;
double uniform() {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}
long double unit(long double v) {  // of the last place of the double nearest to v
    int e = 0;
    std::frexp(static_cast<double>(v), &e);
    return std::ldexp(1.0L, e - 53 < -1074 ? -1074 : e - 53);
}

int main() {
    std::vector<double> x;
    for (const double range : {0.8, 3.2, 10.0, 1e3, 1e5})
        for (int k = 0; k < 400000; ++k) x.push_back(range * uniform() * 0.999999);
    for (int n = -127323; n <= 127323; ++n) {
        const auto v = static_cast<double>(static_cast<long double>(n) * 0.785398163397448309615660845819875721L);
        x.push_back(v), x.push_back(std::nextafter(v, -1e9)), x.push_back(std::nextafter(v, 1e9));
    }
    for (int e = -1074; e < 17; ++e)
        for (int k = 0; k < 60; ++k) x.push_back(std::ldexp(uniform(), e));
    long double worst = 0;
    for (std::size_t k = 0; k + 7 <= x.size(); k += 7) {  // an odd number of angles: whole vectors and remainders
        const double angle[7] = {x[k], x[k + 1], x[k + 2], x[k + 3], x[k + 4], x[k + 5], x[k + 6]};
        double sine[7], cosine[7];
        lag_vector::sines(angle, sine, cosine);
        for (std::size_t j = 0; j < 7; ++j) {
            const long double s = std::sin(static_cast<long double>(angle[j])), c = std::cos(static_cast<long double>(angle[j]));
            const long double es = std::abs(static_cast<long double>(sine[j]) - s) / unit(s);
            const long double ec = std::abs(static_cast<long double>(cosine[j]) - c) / unit(c);
            if (!(es <= worst)) worst = es;
            if (!(ec <= worst)) worst = ec;
        }
    }
    std::printf("largest error %.3Lf units\n", worst);
    int bad = worst < 1 ? 0 : 1;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double special[9] = {infinity, -infinity, std::nan(""), -0.0, 0.0, 1e5, -1e22, 1.7e308, 0.5};
    double sine[9], cosine[9];
    lag_vector::sines(special, sine, cosine);
    const auto same = [](double a, double b) { return (std::isnan(a) && std::isnan(b)) || (a <= b && a >= b && std::signbit(a) == std::signbit(b)); };
    for (int k = 0; k < 8; ++k) {
        if (same(sine[k], std::sin(special[k])) && same(cosine[k], std::cos(special[k]))) continue;
        ++bad, std::printf("%g: %.17g %.17g\n", special[k], sine[k], cosine[k]);
    }
    if (std::abs(sine[8] - std::sin(0.5)) > 2e-16) ++bad, std::printf("a good angle among special ones\n");
    lag_pack<8> some(0.25), s8, c8;
    for (std::size_t k = 0; k < 8; ++k) some.set(k, special[k + 1]);
    sine_cosine(some, s8, c8);
    for (std::size_t k = 0; k < 7; ++k)
        if (!same(s8[k], std::sin(special[k + 1])) || !same(c8[k], std::cos(special[k + 1]))) ++bad, std::printf("pack %zu\n", k);
    return bad;
}
)text";

const char* const accuracy_fortran = R"text(
contains
  subroutine measure(x)
    real(dp), intent(in) :: x(:)
    real(dp), dimension((size(x) + 3)/4*4) :: whole_blocks, s, c
    integer :: k
    whole_blocks = 0
    whole_blocks(:size(x)) = x
    call vector_sines(size(whole_blocks), whole_blocks, s, c)
    do k = 1, size(x)
      call compare(s(k), sin(real(x(k), quad)), x(k))
      call compare(c(k), cos(real(x(k), quad)), x(k))
    end do
  end subroutine measure
  subroutine compare(is, should, x)
    real(dp), intent(in) :: is, x
    real(quad), intent(in) :: should
    real(quad) :: error
    error = abs(real(is, quad) - should)/real(spacing(real(should, dp)), quad)
    if (.not. error <= worst) then
      worst = error
      at = x
    end if
  end subroutine compare
)text";

const char* const accuracy_fortran_main = R"text(
program accuracy
  use sines
  use, intrinsic :: ieee_arithmetic
  implicit none
  real(dp) :: x(7), s(8), c(8), special(8), v
  integer :: n, k
  do n = 1, 60000
    call random_number(x)
    call measure((x - 0.5_dp)*1.6_dp)
    call measure((x - 0.5_dp)*20.0_dp)
    call measure((x - 0.5_dp)*1.99999e5_dp)
    call measure((x - 0.5_dp)*2.0_dp**(-mod(n, 1000)))
  end do
  do n = -127323, 127323, 3
    v = real(real(n, quad)*atan(1.0_quad), dp)
    call measure([v, nearest(v, 1.0_dp), nearest(v, -1.0_dp)])
  end do
  write(*, '(a, f6.3, a, es24.16)') 'largest error ', worst, ' units at ', at
  if (.not. worst < 1.0_quad) error stop 1
  special(1) = ieee_value(v, ieee_positive_inf)
  special(2) = ieee_value(v, ieee_negative_inf)
  special(3) = ieee_value(v, ieee_quiet_nan)
  special(4:8) = [-0.0_dp, 1.0e5_dp, -1.0e22_dp, 1.7e308_dp, 0.5_dp]
  call vector_sines(8, special, s, c)
  if (.not. (all(ieee_is_nan(s(1:3))) .and. all(ieee_is_nan(c(1:3))))) error stop 2
  if (sign(1.0_dp, s(4)) > 0 .or. abs(s(4)) > 0 .or. c(4) /= 1) error stop 3
  do k = 5, 8
    if (abs(s(k) - sin(special(k))) > 1e-15_dp .or. abs(c(k) - cos(special(k))) > 1e-15_dp) error stop 4
  end do
end program accuracy
)text";

}  // namespace

TEST_CASE("vector sines of emitted C++ are exact to a unit in the last place, special values kept") {
    const std::string text = emit(optimize(pendulum().lowered()), vectors(Language::cpp), "sines.hpp")[0].text;
    write_text(scratch_file("sines.hpp"), text);
    write_text(scratch_file("sines.cpp"), accuracy_cpp);
    for (const std::string compiler : {"g++ -O1", "g++ -O2 -march=native", "clang++-14 -O2 -march=native"}) {
        INFO(compiler);
        const CommandResult result =
            run("cd " + scratch_file("") + " && " + compiler + cpp_flags + "sines.cpp -o sines && ./sines");
        INFO(result.output);
        CHECK(result.status == 0);
    }
}

TEST_CASE("vector sines of emitted Fortran are exact to a unit in the last place, special values kept") {
    const std::string head =
        "module sines\n  implicit none\n  integer, parameter :: dp = kind(1.0d0), quad = selected_real_kind(30)\n"
        "  real(quad) :: worst = 0\n  real(dp) :: at = 0\n";
    write_text(scratch_file("accuracy.f90"), head + (accuracy_fortran + fortran_sine_text(SineForm::fused, true)) +
                                                 "end module sines\n" + accuracy_fortran_main);
    for (const std::string flags : {"-O0", "-O3 -march=native"}) {
        INFO(flags);
        const CommandResult result =
            run("cd " + scratch_file("") + " && gfortran " + flags + " accuracy.f90 -o accuracy && ./accuracy");
        INFO(result.output);
        CHECK(result.status == 0);
    }
}

TEST_CASE("with vector sines C++ computes what the expressions say, on doubles, floats, dual numbers and packs") {
    for (const Case& c : cases()) {
        const Program lowered = c.example.lowered();
        const std::vector<State> states = states_of(lowered);
        const Program program = optimize(lowered, c.options);
        const std::string header = emit(program, vectors(Language::cpp), "x.hpp")[0].text;
        CHECK(header.find("L::sin(") == std::string::npos);
        CHECK((header.find("lag_vector::sines(") != std::string::npos) == has_angles(program));
        write_text(scratch_file("v_" + c.name + ".hpp"), header);
        std::string caller = call_all_cpp(lowered, "v_" + c.name + ".hpp");
        caller = replaced(caller, "double __attribute__((vector_size(32)))", "lag_pack<4>");
        caller = replaced(caller, "return Four{", "return Four::load(std::vector<double>{");
        caller = replaced(caller, "(s[3].*part)[k]};", "(s[3].*part)[k]}.data());");
        write_text(scratch_file("v_" + c.name + ".cpp"), caller);
        write_text(scratch_file("v_" + c.name + ".states"), state_text(states));
        for (const std::string compiler : {"g++ -O1 -march=native", "clang++-14"}) {
            INFO(c.name << " with " << compiler);
            const CommandResult compiled =
                run("cd " + scratch_file("") + " && " + compiler + cpp_flags + "v_" + c.name + ".cpp -o v_" + c.name);
            INFO(compiled.output);
            REQUIRE(compiled.status == 0);
            const CommandResult ran =
                run("cd " + scratch_file("") + " && ./v_" + c.name + " < v_" + c.name + ".states");
            INFO(ran.output);
            CHECK(ran.status == 0);
            CHECK(disagreement(ran.output, expected_numbers(lowered, states), 1e-11) == "");
        }
    }
}

TEST_CASE("with vector sines Fortran computes what the expressions say") {
    for (const Case& c : cases()) {
        INFO(c.name);
        const Program lowered = c.example.lowered();
        const std::vector<State> states = states_of(lowered);
        const Program program = optimize(lowered, c.options);
        const std::string module = emit(program, vectors(Language::fortran), "x.f90")[0].text;
        CHECK((module.find("call vector_sines(") != std::string::npos) == has_angles(program));
        const std::string name = "v_" + c.name;
        write_text(scratch_file(name + ".f90"), module);
        write_text(scratch_file(name + "_call.f90"), call_all_fortran(lowered));
        write_text(scratch_file(name + ".states"), state_text(states));
        const CommandResult compiled =
            run("cd " + scratch_file("") + " && gfortran -c" + fortran_flags + name + ".f90 && gfortran -w " + name +
                ".o " + name + "_call.f90 -o " + name + "_f");
        INFO(compiled.output);
        REQUIRE(compiled.status == 0);
        const CommandResult ran = run("cd " + scratch_file("") + " && ./" + name + "_f < " + name + ".states");
        REQUIRE(ran.status == 0);
        CHECK(disagreement(ran.output, expected_numbers(lowered, states), 1e-11) == "");
    }
}

TEST_CASE("languages without batches say so") {
    const Program program = optimize(pendulum().lowered());
    for (const Language language : {Language::fortran77, Language::c}) {
        EmitOptions options;
        options.language = language, options.batch = true;
        CHECK_THROWS_WITH(emit(program, options, "x.h"), Catch::Contains("no batch form in"));
    }
}
