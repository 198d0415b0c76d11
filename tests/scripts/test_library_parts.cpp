// Parts of the library against closed forms: what needs no motion. The references are worked out in C++ or in exact algebra.
#include <cmath>
#include <complex>
#include <numbers>
#include <string>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

const std::string slider = "model(m)$ input(u)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";

std::string number(double value) {
    return std::to_string(value);
}

// Is the response of output y to input u at 0.1, 1 and 10 Hz the one given?
void require_response(const std::string& script, const std::function<std::complex<double>(std::complex<double>)>& g) {
    std::string asked = script +
                        "F: frequency_response(at = [s = 0], input = u, output = y, from = 1/10, to = 10, "
                        "points = 3)$\n";
    for (int k = 1; k <= 3; ++k) {
        const double frequency = std::pow(10.0, k - 2);
        const std::complex<double> value = g({0, 2 * std::numbers::pi * frequency});
        char text[400];
        std::snprintf(text, sizeof text,
                      "assert(abs(F[%d, 2]*cos(F[%d, 3]) - (%.17f)) + abs(F[%d, 2]*sin(F[%d, 3]) - (%.17f)) < "
                      "1/10^11, %d, F[%d])$\n",
                      k, k, value.real(), k, k, value.imag(), k, k);
        asked += text;
    }
    CHECK(run_script(asked).error == "");
}

}  // namespace

TEST_CASE("a transfer function has the response of its polynomials", "[library]") {
    const auto of = [](const std::string& lists) {
        return "load(\"transfer.lag\")$\n" + slider + "output(y, transfer_function(tf, u, " + lists + "))$\n";
    };
    require_response(of("[2, 3, 4], [5, 6, 7, 8]"), [](std::complex<double> s) {
        return (2.0 * s * s + 3.0 * s + 4.0) / (5.0 * s * s * s + 6.0 * s * s + 7.0 * s + 8.0);
    });
    require_response(of("[4, 1], [2, 3]"), [](std::complex<double> s) { return (4.0 * s + 1.0) / (2.0 * s + 3.0); });
    require_response(of("[7], [2]"), [](std::complex<double>) { return std::complex<double>(3.5); });
    CHECK(run_script(of("[1, 2, 3], [1, 2]")).error.find("higher degree than its denominator") != std::string::npos);
}

TEST_CASE("a lag and a PID controller have the responses of the textbook", "[library]") {
    require_response("load(\"transfer.lag\")$\n" + slider + "output(y, lag_filter(f, u, 1/2, \"\"))$\n",
                     [](std::complex<double> s) { return 1.0 / (0.5 * s + 1.0); });
    require_response("load(\"transfer.lag\")$\n" + slider + "output(y, pid(c, u, 2, 3, 1/4, 1/10))$\n",
                     [](std::complex<double> s) { return 2.0 + 3.0 / s + 0.25 * s / (0.1 * s + 1.0); });
}

TEST_CASE("Pade's delay has gain 1 and the phase of its continued fraction", "[library]") {
    // exp(-x) = N(x)/N(-x); n = 1: 1 - x/2, n = 2: 1 - x/2 + x^2/12, n = 3: 1 - x/2 + x^2/10 - x^3/120
    const double delay = 0.2;
    const auto of = [](int n) {
        return "load(\"transfer.lag\")$\n" + slider + "output(y, pade_delay(d, u, 1/5, " + std::to_string(n) + "))$\n";
    };
    const auto ratio = [&](const std::vector<double>& c) {
        return [=](std::complex<double> s) {
            std::complex<double> above = 0, below = 0, power = 1;
            for (double one : c) above += one * power, below += std::abs(one) * power, power *= s * delay;
            return above / below;
        };
    };
    require_response(of(1), ratio({1, -1.0 / 2}));
    require_response(of(2), ratio({1, -1.0 / 2, 1.0 / 12}));
    require_response(of(3), ratio({1, -1.0 / 2, 1.0 / 10, -1.0 / 120}));
    // and exp(-x) itself: at 1 Hz, x = 1.26 i, the error of order 5 is far below 1e-11
    const std::complex<double> exact = std::exp(std::complex<double>(0, -2 * std::numbers::pi * delay));
    CHECK(run_script(of(5) +
                     "F: frequency_response(at = [s = 0], input = u, output = y, from = 1, to = 2, points = 2)$\n"
                     "assert(abs(F[1, 2] - 1) < 1/10^12)$ assert(abs(F[1, 3] - (" +
                     std::to_string(std::arg(exact)) + ")) < 1/10^6)$\n")
              .error == "");
    CHECK(run_script(of(9)).error.find("must have 1 to 8") != std::string::npos);
}

