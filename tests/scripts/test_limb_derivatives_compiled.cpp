// Derivatives of equal limbs and of chains in lanes, in C and Fortran: those of one limb or link after the other.
#include <cstdlib>
#include <filesystem>

#include "tests/planar_chain.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/limb_derivatives.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

const char* const c_driver = R"(
#include <math.h>
#include <stdio.h>
#include "scalar.h"
#include "lanes.h"
static unsigned long long seed = 7;
static double draw(void) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) / 4503599627370496.0 - 1;
}
static double error = 0, largest = 1;
static void compare(int n, const double *a, const double *b) {
    for (int i = 0; i < n; ++i) error = fmax(error, fabs(a[i] - b[i])), largest = fmax(largest, fabs(b[i]));
}
int main(void) {
    enum { n = scalar_nq + scalar_nu, columns = scalar_nt };
    static double p[scalar_np], cs[scalar_nc], cl[lanes_nc], y[n], w[scalar_nw], d[columns], v[n];
    static double fs[n], fl[n], as[columns], al[columns];
    static double js[scalar_nz], jl[scalar_nz], hs[scalar_nh], hl[scalar_nh];
    for (int k = 0; k < 8; ++k) {
        int i, i1, i2, i3, i4, i5, i6;
        scalar_defaults(p);
        for (i = 0; i < scalar_np; ++i) p[i] *= 1 + 0.1 * draw();
        for (i = 0; i < n; ++i) y[i] = draw(), v[i] = draw();
        for (i = 0; i < scalar_nw; ++i) w[i] = draw();
        for (i = 0; i < columns; ++i) d[i] = draw();
        scalar_setup(p, cs), lanes_setup(p, cl);
        scalar_tangent(0, y, w, cs, d, fs, &i1), lanes_tangent(0, y, w, cl, d, fl, &i2);
        scalar_adjoint(0, y, w, cs, v, as, &i3), lanes_adjoint(0, y, w, cl, v, al, &i4);
        scalar_jacobian(0, y, w, cs, js, &i5), lanes_jacobian(0, y, w, cl, jl, &i6);
        if (i1 || i2 || i3 || i4 || i5 || i6 || (int)scalar_nz != (int)lanes_nz) return 1;
        scalar_hessian(0, y, w, cs, v, hs, &i5), lanes_hessian(0, y, w, cl, v, hl, &i6);
        if (i5 || i6 || (int)scalar_nh != (int)lanes_nh) return 1;
        compare(n, fl, fs), compare(columns, al, as), compare(scalar_nz, jl, js), compare(scalar_nh, hl, hs);
    }
    printf("%.3e\n", error / largest);
    return 0;
}
)";

void require_same_in_c(const fs::path& folder) {
    write(folder / "driver.c", c_driver);
    for (const std::string flags : {"", "-march=x86-64-v3"}) {
        if (!flags.empty() && __builtin_cpu_supports("avx2") == 0) continue;
        const std::string compile = std::string("gcc -std=c99 -O0 -Wall -Wextra -Wpedantic -Werror ") +
                                    "-Wno-unused-function " + flags + " driver.c -o driver -lm";
        double error = 1;
        REQUIRE(compiled_numbers(folder, compile) >> error);  // nan is no number there
        CHECK(error < 1e-12);
    }
}

const char* const fortran_driver = R"(
program compare
  use scalar_model, only: nq, nu, np, nw, nt, nz, nh, ncs => nc, scalar_defaults, scalar_setup, scalar_tangent, &
    scalar_adjoint, scalar_jacobian, scalar_hessian
  use lanes_model, only: ncl => nc, nzl => nz, nhl => nh, lanes_setup, lanes_tangent, lanes_adjoint, lanes_jacobian, lanes_hessian
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp) :: p(np), pk(np), cs(ncs), cl(ncl), y(nq+nu), w(nw), d(nt), v(nq+nu)
  real(dp) :: fs(nq+nu), fl(nq+nu), as(nt), al(nt), js(nz), jl(nzl), hs(nh), hl(nhl), error, largest
  integer :: k, info(8)
  error = 0
  largest = 1
  call scalar_defaults(p)
  do k = 1, 8
    call draw(pk)
    pk = p*(1 + 0.1_dp*pk)
    call draw(y)
    call draw(w)
    call draw(d)
    call draw(v)
    call scalar_setup(pk, cs)
    call lanes_setup(pk, cl)
    call scalar_tangent(0.0_dp, y, w, cs, d, fs, info(1))
    call lanes_tangent(0.0_dp, y, w, cl, d, fl, info(2))
    call scalar_adjoint(0.0_dp, y, w, cs, v, as, info(3))
    call lanes_adjoint(0.0_dp, y, w, cl, v, al, info(4))
    call scalar_jacobian(0.0_dp, y, w, cs, js, info(5))
    call lanes_jacobian(0.0_dp, y, w, cl, jl, info(6))
    call scalar_hessian(0.0_dp, y, w, cs, v, hs, info(7))
    call lanes_hessian(0.0_dp, y, w, cl, v, hl, info(8))
    if (any(info /= 0) .or. nz /= nzl .or. nh /= nhl) error stop
    largest = max(largest, maxval(abs(fs)), maxval(abs(as)), maxval(abs(js)), maxval(abs(hs)))
    error = max(error, maxval(abs(fl - fs)), maxval(abs(al - as)), maxval(abs(jl - js)), maxval(abs(hl - hs)))
  end do
  print '(es12.3)', error/largest
