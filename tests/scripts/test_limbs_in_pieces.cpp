// Routines with limbs in lanes that are too long for one body: lane values cross between their pieces, and every language
// gives what the scalar form in one body gives.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "emitters/choice/formulations.hpp"
#include "emitters/writers/emit.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Three chains and two pairs of bodies: lanes of two lengths.
const char* const chains_and_fins =
    "parameters(k = 3)$ gravity([0, 0, -9.81])$ body(hub, ground, hinge = free(), mass = 3, inertia = [2, 3, 4])$\n"
    "for k:1 thru 3 do block([inboard: hub], for i:1 thru 2 do block([link: concat(link, k, \"_\", i)],\n"
    "  body(link, inboard, hinge = revolute(if mod(i, 2) = 0 then y else x, concat(q, k, \"_\", i)),\n"
    "       at = [1/5, k/10, 3/10], orient = [[z, 2/5]], mass = 1, cm = [1/10, 1/5, 1/7],\n"
    "       inertia = [1, 2, 3/2, 1/10, 1/11, 1/12]), inboard: link))$\n"
    "for k:1 thru 3 do hinge_load(concat(q, k, \"_2\"), -k*sin(concat(q, k, \"_2\")))$\n"
    "for n:1 thru 2 do block([fin: concat(fin, n), low: concat(low, n)],\n"
    "  body(fin, hub, hinge = revolute(z, concat(r, n)), at = [n/3, 0, 0], mass = n, cm = [1/5, 0, 1/9],\n"
    "       inertia = [1, 1, 2]),\n"
    "  body(low, fin, hinge = revolute(x, concat(s, n)), at = [0, 1/4, 0], mass = n/2, cm = [0, 1/7, 1/8],\n"
    "       inertia = [1, 2, 1]))$\n";

Program chains(const std::string& name, LimbForm limbs, std::size_t split_above, bool beside_lanes) {
    const std::string script = "model(" + name + ")$ " + chains_and_fins;
    const Model model = described_model(parse(script, "chains.lag"), {});
    const Kinematics kinematics = compute_kinematics(model);
    const MinimalSystem system = minimal_system(model, kinematics);
    const std::vector<ColumnChoice> columns{{Role::coordinate, ""}, {Role::speed, ""}};
    WantedRoutines wanted;
    wanted.jacobian = columns, wanted.derivatives = {{RoutineName::adjoint, columns}};
    wanted.limbs = limbs, wanted.split_above = split_above, wanted.beside_lanes = beside_lanes;
    return cheapest_program({model, kinematics, system}, Formulation::automatic, wanted);
}

// <name of the model>.<ending>: `lanes`, in pieces of about 200 operations, and `scalar`, in one body.
fs::path emitted(Language language, const std::string& ending) {
    const fs::path folder = scratch_folder("limbs_in_pieces_" + ending);
    for (const LimbForm limbs : {LimbForm::lanes, LimbForm::scalar}) {
        const bool is_in_lanes = limbs == LimbForm::lanes;
        const std::string name = is_in_lanes ? "lanes" : "scalar";
        const Program program = chains(name, limbs, is_in_lanes ? 200 : 100000, language == Language::c);
        for (const RoutineName routine : {RoutineName::derivatives, RoutineName::jacobian, RoutineName::adjoint}) {
            const Routine& emitted = *program.find(routine);
            CHECK(emitted.lane_reads.empty() != is_in_lanes);
            CHECK(emitted.is_split() == is_in_lanes);
            for (const std::size_t lanes : {0UL, 2UL, 3UL}) CHECK(emitted.workspace.contains(lanes) == is_in_lanes);
        }
        const EmitOptions options{.language = language,
                                  .routines = {"defaults", "setup", "derivatives", "jacobian", "adjoint"},
                                  .sines = SineForm::fused};
        for (const EmittedFile& file : emit(program, options, name + "." + ending))
            write(folder / file.name, file.text);
    }
    return folder;
}

double printed(const fs::path& folder, const std::string& command) {
    double number = 0;
    REQUIRE(compiled_numbers(folder, command, "compare") >> number);
    return number;
}

// C, and C++ with the words that it calls otherwise.
const std::string c_compare = R"(
#include <math.h>
#include <stdio.h>
#include "scalar.ENDING"
#include "lanes.ENDING"
static double error = 0, largest = 1;
static void compare(int n, const double *a, const double *b) {
    for (int i = 0; i < n; ++i) error = fmax(error, fabs(a[i] - b[i])), largest = fmax(largest, fabs(b[i]));
}
int main(void) {
    enum { n = S(nq) + S(nu) };
    static double p[S(np) + 1], cs[S(nc) + 1], cl[L(nc) + 1], y[n], w[1], v[n], fs[n], fl[n], as[n], al[n], js[S(nz)],
        jl[L(nz)];
    unsigned long long seed = 7;
    S(defaults)(p), S(setup)(p, cs), L(setup)(p, cl);
    for (int k = 0; k < 8; ++k) {
        int info[6] = {0, 0, 0, 0, 0, 0};
        for (int i = 0; i < 2 * n; ++i) {
            seed = seed * 6364136223846792005ULL + 1442695040888963407ULL;
            (i < n ? y : v)[i % n] = (double)(seed >> 11) / 4503599627370496.0 - 1;
        }
        S(derivatives)(0.0, y, w, cs, fs, AT info[0]), L(derivatives)(0.0, y, w, cl, fl, AT info[1]);
        S(jacobian)(0.0, y, w, cs, js, AT info[2]), L(jacobian)(0.0, y, w, cl, jl, AT info[3]);
        S(adjoint)(0.0, y, w, cs, v, as, AT info[4]), L(adjoint)(0.0, y, w, cl, v, al, AT info[5]);
        for (int i = 0; i < 6; ++i)
            if (info[i] != 0) return 1;
        if ((int)S(nz) != (int)L(nz)) return 1;
        compare(n, fl, fs), compare(n, al, as), compare(S(nz), jl, js);
    }
    printf("%.3e\n", error / largest);
    return 0;
}
)";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t k = text.find(word); k != std::string::npos; k = text.find(word, k + by.size()))
        text.replace(k, word.size(), by);
    return text;
}

