// Jacobian, tangent, adjoint and Hessian of equal limbs in lanes: what one limb after the other gives, and central differences of
// derivatives and of the adjoint in long double, parameters (through setup) and states among the columns; of trees, and with closed loops, conditions,
// rows that flags switch and calls of procedures.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// Legs about opposite axes on a pelvis that moves freely, arms on a chest, each with numbers of its own; inputs of all
// and of one, drives with states.
const std::string torso =
    "parameters(g = 9.81, k = 20, c = 0.2, lag = 1/10)$ gravity([0, 0, -g])$ input(push)$ input(tilt)$\n"
    "body(pelvis, ground, hinge = free(sequence = 321, angles = [yaw, pitch, roll], position = [x, y, z],\n"
    "     speeds = [wx, wy, wz, vx, vy, vz]), mass = 9, inertia = [0.2, 0.3, 0.4])$\n"
    "body(chest, pelvis, hinge = revolute(y, bend), at = [0, 0, 0.3], mass = 7, inertia = [0.3, 0.2, 0.1])$\n"
    "state(valve, rate = (tilt - valve*bend)/lag)$\n"
    "leg(n, side) := (parameter(concat(m_, n), 2 + side/10), parameter(concat(l_, n), 0.4 + side/50),\n"
    "  body(concat(thigh_, n), pelvis, hinge = revolute([0, side, 0], concat(hip_, n)), at = [0, side/5, -0.1],\n"
    "       mass = concat(m_, n), cm = [0.02, side/50, -concat(l_, n)/2], inertia = [0.05, 0.06, 0.01]),\n"
    "  body(concat(shank_, n), concat(thigh_, n), hinge = revolute([side, 0, 0], concat(knee_, n)),\n"
    "       at = [0, 0, -concat(l_, n)], mass = 1.5, cm = [0, side/90, -0.2], inertia = [0.02, 0.03, 0.01]),\n"
    "  input(concat(torque_, n)),\n"
    "  state(concat(drive_, n), rate = (concat(torque_, n) - concat(drive_, n)*concat(knee_, n))/lag),\n"
    "  hinge_load(concat(hip_, n), side*concat(drive_, n)*valve),\n"
    "  hinge_load(concat(knee_, n), -k*concat(knee_, n) - side*c*concat(knee_, n, \"'\")),\n"
    "  point(concat(toe_, n), concat(shank_, n), [0, 0, -0.4]), force(concat(toe_, n), [push, side, 2]))$\n"
    "arm(n, turn) := (\n"
    "  body(concat(upper_, n), chest, hinge = revolute(y, concat(lift_, n)), at = [0.1, n/9, 0],\n"
    "       orient = [[z, turn], [x, 0.2]], mass = 1, cm = [0.1, 0, -0.1], inertia = [0.01, 0.02, 0.03]),\n"
    "  body(concat(lower_, n), concat(upper_, n), hinge = prismatic(x, concat(reach_, n)), at = [0.3, 0, 0],\n"
    "       mass = 0.8, cm = [0.1, n/70, 0], inertia = [0.01, 0.01, 0.02]),\n"
    "  hinge_load(concat(reach_, n), -k*concat(reach_, n)*abs(concat(reach_, n)) + push*tilt/n))$\n"
    "leg(l, 1)$ leg(r, -1)$ arm(1, 0)$ arm(2, 0.7)$ arm(3, -1.1)$\n";

std::string with_quaternion(std::string script) {
    const std::string angles = "sequence = 321, angles = [yaw, pitch, roll]";
    return script.replace(script.find(angles), angles.size(), "quaternion = [e0, e1, e2, e3]");
}

std::string vehicle() {
    std::string text = contents(fs::path(LAG_SOURCE_DIR) / "samples" / "vehicle16.lag");
    text = text.substr(0, text.find("emit("));
    return text.substr(text.find(")$") + 2);
}

// Rows of each limb and of none; two stops at a hinge of each; the last limb lacks a hinge.
std::string held_walker(const std::string& moment, int limbs) {
    std::string script = walker("", limbs, moment).substr(std::string("model()$ ").size());
    script +=
        "body(tail, hub, hinge = revolute(z, wag), at = [0.5, 0, 0.1], mass = 1, cm = [0.1, 0, 0.02],\n"
        "     inertia = [0.01, 0.02, 0.02])$ constraint(wag = 0.1*z)$ speed_constraint(vx*c = wag*wy)$\n"
        "held(n) := constraint(concat(qa_, n) + c*concat(qb_, n)^2 = 0.1*n)$\n";
    for (int n = 1; n <= limbs; ++n) script += "held(" + std::to_string(n) + ")$ ";
    return script;
}

