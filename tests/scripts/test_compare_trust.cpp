// lag compare states no agreement with a routine that breaks its caller's memory, fails nearly everywhere, or is right
// near the initial state only.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/scripts/test_compare_rod.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

CommandRun trusted_rod(const std::string& name, const std::string& file, const std::string& source,
                       std::vector<std::string> more = {}, const std::string& map = rod_map) {
    return compare_rod("trust_" + name, file, source, map, std::move(more));
}

// angle'' = 3 (tau - m g l/2 sin(angle))/(m l^2), by hand
const std::string right = "f[0] = y[1]; f[1] = 3*(tau - p[0]*p[2]*p[1]/2*sin(y[0]))/(p[0]*p[1]*p[1]);";
std::string c_rod(const std::string& before, const std::string& after = "") {
    return "#include <math.h>\n#include <unistd.h>\nvoid rod(double t, double *y, double tau, double *p, double *f) "
           "{ " +
           before + right + after + " }\n";
}
std::string f77_rod(const std::string& statement) {
    return "      SUBROUTINE ROD(T, Y, TAU, P, F)\n      REAL*8 T, Y(2), TAU, P(3), F(2)\n      INTEGER K\n"
           "      K = 2\n      F(1) = Y(2)\n"
           "      F(2) = 3*(TAU - P(1)*P(3)*P(2)/2*SIN(Y(1)))/(P(1)*P(2)**2)\n" +
           statement + "      END\n";
}
std::string module_rod(const std::string& statement) {
    return "module hand\n implicit none\ncontains\n subroutine rod(t, y, tau, p, f)\n"
           "  real(8) :: t, y(:), tau, p(:), f(:)\n  integer :: k\n  k = 2\n  f(1) = y(2)\n"
           "  f(2) = 3*(tau - p(1)*p(3)*p(2)/2*sin(y(1)))/(p(1)*p(2)**2)\n  " +
           statement + "\n end subroutine\nend module\n";
}

}  // namespace

TEST_CASE("a routine that writes where it may not gets no agreement, in every language", "[compare]") {
    struct Case {
        std::string file, source, fault;
    };
    const std::vector<Case> cases{
        {"rod.c", c_rod("", "f[2] = 0;"), "rod.c (rod) writes f[2], but f has 2 elements, in 200 states"},
        {"rod.c", c_rod("", "f[-1] = 0;"), "writes f[-1], but f has 2 elements"},
        {"rod.c", c_rod("", "for (int k = 2; k < 90; ++k) f[k] = f[1];"), "writes f[2], but f has 2 elements"},
        {"rod.c", c_rod("", "if (t > 9) p[3] = 1;"), "writes p[3], but p has 3 elements"},
        {"rod.c", c_rod("", "y[0] = 0;"), "changes its input y[0], in 19"},  // not where it is 0 already
        {"rod.c", c_rod("", "p[2] += 1e-9;"), "changes its input p[2], in 200 states"},
        {"rod.cpp",
         "#include <cmath>\nusing std::sin;\nvoid rod(double& t, double* y, double tau, const double* p, double* f) { "
         "t = 0; f[0] = y[1]; f[1] = 3*(tau - p[0]*p[2]*p[1]/2*sin(y[0]))/(p[0]*p[1]*p[1]); }\n",
         "changes its input t, in 1"},
        {"rod.f", f77_rod("      F(K+1) = 0\n"), "rod.f (rod) writes f(3), but f has 2 elements, in 200 states"},
        {"rod.f", f77_rod("      T = -1\n"), "changes its input t, in 200 states"},
        {"rod.f", f77_rod("      Y(K-1) = -99\n"), "changes its input y(1), in 200 states"},
        {"rod.f90", module_rod("f(k + 1) = 0"), "rod.f90 (rod) writes f(3), but f has 2 elements, in 200 states"},
        {"rod.f90", module_rod("p(k + 1) = 0"), "changes its input p(3), in 200 states"},
        {"rod.f90", module_rod("y(k - 3) = 0"), "writes y(-1), but y has 2 elements"},
    };
    int number = 0;
    for (const Case& one : cases) {
        INFO(one.fault);
        const CommandRun run = trusted_rod("memory" + std::to_string(++number), one.file, one.source);
        INFO(run.output << run.errors);
        CHECK(run.status == 3);
        CHECK(holds(run.output, one.fault));
        CHECK(holds(run.output, "the numbers of the two sides agree, but no agreement is stated"));
        CHECK_FALSE(holds(run.output, "the two sides agree\n"));
    }
    // the report in JSON says the same, and its state shows it again
    const CommandRun json = trusted_rod("memory_json", "rod.c", c_rod("", "f[2] = 0;"), {"--json"});
    const auto report = nlohmann::json::parse(json.output);
    CHECK(report["agrees"] == false);
    REQUIRE(report["faults"].size() == 1);
    CHECK(report["faults"][0]["side"] == "rod.c (rod)");
    CHECK(report["faults"][0]["text"] == "writes f[2], but f has 2 elements");
}