contains
  subroutine draw(x)
    real(dp), intent(out) :: x(:)
    integer, save :: seed = 11
    integer :: i
    do i = 1, size(x)
      seed = modulo(1103*seed + 12345, 131071)
      x(i) = 2*seed/131071.0_dp - 1
    end do
  end subroutine draw
end program compare
)";

void require_same_in_fortran(const fs::path& folder) {
    write(folder / "compare.f90", fortran_driver);
    const std::string compile =
        "gfortran -std=f2008 -Wall -Wextra -Werror -O0 -fcheck=all scalar.f90 lanes.f90 "
        "compare.f90 -o compare";
    double error = 1;
    REQUIRE(compiled_numbers(folder, compile, "compare") >> error);
    CHECK(error < 1e-12);
}

}  // namespace

TEST_CASE("derivatives of limbs in lanes: C has both forms, and gives the same") {
    const std::string moment = "if q > 0 then -k*q else gate*q";
    const std::string script = GENERATE_COPY(walker("", 4, moment).substr(std::string("model()$ ").size()),
                                             held_walker(moment, 4), calling_walker(4));
    const fs::path folder =
        emitted_limb_derivatives("limb_derivatives_c", script, "c", ".h", "[q, u, w, p]", "[q, u, w]", "[q]");
    const std::string text = contents(folder / "lanes.h");
    for (const std::string routine : {"void lanes_tangent(", "void lanes_adjoint("}) {
        const std::string both = text_of_routine(text, routine, "\n#endif");
        CHECK(holds(both, "\n#else\n"));
        CHECK(holds(both, "lag_limbs_4_lane_sum("));
    }
    CHECK(holds(text_of_routine(text, "void lanes_jacobian(", "\n}\n") +
                    text_of_routine(text, "void lanes_jacobian_2(", "\n}\n"),
                "lag_limbs_4_lane_sum("));
    require_same_in_c(folder);
}

TEST_CASE("derivatives of limbs in lanes: Fortran has short arrays, and gives the same") {
    const std::string moment = "atan(q)*max(q, gate)";
    const std::string script = GENERATE_COPY(walker("", 3, moment).substr(std::string("model()$ ").size()),
                                             walker_on_ground("", 3, moment).substr(std::string("model()$ ").size()),
                                             rods_on_hub("", 11).substr(std::string("model()$ ").size()),
                                             walker("", 2, moment, 2).substr(std::string("model()$ ").size()),
                                             held_walker(moment, 3), calling_walker(3));
    const fs::path folder = emitted_limb_derivatives("limb_derivatives_fortran", script, "fortran", ".f90",
                                                     "[q, u, w, p]", "[q, u, w]", "[q]");
    const std::string text = contents(folder / "lanes.f90");
    for (const std::string routine :
         {"subroutine lanes_jacobian", "subroutine lanes_tangent", "subroutine lanes_adjoint"})
        CHECK(holds(
            text_of_routine(text, routine + "(", "end subroutine") +
                text_of_routine(text, routine + "_2(", "end subroutine"),
            holds(script, "body(hub") ? holds(text, "sum_of_3(") ? "sum_of_3(" : "sum_of_2(" : "real(dp), dimension("));
    require_same_in_fortran(folder);
}

TEST_CASE("derivatives of chains in segments: C and Fortran give those of one link after the other") {
    const auto emitted = [](const std::string& language, const std::string& ending) {
        return emitted_limb_derivatives("chain_derivatives_" + language, planar_chain_on_cart(9), language, ending,
                                        "[q, u, w, p]", "[q, u, w]", "[q]");
    };
    const fs::path in_c = emitted("c", ".h"), in_fortran = emitted("fortran", ".f90");
    const std::string c = contents(in_c / "lanes.h"), fortran = contents(in_fortran / "lanes.f90");
    for (const std::string routine : {"tangent", "adjoint"}) {
        CHECK(holds(text_of_routine(c, "void lanes_" + routine + "(", "\n#endif"), "lag_limbs_2_of("));
        CHECK(holds(text_of_routine(fortran, "subroutine lanes_" + routine + "(", "end subroutine"), "dimension(2)"));
    }
    require_same_in_c(in_c);
    require_same_in_fortran(in_fortran);
}

}  // namespace lag
