// Parts of the library in motion, against closed forms and published figures: `lag simulate` with its interpreter, no compiler.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

SimulatedColumns simulated(const std::string& name, const std::string& script, std::vector<std::string> arguments) {
    const std::filesystem::path folder = scratch_folder("library_" + name);
    write(folder / "o.lag", script);
    arguments.insert(arguments.begin(), {"simulate", "o.lag", "--no-compiler", "--quiet"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "o.csv");
}

double greatest(const std::vector<double>& values) {
    double most = 0;
    for (double value : values) most = std::max(most, std::abs(value));
    return most;
}

std::string formatted(const char* form, double a, double b = 0, double c = 0) {
    char text[300];
    std::snprintf(text, sizeof text, form, a, b, c);
    return text;
}

}  // namespace

TEST_CASE("vibro-impact has the published greatest accelerations", "[library]") {
    // D. Ma, R. Menon, H. M. Lankarani, NATO ASI 1993: 6 kg against K d^1.5 + eta d^1.5 d', K and eta chosen for 5 cm
    struct Row {
        double v, K, eta, acceleration;
    };
    for (const Row row :
         {Row{0.5, 685.7, 9428.6, 4.22}, Row{1, 2285.7, 20000, 16.89}, Row{1.5, 9142.9, 24285.7, 38.41}}) {
        CAPTURE(row.v);
        const SimulatedColumns o = simulated(
            "vibro",
            formatted("load(\"contact_laws.lag\")$ model(m)$ parameters(K = %.4f, eta = %.4f)$\n", row.K, row.eta) +
                "body(b, ground, hinge = prismatic(x, d), mass = 6)$ f: hunt_crossley(d, d', K, 3/2, eta/K)$\n"
                "hinge_load(d, -f)$ output(a, f/6)$ " +
                formatted("initial(d' = %.4f)$", row.v),
            {"--end", "0.4", "--step", "0.0002"});
        CHECK(std::abs(greatest(o.at("a")) - row.acceleration) < 0.006);
        CHECK(std::abs(*std::ranges::max_element(o.at("d")) - 0.05) < 0.0003);
    }
}

TEST_CASE("a blow by Hunt and Crossley's law leaves with the speed of its closed form", "[library]") {
    for (const double n : {1.5, 1.0})
        for (const double a : {0.1, 1.0}) {
            const double v0 = 0.8;
            const SimulatedColumns o =
                simulated("restitution",
                          formatted("load(\"contact_laws.lag\")$ model(m)$ parameters(n = %.1f, a = %.1f)$\n", n, a) +
                              "body(b, ground, hinge = prismatic(x, d), mass = 2)$\n"
                              "hinge_load(d, -hunt_crossley(d, d', 10^5, n, a))$ initial(d = -1/100, d' = 8/10)$",
                          {"--end", "0.3", "--step", "0.001"});
            const double e = -o.at("d'").back() / v0;
            CAPTURE(n, a, e);
            CHECK(o.at("d").back() < 0);
            CHECK(std::abs(a * v0 * (1 + e) - std::log((1 + a * v0) / (1 - e * a * v0))) < 1e-6);
            CHECK(e < 1);
        }
}

TEST_CASE("Hertz' contact lasts 2.9432 times its penetration over the speed", "[library]") {
    const double K = 1e5, m = 2, v = 0.8, depth = std::pow(5 * m * v * v / (4 * K), 0.4);
    const SimulatedColumns o = simulated("hertz",
                                         "load(\"contact_laws.lag\")$ model(m)$\n"
                                         "body(b, ground, hinge = prismatic(x, d), mass = 2)$\n"
                                         "hinge_load(d, -hunt_crossley(d, d', 10^5, 3/2, 0))$ initial(d' = 8/10)$\n"
                                         "flag(left, 0)$ event(leaves, d, falling, stop = true)$",
                                         {"--end", "1", "--step", "0.0001"});
    CHECK(std::abs(greatest(o.at("d")) - depth) < 1e-5 * depth);
    CHECK(std::abs(o.at("t").back() * v / depth - 2.9432) < 1e-4);
}