const char* const fortran_compare = R"(
program compare
  use scalar_model, only: nq, nu, np, nz, ncs => nc, scalar_defaults, scalar_setup, scalar_derivatives, &
    scalar_adjoint, scalar_jacobian
  use lanes_model, only: ncl => nc, nzl => nz, lanes_setup, lanes_derivatives, lanes_adjoint, lanes_jacobian
  implicit none
  integer, parameter :: dp = kind(1.0d0), n = nq + nu
  real(dp) :: p(np), cs(ncs), cl(ncl), y(n), w(0), v(n), fs(n), fl(n), as(n), al(n), js(nz), jl(nzl), error, largest
  integer :: i, k, seed, info(6)
  error = 0
  largest = 1
  seed = 11
  call scalar_defaults(p)
  call scalar_setup(p, cs)
  call lanes_setup(p, cl)
  do k = 1, 8
    do i = 1, n
      seed = modulo(1103*seed + 12345, 131071)
      y(i) = 2*seed/131071.0_dp - 1
      seed = modulo(1103*seed + 12345, 131071)
      v(i) = 2*seed/131071.0_dp - 1
    end do
    call scalar_derivatives(0.0_dp, y, w, cs, fs, info(1))
    call lanes_derivatives(0.0_dp, y, w, cl, fl, info(2))
    call scalar_jacobian(0.0_dp, y, w, cs, js, info(3))
    call lanes_jacobian(0.0_dp, y, w, cl, jl, info(4))
    call scalar_adjoint(0.0_dp, y, w, cs, v, as, info(5))
    call lanes_adjoint(0.0_dp, y, w, cl, v, al, info(6))
    if (any(info /= 0) .or. nz /= nzl) error stop
    largest = max(largest, maxval(abs(fs)), maxval(abs(as)), maxval(abs(js)))
    error = max(error, maxval(abs(fl - fs)), maxval(abs(al - as)), maxval(abs(jl - js)))
  end do
  print '(es12.3)', error/largest
end program compare
)";

}  // namespace

TEST_CASE("limbs in pieces: C++ gives what the scalar form gives") {
    const fs::path folder = emitted(Language::cpp, "hpp");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(holds(text, "typename lag_limbs<R, 3>::value* work3"));
    CHECK(holds(text, "    V3 work3["));
    const std::string driver = replaced(replaced(c_compare, "ENDING", "hpp"), "AT ", "");
    write(folder / "compare.cpp", "#define S(name) scalar::name\n#define L(name) lanes::name\n" + driver);
    for (const std::string flags : {"-O0", "-O1 -march=native"})
        CHECK(printed(folder, "g++ -std=c++17 -Wall -Wextra -Wno-unused-parameter -Werror " + flags +
                                  " compare.cpp -o compare") < 1e-12);
}

TEST_CASE("limbs in pieces: C gives what the scalar form gives, with vectors and without") {
    const fs::path folder = emitted(Language::c, "h");
    CHECK(holds(contents(folder / "lanes.h"), "lag_limbs_3* work3"));
    const std::string driver = replaced(replaced(c_compare, "ENDING", "h"), "AT ", "&");
    write(folder / "compare.c", "#define S(name) scalar_##name\n#define L(name) lanes_##name\n" + driver);
    for (const std::string flags : {"-O0", "-O1 -march=native"})
        CHECK(printed(folder, "gcc -std=c99 -Wall -Wextra -Wpedantic -Wno-unused-function -Werror " + flags +
                                  " compare.c -o compare -lm") < 1e-12);
}

TEST_CASE("limbs in pieces: Fortran gives what the scalar form gives") {
    const fs::path folder = emitted(Language::fortran, "f90");
    const std::string text = contents(folder / "lanes.f90");
    CHECK(holds(text, "real(dp), intent(inout) :: work3(4,"));
    CHECK(!holds(text, "lane_of(work3"));  // one element of it
    write(folder / "compare.f90", fortran_compare);
    CHECK(printed(folder,
                  "gfortran -std=f2008 -Wall -Wextra -Werror -O0 -fcheck=all scalar.f90 lanes.f90 compare.f90 "
                  "-o compare") < 1e-12);
}

TEST_CASE("limbs in pieces: values go to the workspace of their number of lanes, and no piece takes one in vain") {
    const Program program = chains("lanes", LimbForm::lanes, 200, false);
    const Routine& routine = *program.find(RoutineName::jacobian);
    for (const CodeStatement& s : routine.statements) {
        if (s.kind != CodeStatement::Kind::temporary || routine.slot[s.number] == 0) continue;
        CHECK(routine.slot[s.number] <= routine.workspace.at(routine.lanes_of(s.value.id)));
    }
    CHECK(routine.operations ==
          chains("lanes", LimbForm::lanes, 100000, false).find(RoutineName::jacobian)->operations);
}

}  // namespace lag
