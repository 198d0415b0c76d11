// lag compare: a script against routines in every language, called in every usual way, and the messages of wrong use.
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/scripts/test_compare_rod.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const fs::path samples = fs::path(LAG_SOURCE_DIR) / "samples";

}  // namespace

TEST_CASE("the sample's wrong sign is found and named, its corrected twin agrees", "[compare]") {
    const fs::path folder = samples / "bicycle";
    const CommandRun wrong =
        run_lag({"compare", "bicycle.lag", "bicycle_1988.f", "--right-map", "bicycle.map", "--json"}, folder);
    CHECK(wrong.status == 3);
    CHECK(wrong.errors.empty());
    const auto report = nlohmann::json::parse(wrong.output);
    CHECK(report["agrees"] == false);
    CHECK(report["states"] == 200);
    for (const auto& component : report["components"]) {
        const std::string name = component["name"];
        INFO(name);
        CHECK(component["agrees"] == (name != "vy'" && name != "r'"));
        // by hand: the rear slip angle (vy + b r)/vx instead of (vy - b r)/vx
        if (name == "vy'")
            CHECK(component["difference"] ==
                  "left - right = 2*r*b*Cr/(vx*m) in every state: twice a term, as a wrong sign makes it");
        if (name == "r'")
            CHECK(component["difference"] ==
                  "left - right = -2*r*b^2*Cr/(vx*Iz) in every state: twice a term, as a wrong sign makes it");
    }
    const CommandRun right =
        run_lag({"compare", "bicycle.lag", "bicycle.f", "--right-map", "bicycle.map", "--tolerance", "1e-12"}, folder);
    CHECK(right.status == 0);
    CHECK(holds(right.output, "the two sides agree\n"));
}