TEST_CASE("what a routine may write is no fault: work, results, places left open", "[compare]") {
    const CommandRun work = trusted_rod("work", "rod.c",
                                        "#include <math.h>\nvoid rod(double *y, double tau, double *p, double *f, "
                                        "double *w, int *e) { w[0] = w[49] = tau; *e = 0; y[2] = 7; " +
                                            right + " }\n",
                                        {},
                                        "call rod(y, tau, p, f, w, e)\ny in [angle, angle', _]\ntau in tau\n"
                                        "p in [m, l, g]\nf out [angle', angle'']\nw work 50\ne status\n");
    INFO(work.output << work.errors);
    CHECK(work.status == 0);
}

TEST_CASE("results that nothing sets, or that depend on earlier calls, get no agreement", "[compare]") {
    const auto refused = [](const std::string& name, const std::string& source, const std::string& fault) {
        const CommandRun run = trusted_rod(name, "rod.c", source);
        INFO(run.output << run.errors);
        CHECK(run.status == 3);
        CHECK(holds(run.output, fault));
    };
    refused("counter", c_rod("static int n = 0;", "if (++n > 200) f[1] += 1;"),
            "gives another number for angle'' when it is called again; it depends on earlier calls, or on memory that "
            "nothing has set (first ");
    refused("counter_late", c_rod("static int n = 0;", "if (++n > 3000) f[1] += 1;"),
            "gives another number for angle''");
    refused("beyond", c_rod("", "f[1] += 1e-30*p[3];"), "gives another number for angle''");
    // a result that is 0 by the grace of the caller: here that of a rod that does not accelerate
    const fs::path folder = scratch_folder("compare_trust_unset");
    write(folder / "free.lag", "model(free)$ parameter(m, 2)$ body(b, ground, hinge = prismatic(x, s), mass = m)$\n");
    write(folder / "free.c", "void rod(double *y, double *f) { f[0] = y[1]; }\n");
    const CommandRun unset =
        run_lag({"compare", "free.lag", "free.c", "--right", "call rod(y, f); y in [s, s']; f out [s', s'']"}, folder);
    CHECK(unset.status == 3);
    CHECK(holds(unset.output, "gives another number for s'' when it is called again"));
}

