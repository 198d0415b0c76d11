// lag periodic: cycles and multipliers of closed forms and of publications.
#include <cmath>
#include <regex>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

struct Found {
    double period = 0;
    std::vector<double> sizes;  // of the multipliers
    std::string output;
};

Found found_by(const std::filesystem::path& folder, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"periodic", "o.lag"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    Found found{0, {}, run.output};
    std::smatch match;
    REQUIRE(std::regex_search(run.output, match, std::regex("period ([0-9.e+-]+) s")));
    found.period = std::stod(match[1]);
    const std::regex size("size ([0-9.e+-]+)");
    for (std::sregex_iterator at(run.output.begin(), run.output.end(), size), end; at != end; ++at)
        found.sizes.push_back(std::stod((*at)[1]));
    return found;
}

}  // namespace

TEST_CASE("a limit cycle of an oscillator without a clock", "[periodic]") {
    const auto folder = scratch_folder("periodic_vanderpol");
    write(folder / "o.lag",
          "model(o)$ body(b, ground, hinge = translate(x, x), mass = 1)$ hinge_load(x, -x + (1 - x^2)*x')$\n"
          "initial(x = 1)$\n");
    const Found found = found_by(folder, {"--near", "6"});
    CHECK(std::abs(found.period - 6.66328686) < 1e-7);  // as published
    REQUIRE(found.sizes.size() == 2);
    CHECK(std::abs(found.sizes[0] - 1) < 1e-5);
    // Liouville: the product is exp of the integral of 1 - x^2
    const SimulatedColumns cycle = simulated_columns(folder / "o_periodic.csv");
    double sum = 0;
    const std::vector<double>&x = cycle.at("x"), &t = cycle.at("t");
    for (std::size_t k = 0; k + 1 < t.size(); ++k)  // equal steps of a cycle: the error falls faster than any power
        sum += (1 - x[k] * x[k]) * (t[k + 1] - t[k]);
    CHECK(std::abs(found.sizes[1] / std::exp(sum) - 1) < 1e-4);
    // half a cycle turns it around
    const Found half = found_by(folder, {"--near", "3", "--exchange", "x=-x"});
    CHECK(std::abs(half.period - 6.66328686 / 2) < 1e-7);
    CHECK(std::abs(half.sizes.at(1) * half.sizes.at(1) / found.sizes[1] - 1) < 1e-3);
}

TEST_CASE("an oscillator with a clock answers in its time", "[periodic]") {
    const auto folder = scratch_folder("periodic_clock");
    write(folder / "o.lag",
          "model(o)$ parameters(k = 4, d = 3/10)$ body(b, ground, hinge = translate(x, x), mass = 1)$ input(F)$\n"
          "hinge_load(x, F - k*x - d*x')$\n");
    const double w = 1.5, period = 2 * std::acos(-1.0) / w;
    const Found found = found_by(folder, {"--period", std::to_string(period), "--input", "F=cos(1.5*t)"});
    const SimulatedColumns cycle = simulated_columns(folder / "o_periodic.csv");
    const double a = 4 - w * w, b = 0.3 * w;
    CHECK(std::abs(cycle.at("x")[0] - a / (a * a + b * b)) < 1e-6);
    CHECK(std::abs(cycle.at("x'")[0] - w * b / (a * a + b * b)) < 1e-6);
    REQUIRE(found.sizes.size() == 2);
    for (const double size : found.sizes) CHECK(std::abs(size - std::exp(-0.15 * period)) < 1e-5);
}

TEST_CASE("a motion that keeps its energy is neither stable nor unstable", "[periodic]") {
    const auto folder = scratch_folder("periodic_energy");
    // a double one, of the shift in time and of the energy: errors must not part it
    write(folder / "o.lag",
          "model(o)$ gravity([0, -9.81, 0])$\n"
          "body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1, 0])$\n"
          "body(b, a, hinge = revolute(z, q2), at = [0, -1, 0], mass = 1, cm = [0, -1, 0])$\n"
          "initial(q1 = 0.4, q2 = 0.2)$\n");
    const Found found = found_by(folder, {"--near", "2.6"});
    CHECK(found.output.find("  1, size 1: a shift in time\n  1, size 1\n") != std::string::npos);
    CHECK(found.output.find("neither die away nor grow") != std::string::npos);
    // a gyroscope whose rotor is driven: it nods as it goes around
    write(folder / "o.lag",
          "model(o)$ gravity([0, 0, -9.81])$\n"
          "body(outer, ground, hinge = revolute(z, psi), inertia = [0, 0, 1e-4])$\n"
          "body(inner, outer, hinge = revolute(x, th), inertia = [5e-5, 5e-5, 5e-5])$\n"
          "body(rotor, inner, hinge = revolute(y, spin), at = [0, 0.06, 0], mass = 0.5,\n"
          "     inertia = [2.5e-4, 4e-4, 2.5e-4])$\n"
          "initial(spin' = 300, psi' = 0.1)$ speed_constraint(spin' = 300)$\n");
    const Found nodding = found_by(folder, {"--near", "0.11", "--advance", "psi,spin"});
    CHECK(nodding.output.find("neither die away nor grow") != std::string::npos);
}

