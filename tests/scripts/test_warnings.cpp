// What is allowed but hardly meant is told, with its place, and once; what --quiet keeps quiet about.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

CommandRun run_text(const std::string& script, std::vector<std::string> more = {}) {
    const fs::path folder = scratch_folder("warnings");
    std::ofstream(folder / "a.lag") << script;
    more.insert(more.begin(), "a.lag");
    return run_lag(more, folder);
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t n = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

const std::string slider =
    "model(a)$ parameters(k = 0, n = 2)$\nbody(b, ground, hinge = prismatic(x, s), mass = n/2)$\n";
const std::string craft =
    "model(a)$ parameters(k = 1/2)$\n"
    "body(b, ground, hinge = spherical(quaternion = [e0, e1, e2, e3]), mass = 2*k, inertia = [1, 1, 1])$\n";

}  // namespace

TEST_CASE("a quantity that is no number at the default parameters", "[warnings]") {
    for (const auto& [load, blamed] :
         std::vector<std::pair<std::string, std::string>>{{"1/k", "1/k"},
                                                          {"s/k", "s/k"},
                                                          {"-3*s'/k^2", "k^2"},
                                                          {"s*sqrt(1 - n)", "sqrt("},
                                                          {"log(k) + s", "log(k)"},
                                                          {"if s > 0 then 1/k else 0", "1/k"}}) {
        INFO(load);
        const CommandRun run = run_text(slider + "hinge_load(s, " + load + ")$\nhinge_load(s, 2*(" + load + "))$\n");
        CHECK(run.status == 0);
        CHECK(run.errors.rfind("a.lag:3:15: warning: a hinge load: ", 0) == 0);
        CHECK(run.errors.find(blamed) < run.errors.find(" is no finite number at the default parameters ("));
        CHECK(count(run.errors, "warning") == 1);  // named once
    }
    for (const std::string load : {"if k > 0 then 1/k else 0", "if k > 0 then s/k else s", "s/(k + n)", "s/n", "k*s"}) {
        INFO(load);
        CHECK(run_text(slider + "hinge_load(s, " + load + ")$\n").errors.empty());
    }
    CHECK(run_text(slider + "hinge_load(s, s/k)$\n", {"--define", "k=3"}).errors.empty());
}

TEST_CASE("a mesh whose file is not there", "[warnings]") {
    const std::string part = "wheel() := mesh(\"wheel.obj\")$\nshape(b, wheel())$ shape(b, wheel())$ ";
    const CommandRun run = run_text(slider + part + "emit(c, \"a.h\")$\n");
    CHECK(run.status == 0);
    CHECK(run.errors.rfind("a.lag:3:17: warning: mesh 'wheel.obj': there is no such file", 0) == 0);
    CHECK(count(run.errors, "wheel.obj': there") == 1);
    const fs::path folder = scratch_folder("warnings");
    std::ofstream(folder / "wheel.obj") << "v 0 0 0\n";
    std::ofstream(folder / "a.lag") << slider + part + "\n";
    CHECK(run_lag({"a.lag"}, folder).errors.empty());
}

TEST_CASE("Euler parameters that do not start with unit length", "[warnings]") {
    const std::string emits = "emit(c, \"a.h\")$ emit(cpp, \"a.hpp\")$\n";
    const CommandRun run = run_text(craft + "initial(e0 = 3, e2 = 4)$\n" + emits);
    CHECK(run.status == 0);
    CHECK(run.errors.rfind("a.lag:4:1: warning: the Euler parameters e0, e1, e2, e3 start with length 5.0 and not 1",
                           0) == 0);
    CHECK(count(run.errors, "warning") == 1);
    CHECK(count(run_text(craft + "initial(e0 = 0)$\n" + emits).errors, "length 0.0 and not 1") == 1);
    for (const std::string start :
         {"", "initial(e0 = 3/5, e2 = 4/5)$", "initial(e0 = 0.7071067811865476, e1 = sqrt(2)/2)$",
          "initial(e0 = cos(k), e3 = sin(k))$"})
        CHECK(run_text(craft + start + emits).errors.empty());
}

