// A model at the prompt: it grows after results were asked for, is run and drawn.
#include <cmath>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_piped_prompt.hpp"

namespace lag {

namespace {

const std::string slide = "model(slide)$ body(a, ground, hinge = prismatic(x, s), mass = 2)$\n";

// The last row of a table, by the names of its first line.
double last_value(const std::filesystem::path& file, const std::string& column) {
    std::istringstream stream(contents(file));
    std::string names, line, last, name, value;
    std::getline(stream, names);
    while (std::getline(stream, line)) last = line;
    std::istringstream heads(names), cells(last);
    while (std::getline(heads, name, ',') && std::getline(cells, value, ','))
        if (name == column) return std::stod(value);
    FAIL("no column " << column);
    return 0;
}

}  // namespace

TEST_CASE("a model grows at the prompt, and results are formed anew", "[prompt]") {
    const Piped run = pipe_in(slide +
                                  "mass_matrix(); right_side();\n"
                                  "body(b, a, hinge = prismatic(y, r), mass = 3)$\n"
                                  "mass_matrix();\n"
                                  "hinge_load(s, -20*s)$ gravity([0, -9, 0])$\n"
                                  "right_side();\n"
                                  "speed_constraint(r' = 2*s')$ constraint_matrix();\n"
                                  "%o3;\n",
                              "prompt_growth");
    CHECK(run.errors.empty());
    CHECK(run.status == 0);
    CHECK(run.output ==
          "(%o3) matrix([2])\n(%o4) [0]\n(%o6) matrix([5, 0], [0, 3])\n(%o9) [-20*s, -27]\n(%o11) matrix([-2, 1])\n"
          "(%o12) matrix([2])\n");
}

TEST_CASE("what was formed of a smaller model is named, and stays out of the larger one", "[prompt]") {
    const Piped run = pipe_in(slide +
                                  "M: mass_matrix()$ twice: 2*M[1, 1]$ place: position(a)$ k: 3$\n"
                                  "output(E, kinetic_energy())$ output(v, s')$\n"
                                  "body(b, a, hinge = fixed(), mass = 3)$\n"
                                  "hinge_load(s, -twice*s)$\n"
                                  "body(c, b, hinge = fixed(), mass = 1)$\n"
                                  "M: mass_matrix()$ M[1, 1];\n"
                                  "output(E, kinetic_energy())$\n"
                                  "emit(c, \"slide.h\")$\n",
                              "prompt_stale");
    INFO(run.errors);
    CHECK(run.status == 1);  // of the load alone
    CHECK(holds(run.errors, "note: the model has changed; M, twice hold results of the model as it was: ask again\n"));
    CHECK(holds(run.errors,
                "note: the model has changed; outputs of results of the model as it was are taken out: E; state them "
                "again\n"));
    CHECK(holds(run.errors, "'hinge_load' describes the model, and a hinge load holds a result of it: mass_matrix()"));
    CHECK(holds(run.output, ") 6\n"));
    // each name is named once
    const std::string note = "hold results of the model as it was";
    CHECK(run.errors.find(note) == run.errors.rfind(note));
    CHECK(holds(contents(std::filesystem::path(scratch_root()) / "prompt_stale" / "slide.h"), "E"));
}

TEST_CASE("a run at the prompt takes other values of parameters", "[prompt]") {
    const std::string pushed =
        "model(pushed)$ parameters(k = 2, b = 3)$ body(a, ground, hinge = prismatic(x, s), mass = k)$ "
        "hinge_load(s, 1)$\n";
    const auto end_of = [&](const std::string& name, const std::string& more) {
        const Piped run = pipe_in(pushed + more, name);
        INFO(run.errors);
        CHECK(run.status == 0);
        return last_value(std::filesystem::path(scratch_root()) / name / "pushed.csv", "s");
    };
    CHECK(std::abs(end_of("prompt_define_none", "simulate(end = 1)$\n") - 0.25) < 1e-6);
    CHECK(std::abs(end_of("prompt_define", "simulate(end = 1, define = [k = 1])$\n") - 0.5) < 1e-6);
    // of that run alone
    CHECK(std::abs(end_of("prompt_define_once", "simulate(end = 1, define = [k = 1])$ simulate(end = 1)$\n") - 0.25) <
          1e-6);
    const Piped run =
        pipe_in(pushed + "c: 3$ simulate(end = 1, define = [c = 1])$\nsimulate(end = 1, define = [k = b])$\n",
                "prompt_define_wrong");
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "error: define c: the model has no parameter 'c'"));
    CHECK(holds(run.errors, "hint: it has k, b"));
    CHECK(holds(run.errors, "define k: 'b' is no number"));
}

