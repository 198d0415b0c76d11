// lag simulate: closed forms, energy and constraint errors, the files, equilibrium, Ctrl-C, and wrong use.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <thread>

#include "scripts/command/simulate/picture.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A mass on a spring with a damper and a force: m s'' = -k s - c s' + F
const std::string oscillator =
    "model(oscillator, \"A mass <on> a spring\")$ parameters(m = 2, k = 50, c = 0)$ input(F, \"N\")$\n"
    "body(b, ground, hinge = prismatic(x, s), mass = m)$ hinge_load(s, -k*s - c*s' + F)$\n"
    "initial(s = 0.1)$ output(pull, k*s, \"N\")$ output(go, s'', \"m/s^2\")$\n";

const std::string four_bar = "model(four_bar)$ " + four_bar_linkage;

}  // namespace

TEST_CASE("an oscillator follows its closed form, compiled and evaluated", "[simulate]") {
    for (const bool compiled : {true, false}) {
        INFO(compiled);
        const fs::path folder = scratch_folder("simulate_oscillator");
        write(folder / "o.lag", oscillator);
        std::vector<std::string> arguments{"simulate", "o.lag", "--end", "2", "--step", "0.3", "--input", "F=3*t"};
        if (!compiled) arguments.emplace_back("--no-compiler");
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        std::string header;
        const SimulatedColumns columns = simulated_columns(folder / "o.csv", &header);
        CHECK(header == "t,s,s',pull,go,kinetic,potential");
        const std::vector<double>& t = columns.at("t");
        REQUIRE(t.size() == 8);  // 0, 0.3, ..., 1.8, 2
        CHECK(t[1] == Approx(0.3));
        CHECK(t.back() == 2);
        for (std::size_t k = 0; k < t.size(); ++k) {
            // s'' = -25 s + 1.5 t: s = 0.06 t + A cos 5t + B sin 5t, s(0) = 0.1, s'(0) = 0
            const double s = 0.06 * t[k] + 0.1 * std::cos(5 * t[k]) - 0.012 * std::sin(5 * t[k]);
            CHECK(columns.at("s")[k] == Approx(s).margin(1e-7));
            CHECK(columns.at("pull")[k] == Approx(50 * s).margin(1e-5));
            CHECK(columns.at("go")[k] == Approx(-25 * s + 1.5 * t[k]).margin(1e-5));
        }
    }
}

TEST_CASE("a pendulum keeps its energy over many turns", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_pendulum");
    write(folder / "p.lag",
          "model(p)$ parameters(m = 2, l = 1/2, g = 9.81)$ gravity([0, -g, 0])$\n"
          "body(bar, ground, hinge = revolute(z, angle), mass = m, cm = [0, -l/2, 0], inertia = [0, 0, m*l^2/12])$\n"
          "initial(angle = 2)$\n");
    const auto largest_error = [&](const std::string& tolerance) {
        const CommandRun run =
            run_lag({"simulate", "p.lag", "--end", "20", "--out", "out", "--tolerance", tolerance}, folder);
        REQUIRE(run.status == 0);
        CHECK_FALSE(fs::exists(folder / "p.csv"));
        CHECK(holds(run.output, "energy at start 2.0412"));
        CHECK_FALSE(holds(run.output, "constraint"));
        const SimulatedColumns columns = simulated_columns(folder / "out" / "p.csv");
        REQUIRE(columns.at("t").size() == 501);
        double error = 0, by_hand = 0;
        for (std::size_t k = 0; k < 501; ++k) {
            const double energy = columns.at("kinetic")[k] + columns.at("potential")[k];
            error = std::max(error, std::abs(energy + 2 * 9.81 * 0.25 * std::cos(2.0)));
            // m l^2/6 angle'^2 - m g l/2 cos(angle)
            const double angle = columns.at("angle")[k], rate = columns.at("angle'")[k];
            by_hand = std::max(by_hand, std::abs(energy - 0.5 / 6 * rate * rate + 4.905 * std::cos(angle)));
        }
        CHECK(by_hand < 1e-12);
        // each step may err by the tolerance, relative to energies of up to 9.81 J
        const double steps = std::stod(run.output.substr(run.output.find("rows, ") + 6));
        CHECK(error < steps * std::stod(tolerance) * 9.81);
        return error;
    };
    const double coarse = largest_error("1e-8"), fine = largest_error("1e-11");
    CHECK(fine < coarse / 100);
}

