// lag fit: known truths come out of noise, and what measurements do not tell is said.
#include <cmath>
#include <sstream>

#include "core/random_numbers.hpp"
#include "scripts/command/fit/least_squares.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

using namespace lag;

namespace {

const std::string spring = R"(model(spring, "a mass on a spring")$
parameter(m, 2, "kg")$ parameter(k, 6, "N/m")$ parameter(c, 1/10, "N*s/m")$
body(cart, ground, hinge = prismatic(x, x), mass = m)$
hinge_load(x, -k*x - c*x')$
initial(x = 1)$
)";

struct Found {
    double value = 0, low = 0, high = 0;
    bool has_interval = false;
};

Found found_in(const std::filesystem::path& table, const std::string& name) {
    std::istringstream lines(contents(table));
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> cells;
        std::istringstream parts(line);
        for (std::string cell; std::getline(parts, cell, ',');) cells.push_back(cell);
        if (cells.size() < 5 || cells[0] != name) continue;
        Found found{std::stod(cells[1]), 0, 0, !cells[3].empty()};
        if (found.has_interval) found.low = std::stod(cells[3]), found.high = std::stod(cells[4]);
        return found;
    }
    FAIL("no " << name);
    return {};
}

// x = exp(-d t) cos(w t) + .., of x'' + 2 d x' + w0^2 x = 0 from x = 1 at rest
double damped(double t, double k, double c, double m) {
    const double d = c / (2 * m), w = std::sqrt(k / m - d * d);
    return std::exp(-d * t) * (std::cos(w * t) + d / w * std::sin(w * t));
}

double normal(RandomNumbers& random) {
    const double u = random.unit(), v = random.unit();
    return std::sqrt(-2 * std::log(1 - u)) * std::cos(2 * 3.141592653589793 * v);
}

std::string measured(double k, double c, double noise, std::uint64_t seed) {
    RandomNumbers random(seed);
    std::ostringstream text;
    text.precision(17);
    text << "t,x\n";
    for (int i = 0; i <= 200; ++i) {
        const double t = 0.05 * i;
        text << t << "," << damped(t, k, c, 2) + noise * normal(random) << "\n";
    }
    return text.str();
}

}  // namespace