std::string stopped_walker() {
    return held_walker("if q > 0 then -k*q else gate*atan(q)", 3) +
           "flag(on, 1)$ constraint(roll*c = 0.2*pitch*z, active = on)$\n"
           "for q in [qb_1, qb_2, qb_3] do limit(q, -1/k, 1 + c)$ limit(z, 0, 3)$\n";
}

// Procedures of each limb, between limbs, and of one limb alone, which is given what another call gives.
std::string calling_walker(int limbs) {
    return held_walker(called_moment, limbs) +
           "procedure(bar, [left, right], [load], load: 4*(left - right)^3)$\n"
           "procedure(gust, [turning[3], height], [push], push: turning[1]*height - sin(turning[2]))$\n"
           "external(bar, [qa_1, qa_2 + c*wag], [of_bar])$ hinge_load(qa_1, -of_bar)$ hinge_load(qa_2, of_bar)$\n"
           "external(gust, [angular_velocity(hub), of_qb_1], [of_gust])$ hinge_load(wag, of_gust)$\n"
           "external(bar, [qb_2*k, qb_2'], [of_damper])$ hinge_load(qb_2, -of_damper)$\n";
}

// A plate on three legs that stand on the ground and close on it: Euler parameters, loops in lean axes.
const std::string platform =
    "parameters(g = 9.81, k = 20, M = 6, mb = 3, rp = 0.5)$ gravity([0, 0, -g])$\n"
    "body(plate, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z],\n"
    "     speeds = [wx, wy, wz, vx, vy, vz]), mass = M, inertia = [2, 2.1, 3.8])$\n"
    "circle(radius, angle) := [radius*cos(angle), radius*sin(angle), 0]$\n"
    "leg(i) := (input(concat(thrust, i)),\n"
    "  body(concat(lower, i), ground, hinge = universal([x, y], [concat(a, i), concat(b, i)]), at = circle(0.8, 2*i),\n"
    "       orient = [[z, 2*i]], mass = mb, cm = [0, 0, 0.3], inertia = [0.06, 0.06, 0.01]),\n"
    "  body(concat(upper, i), concat(lower, i), hinge = prismatic(z, concat(leg, i)), mass = 2 + i/10,\n"
    "       cm = [0, 0, -0.25], inertia = [0.04, 0.04, 0]),\n"
    "  hinge_load(concat(leg, i), concat(thrust, i) - k*concat(leg, i)^3),\n"
    "  point(concat(seat, i), plate, circle(rp, 2*i + 1/5)),\n"
    "  close_loop(origin(concat(upper, i)), concat(seat, i)))$\n"
    "leg(1)$ leg(2)$ leg(3)$ initial(z = 1, leg1 = 1, leg2 = 1, leg3 = 1)$\n";

// Each limb is of two subtrees on the hull, which a loop ties together; states drive them.
const std::string sliders =
    "parameters(g = 9.81, k = 20, c = 0.2, lag = 1/10)$ gravity([0, -g, 0])$ input(push)$\n"
    "body(hull, ground, hinge = planar(z, [x, y, turn]), mass = 8, inertia = [0, 0, 2])$\n"
    "slider(n) := (parameter(concat(l_, n), 0.3 + n/50), state(concat(drive_, n), rate = (push - concat(drive_, "
    "n))/lag),\n"
    "  body(concat(crank_, n), hull, hinge = revolute(z, concat(p_, n)), at = [n, 0, 0], mass = 1 + n/9,\n"
    "       cm = [0.1, 0, 0], inertia = [0, 0, 0.02]),\n"
    "  body(concat(rod_, n), concat(crank_, n), hinge = prismatic(x, concat(r_, n)), at = [concat(l_, n), 0, 0], mass "
    "= "
    "0.7,\n"
    "       cm = [0.2, n/90, 0], inertia = [0, 0, 0.03]),\n"
    "  body(concat(rocker_, n), hull, hinge = revolute(z, concat(s_, n)), at = [n + 0.7, n/20, 0], mass = 0.9,\n"
    "       cm = [0, 0.2, 0], inertia = [0, 0, 0.04]),\n"
    "  point(concat(e_, n), concat(rod_, n), [1.5, 0, 0]), point(concat(f_, n), concat(rocker_, n), [0.7, 0.9, 0]),\n"
    "  close_loop(concat(e_, n), concat(f_, n)),\n"
    "  hinge_load(concat(p_, n), concat(drive_, n)*turn - c*concat(p_, n, \"'\")),\n"
    "  hinge_load(concat(s_, n), -k*sin(concat(s_, n))))$\n"
    "slider(1)$ slider(2)$\n"
    "for n in [p_1, p_2] do initial(n = 1)$ for n in [r_1, r_2] do initial(n = 0.1)$\n";

