// m_equilibrium in every language, against rest in closed form: roots of one unknown by bisection.
#include <cmath>
#include <cstdlib>
#include <functional>
#include <sstream>

#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

using RestNumbers = std::vector<double>;

double root_of(double low, double high, const std::function<double(double)>& f) {
    for (int k = 0; k < 200; ++k) {
        const double middle = (low + high) / 2;
        ((f(middle) > 0) == (f(low) > 0) ? low : high) = middle;
    }
    return low;
}

// Model m with arrays of these sizes.
struct RestingModel {
    std::string script;
    std::size_t nq = 1, ns = 0, nw = 0, nl = 0, np = 0;
};
struct RestCase {
    RestNumbers p, q, s, w;
    std::vector<int> held;
    int limit = 60;
};
struct Rest {
    RestNumbers q, s, w, lambda;
    int info = 0;
};

std::string rest_list(const RestNumbers& values, bool fortran) {
    std::ostringstream out;
    out.precision(17);
    out << std::showpoint;
    for (std::size_t k = 0; k < values.size(); ++k)
        out << (k == 0 ? "" : fortran ? ", &\n    " : ", ") << values[k] << (fortran ? "_dp" : "");
    return out.str();
}
std::string rest_list(const std::vector<int>& values) {
    std::string text;
    for (const int value : values) text += (text.empty() ? "" : ", ") + std::to_string(value);
    return text;
}

std::string fortran_program(const RestingModel& model, const std::vector<RestCase>& cases, bool module) {
    const auto declared = [](const std::string& name, std::size_t size) {
        return "  real(dp) :: " + name + "(" + std::to_string(std::max<std::size_t>(size, 1)) + ")\n";
    };
    std::string text = "program main\n" + std::string(module ? "  use m_model\n" : "") +
                       "  implicit none\n  integer, parameter :: dp = kind(1.0d0)\n" + declared("p", model.np) +
                       declared("q", model.nq) + declared("s", model.ns) + declared("w", model.nw) +
                       declared("c", 1000) + declared("lambda", model.nl) + "  integer :: held(" +
                       std::to_string(model.nq) + "), info\n  s = 0\n  w = 0\n";
    for (const RestCase& one : cases) {
        const auto set = [&](const std::string& name, const RestNumbers& values) {
            if (!values.empty()) text += "  " + name + " = [" + rest_list(values, true) + "]\n";
        };
        text += "  lambda = 0\n  call m_defaults(p)\n";
        set("p", one.p), set("q", one.q), set("s", one.s), set("w", one.w);
        const std::string s = model.ns > 0 ? "s, " : "",
                          w = model.nw > 0 ? "w" : "w(1:" + std::string(module ? "0)" : "1)"),
                          lambda = model.nl > 0 ? "lambda" : "lambda(1:" + std::string(module ? "0)" : "1)");
        text += "  held = [" + rest_list(one.held) + "]\n  call m_setup(p, c)\n  call m_equilibrium(0.0_dp, q, " + s +
                w + ", c, held, 1.0e-11_dp, " + std::to_string(one.limit) + ", " + lambda + ", info)\n  print *, q";
        for (const auto& [name, size] : {std::pair{"s", model.ns}, {"w", model.nw}, {"lambda", model.nl}})
            if (size > 0) text += std::string(", ") + name;
        text += ", info\n";
    }
    return text + "end program\n";
}

std::string c_program(const RestingModel& model, const std::vector<RestCase>& cases, bool cpp) {
    const auto array = [](const std::string& name, std::size_t size, const RestNumbers& values) {
        return " double " + name + "[" + std::to_string(std::max<std::size_t>(size, 1)) + "] = {" +
               (values.empty() ? "0" : rest_list(values, false)) + "};";
    };
    const auto print = [](const std::string& name, std::size_t size) {
        return "  for (int k = 0; k < " + std::to_string(size) + "; ++k) printf(\"%.17g \", " + name + "[k]);\n";
    };
    std::string text = cpp ? "#include <cstdio>\n#include \"m.hpp\"\nusing namespace m;\nint main() {\n"
                           : "#include <stdio.h>\n#include \"m.h\"\nint main(void) {\n";
    text += "  static double c[1000];\n";
    for (const RestCase& one : cases) {
        text += "  {" + array("p", model.np, one.p) + array("q", model.nq, one.q) + array("s", model.ns, one.s) +
                array("w", model.nw, one.w) + array("lambda", model.nl, {}) + "\n  const int held[] = {" +
                rest_list(one.held) + "};\n  int info;\n  (void)s;\n";
        if (one.p.empty()) text += "  m_defaults(p);\n";
        text += "  m_setup(p, c);\n  m_equilibrium(0, q, " + std::string(model.ns > 0 ? "s, " : "") +
                "w, c, held, 1e-11, " + std::to_string(one.limit) + ", lambda, " + (cpp ? "" : "&") + "info);\n" +
                print("q", model.nq) + print("s", model.ns) + print("w", model.nw) + print("lambda", model.nl) +
                "  printf(\"%d\\n\", info); }\n";
    }
    return text + "  return 0;\n}\n";
}

