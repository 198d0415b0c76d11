// Jacobian, tangent, adjoint and Hessian of equal limbs in lanes: what one limb after the other gives, and central differences of
// derivatives and of the adjoint in long double, parameters (through setup) and states among the columns; of trees, and with closed loops, conditions,
// rows that flags switch and calls of procedures.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

// Rows of each limb and of none; two stops at a hinge of each; the last limb lacks a hinge.
inline std::string held_walker(const std::string& moment, int limbs) {
    std::string script = walker("", limbs, moment).substr(std::string("model()$ ").size());
    script +=
        "body(tail, hub, hinge = revolute(z, wag), at = [0.5, 0, 0.1], mass = 1, cm = [0.1, 0, 0.02],\n"
        "     inertia = [0.01, 0.02, 0.02])$ constraint(wag = 0.1*z)$ speed_constraint(vx*c = wag*wy)$\n"
        "held(n) := constraint(concat(qa_, n) + c*concat(qb_, n)^2 = 0.1*n)$\n";
    for (int n = 1; n <= limbs; ++n) script += "held(" + std::to_string(n) + ")$ ";
    return script;
}

// Procedures of each limb, between limbs, and of one limb alone, which is given what another call gives.
inline std::string calling_walker(int limbs) {
    return held_walker(called_moment, limbs) +
           "procedure(bar, [left, right], [load], load: 4*(left - right)^3)$\n"
           "procedure(gust, [turning[3], height], [push], push: turning[1]*height - sin(turning[2]))$\n"
           "external(bar, [qa_1, qa_2 + c*wag], [of_bar])$ hinge_load(qa_1, -of_bar)$ hinge_load(qa_2, of_bar)$\n"
           "external(gust, [angular_velocity(hub), of_qb_1], [of_gust])$ hinge_load(wag, of_gust)$\n"
           "external(bar, [qb_2*k, qb_2'], [of_damper])$ hinge_load(qb_2, -of_damper)$\n";
}

// `columns`: in the order q, u, states, w, p.
inline std::filesystem::path emitted_limb_derivatives(const std::string& folder_name, const std::string& script,
                                                      const std::string& language, const std::string& ending,
                                                      const std::string& columns, const std::string& of_jacobian,
                                                      const std::string& of_hessian, const std::string& more = "") {
    const std::filesystem::path folder = scratch_folder(folder_name);
    for (const std::string form : {"lanes", "scalar"}) {
        const std::string derivatives = ", jacobian = " + of_jacobian + ", tangent = " + columns +
                                        ", adjoint = " + columns + ", hessian = " + of_hessian;
        write(folder / (form + ".lag"), "model(" + form + ")$ " + script + "emit(" + language + ", \"" + form + ending +
                                            "\", limbs = " + form + derivatives + more + ")$\n");
        const CommandRun run = run_lag({form + ".lag", "--out", "."}, folder);
        INFO(run.output << run.errors);
        REQUIRE(run.status == 0);
    }
    return folder;
}

