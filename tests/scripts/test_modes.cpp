// modes, frequency_response and lag modes against closed forms and published numbers.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <sstream>

#include "core/dense.hpp"
#include "scripts/command/modes/locus.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace fs = std::filesystem;

namespace {

using Complex = std::complex<double>;

// All numbers in a text.
std::vector<double> numbers_in(const std::string& text) {
    std::vector<double> found;
    for (const char* at = text.c_str(); *at != '\0';) {
        const bool digit = std::isdigit(static_cast<unsigned char>(*at)) != 0;
        const bool begins = digit || (*at == '-' && std::isdigit(static_cast<unsigned char>(at[1])) != 0);
        const bool in_name = at != text.c_str() && std::isalpha(static_cast<unsigned char>(at[-1])) != 0;
        if (!begins || in_name) {
            ++at;
            continue;
        }
        char* end = nullptr;
        found.push_back(std::strtod(at, &end));
        at = end;
    }
    return found;
}

std::vector<double> shown_by(const std::string& script) {
    const ScriptRun run = run_script(script);
    INFO(script << run.messages);
    REQUIRE(run.error == "");
    return numbers_in(run.output);
}

std::vector<std::vector<double>> table_in(const fs::path& file) {
    std::istringstream lines(contents(file));
    std::string line;
    std::getline(lines, line);
    std::vector<std::vector<double>> rows;
    while (std::getline(lines, line)) {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');)
            rows.back().push_back(std::strtod(cell.c_str(), nullptr));
    }
    return rows;
}

// Both ends held or one: n equal masses between equal springs.
std::string spring_chain(int n, bool both_ends) {
    return "n: " + std::to_string(n) + R"($ model(chain)$ parameters(m = 2, k = 50)$
for i:1 thru n do body(concat(b, i), ground, hinge = prismatic(x, concat(s, i)), mass = m)$
q(i) := if i < 1 or i > n then 0 else concat(s, i)$
for i:1 thru n do hinge_load(concat(s, i), k*(q(i - 1) - q(i)) + )" +
           std::string(both_ends ? "k*(q(i + 1) - q(i))" : "(if i = n then 0 else k*(q(i + 1) - q(i)))") + ")$ ";
}

}  // namespace

TEST_CASE("modes: frequency, damping and shape of one oscillator", "[modes]") {
    const std::string cart =
        "model(cart)$ parameters(m = 2, k = 200, c = 8)$ "
        "body(a, ground, hinge = prismatic(x, s), mass = m)$ hinge_load(s, -k*s - c*s')$ ";
    const auto found = shown_by(cart + "modes();");
    REQUIRE(found.size() == 4);
    CHECK(found[0] == Approx(10 / (2 * std::numbers::pi)).epsilon(1e-14));
    CHECK(found[1] == Approx(0.2).epsilon(1e-13));
    CHECK(run_script(cart + "modes()[1][3];").output == "[s = [1.0, 0.0]]\n");
    // more than critical damping: two motions without oscillation; without a spring one of them is a motion at rest
    const auto slow = shown_by(cart + "map(lambda([m], [m[1], m[2]]), modes(at = [c = 50]));");
    REQUIRE(slow.size() == 4);
    CHECK(slow[0] == Approx(5 / (2 * std::numbers::pi)).epsilon(1e-12));
    CHECK(slow[2] == Approx(20 / (2 * std::numbers::pi)).epsilon(1e-12));
    CHECK((slow[1] == 1 && slow[3] == 1));
    CHECK(run_script(cart + "modes(at = [k = 0])[1];").output == "[0.0, 0.0, [s = [1.0, 0.0]]]\n");
    // what grows has a negative damping ratio
    CHECK(shown_by(cart + "modes(at = [c = -8])[1][2];")[0] == Approx(-0.2).epsilon(1e-13));
}