TEST_CASE("a fit finds the truth in exact measurements") {
    const auto folder = scratch_folder("fit_exact");
    write(folder / "spring.lag", spring);
    write(folder / "data.csv", measured(8, 0.5, 0, 1));
    const CommandRun run =
        run_lag({"fit", "spring.lag", "--data", "data.csv", "--unknown", "k=1:20", "--unknown", "c"}, folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    CHECK(std::abs(found_in(folder / "spring_fit.csv", "k").value - 8) < 1e-6);
    CHECK(std::abs(found_in(folder / "spring_fit.csv", "c").value - 0.5) < 1e-6);
    CHECK(
        run_lag({"simulate", "spring.lag", "--parameters", "spring_fit.txt", "--end", "1", "--quiet"}, folder).status ==
        0);
    CHECK(std::filesystem::exists(folder / "spring_fit.svg"));
}

TEST_CASE("intervals hold the truth as often as they say") {
    const auto folder = scratch_folder("fit_noise");
    write(folder / "spring.lag", spring);
    int held = 0;
    const int repeats = 8;
    for (int i = 0; i < repeats; ++i) {
        write(folder / "data.csv", measured(8, 0.5, 0.02, static_cast<std::uint64_t>(100 + i)));
        const CommandRun run = run_lag(
            {"fit", "spring.lag", "--data", "data.csv", "--unknown", "k=1:20", "--unknown", "c", "--quiet"}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        for (const auto& [name, truth] : {std::pair{"k", 8.0}, {"c", 0.5}}) {
            const Found found = found_in(folder / "spring_fit.csv", name);
            REQUIRE(found.has_interval);
            held += found.low <= truth && truth <= found.high ? 1 : 0;
        }
    }
    // of 16 at 95 %, four deviations below the mean
    CHECK(held >= 12);
}

TEST_CASE("what measurements do not tell is said, and bounds are kept") {
    const auto folder = scratch_folder("fit_untold");
    write(folder / "spring.lag", spring);
    write(folder / "data.csv", measured(8, 0.5, 0.001, 3));
    // only the ratios to m are felt
    const CommandRun untold = run_lag(
        {"fit", "spring.lag", "--data", "data.csv", "--unknown", "k", "--unknown", "c", "--unknown", "m"}, folder);
    INFO(untold.errors << untold.output);
    REQUIRE(untold.status == 0);
    CHECK(holds(untold.output, "these measurements do not feel a change of"));
    const double m = found_in(folder / "spring_fit.csv", "m").value;
    CHECK_FALSE(found_in(folder / "spring_fit.csv", "m").has_interval);
    CHECK(std::abs(found_in(folder / "spring_fit.csv", "k").value / m - 4) < 1e-2);
    const CommandRun bound =
        run_lag({"fit", "spring.lag", "--data", "data.csv", "--unknown", "k=1:7", "--unknown", "c=0:2"}, folder);
    REQUIRE(bound.status == 0);
    CHECK(found_in(folder / "spring_fit.csv", "k").value == 7);
    CHECK(holds(bound.output, "k = 7 N/m, at its bound"));
}

TEST_CASE("masses of an arm are found as far as its motion tells them") {
    const auto folder = scratch_folder("fit_arm");
    // the two-link arm of samples/identification.lag under known torques; I2 + m2*x2^2 and m2*x2 are felt, not m2 and x2
    const std::string arm = R"(model(arm)$
parameters(l1 = 0.5, g = 9.81)$
parameter(m1, 3)$ parameter(m2, 2)$ parameter(x1, 0.2)$ parameter(x2, 0.2)$ parameter(I1, 0.07)$ parameter(I2, 0.04)$
gravity([0, -g, 0])$
body(upper, ground, hinge = revolute(z, q1), mass = m1, cm = [x1, 0, 0], inertia = [0, 0, I1])$
body(forearm, upper, hinge = revolute(z, q2), at = [l1, 0, 0], mass = m2, cm = [x2, 0, 0], inertia = [0, 0, I2])$
hinge_load(q1, 4*sin(3*t) - 0.3*q1')$ hinge_load(q2, 2*cos(5*t) - 0.2*q2')$
initial(q1 = -1, q2 = 0.5)$
)";
    write(folder / "arm.lag", arm);
    write(folder / "true.txt", "m2 2.2\nx2 0.22\nI2 0.05\n");
    REQUIRE(
        run_lag({"simulate", "arm.lag", "--end", "3", "--step", "0.02", "--parameters", "true.txt", "--quiet"}, folder)
            .status == 0);
    std::filesystem::copy_file(folder / "arm.csv", folder / "data.csv");
    const CommandRun run = run_lag(
        {"fit",       "arm.lag", "--data",    "data.csv", "--unknown", "m2", "--unknown",  "x2", "--unknown",  "I2",
         "--unknown", "m1",      "--unknown", "x1",       "--unknown", "I1", "--measured", "q1", "--measured", "q2"},
        folder);
    INFO(run.errors << run.output);
    REQUIRE(run.status == 0);
    CHECK(holds(run.output, "do not feel a change of"));
    const auto value = [&](const char* name) { return found_in(folder / "arm_fit.csv", name).value; };
    // base parameters: of the forearm, and of the upper arm with the forearm's mass at the elbow
    CHECK(std::abs(value("m2") * value("x2") - 2.2 * 0.22) < 1e-4);
    CHECK(std::abs(value("I2") + value("m2") * std::pow(value("x2"), 2) - (0.05 + 2.2 * 0.22 * 0.22)) < 1e-4);
    CHECK(std::abs(value("m1") * value("x1") + value("m2") * 0.5 - (3 * 0.2 + 2.2 * 0.5)) < 1e-3);
    CHECK(std::abs(value("I1") + value("m1") * std::pow(value("x1"), 2) + value("m2") * 0.25 -
                   (0.07 + 3 * 0.2 * 0.2 + 2.2 * 0.25)) < 1e-3);
    CHECK(std::abs(value("m2") - 2.2) > 1e-3);
}

TEST_CASE("wrong uses of fit say what to do") {
    const auto folder = scratch_folder("fit_wrong");
    write(folder / "spring.lag", spring);
    write(folder / "data.csv", measured(8, 0.5, 0, 1));
    write(folder / "other.csv", "t,y\n0,1\n1,2\n");
    using Words = std::vector<std::string>;
    const std::vector<std::pair<Words, std::string>> wrong{
        {{"--data", "data.csv"}, "--unknown says what is looked for"},
        {{"--data", "data.csv", "--unknown", "kk"}, "the model has no 'kk'"},
        {{"--data", "data.csv", "--unknown", "k=5"}, "--unknown takes NAME or NAME=LOW:HIGH"},
        {{"--data", "nowhere.csv", "--unknown", "k"}, "cannot read nowhere.csv"},
        {{"--data", "other.csv", "--unknown", "k"}, "no column of other.csv has the name"},
        {{"--data", "data.csv", "--unknown", "k", "--measured", "y"}, "a run has no column 'y'"},
        {{"--data", "data.csv", "--unknown", "k", "--measured", "x=z"}, "data.csv has no column 'z'"},
        {{"--unknown", "k"}, "--data is required"},
    };
    for (const auto& [words, message] : wrong) {
        Words all{"fit", "spring.lag"};
        all.insert(all.end(), words.begin(), words.end());
        const CommandRun run = run_lag(all, folder);
        INFO(run.errors);
        CHECK(run.status != 0);
        CHECK(holds(run.errors, message));
    }
}

TEST_CASE("a search ends after some time or says why no run comes to its end") {
    const auto folder = scratch_folder("fit_limits");
    write(folder / "spring.lag", spring);
    write(folder / "data.csv", measured(8, 0.3, 0, 1));
    const auto fit = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"fit", "spring.lag", "--data", "data.csv", "--unknown", "k", "--unknown", "c"});
        return run_lag(more, folder);
    };
    const CommandRun steps = fit({"--max-steps", "20"});
    CHECK(steps.status == 1);
    CHECK(holds(steps.errors, "the model cannot be run with the first values: it has taken 20 steps"));
    const CommandRun none = fit({"--wall", "1e-9"});
    CHECK(none.status == 1);
    CHECK(holds(none.errors, "1e-09 s have passed, as many as --wall allows"));
    CHECK_FALSE(std::filesystem::exists(folder / "spring_fit.csv"));
    const CommandRun enough = fit({"--wall", "500", "--max-steps", "1000000"});
    INFO(enough.errors);
    CHECK(enough.status == 0);
    CHECK(std::abs(found_in(folder / "spring_fit.csv", "k").value - 8) < 1e-4);
}

