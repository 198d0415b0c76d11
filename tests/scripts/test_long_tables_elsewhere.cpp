// Long tables, which are kept in arrays, as what they stand for in all parts of a model: beside constraints, in
// energies, in hinge slots, in checks, with units.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

// A smooth table of a parabola is the parabola between the outer points, slopes and all.
const std::string long_parabola =
    "xs: makelist(13*k + k^2/100, k, -100, 100)$ parabola(x) := x^2/50 - x/3 + 2$ ys: map(parabola, xs)$\n"
    "f(x) := table(x, xs, ys, interpolation = smooth)$\n";
const std::string plain_parabola = "f(x) := x^2/50 - x/3 + 2$\n";

void require_same(const std::string& name, const std::string& script) {
    const fs::path folder = scratch_folder("long_tables_" + name);
    write(folder / "left.lag", long_parabola + script);
    write(folder / "right.lag", plain_parabola + script);
    const CommandRun run = run_lag({"compare", "left.lag", "right.lag"}, folder);
    INFO(name << "\n" << run.output << run.errors);
    CHECK(run.status == 0);
}

const std::string axis_model = "model(o)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n";
const std::string points =
    "xs: makelist(k/20, k, 0, 40)$ ys: makelist(mod(37*k, 11), k, 0, 40)$ T: table(s, xs, ys)$\n"
    "S: table(s, xs, ys, interpolation = smooth)$\n";

// What the script's checks say, line by line without their places.
std::string verdicts(const std::string& script) {
    const ScriptRun run = run_script(axis_model + points + script);
    if (!run.error.empty()) return run.error;
    std::string text;
    for (std::size_t at = 0; (at = run.output.find("check: ", at)) != std::string::npos; at += 7)
        text += run.output.substr(at + 7, run.output.find('\n', at) - at - 7) + " ";
    return text;
}

}  // namespace

TEST_CASE("long tables: in a potential, a dissipation, a load, an output, a kinetic energy") {
    const std::string pendulum =
        "model(o)$ parameters(m = 2, l = 3/2)$ gravity([0, -981/100, 0])$ input(w)$\n"
        "body(a, ground, hinge = prismatic(x, s), mass = m)$\n"
        "body(b, a, hinge = revolute(z, q), mass = m, cm = [0, -l, 0], inertia = [1, 1, 1])$\n";
    require_same("potential", pendulum + "potential(f(s)*sin(q))$\n");
    require_same("dissipation", pendulum + "dissipation((1 + s^2)*(s'^2 + f(q)*q'^2))$\n");
    require_same("load", pendulum + "hinge_load(q, -f(s - l*q)*s' + f(w))$ output(y, f(s)*q')$\n");
    require_same("time", pendulum + "force(origin(b), [f(t), f(q), f(t*s)])$\n");
}

TEST_CASE("long tables: in hinge slots and constraints, with multipliers and eliminated") {
    require_same("slot",
                 "model(o)$ gravity([0, -981/100, 0])$ body(a, ground, hinge = prismatic(x, f(t)), mass = 3)$\n"
                 "body(b, a, hinge = revolute(z, q), mass = 2, cm = [0, -1, 0], inertia = [1, 1, 1])$\n");
    require_same("coupled",
                 "model(o)$ body(a, ground, hinge = prismatic(x, s), mass = 3)$\n"
                 "body(b, a, hinge = revolute(z, f(s)), mass = 2, cm = [0, -1, 0], inertia = [1, 1, 1])$\n");
    const std::string two =
        "model(o)$ parameters(k = 3)$ body(a, ground, hinge = prismatic(x, s), mass = 3)$\n"
        "body(b, ground, hinge = prismatic(y, h), mass = 2)$ hinge_load(s, -k*s)$\n";
    require_same("constraint", two + "constraint(h = f(s))$\n");
    require_same("eliminated", two + "constraint(h = f(s))$ options(constraints = eliminate, dependent = [h'])$\n");
    require_same("time_constraint", two + "constraint(h + 2*s = f(t))$\n");
    require_same("speed_constraint", two + "speed_constraint(h' = f(s)*s')$ options(constraints = eliminate)$\n");
}