TEST_CASE("modes: a chain of springs, clamped at one end and at both", "[modes]") {
    for (const int n : {1, 2, 5, 12}) {
        for (const bool both : {false, true}) {
            INFO(n << " masses, " << both);
            const auto found = shown_by(spring_chain(n, both) + "map(lambda([m], m[1]), modes());");
            REQUIRE(found.size() == static_cast<std::size_t>(n));
            for (int j = 1; j <= n; ++j) {
                const double angle =
                    both ? j * std::numbers::pi / (2 * (n + 1)) : (2 * j - 1) * std::numbers::pi / (2 * (2 * n + 1));
                CHECK(found[static_cast<std::size_t>(j - 1)] ==
                      Approx(2 * std::sqrt(25.0) * std::sin(angle) / (2 * std::numbers::pi)).epsilon(1e-12));
            }
        }
    }
    // shapes of three between two walls: (1, sqrt 2, 1)/sqrt 2, (1, 0, -1), (1, -sqrt 2, 1)/sqrt 2
    const auto shape = shown_by(spring_chain(3, true) + "map(lambda([m], m[3]), modes());");
    const double h = std::sqrt(0.5);
    const std::vector<double> expected{h, 0, 1, 0, h, 0, 1, 0, 0, 0, -1, 0, -h, 0, 1, 0, -h, 0};
    REQUIRE(shape.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(shape[k] == Approx(expected[k]).margin(1e-12));
}

TEST_CASE("modes: a double pendulum", "[modes]") {
    const std::string pendulum = R"(model(double)$ parameters(g = 9.81)$ gravity([0, -g, 0])$
body(one, ground, hinge = revolute(z, q1), mass = 3, cm = [0, -1, 0])$
body(two, one, hinge = revolute(z, q2), at = [0, -1, 0], mass = 3, cm = [0, -1, 0])$ )";
    const auto found = shown_by(pendulum + "map(lambda([m], [m[1], m[2], m[3]]), modes(at = trim()));");
    REQUIRE(found.size() == 12);
    const double turn = 2 * std::numbers::pi;
    CHECK(found[0] == Approx(std::sqrt(9.81 * (2 - std::sqrt(2.0))) / turn).epsilon(1e-12));
    CHECK(found[1] == Approx(0).margin(1e-12));
    // absolute angles are (1, sqrt 2): q2 is relative
    CHECK(found[4] == Approx(std::sqrt(2.0) - 1).epsilon(1e-12));
    CHECK(found[6] == Approx(std::sqrt(9.81 * (2 + std::sqrt(2.0))) / turn).epsilon(1e-12));
    CHECK(found[8] == Approx(-1 / (std::sqrt(2.0) + 1)).epsilon(1e-12));
}

TEST_CASE("modes: constrained systems and Euler parameters", "[modes]") {
    const std::string bead = R"(model(bead)$ parameters(l = 0.5, g = 9.81)$ gravity([0, -g, 0])$
body(point, ground, hinge = [translate(x, x1), translate(y, y1)], mass = 2)$ constraint(x1^2 + y1^2 = l^2, name = wire)$
initial(y1 = -0.4)$ )";
    for (const std::string treatment : {"", "options(constraints = eliminate, dependent = [y1'])$ "}) {
        const auto found = shown_by(bead + treatment + "modes(at = trim());");
        REQUIRE(found.size() == 6);
        CHECK(found[0] == Approx(std::sqrt(9.81 / 0.5) / (2 * std::numbers::pi)).epsilon(1e-12));
        CHECK(found[1] == Approx(0).margin(1e-12));
        CHECK(found[2] == 1);
        CHECK(found[4] == Approx(0).margin(1e-12));  // it moves along the wire
    }
    const double rod = std::sqrt(9.81 * 0.5 / (0.25 + 0.01)) / (2 * std::numbers::pi);
    const auto found = shown_by(R"(model(rod)$ parameters(g = 9.81)$ gravity([0, 0, -g])$
body(rod, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p, q, r]), mass = 1, cm = [0, 0, -0.5],
     inertia = [0.01, 0.01, 0.02])$ map(lambda([m], m[1]), modes());)");
    REQUIRE(found.size() == 4);
    CHECK((found[0] == 0 && found[1] == 0));
    CHECK(found[2] == Approx(rod).epsilon(1e-9));
    CHECK(found[3] == Approx(rod).epsilon(1e-9));
}