TEST_CASE("a file keeps its rule: the first result completes the model", "[prompt]") {
    const std::filesystem::path folder = scratch_folder("prompt_file_rule");
    write(folder / "grown.lag", slide + "mass_matrix();\nbody(b, a, hinge = fixed(), mass = 3)$\n");
    const CommandRun run = run_lag({"grown.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "hint: move this statement up"));
}

TEST_CASE("a model at the prompt is run and drawn", "[prompt]") {
    const Piped run = pipe_in(
        "model(slide)$ parameters(k = 8)$ input(F)$\n"
        "body(a, ground, hinge = prismatic(x, s), mass = 2)$ hinge_load(s, -k*s + F)$\n"
        "output(pull, k*s)$ right_side();\n"
        "T: 1$\n"
        "simulate(end = T/2, initial = [s = 0.1, s' = 0.2])$\n"
        "plot(s, s')$\n"
        "plot(ss);\n"
        "simulate(end = 1, tolerance = 1e-10, input = [F = 4*t], plot = [s, pull], quiet = true)$\n",
        "prompt_run");
    INFO(run.errors << run.output);
    CHECK(run.status == 1);
    CHECK(holds(run.output, "t = 0.5, 501 rows"));
    CHECK(holds(run.output, "wrote ./slide.csv and ./slide.svg\n"));
    CHECK(holds(run.output, "wrote ./slide.svg\n"));
    CHECK(holds(run.errors, "plot: the model has no coordinate, speed or output 'ss'\nhint: did you mean 's'?"));
    // 2 s'' = -8 s + 4 t from rest: s = t/2 - sin(2 t)/4
    const std::filesystem::path folder = std::filesystem::path(scratch_root()) / "prompt_run";
    CHECK(last_value(folder / "slide.csv", "s") == Approx(0.5 - std::sin(2.0) / 4).margin(1e-8));
    CHECK(holds(contents(folder / "slide.svg"), "pull"));
}

TEST_CASE("a run at the prompt starts in the steady motion that was asked for there", "[prompt]") {
    const Piped run = pipe_in(
        "model(wheel)$ parameters(d = 0.5)$ input(drive)$\n"
        "body(a, ground, hinge = revolute(z, turn), mass = 2, inertia = [1, 1, 1])$\n"
        "hinge_load(turn, drive - d*turn')$\n"
        "simulate(end = 2, trim = true)$\n"  // there is none yet
        "trim(given = [turn' = 3], find = [drive], free = [turn])$\n"
        "simulate(end = 2, trim = true)$\n",
        "prompt_trim");
    INFO(run.errors << run.output);
    CHECK(holds(run.errors, "error"));
    CHECK(holds(run.output, "steady motion of "));
    CHECK(holds(run.output, "drive = 1.5"));
    const std::filesystem::path folder = std::filesystem::path(scratch_root()) / "prompt_trim";
    CHECK(last_value(folder / "wheel.csv", "turn'") == Approx(3).epsilon(1e-9));
    CHECK(last_value(folder / "wheel.csv", "turn") == Approx(6).epsilon(1e-9));
}

TEST_CASE("what a first-time user types at the prompt is answered", "[prompt]") {
    struct Case {
        std::string typed, answer;
    };
    const std::string pendulum = "model(m)$ parameters(l = 1)$ body(b, ground, hinge = revolute(z, q), mass = l)$\n";
    const std::vector<Case> cases{
        {"simulate(end = 3)$", "there is no model yet"},
        {slide + "simulate()$", "simulate needs the time at which the run ends, in seconds"},
        {slide + "simulate(3)$", "simulate takes its options by name"},
        {slide + "simulate(end = 3, plots = [s])$", "hint: did you mean --plot?"},
        {slide + "plot(s)$", "there is no run yet that could be drawn"},
        {slide + "plot(s)$", "hint: such as simulate(end = 3)$ and then plot(s)"},
        {pendulum + "hinge_load(q, -qdot)$", "hint: did you mean q'?"},
        {pendulum + "hinge_load(q, -q_dot)$", "hint: did you mean q'?"},
        {pendulum + "hinge_load(q, -pi*q)$", "hint: did you mean %pi?"},
        {"sinn(2);", "hint: did you mean sin?"},
        {"model(m)$ body(b, ground, hinge = ball())$", "hint: did you mean spherical?"},
        {"model(m)$ body(b, hinge = revolute(z, q))$", "'hinge' says how the body hangs on another one"},
        {"help simulat", "did you mean 'simulate'?"},
    };
    for (const Case& one : cases) {
        const Piped run = pipe_in(one.typed + "\n", "prompt_first");
        INFO(one.typed << "\n" << run.errors);
        CHECK(holds(run.errors, one.answer));
    }
    const Piped help = pipe_in("help simulate\nhelp plot\n", "prompt_first");
    CHECK(help.errors.empty());
    CHECK(holds(help.output, "--initial"));
    CHECK(holds(help.output, "At the prompt: simulate(end = 3"));
    // functions of the user's own come first
    CHECK(pipe_in("plot(x) := 2*x$ plot(4);\n", "prompt_first").output == "(%o2) 8\n");
}

TEST_CASE("misspelt options are answered with those that are meant", "[prompt]") {
    const std::filesystem::path folder = scratch_folder("prompt_options");
    write(folder / "slide.lag", slide);
    CHECK(
        holds(run_lag({"simulate", "slide.lag", "--end", "1", "--plots", "s"}, folder).errors, "did you mean --plot?"));
    CHECK(holds(run_lag({"slide.lag", "--quite"}, folder).errors, "did you mean --quiet?"));
    CHECK(run_lag({"help", "simulate"}, folder).status == 0);
}

}  // namespace lag
