// The command line: exit statuses, options, what is written where, and what is not.
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const std::string pendulum =
    "model(pendulum, \"A pendulum\")$\n"
    "parameter(m, 2, \"kg\")$ parameters(l = 1/2, g = 9.81)$ gravity([0, -g, 0])$\n"
    "n: 1$\n"
    "body(rod, ground, hinge = revolute(z, q), mass = m*n, cm = [0, -l/2, 0], inertia = [0, 0, m*l^2/12])$\n";
const std::string emits = "emit(fortran, \"pendulum.f90\")$\nemit(cpp, \"pendulum.hpp\")$\n";

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("a script is run, its files stand beside it and are summed up", "[command]") {
    const fs::path folder = scratch_folder("beside");
    write(folder / "pendulum.lag", pendulum + emits);
    const CommandRun run = run_lag({"pendulum.lag"}, folder);
    CHECK(run.status == 0);
    CHECK(run.errors.empty());
    CHECK(names_in(folder) == std::vector<std::string>{"pendulum.f90", "pendulum.hpp", "pendulum.lag"});
    CHECK(holds(run.output, "pendulum.f90: 1 body, 1 degree of freedom; derivatives "));
    CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 2);

    const CommandRun quiet = run_lag({"pendulum.lag", "--quiet"}, folder);
    CHECK(quiet.status == 0);
    CHECK(quiet.output.empty());
}

TEST_CASE("--out takes all files, and is made when missing", "[command]") {
    const fs::path folder = scratch_folder("out");
    write(folder / "pendulum.lag", pendulum + emits);
    const fs::path out = folder / "a" / "b";
    CHECK(run_lag({"pendulum.lag", "--out", out.string()}, folder).status == 0);
    CHECK(names_in(out) == std::vector<std::string>{"pendulum.f90", "pendulum.hpp"});
    CHECK(names_in(folder) == std::vector<std::string>{"a", "pendulum.lag"});
    const CommandRun run = run_lag({"pendulum.lag", "--out", "pendulum.lag"}, folder);
    CHECK(run.status == 2);
    CHECK(run.errors == "lag: error: --out: 'pendulum.lag' is not a folder\n");
}

TEST_CASE("an error anywhere leaves every file as it was", "[command]") {
    const fs::path folder = scratch_folder("untouched");
    write(folder / "pendulum.f90", "precious");
    for (const std::string late : {"check(1 = 2)$", "f(", "error(\"no\")$", "emit(cpp, \"/x.hpp\")$"}) {
        INFO(late);
        write(folder / "pendulum.lag", pendulum + emits + late + "\n");
        const CommandRun run = run_lag({"pendulum.lag"}, folder);
        CHECK(run.status == (late == "check(1 = 2)$" ? 3 : 1));
        CHECK(contents(folder / "pendulum.f90") == "precious");
        CHECK(names_in(folder) == std::vector<std::string>{"pendulum.f90", "pendulum.lag"});
    }
}