TEST_CASE("frequency_response: a mass on a spring, by force and by a moving base", "[modes]") {
    const double m = 2, k = 200, c = 8;
    const std::string cart =
        "model(cart)$ parameters(m = 2, k = 200, c = 8)$ input(f)$ input(base)$ "
        "body(table, ground, hinge = prismatic(x, base))$ "
        "body(a, table, hinge = prismatic(x, s), mass = m)$ hinge_load(s, f - k*s - c*s')$ ";
    const auto response = [&](const std::string& input, const std::string& output) {
        return shown_by(cart + "frequency_response(input = " + input + ", output = " + output +
                        ", from = 1/10, to = 10, points = 41);");
    };
    const auto check = [&](const std::vector<double>& found, const auto& expected) {
        REQUIRE(found.size() == 3 * 41);
        CHECK(found[0] == 0.1);
        CHECK(found[3 * 40] == 10);
        CHECK(found[3 * 20] == Approx(1).epsilon(1e-14));
        for (std::size_t i = 0; i < 41; ++i) {
            const Complex value = expected(Complex(0, 2 * std::numbers::pi * found[3 * i]));
            CHECK(found[3 * i + 1] == Approx(std::abs(value)).epsilon(1e-12));
            CHECK(std::abs(std::polar(1.0, found[3 * i + 2]) - value / std::abs(value)) < 1e-11);
            if (i > 0) CHECK(std::abs(found[3 * i + 2] - found[3 * i - 1]) < 1.5);  // no jumps
        }
    };
    check(response("f", "s"), [&](Complex p) { return 1.0 / (m * p * p + c * p + k); });
    check(response("f", "s''"), [&](Complex p) { return p * p / (m * p * p + c * p + k); });
    // the base's acceleration is an input of its own, and follows the base here
    check(response("base", "s"), [&](Complex p) { return -m * p * p / (m * p * p + c * p + k); });
    CHECK(shown_by(cart + "output(place, base + s)$ frequency_response(input = base, output = place, from = 1/10, to = "
                          "10, points = 41);") == response("base", "base + s"));
    check(response("base", "base + s"), [&](Complex p) { return (c * p + k) / (m * p * p + c * p + k); });
}