TEST_CASE("a routine that is right near the initial state only is found out", "[compare]") {
    const std::vector<std::string> conditions{
        "fabs(y[0]) > 1.3", "y[0] > 7",   "y[0] < -12", "t > 10",
        "t > 500",          "y[1] > 2",   "y[1] < -50", "fabs(tau) > 1.1",
        "tau < -30",        "p[0] > 2.5", "p[0] < 1",   "p[1] > 1.5",
        "p[2] < 4",         "p[2] > 30",  "y[0] == 0",  "fabs(y[1]) < 0.01 && y[1] != 0",
    };
    int number = 0;
    for (const std::string& condition : conditions) {
        INFO(condition);
        const CommandRun run =
            trusted_rod("far" + std::to_string(++number), "rod.c", c_rod("", "if (" + condition + ") f[1] += 1;"));
        CHECK(run.status == 3);
        CHECK(holds(run.output, "the two sides differ, most of all in angle''"));
    }
    const CommandRun fine = trusted_rod("far_not", "rod.c", c_rod(""), {"--json"});
    CHECK(fine.status == 0);
    const auto values = nlohmann::json::parse(fine.output)["values"];
    CHECK(values["t"][1] > 500);
    CHECK(values["angle"][0] < -15);
    CHECK(values["angle"][1] > 15);
    CHECK(values["angle'"][1] > 30);
    CHECK(values["m"][0] < 0.5);
    CHECK(values["m"][1] > 9);
    // a range that is given is kept
    const CommandRun given = trusted_rod("given", "rod.c", c_rod("", "if (t > 2 || p[0] > 3) f[1] = 0;"), {},
                                         rod_map + "sample t 0 2\nsample m 1 3\n");
    INFO(given.output);
    CHECK(given.status == 0);
    CHECK(holds(given.output, " m 1"));
}

TEST_CASE("too few states are no agreement", "[compare]") {
    const std::string map =
        "call rod(t, y, tau, p, f, e)\nt in t\ny in [angle, angle']\ntau in tau\np in [m, l, g]\n"
        "f out [angle', angle'']\ne status\n";
    const auto rod_with_status = [&](const std::string& condition) {
        return "#include <math.h>\nvoid rod(double t, double *y, double tau, double *p, double *f, int *e) { *e = " +
               condition + "; " + right + " }\n";
    };
    const CommandRun nearly_all =
        trusted_rod("nearly_all", "rod.c", rod_with_status("!(y[0] > 0 && y[0] < 0.1)"), {}, map);
    INFO(nearly_all.output << nearly_all.errors);
    CHECK(nearly_all.status == 3);
    CHECK(holds(nearly_all.output, "where the right side alone complains"));
    CHECK(holds(nearly_all.output, "no agreement is stated: only "));
    const CommandRun a_third = trusted_rod("a_third", "rod.c", rod_with_status("y[0] > 0.5"), {}, map);
    CHECK(a_third.status == 3);
    CHECK(holds(a_third.output, "no agreement is stated: rod.c (rod) alone complains at "));
    const CommandRun a_few = trusted_rod("a_few", "rod.c", rod_with_status("y[0] > 17"), {}, map);
    CHECK(a_few.status == 0);
}

TEST_CASE("an argument too many, too few or of another type is told for Fortran without interfaces", "[compare]") {
    const std::string many =
        "      SUBROUTINE ROD(T, Y, TAU, P, F, N)\n      REAL*8 T, Y(2), TAU, P(3), F(2)\n"
        "      INTEGER N\n      F(1) = Y(2)\n"
        "      F(2) = 3*(TAU - P(1)*P(3)*P(2)/2*SIN(Y(1)))/(P(1)*P(2)**2)\n      END\n";
    const CommandRun extra = trusted_rod("extra", "rod.f", many);
    CHECK(extra.status == 1);
    CHECK(holds(extra.errors, "the mapping calls rod of 'rod.f' with 5 arguments, but it takes 6"));
    const CommandRun less = trusted_rod("less", "rod.f", f77_rod(""), {},
                                        "call ROD(t, y, tau, p, f, t)\nt in t\ny in [angle, angle']\ntau in tau\n"
                                        "p in [m, l, g]\nf out [angle', angle'']\n");
    CHECK(less.status == 1);
    CHECK(holds(less.errors, "with 6 arguments, but it takes 5"));
    const CommandRun single = trusted_rod("type", "rod.f", f77_rod(""), {},
                                          "call ROD(t, y, tau, p, f)\nt in single t\ny in [angle, angle']\n"
                                          "tau in tau\np in [m, l, g]\nf out [angle', angle'']\n");
    CHECK(single.status == 1);
    CHECK(holds(single.errors,
                "argument 1 of ROD in 'rod.f' is double precision, the mapping gives 't' in single precision"));
    // gfortran makes doubles of such reals
    const CommandRun flags =
        trusted_rod("flags", "rod.f",
                    "      SUBROUTINE ROD(T, Y, TAU, P, F)\n      REAL T, Y(2), TAU, P(3), F(2)\n"
                    "      F(1) = Y(2)\n"
                    "      F(2) = 3*(TAU - P(1)*P(3)*P(2)/2*SIN(Y(1)))/(P(1)*P(2)**2)\n      END\n",
                    {}, rod_map + "flags -fdefault-real-8\n");
    INFO(flags.errors << flags.output);
    CHECK(flags.status == 0);
}

