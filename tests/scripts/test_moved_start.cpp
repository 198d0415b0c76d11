// What is said of an initial state that the constraints move is what a run and a main program start with.
#include <filesystem>

#include "tests/catch.hpp"
#include "tests/scripts/test_main_programs.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// "name = 1 becomes 2 rad": the values after it.
std::map<std::string, double> moved_in(const std::string& text) {
    std::map<std::string, double> found;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find(" = "), becomes = line.find(" becomes ");
        if (line.rfind("  ", 0) == 0 && equals != std::string::npos && becomes != std::string::npos)
            found[line.substr(2, equals - 2)] = std::strtod(line.c_str() + becomes + 9, nullptr);
    }
    return found;
}

void require_note(const std::string& name, const std::string& script, const std::string& kept) {
    const fs::path folder = scratch_folder("moved_start_" + name);
    write(folder / "m.lag", script + "emit(c, \"m.h\", driver = true)$\n");
    const CommandRun emitted = run_lag({"m.lag"}, folder);
    INFO(emitted.errors);
    REQUIRE(emitted.status == 0);
    const std::map<std::string, double> moved = moved_in(emitted.errors);
    CHECK(!moved.contains(kept));
    write(folder / "in.txt", "end 0.01\nstep 0.01\noutput main.csv\n");
    const int status = shell(folder, "gcc -O0 -std=c99 m_main.c -o run -lm && ./run in.txt");
    INFO(contents(folder / "log"));
    REQUIRE(status == 0);
    REQUIRE(run_lag({"simulate", "m.lag", "--end", "0.01", "--step", "0.01", "--quiet"}, folder).status == 0);
    for (const char* file : {"main.csv", "m.csv"}) {
        INFO(file);
        const SimulatedColumns started = simulated_columns(folder / file);
        for (const auto& [quantity, value] : moved) {
            INFO(quantity);
            CHECK(std::abs(started.at(quantity).front() - value) < 1e-5 * (1 + std::abs(value)));
        }
    }
}

}  // namespace

TEST_CASE("the note on a moved start keeps what is held") {
    const std::string linkage = "model(m)$ " + four_bar_linkage;
    require_note("held", linkage + "initial(hold = [q1, q1'])$\n", "q1'");
    require_note("free", linkage, "");
    require_note("eliminated", "model(m)$ options(constraints = eliminate)$ " + four_bar_linkage, "");
}

TEST_CASE("the note on a moved start lets contacts and dry friction slide") {
    // of docs/language/contacts.md: it turns in a bearing that rubs
    require_note("wheel", R"(model(m)$ parameters(mass = 2, r = 1/100, mu = 1/5)$ gravity([0, 0, -10])$
body(hub, ground, hinge = [translate(x, x), translate(z, z)])$
body(disc, hub, hinge = revolute(y, q), mass = mass, inertia = [0, mass/8, 0])$
constraint(x = 0, name = ahead)$ constraint(z = 0, name = up)$ initial(q' = 10)$
hinge_friction(q, mu*r*sqrt(multiplier(ahead)^2 + multiplier(up)^2))$
)",
                 "q'");
}

TEST_CASE("the note on a moved start moves what is closed onto its contact or stop") {
    const std::string slide = "model(m)$ body(a, ground, hinge = prismatic(z, h), mass = 1)$ hinge_load(h, -981/100)$ ";
    require_note("contact", slide + "contact(floor, h)$ initial(h = -1/5)$\n", "h'");
    require_note("stop", slide + "limit(h, 0, 1)$ initial(h = -1/5)$\n", "h'");
    const fs::path folder = scratch_folder("moved_start_contact");
    write(folder / "m.lag", slide + "contact(floor, h)$ initial(h = -1/5)$\n");
    CHECK(holds(run_lag({"simulate", "m.lag", "--end", "0.1"}, folder).output, "h = -0.2 becomes 0 m"));
    // a guess beside its stop that the loop brings away from it
    write(folder / "open.lag",
          slide +
              "body(b, ground, hinge = prismatic(z, k), mass = 1)$ constraint(k = h + 1, name = rod)$ "
              "limit(k, 1/2, 3)$ hinge_load(k, -5)$ initial(h = 1, hold = [h])$\n");
    const CommandRun open = run_lag({"simulate", "open.lag", "--end", "0.1", "--step", "0.1"}, folder);
    INFO(open.errors);
    REQUIRE(open.status == 0);
    CHECK(holds(open.output, "k = 0 becomes 2 m"));
    CHECK(simulated_columns(folder / "open.csv").at("h").front() == 1);
}

TEST_CASE("a moved start names what keeps the given values") {
    const fs::path folder = scratch_folder("moved_start_advice");
    write(folder / "m.lag", "model(m)$ " + four_bar_linkage + "emit(c, \"m.h\")$\n");
    const std::string advice = "initial(.., hold = [q1, q1']) keeps what it names, and moves the others\n";
    CHECK(holds(run_lag({"m.lag"}, folder).errors, advice));
    CHECK(holds(run_lag({"simulate", "m.lag", "--end", "0.1"}, folder).output, advice));
    write(folder / "held.lag", "model(m)$ " + four_bar_linkage + "initial(hold = [q1, q1'])$ emit(c, \"m.h\")$\n");
    CHECK_FALSE(holds(run_lag({"held.lag"}, folder).errors, "keeps what it names"));
}

}  // namespace lag