struct RestLanguage {
    std::string language, file, main, compile;
};
const std::vector<RestLanguage>& rest_languages() {
    static const std::vector<RestLanguage> ways{
        {"fortran", "m.f90", "main.f90", "gfortran -O0 -std=f2008 -Wall -Wextra m.f90 main.f90 -o run"},
        {"fortran77", "m.f", "main.f",
         "gfortran -O0 -std=legacy -Wall -c m.f && gfortran -O1 -ffree-form main.f m.o -o run"},
        {"cpp", "m.hpp", "main.cpp", "g++ -O0 -std=c++17 -Wall -Wextra -Werror main.cpp -o run"},
        {"c", "m.h", "main.c", "gcc -O0 -std=c99 -Wall -Wextra -Wno-unused-function -Werror main.c -o run -lm"},
    };
    return ways;
}

// Where each case comes to rest, in all languages; they agree to 1e-9. The first language's numbers.
std::vector<Rest> rest_everywhere(const std::string& name, const RestingModel& model,
                                  const std::vector<RestCase>& cases) {
    const std::filesystem::path folder = scratch_folder("equilibrium_" + name);
    std::string emits;
    for (const RestLanguage& way : rest_languages())
        emits += "emit(" + way.language + ", \"" + way.file + "\", equilibrium = true)$\n";
    write(folder / "m.lag", model.script + emits);
    const CommandRun emitted = run_lag({"m.lag", "--quiet"}, folder);
    INFO(emitted.errors);
    REQUIRE(emitted.status == 0);
    std::vector<Rest> first;
    for (const RestLanguage& way : rest_languages()) {
        INFO(way.language);
        const bool fortran = way.language.starts_with("fortran");
        write(folder / way.main, fortran ? fortran_program(model, cases, way.language == "fortran")
                                         : c_program(model, cases, way.language == "cpp"));
        const std::string command = "cd '" + folder.string() + "' && (" + way.compile + " && ./run > out) > log 2>&1";
        const int status = std::system(command.c_str());
        INFO(contents(folder / "log"));
        REQUIRE(status == 0);
        CHECK(!holds(contents(folder / "log"), "arning"));
        std::istringstream out(contents(folder / "out"));
        std::vector<Rest> all;
        for (std::size_t k = 0; k < cases.size(); ++k) {
            Rest rest{RestNumbers(model.nq), RestNumbers(model.ns), RestNumbers(model.nw), RestNumbers(model.nl)};
            for (RestNumbers* values : {&rest.q, &rest.s, &rest.w, &rest.lambda})
                for (double& value : *values) out >> value;
            out >> rest.info;
            REQUIRE(out);
            all.push_back(rest);
        }
        if (first.empty()) first = all;
        for (std::size_t k = 0; k < cases.size(); ++k) {
            CAPTURE(k);
            CHECK(all[k].info == first[k].info);
            if (first[k].info != 0) continue;
            for (std::size_t i = 0; i < model.nq; ++i) CHECK(all[k].q[i] == Approx(first[k].q[i]).margin(1e-9));
            for (std::size_t i = 0; i < model.ns; ++i) CHECK(all[k].s[i] == Approx(first[k].s[i]).margin(1e-9));
            for (std::size_t i = 0; i < model.nw; ++i) CHECK(all[k].w[i] == first[k].w[i]);
            for (std::size_t i = 0; i < model.nl; ++i)
                CHECK(all[k].lambda[i] == Approx(first[k].lambda[i]).epsilon(1e-8).margin(1e-6));
        }
    }
    return first;
}

