// linearize against closed forms.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/evaluate.hpp"
#include "scripts/pipeline/linearize.hpp"
#include "scripts/pipeline/stages.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

namespace lag {

namespace {

// All decimals of what a script shows.
std::vector<double> numbers(const std::string& script, std::string* messages = nullptr) {
    const ScriptRun run = run_script(script);
    INFO(script);
    CHECK(run.error == "");
    if (messages != nullptr) *messages = run.messages;
    std::vector<double> found;
    const char* at = run.output.c_str();
    while (*at != '\0') {
        const bool digit = std::isdigit(static_cast<unsigned char>(*at)) != 0;
        if (!digit && !(*at == '-' && std::isdigit(static_cast<unsigned char>(at[1])) != 0)) {
            ++at;
            continue;
        }
        char* end = nullptr;
        found.push_back(std::strtod(at, &end));
        at = end;
    }
    return found;
}

void check_numbers(const std::string& script, const std::vector<double>& expected, double tolerance = 1e-12) {
    const std::vector<double> found = numbers(script);
    INFO(script);
    REQUIRE(found.size() == expected.size());
    double size = 1;
    for (const double x : expected) size = std::max(size, std::abs(x));
    for (std::size_t k = 0; k < found.size(); ++k) {
        INFO("number " << k + 1 << ": " << found[k] << " instead of " << expected[k]);
        CHECK(std::abs(found[k] - expected[k]) <= tolerance * size);
    }
}

const std::string pendulum = R"(model(pendulum)$ parameters(m = 2, l = 0.5, g = 9.81)$ input(tau)$ input(idle)$
gravity([0, -g, 0])$
body(bob, ground, hinge = revolute(z, q), mass = m, cm = [0, -l, 0])$ hinge_load(q, tau)$
output(height, position(cm(bob))[2])$ output(load, q'' + 3*tau)$
)";

// Bodies on revolutes, springs between each and the one after next.
std::string chain(int bodies) {
    return "n: " + std::to_string(bodies) + R"($ model(chain)$ parameters(g = 9.81)$ gravity([0, 0, -g])$ last: ground$
for i:1 thru n do (body(concat(b, i), last, hinge = revolute(y, concat(q, i)), at = [0, 0, -1/2], mass = 1, cm = [0, 0, -1/4],
    inertia = [1/100, 1/100, 1/1000]), if i > 1 then spring(origin(concat(b, i - 1)), cm(concat(b, i)), stiffness = 3, length = 1/4),
    last: concat(b, i))$
)";
}

// Whether the script says `words` and nothing else goes wrong.
bool notes(const std::string& script, const std::string& words) {
    const ScriptRun run = run_script(script);
    INFO(script << run.messages);
    CHECK(run.error == "");
    return run.messages.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("linearize: a pendulum, hanging and standing", "[linearize]") {
    const double w = std::sqrt(9.81 / 0.5), b = 1 / (2 * 0.25);
    check_numbers(pendulum + "linearize()[5];", {0, -w, 0, w});
    check_numbers(pendulum + "linearize(at = [q = %pi])[5];", {-w, 0, w, 0});
    check_numbers(pendulum + "linearize(at = [q = 0.3])[1];", {0, 1, -w * w * std::cos(0.3), 0});
    check_numbers(pendulum + "linearize(at = (q = 0.3))[2];", {0, 0, b, 0});
    check_numbers(pendulum + "linearize(at = [q = 0.3])[3];", {0.5 * std::sin(0.3), 0, -w * w * std::cos(0.3), 0});
    check_numbers(pendulum + "linearize()[4];", {0, 0, b + 3, 0});
    check_numbers(pendulum + "linearize(inputs = [tau], outputs = [l*sin(q), q'^2])[3];", {0.5, 0, 0, 0});
    check_numbers(pendulum + "linearize(inputs = [tau], outputs = [l*sin(q), q'^2])[4];", {0, 0});
    check_numbers(pendulum + "linearize(at = [l = 2, g = 8])[5];", {0, -2, 0, 2});
    check_numbers(pendulum + "linearize(at = [q' = 1.5], outputs = [q'^2])[3];", {0, 3});
    check_numbers(pendulum + "output(rate2, q'^2)$ output(o2, q)$ linearize(at = [q' = 1.5], outputs = [rate2])[3];",
                  {0, 3});
    check_numbers(pendulum + "output(rate2, q'^2)$ rate2: 2*q$ linearize(at = [q' = 1.5], outputs = [rate2])[3];",
                  {2, 0});
    check_numbers(pendulum + "initial(q = %pi)$ linearize()[5];", {-w, 0, w, 0});
    std::string said;
    numbers(pendulum + "linearize(at = [q = %pi/2, tau = 2*0.5*9.81])[5];", &said);
    CHECK(said.find("no equilibrium") == std::string::npos);
    numbers(pendulum + "linearize(at = [q = %pi/2])[5];", &said);
    CHECK(said.find("no equilibrium: q'' is -19.62 at this state") != std::string::npos);
    CHECK(said.find("the eigenvalues depend on the choice of coordinates and speeds") != std::string::npos);
    CHECK(run_script(pendulum + "lin: linearize()$ lin[1][1, 2]; [length(lin), length(lin[5])];").output ==
          "1.0\n[5, 2]\n");
}

TEST_CASE("linearize: the pole on a cart", "[linearize]") {
    const double mc = 2, mp = 0.3, h = 0.6, J = 0.036 + mp * h * h, g = 9.81, det = (mc + mp) * J - mp * mp * h * h;
    const std::string cart = R"(model(cart_pole)$ parameters(mc = 2, mp = 0.3, h = 0.6, j = 0.036, g = 9.81)$
input(push)$ gravity([0, -g, 0])$ body(cart, ground, hinge = prismatic(x, s), mass = mc)$
body(pole, cart, hinge = revolute(z, lean), mass = mp, cm = [0, h, 0], inertia = [0, 0, j])$
force(origin(cart), [push, 0, 0])$
lin: linearize(at = [s = 0, lean = 0], outputs = [s, lean])$ )";
    // (mc + mp) s'' - mp h lean'' = push, -mp h s'' + J lean'' = mp g h lean
    const double a3 = mp * h * mp * g * h / det, a4 = (mc + mp) * mp * g * h / det;
    check_numbers(cart + "lin[1];", {0, 0, 1, 0, 0, 0, 0, 1, 0, a3, 0, 0, 0, a4, 0, 0});
    check_numbers(cart + "lin[2];", {0, 0, J / det, mp * h / det});
    check_numbers(cart + "lin[3];", {1, 0, 0, 0, 0, 1, 0, 0});
    check_numbers(cart + "lin[4];", {0, 0});
    check_numbers(cart + "lin[5];", {-std::sqrt(a4), 0, 0, 0, 0, 0, std::sqrt(a4), 0});
}

