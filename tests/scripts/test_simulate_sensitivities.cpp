// lag simulate --sensitivity: derivatives of runs against closed forms and against differences of tight runs.
#include <fmt/format.h>

#include <sstream>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

SimulatedColumns run_columns(const std::filesystem::path& folder, std::vector<std::string> arguments,
                             const std::string& end, const std::string& step) {
    arguments.insert(arguments.begin(), {"simulate", "o.lag", "--end", end, "--step", step, "--tolerance", "1e-12"});
    const CommandRun run = run_lag(arguments, folder);
    INFO(run.errors);
    REQUIRE(run.status == 0);
    return simulated_columns(folder / "o.csv");
}

// By the adjoint equation, which goes back along the run; `found`: by the equations that go along with it.
void require_adjoint(const std::filesystem::path& folder, const SimulatedColumns& found, const std::string& end,
                     const std::string& name) {
    std::string of;
    double greatest = -1;
    for (const auto& [column, values] : found)
        if (column.rfind("d(", 0) == 0 && std::abs(values.back()) > greatest)
            greatest = std::abs(values.back()), of = column.substr(2, column.find(")/d(") - 2);
    const SimulatedColumns plain = run_columns(folder, {"--sensitivity", name, "--of", of}, end, "0.1");
    CHECK(plain.count(fmt::format("d({})/d({})", of, name)) == 0);
    std::istringstream lines(contents(folder / "o_gradient.csv"));
    std::string line;
    std::getline(lines, line);
    REQUIRE(std::getline(lines, line));
    CHECK(line.rfind(fmt::format("d({})/d({}),", of, name), 0) == 0);
    const double slope = std::stod(line.substr(line.rfind(',') + 1)),
                 forward = found.at(fmt::format("d({})/d({})", of, name)).back();
    INFO("of " << of << ": adjoint " << slope << ", forward " << forward);
    CHECK(std::abs(slope - forward) <= 1e-7 * std::max(std::abs(forward), 1e-3));
}

// Differences of runs that share no derivative with them. `option`: --define or --initial.
void require_differences(const std::filesystem::path& folder, const std::string& end, const std::string& option,
                         const std::string& name, double value, double allowed) {
    const SimulatedColumns found = run_columns(folder, {"--sensitivity", name}, end, "0.1");
    const double h = 1e-3 * std::abs(value);
    const auto at = [&](double moved) {
        return run_columns(folder, {option, fmt::format("{}={:.17g}", name, moved)}, end, "0.1");
    };
    const SimulatedColumns above = at(value + h), below = at(value - h), far = at(value + 2 * h),
                           far_below = at(value - 2 * h);
    std::size_t compared = 0;
    for (const auto& [column, values] : found) {
        if (column.rfind("d(", 0) != 0) continue;
        const std::string of = column.substr(2, column.find(")/d(") - 2);
        double size = 0;
        for (const double s : values) size = std::max(size, std::abs(s));
        for (std::size_t row = 0; row < values.size(); ++row) {
            const double slope =
                (8 * (above.at(of)[row] - below.at(of)[row]) - far.at(of)[row] + far_below.at(of)[row]) / (12 * h);
            INFO(column << " row " << row << ": " << values[row] << ", differences " << slope);
            CHECK(std::abs(values[row] - slope) <= allowed * std::max(size, 1e-3));
        }
        ++compared;
    }
    CHECK(compared > 0);
    require_adjoint(folder, found, end, name);
}

}  // namespace