TEST_CASE("a loop stays closed, by its own geometry, compiled and evaluated", "[simulate]") {
    for (const bool compiled : {true, false}) {
        INFO(compiled);
        const fs::path folder = scratch_folder("simulate_loop");
        write(folder / "f.lag", four_bar);
        std::vector<std::string> arguments{"simulate", "f.lag", "--end", compiled ? "20" : "2", "--step", "0.05"};
        if (!compiled) arguments.emplace_back("--no-compiler");
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        CHECK(holds(run.output, "largest constraint errors: position "));
        const SimulatedColumns columns = simulated_columns(folder / "f.csv");
        const auto at = [&](const char* name, std::size_t k) { return columns.at(name)[k]; };
        double energy_change = 0;
        for (std::size_t k = 0; k < columns.at("t").size(); ++k) {
            const double q1 = at("q1", k), q12 = q1 + at("q2", k), q3 = at("q3", k);
            const double u1 = at("q1'", k), u12 = u1 + at("q2'", k), u3 = at("q3'", k);
            CHECK(std::abs(0.1 * std::cos(q1) + 0.3 * std::cos(q12) - 0.35 - 0.25 * std::cos(q3)) < 1e-11);
            CHECK(std::abs(0.1 * std::sin(q1) + 0.3 * std::sin(q12) - 0.25 * std::sin(q3)) < 1e-11);
            CHECK(std::abs(0.1 * std::cos(q1) * u1 + 0.3 * std::cos(q12) * u12 - 0.25 * std::cos(q3) * u3) < 1e-11);
            energy_change = std::max(
                energy_change, std::abs(at("kinetic", k) + at("potential", k) - at("kinetic", 0) - at("potential", 0)));
        }
        CHECK(energy_change < 1e-4);  // of an exchange of about 4 J
    }
}

TEST_CASE("Euler parameters keep their length: a free top turns as it should", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_top");
    write(folder / "top.lag",
          "model(top)$ body(b, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), mass = "
          "1, "
          "inertia = [2, 2, 3])$ initial(w1 = 1, w3 = 2)$\n");
    REQUIRE(run_lag({"simulate", "top.lag", "--end", "5"}, folder).status == 0);
    const SimulatedColumns columns = simulated_columns(folder / "top.csv");
    for (std::size_t k = 0; k < columns.at("t").size(); ++k) {
        double square = 0;
        for (const char* e : {"e0", "e1", "e2", "e3"}) square += std::pow(columns.at(e)[k], 2);
        CHECK(std::abs(square - 1) < 1e-12);
        // Euler: w1' = (2 - 3)/2 w2 w3, w2' = (3 - 2)/2 w1 w3, w3 constant: (w1, w2) turns at rate 1
        CHECK(columns.at("w1")[k] == Approx(std::cos(columns.at("t")[k])).margin(1e-6));
        CHECK(columns.at("w2")[k] == Approx(std::sin(columns.at("t")[k])).margin(1e-6));
    }
}