TEST_CASE("gains that the elimination of constraints has no use for", "[warnings]") {
    const std::string two =
        "model(a)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ body(c, ground, hinge = "
        "prismatic(x, r), mass = 1)$ constraint(s = 2*r)$\n";
    const std::string text = "stabilization has no effect with constraints = eliminate";
    CHECK(count(run_text(two + "options(stabilization = [1, 1], constraints = eliminate)$").errors, text) == 1);
    CHECK(count(run_text(two + "options(stabilization = [1, 0])$ options(constraints = eliminate)$").errors, text) ==
          1);
    CHECK(count(run_text(two + "options(constraints = eliminate)$ options(stabilization = [0, 1])$").errors, text) ==
          1);
    CHECK(run_text(two + "options(stabilization = [0, 0], constraints = eliminate)$").errors.empty());
    CHECK(run_text(two + "options(stabilization = [1, 1])$").errors.empty());
}

TEST_CASE("a definition of a name that the script does not have is refused", "[warnings]") {
    const CommandRun run = run_text(slider + "wide: 3$\n", {"--define", "wid=4"});
    CHECK(run.status == 1);
    CHECK(run.errors ==
          "a.lag: error: --define wid: the script has no parameter or variable wid\nhint: did you mean wide?\n");
    CHECK(count(run_text(slider, {"--define", "kk=4"}).errors, "did you mean k?") == 1);
    const CommandRun two = run_text(slider, {"--define", "kk=4", "--define", "zz=4"});
    CHECK(count(two.errors, "error: --define") == 2);
    for (const std::string define : {"k=4", "wide=5", "deep=6"}) {
        const CommandRun fine = run_text(slider + "wide: 3$ f(x) := x*deep$ f(2)$\n", {"--define", define});
        CHECK(fine.errors.empty());
        CHECK(fine.status == 0);
    }
}

TEST_CASE("--quiet leaves out notes", "[warnings]") {
    const std::string twice =
        "model(a)$ body(b, ground, hinge = [translate(x, q), translate(y, r)], mass = 1)$ constraint(q = r)$ "
        "constraint(2*q = 2*r)$ check(1 = 1)$ right_side()$\n";
    const CommandRun loud = run_text(twice), quiet = run_text(twice, {"--quiet"});
    CHECK(count(loud.errors, "note:") > 0);
    CHECK(quiet.errors.empty());
    CHECK(quiet.output.empty());
    CHECK(quiet.status == 0);
}

TEST_CASE("--quiet leaves what the script shows, and warnings", "[warnings]") {
    const std::string script =
        slider + "check(1 + 1 = 2)$\nprint(\"here\")$ hinge_load(s, 1/k)$ 3;\nemit(c, \"a.h\")$\n";
    const CommandRun loud = run_text(script), quiet = run_text(script, {"--quiet"});
    CHECK(loud.output.rfind("a.lag:3: check: proved\nhere\n3\na.h: ", 0) == 0);
    CHECK(quiet.output == "here\n3\n");
    CHECK(quiet.errors == loud.errors);
    CHECK(count(quiet.errors, "warning") == 1);
    const CommandRun wrong = run_text("check(1 = 2)$", {"--quiet"});
    CHECK(wrong.status == 3);
    CHECK_FALSE(wrong.errors.empty());
}

TEST_CASE("locals of a procedure that nothing reads are named", "[warnings]") {
    const CommandRun run = run_text(
        "procedure(p, [a, b[2]], [y], block([u, c: 0, t: [1, 2], k: 1, s, w: [4, 5], n, v[3], r: 0],\n"
        "s: 0, for j thru 2 do s: s + b[j], c: a, n: 2, v: 0, v[n]: s, swap(r, s), if k > 0 then y: t[k]*s else y: "
        "0))$");
    INFO(run.errors);
    CHECK(run.status == 0);
    for (const char* name : {"u", "w"})
        CHECK(count(run.errors, "the local '" + std::string(name) + "' of 'p' is never used") == 1);
    for (const char* name : {"c", "v"})
        CHECK(count(run.errors, "the local '" + std::string(name) + "' of 'p' is set and never read") == 1);
    CHECK(count(run.errors, "warning") == 4);
}

}  // namespace lag