inline const char* const limb_derivatives_driver = R"(
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>
#include "scalar.hpp"
#include "lanes.hpp"
using R = TYPE;
using Numbers = std::vector<R>;
static unsigned long long seed = 7;
static double draw() {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1;
}
static double apart(const Numbers& a, const Numbers& b) {
    R largest = 0, size = 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, R(std::fabs(a[i] - b[i]))), size = std::max(size, R(std::fabs(b[i])));
        if (!(std::fabs(a[i]) < 1e15)) return 1e9;
    }
    return static_cast<double>(largest / size);
}
int main() {
    namespace S = scalar;
    constexpr int n = S::nq + S::nu + STATES, inputs = S::nw - FLAGS, columns = n + inputs + S::np;
    static_assert(S::nt == columns && S::na == columns && S::nz == lanes::nz && S::nh == lanes::nh, "of all");
    double forms = 0, differences = 0, products = 0;
    int compared = 0;
    for (int k = 0; k < 8; ++k) {
        Numbers p(S::np), cs(S::nc + 1), cl(lanes::nc + 1), y(n), w(S::nw + 1), d(columns), v(n);
        S::scalar_defaults<R>(p.data());
        for (R& x : p) x *= R(1 + 0.1 * draw());
        for (Numbers* numbers : {&y, &w, &d, &v})
            for (R& x : *numbers) x = R(draw());
        for (int i = S::nw - FLAGS; i < S::nw; ++i) w[i] = R(draw() > 0.3);
        S::scalar_setup<R>(p.data(), cs.data()), lanes::lanes_setup<R>(p.data(), cl.data());
        Numbers fs(n), fl(n), as(columns), al(columns);
        int i1 = 0, i2 = 0, i3 = 0, i4 = 0;
        S::scalar_tangent<R>(R(0), y.data(), w.data(), cs.data(), d.data(), fs.data(), i1);
        lanes::lanes_tangent<R>(R(0), y.data(), w.data(), cl.data(), d.data(), fl.data(), i2);
        S::scalar_adjoint<R>(R(0), y.data(), w.data(), cs.data(), v.data(), as.data(), i3);
        lanes::lanes_adjoint<R>(R(0), y.data(), w.data(), cl.data(), v.data(), al.data(), i4);
        if (FLAGS > 0 && i1 != 0 && i2 != 0) continue;  // both stops of a hinge
        if (i1 != 0 || i2 != 0 || i3 != 0 || i4 != 0) return 1;
        ++compared;
        Numbers js(S::nz), jl(S::nz), along_d(n);
        int i5 = 0, i6 = 0;
        S::scalar_jacobian<R>(R(0), y.data(), w.data(), cs.data(), js.data(), i5);
        lanes::lanes_jacobian<R>(R(0), y.data(), w.data(), cl.data(), jl.data(), i6);
        if (i5 != 0 || i6 != 0) return 1;
        for (int e = 0; e < S::nz; ++e) {
            if (S::jacobian_rows[e] != lanes::jacobian_rows[e] || S::jacobian_columns[e] != lanes::jacobian_columns[e]) return 1;
            along_d[S::jacobian_rows[e]] += jl[e] * d[S::jacobian_columns[e]];
        }
        Numbers hs(S::nh), hl(S::nh), h_d(S::nhc);
        S::scalar_hessian<R>(R(0), y.data(), w.data(), cs.data(), v.data(), hs.data(), i5);
        lanes::lanes_hessian<R>(R(0), y.data(), w.data(), cl.data(), v.data(), hl.data(), i6);
        if (i5 != 0 || i6 != 0) return 1;
        for (int e = 0; e < S::nh; ++e) {
            const int r = S::hessian_rows[e], c = S::hessian_columns[e];
            if (r != lanes::hessian_rows[e] || c != lanes::hessian_columns[e]) return 1;
            h_d[r] += hl[e] * d[c];
            if (r != c) h_d[c] += hl[e] * d[r];
        }
        forms = std::max({forms, apart(fl, fs), apart(al, as), apart(jl, js), apart(hl, hs)});
        if (S::nj == columns) products = std::max(products, apart(along_d, fs));
        R left = 0, right = 0, size = 1;
        for (int i = 0; i < n; ++i) left += v[i] * fl[i], size += std::fabs(v[i] * fl[i]);
        for (int i = 0; i < columns; ++i) right += al[i] * d[i];
        products = std::max(products, static_cast<double>(std::fabs(left - right) / size));
        const R h = R(1e-5);
        Numbers at[2], adjoint_at[2], difference(n), of_adjoint(S::nhc);
        for (int side = 0; side < 4; ++side) {
            const R by = side % 2 == 0 ? h : -h;
            if (side == 2)  // along the columns of the hessian alone
                for (int i = S::nhc; i < columns; ++i) d[i] = 0;
            Numbers yh = y, wh = w, ph = p;
            for (int i = 0; i < n; ++i) yh[i] += by * d[i];
            for (int i = 0; i < inputs; ++i) wh[i] += by * d[n + i];
            for (int i = 0; i < S::np; ++i) ph[i] += by * d[n + inputs + i];
            S::scalar_setup<R>(ph.data(), cs.data());
            Numbers& found = side < 2 ? at[side] : adjoint_at[side - 2];
            found.resize(side < 2 ? n : columns);
            if (side < 2)
                S::scalar_derivatives<R>(R(0), yh.data(), wh.data(), cs.data(), found.data(), i1);
            else
                S::scalar_adjoint<R>(R(0), yh.data(), wh.data(), cs.data(), v.data(), found.data(), i1);
        }
        for (int i = 0; i < n; ++i) difference[i] = (at[0][i] - at[1][i]) / (2 * h);
        for (int i = 0; i < S::nhc; ++i) of_adjoint[i] = (adjoint_at[0][i] - adjoint_at[1][i]) / (2 * h);
        differences = std::max({differences, apart(fl, difference), apart(h_d, of_adjoint)});
    }
    if (compared < 3) return 1;
    std::printf("%.3e %.3e %.3e\n", forms, products, differences);
}
)";