TEST_CASE("linearize: a double pendulum of equal points", "[linearize]") {
    const double slow = std::sqrt(9.81 * (2 - std::sqrt(2.0))), fast = std::sqrt(9.81 * (2 + std::sqrt(2.0)));
    check_numbers(R"(model(double)$ parameters(g = 9.81)$ gravity([0, -g, 0])$
body(one, ground, hinge = revolute(z, q1), mass = 3, cm = [0, -1, 0])$
body(two, one, hinge = revolute(z, q2), at = [0, -1, 0], mass = 3, cm = [0, -1, 0])$ linearize()[5];)",
                  {0, -fast, 0, -slow, 0, slow, 0, fast});
}

// Linearized about upright rolling at the rate w: lean'' = (4/5)(g/R - 3 w^2) lean for a thin uniform disc (E. J.
// Routh, Advanced Rigid Dynamics, art. 244); everything else is neutral.
TEST_CASE("linearize: a rolling disc, constraints by multipliers and eliminated", "[linearize]") {
    const std::string disc = R"(model(disc)$ parameters(m = 2, R = 0.3, g = 9.81)$ gravity([0, 0, -g])$
body(disc, ground, hinge = [translate(x, sx), translate(y, sy), translate(z, sz), rotate(z, yaw), rotate(x, lean), rotate(y, roll)],
     mass = m, inertia = [m*R^2/4, m*R^2/2, m*R^2/4])$
n: [-sin(yaw)*sin(lean), cos(yaw)*sin(lean), -cos(lean)]$
constraint(sz = R*cos(lean))$ vc: velocity(origin(disc)) + cross(angular_velocity(disc), R*n)$
speed_constraint(vc[1] = 0)$ speed_constraint(vc[2] = 0)$
)";
    for (const std::string treatment : {"", "options(constraints = eliminate, dependent = [sx', sy', sz'])$ "})
        for (const double w : {2.0, 5.0}) {
            INFO(treatment << w);
            const std::string state = "at = [roll' = " + std::to_string(w) +
                                      ", yaw = 0, lean = 0, roll = 0, yaw' = 0, lean' = 0, sx = 0, sy = 0]";
            const std::vector<double> found = numbers(disc + treatment + "linearize(" + state + ")[5];");
            // nine motions are allowed: six coordinates less the height, three independent speeds - and one more by q
            REQUIRE(found.size() == 2 * (5 + 3));
            const double square = 0.8 * (9.81 / 0.3 - 3 * w * w);
            std::vector<double> real, imaginary;
            for (std::size_t k = 0; k < found.size(); k += 2) {
                real.push_back(found[k]);
                imaginary.push_back(found[k + 1]);
            }
            const double grows = square > 0 ? std::sqrt(square) : 0, turns = square < 0 ? std::sqrt(-square) : 0;
            CHECK(*std::max_element(real.begin(), real.end()) == Approx(grows).margin(1e-4));
            CHECK(*std::min_element(real.begin(), real.end()) == Approx(-grows).margin(1e-4));
            CHECK(*std::max_element(imaginary.begin(), imaginary.end()) == Approx(turns).margin(1e-4));
        }
}

