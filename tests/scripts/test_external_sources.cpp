// lag simulate and lag compare with routines of the user's: in every language, as an object, and what is said where one
// cannot be called.
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scripts/command/processes/processes.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// 2 s'' = -50 s - 2 s', s(0) = 0.1: s = exp(-t/2) (A cos wt + B sin wt), w^2 = 25 - 1/4
const std::string slider =
    "model(slider)$ parameters(k = 50)$ body(b, ground, hinge = prismatic(x, s), mass = 2)$\n"
    "external(Pad, [s, s', k], [push, heat])$ hinge_load(s, push)$ initial(s = 0.1)$ output(warmth, heat)$\n";
const std::string by_hand =
    "model(slider)$ parameters(k = 50)$ body(b, ground, hinge = prismatic(x, s), mass = 2)$\n"
    "hinge_load(s, -k*s - 2*s')$ initial(s = 0.1)$ output(warmth, s'^2)$\n";

const std::string c_body =
    "(double s, double v, double k, double *push, double *heat) { *push = -k*s - 2*v; *heat = v*v; }\n";
const std::string fortran_body =
    "  implicit none\n  double precision, intent(out) :: push, heat\n  push = -k*s - 2*v\n  heat = v*v\nend "
    "subroutine\n";

struct Source {
    std::string file, text;
};
const std::vector<Source> sources{
    {"pad.c", "void Pad" + c_body},
    {"pad.cpp", "extern \"C\" void Pad" + c_body},
    {"pad.f90", "subroutine pad(s, v, k, push, heat)\n" + fortran_body.substr(0, 16) +
                    "  double precision, intent(in) :: s, v, k\n" + fortran_body.substr(16)},
    {"pad_bound.f90", "subroutine pad(s, v, k, push, heat) bind(C, name=\"Pad\")\n" + fortran_body.substr(0, 16) +
                          "  double precision, value :: s, v, k\n" + fortran_body.substr(16)},
    {"pad.f",
     "      SUBROUTINE PAD(S, V, K, PUSH, HEAT)\n      DOUBLE PRECISION S, V, K, PUSH, HEAT\n"
     "      PUSH = -K*S - 2*V\n      HEAT = V*V\n      END\n"},
};

fs::path folder_with(const std::string& name, const Source& source) {
    const fs::path folder = scratch_folder(name);
    write(folder / "slider.lag", slider);
    write(folder / "by_hand.lag", by_hand);
    write(folder / source.file, source.text);
    return folder;
}

// The second column where t = 1.
double place_after_a_second(const fs::path& csv) {
    std::ifstream stream(csv);
    std::string line, last, cell;
    while (std::getline(stream, line)) last = line;
    std::istringstream cells(last);
    std::getline(cells, cell, ',');
    REQUIRE(std::stod(cell) == 1);
    std::getline(cells, cell, ',');
    return std::stod(cell);
}

}  // namespace

TEST_CASE("a model that calls a routine of the user's is simulated and compared", "[external]") {
    const double w = std::sqrt(24.75), s = std::exp(-0.5) * (0.1 * std::cos(w) + 0.05 / w * std::sin(w));
    for (const Source& source : sources) {
        INFO(source.file);
        const fs::path folder = folder_with("external_sources", source);
        const CommandRun run = run_lag(
            {"simulate", "slider.lag", "--end", "1", "--step", "0.5", "--quiet", "--source", source.file}, folder);
        INFO(run.errors);
        REQUIRE(run.status == 0);
        CHECK(place_after_a_second(folder / "slider.csv") == Approx(s).margin(1e-7));
        const CommandRun same = run_lag({"compare", "slider.lag", "by_hand.lag", "--source", source.file}, folder);
        INFO(same.errors << same.output);
        CHECK(same.status == 0);
    }
}

TEST_CASE("an object, and a module in a file before the routine's", "[external]") {
    const fs::path folder = folder_with("external_objects", sources[0]);
    const ProgramRun compiled =
        run_program({"gcc", "-c", "-fPIC", (folder / "pad.c").string(), "-o", (folder / "pad.o").string()});
    REQUIRE(compiled.fine);
    CHECK(run_lag({"simulate", "slider.lag", "--end", "1", "--quiet", "--source", "pad.o"}, folder).status == 0);
    write(folder / "law.f90", "module law\n  double precision, parameter :: c = 2\nend module\n");
    std::string text = sources[2].text;
    text.replace(text.find("  implicit none"), 0, "  use law\n");
    text.replace(text.find("2*v"), 1, "c");
    write(folder / "pad_law.f90", text);
    CHECK(run_lag({"compare", "slider.lag", "by_hand.lag", "--source", "law.f90", "--source", "pad_law.f90"}, folder)
              .status == 0);
    // the mapping of a script may say so too, and a wrong routine shows
    write(folder / "slider.lag.map", "source pad_wrong.c\n");
    text = sources[0].text;
    text.replace(text.find("2*v"), 1, "3");
    write(folder / "pad_wrong.c", text);
    const CommandRun wrong = run_lag({"compare", "slider.lag", "by_hand.lag"}, folder);
    CHECK(wrong.status == 3);
    CHECK(wrong.output.find("s''") != std::string::npos);
}

TEST_CASE("what is missing is named", "[external]") {
    const fs::path folder = folder_with("external_missing", sources[0]);
    write(folder / "other.c", "void other(void) {}\n");
    write(folder / "mangled.cpp", "void Pad" + c_body);
    write(folder / "broken.f90", "subroutine pad(\n");
    write(folder / "hollow.c", "void nowhere(void); void Pad" + c_body + "void f(void) { nowhere(); }\n");
    const auto errors = [&](std::vector<std::string> more, const std::string& command = "simulate") {
        std::vector<std::string> arguments{command, "slider.lag"};
        if (command == "simulate") arguments.insert(arguments.end(), {"--end", "1"});
        if (command == "compare") arguments.emplace_back("by_hand.lag");
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CommandRun run = run_lag(arguments, folder);
        CHECK(run.status == 1);
        return run.errors;
    };
    const std::string needed =
        "lag: error: the model calls 'Pad', a routine of yours\nhint: name the file that defines it: "
        "--source Pad.f90 ";
    CHECK(errors({}).rfind(needed, 0) == 0);
    CHECK(errors({}, "compare").rfind(needed, 0) == 0);
    CHECK(errors({"--no-compiler"}).find("only compiled code can do that\nhint: leave --no-compiler out") !=
          std::string::npos);
    for (const char* file : {"other.c", "mangled.cpp"})
        CHECK(errors({"--source", file}).find("no --source defines 'Pad' in a way that the model could call") !=
              std::string::npos);
    CHECK(errors({"--source", "nothere.c"}) == "lag: error: cannot read 'nothere.c': there is no such file\n");
    CHECK(errors({"--source", "broken.f90"}).rfind("lag: error: 'broken.f90' does not compile:\n", 0) == 0);
    CHECK(errors({"--source", "by_hand.lag"}).find("what language") != std::string::npos);
    CHECK(errors({"--source", "hollow.c"}).find("undefined symbol: nowhere") != std::string::npos);
    const CommandRun idle = run_lag({"simulate", "by_hand.lag", "--end", "1", "--quiet", "--source", "pad.c"}, folder);
    CHECK(idle.status == 0);
    CHECK(idle.errors == "lag: warning: --source is of no use here: the model calls no external routine\n");
}

}  // namespace lag