TEST_CASE("the Magic Formula has slope BCD, peak D and its asymptote", "[library]") {
    check_assertions(
        "load(\"tires.lag\")$\n"
        "f: magic_formula(x, B, C, D, E)$\n"
        "assert(subst(x = 0, f) = 0)$ assert(subst(x = 0, diff(f, x)) = B*C*D)$\n"
        "assert(expand(f + subst(x = -x, f)) = 0)$\n"
        "y: subst([B = 10, C = 19/10, D = 4000, E = 97/100], f)$\n"
        "top: 0$ for k:1 thru 4000 do top: max(top, float(subst(x = k/10000, y)))$\n"
        "assert(top <= 4000 and top > 3999.9, top)$\n"
        "far: float(subst(x = 10^9, y))$ assert(abs(far - float(4000*sin(19/20*%pi))) < 1/1000, far)$\n");
}

TEST_CASE("Bakker's tire has the slope and the peak of its load formulas", "[library]") {
    // at 4 kN: D = -22.1*16 + 1011*4 = 3690.4 N, slope 1078 sin(1.82 atan(0.832)) N/deg; brakes: D = 4235.2 N
    const double slope = 1078 * std::sin(1.82 * std::atan(0.832));
    const double brake = (49.6 * 16 + 226 * 4) * std::exp(-0.069 * 4);
    check_assertions(
        "load(\"tires.lag\")$ c: bakker_side_coefficients()$ b: bakker_brake_coefficients()$\n"
        "f: bakker_side_force(x*%pi/180, 4000, c[1], c[2])$\n"
        "assert(abs(float(subst(x = 0, diff(f, x))) - " +
        number(slope) +
        ") < 1/10^5)$\n"
        "top: 0$ for k:1 thru 300 do top: max(top, float(subst(x = k/10, f)))$\n"
        "assert(top <= 3690.4 and top > 3690, top)$\n"
        "g: bakker_brake_force(x/100, 4000, b[1], b[2])$\n"
        "assert(abs(float(subst(x = 0, diff(g, x))) - " +
        number(brake) +
        ") < 1/10^5)$\n"
        "top: 0$ for k:1 thru 300 do top: max(top, float(subst(x = k/10, g)))$\n"
        "assert(top <= 4235.2 and top > 4235, top)$\n");
}

TEST_CASE("Fiala's tire saturates at mu N and has its greatest moment at a quarter of that slip", "[library]") {
    check_assertions(
        "load(\"tires.lag\")$ mu: 4/5$ N: 3000$ C: 40000$\n"
        "slides: 3*mu*N/C$\n"
        "assert(fiala_side_force(slides, C, mu, N) = mu*N)$ assert(fiala_side_force(-3, C, mu, N) = -mu*N)$\n"
        "assert(fiala_side_force(slides/2, C, mu, N) = mu*N*7/8)$\n"
        "assert(abs(float(fiala_side_force(1/10^9, C, mu, N)*10^9/C) - 1) < 1/10^6)$\n"
        "assert(fiala_aligning_moment(slides/4, C, mu, N, 1/5) = -mu*N/5*27/256)$\n"
        "for k:1 thru 40 do assert(abs(fiala_aligning_moment(k*slides/32, C, mu, N, 1/5)) <= mu*N/5*27/256)$\n"
        "assert(fiala_aligning_moment(2, C, mu, N, 1/5) = 0)$\n"
        // without slip along, the brush model is Fiala's formula, and force times trail its moment with b = a
        "for k:1 thru 40 do (s: k*slides/32, F: brush_force(0, -s, C, mu, N),\n"
        "  assert(is(abs(F[2] + fiala_side_force(s, C, mu, N)) < 1/10^20)), assert(F[1] = 0),\n"
        "  assert(is(abs(-F[2]*brush_trail(0, s, C, mu, N, 1/10) + fiala_aligning_moment(s, C, mu, N, 1/10)) < "
        "1/10^20)))$\n"
        "assert(brush_trail(0, 0, C, mu, N, 1/10) = 1/30)$\n"
        // both slips: along the slip, and on the circle when it slides
        "assert(norm(brush_force(3, 4, C, mu, N)) = mu*N)$ F: brush_force(3/1000, 4/1000, C, mu, N)$\n"
        "assert(F[1]/3 = F[2]/4)$ assert(norm(F) = fiala_side_force(5/1000, C, mu, N))$\n");
}