// Student's t of 97.5 %, as SciPy's stats.t.ppf(0.975, n) has it.
TEST_CASE("intervals are Student's, also for few measurements") {
    for (const auto& [freedom, expected] :
         {std::pair(1, 12.706204736), std::pair(2, 4.30265273), std::pair(3, 3.182446305), std::pair(5, 2.570581836),
          std::pair(10, 2.228138852), std::pair(120, 1.979930405)}) {
        const Eigen::Index rows = freedom + 1;
        Eigen::VectorXd measured = Eigen::VectorXd::LinSpaced(rows, 0, 1);
        const LeastSquaresProblem mean{.residuals = [&](const Eigen::VectorXd& p) -> std::optional<Eigen::VectorXd> {
                                           return measured - Eigen::VectorXd::Constant(rows, p[0]);
                                       },
                                       .start = Eigen::VectorXd::Constant(1, 0.2),
                                       .low = Eigen::VectorXd::Constant(1, -10),
                                       .high = Eigen::VectorXd::Constant(1, 10),
                                       .scale = Eigen::VectorXd::Constant(1, 1)};
        const Confidence confidence = confidence_of(mean, solved_least_squares(mean, 20, [](int, double) {}));
        CHECK(std::abs(confidence.quantile - expected) < 1e-9 * expected);
    }
}