// Four rods between two points of one height.
RestingModel chain_of_rods() {
    const std::string rod = "mass = m, cm = [l/2, 0, 0], inertia = [0, 0, m*l^2/12])$\n";
    return {
        "model(m)$ parameters(g = 981/100, m = 1, l = 1)$ gravity([0, -g, 0])$\n"
        "body(b1, ground, hinge = revolute(z, q1), " +
            rod + "body(b2, b1, hinge = revolute(z, q2), at = [l, 0, 0], " + rod +
            "body(b3, b2, hinge = revolute(z, q3), at = [l, 0, 0], " + rod +
            "body(b4, b3, hinge = revolute(z, q4), at = [l, 0, 0], " + rod +
            "point(P, b4, [l, 0, 0])$ point(Q, ground, [5/2, 0, 0])$ close_loop(P, Q)$\n",
        4,
        0,
        0,
        2,
        3};
}

}  // namespace

TEST_CASE("a chain of four rods hangs as the polygon of its loads", "[equilibrium]") {
    const RestingModel chain = chain_of_rods();
    const double g = 9.5, m = 1.5, l = 0.9, W = m * g;
    const std::vector<Rest> rests = rest_everywhere("chain", chain,
                                                    {{{g, m, l}, {-1, 0.7, 0.7, 0.7}, {}, {}, {0, 0, 0, 0}},
                                                     {{g, m, l}, {-0.9, 0.3, 1.1, 0.4}, {}, {}, {0, 0, 0, 0}},
                                                     {{g, m, 0.5}, {-1, 0.7, 0.7, 0.7}, {}, {}, {0, 0, 0, 0}}});
    // moments about a rod's ends: slopes 3W/2 and W/2 over the horizontal force H
    const double H = root_of(1e-3, 1e4, [&](double h) {
        return 2 * l * (std::cos(std::atan(1.5 * W / h)) + std::cos(std::atan(0.5 * W / h))) - 2.5;
    });
    const double outer = std::atan(1.5 * W / H), inner = std::atan(0.5 * W / H);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
        CAPTURE(k);
        REQUIRE(rests[k].info == 0);
        CHECK(rests[k].q[0] == Approx(-outer).margin(1e-9));
        CHECK(rests[k].q[1] == Approx(outer - inner).margin(1e-9));
        CHECK(rests[k].q[2] == Approx(2 * inner).margin(1e-9));
        CHECK(rests[k].q[3] == Approx(outer - inner).margin(1e-9));
        CHECK(std::abs(rests[k].lambda[0]) == Approx(H).epsilon(1e-8));
        CHECK(std::abs(rests[k].lambda[1]) == Approx(2 * W).epsilon(1e-8));
    }
    CHECK(rests[2].info >= 5);  // 4 rods of 0.5 cannot span 2.5: a row of the loop is named
    CHECK(rests[2].info <= 6);
}

TEST_CASE("guesses from which the loop is far from closed", "[equilibrium]") {
    const RestingModel chain = chain_of_rods();
    std::vector<RestCase> cases;
    for (const RestNumbers& guess : {RestNumbers{0.05, 1.8, -1.4, 1.8},
                                     {0.2, -1.9, 1, 0.15},
                                     {-0.7, 1.15, -0.8, -0.2},
                                     {0, 0, 0, 0},
                                     {1.9, -1.2, 0.3, 1.6},
                                     {-1.5, -1.5, 1.5, 1.5}})
        cases.push_back({{9.5, 1.5, 0.9}, guess, {}, {}, {0, 0, 0, 0}, 200});
    // the last rod's end cannot reach the nail with three rods held along the wall
    cases.push_back({{9.5, 1.5, 0.9}, {2, 0.1, 0.1, 0.5}, {}, {}, {1, 1, 1, 0}, 200});
    const std::vector<Rest> rests = rest_everywhere("afar", chain, cases);
    for (std::size_t k = 0; k + 1 < rests.size(); ++k) {
        CAPTURE(k);
        REQUIRE(rests[k].info == 0);
        // the potential energy has no slope on the closed loop: (w_i - b) cos a_i + a sin a_i = 0 for all rods, w_i the rods
        // beyond the middle of rod i
        double angle = 0, x = 0, y = 0, cosines[4], sines[4];
        for (std::size_t i = 0; i < 4; ++i) {
            angle += rests[k].q[i];
            cosines[i] = std::cos(angle), sines[i] = std::sin(angle);
            x += 0.9 * cosines[i], y += 0.9 * sines[i];
        }
        CHECK(x == Approx(2.5).margin(1e-10));
        CHECK(y == Approx(0).margin(1e-10));
        const double W = 1.5 * 9.5, lambda[2] = {rests[k].lambda[0] / W, rests[k].lambda[1] / W};
        double error = 1e9;  // either sign of the multipliers
        for (const double sign : {1.0, -1.0}) {
            double worst = 0;
            for (std::size_t i = 0; i < 4; ++i)
                worst = std::max(worst, std::abs((3.5 - static_cast<double>(i) + sign * lambda[1]) * cosines[i] -
                                                 sign * lambda[0] * sines[i]));
            error = std::min(error, worst);
        }
        CHECK(error < 1e-7);
    }
    CHECK(rests.back().info >= 5);
    CHECK(rests.back().info <= 6);
}