TEST_CASE("--equilibrium rests where forces balance", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_rest");
    write(folder / "spring.lag",
          "model(spring)$ parameters(m = 2, k = 50, l = 1/2, g = 9.81)$ gravity([0, 0, -g])$\n"
          "body(b, ground, hinge = prismatic(z, s), mass = m)$ body(free, ground, hinge = prismatic(x, f), mass = 1)$\n"
          "point(A, ground, [0, 0, 3])$ spring(A, origin(b), stiffness = k, length = l)$ initial(f = 0.7, s' = 4)$\n");
    for (const char* compiled : {"", "--no-compiler"}) {
        std::vector<std::string> arguments{"simulate", "spring.lag", "--end", "1", "--equilibrium"};
        if (*compiled != '\0') arguments.emplace_back(compiled);
        const CommandRun run = run_lag(arguments, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        CHECK(holds(run.output, "equilibrium, largest acceleration "));
        const SimulatedColumns columns = simulated_columns(folder / "spring.csv");
        for (std::size_t k : {std::size_t{0}, std::size_t{500}}) {
            CHECK(columns.at("s")[k] == Approx(3 - (0.5 + 2 * 9.81 / 50)).epsilon(1e-11));
            CHECK(columns.at("s'")[k] == Approx(0).margin(1e-9));
            CHECK(columns.at("f")[k] == Approx(0.7));  // nothing holds it: it stays
        }
    }
    // a chain of two rods hangs straight down from wherever it starts; a loop rests where its energy has a minimum
    write(folder / "chain.lag",
          "model(chain)$ gravity([0, -9.81, 0])$\n"
          "body(a, ground, hinge = revolute(z, q1), mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, 1/12])$\n"
          "body(b, a, hinge = revolute(z, q2), at = [0, -1, 0], mass = 1, cm = [0, -1/2, 0], inertia = [0, 0, 1/12])$\n"
          "initial(q1 = 2, q2 = -1)$\n");
    REQUIRE(run_lag({"simulate", "chain.lag", "--end", "1", "--equilibrium"}, folder).status == 0);
    const SimulatedColumns chain = simulated_columns(folder / "chain.csv");
    CHECK(chain.at("q1")[0] == Approx(0).margin(1e-9));
    CHECK(chain.at("q2")[0] == Approx(0).margin(1e-9));
    const CommandRun upright = run_lag({"simulate", "chain.lag", "--end", "1", "--equilibrium", "--initial",
                                        "q1=3.141592653589793", "--initial", "q2=0"},
                                       folder);
    CHECK(upright.status == 0);
    CHECK(holds(upright.output, "unstable equilibrium"));
    write(folder / "falls.lag",
          "model(falls)$ gravity([0, -9.81, 0])$ body(b, ground, hinge = prismatic(y, s), mass = 1)$\n");
    const CommandRun falls = run_lag({"simulate", "falls.lag", "--end", "1", "--equilibrium"}, folder);
    CHECK(falls.status == 1);
    CHECK(falls.errors ==
          "lag: error: no equilibrium was found: nothing holds the motion with speed s': hold a coordinate; --hold s "
          "keeps it where it starts\n");
    CHECK_FALSE(fs::exists(folder / "falls.csv"));
}

TEST_CASE("the picture shows what is chosen", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_picture");
    write(folder / "o.lag", oscillator);
    REQUIRE(run_lag({"simulate", "o.lag", "--end", "1", "--plot", "s,s',pull"}, folder).status == 0);
    const std::string svg = contents(folder / "o.svg");
    CHECK(svg.rfind("<svg xmlns=\"http://www.w3.org/2000/svg\"", 0) == 0);
    CHECK(holds(svg, "A mass &lt;on&gt; a spring"));
    std::size_t paths = 0;
    for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) ++paths;
    CHECK(paths == 3);
    for (const char* word : {">s<", ">s'<", ">pull<", ">m/s<", ">N<"}) CHECK(holds(svg, word));
    CHECK_FALSE(holds(svg, ">go<"));
    // a curve from one corner to the other, one with a gap
    const std::string line = picture("", {0, 1, 2}, {{"a", "", {0, 5, 10}}});
    CHECK(holds(line, "d=\"M90.00 304.00 L385.00 174.00 L680.00 44.00 \""));
    CHECK(holds(picture("", {0, 1, 2}, {{"a", "", {0, std::nan(""), 10}}}), "d=\"M90.00 304.00 M680.00 44.00 \""));
}

TEST_CASE("Ctrl-C keeps what was computed", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_interrupt");
    write(folder / "o.lag", oscillator);
    const std::string command = LAG_COMMAND;
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        if (::chdir(folder.c_str()) != 0 || std::freopen("messages", "w", stderr) == nullptr) ::_exit(9);
        ::execl(command.c_str(), "lag", "simulate", "o.lag", "--end", "1e7", "--step", "100", "--quiet",
                "--no-compiler", static_cast<char*>(nullptr));
        ::_exit(9);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    ::kill(child, SIGINT);
    int status = 0;
    ::waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 130);
    CHECK(holds(contents(folder / "messages"), "lag: interrupted at t = "));
    const SimulatedColumns columns = simulated_columns(folder / "o.csv");  // every line whole
    CHECK(columns.at("t").size() > 1);
    CHECK(columns.at("t").size() < 100001);
    CHECK(holds(contents(folder / "o.svg"), "</svg>\n"));
}