TEST_CASE("when one file cannot be written, none is", "[command]") {
    const fs::path folder = scratch_folder("blocked");
    write(folder / "pendulum.lag", pendulum + emits);
    fs::create_directories(folder / "pendulum.hpp");
    const CommandRun run = run_lag({"pendulum.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(run.errors == "lag: error: cannot write './pendulum.hpp': it is a folder\n");
    CHECK(names_in(folder) == std::vector<std::string>{"pendulum.hpp", "pendulum.lag"});
    const CommandRun under_file = run_lag({"pendulum.lag", "--out", "pendulum.lag/x"}, folder);
    CHECK(under_file.status == 1);
    CHECK(holds(under_file.errors, "pendulum.lag/x"));
}

TEST_CASE("a link in the output folder leads nowhere else", "[command]") {
    const fs::path folder = scratch_folder("links"), elsewhere = scratch_folder("elsewhere");
    write(folder / "pendulum.lag", pendulum + "emit(cpp, \"sub/pendulum.hpp\")$\n");
    fs::create_directory_symlink(elsewhere, folder / "sub");
    const CommandRun run = run_lag({"pendulum.lag"}, folder);
    CHECK(run.status == 1);
    CHECK(holds(run.errors, "outside of the output folder"));
    CHECK(fs::is_empty(elsewhere));
}

TEST_CASE("--optimize says how long to search, and the file says so where it is not as usual", "[command]") {
    const fs::path folder = scratch_folder("optimize");
    write(folder / "pendulum.lag", pendulum + emits);
    REQUIRE(run_lag({"pendulum.lag", "--quiet"}, folder).status == 0);
    const std::string usual = contents(folder / "pendulum.f90");
    CHECK(!holds(usual, "optimized at level"));
    for (const std::string level : {"0", "1", "2"}) {
        REQUIRE(run_lag({"pendulum.lag", "--quiet", "--optimize", level}, folder).status == 0);
        const std::string text = contents(folder / "pendulum.f90");
        if (level == "1") CHECK(text == usual);
        if (level != "1") CHECK(holds(text, "; optimized at level " + level));
        CHECK(holds(text, "! formulation: "));
        CHECK(!holds(text, "compared by operations"));  // the dump's
    }
    CHECK(holds(run_lag({"pendulum.lag", "--dump", "program"}, folder).output, "compared by operations"));
    for (const std::string level : {"3", "-1", "all"}) {
        const CommandRun run = run_lag({"pendulum.lag", "--optimize", level}, folder);
        CHECK(run.status == 2);
        CHECK(holds(run.errors, "--optimize: it takes 0, 1 or 2, not " + level));
    }
}

TEST_CASE("--dump ldl names the rows of the system: those of contacts are none of it", "[command]") {
    const fs::path folder = scratch_folder("dump_contacts");
    write(
        folder / "a.lag",
        "model(a)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ body(c, ground, hinge = prismatic(x, y), mass = "
        "2)$\ncontact(touch, x)$ hinge_friction(y, 3)$ constraint(y = 2*x)$\n");
    const CommandRun run = run_lag({"a.lag", "--dump", "ldl"}, folder);
    INFO(run.errors);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "LDL^T of 3 rows"));
    CHECK(holds(run.output, "x[x']"));
    CHECK(!holds(run.output, "touch"));
    CHECK(!holds(run.output, "friction"));
}

TEST_CASE("load shows no line of a file that is no script", "[command]") {
    const fs::path folder = scratch_folder("load_private");
    write(folder / "private.txt", "model(a)$\nroot:x:0:0:\n");
    write(folder / "typo.lag", "model(a)$\nroot:x:0:0:\n");
    write(folder / "a.lag", "load(\"private.txt\")$\n");
    write(folder / "b.lag", "load(\"typo.lag\")$\n");
    const CommandRun shut = run_lag({"a.lag"}, folder), shown = run_lag({"b.lag"}, folder);
    CHECK(shut.status == 1);
    CHECK(holds(shut.errors, "private.txt:2:"));
    CHECK(holds(shut.errors, "this is no script"));
    CHECK(!holds(shut.errors, "root"));
    CHECK(holds(shown.errors, "root:x:0:0:"));
}

TEST_CASE("--define changes a parameter's default or fixes a variable", "[command]") {
    const fs::path folder = scratch_folder("define");
    write(folder / "pendulum.lag", pendulum);
    const auto dump = [&](const std::vector<std::string>& defines) {
        std::vector<std::string> arguments{"pendulum.lag", "--dump", "model"};
        for (const std::string& define : defines) {
            arguments.push_back("--define");
            arguments.push_back(define);
        }
        const CommandRun run = run_lag(arguments, folder);
        CHECK(run.status == 0);
        return run.output;
    };
    CHECK(holds(dump({}), "parameter m = 2"));
    const std::string changed = dump({"m=7/3", "l=0.25"});
    CHECK(holds(changed, "parameter m = 7/3"));
    CHECK(holds(changed, "parameter l = 1/4"));
    CHECK(holds(changed, "parameter g = 981/100"));
    CHECK(holds(dump({"n=5"}), "mass 5*m"));
}