TEST_CASE("a massless link, ropes and a state rest from straight starts", "[equilibrium]") {
    // two cranks joined by a massless rod; a torsion spring on the first: one degree of freedom, its energy by bisection
    const RestingModel cranks{
        "model(m)$ parameters(g = 981/100, k = 5)$ gravity([0, -g, 0])$\n"
        "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
        "body(rod, crank, hinge = revolute(z, q2), at = [1, 0, 0])$\n"
        "body(rocker, ground, hinge = revolute(z, q3), at = [2, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, "
        "1/12])$\n"
        "point(P, rod, [3/2, 0, 0])$ point(Q, rocker, [1, 0, 0])$ close_loop(P, Q)$ hinge_load(q1, -k*(q1 - 1))$\n",
        3,
        0,
        0,
        2,
        2};
    const std::vector<Rest> rests =
        rest_everywhere("massless", cranks,
                        {{{9, 6}, {0, 0, 0}, {}, {}, {0, 0, 0}, 200}, {{9, 6}, {1, 0.5, 0.5}, {}, {}, {0, 0, 0}, 200}});
    for (const Rest& rest : rests) {
        REQUIRE(rest.info == 0);
        const double a = rest.q[0], b = rest.q[2], rod = rest.q[0] + rest.q[1];
        CHECK(std::cos(a) + 1.5 * std::cos(rod) == Approx(2 + std::cos(b)).margin(1e-10));
        CHECK(std::sin(a) + 1.5 * std::sin(rod) == Approx(std::sin(b)).margin(1e-10));
        // moments about both bearings: the rod pushes both cranks apart with one force along itself
        const double first = 6 * (a - 1) + 4.5 * std::cos(a), second = 4.5 * std::cos(b), arm_first = std::sin(rod - a),
                     arm_second = std::sin(rod - b);
        CHECK(first * arm_second == Approx(-second * arm_first).margin(1e-8));
        CHECK(std::abs(a) < 4);  // no turn over and over
    }
    const RestingModel filtered{
        "model(m)$ parameter(k, 100)$ gravity([0, -981/100, 0])$ state(M, \"\", rate = 3*(k*(1/2 - q1) - M))$\n"
        "body(b1, ground, hinge = revolute(z, q1), mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
        "body(b2, b1, hinge = revolute(z, q2), at = [1, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
        "body(b3, b2, hinge = revolute(z, q3), at = [1, 0, 0], mass = 1, cm = [1/2, 0, 0], inertia = [0, 0, 1/12])$\n"
        "hinge_load(q1, M)$ point(P, b3, [1, 0, 0])$ point(Q, ground, [2, 0, 0])$ close_loop(P, Q)$\n",
        3,
        1,
        0,
        2,
        1};
    for (const Rest& rest :
         rest_everywhere("filtered", filtered,
                         {{{70}, {0, 0, 0}, {0}, {}, {0, 0, 0}, 200}, {{70}, {1, 1, 1}, {0}, {}, {0, 0, 0}, 200}})) {
        REQUIRE(rest.info == 0);
        CHECK(rest.s[0] == Approx(70 * (0.5 - rest.q[0])).epsilon(1e-9));
        CHECK(std::abs(rest.q[0]) < 4);
        // d'Alembert for each rod: c_i cos a_i = b cos a_i - a sin a_i + moment on the first, a and b from rods 2 and 3
        double angle = 0, cosines[3], sines[3];
        for (std::size_t i = 0; i < 3; ++i)
            angle += rest.q[i], cosines[i] = std::cos(angle), sines[i] = std::sin(angle);
        const double w = 9.81, c[] = {2.5 * w, 1.5 * w, 0.5 * w}, det = -cosines[1] * sines[2] + sines[1] * cosines[2];
        const double r2 = c[1] * cosines[1], r3 = c[2] * cosines[2], vertical = (-r2 * sines[2] + r3 * sines[1]) / det,
                     level = (cosines[1] * r3 - cosines[2] * r2) / det;
        CHECK(c[0] * cosines[0] - rest.s[0] ==
              Approx(vertical * cosines[0] - level * sines[0]).epsilon(1e-6).margin(1e-6));
    }
}