// `columns`: in the order q, u, states, w, p.
fs::path emitted(const std::string& folder_name, const std::string& script, const std::string& language,
                 const std::string& ending, const std::string& columns, const std::string& of_jacobian,
                 const std::string& of_hessian, const std::string& more = "") {
    const fs::path folder = scratch_folder(folder_name);
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

const char* const cpp_driver = R"(
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

struct Compared {
    double forms = 1, products = 1, differences = 1;
};

Compared compared(const fs::path& folder, const std::string& type, int states, const std::string& options) {
    write(folder / "driver.cpp", cpp_driver);
    const std::string command = "cd '" + folder.string() + "' && g++ -std=c++17 -Wall -Wextra -Wpedantic -O0 " +
                                options + " '-DTYPE=" + type + "' -DSTATES=" + std::to_string(states) +
                                " -DFLAGS=" + (holds(contents(folder / "scalar.hpp"), ", nf = ") ? "S::nf" : "0") +
                                " -Wno-unused-parameter driver.cpp -o driver > log 2>&1 && ./driver > numbers 2>> log";
    const int status = std::system(command.c_str());
    INFO(contents(folder / "log").substr(0, 3000));
    REQUIRE(status == 0);
    std::istringstream numbers(contents(folder / "numbers"));
    Compared result;
    numbers >> result.forms >> result.products >> result.differences;
    return result;
}

// The statements of a routine.
std::string body_of(const std::string& text, const std::string& begin, const std::string& end) {
    const std::size_t from = text.find(begin);
    return from == std::string::npos ? "" : text.substr(from, text.find(end, from) - from);
}

}  // namespace

namespace {

struct Case {
    std::string name, script, columns, of_jacobian, of_hessian;  // the first columns, in lanes where they are told
    int states;
    bool has_hessian = true;  // in lanes
};

// The folder with both forms.
fs::path require_same(const Case& one, const std::string& options) {
    CAPTURE(one.name);
    const fs::path folder = emitted("limb_derivatives_" + one.name, one.script, "cpp", ".hpp", one.columns,
                                    one.of_jacobian, one.of_hessian);
    const std::string text = contents(folder / "lanes.hpp");
    const auto is_in_lanes = [&](const std::string& routine) {  // whole or in pieces
        return holds(body_of(text, routine + "(", "\n}\n") + body_of(text, routine + "_2(", "\n}\n"), "lane_sum(");
    };
    for (const std::string routine : {"void tangent", "void adjoint", "void jacobian"}) CHECK(is_in_lanes(routine));
    CHECK(is_in_lanes("void hessian") == one.has_hessian);
    const Compared vectors = compared(folder, "double", one.states, options);
    CHECK(vectors.forms < 1e-12);
    CHECK(vectors.products < 1e-12);
    const Compared exact = compared(folder, "long double", one.states, "");
    CHECK(exact.forms < 1e-15);
    CHECK(exact.products < 1e-15);
    CHECK(exact.differences < 1e-7);
    return folder;
}

}  // namespace

TEST_CASE("derivatives of limbs in lanes: C++ gives those of the scalar form, by parameters and states too") {
    require_same({"torso", torso, "[q, u, states, w, p]", "[q, u, states, w]", "[q]", 3}, "-march=native");
    require_same({"quaternion", with_quaternion(torso), "[q, u, states, w, p]", "[q, u, states, w]", "[q]", 3},
                 "-march=native");
    require_same({"vehicle", vehicle(), "[q, u, w, p]", "[q, u, w]", "[q]", 0}, "-march=native");
    require_same(
        {"three", walker("", 3, "if q > 0 then -k*q else gate*atan(q)").substr(std::string("model()$ ").size()),
         "[q, u, w, p]", "[q, u, w, p]", "[q, u, w, p]", 0},
        "");
}

TEST_CASE("derivatives of limbs in lanes: limbs on limbs are lanes of their own in tangent and adjoint") {
    const std::string hands = walker("", 2, "atan(q)*max(q, gate)", 3).substr(std::string("model()$ ").size());
    const fs::path folder = require_same({"hands", hands, "[q, u, w, p]", "[q, u]", "[q]", 0}, "-march=native");
    const std::string text = contents(folder / "lanes.hpp");
    for (const std::string routine : {"void tangent(", "void adjoint("})
        CHECK(holds(body_of(text, routine, "\n}\n"), "K6::template folded<2>("));
    CHECK(!holds(body_of(text, "void jacobian", "void tangent("), "K6::"));
}