TEST_CASE("--define reaches parameters of loaded files", "[command]") {
    const fs::path folder = scratch_folder("define_loaded");
    write(folder / "data.lag", "parameter(k, 3)$\n");
    write(folder / "main.lag", "model(a)$ load(\"data.lag\")$ body(b, ground, hinge = prismatic(x, s), mass = k)$\n");
    const CommandRun run = run_lag({"main.lag", "--dump", "model", "--define", "k=11"}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.output, "parameter k = 11"));
}

TEST_CASE("definitions that are none are refused by the command line", "[command]") {
    const fs::path folder = scratch_folder("define_wrong");
    write(folder / "pendulum.lag", pendulum);
    for (const std::string define : {"m", "=3", "3=m", "m=", "m=3 4", "m=(", "a b=3"}) {
        INFO(define);
        const CommandRun run = run_lag({"pendulum.lag", "--define", define}, folder);
        CHECK(run.status == 2);
        CHECK(holds(run.errors, "lag: error: --define"));
    }
}

TEST_CASE("--dump prints each stage", "[command]") {
    const fs::path folder = scratch_folder("dump");
    write(folder / "pendulum.lag", pendulum);
    const std::vector<std::pair<std::string, std::string>> stages{{"model", "body rod, inboard ground, hinge revolute"},
                                                                  {"kinematics", "rod"},
                                                                  {"partials", "rod"},
                                                                  {"equations", "mass matrix"},
                                                                  {"ldl", "q'"},
                                                                  {"program", "derivatives"}};
    for (const auto& [stage, part] : stages) {
        INFO(stage);
        const CommandRun run = run_lag({"pendulum.lag", "--dump", stage}, folder);
        CHECK(run.status == 0);
        CHECK(holds(run.output, part));
    }
    const CommandRun run = run_lag({"pendulum.lag", "--dump", "nothing"}, folder);
    CHECK(run.status == 2);
    CHECK(holds(run.errors, "there is no stage 'nothing'"));
    write(folder / "algebra.lag", "1 + 1;\n");
    CHECK(run_lag({"algebra.lag", "--dump", "model"}, folder).status == 1);
}

TEST_CASE("--dump equations shows that a loop's rows touch its bodies alone", "[command]") {
    const fs::path sample = fs::path(LAG_SOURCE_DIR) / "samples" / "peaucellier.lag",
                   folder = scratch_folder("pattern");
    const std::string pattern =
        "constraint matrix B, structure: 22 of 42 entries; columns q1' q2' q3' q4' q5' q6' q7'\n"
        "    xx.x...  lead.x\n    xx.x...  lead.y\n    .xxxx..  near.x\n    .xxxx..  near.y\n    .xx..xx  far.x\n"
        "    .xx..xx  far.y\n";
    const CommandRun run = run_lag({sample.string(), "--dump", "equations", "--quiet", "--out", "."}, folder);
    CHECK(run.status == 0);
    CHECK(holds(run.output, pattern));
    // the same rows, whatever is solved out
    std::ofstream(folder / "loops.lag") << std::ifstream(sample).rdbuf() << "\noptions(constraints = eliminate)$\n";
    const CommandRun minimal = run_lag({"loops.lag", "--dump", "equations", "--quiet"}, folder);
    CHECK(minimal.status == 0);
    CHECK(holds(minimal.output, pattern));
}