TEST_CASE("the worst state is replayed from the report", "[compare]") {
    const fs::path folder = scratch_folder("compare_replay");
    for (const std::string file : {"bicycle.lag", "bicycle_1988.f", "bicycle.map"})
        fs::copy_file(samples / "bicycle" / file, folder / file);
    const std::vector<std::string> arguments{"compare", "bicycle.lag", "bicycle_1988.f", "--right-map", "bicycle.map"};
    const CommandRun all = run_lag(arguments, folder);
    REQUIRE(all.status == 3);
    const std::size_t lines = all.output.find("give it to --state:\n");
    REQUIRE(lines != std::string::npos);
    write(folder / "state.txt", all.output.substr(lines + 20));
    auto again = arguments;
    again.insert(again.end(), {"--state", "state.txt"});
    const CommandRun one = run_lag(again, folder);
    CHECK(one.status == 3);
    const auto line_of_r = [](const std::string& text) {
        const std::size_t begin = text.find("left ", text.find("\nr' "));
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(line_of_r(one.output) == line_of_r(all.output));
    CHECK(holds(one.output, "1 state,"));
    // the same states in every run
    CHECK(run_lag(arguments, folder).output == all.output);
    write(folder / "state.txt", "vx = 3\n");
    CHECK(holds(run_lag(again, folder).errors, "gives no value for '"));
    write(folder / "state.txt", "vx 3\n");
    CHECK(holds(run_lag(again, folder).errors, "state.txt:1: 'vx 3' is no line of a state"));
}

TEST_CASE("a routine is called as it is written, in every language", "[compare]") {
    // angle'' = 3 (tau - m g l/2 sin(angle))/(m l^2), in other words each time
    const std::string body = "f[0] = y[1]; f[1] = 3*(tau - p[0]*p[2]*p[1]/2*sin(y[0]))/(p[0]*p[1]*p[1]);";
    const auto agrees = [](const CommandRun& run) {
        INFO(run.errors << run.output);
        CHECK(run.status == 0);
        CHECK(holds(run.output, "angle'' "));
    };
    agrees(compare_rod("c", "rod.c",
                       "#include <math.h>\nvoid rod(double t, const double y[2], double tau, const double *p, double "
                       "*f) { int *new = 0; (void)new; " +
                           body + " }\nint main(void) { return 1; }\n",
                       rod_map));
    agrees(compare_rod("cpp", "rod.cpp",
                       "#include <cmath>\nnamespace hand { using std::sin; void rod(const double& t, const double* y, "
                       "double tau, const double* p, double* f, int& error) { error = 0; " +
                           body + " } }\n",
                       "call hand::rod(t, y, tau, p, f, e)\ny in [angle, angle']\ntau in tau\np in [m, l, g]\ne "
                       "status\nf out [angle', angle'']\n"));
    agrees(compare_rod("f90", "rod.f90",
                       "module hand\n implicit none\n real(8) :: mass, length\ncontains\n pure function arm(l)\n  "
                       "real(8), intent(in) :: l\n  real(8) :: arm\n  arm = l/2\n end function\n"
                       " subroutine rod(y, tau, f)\n  real(8), intent(in) :: y(:), tau\n  real(8), intent(out) :: "
                       "f(:)\n  f(1) = y(2)\n  f(2) = 3*(tau - mass*9.81d0*arm(length)*sin(y(1)))/(mass*length**2)\n "
                       "end subroutine rod\nend module hand\n",
                       "call rod(y, tau, f)\ny in [angle, angle']\ntau in tau\nf out [angle', angle'']\n"
                       "variable mass m\nvariable length l\n"));
    agrees(
        compare_rod("f77", "rod.f",
                    "      SUBROUTINE SETUP\n      REAL*8 M, L, AI\n      COMMON /D/ M, L\n      COMMON /E/ AI\n"
                    "      AI = M*L**2/3\n      END\n"
                    "      SUBROUTINE ROD(N, Y, TAU, F)\n      REAL*8 Y(N), TAU, F(N), M, L, AI\n      COMMON /D/ M, "
                    "L\n      COMMON /E/ AI\n      F(1) = Y(2)\n"
                    "      F(2) = (TAU - M*9.81D0*L/2*SIN(Y(1)))/AI\n      END\n",
                    "call SETUP()\ncall ROD(N, Y, TAU, F)\nN in integer 2\nY in [angle, angle']\nTAU in tau\n"
                    "F out [angle', angle'']\ncommon D [m, l]\n"));
    // degrees, inches and the other sense of rotation; single precision needs a tolerance of its own
    agrees(compare_rod(
        "single", "rod.c",
        "#include <math.h>\nvoid rod(float *y, float tau, float l, float *f) { float d = "
        "57.2957795f; f[0] = y[1]; f[1] = d*3*(-tau + 2*9.81f*l*0.0254f/2*sinf(-y[0]/d))/(2*l*l*0.0254f*0.0254f); "
        "}\n",
        "call rod(y, tau, l, f)\ny in single [-angle [deg], -angle' [deg/s]]\ntau in single tau\nl in single "
        "l [in]\nf out single [-angle' [deg/s], -angle'' [deg/s^2]]\nsample m 2 2\n",
        {"--tolerance", "1e-4"}));
}

TEST_CASE("a routine with the model's own argument order needs one line", "[compare]") {
    const fs::path folder = scratch_folder("compare_order");
    write(folder / "rod.lag", rod +
                                  "emit(fortran, \"rod.f90\")$ emit(fortran77, \"rod.f\")$ emit(cpp, \"rod.hpp\")$ "
                                  "emit(c, \"rod.h\")$\n");
    REQUIRE(run_lag({"rod.lag"}, folder).status == 0);
    const std::string lines =
        "call rod_setup(p, c); call rod_derivatives(t, y, w, c, ydot, info); c work 20; info status";
    for (const std::string file : {"rod.f90", "rod.f", "rod.h"}) {
        INFO(file);
        const CommandRun run = run_lag({"compare", "rod.lag", file, "--right", lines}, folder);
        INFO(run.errors);
        CHECK(run.status == 0);
    }
    const CommandRun swapped = run_lag({"compare", "rod.hpp", "rod.lag", "--left",
                                        "call rod::rod_setup<double>(p, c); call rod::rod_derivatives<double>(t, y, w, "
                                        "c, ydot, info); c work 20; info status"},
                                       folder);
    INFO(swapped.errors);
    CHECK(swapped.status == 0);
    // two routines without a script: parameters need a range, states have one
    const std::string spelt =
        "call rod_setup(p, c); call rod_derivatives(t, y, w, c, f, i); c work 20; i status; p in "
        "[m, l, g]; w in [tau]; y in [a, b]; f out [a', b']";
    const CommandRun unknown = run_lag({"compare", "rod.f90", "rod.f", "--left", spelt, "--right", spelt}, folder);
    CHECK(unknown.status == 1);
    CHECK(holds(unknown.errors, "nothing says what values 'm' of 'rod.f90 (rod_derivatives)' may take"));
    const std::string ranges = "; sample m 1 3; sample l 0.5 2; sample g 9 10; sample tau -1 1";
    const CommandRun two = run_lag({"compare", "rod.f90", "rod.f", "--left", spelt + ranges, "--right", spelt}, folder);
    INFO(two.errors);
    CHECK(two.status == 0);
}

TEST_CASE("scripts are compared with each other, names and signs translated", "[compare]") {
    const fs::path folder = scratch_folder("compare_scripts");
    write(folder / "rod.lag", rod);
    // the same rod with the axis the other way round, from its energies' point of view a torque less
    const std::string turned =
        "model(turned)$ parameters(m = 3, l = 1/2, g = 9.81)$ gravity([0, -g, 0])$ input(T)$\n"
        "body(bar, ground, hinge = revolute([0, 0, -1], phi), mass = m, cm = [0, -l/2, 0], inertia = [0, 0, "
        "m*l^2/12])$\n"
        "hinge_load(phi, T)$\n";
    write(folder / "turned.lag", turned);
    write(folder / "turned.map", "rename phi -angle\nrename T -tau\n");
    const std::vector<std::string> arguments{"compare", "rod.lag", "turned.lag", "--right-map", "turned.map"};
    const CommandRun same = run_lag(arguments, folder);
    INFO(same.errors << same.output);
    CHECK(same.status == 0);
    CHECK(holds(same.output, "angle''"));
    write(folder / "turned.lag", turned + "hinge_load(phi, -m*phi)$\n");
    const CommandRun other = run_lag(arguments, folder);
    CHECK(other.status == 3);
    CHECK(holds(other.output, "angle'': left - right = 3*angle/l^2 in every state"));
}

TEST_CASE("states of constrained models lie on their constraints", "[compare]") {
    const fs::path folder = scratch_folder("compare_loop");
    for (const std::string model : {"slider_crank", "knife_edge", "quadrotor"}) {
        INFO(model);
        REQUIRE(run_lag({(samples / (model + ".lag")).string(), "--out", folder.string()}, folder).status == 0);
        const CommandRun run =
            run_lag({"compare", (samples / (model + ".lag")).string(), model + ".f90", "--points", "20", "--right",
                     "call " + model + "_setup(p, c); call " + model +
                         "_derivatives(t, y, w, c, ydot, info); c work 200; info status"},
                    folder);
        INFO(run.errors << run.output);
        CHECK(run.status == 0);
        CHECK(holds(run.output, "20 states"));
    }
    // a different model that is the same on the constraint only: it agrees where the loop is closed, and nowhere else
    write(folder / "bead.lag",
          "model(bead)$ parameter(m, 2)$ body(b, ground, hinge = [translate(x, x1), translate(y, y1)], mass = m)$\n"
          "initial(x1 = 3/5, y1 = 4/5)$ constraint(x1^2 + y1^2 = 1)$ force(cm(b), [0, -m*(x1^2 + y1^2), 0])$\n");
    write(folder / "bead1.lag",
          "model(bead)$ parameter(m, 2)$ body(b, ground, hinge = [translate(x, x1), translate(y, y1)], mass = m)$\n"
          "initial(x1 = 3/5, y1 = 4/5)$ constraint(x1^2 + y1^2 = 1)$ force(cm(b), [0, -m, 0])$\n");
    const CommandRun bead = run_lag({"compare", "bead.lag", "bead1.lag"}, folder);
    INFO(bead.errors << bead.output);
    CHECK(bead.status == 0);
}

TEST_CASE("a routine that crashes, stops or never returns ends the comparison, not lag", "[compare]") {
    const std::string head = "#include <stdlib.h>\nvoid rod(double t, double *y, double tau, double *p, double *f) { ";
    const CommandRun crash =
        compare_rod("crash", "rod.c", head + "if (t > 5) *(volatile int *)0 = 1; f[0] = 0; }\n", rod_map);
    CHECK(crash.status == 1);
    CHECK(holds(crash.errors, "lag: error: calling rod.c (rod) went wrong: it crashed (Segmentation fault)"));
    CHECK(holds(crash.errors, "the state, for --state:\n  angle = "));
    const CommandRun stop = compare_rod("stop", "rod.c", head + "exit(7); }\n", rod_map);
    CHECK(stop.status == 1);
    CHECK(holds(stop.errors, "it ended the program (STOP or exit, status 7)"));
    const CommandRun loop =
        compare_rod("loop", "rod.c", head + "for (volatile int k = 0;; ++k) ; }\n", rod_map, {"--patience", "1"});
    CHECK(loop.status == 1);
    CHECK(holds(loop.errors, "it did not return within 1 s"));
    const CommandRun void_numbers =
        compare_rod("nan", "rod.c", head + "f[0] = y[1]; f[1] = y[0]/0.0 - y[0]/0.0; }\n", rod_map);
    CHECK(void_numbers.status == 3);
    CHECK(holds(void_numbers.output, "angle''    inf"));
}

TEST_CASE("wrong uses of compare say what to do", "[compare]") {
    const std::string source =
        "void rod(double t, double *y, double tau, double *p, double *f) { f[0] = y[1]; f[1] = 0; }\n";
    struct Case {
        std::string map, message;
    };
    const std::vector<Case> cases{
        {"", "nothing says which routine of 'rod.c' to call, and with what"},
        {"call rod(t, y", "rod.c.map:1: 'call rod(t, y' is no call\nhint: write: call NAME(argument, argument)"},
        {"call rod(t, y)\nt in t\ny inn [angle]", "rod.c.map:3: 'y inn [angle]' is no line of a mapping"},
        {rod_map + "y in [angle]", "rod.c.map:7: 'y in' is described twice"},
        {"call rod(t, z)\nt in t", "no line says what the argument 'z' of 'rod.c' holds\nhint: write 'z in [..]'"},
        {"call rod(y)\ny in [angel, angle']\nf out [angle']",
         "the mapping of 'rod.c' describes 'f', but no call takes an argument of that name"},
        {"call rod(t, y, tau, p, f)\ny in [angel, angle']\ntau in tau\nf out [angle', angle'']",
         "nothing says what values 'angel' of 'rod.c (rod)' may take: 'rod.lag (model rod)' has no such name\n"
         "hint: did you mean 'angle'?"},
        {"call rod(t, y, tau, p, f)\ny in [angle [grad], angle']\ntau in tau\nf out [angle']",
         "rod.c.map:2: 'grad' is no unit that is known here in 'grad'"},
        {"call rod(t, y, tau, p, f)\ny in [angle, 2x]", "rod.c.map:2: '2x' is not understood"},
        {"call rod(t, y, tau, p, f)\nf out [angle', 3]\n", "rod.c.map:2: a result cannot be a number"},
        {"call rod(t, y, tau, p, f)\ntau in tau\nf out [omega']",
         "the two sides have no result in common: left gives angle', angle''; right gives omega'"},
        {"call rod(t, y)\nt in t\ny out [angle']", "'rod.c' with the routine's calls around it does not compile:\n"},
        {"call rod(t, y, tau, p)\ntau in tau\n", "the mapping of 'rod.c' has no results"},
        {"sample m 3 1", "rod.c.map:1: 'sample m 3 1' is no range"},
        {"language pascal",
         "rod.c.map:1: 'pascal' is no language here\nhint: the languages are fortran, fortran77, c, cpp"},
        {rod_map + "rename angle phi", "rename is for scripts: 'rod.c' is a routine"},
        {rod_map + "W work -1", "rod.c.map:7: '-1' is no size"},
    };
    int number = 0;
    for (const Case& one : cases) {
        INFO(one.map);
        const CommandRun run = compare_rod("wrong" + std::to_string(++number), "rod.c", source, one.map);
        CHECK(run.status == 1);
        CHECK(run.errors.substr(0, 12) == "lag: error: ");
        INFO(run.errors);
        CHECK(holds(run.errors, one.message));
    }
    const fs::path folder = scratch_folder("compare_wrong");
    write(folder / "rod.lag", rod);
    write(folder / "rod.pas", "");
    CHECK(run_lag({"compare", "rod.lag"}, folder).status == 2);
    CHECK(run_lag({"compare", "rod.lag", "rod.lag", "--tolerance", "-1"}, folder).status == 2);
    CHECK(run_lag({"compare", "--help"}, folder).status == 0);
    CHECK(holds(run_lag({"compare", "rod.lag", "no.c"}, folder).errors, "cannot read 'no.c': there is no such file"));
    CHECK(holds(run_lag({"compare", "rod.lag", "rod.pas", "--right", "call rod(t, ydot)"}, folder).errors,
                "what language 'rod.pas' is in cannot be told from its name"));
    CHECK(holds(run_lag({"compare", "rod.lag", "rod.lag", "--right", "rename angel phi"}, folder).errors,
                "rename: 'rod.lag' has no 'angel'\nhint: did you mean 'angle'?"));
    write(folder / "bad.lag", "model(a)$ body(b, c)$\n");
    const CommandRun bad = run_lag({"compare", "bad.lag", "rod.lag"}, folder);
    CHECK(bad.status == 1);
    CHECK(holds(bad.errors, "bad.lag:1:"));
}

}  // namespace lag
