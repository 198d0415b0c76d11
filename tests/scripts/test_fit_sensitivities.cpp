// lag fit: derivatives of the motion that are integrated beside it, against closed forms; where they are none.
#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/random_numbers.hpp"
#include "scripts/command/simulate/case.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

// x'' = (force - k*x)/m from x = 3*k/8 at rest, a = x'', z' = x - z
const std::string spring = R"(model(spring)$ parameter(m, 2)$ parameter(k, 8)$ input(force)$
body(cart, ground, hinge = prismatic(x, x), mass = m)$ hinge_load(x, force - k*x)$
state(z, rate = x - z)$
initial(x = 3*k/8)$ output(stretch, k*x)$ output(a, x'')$
)";

double normal(RandomNumbers& random) {
    const double u = random.unit(), v = random.unit();
    return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * 3.141592653589793 * v);
}

}  // namespace

TEST_CASE("sensitivities are what closed forms have") {
    const auto folder = scratch_folder("fit_sensitivities");
    write(folder / "spring.lag", spring);
    CaseArguments arguments;
    arguments.file = (folder / "spring.lag").string();
    arguments.end = 2, arguments.step = 0.1, arguments.tolerance = 1e-10;
    arguments.sensitivity = arguments.varied = {"k", "m", "force", "x'"};
    arguments.quiet = true;
    SimulationCase run(arguments);
    const auto go_on = [](double) { return true; };
    const Simulation simulation = run.run(run.start(go_on).state, go_on);
    const auto slope = [&, names = run.slope_rows()](std::size_t row, const std::string& of, const std::string& by) {
        const auto name = std::ranges::find(names, slope_name_of(of, by), &TableRow::name);
        return simulation.rows[row].slopes.at(static_cast<std::size_t>(name - names.begin()));
    };
    const double k = 8, m = 2, w = 2;
    for (std::size_t row = 0; row < simulation.rows.size(); ++row) {
        const double t = simulation.rows[row].t, c = std::cos(w * t), s = std::sin(w * t);
        // x = 3k/8 cos(w t): dw/dk = w/(2k), dw/dm = -w/(2m)
        const double by_k = 3.0 / 8 * c - 3 * s * t * w / (2 * k), by_m = 3 * s * t * w / (2 * m);
        CHECK(std::abs(slope(row, "x", "k") - by_k) < 1e-7);
        CHECK(std::abs(slope(row, "x", "m") - by_m) < 1e-7);
        CHECK(std::abs(slope(row, "x", "force") - (1 - c) / k) < 1e-7);
        CHECK(std::abs(slope(row, "x", "x'") - s / w) < 1e-7);
        CHECK(std::abs(slope(row, "x'", "x'") - c) < 1e-7);
        CHECK(std::abs(slope(row, "stretch", "k") - (3 * c + k * by_k)) < 1e-6);
        CHECK(std::abs(slope(row, "a", "m") - (-k * by_m / m + k * 3 * c / (m * m))) < 1e-6);
        // z' = x - z: of a start with speed 1, x = s/w
        const double z = (std::exp(-t) * w + s - w * c) / (w * (1 + w * w));
        CHECK(std::abs(slope(row, "z", "x'") - z) < 1e-7);
    }
}

TEST_CASE("a fit says where it takes differences of runs") {
    const auto folder = scratch_folder("fit_differences");
    write(folder / "data.csv", "t,x\n0,1\n0.5,0.9\n1,0.7\n1.5,0.3\n2,-0.1\n2.5,-0.4\n");
    const auto summary = [&](const std::string& more, const std::string& unknown = "k",
                             const std::vector<std::string>& words = {}) {
        write(folder / "spring.lag", spring + more);
        std::vector<std::string> all{"fit", "spring.lag", "--data", "data.csv", "--unknown", unknown, "--unknown", "m"};
        all.insert(all.end(), words.begin(), words.end());
        const CommandRun run = run_lag(all, folder);
        INFO(run.errors);
        CHECK(run.status == 0);
        return run.output;
    };
    CHECK_FALSE(holds(summary(""), "differences of runs"));
    CHECK_FALSE(holds(summary("flag(n, 0)$ event(pass, x, falling, set = [n = n + 1])$\n"), "differences of runs"));
    CHECK_FALSE(
        holds(summary("parameter(t0, 1)$ hinge_load(x, if t > t0 then 1 else 0)$\n", "t0"), "differences of runs"));
    CHECK_FALSE(holds(summary("hinge_load(x, if x > 0.5 then 1/10 else 0)$\n"), "differences of runs"));
    CHECK_FALSE(holds(summary("hinge_load(x, -abs(x)/10)$\n"), "differences of runs"));
    CHECK(holds(summary("", "k", {"--method", "rk4", "--step", "0.01"}),
                "derivatives are differences of runs: of the methods, only bdf and adams carry derivatives"));
    CHECK(holds(summary("", "k", {"--measured", "x", "--measured", "kinetic=x"}),
                "derivatives are differences of runs: the kinetic energy was measured"));
}