TEST_CASE("derivatives of an oscillator are those of its closed form", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_oscillator");
    write(folder / "o.lag",
          "model(o)$ parameter(m, 2, \"kg\")$ parameter(k, 50, \"N/m\")$ parameter(x0, 3/10, \"m\")$ input(F, \"N\")$\n"
          "body(b, ground, hinge = translate(x, x), mass = m)$ hinge_load(x, F - k*x)$ initial(x = x0)$\n"
          "output(e, k*x^2, \"J\")$\n");
    SimulatedColumns c = run_columns(folder, {"--sensitivity", "m,k,x0,x,x',F"}, "3", "0.1");
    const double m = 2, k = 50, x0 = 0.3, w = 5;
    for (std::size_t row = 0; row < c["t"].size(); ++row) {
        const double t = c["t"][row], x = x0 * std::cos(w * t), by_w = -x0 * t * std::sin(w * t);
        CHECK(std::abs(c["d(x)/d(m)"][row] + by_w * w / (2 * m)) < 1e-8);
        CHECK(std::abs(c["d(x)/d(k)"][row] - by_w * w / (2 * k)) < 1e-9);
        CHECK(std::abs(c["d(x)/d(x0)"][row] - std::cos(w * t)) < 1e-9);
        CHECK(std::abs(c["d(x)/d(x)"][row] - std::cos(w * t)) < 1e-9);
        CHECK(std::abs(c["d(x')/d(x)"][row] + w * std::sin(w * t)) < 1e-8);
        CHECK(std::abs(c["d(x)/d(x')"][row] - std::sin(w * t) / w) < 1e-9);
        CHECK(std::abs(c["d(x)/d(F)"][row] - (1 - std::cos(w * t)) / k) < 1e-9);
        CHECK(std::abs(c["d(e)/d(k)"][row] - (x * x + 2 * k * x * by_w * w / (2 * k))) < 1e-8);
    }
    (void)run_columns(folder, {"--sensitivity", "F,m,x", "--of", "x"}, "3", "0.1");
    const double by_w = -x0 * 3 * std::sin(3 * w);
    std::istringstream lines(contents(folder / "o_gradient.csv"));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "derivative,unit,value");
    for (const auto& [name, expected] :
         {std::pair{"d(x)/d(F),m/N,", (1 - std::cos(3 * w)) / k}, std::pair{"d(x)/d(m),m/kg,", -by_w * w / (2 * m)},
          std::pair{"d(x)/d(x),m/m,", std::cos(3 * w)}}) {
        REQUIRE(std::getline(lines, line));
        INFO(line << ", expected " << expected);
        CHECK(line.rfind(name, 0) == 0);
        CHECK(std::abs(std::stod(line.substr(line.rfind(',') + 1)) - expected) < 1e-8);
    }
}

TEST_CASE("derivatives go on through the bounces of a ball", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_ball");
    // as an event with an impulse, and as a contact
    for (const char* const ground :
         {"event(hit, y, falling, impulse = [y' = -(1 + e)*y'])$\n", "contact(floor, y, restitution = e)$\n"}) {
        write(folder / "o.lag", std::string("model(o)$ parameter(e, 8/10)$ parameter(g, 10)$ parameter(h, 1)$\n"
                                            "gravity([0, -g, 0])$ body(b, ground, hinge = translate(y, y), mass = 1)$\n"
                                            "initial(y = h)$\n") +
                                    ground);
        SimulatedColumns c = run_columns(folder, {"--sensitivity", "e,g,h"}, "2", "0.05");
        // behind bounce n at T_n = T (1 + 2 e + .. + 2 e^(n-1)), T = sqrt(2 h/g), with the speed V e^n, V = sqrt(2 g h):
        // y = V e^n (t - T_n) - g (t - T_n)^2/2
        const double e = 0.8, g = 10, h = 1, T = std::sqrt(2 * h / g), V = std::sqrt(2 * g * h);
        std::size_t bounces = 0;
        for (std::size_t row = 0; row < c["t"].size(); ++row) {
            const double t = c["t"][row];
            double at = T, at_by_e = 0, power = 1;  // T_n, its slope, e^n
            if (t < T) {
                CHECK(std::abs(c["d(y)/d(g)"][row] + t * t / 2) < 1e-9);
                CHECK(std::abs(c["d(y)/d(h)"][row] - 1) < 1e-9);
                CHECK(std::abs(c["d(y)/d(e)"][row]) < 1e-12);
                continue;
            }
            std::size_t n = 1;
            for (power = e; t > at + 2 * T * power; ++n) {
                at += 2 * T * power, at_by_e += 2 * T * static_cast<double>(n) * power / e;
                power *= e;
            }
            bounces = n;
            const double s = t - at, v = V * power, speed = v - g * s;
            CHECK(std::abs(c["d(y)/d(e)"][row] - (static_cast<double>(n) * v / e * s - speed * at_by_e)) < 1e-7);
            // T ~ g^(-1/2), V ~ g^(1/2); T ~ h^(1/2), V ~ h^(1/2)
            CHECK(std::abs(c["d(y)/d(g)"][row] - (v / (2 * g) * s - s * s / 2 + speed * at / (2 * g))) < 1e-7);
            CHECK(std::abs(c["d(y)/d(h)"][row] - (v / (2 * h) * s - speed * at / (2 * h))) < 1e-7);
        }
        CHECK(bounces >= 3);
    }
}