TEST_CASE("however a run ends, nothing stays in the folder for temporary files", "[simulate]") {
    for (const int signal : {SIGKILL, SIGTERM, SIGHUP}) {
        const fs::path folder = scratch_folder("simulate_killed"), temporary = folder / "tmp";
        fs::create_directory(temporary);
        write(folder / "o.lag", oscillator);
        const std::string command = LAG_COMMAND;
        const pid_t child = ::fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            ::setenv("TMPDIR", temporary.c_str(), 1);
            if (::chdir(folder.c_str()) != 0) ::_exit(9);
            ::execl(command.c_str(), "lag", "simulate", "o.lag", "--end", "1e9", "--step", "1e4", "--quiet",
                    static_cast<char*>(nullptr));
            ::_exit(9);
        }
        const auto within = [](const auto& holds) {
            for (int k = 0; k < 1000 && !holds(); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(20));
            return holds();
        };
        CHECK(within([&] {
            return !fs::is_empty(temporary) && fs::exists(fs::directory_iterator(temporary)->path() / "model.so");
        }));
        ::kill(child, signal);
        ::waitpid(child, nullptr, 0);
        CHECK(within([&] { return fs::is_empty(temporary); }));
    }
}

TEST_CASE("a run that cannot go on keeps what was computed and says why", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_end");
    // s = (1 - t)^2 / ... : s'' = 6 s^2 with s = 1/(1 - t)^2 grows without bound at t = 1
    write(folder / "blow.lag",
          "model(blow)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, 6*s^2)$ initial(s = 1, s' = "
          "2)$\n");
    const CommandRun run = run_lag({"simulate", "blow.lag", "--end", "2", "--step", "0.01"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "lag: error: the simulation ended at t = "));
    const SimulatedColumns columns = simulated_columns(folder / "blow.csv");
    REQUIRE(columns.at("t").size() > 90);
    CHECK(columns.at("t").back() <= 1);
    CHECK(columns.at("s")[50] == Approx(4).epsilon(1e-5));
}

TEST_CASE("wrong uses of simulate say what to do", "[simulate]") {
    const fs::path folder = scratch_folder("simulate_wrong");
    write(folder / "o.lag", oscillator);
    write(folder / "aligned.lag",
          "model(aligned)$ body(b, ground, hinge = [translate(x, x1), translate(y, y1)], mass = 1)$\n"
          "constraint(x1^2 + y1^2 = 1)$\n");
    write(folder / "bad.lag", "model(bad)$ body(b, c)$\n");
    const auto simulate = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "simulate");
        return run_lag(arguments, folder);
    };
    CHECK(simulate({"o.lag"}).status == 2);
    CHECK(simulate({"--help"}).status == 0);
    CHECK(simulate({"o.lag", "--end", "-1"}).errors ==
          "lag: error: --end must be a positive time\nhint: lag simulate --help lists the options\n");
    CHECK(simulate({"o.lag", "--end", "1", "--step", "1e-9"}).status == 2);
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"none.lag", "--end", "1"}, "lag: error: cannot read 'none.lag': there is no such file\n"},
        {{"o.lag", "--end", "1", "--plot", "pul"},
         "lag: error: --plot: the model has no coordinate, speed or output 'pul'\nhint: did you mean 'pull'?\n"},
        {{"o.lag", "--end", "1", "--input", "G=1"},
         "lag: error: --input: the model has no input 'G'\nhint: it has F\n"},
        {{"o.lag", "--end", "1", "--input", "F=s"},
         "lag: error: --input F: 's' is neither t nor a parameter\nhint: an input is given as a number or an "
         "expression of "
         "t and parameters\n"},
        {{"o.lag", "--end", "1", "--input", "f=1"},
         "lag: error: --input: the model has no input 'f'\nhint: did you mean 'F'?\n"},
        {{"o.lag", "--end", "1", "--initial", "S=1"},
         "lag: error: --initial: the model has no coordinate or speed 'S'\n"
         "hint: did you mean 's'?\n"},
        {{"o.lag", "--end", "1", "--initial", "s=x"},
         "--initial s:1:1: error: x is not declared: a name in the equations of motion is a parameter, coordinate, "
         "speed, "
         "input or external result\nx\n^\n"},
        {{"aligned.lag", "--end", "1"},
         "lag: error: the initial coordinates cannot be assembled: the constraints are dependent at "
         "constraint constraint 1\nhint: initial(..) or --initial name=value gives a better guess\n"},
    };
    for (const auto& [arguments, message] : cases) {
        const CommandRun run = simulate(arguments);
        CHECK(run.status == 1);
        CHECK(run.errors == message);
    }
    CHECK(holds(simulate({"bad.lag", "--end", "1"}).errors, "bad.lag:1:"));
    CHECK(holds(simulate({"bad.lag", "--end", "1", "--input", "F=1"}).errors, "bad.lag:1:"));
    CHECK_FALSE(fs::exists(folder / "o.csv"));
}

}  // namespace lag