TEST_CASE("a routine states a condition once and factorizes only for what it returns", "[command]") {
    const fs::path folder = scratch_folder("once");
    write(folder / "twice.lag",
          "model(twice)$\nparameter(m, 2)$\nbody(a, ground, hinge = prismatic(x, x1), mass = m)$\n"
          "body(b, ground, hinge = prismatic(x, x2), mass = m)$\nconstraint(x1 = x2, name = tie)$\n"
          "constraint(2*x1 = 2*x2, name = again)$\noutput(nothing, multiplier(again))$\noutput(place, x1)$\n"
          "emit(cpp, \"twice.hpp\")$\n");
    REQUIRE(run_lag({"twice.lag", "--quiet"}, folder).status == 0);
    std::ifstream in(folder / "twice.hpp");
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto body = [&](const std::string& name) {
        const std::size_t begin = text.find("void " + name + "(");
        REQUIRE(begin != std::string::npos);
        return text.substr(begin, text.find("\n}", begin) - begin);
    };
    CHECK(body("outputs").find("every") == std::string::npos);
    CHECK(body("outputs").find("info = 0") != std::string::npos);
    std::istringstream lines(body("accelerations"));
    std::set<std::string> conditions;
    for (std::string line; std::getline(lines, line);) {
        if (line.find("every(") == std::string::npos) continue;
        INFO(line);
        CHECK(conditions.insert(line.substr(0, line.find(") info = "))).second);
    }
    CHECK_FALSE(conditions.empty());
}

TEST_CASE("the command line is checked", "[command]") {
    const fs::path folder = scratch_folder("arguments");
    CHECK(run_lag({"missing.lag"}, folder).status == 2);
    CHECK(run_lag({"missing.lag"}, folder).errors ==
          "lag: error: cannot read 'missing.lag': No such file or directory\n");
    CHECK(run_lag({"."}, folder).status == 2);
    write(folder / "there.lag", pendulum);
    CHECK(run_lag({"there"}, folder).errors ==
          "lag: error: cannot read 'there': No such file or directory\nhint: did you mean there.lag?\n");
    CHECK(holds(run_lag({"simulat"}, folder).errors, "hint: did you mean lag simulate?"));
    CHECK(holds(run_lag({"comapre", "a", "b"}, folder).errors, "hint: did you mean lag compare?"));
    CHECK(holds(run_lag({"help", "qqqqqqqqq"}, folder).errors, "hint: lag help lists all"));
    CHECK(run_lag({"--frobnicate"}, folder).status == 2);
    CHECK(run_lag({"a.lag", "b.lag"}, folder).status == 2);
    CHECK(run_lag({"--version"}, folder).status == 0);
    CHECK(run_lag({"--version"}, folder).output.substr(0, 4) == "lag ");
    CHECK(run_lag({"--help"}, folder).status == 0);
    CHECK(holds(run_lag({"--help"}, folder).output, "--define"));
}

TEST_CASE("help explains every statement from its own table", "[command]") {
    const fs::path folder = scratch_folder("help");
    const CommandRun spring = run_lag({"help", "spring"}, folder);
    CHECK(spring.status == 0);
    CHECK(holds(spring.output, "spring(P, Q, stiffness = k, damping = c, length = l0)"));
    const CommandRun unknown = run_lag({"help", "sprng"}, folder);
    CHECK(unknown.status == 2);
    CHECK(holds(unknown.errors, "did you mean 'spring'?"));
    CHECK(holds(run_lag({"help"}, folder).output, "hinge_load"));
}

TEST_CASE("the same script gives the same bytes", "[command]") {
    const fs::path folder = scratch_folder("bytes");
    write(folder / "pendulum.lag", pendulum + emits);
    CHECK(run_lag({"pendulum.lag", "--out", "one"}, folder).status == 0);
    CHECK(run_lag({"pendulum.lag", "--out", "two"}, folder).status == 0);
    for (const std::string name : {"pendulum.f90", "pendulum.hpp"})
        CHECK(contents(folder / "one" / name) == contents(folder / "two" / name));
}

}  // namespace lag