TEST_CASE("where dry friction ends a motion its derivative stays", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_friction");
    // from x = A in half a period to 2 mu m g/k - A, where it sticks
    write(folder / "o.lag",
          "model(o)$ parameters(m = 1, k = 40, mu = 2/10, g = 10, A = 9/100)$\n"
          "body(b, ground, hinge = translate(x, x), mass = m)$ hinge_friction(x, mu*m*g)$ hinge_load(x, -k*x)$\n"
          "initial(x = A)$\n");
    SimulatedColumns c = run_columns(folder, {"--sensitivity", "mu,k,A"}, "1", "0.5");
    CHECK(std::abs(c["x"].back() - 0.01) < 1e-8);
    CHECK(std::abs(c["d(x)/d(mu)"].back() - 0.5) < 1e-8);
    CHECK(std::abs(c["d(x)/d(k)"].back() + 0.1 / 40) < 1e-9);
    CHECK(std::abs(c["d(x)/d(A)"].back() + 1) < 1e-8);
    CHECK(std::abs(c["d(x')/d(mu)"].back()) < 1e-12);
}

TEST_CASE("derivatives by what does not change a motion are rounding, and end", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_rounding");
    // a disc that slides on three feet: its mass cancels
    write(folder / "o.lag",
          "model(o)$ parameters(m = 2, r = 1/10, mu = 3/10)$ gravity([0, 0, -9.81])$\n"
          "body(d, ground, hinge = [translate(x, x), translate(y, y), translate(z, z), rotate(z, psi), rotate(y, "
          "pitch),\n"
          "     rotate(x, roll)], mass = m, cm = [0, 0, 1/50], inertia = [m*r^2/4, m*r^2/4, m*r^2/2])$\n"
          "initial(x' = 1, y' = 1/2, psi' = 3)$\n"
          "for k thru 3 do (P : concat(P, k), point(P, d, [r*cos(2*%pi*k/3), r*sin(2*%pi*k/3), 0]),\n"
          "  contact(concat(foot, k), position(P)[3], friction = mu, tangent = [velocity(P)[1], velocity(P)[2]]))$\n");
    SimulatedColumns c = run_columns(folder, {"--sensitivity", "m,mu"}, "0.2", "0.1");
    for (const std::string of : {"x", "y", "psi", "x'", "y'", "psi'"})
        CHECK(std::abs(c["d(" + of + ")/d(m)"].back()) < 1e-9);
    CHECK(c["d(x)/d(mu)"].back() < -0.1);
    require_adjoint(folder, c, "0.2", "mu");
    run_columns(folder, {"--sensitivity", "m", "--of", "x"}, "0.2", "0.1");
}

