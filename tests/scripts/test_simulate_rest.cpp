// lag simulate: models that rest because their loads are in balance. Rounding in these loads is no motion: every row
// asked for ends a step, and hardly any step more is needed.
#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string two_bars =  // a triangle that cannot move
    "model(o)$ gravity([0, -9.81, 0])$\n"
    "body(left, ground, hinge = revolute(z, q1), orient = [[z, 1]], mass = 2, cm = [0.7, 0.1, 0.2], inertia = [0, 0, "
    "0.3])$\n"
    "body(right, ground, hinge = revolute(z, q2), at = [3, 0, 0], orient = [[z, 2]], mass = 3, cm = [0.9, 0, 0], "
    "inertia = [0, 0, 0.3])$\n"
    "point(A, left, [3*sin(2)/sin(1), 0, 0])$ point(B, right, [3, 0, 0])$ close_loop(A, B)$\n";

const std::string held_chain =
    "model(o)$ gravity([0, -9.81, 0.3])$\n"
    "body(one, ground, hinge = revolute(z, q1), orient = [[z, 0.3]], mass = 2, cm = [0.7, 0.1, 0], inertia = [0.1, "
    "0.2, 0.3])$\n"
    "body(two, one, hinge = revolute(z, q2), at = [1.3, 0, 0], orient = [[z, 0.4], [x, 0.2]], mass = 3, cm = [0.9, 0, "
    "0.2], inertia = [0.1, 0.2, 0.3])$\n"
    "body(three, two, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), at = [0.3, 0, 0],\n"
    "     mass = 3, cm = [0.9, 0, 0.2], inertia = [0.1, 0.2, 0.3])$\n"
    "constraint(sin(q1) + q2 = 0)$ constraint(q1 = 0)$\n"
    "constraint(e1 = 0)$ constraint(e2 = 0)$ constraint(e3 = 0)$\n";

// one freedom, which no load drives: the slider moves across gravity, the rest is a triangle
const std::string slider_at_a_triangle =
    "model(o)$ gravity([0, -9.81, 0])$\n"
    "body(left, ground, hinge = revolute(z, q1), orient = [[z, 1]], mass = 2, cm = [0.7, 0, 0], inertia = [0, 0, "
    "0.3])$\n"
    "body(right, ground, hinge = revolute(z, q2), at = [3, 0, 0], orient = [[z, 2]], mass = 3, cm = [0.9, 0, 0], "
    "inertia = [0, 0, 0.3])$\n"
    "point(A, left, [3*sin(2)/sin(1), 0, 0])$ point(B, right, [3, 0, 0])$ close_loop(A, B)$\n"
    "body(block, ground, hinge = [translate(x, s), rotate(z, q3)], at = [0, -1, 0], mass = 1.5, inertia = [0, 0, "
    "0.8])$\n"
    "body(sleeve, block, hinge = [rotate(z, q4), translate(x, r)])$\n"
    "cut_hinge(sleeve, left, hinge = revolute(z, q5), at = [0.2, 0, 0], orient = [[z, -0.7]], outboard_at = [1.3, 0, "
    "0])$\n"
    "initial(r = 0.1, r' = -0.8)$ constraint(q4 = 0)$\n";

// the friction at rest holds the weight: neither depends on the state
std::string block_on_incline(const std::string& angle) {
    return "model(o)$ parameters(m = 2, g = 10, alpha = " + angle +
           ", mu = 3/10)$ gravity([-g*sin(alpha), -g*cos(alpha), 0])$\n"
           "body(b, ground, hinge = planar(z, [x, y, 0]), mass = m)$\n"
           "contact(foot, y, friction = mu, tangent = x')$ initial(x' = 0)$\n";
}

// A slider-crank whose spring pushes along crank and rod at phi = pi; `size` in lengths, `mass` in masses and stiffness
// leave the motion of phi as it is.
struct SliderCrank {
    double size = 1, mass = 1;
    static constexpr double r = 0.05, length = 0.2, stiffness = 3000, unloaded = 0.28, inertia = 2e-3, slider = 1.5;

    std::string script(bool with_rod) const {
        const auto parameter = [](const char* name, double value) {
            return std::string(name) + " = " + exact_text(value);
        };
        const std::string start =
            "model(o)$ parameters(" + parameter("r", r * size) + ", " + parameter("l", length * size) + ", " +
            parameter("k", stiffness * mass) + ", " + parameter("l0", unloaded * size) + ", " +
            parameter("m", slider * mass) + ", " + parameter("i", inertia * mass * size * size) + ")$\n" +
            "body(crank, ground, hinge = revolute(z, phi), inertia = [0, 0, i])$\n"
            "body(slider, ground, hinge = prismatic(x, s), mass = m)$\n"
            "point(O, ground, [0, 0, 0])$ spring(origin(slider), O, stiffness = k, length = l0)$\n";
        return start + (with_rod
                            ? "body(rod, crank, hinge = revolute(z, beta), at = [r, 0, 0], mass = m, cm = [l/2, 0, 0], "
                              "inertia = [0, 0, i])$\npoint(P, rod, [l, 0, 0])$ close_loop(P, origin(slider))$\n"
                            : "constraint(((s - r*cos(phi))^2 + (r*sin(phi))^2)/l = l)$\n");
    }
    static std::string exact_text(double value) {
        std::array<char, 60> text{};
        std::snprintf(text.data(), text.size(), "%.30f", value);
        return text.data();
    }
};