TEST_CASE("linearize: states on the constraints, Euler parameters", "[linearize]") {
    const double w = std::sqrt(9.81 / 0.5);
    // a point on a circle, its height left to the constraint
    const std::string bead = R"(model(bead)$ parameters(l = 0.5, g = 9.81)$ gravity([0, -g, 0])$
body(point, ground, hinge = [translate(x, x1), translate(y, y1)], mass = 2)$ constraint(x1^2 + y1^2 = l^2, name = wire)$
initial(y1 = -0.4)$ )";
    check_numbers(bead + "linearize(at = [x1 = 0])[5];", {0, -w, 0, w});
    check_numbers(bead + "options(constraints = eliminate, dependent = [y1'])$ linearize(at = [x1 = 0])[5];",
                  {0, -w, 0, w});
    check_numbers(bead + "linearize(at = [x1 = 0.3], outputs = [y1])[3];", {0, 1, 0, 0});
    CHECK(run_script(bead + "linearize(at = [x1 = 0.6]);").error.find("the state contradicts constraint 'wire'") !=
          std::string::npos);
    // a rod on a ball hinge: two pendulum motions, a free spin with its angle
    const double rod = std::sqrt(9.81 * 0.5 / (0.25 + 0.01));
    const std::vector<double> found = numbers(R"(model(rod)$ parameters(g = 9.81)$ gravity([0, 0, -g])$
body(rod, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [p, q, r]), mass = 1, cm = [0, 0, -0.5],
     inertia = [0.01, 0.01, 0.02])$ linearize()[5];)");
    REQUIRE(found.size() == 12);
    for (std::size_t k = 0; k < 12; k += 2) CHECK(std::abs(found[k]) < 1e-9);
    const std::vector<double> expected{-rod, -rod, 0, 0, rod, rod};
    for (std::size_t k = 0; k < 6; ++k) CHECK(found[2 * k + 1] == Approx(expected[k]).margin(1e-9));
}

TEST_CASE("linearize: a chain against central differences", "[linearize]") {
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse(chain(20), "script.lag"), *mechanics).model;
    const auto values = [](std::size_t place, double change) {  // of coordinates and speeds
        return std::round(1e3 * std::sin(1.0 + 2.0 * static_cast<double>(place))) / 1e3 + change;
    };
    std::vector<Symbol> state;
    for (const Coordinate& q : model.coordinates) state.push_back({q.name, Role::coordinate});
    for (const Speed& u : model.speeds) state.push_back({u.name, Role::speed});
    REQUIRE(state.size() == 40);

    LinearizationPoint point;
    for (std::size_t k = 0; k < state.size(); ++k)
        point.given.push_back({state[k], model.graph->rational(std::lround(1e3 * values(k, 0)), 1000)});
    EquationsAtState equations(model);
    const Linearization found = linearized(equations, point);

    const Program program = lowered_program(model);
    const auto rates = [&](std::size_t moved, double change) {
        Evaluator<double> value(
            *model.graph,
            [&](const Symbol& s) {
                if (s.role == Role::parameter) return 9.81;
                const auto place = std::ranges::find(state, s) - state.begin();
                const auto k = static_cast<std::size_t>(place);
                return values(k, k == moved ? change : 0);
            },
            [&](Expr constant) { return model.graph->constant_double(constant); });
        std::vector<double> ydot(state.size());
        for (const ResultExpression& result : program.find("derivatives")->results)
            ydot.at(result.place.element) = value(result.value);
        return ydot;
    };
    constexpr double step = 1e-5;
    for (std::size_t c = 0; c < state.size(); ++c) {
        const std::vector<double> ahead = rates(c, step), behind = rates(c, -step);
        for (std::size_t r = 0; r < state.size(); ++r) {
            INFO("d ydot(" << r << ") / d " << state[c].name);
            CHECK(found.A[r][c] == Approx((ahead[r] - behind[r]) / (2 * step)).epsilon(1e-6).margin(1e-3));
        }
    }
}

TEST_CASE("linearize: a chain of sixty", "[linearize]") {
    const std::vector<double> found = numbers(chain(60) + "linearize()[5];");
    REQUIRE(found.size() == 2 * 120);
    for (std::size_t k = 0; k < found.size(); k += 2) CHECK(std::abs(found[k]) < 1e-4);  // it hangs
}