// The cart is where two states say, the mass goes as fast as a third one, which rests where the mass is at 2 m.
TEST_CASE("rows that hold states rest where the states do", "[equilibrium]") {
    const RestingModel model{
        "model(m)$ parameters(g = 981/100, k = 5, kc = 20)$ gravity([0, -g, 0])$ input(goal)$\n"
        "body(cart, ground, hinge = prismatic(x, x), mass = 3)$\n"
        "body(bob, cart, hinge = revolute(z, q), mass = 2, cm = [0, -1/2, 0])$ hinge_load(q, -k*(q - 1/2))$\n"
        "hinge_load(x, -kc*x)$ body(mass, ground, hinge = prismatic(z, y), mass = 7)$ hinge_load(y, -kc*y)$\n"
        "state(a, rate = goal - 2*a)$ state(b, rate = a - 4*b + q)$ state(v, rate = 10 - 5*y - 2*v)$\n"
        "constraint(x = a + b + a*b, name = drive)$ speed_constraint(y' = v, name = follow)$\n",
        3,
        3,
        2,
        2,
        3};
    const std::vector<Rest> rests = rest_everywhere("states_in_rows", model,
                                                    {{{9, 7, 11}, {0.4, -0.2, 1}, {0, 0, 0.3}, {3, 0}, {0, 0, 0}},
                                                     {{9, 7, 11}, {0.4, -0.2, 1}, {0, 0, 0.3}, {3, 0}, {0, 1, 0}}});
    for (const Rest& rest : rests) REQUIRE(rest.info == 0);
    const double q = root_of(-1, 1, [](double a) { return 7 * (a - 0.5) + 2 * 9 * 0.5 * std::sin(a); });
    for (const auto& [rest, angle] : {std::pair{rests[0], q}, {rests[1], -0.2}}) {
        const double b = (1.5 + angle) / 4, x = 1.5 + b + 1.5 * b;
        CHECK(rest.q[0] == Approx(x).margin(1e-9));
        CHECK(rest.q[1] == Approx(angle).margin(1e-9));
        CHECK(rest.q[2] == Approx(2).margin(1e-9));
        CHECK(rest.s[0] == Approx(1.5).margin(1e-9));
        CHECK(rest.s[1] == Approx(b).margin(1e-9));
        CHECK(rest.s[2] == Approx(0).margin(1e-9));
        CHECK(rest.lambda[0] == Approx(-11 * x).margin(1e-8));
        CHECK(rest.lambda[1] == Approx(-11 * 2).margin(1e-8));
    }
}

TEST_CASE("a state that the place which follows it changes rests with it", "[equilibrium]") {
    const RestingModel model{
        "model(m)$ parameters(k = 20)$ body(mass, ground, hinge = prismatic(z, y), mass = 7)$ hinge_load(y, -k*y)$\n"
        "state(a, rate = 1 - 3*y - a)$ constraint(y = a^3, name = follow)$\n",
        1,
        1,
        0,
        1,
        1};
    const std::vector<Rest> rests = rest_everywhere("states_loop", model, {{{11}, {0.9}, {1.1}, {}, {0}}});
    REQUIRE(rests[0].info == 0);
    const double a = root_of(0, 1, [](double x) { return 1 - 3 * x * x * x - x; });
    CHECK(rests[0].s[0] == Approx(a).margin(1e-10));
    CHECK(rests[0].q[0] == Approx(a * a * a).margin(1e-10));
    CHECK(rests[0].lambda[0] == Approx(-11 * a * a * a).margin(1e-8));
}