TEST_CASE("a bushing's loads leave both momenta alone and its small motions have sqrt(k/m)", "[library]") {
    const std::string script =
        "load(\"elements.lag\")$ model(m)$\n"
        "body(A, ground, hinge = free(sequence = 321, angles = [a1, a2, a3], position = [x1, y1, z1],"
        " speeds = [p1, q1, r1, u1, v1, w1]), mass = 3, inertia = [1, 2, 5/2])$\n"
        "body(B, ground, hinge = free(sequence = 321, angles = [b1, b2, b3], position = [x2, y2, z2],"
        " speeds = [p2, q2, r2, u2, v2, w2]), mass = 2, inertia = [2, 1, 3/2])$\n"
        "point(P, B, [1/2, 0, 1/10])$ point(Q, A, [-1/5, 1/3, 0])$\n"
        "bushing(P, Q, B, A, [100, 200, 300], [30, 20, 10], [1, 2, 3], [1/10, 1/5, 1/7])$\n"
        "h: total_angular_momentum(about = origin(ground))$ l: total_momentum()$\n"
        "for k:1 thru 3 do (output(concat(about, k), h[k]), output(concat(along, k), l[k]))$\n"
        "initial(b1 = 1/2, b2 = 1/3, x2 = 1/5, y2 = 1/10, p1 = 1, u2 = 2, q2 = 1/2)$";
    const SimulatedColumns o = simulated("bushing", script, {"--end", "1"});
    for (const char* name : {"about1", "about2", "about3", "along1", "along2", "along3"}) {
        CAPTURE(name);
        for (const double value : o.at(name)) REQUIRE(std::abs(value - o.at(name).front()) < 1e-6);
    }
    // alone on ground, at its place: sqrt(k/m)/(2 pi) in six directions
    check_assertions(
        "load(\"elements.lag\")$ model(m)$\n"
        "body(B, ground, hinge = free(sequence = 321, angles = [b1, b2, b3], position = [x, y, z],"
        " speeds = [p, q, r, u, v, w]), mass = 4, inertia = [1, 2, 5/2])$\n"
        "bushing(origin(B), origin(ground), B, ground, [100, 200, 300], [30, 20, 10], [0, 0, 0], [0, 0, 0])$\n"
        "F: map(lambda([m], m[1]), modes(at = [x = 0]))$\n"
        "for w2 in [100/4, 200/4, 300/4, 30/1, 20/2, 10/(5/2)] do (\n"
        "  near: 1, for f in F do near: min(near, abs(float(f - sqrt(w2)/(2*%pi)))), assert(near < 1/10^9, w2, F))$\n");
}

TEST_CASE("a strut's half swings shrink by the two dampings in turn", "[library]") {
    const double k = 400, m = 1, bump = 4, rebound = 12;
    const SimulatedColumns o =
        simulated("strut",
                  "load(\"elements.lag\")$ model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
                  "strut(origin(b), origin(ground), 400, 1, 4, 12)$ initial(s = 1.2)$\n"
                  "flag(turn1, 0)$ flag(turn2, 0)$\n"
                  "event(low, s', rising, set = [turn1 = s])$ event(high, s', falling, set = [turn2 = s], "
                  "stop = true)$\n"
                  "output(first, turn1)$ output(second, turn2)$",
                  {"--end", "2"});
    const auto ratio = [&](double c) {
        const double zeta = c / (2 * std::sqrt(k * m));
        return std::exp(-std::numbers::pi * zeta / std::sqrt(1 - zeta * zeta));
    };
    CHECK(std::abs(o.at("first").back() - (1 - 0.2 * ratio(bump))) < 1e-7);
    CHECK(std::abs(o.at("second").back() - (1 + 0.2 * ratio(bump) * ratio(rebound))) < 1e-7);
}

TEST_CASE("a bump stop takes up K d^(n+1)/(n+1)", "[library]") {
    const SimulatedColumns o =
        simulated("bump",
                  "load(\"elements.lag\")$ model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 2)$\n"
                  "hinge_load(s, bump_stop(s, 1/10, 50000, 2))$ initial(s' = 3)$",
                  {"--end", "0.2", "--step", "0.0001"});
    CHECK(std::abs(greatest(o.at("s")) - 0.1 - std::cbrt(2 * 9 / 2 * 3 / 50000.0)) < 1e-6);
}

TEST_CASE("a motor has its stall torque, its no-load speed and its time constants", "[library]") {
    // J w' = i k - d, L i' = V - R i - k w: characteristic polynomial J L x^2 + J R x + k^2
    check_assertions(
        "load(\"elements.lag\")$ model(m)$ input(V, \"V\")$ input(brake, \"N*m\")$\n"
        "body(rotor, ground, hinge = revolute(z, q), inertia = [0, 0, 1/50])$\n"
        "hinge_load(q, dc_motor(arm, V, q', 2, 1/10, 1/2) - brake)$\n"
        "s: trim(given = [V = 12, brake = 1], free = [q])$\n"
        "assert(abs(subst(s, q') - (12 - 2*2)*2) < 1/10^9)$ assert(abs(subst(s, arm_current) - 2) < 1/10^9)$\n"
        "n: 0$ for x in linearize(at = s)[5] do if abs(x[1]) > 1/10^6 then (n: n + 1,\n"
        "  assert(abs(x[1]^2 - x[2]^2 + 20*x[1] + 125) + abs(2*x[1]*x[2] + 20*x[2]) < 1/10^8, x))$\n"
        "assert(n = 2)$\n");
}