TEST_CASE("long tables: check evaluates them exactly and says what it has seen") {
    CHECK(verdicts("check(T + S = S + T)$ check(diff(T*T, s) = 2*T*diff(T, s))$") == "proved proved ");
    CHECK(verdicts("check(abs(T) = sqrt(T^2))$") == "tested ");
    CHECK(verdicts("check(abs(S) = sqrt(S^2))$") == "tested ");
    CHECK(verdicts(
              "X: table(s, xs, ys, interpolation = smooth, outside = constant)$ check(exp(X)*exp(2*X) = exp(3*X))$") ==
          "tested ");
    // an argument that is no rational number
    CHECK(verdicts("X: table(sqrt(2)*s, xs, ys)$ check(abs(X) = sqrt(X^2))$") == "tested ");
    CHECK(verdicts("M: table(s, sin(s), xs, [0, 1, 2], makelist([k, mod(37*k, 11), 3*k], k, 0, 40))$\n"
                   "check(abs(M) = sqrt(M^2))$") == "tested ");
    // another point far out on the last line changes nothing
    CHECK(verdicts("check(table(s, append(xs, [3]), append(ys, [ys[41] + 20*(ys[41] - ys[40])])) = T)$") == "tested ");
}

TEST_CASE("long tables: check finds one wrong point among many") {
    const std::string wrong =
        "zs: append(makelist(mod(37*k, 11), k, 0, 19), [ys[21] + 1/1000], makelist(mod(37*k, 11), k, 21, 40))$\n";
    const std::string found = verdicts(wrong + "check(table(s, xs, zs) = T)$");
    CHECK(found.find("the two sides are not equal") != std::string::npos);
    // too many to see each
    const std::string longer = "xl: makelist(k, k, 0, 2000)$ yl: makelist(mod(37*k, 11), k, 0, 2000)$\n";
    const std::string unseen = verdicts(
        longer + "check(table(s, xl, yl) = table(s, append(xl, [2001]), append(yl, [2*yl[2001] - yl[2000]])))$");
    CHECK(unseen.find("could not be tested") != std::string::npos);
    CHECK(unseen.find("has 2000 segments") != std::string::npos);
}

TEST_CASE("long tables: numbers have any unit") {
    const std::string model =
        "model(o)$ parameter(k, 3, \"N/m\")$ parameter(m, 2, \"kg\")$\n"
        "body(b, ground, hinge = prismatic(x, s), mass = m)$ xs: makelist(k1, k1, 0, 40)$ ys: makelist(mod(7*k1, 5), "
        "k1, 0, 40)$\n";
    CHECK(run_script(model + "hinge_load(s, table(s, xs, ys))$ hinge_load(s, k*table(s, xs, ys))$\n").error.empty());
}

TEST_CASE("long tables: in m_jacobian, batches and vector sines of all languages") {
    for (const char* options : {"cpp, \"o.hpp\", jacobian = [q, u, w, p], batch = true, sines = vector",
                                "fortran, \"o.f90\", jacobian = [q, u, w, p], batch = true, sines = vector",
                                "c, \"o.c\", jacobian = [q, u, w, p]", "fortran77, \"o.f\", jacobian = [q, u, w, p]"}) {
        const fs::path folder = scratch_folder("long_tables_emitted");
        write(folder / "o.lag",
              long_parabola +
                  "model(o)$ parameters(m = 2)$ input(v)$ body(a, ground, hinge = prismatic(x, s), mass = m)$\n"
                  "body(b, a, hinge = revolute(z, h), mass = 1, cm = [0, -1, 0], inertia = [1, 1, 1])$\n"
                  "hinge_load(s, -m*f(s + v)*sin(h))$\nemit(" +
                  std::string(options) + ")$\n");
        const CommandRun run = run_lag({"o.lag"}, folder);
        INFO(options << run.errors);
        CHECK(run.status == 0);
    }
}

}  // namespace lag
