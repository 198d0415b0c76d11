// emit(fortran, ..): equal limbs as short arrays, beside one limb after the other: the same numbers, the same info.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const char* const driver =
    "program compare\n"
    "  use, intrinsic :: ieee_arithmetic\n"
    "  use scalar_model, only: nq, nu, np, nw, ncs => nc, scalar_defaults, scalar_setup, scalar_derivatives\n"
    "  use lanes_model, only: ncl => nc, lanes_setup, lanes_derivatives, lanes_accelerations\n"
    "  implicit none\n"
    "  integer, parameter :: dp = kind(1.0d0)\n"
    "  real(dp) :: p(np), pk(np), cs(ncs), cl(ncl), y(nq+nu), w(nw), a(nq+nu), b(nq+nu), ub(nu), none(0)\n"
    "  real(dp) :: error, largest\n"
    "  integer :: k, i, is, il, ia, failed, differ\n"
    "  error = 0\n  largest = 1\n  failed = 0\n  differ = 0\n"
    "  call scalar_defaults(p)\n"
    "  do k = 1, 40\n"
    "    pk = p\n"
    "    call draw(pk)\n"
    "    pk = p*(1 + 0.1_dp*pk)\n"
    "    call draw(y)\n    call draw(w)\n"
    "    w = 3*w\n"
    "    if (k == 7) y(8) = 3.0e5_dp\n"
    "    if (k > 30) pk(modulo(k, np) + 1) = -50*pk(modulo(k, np) + 1)\n"
    "    call scalar_setup(pk, cs)\n    call lanes_setup(pk, cl)\n"
    "    call scalar_derivatives(0.0_dp, y, w, cs, a, is)\n"
    "    call lanes_derivatives(0.0_dp, y, w, cl, b, il)\n"
    "    call lanes_accelerations(0.0_dp, y(1:nq), y(nq+1:), w, cl, ub, none, ia)\n"
    "    if (is /= 0) failed = failed + 1\n"
    "    if ((is /= 0) .neqv. (il /= 0) .or. il /= ia) differ = differ + 1\n"
    "    if (is /= 0) cycle\n"
    "    largest = max(largest, maxval(abs(a)))\n"
    "    error = max(error, maxval(abs(a - b)), maxval(abs(b(nq+1:) - ub)))\n"
    "  end do\n"
    "  y(7) = ieee_value(1.0_dp, ieee_quiet_nan)\n"
    "  call lanes_derivatives(0.0_dp, y, w, cl, b, il)\n"
    "  if (il == 0) differ = differ + 1\n"
    "  print '(es12.3, 2i5)', error/largest, failed, differ\n"
    "contains\n"
    "  subroutine draw(x)\n"
    "    real(dp), intent(out) :: x(:)\n"
    "    integer, save :: seed = 11\n"
    "    do i = 1, size(x)\n"
    "      seed = modulo(1103*seed + 12345, 131071)\n"
    "      x(i) = 2*seed/131071.0_dp - 1\n"
    "    end do\n"
    "  end subroutine draw\n"
    "end program compare\n";

// Both forms, compared at random states; the folder with their files.
fs::path compare_limbs(int limbs, const std::string& moment, int fingers) {
    const fs::path folder = scratch_folder("limbs_in_fortran");
    for (const std::string form : {"lanes", "scalar"}) {
        write(folder / (form + ".lag"),
              walker(form, limbs, moment, fingers) + "emit(fortran, \"" + form + ".f90\", limbs = " + form + ")$\n");
        const CommandRun run = run_lag({form + ".lag", "--out", "."}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
    }
    CHECK(!holds(contents(folder / "scalar.f90"), "dimension("));
    write(folder / "compare.f90", driver);
    for (const std::string level : {"-O0 -fcheck=all", "-O2 -march=native"}) {
        const std::string compile =
            "gfortran -std=f2008 -Wall -Wextra -Werror " + level + " scalar.f90 lanes.f90 compare.f90 -o compare";
        std::istringstream numbers = compiled_numbers(folder, compile, "compare");
        double error = 1;
        int failed = 0, differ = 1;
        numbers >> error >> failed >> differ;
        CHECK(error < 1e-12);
        CHECK(failed > 0);  // a mass or an inertia is negative in some of the last draws
        CHECK(differ == 0);
    }
    return folder;
}

}  // namespace

TEST_CASE("limbs in Fortran: short arrays give what one limb after the other gives") {
    const std::string moment = GENERATE(std::string("gate*q"), std::string("if q > 0 then -k*q else sqrt(abs(q))"),
                                        std::string("atan(q)*max(q, gate)"), std::string(called_moment));
    const int limbs = GENERATE(2, 3, 4, 6, 17);  // 16 of 17 in slices of eight
    if (moment == called_moment && limbs != 3 && limbs != 4) return;
    CAPTURE(moment, limbs);
    const fs::path folder = compare_limbs(limbs, moment, 0);
    CHECK(holds(contents(folder / "lanes.f90"), "sum_of_" + std::to_string(std::min(limbs, 8)) + "("));
    CHECK(holds(contents(folder / "lanes.f90"), "_2(slice, ") == (limbs == 17));
}

TEST_CASE("limbs in Fortran: limbs on limbs are arrays of their own") {
    for (const int fingers : {2, 3, 4}) {
        CAPTURE(fingers);
        const fs::path folder = compare_limbs(2, "gate*q", fingers);
        CHECK(holds(contents(folder / "lanes.f90"), "folded_" + std::to_string(2 * fingers) + "_of_2("));
    }
}

TEST_CASE("limbs in Fortran: by default where they are faster, and never in Fortran 77") {
    const fs::path folder = scratch_folder("limbs_in_fortran_default");
    write(folder / "a.lag", walker("a", 4, "gate*q") +
                                "emit(fortran, \"a.f90\")$ emit(fortran, \"b.f90\", limbs = scalar)$ emit(fortran, "
                                "\"c.f90\", batch = true)$ emit(fortran77, \"a.f\")$\n");
    const CommandRun run = run_lag({"a.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(contents(folder / "a.f90"), "sum_of_4("));
    for (const char* file : {"b.f90", "c.f90", "a.f"}) CHECK(!holds(contents(folder / file), "sum_of_4("));
    write(folder / "d.lag", walker("d", 4, "gate*q") + "emit(fortran77, \"d.f\", limbs = lanes)$\n");
    const CommandRun refused = run_lag({"d.lag", "--out", "."}, folder);
    CHECK(refused.status != 0);
    CHECK(holds(refused.errors, "there are no limbs in lanes in fortran77"));
}

}  // namespace lag