TEST_CASE("a pendulum with a spring, and what nothing holds", "[equilibrium]") {
    const RestingModel model{
        "model(m)$ parameters(g = 981/100, k = 5)$ gravity([0, -g, 0])$\n"
        "body(cart, ground, hinge = prismatic(x, x), mass = 3)$\n"
        "body(bob, cart, hinge = revolute(z, q), mass = 2, cm = [1/2, 0, 0])$ hinge_load(q, -k*q)$\n",
        2,
        0,
        0,
        0,
        2};
    const std::vector<Rest> rests = rest_everywhere("pendulum", model,
                                                    {{{9, 7}, {0.4, -0.2}, {}, {}, {1, 0}},
                                                     {{9, 7}, {0.4, -0.2}, {}, {}, {0, 0}},
                                                     {{9, 7}, {0.4, -0.2}, {}, {}, {1, 1}},
                                                     {{9, 7}, {0.4, -0.2}, {}, {}, {1, 0}, 1},
                                                     {{9, 0}, {0.4, -0.2}, {}, {}, {1, 0}}});
    const double q = root_of(-1.5, 0, [](double a) { return 7 * a + 2 * 9 * 0.5 * std::cos(a); });
    REQUIRE(rests[0].info == 0);
    CHECK(rests[0].q[0] == 0.4);
    CHECK(rests[0].q[1] == Approx(q).margin(1e-10));
    CHECK(rests[1].info == 1);  // x
    CHECK(rests[1].q[1] == Approx(q).margin(1e-10));
    CHECK(rests[2].info == 0);
    CHECK(rests[2].q == RestNumbers{0.4, -0.2});
    CHECK(rests[3].info == 3);  // one step is not enough
    REQUIRE(rests[4].info == 0);
    CHECK(std::cos(rests[4].q[1]) == Approx(0).margin(1e-10));
}

TEST_CASE("a car on four springs, with Euler parameters", "[equilibrium]") {
    std::string script =
        "model(m)$ parameters(g = 981/100, k = 20000, M = 800, a = 1, b = 3/2)$ gravity([0, 0, -g])$\n"
        "body(hull, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], "
        "speeds = [p, q, r, u, v, w]), mass = M, inertia = [300, 900, 1000])$\n";
    const std::pair<std::string, std::string> wheels[] = {
        {"fl", "[a, 3/4, 0]"}, {"fr", "[a, -3/4, 0]"}, {"rl", "[-b, 3/4, 0]"}, {"rr", "[-b, -3/4, 0]"}};
    for (const auto& [name, at] : wheels)
        script += "point(" + name + ", hull, " + at + ")$ force(" + name + ", [0, 0, -k*dot(position(" + name +
                  "), [0, 0, 1])], in = ground)$\n";
    const RestingModel car{script, 7, 0, 0, 0, 5};
    const double g = 9.7, k = 17000, M = 900, a = 1.1, b = 1.4;
    const RestNumbers p{g, k, M, a, b}, start{std::sqrt(1 - 0.01 - 0.0004 - 0.0009), 0.1, -0.02, 0.03, 2, 3, 0.1};
    const std::vector<Rest> rests = rest_everywhere("car", car,
                                                    {{p, start, {}, {}, {0, 0, 0, 1, 1, 1, 0}},
                                                     {p, start, {}, {}, {0, 0, 0, 0, 1, 1, 0}},
                                                     {p, start, {}, {}, {0, 0, 0, 0, 0, 0, 0}}});
    const double front = -M * g * b / (2 * k * (a + b)), rear = -M * g * a / (2 * k * (a + b));
    const double z = (b * front + a * rear) / (a + b), sine = (rear - front) / (a + b);
    REQUIRE(rests[0].info == 0);
    const RestNumbers& q = rests[0].q;
    CHECK(q[4] == Approx(2).margin(1e-12));
    CHECK(q[5] == Approx(3).margin(1e-12));
    CHECK(q[6] == Approx(z).margin(1e-10));
    CHECK(2 * (q[0] * q[2] - q[3] * q[1]) == Approx(sine).margin(1e-10));  // pitch
    CHECK(q[0] * q[1] + q[2] * q[3] == Approx(0).margin(1e-10));           // roll
    CHECK(q[3] == Approx(0.03).margin(2e-3));                              // as held, up to the length
    CHECK(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] == Approx(1).margin(1e-13));
    CHECK(rests[1].info == 3);  // r: nothing holds the yaw
    CHECK(rests[2].info > 0);
    CHECK(rests[2].info <= 6);
}

TEST_CASE("a four-bar with a spring rests where its energy has no slope", "[equilibrium]") {
    const RestingModel bars{
        "model(m)$ parameters(g = 981/100, k = 30, l = 2)$ gravity([0, -g, 0])$\n"
        "body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [l/2, 0, 0], inertia = [0, 0, 1/3])$\n"
        "body(coupler, crank, hinge = revolute(z, q2), at = [l, 0, 0], mass = 2, cm = [3/2, 0, 0], inertia = [0, 0, "
        "1])$\n"
        "body(rocker, ground, hinge = revolute(z, q3), at = [3, 0, 0], mass = 1, cm = [l/2, 0, 0], inertia = [0, 0, "
        "1/3])$\n"
        "point(P, coupler, [3, 0, 0])$ point(Q, rocker, [l, 0, 0])$ close_loop(P, Q)$ hinge_load(q1, -k*(q1 - 2))$\n",
        3,
        0,
        0,
        2,
        3};
    const double g = 9, k = 44, l = 1.7;
    const std::vector<Rest> rests =
        rest_everywhere("four_bar", bars, {{{g, k, l}, {1.2, -1.1, 1.3}, {}, {}, {0, 0, 0}}});
    // a parallelogram: all bars but the coupler turn alike
    const double q = root_of(2, 3.14, [&](double a) { return k * (a - 2) + g * (1 + 2) * l * std::cos(a); });
    REQUIRE(rests[0].info == 0);
    CHECK(rests[0].q[0] == Approx(q).margin(1e-9));
    CHECK(rests[0].q[1] == Approx(-q).margin(1e-9));
    CHECK(rests[0].q[2] == Approx(q).margin(1e-9));
}