TEST_CASE("linearize: what has no finite derivative is named", "[linearize]") {
    const std::string cart = "model(cart)$ input(f)$ body(a, ground, hinge = prismatic(x, s), mass = 1)$ ";
    CHECK(run_script(cart + "output(v, s')$ output(n, sqrt(s'^2))$ linearize();").error ==
          "1:114: output 'n' has no finite derivative by s' at this state [is there a distance of zero, or the root of "
          "zero? Choose another state, or leave the output out with 'outputs = [..]']");
    CHECK(run_script(cart + "output(n, sqrt(s'^2))$ linearize(outputs = [s]);").error == "");
    CHECK(run_script(cart + "hinge_load(s, f - sqrt(s))$ linearize();").error ==
          "1:104: s'' has no finite derivative by s at this state [is there a distance of zero, or the root of zero? "
          "Choose another state]");
    // what does not depend on a column has the derivative zero by it, whatever the other factor
    check_numbers(cart + "parameter(k, 0)$ linearize(outputs = [sqrt(k)*s, s*sqrt(f)], at = [f = 1])[3];",
                  {0, 0, 1, 0});
    check_numbers(cart + "parameter(k, 0)$ linearize(outputs = [s + sqrt(f)], inputs = [])[3];", {1, 0});
}

TEST_CASE("linearize: kinks are noted where they tell", "[linearize]") {
    const std::string cart = "model(cart)$ input(f)$ body(a, ground, hinge = prismatic(x, s), mass = 1)$ ";
    const std::string kink = "the state is on a kink or a jump of ";
    CHECK(notes(cart + "hinge_load(s, -abs(s))$ linearize()$", kink + "s'' ("));
    CHECK(!notes(cart + "hinge_load(s, -abs(s))$ linearize(at = [s = 1])$", kink));
    CHECK(!notes(cart + "hinge_load(s, -s'*abs(s'))$ linearize()$", kink));
    CHECK(notes(cart + "output(a, min(s, 2*s))$ output(b, s)$ output(c, mod(s, 2))$ linearize()$",
                kink + "output 'a', output 'c' ("));
    CHECK(notes(cart + "output(a, if s' < 0 then -1 else 1)$ linearize()$", kink + "output 'a' ("));
    CHECK(notes(cart + "output(a, if s <= 0 then 0 else sqrt(s))$ linearize()$", kink + "output 'a' ("));
    CHECK(!notes(cart + "output(a, if s < 0 then -s^2 else s^2)$ linearize()$", kink));
    CHECK(notes(cart + "output(a, if s = 0 then 1 else 2)$ linearize()$", kink + "output 'a' ("));
    CHECK(!notes(cart + "output(a, if s = 0 then 1 else sin(s)/s)$ linearize()$", kink));
    CHECK(!notes(cart + "output(a, if t < 0 then 0 else s)$ linearize()$", kink));
    CHECK(notes(cart + "output(a, table(s, [-1, 0, 1], [0, 1, 3]))$ linearize()$", kink + "output 'a' ("));
    CHECK(!notes(cart + "output(a, table(s, [-1, 0, 1], [0, 1, 2]))$ linearize()$", kink));
}

TEST_CASE("linearize: repeated zeros are zeros, small eigenvalues stay", "[linearize]") {
    const std::string masses = R"(model(masses)$ parameters(stiff = 5e4, soft = 0)$
body(a, ground, hinge = prismatic(x, r), mass = 1)$ body(b, ground, hinge = prismatic(x, s), mass = 3)$
hinge_load(r, stiff*(s - r) - soft*r)$ hinge_load(s, stiff*(r - s))$ )";
    const double w = std::sqrt(5e4 * (1 + 1.0 / 3));
    const std::vector<double> found = numbers(masses + "linearize()[5];");
    REQUIRE(found.size() == 8);
    CHECK(found[1] == Approx(-w));
    for (std::size_t k = 2; k < 6; ++k) CHECK(found[k] == 0);
    const std::vector<double> beside = numbers(masses + "linearize(at = [stiff = 1e9, soft = 4e-2])[5];");
    REQUIRE(beside.size() == 8);
    CHECK(beside[3] == Approx(-0.1).epsilon(1e-5));
    CHECK(beside[5] == Approx(0.1).epsilon(1e-5));
}

TEST_CASE("linearize: names in quotes", "[linearize]") {
    check_numbers(pendulum + "linearize(at = [\"q\" = 0.3], inputs = [\"tau\"])[2];", {0, 2});
    check_numbers(pendulum + "linearize(at = [\"q'\" = 1.5], outputs = [q'^2])[3];", {0, 3});
    CHECK(run_script(pendulum + "linearize(at = [\"p\" = 0.3]);").error.find("'p' is no coordinate, speed") !=
          std::string::npos);
    CHECK(run_script(pendulum + "linearize(inputs = [\"t\"]);").error.find("'t' is no input of the model") !=
          std::string::npos);
}

}  // namespace lag