TEST_CASE("forces of contact laws", "[library]") {
    check_assertions(
        "load(\"contact_laws.lag\")$\n"
        "assert(hunt_crossley(-1/10, 5, 1000, 3/2, 2) = 0)$ assert(hunt_crossley(1/100, -1, 1000, 3/2, 2) = 0)$\n"
        "assert(hunt_crossley(1/100, 1/4, 1000, 3/2, 2) = 3/2)$\n"
        "assert(lankarani_nikravesh(1/100, 1/4, 1000, 3/2, 1/2, 1) = 1000/1000*(1 + 9/64))$\n"
        // a sphere on a rigid plane: 4/3 E/(1 - nu^2) sqrt(R); two equal spheres: half the radius, half the modulus
        "assert(abs(float(hertz_stiffness(1/4, 3000, 1/2, 0, 10^30, 0)) - 8000/3) < 1/10^9)$\n"
        "assert(hertz_stiffness(1/2, 3000, 1/2, 1/2, 3000, 1/2) = 4000/3)$\n");
}

TEST_CASE("random numbers are those of Park and Miller", "[library]") {
    // their check of an implementation: the seed after 10000 steps from 1
    check_assertions(
        "load(\"roads.lag\")$ r: 1$ for k:1 thru 10000 do r: next_random(r)$ assert(r = 1043618065, r)$\n"
        "assert(iso8608_roughness(\"A\") = 16/10^6)$ assert(iso8608_roughness(\"D\") = 1024/10^6)$\n");
    CHECK(run_script("load(\"roads.lag\")$ iso8608_roughness(\"J\");").error.find("road class J is none of") !=
          std::string::npos);
}

TEST_CASE("tracks of ISO 3888 have their lengths and widths", "[library]") {
    check_assertions(
        "load(\"lane_change.lag\")$ L: iso3888_1_lanes(2)$ b: iso3888_2_lanes(2)$\n"
        "assert(map(lambda([l], l[2] - l[1]), L) = [15, 25, 15, 15])$ assert(last(L)[2] = 125)$\n"
        "assert(map(lambda([l], l[4]), L) = [49/20, 53/20, 57/20, 57/20])$\n"
        // right borders: 3.5 m apart, the last in line with the first
        "assert(map(lambda([l], l[3] - l[4]/2), L) = [-49/40, 7/2 - 49/40, -49/40, -49/40])$\n"
        "assert(map(lambda([l], l[2] - l[1]), b) = [12, 11, 12])$ assert(last(b)[2] = 61)$\n"
        "assert(map(lambda([l], l[4]), b) = [49/20, 3, 3])$\n"
        "assert(b[2][3] - b[2][4]/2 - (b[1][3] + b[1][4]/2) = 1)$\n"
        // the path is in the middles, and smooth between them
        "assert(lane_path(-5, L) = 0)$ assert(lane_path(50, L) = L[2][3])$ assert(lane_path(105, L) = L[3][3])$\n"
        "assert(lane_path(120, L) = L[3][3])$ assert(lane_path(30, L) = L[2][3]/2)$\n"
        "model(m)$ parameter(x0, 0)$ p: lane_path(x0, L)$\n"
        "for k in [15, 45, 70, 95, 110] do for n:1 thru 2 do (\n"
        "  assert(abs(subst(x0 = k - 1/10^6, diff(p, x0, n))) < 1/10^6),\n"
        "  assert(abs(subst(x0 = k + 1/10^6, diff(p, x0, n))) < 1/10^6))$\n");
}

TEST_CASE("pure pursuit of a point of a circle steers along that circle", "[library]") {
    // rear axle at angle a of a circle with radius 30 about [4, 5], turning left: steer angle atan(wheelbase/30)
    check_assertions(
        "load(\"lane_change.lag\")$\n"
        "for a in [0, 1, 2, 5] do for d in [1/10, 1, -1/2] do (\n"
        "  here: [4 + 30*cos(a), 5 + 30*sin(a)], goal: [4 + 30*cos(a + d), 5 + 30*sin(a + d)],\n"
        "  assert(abs(float(pure_pursuit(here, a + %pi/2, goal, 3) - atan(1/10))) < 1/10^14))$\n");
}

}  // namespace lag