struct LimbDerivativesCompared {
    double forms = 1, products = 1, differences = 1;
};

inline LimbDerivativesCompared compared_limb_derivatives(const std::filesystem::path& folder, const std::string& type,
                                                         int states, const std::string& options) {
    write(folder / "driver.cpp", limb_derivatives_driver);
    const std::string compile = "g++ -std=c++17 -Wall -Wextra -Wpedantic -O0 " + options + " '-DTYPE=" + type +
                                "' -DSTATES=" + std::to_string(states) +
                                " -DFLAGS=" + (holds(contents(folder / "scalar.hpp"), ", nf = ") ? "S::nf" : "0") +
                                " -Wno-unused-parameter driver.cpp -o driver";
    std::istringstream numbers = compiled_numbers(folder, compile);
    LimbDerivativesCompared result;
    numbers >> result.forms >> result.products >> result.differences;
    return result;
}

// The statements of a routine.
inline std::string text_of_routine(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    return from == std::string::npos ? "" : text.substr(from, text.find(end, from) - from);
}

struct LimbDerivativesCase {
    std::string name, script, columns, of_jacobian, of_hessian;  // the first columns, in lanes where they are told
    int states;
    bool has_hessian = true;  // in lanes
    bool has_jacobian = true;
    std::string in_lanes = "lane_sum(";  // what stands in routines in lanes
};

// The folder with both forms.
inline std::filesystem::path require_same_limb_derivatives(const LimbDerivativesCase& one, const std::string& options) {
    CAPTURE(one.name);
    const std::filesystem::path folder = emitted_limb_derivatives("limb_derivatives_" + one.name, one.script, "cpp",
                                                                  ".hpp", one.columns, one.of_jacobian, one.of_hessian);
    const std::string text = contents(folder / "lanes.hpp");
    const auto is_in_lanes = [&](const std::string& routine) {  // whole or in pieces
        std::string statements = text_of_routine(text, routine + "(", "\n}\n"), piece = statements;
        for (int k = 1; !piece.empty(); ++k)
            statements += piece = text_of_routine(text, routine + "_" + std::to_string(k) + "(", "\n}\n");
        return holds(statements, one.in_lanes);
    };
    for (const std::string routine : {"void tangent", "void adjoint"}) CHECK(is_in_lanes(routine));
    CHECK(is_in_lanes("void jacobian") == one.has_jacobian);
    CHECK(is_in_lanes("void hessian") == one.has_hessian);
    const LimbDerivativesCompared vectors = compared_limb_derivatives(folder, "double", one.states, options);
    CHECK(vectors.forms < 1e-12);
    CHECK(vectors.products < 1e-12);
    const LimbDerivativesCompared exact = compared_limb_derivatives(folder, "long double", one.states, "");
    CHECK(exact.forms < 1e-15);
    CHECK(exact.products < 1e-15);
    CHECK(exact.differences < 1e-7);
    return folder;
}

}  // namespace lag