// A block that is thrown onto a floor, bounces, slides, sticks to a hook's spring and slides back: numbers that the run before
// and after each of these shows.
TEST_CASE("a fit goes through contacts and impacts by derivatives of the run") {
    const auto folder = scratch_folder("fit_contacts");
    write(folder / "block.lag",
          "model(block)$ parameters(m = 2, mu = 3/10, e = 1/2, k = 5)$ gravity([0, 0, -10])$\n"
          "body(b, ground, hinge = [translate(x, x), translate(z, z)], mass = m)$ initial(x' = 3, z = 1)$\n"
          "contact(foot, z, restitution = e, friction = mu, tangent = x')$ hinge_load(x, -k*x)$\n");
    write(folder / "true.txt", "mu 0.23\ne 0.61\nk 4.1\n");
    REQUIRE(run_lag({"simulate", "block.lag", "--end", "3", "--step", "0.05", "--parameters", "true.txt", "--quiet"},
                    folder)
                .status == 0);
    std::filesystem::rename(folder / "block.csv", folder / "data.csv");
    const CommandRun run = run_lag({"fit", "block.lag", "--data", "data.csv", "--measured", "x", "--measured", "z",
                                    "--unknown", "mu", "--unknown", "e=0:1", "--unknown", "k"},
                                   folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    CHECK_FALSE(holds(run.output, "differences of runs"));
    std::istringstream found(contents(folder / "block_fit.csv"));
    std::string line;
    std::getline(found, line);
    for (const double truth : {0.23, 0.61, 4.1}) {
        std::getline(found, line);
        CHECK(std::abs(std::stod(line.substr(line.find(',') + 1)) - truth) < 1e-5 * truth);
    }
}

TEST_CASE("the base parameters of an arm come out of noise") {
    const auto folder = scratch_folder("fit_identification");
    std::filesystem::copy_file(std::filesystem::path(LAG_SOURCE_DIR) / "samples/identification.lag", folder / "arm.lag",
                               std::filesystem::copy_options::overwrite_existing);
    const std::vector<std::string> motors{"--input", "tau1=4*sin(3*t)", "--input", "tau2=2*cos(5*t)"};
    const auto with_motors = [&](std::vector<std::string> words) {
        words.insert(words.end(), motors.begin(), motors.end());
        return run_lag(words, folder);
    };
    write(folder / "true.txt", "m1 3.3\nm2 2.2\nx1 0.21\nx2 0.22\ny1 0.015\ny2 -0.01\nI1 0.08\nI2 0.05\n");
    REQUIRE(with_motors({"simulate", "arm.lag", "--end", "3", "--step", "0.02", "--parameters", "true.txt", "--quiet"})
                .status == 0);
    RandomNumbers random(5);
    std::istringstream lines(contents(folder / "arm.csv"));
    std::string line, data = "t,q1,q2\n";
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        std::istringstream cells(line);
        std::string t, q1, q2;
        std::getline(cells, t, ','), std::getline(cells, q1, ','), std::getline(cells, q2, ',');
        data += t + "," + std::to_string(std::stod(q1) + 1e-4 * normal(random)) + "," +
                std::to_string(std::stod(q2) + 1e-4 * normal(random)) + "\n";
    }
    write(folder / "data.csv", data);
    std::vector<std::string> words{"fit", "arm.lag", "--data", "data.csv"};
    for (const char* name : {"m1", "m2", "x1", "x2", "y1", "y2", "I1", "I2"})
        words.insert(words.end(), {"--unknown", name});
    const CommandRun run = with_motors(words);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    CHECK_FALSE(holds(run.output, "differences of runs"));
    CHECK(holds(run.output, "do not feel a change of"));  // eight numbers, six of which count
    std::map<std::string, double> p;
    std::istringstream found(contents(folder / "arm_fit.csv"));
    std::getline(found, line);
    while (std::getline(found, line)) p[line.substr(0, 2)] = std::stod(line.substr(3));
    const auto base = [](double m1, double m2, double x1, double x2, double y1, double y2, double I1, double I2) {
        const double l = 0.5;
        return std::vector<double>{I1 + m1 * (x1 * x1 + y1 * y1) + m2 * l * l,
                                   m1 * x1 + m2 * l,
                                   m1 * y1,
                                   I2 + m2 * (x2 * x2 + y2 * y2),
                                   m2 * x2,
                                   m2 * y2};
    };
    const auto truth = base(3.3, 2.2, 0.21, 0.22, 0.015, -0.01, 0.08, 0.05);
    const auto told = base(p["m1"], p["m2"], p["x1"], p["x2"], p["y1"], p["y2"], p["I1"], p["I2"]);
    for (std::size_t k = 0; k < truth.size(); ++k)
        CHECK(std::abs(told[k] - truth[k]) < 2e-3 * (0.1 + std::abs(truth[k])));
}