// phi after `end` seconds, without a rod of its own: (i + m s'^2) phi'' + m s' s'' phi'^2 = -dV/dphi by Runge and Kutta,
// s(phi) the slider's place.
double crank_angle(double phi, double end) {
    using S = SliderCrank;
    const auto acceleration = [](double angle, double rate) {
        const double sine = std::sin(angle), cosine = std::cos(angle),
                     root = std::sqrt(S::length * S::length - S::r * S::r * sine * sine), s = S::r * cosine - root,
                     first = -S::r * sine + S::r * S::r * sine * cosine / root,
                     second = -S::r * cosine + S::r * S::r * (cosine * cosine - sine * sine) / root +
                              std::pow(S::r * S::r * sine * cosine, 2) / std::pow(root, 3);
        return (S::stiffness * (-s - S::unloaded) * first - S::slider * first * second * rate * rate) /
               (S::inertia + S::slider * first * first);
    };
    constexpr int steps = 200000;
    const double h = end / steps;
    double rate = 0;
    for (int k = 0; k < steps; ++k) {
        const double a1 = acceleration(phi, rate), r2 = rate + h / 2 * a1, a2 = acceleration(phi + h / 2 * rate, r2),
                     r3 = rate + h / 2 * a2, a3 = acceleration(phi + h / 2 * r2, r3), r4 = rate + h * a3,
                     a4 = acceleration(phi + h * r3, r4);
        phi += h / 6 * (rate + 2 * r2 + 2 * r3 + r4), rate += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    }
    return phi;
}

double steps_of(const fs::path& folder, const std::string& script, bool compiled, std::vector<std::string> more = {}) {
    write(folder / "o.lag", script);
    std::vector<std::string> words{"simulate", "o.lag", "--end", "10", "--step", "0.1"};
    words.insert(words.end(), more.begin(), more.end());
    const CommandRun run = run_lag(with_compiler(words, compiled), folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    const std::size_t at = run.output.find(" rows, ");
    REQUIRE(at != std::string::npos);
    return std::stod(run.output.substr(at + 7));
}

}  // namespace

TEST_CASE("what rests in balance needs no more steps than rows", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_rest");
    for (const std::string& script : {two_bars, held_chain, slider_at_a_triangle})
        for (const std::string& treatment : {std::string(), std::string("options(constraints = eliminate)$\n")}) {
            INFO(script << treatment);
            CHECK(steps_of(folder, script + treatment, false) < 300);
        }
    CHECK(steps_of(folder, two_bars, true) < 300);
    for (const std::string angle : {"1/5", "1/10", "7/50", "29/100", "13/97"}) {
        INFO(angle);
        CHECK(steps_of(folder, block_on_incline(angle), true) < 300);
    }
}

TEST_CASE("a mechanism at its dead point stands still in long steps, of any size", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_dead_point");
    for (const SliderCrank crank : {SliderCrank{1, 1}, SliderCrank{1e-4, 1e-6}, SliderCrank{100, 1000}})
        for (const bool with_rod : {true, false}) {
            CAPTURE(crank.size, with_rod);
            const double place = -0.25 * crank.size;
            CHECK(steps_of(folder, crank.script(with_rod), false,
                           {"--initial", "phi=3.141592653589793", "--initial", "s=" + SliderCrank::exact_text(place)}) <
                  300);
            CHECK(simulated_columns(folder / "o.csv").at("phi").back() == Approx(std::numbers::pi).epsilon(1e-12));
        }
}

TEST_CASE("beside its dead point a mechanism of micrometres and milligrams moves as a large one", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_beside_dead_point");
    constexpr double start = std::numbers::pi + 0.01, end = 0.5;
    const double there = crank_angle(start, end);
    REQUIRE(std::abs(there - start) > 1e-3);
    for (const SliderCrank crank : {SliderCrank{1, 1}, SliderCrank{1e-4, 1e-6}}) {
        CAPTURE(crank.size);
        write(folder / "o.lag", crank.script(false) + "initial(phi = " + SliderCrank::exact_text(start) +
                                    ", s = " + SliderCrank::exact_text(-0.25 * crank.size) + ", hold = [phi])$\n");
        const CommandRun run = run_lag({"simulate", "o.lag", "--end", "0.5", "--step", "0.1", "--no-compiler"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        CHECK(simulated_columns(folder / "o.csv").at("phi").back() == Approx(there).margin(0.01 * 1e-4));
    }
}

}  // namespace lag