TEST_CASE("frequency_response: a constrained system answers as the free one that it is", "[modes]") {
    const auto found = shown_by(R"(model(bead)$ parameters(l = 0.5, g = 9.81)$ input(f)$ gravity([0, -g, 0])$
body(point, ground, hinge = [translate(x, x1), translate(y, y1)], mass = 2)$ constraint(x1^2 + y1^2 = l^2, name = wire)$
force(origin(point), [f - 3*x1', 0, 0])$ initial(y1 = -0.4)$
frequency_response(at = trim(), input = f, output = x1, from = 1/5, to = 5, points = 9);)");
    REQUIRE(found.size() == 27);
    for (std::size_t i = 0; i < 9; ++i) {
        const Complex p(0, 2 * std::numbers::pi * found[3 * i]);
        CHECK(found[3 * i + 1] == Approx(std::abs(1.0 / (2.0 * p * p + 3.0 * p + 2 * 9.81 / 0.5))).epsilon(1e-10));
    }
}

TEST_CASE("frequency_response: wrong use", "[modes]") {
    const std::string cart =
        "model(cart)$ input(f)$ body(a, ground, hinge = prismatic(x, s), mass = 1)$ "
        "hinge_load(s, f - s*(2*%pi)^2)$ ";
    const auto error = [&](const std::string& arguments) {
        return first_error(cart + "frequency_response(" + arguments + ");");
    };
    CHECK(error("output = s, from = 1, to = 2").find("frequency_response needs input = delta: ") == 0);
    CHECK(error("input = g, output = s, from = 1, to = 2").find("'g' is no input of the model") == 0);
    CHECK(error("input = f, from = 1, to = 2") ==
          "frequency_response needs output = r: what answers: an expression or the name of an output [" +
              find_built_in("frequency_response")->signature() + "]");
    CHECK(error("input = f, output = s, to = 2").find("frequency_response needs from = 1/10: the lowest frequency") ==
          0);
    CHECK(error("input = f, output = s, from = 0, to = 2") == "a frequency is a positive number, in Hz");
    CHECK(error("input = f, output = s, from = 3, to = 2") == "'to' must be above 'from'");
    CHECK(error("input = f, output = s, from = 1, to = 2, points = 1.5").find("'points' is a whole number") == 0);
    CHECK(error("input = f, output = s, from = 1, to = 2, points = 2")
              .find("the system resonates there without damping") != std::string::npos);
}

// Table 1 of Meijaard, Papadopoulos, Ruina and Schwab (2007): M x'' + v C1 x' + (g K0 + v^2 K2) x = 0.
TEST_CASE("modes: Whipple's bicycle from 0 to 10 m/s", "[modes]") {
    const fs::path folder = scratch_folder("whipple");
    const CommandRun run = run_lag(
        {"modes", std::string(LAG_SOURCE_DIR) + "/samples/whipple.lag", "--vary", "v=0:10:41", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(run.errors.empty());
    Eigen::Matrix2d M, C1, K0, K2;
    M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
    C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
    K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
    K2 << 0, 76.59734589573222, 0, 2.65431523794604;
    const auto rows = table_in(folder / "whipple_modes.csv");
    REQUIRE(rows.size() == 41);
    for (const std::vector<double>& row : rows) {
        REQUIRE(row.size() == 9);  // four modes; the other eigenvalues are zero throughout
        const double v = row[0];
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(4, 4);
        A.topRightCorner(2, 2).setIdentity();
        A.bottomLeftCorner(2, 2) = -inverse_of(M) * (9.81 * K0 + v * v * K2);
        A.bottomRightCorner(2, 2) = -v * inverse_of(M) * C1;
        std::vector<Complex> expected = *eigenvalues_of(A);
        for (std::size_t k = 1; k < 9; k += 2) {
            const Complex found(row[k], row[k + 1]);
            const auto near = std::ranges::min_element(expected, {}, [&](Complex z) { return std::abs(z - found); });
            INFO("v = " << v << ": " << found << " instead of " << *near);
            CHECK(std::abs(*near - found) < 1e-8 * (1 + std::abs(found)));
            expected.erase(near);
        }
    }
    const auto after = [&](const std::string& words) {
        const std::size_t line = run.output.find(words);
        REQUIRE(line != std::string::npos);
        const std::size_t begin = run.output.rfind("v = ", line);
        return std::strtod(run.output.c_str() + begin + 4, nullptr);
    };
    CHECK(after("Hz ceases to grow") == Approx(4.29238253634111).epsilon(1e-12));
    CHECK(after("without oscillation begins to grow") == Approx(6.02426201538837).epsilon(1e-12));
    CHECK(holds(run.output, "v = 0: unstable\n"));
    CHECK(holds(run.output, "6 eigenvalues are zero throughout\n"));
    CHECK(holds(contents(folder / "whipple_modes.svg"), "imaginary part, rad/s"));
    CHECK(holds(contents(folder / "whipple_modes.svg"), "real part, 1/s; at the dots: v, m/s"));
}

TEST_CASE("modes: a sleeping top falls below its border", "[modes]") {
    const fs::path folder = scratch_folder("top");
    write(
        folder / "top.lag",
        R"(model(top, "a top")$ parameter(n, 150, "rad/s")$ parameters(m = 0.4, h = 0.06, ja = 0.0004, jc = 0.0006, g = 9.81)$
input(motor)$ gravity([0, 0, -g])$
body(rotor, ground, hinge = [rotate(x, a), rotate(y, b), rotate(z, spin)], mass = m, cm = [0, 0, h], inertia = [ja, ja, jc])$
hinge_load(spin, motor)$ initial(spin' = 100)$ s: trim(given = [spin' = n], find = [motor], free = [spin])$)");
    const CommandRun run = run_lag({"modes", "top.lag", "--vary", "n=60:200:71"}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    const double border = 2 * std::sqrt(0.4 * 9.81 * 0.06 * (0.0004 + 0.4 * 0.06 * 0.06)) / 0.0006;
    const std::size_t line = run.output.find(" ceases to grow");
    REQUIRE(line != std::string::npos);
    CHECK(std::strtod(run.output.c_str() + run.output.rfind("n = ", line) + 4, nullptr) ==
          Approx(border).epsilon(1e-9));
    CHECK(holds(run.output, "n = 60: unstable\n"));
    CHECK(holds(run.output, "n = 200: nothing grows\n"));
    // the spin itself, given by name; downwards
    const CommandRun down = run_lag({"modes", "top.lag", "--vary", "spin' = 200 : 60 : 36"}, folder);
    INFO(down.output << down.errors);
    REQUIRE(down.status == 0);
    const std::size_t begins = down.output.find(" begins to grow");
    REQUIRE(begins != std::string::npos);
    CHECK(std::strtod(down.output.c_str() + down.output.rfind("spin' = ", begins) + 8, nullptr) ==
          Approx(border).epsilon(1e-9));
}

TEST_CASE("modes: a script without trim is taken at its initial state", "[modes]") {
    const fs::path folder = scratch_folder("modes_initial");
    // s'' = (k - 3) s: it grows from k = 3 on; l follows from k
    write(folder / "a.lag",
          "model(a)$ parameter(k, 1)$ parameter(l, k - 3)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ "
          "hinge_load(s, l*s)$ output(o, sqrt(s))$");
    const CommandRun run = run_lag({"modes", "a.lag", "--vary", "k=0:5:11"}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "begins to grow"));
    CHECK(run.errors.empty());
    const auto rows = table_in(folder / "a_modes.csv");
    CHECK(holds(run_lag({"modes", "a.lag", "--vary", "s=1:2:3"}, folder).errors,
                "note: no equilibrium at s = 1: s'' is -2"));
    CHECK(std::abs(rows.back()[1]) == Approx(std::sqrt(2.0)).epsilon(1e-12));
}

TEST_CASE("lag modes: wrong use", "[modes]") {
    const fs::path folder = scratch_folder("modes_wrong");
    write(folder / "a.lag",
          "model(a)$ parameter(k, 1)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, -k*s)$ ");
    const auto run = [&](const std::string& vary) { return run_lag({"modes", "a.lag", "--vary", vary}, folder); };
    CHECK(run("k=0:10").status == 2);
    CHECK(run("k").status == 2);
    CHECK(run("k=0:10:1").status == 2);
    CHECK(run("k=0:x:3").status == 2);
    CHECK(run("k=1:1:3").status == 2);
    CHECK(run_lag({"modes", "a.lag"}, folder).status == 2);
    CHECK(run_lag({"modes", "b.lag", "--vary", "k=0:1:3"}, folder).status == 1);
    const CommandRun unknown = run("kk=0:1:3");
    CHECK(unknown.status == 1);
    CHECK(holds(unknown.errors, "no parameter, input, coordinate, speed or state 'kk'"));
    CHECK(holds(unknown.errors, "did you mean 'k'?"));
    CHECK_FALSE(fs::exists(folder / "a_modes.csv"));
    write(folder / "b.lag",
          "model(b)$ parameter(k, 1)$ input(f)$ gravity([0, -9.81, 0])$ body(p, ground, hinge = revolute(z, q), mass = "
          "1, cm = [0, -1, 0])$ "
          "hinge_load(q, k)$ s: trim()$");
    const CommandRun none = run_lag({"modes", "b.lag", "--vary", "k=1:20:5"}, folder);
    CHECK(none.status == 1);
    INFO(none.errors);
    CHECK(holds(none.errors, "at k = 10.5: no steady motion was found"));
    CHECK_FALSE(fs::exists(folder / "b_modes.csv"));
}

TEST_CASE("branches are followed through a crossing", "[modes]") {
    // two real branches that cross without meeting, one oscillation that dies away later
    const EigenvaluesAt eigenvalues = [](double v) {
        return std::vector<Complex>{{v - 2, 0}, {1 - v, 0}, {v - 3.3, 1}, {v - 3.3, -1}};
    };
    std::vector<double> values;
    for (int k = 0; k <= 10; ++k) values.push_back(0.5 * k);
    const Locus locus = followed(values, eigenvalues);
    REQUIRE(locus.branches.size() == 4);
    for (const auto& branch : locus.branches)
        for (std::size_t k = 1; k < branch.size(); ++k) {
            const double along = (locus.values[k] - locus.values[0]) / (locus.values.back() - locus.values[0]);
            CHECK(std::abs(branch[k] - branch[0] - along * (branch.back() - branch[0])) < 1e-12);
        }
    const auto changes = stability_changes(locus, eigenvalues);
    REQUIRE(changes.size() == 3);
    CHECK(changes[0].value == Approx(1).epsilon(1e-11));  // one of the values
    CHECK_FALSE(changes[0].grows_after);
    CHECK(changes[1].value == Approx(2).epsilon(1e-11));
    CHECK(changes[2].value == Approx(3.3).epsilon(1e-14));
    CHECK(changes[2].eigenvalue.imag() == Approx(1));
    CHECK(changes[2].grows_after);
}

TEST_CASE("a slow oscillation beside a fast decay is drawn as smoothly", "[modes]") {
    // s^2 + 2 v s + 1 = 0, whose roots move on a circle until they meet at v = 1; the real parts span 200
    const auto middle_of = [](double v) { return std::sqrt(std::max(1 - v * v, 0.0)); };
    const EigenvaluesAt eigenvalues = [&](double v) {
        const std::complex<double> root = std::sqrt(std::complex<double>(v * v - 1));
        return std::vector<std::complex<double>>{-100 * v, -v + root, -v - root};
    };
    const Locus locus = followed({0, 0.7, 1.4, 2}, eigenvalues);
    double largest = 0;
    for (std::size_t i = 0; i + 1 < locus.values.size(); ++i) {
        const double low = locus.values[i], high = locus.values[i + 1];
        if (high > 1) continue;
        const double chord = (middle_of(low) + middle_of(high)) / 2;
        largest = std::max(largest, std::abs(middle_of((low + high) / 2) - chord));
    }
    CHECK(largest < 1.05 * 2 / 500);
    CHECK(locus.values.size() < 200);
}

TEST_CASE("branches are drawn smoothly where they meet and part", "[modes]") {
    // two real eigenvalues -1 +- sqrt(c - v) meet at v = c, between the values, and go on as an oscillation
    constexpr double c = 1.237;
    const EigenvaluesAt eigenvalues = [](double v) {
        const Complex root = std::sqrt(Complex(c - v, 0));
        return std::vector<Complex>{-1.0 + root, -1.0 - root};
    };
    const Locus locus = followed({0, 0.5, 1, 1.5, 2, 2.5}, eigenvalues);
    for (const double asked : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5}) CHECK(std::ranges::count(locus.values, asked) == 1);
    CHECK(std::ranges::is_sorted(locus.values));
    CHECK(locus.values.size() < 200);
    for (const auto& branch : locus.branches)
        for (std::size_t k = 1; k < branch.size(); ++k) {
            // the curve itself between two points of it, where a chord is drawn: at most 1/250 of the largest beside it
            const double middle = (locus.values[k] + locus.values[k - 1]) / 2;
            const Complex chord = (branch[k] + branch[k - 1]) / 2.0, root = std::sqrt(Complex(c - middle, 0));
            CHECK(std::min(std::abs(chord + 1.0 - root), std::abs(chord + 1.0 + root)) < 0.004 * 2.2);
        }
}

}  // namespace lag