TEST_CASE("derivatives of limbs in lanes: C++ gives those of the scalar form beside constraints and calls") {
    require_same({"platform", platform, "[q, u, w, p]", "[q, u, w]", "[q]", 0}, "");
    require_same({"sliders", sliders, "[q, u, states, w, p]", "[q, u, states, w, p]", "[q, u, states, w, p]", 2}, "");
    require_same({"called", calling_walker(3), "[q, u, w, p]", "[q, u]", "[yaw]", 0, false}, "");
    require_same({"stopped", stopped_walker(), "[q, u, w, p]", "[q, u]", "[q, u]", 0}, "");
}

TEST_CASE("derivatives of limbs in lanes: C has both forms, and gives the same") {
    const std::string moment = "if q > 0 then -k*q else gate*q";
    const std::string script = GENERATE_COPY(walker("", 4, moment).substr(std::string("model()$ ").size()),
                                             held_walker(moment, 4), calling_walker(4));
    const fs::path folder = emitted("limb_derivatives_c", script, "c", ".h", "[q, u, w, p]", "[q, u, w]", "[q]");
    const std::string text = contents(folder / "lanes.h");
    for (const std::string routine : {"void lanes_tangent(", "void lanes_adjoint("}) {
        const std::string both = body_of(text, routine, "\n#endif");
        CHECK(holds(both, "\n#else\n"));
        CHECK(holds(both, "lag_limbs_4_lane_sum("));
    }
    CHECK(holds(body_of(text, "void lanes_jacobian(", "\n}\n") + body_of(text, "void lanes_jacobian_2(", "\n}\n"),
                "lag_limbs_4_lane_sum("));
    write(folder / "driver.c", R"(
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
)");
    for (const std::string flags : {"", "-march=x86-64-v3"}) {
        if (!flags.empty() && __builtin_cpu_supports("avx2") == 0) continue;
        const std::string command =
            "cd '" + folder.string() + "' && gcc -std=c99 -O0 -Wall -Wextra -Wpedantic -Werror " +
            "-Wno-unused-function " + flags + " driver.c -o driver -lm > log 2>&1 && ./driver > numbers 2>> log";
        const int status = std::system(command.c_str());
        INFO(command << "\n" << contents(folder / "log").substr(0, 3000));
        REQUIRE(status == 0);
        CHECK(std::stod(contents(folder / "numbers")) < 1e-12);
    }
}

TEST_CASE("derivatives of limbs in lanes: Fortran has short arrays, and gives the same") {
    const std::string moment = "atan(q)*max(q, gate)";
    const std::string script = GENERATE_COPY(walker("", 3, moment).substr(std::string("model()$ ").size()),
                                             walker("", 2, moment, 2).substr(std::string("model()$ ").size()),
                                             held_walker(moment, 3), calling_walker(3));
    const fs::path folder =
        emitted("limb_derivatives_fortran", script, "fortran", ".f90", "[q, u, w, p]", "[q, u, w]", "[q]");
    const std::string text = contents(folder / "lanes.f90");
    for (const std::string routine :
         {"subroutine lanes_jacobian", "subroutine lanes_tangent", "subroutine lanes_adjoint"})
        CHECK(holds(body_of(text, routine + "(", "end subroutine") + body_of(text, routine + "_2(", "end subroutine"),
                    holds(text, "sum_of_3(") ? "sum_of_3(" : "sum_of_2("));
    write(folder / "compare.f90", R"(
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
)");
    const std::string command = "cd '" + folder.string() +
                                "' && gfortran -std=f2008 -Wall -Wextra -Werror -O0 -fcheck=all scalar.f90 lanes.f90 "
                                "compare.f90 -o compare > log 2>&1 && ./compare > numbers 2>> log";
    const int status = std::system(command.c_str());
    INFO(contents(folder / "log").substr(0, 3000));
    REQUIRE(status == 0);
    CHECK(std::stod(contents(folder / "numbers")) < 1e-12);
}

TEST_CASE("derivatives of limbs in lanes: rates of states that hold accelerations leave them one after the other") {
    const std::string shaken = "state(shaken, rate = bend'' - shaken)$\n";
    const fs::path folder = emitted("limb_derivatives_states", torso + shaken, "cpp", ".hpp", "[q, u, states]",
                                    "[q, u, states]", "[q, u, states]", ", routines = [setup]");
    const std::string text = contents(folder / "lanes.hpp");
    CHECK(!holds(body_of(text, "void adjoint(", "\n}\n"), "lane_sum("));
    CHECK(!holds(body_of(text, "void jacobian(", "\n}\n"), "lane_sum("));
    CHECK(!holds(body_of(text, "void hessian(", "\n}\n"), "lane_sum("));
    CHECK(!body_of(text, "void adjoint(", "\n}\n").empty());
}

}  // namespace lag