TEST_CASE("a block on an incline by a spring: contacts closed and open, and a state", "[equilibrium]") {
    const RestingModel block{
        "model(m)$ parameters(g = 981/100, k = 500, a = 3/10)$ gravity([g*sin(a), 0, -g*cos(a)])$\n"
        "body(slide, ground, hinge = prismatic(x, x))$ body(block, slide, hinge = prismatic(z, z), mass = 2)$\n"
        "state(lag, rate = x - 3*lag)$ hinge_load(x, -k*x - lag)$\n"
        "contact(floor, z, friction = 3/10, tangent = x')$ contact(stop, 1/100 - x)$\n",
        2,
        1,
        3,
        3,
        3};
    // w: floor_closed, floor_slip, stop_closed
    const double g = 9.6, a = 0.35;
    const std::vector<Rest> rests = rest_everywhere("block", block,
                                                    {{{g, 500, a}, {0, 0.1}, {5}, {0, 0, 0}, {0, 0}},
                                                     {{g, 800, a}, {0, 0.1}, {5}, {0, 0, 1}, {0, 0}},
                                                     {{g, 500, a}, {0.02, -0.1}, {0}, {0, 1, 0}, {0, 0}},
                                                     {{g, 500, a}, {0.002, 0.1}, {0}, {0, 0, 0}, {1, 0}},
                                                     {{-g, 500, a}, {0, 0.1}, {0}, {0, 0, 0}, {0, 0}}});
    const double pull = 2 * g * std::sin(a), press = 2 * g * std::cos(a);
    for (const std::size_t k : {std::size_t{0}, std::size_t{2}}) {  // against the stop
        CAPTURE(k);
        REQUIRE(rests[k].info == 0);
        CHECK(rests[k].q[0] == Approx(0.01).margin(1e-11));
        CHECK(rests[k].q[1] == Approx(0).margin(1e-11));
        CHECK(rests[k].s[0] == Approx(0.01 / 3).margin(1e-10));
        CHECK(rests[k].w == RestNumbers{1, 0, 1});
        CHECK(rests[k].lambda[0] == Approx(-press).epsilon(1e-9));
        CHECK(rests[k].lambda[1] == 0);
        CHECK(rests[k].lambda[2] == Approx(-(pull - 500 * 0.01 - 0.01 / 3)).epsilon(1e-8));
    }
    REQUIRE(rests[1].info == 0);  // before it
    CHECK(rests[1].q[0] == Approx(pull / (800 + 1.0 / 3)).margin(1e-11));
    CHECK(rests[1].w == RestNumbers{1, 0, 0});
    CHECK(rests[1].lambda[2] == 0);
    REQUIRE(rests[3].info == 0);
    CHECK(rests[3].q[0] == 0.002);
    CHECK(rests[4].info == 2);  // it flies up: nothing holds z
}