TEST_CASE("a routine that makes copies of the process neither hangs the comparison nor spoils it", "[compare]") {
    const CommandRun once = trusted_rod("fork", "rod.c", c_rod("fork();"), {"--patience", "20"});
    INFO(once.errors << once.output);
    CHECK(once.status == 0);
    // copies that live on and hold the pipe
    const CommandRun living =
        trusted_rod("fork_on", "rod.c", c_rod("static int n = 0; if (n++ == 3 && fork() == 0) for (;;) sleep(1);"),
                    {"--patience", "20"});
    CHECK(living.status == 0);
    const CommandRun silent =
        trusted_rod("fork_silent", "rod.c", c_rod("if (fork() >= 0) for (;;) sleep(1);"), {"--patience", "1"});
    CHECK(silent.status == 1);
    CHECK(holds(silent.errors, "it did not return within 1 s"));
}

TEST_CASE("what one side alone knows is said with the side that lacks it, and is blamed for nothing", "[compare]") {
    const std::string map = "call rod(y, tau, f)\ny in [angle, angle']\ntau in tau\nf out [angle', angle'']\n";
    const auto built_in = [](const std::string& numbers) {
        return "#include <math.h>\nvoid rod(double *y, double tau, double *f) { const double " + numbers +
               "; f[0] = y[1]; f[1] = 3*(tau - m*g*l/2*sin(y[0]))/(m*l*l); }\n";
    };
    const CommandRun same = trusted_rod("alone", "rod.c", built_in("m = 2, l = 0.5, g = 9.81"), {}, map);
    INFO(same.output << same.errors);
    CHECK(same.status == 0);
    CHECK(holds(same.output,
                "note: rod.c (rod) does not take m = 2, l = 0.5, g = 9.81: rod.lag (model rod) keeps these defaults, "
                "the other side has what is built into it\n"));
    const CommandRun other = trusted_rod("alone_other", "rod.c", built_in("m = 2.5, l = 0.5, g = 9.81"), {}, map);
    CHECK(other.status == 3);
    CHECK(holds(other.output, "\nangle'': left - right = 6/5*tau in every state"));
    const CommandRun no_input =
        trusted_rod("alone_input", "rod.c",
                    "#include <math.h>\nvoid rod(double *y, double *p, double *f) { double tau = 0; " + right + " }\n",
                    {}, "call rod(y, p, f)\ny in [angle, angle']\np in [m, l, g]\nf out [angle', angle'']\n");
    CHECK(no_input.status == 3);
    CHECK(holds(no_input.output,
                "note: rod.c (rod) does not take tau: only rod.lag (model rod) gets values there, which change"));
    CHECK_FALSE(holds(no_input.output, "depends on tau"));
}

TEST_CASE("a state for --state is made of finite numbers, each once", "[compare]") {
    const fs::path folder = scratch_folder("compare_trust_state");
    write(folder / "rod.lag", rod);
    for (const std::string line : {"angle = nan", "angle = inf", "angle = 0x10", "angle = 1\nangle = 2"}) {
        write(folder / "state.txt", line + "\n");
        const CommandRun run = run_lag({"compare", "rod.lag", "rod.lag", "--state", "state.txt"}, folder);
        CHECK(run.status == 1);
        CHECK(holds(run.errors, "state.txt:"));
    }
}

}  // namespace lag