TEST_CASE("a relaxed slip follows a step by the distance rolled", "[library]") {
    for (const double u : {5.0, 40.0}) {
        const SimulatedColumns o =
            simulated("relaxed",
                      "load(\"tires.lag\")$ model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
                      "output(a, relaxed_slip(front, s'/10, s', 1/2))$ " +
                          formatted("initial(s' = %.1f)$", u),
                      {"--end", "0.3", "--step", "0.01"});
        for (std::size_t k = 0; k < o.at("t").size(); ++k)
            REQUIRE(std::abs(o.at("a")[k] - 0.1 * (1 - std::exp(-o.at("s")[k] / 0.5))) < 1e-7);
    }
}

TEST_CASE("a road's spectrum lies in the class of ISO 8608", "[library]") {
    // Mean squares of octave bands by a Fourier sum over the road, against the integral of Gd over the band. The limits of a
    // class are half and twice its geometric mean.
    const std::string script =
        "load(\"roads.lag\")$ model(m)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ initial(s' = 1)$\n"
        "output(c, iso8608(s, \"C\", 1))$ output(same, iso8608(s, \"C\", 1))$ output(other, iso8608(s, \"C\", 2))$";
    const double length = 800, interval = 0.16;
    const SimulatedColumns o = simulated("road", script, {"--end", "800", "--step", "0.16"});
    const std::vector<double>& z = o.at("c");
    CHECK(o.at("same") == z);
    CHECK(o.at("other") != z);
    const std::size_t points = z.size() - 1;
    double square = 0;
    for (std::size_t k = 0; k < points; ++k) square += z[k] * z[k] / double(points);
    const double whole = 256e-6 * 0.01 * (1 / 0.011 - 1 / 2.83);
    CHECK(square == Approx(whole).epsilon(0.05));  // slow waves have no whole number of periods in the length
    for (const double low : {0.022, 0.044, 0.088, 0.176, 0.352}) {
        const double high = 2 * low;
        double found = 0;
        for (int wave = int(std::ceil(low * length)); wave < int(std::ceil(high * length)); ++wave) {
            double re = 0, im = 0;
            const double w = 2 * std::numbers::pi * wave / length * interval;
            // Hann's window keeps what is outside of the band outside
            for (std::size_t k = 0; k < points; ++k) {
                const double window = 1 - std::cos(2 * std::numbers::pi * double(k) / double(points));
                re += window * z[k] * std::cos(w * double(k)), im += window * z[k] * std::sin(w * double(k));
            }
            found += 2 * (re * re + im * im) / double(points) / double(points) / 1.5;
        }
        const double wanted = 256e-6 * 0.01 * (1 / low - 1 / high);
        CAPTURE(low, found, wanted);
        CHECK(found > wanted / 2);
        CHECK(found < wanted * 2);
        CHECK(found == Approx(wanted).epsilon(0.2));  // 7.5 waves an octave: a border between two of them
    }
}

TEST_CASE("a driver on a straight path has the characteristic polynomial of pure pursuit", "[library]") {
    // y' = v psi, psi' = v steer/l, tau steer' = -steer - 2 l (y + a psi)/a^2:  tau x^3 + x^2 + 2 v/a x + 2 v^2/a^2 = 0 with v = 10, a = 8, tau = 0.1
    const ScriptRun run = run_script(
        "load(\"lane_change.lag\")$ model(m)$\n"
        "body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "straight(x) := 0$ d: path_driver(driver, straight, [X, Y], psi, 3, 8, 1/10)$\n"
        "state(X, rate = 10*cos(psi))$ state(Y, rate = 10*sin(psi))$ state(psi, rate = 10/3*tan(d))$\n"
        "E: linearize(at = [driver_1 = 0])[5]$ tau: 1/10$\n"
        "n: 0$ for e in E do if abs(e[1]) > 1/10^6 then (n: n + 1,\n"
        "  re: tau*(e[1]^3 - 3*e[1]*e[2]^2) + e[1]^2 - e[2]^2 + 20/8*e[1] + 200/64,\n"
        "  im: tau*(3*e[1]^2*e[2] - e[2]^3) + 2*e[1]*e[2] + 20/8*e[2],\n"
        "  assert(abs(re) + abs(im) < 1/10^8, e, re, im))$ n;");
    CHECK(run.error == "");
    CHECK(run.output == "3\n");
}

}  // namespace lag