TEST_CASE("a table on four legs and a bead between stops", "[equilibrium]") {
    std::string script =
        "model(m)$ gravity([0, 0, -10])$\n"
        "body(lift, ground, hinge = prismatic(z, z), mass = 1, inertia = [1, 1, 1])$\n"
        "body(roll, lift, hinge = revolute(x, a), mass = 1, inertia = [1, 1, 1])$\n"
        "body(table, roll, hinge = revolute(y, b), mass = 6, cm = [1/10, 1/5, 0], inertia = [1, 1, 1])$\n";
    int number = 0;
    for (const std::string at : {"[1, 1, 0]", "[1, -1, 0]", "[-1, -1, 0]", "[-1, 1, 0]"}) {
        const std::string leg = "leg" + std::to_string(++number);
        script += "point(" + leg + "_end, table, " + at + ")$ contact(" + leg + ", dot(position(" + leg +
                  "_end), [0, 0, 1]))$\n";
    }
    const RestingModel table{script, 3, 0, 4, 4, 0};
    const std::vector<Rest> rests = rest_everywhere(
        "table", table,
        {{{}, {0.3, 0.1, 0.05}, {}, {0, 0, 0, 0}, {0, 0, 0}}, {{}, {-0.1, 0, 0}, {}, {0, 0, 0, 0}, {0, 0, 0}}});
    for (const Rest& rest : rests) {
        REQUIRE(rest.info == 0);
        double total = 0;
        for (const double lambda : rest.lambda) {
            CHECK(lambda <= 1e-7);
            total -= lambda;
        }
        CHECK(total == Approx(80).epsilon(1e-8));
        for (const double q : rest.q) CHECK(q == Approx(0).margin(1e-9));
    }
    const RestingModel bead{
        "model(m)$ parameter(f, 1)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$ hinge_load(x, f)$\n"
        "limit(x, -1, 2)$\n",
        1,
        0,
        2,
        2,
        1};
    const std::vector<Rest> ends =
        rest_everywhere("bead", bead, {{{3}, {0}, {}, {0, 0}, {0}}, {{-3}, {0}, {}, {0, 0}, {0}}});
    REQUIRE(ends[0].info == 0);
    CHECK(ends[0].q[0] == Approx(2).margin(1e-11));
    REQUIRE(ends[1].info == 0);
    CHECK(ends[1].q[0] == Approx(-1).margin(1e-11));
}

TEST_CASE("dry friction takes no part, and a switched row holds where its flag says", "[equilibrium]") {
    const RestingModel model{
        "model(m)$ parameter(k, 3)$ flag(on, 0)$ body(b, ground, hinge = prismatic(x, x), mass = 1)$\n"
        "body(d, b, hinge = prismatic(y, y), mass = 2)$ hinge_load(x, 1 - k*x)$ hinge_load(y, 3 - k*y)$\n"
        "hinge_friction(x, 2)$ constraint(x + y = 1, active = on)$\n",
        2,
        0,
        2,
        2,
        1};
    // w: on, x_slip
    const std::vector<Rest> rests =
        rest_everywhere("friction", model, {{{4}, {0, 0}, {}, {0, 1}, {0, 0}}, {{4}, {0, 0}, {}, {1, 0}, {0, 0}}});
    REQUIRE(rests[0].info == 0);
    CHECK(rests[0].q[0] == Approx(0.25).margin(1e-11));
    CHECK(rests[0].q[1] == Approx(0.75).margin(1e-11));
    REQUIRE(rests[1].info == 0);
    CHECK(rests[1].q[0] + rests[1].q[1] == Approx(1).margin(1e-11));
    CHECK(rests[1].w == RestNumbers{1, 0});
}

TEST_CASE("m_equilibrium is there where it is asked for", "[equilibrium]") {
    const std::filesystem::path folder = scratch_folder("equilibrium_asked");
    const auto errors = [&](const std::string& script) {
        write(folder / "a.lag", script);
        return run_lag({"a.lag", "--quiet"}, folder).errors;
    };
    const std::string model = "model(a)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$ hinge_load(s, 3 - 2*s)$\n";
    CHECK(errors(model + "emit(c, \"a.h\")$").empty());
    CHECK(!holds(contents(folder / "a.h"), "equilibrium"));
    CHECK(errors(model + "emit(c, \"a.h\", routines = [derivatives], equilibrium = true)$").empty());
    CHECK(holds(contents(folder / "a.h"), "a_equilibrium(double t"));
    CHECK(holds(contents(folder / "a.h"),
                "  1 of equilibrium: nothing holds the motion with that speed: hold a coordinate"));
    CHECK(errors(model + "emit(python, \"a\", routines = [equilibrium])$").empty());
    const std::string loop =
        "model(a)$ body(b, ground, hinge = prismatic(x, q1), mass = 1)$ body(d, b, hinge = prismatic(y, q2), mass = "
        "1)$\n"
        "constraint(q1 = q2)$ options(constraints = eliminate)$\n";
    CHECK(holds(errors(loop + "emit(c, \"a.h\", equilibrium = true)$"), "its dependent speeds are solved out"));
    const std::string driven = "model(a)$ body(b, ground, hinge = prismatic(x, sin(t)), mass = 1)$\n";
    CHECK(holds(errors(driven + "emit(c, \"a.h\", equilibrium = true)$"), "it has no speeds"));
}

}  // namespace lag