TEST_CASE("a rimless wheel rolls as its closed form says", "[periodic]") {
    const auto folder = scratch_folder("periodic_wheel");
    write(folder / "o.lag",
          "model(o)$ parameters(m = 2, l = 1, J = 1/2, al = %pi/8, slope = 1/10, g = 10)$\n"
          "gravity([g*sin(slope), -g*cos(slope), 0])$\n"
          "body(wheel, ground, hinge = revolute(z, q), mass = m, cm = [0, l, 0], inertia = [0, 0, J])$\n"
          "event(strike, q + al, falling, set = [q = al], impulse = [q' = m*l^2*(cos(2*al) - 1)*q'])$\n"
          "initial(q = al, q' = -1.5)$\n");
    const Found found = found_by(folder, {"--event", "strike"});
    const double al = std::acos(-1.0) / 8, I = 2.5, eta = (0.5 + 2 * std::cos(2 * al)) / I,
                 gain = 4 * 2 * 10 * std::sin(al) * std::sin(0.1) / I;
    const SimulatedColumns cycle = simulated_columns(folder / "o_periodic.csv");
    // just before the strike w^2 = gain/(1 - eta^2); the energy tells w everywhere before
    const double w2 = gain / (1 - eta * eta);
    for (std::size_t k = 0; k + 1 < cycle.at("t").size(); ++k) {
        const double q = cycle.at("q")[k], w = cycle.at("q'")[k];
        if (k > 0 && q > cycle.at("q")[k - 1]) break;
        CHECK(std::abs(w * w - (w2 + 2 * 20 / I * (std::cos(al + 0.1) - std::cos(q - 0.1)))) < 1e-6);
    }
    REQUIRE(found.sizes.size() == 2);
    CHECK(std::abs(found.sizes[0] - 1) < 1e-5);
    CHECK(std::abs(found.sizes[1] - eta * eta) < 1e-5);
    CHECK(holds(found.output, "the motion is stable"));
}

TEST_CASE("a compass walker has the published period", "[periodic]") {
    const auto folder = scratch_folder("periodic_walker");
    write(folder / "o.lag", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/compass_walker.lag"));
    const Found found =
        found_by(folder, {"--event", "strike", "--exchange", "q_left=q_right", "--advance", "hip_x,hip_y"});
    CHECK(std::abs(found.period - 0.7343) < 5e-5);
    REQUIRE(found.sizes.size() == 4);
    CHECK(std::abs(found.sizes[0] - 1) < 1e-4);
    CHECK(found.sizes[1] < 0.9);
}

TEST_CASE("a rimless wheel on contacts rolls as its closed form says", "[periodic]") {
    const auto folder = scratch_folder("periodic_contacts");
    write(folder / "o.lag", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/rimless_wheel.lag"));
    const Found found =
        found_by(folder, {"--event", "foot1,foot2,foot3,foot4", "--end", "3", "--advance", "x,q=-1.5707963267948966"});
    // I = m l^2 + J = 3 m l^2; about the foot that lands I w+ = J w- (cos 90 deg = 0)
    const double eta = 2.0 / 3, slope = std::acos(-1.0) / 15, l = 0.3,
                 gain = 4 * 9.81 * std::sin(std::acos(-1.0) / 4) * std::sin(slope) / (3 * l);
    REQUIRE(found.sizes.size() >= 2);
    CHECK(std::abs(found.sizes[0] - 1) < 1e-5);
    CHECK(std::abs(found.sizes[1] - eta * eta) < 1e-5);
    for (std::size_t k = 2; k < found.sizes.size(); ++k) CHECK(found.sizes[k] < 1e-6);
    const SimulatedColumns cycle = simulated_columns(folder / "o_periodic.csv");
    // the energy tells w from just before the foot in front lands, where w^2 = gain/(1 - eta^2)
    const double al = std::acos(-1.0) / 4;
    std::size_t compared = 0;
    for (std::size_t k = 0; k < cycle.at("t").size() && cycle.at("q")[k] > -al; ++k, ++compared) {
        const double q = cycle.at("q")[k], w = cycle.at("q'")[k];
        const double expected =
            gain / (1 - eta * eta) + 2 * 9.81 / (3 * l) * (std::cos(al + slope) - std::cos(q - slope));
        CHECK(std::abs(w * w - expected) < 1e-6);
    }
    CHECK(compared > 50);
}

TEST_CASE("what is wrong with a search is said", "[periodic]") {
    const auto folder = scratch_folder("periodic_words");
    write(folder / "o.lag",
          "model(o)$ body(b, ground, hinge = translate(x, x), mass = 1)$ hinge_load(x, 1)$ flag(n, 0)$\n"
          "event(pass, x - 1, rising, set = [n = n + 1])$\n");
    const auto errors_of = [&](std::vector<std::string> more, int status) {
        more.insert(more.begin(), {"periodic", "o.lag"});
        const CommandRun run = run_lag(more, folder);
        CHECK(run.status == status);
        return run.errors;
    };
    CHECK(holds(errors_of({}, 2), "one of --event, --period and --near"));
    CHECK(holds(errors_of({"--event", "pas"}, 1), "did you mean 'pass'?"));
    CHECK(holds(errors_of({"--period", "1", "--exchange", "x=y"}, 1), "no coordinate, speed or state 'y'"));
    CHECK(holds(errors_of({"--event", "pass", "--count", "2", "--end", "5"}, 1), "does not end a cycle before t = 5"));
    CHECK(holds(errors_of({"--period", "1"}, 1), "no periodic motion was found near the start"));
}

}  // namespace lag