TEST_CASE("derivatives of runs are the differences of runs", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_differences");
    SECTION("a loop, by multipliers and eliminated") {
        for (const char* const options : {"", "options(constraints = eliminate)$ "}) {
            write(folder / "o.lag", std::string("model(o)$ ") + options + four_bar_linkage + "output(a, q3'')$\n");
            require_differences(folder, "0.4", "--define", "b", 0.3, 1e-5);
        }
        require_differences(folder, "0.4", "--initial", "q1'", 2, 1e-5);
    }
    SECTION("jumps of loads by state, time and a parameter, a table, a state") {
        write(folder / "o.lag",
              "model(o)$ parameters(m = 1, k = 40, gap = 1/10, T = 11/20)$ input(F)$\n"
              "body(b, ground, hinge = translate(x, x), mass = m)$ state(z, rate = x - z)$\n"
              "hinge_load(x, -k*x - (if x > gap then 9 else 0) + (if t > T then 3*exp(-t) else 0) - abs(x')/2 +\n"
              "              table(z, [-1, 0, 1, 2], [0, 1, 0, 2], interpolation = smooth) + F)$\n"
              "initial(x = 3/10)$ output(o, k*z^2 + T)$\n");
        require_differences(folder, "1.5", "--define", "T", 0.55, 1e-5);
        require_differences(folder, "1.5", "--define", "gap", 0.1, 1e-5);
    }
    SECTION("feet that land, hold and let go") {
        write(folder / "o.lag", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/rimless_wheel.lag"));
        require_differences(folder, "1.5", "--define", "slope", std::acos(-1.0) / 15, 1e-5);
    }
    SECTION("flags that events set to values") {
        write(folder / "o.lag", contents(std::filesystem::path(LAG_SOURCE_DIR) / "samples/compass_walker.lag"));
        require_differences(folder, "1.6", "--define", "a", 0.5, 1e-5);
        require_differences(folder, "1.6", "--initial", "q_right'", -0.3772, 1e-5);
    }
    SECTION("Euler parameters") {
        write(folder / "o.lag",
              "model(o)$ gravity([0, 0, -10])$ parameters(m = 1, J = 2/100)$\n"
              "body(b, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), mass = m,\n"
              "     cm = [0, 0, 3/10], inertia = [J, J, J/2])$\n"
              "initial(e0 = 4/5, e1 = 3/5, w3 = 30)$\n");
        require_differences(folder, "0.6", "--define", "J", 0.02, 1e-5);
    }
}

TEST_CASE("sensitivities have units, and errors that say what is wrong", "[sensitivities]") {
    const auto folder = scratch_folder("sensitivities_words");
    write(folder / "o.lag",
          "model(o)$ parameter(mass, 2, \"kg\")$ input(F, \"N\")$ body(b, ground, hinge = translate(x, x), mass = "
          "mass)$\n"
          "hinge_load(x, F)$\n");
    const auto errors_of = [&](std::vector<std::string> more) {
        std::vector<std::string> all{"simulate", "o.lag", "--end", "1"};
        all.insert(all.end(), more.begin(), more.end());
        const CommandRun run = run_lag(all, folder);
        CHECK(run.status == 1);
        return run.errors;
    };
    CHECK(holds(errors_of({"--sensitivity", "mas"}), "no parameter, input or initial value 'mas'"));
    CHECK(holds(errors_of({"--sensitivity", "mas"}), "did you mean 'mass'?"));
    CHECK(holds(errors_of({"--sensitivity", "x,x"}), "'x' is named twice"));
    CHECK(holds(errors_of({"--sensitivity", "F", "--input", "F=sin(t)"}), "the input 'F' is a function of time"));
    CHECK(holds(errors_of({"--sensitivity", "x", "--method", "rk4"}), "only bdf and adams carry derivatives"));
    CHECK(holds(errors_of({"--sensitivity", "x", "--no-compiler"}), "leave --no-compiler out"));
    CHECK(holds(errors_of({"--sensitivity", "mass", "--of", "x''"}), "no coordinate, speed, state or output 'x'''"));
    CHECK(run_lag({"simulate", "o.lag", "--end", "1", "--of", "x"}, folder).status == 2);
    const CommandRun run = run_lag(
        {"simulate", "o.lag", "--end", "1", "--sensitivity", "mass", "--labels", "--plot", "d(x)/d(mass)"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(holds(contents(folder / "o.csv"), "# d(x')/d(mass): (m/s)/kg, derivative of x' by mass"));
    CHECK(holds(contents(folder / "o.svg"), "d(x)/d(mass)"));
}

}  // namespace lag
