// Units of what a mechanism forms: right whatever numbers its geometry is given in, and checked all the same.
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"
#include "tests/support/random.hpp"

using namespace lag;

namespace {

const std::string arm =
    "model(m)$ parameter(k, 500, \"N/m\")$ parameter(c, 20, \"N*s/m\")$ parameter(L, 2, \"m\")$\n"
    "body(arm, ground, hinge = revolute(z, q), mass = 3, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
    "point(P, arm, [1, 0, 0])$ point(Q, ground, [2, 0, 0])$\n";

// A mechanism whose lengths, masses and inertias are small whole numbers and their inverses, and whose other quantities
// carry units.
class RandomScript {
  public:
    explicit RandomScript(std::uint64_t seed) : random_(seed) {
        text =
            "model(m)$ parameter(k, 50, \"N/m\")$ parameter(c, 2, \"N*s/m\")$ parameter(kt, 3, \"N*m/rad\")$\n"
            "parameter(ct, 1, \"N*m*s/rad\")$ input(f, \"N\")$ input(tau, \"N*m\")$ gravity([0, -" +
            length() + ", 0])$\n";
        bodies_ = random_.integer(2, 4);
        for (int b = 1; b <= bodies_; ++b) add_body(b);
        add_loads();
        add_loop();
    }

    std::string text;

    // result, its unit
    std::vector<std::pair<std::string, std::string>> results() const {
        const std::string B = "b" + std::to_string(bodies_), P = "P" + std::to_string(bodies_);
        std::vector<std::pair<std::string, std::string>> list{
            {"kinetic_energy()", "J"},
            {"potential_energy()", "J"},
            {"norm(position(" + P + "))", "m"},
            {"norm(position(P1, " + P + ", in = " + B + "))", "m"},
            {"norm(velocity(" + P + ", relative_to = b1, in = " + B + "))", "m/s"},
            {"norm(velocity(" + P + "))", "m/s"},
            {"norm(acceleration(" + P + "))", "m/s^2"},
            {"norm(angular_velocity(" + B + "))", "rad/s"},
            {"distance(" + P + ", Q)", "m"},
            {"distance_rate(" + P + ", Q)", "m/s"},
            {"norm(momentum(" + B + "))", "N*s"},
            {"norm(angular_momentum(" + B + "))", "N*m*s"},
            {"diff(distance(" + P + ", Q), t)", "m/s"},
            {"norm(diff(velocity(" + P + "), t))", "m/s^2"},
            {"norm(expand(position(" + P + ") - position(P1)))", "m"},
            {"dot(momentum(" + B + "), velocity(cm(" + B + ")))", "J"},
            {"norm(cross(position(" + P + "), momentum(" + B + ")))", "kg*m^2/s"},
            {"max(distance(" + P + ", Q), 1/2)", "m"},
            {"if distance(" + P + ", Q) > 2 then k*distance(" + P + ", Q) else f", "N"},
            {"k*distance(" + P + ", Q)^2", "N*m"},
            {"kinetic_energy()/distance(" + P + ", Q)", "N"},
            {"rotation(" + B + ", ground)[1, 1]*f", "N"},
            {"right_side()[1]*speeds()[1]", "W"},
            {"generalized_forces()[1]*speeds()[1]", "W"},
            {"mass_matrix()[1, 1]*speeds()[1]^2", "J"},
        };
        if (!cut_) {
            list.emplace_back("norm(reaction(" + B + ")[1])", "N");
            list.emplace_back("norm(reaction(" + B + ")[2])", "N*m");
            list.emplace_back("norm(reaction(" + B + ")[1])*distance(" + P + ", Q)", "N*m");
        }
        if (loop_) list.emplace_back("norm(multiplier(loop))", "N");
        return list;
    }

  private:
    std::string length() {
        static const std::vector<std::string> numbers{"1", "2", "3", "4", "1/2", "1/4", "6", "1/3"};
        return numbers[static_cast<std::size_t>(random_.integer(0, 7))];
    }
    std::string place() { return "[" + length() + ", " + length() + ", " + length() + "]"; }

    void add_body(int b) {
        const std::string n = std::to_string(b), q = "q" + n;
        const std::vector<std::string> hinges{
            "revolute(z, " + q + ")",
            "revolute([1, 2, 2], " + q + ")",
            "prismatic(x, " + q + ")",
            "screw(y, " + length() + ", " + q + ")",
            "[rotate(z, " + q + "), translate(x, " + length() + ")]",
            "cylindrical(x, " + q + ", s" + n + ")",
            "universal([x, y], [" + q + ", p" + n + "])",
            "planar(z, [x" + n + ", y" + n + ", " + q + "], speeds = [vx" + n + ", vy" + n + ", r" + n + "])",
            "spherical(quaternion = [e" + n + ", f" + n + ", g" + n + ", h" + n + "])",
            "free(sequence = 321, angles = [" + q + ", th" + n + ", ph" + n + "], position = [x" + n + ", y" + n +
                ", z" + n + "])"};
        const std::string inboard = b == 1 ? "ground" : "b" + std::to_string(random_.integer(1, b - 1));
        text += "body(b" + n + ", " + inboard + ", hinge = " +
                hinges[static_cast<std::size_t>(random_.integer(0, static_cast<int>(hinges.size()) - 1))] +
                ", at = " + place() + ", mass = " + length() + ", cm = " + place() + ", inertia = [1, 1, 1])$\n" +
                "point(P" + n + ", b" + n + ", " + place() + ")$\n";
    }
    void add_loads() {
        const std::string B = "b" + std::to_string(bodies_), P = "P" + std::to_string(bodies_);
        text += "point(Q, ground, [7, 8, 9])$\n";
        text += "force(" + P + ", -k*position(" + P + ") - c*velocity(" + P + "))$\n";
        text += "force(" + P + ", f*rotation(ground, " + B + ")[1], in = b1, reaction = P1)$\n";
        text += "torque(" + B + ", -ct*angular_velocity(" + B + ", relative_to = b1))$\n";
        text += "d: distance(" + P + ", Q)$ line_force(" + P + ", Q, -k*(d - 2) - c*distance_rate(" + P + ", Q))$\n";
        text += "line_force(" + P + ", Q, if d > 1 then -k*d else f)$\n";
        text += "line_force(" + P + ", Q, -table(d, [0, 1, 2], [0, 1, 3]))$\n";
        text += "line_force(" + P + ", Q, -table(d, [0, 1, 2], [0*f, f, 3*f]))$\n";
        text += "potential(k*position(" + P + ")[2]^2/2)$ dissipation(c*dot(velocity(" + P + "), velocity(" + P +
                "))/2)$\n";
        text += "external(tire, [d/(k*d), k*d + f], [push])$ line_force(" + P + ", Q, push)$\n";
        text += "spring(" + P + ", Q, stiffness = k, damping = c, length = 2)$\n";
    }
    void add_loop() {
        loop_ = random_.chance(0.3);
        cut_ = !loop_ && random_.chance(0.4);
        if (!loop_ && !cut_) return;
        text +=
            "body(e1, ground, hinge = revolute(z, c1), mass = 1, inertia = [0, 0, 1])$\n"
            "body(e2, e1, hinge = revolute(z, c2), at = [1, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
            "body(e3, ground, hinge = revolute(z, c3), at = [3, 0, 0], mass = 1, inertia = [0, 0, 1])$\n"
            "hinge_load(c1, tau - ct*c1')$\n";
        if (loop_)
            text += "point(G2, e2, [2, 0, 0])$ point(G3, e3, [3, 0, 0])$ close_loop(G2, G3, name = loop)$\n";
        else
            text +=
                "cut_hinge(e2, e3, hinge = revolute(z, c4), at = [2, 0, 0], outboard_at = [3, 0, 0], name = pin)$\n"
                "hinge_load(c4, -kt*c4 - ct*c4')$ hinge_load(c1, tau - ct*diff(2*c4, t))$\n";
    }

    Random random_;
    int bodies_ = 0;
    bool loop_ = false, cut_ = false;
};

}  // namespace

TEST_CASE("units: lengths, masses and inertias may be any numbers") {
    for (const std::string statement :
         {"force(P, [0, -k*position(P)[2], 0])",
          "force(P, -k*position(P) - c*velocity(P))",
          "p: position(P)$ force(P, -k*p)",
          "force(P, if position(P)[2] > 1/2 then [0, -k, 0]*distance(P, Q) else [0, 0, 0])",
          "line_force(P, Q, -k*(distance(P, Q) - 1))",
          "line_force(P, Q, -k*(distance(P, Q) - L))",
          "potential(k*position(P)[2]^2/2)",
          "potential(k*position(Q)[1]*position(P)[2])",
          "dissipation(c*velocity(P)[2]^2/2)",
          "constraint(position(P)[2] = L)",
          "speed_constraint(velocity(P)[2] = L*q')",
          "output(T, kinetic_energy(), \"J\")",
          "output(T, 2*kinetic_energy()/L, \"N\")",
          "output(h, momentum(arm)[1], \"N*s\")",
          "output(h, angular_momentum(arm)[3], \"kg*m^2/s\")",
          "output(d, distance(P, Q), \"m\")",
          "output(d, distance(P, Q) + L, \"m\")",
          "output(R, reaction(arm)[1][1], \"N\")",
          "output(R, reaction(arm)[2][3], \"N*m\")",
          "output(M, mass_matrix()[1, 1], \"kg*m^2\")",
          "output(r, sqrt(position(P) . position(P)), \"m\")",
          "output(s, sin(position(P)[2]/L), \"1\")",
          "output(x, subst(q = 1/2, position(P)[2]), \"m\")",
          "output(x, subst(L = 2, k*L), \"N\")",
          "output(x, coeff(k*position(P)[2]*q', q'), \"N\")",
          "output(x, diff(position(P)[2], q, 2), \"m\")",
          "output(x, trigsimp(position(P)[1]^2 + position(P)[2]^2), \"m^2\")",
          "output(x, max(position(P)[1], position(P)[2], L, 3), \"m\")",
          "output(x, abs(position(P)[1]) + mod(position(P)[2], L), \"m\")",
          "output(x, position(Q)[1]*k, \"N\")",
          "output(x, float(position(Q)[1])*k, \"N\")",
          "output(x, sum(position(P)[i], i, 1, 3), \"m\")",
          "output(x, map(lambda([a], k*a), position(P))[2], \"N\")",
          "output(x, (rotation(arm, ground) . position(P))[1], \"m\")",
          "output(x, determinant(matrix([k*position(P)[1], c], [c, k])), \"widgets\")"}) {
        INFO(statement);
        const std::string error = first_error(arm + statement);
        if (statement.find("widgets") != std::string::npos)
            CHECK(error.find("there is no unit \"widgets\"") == 0);
        else
            CHECK(error == "");
    }
}

TEST_CASE("units: what is wrong with a mechanism's quantity is said in the script's words") {
    for (const auto& [statement, message] : std::vector<std::pair<std::string, std::string>>{
             {"force(P, [0, -c*position(P)[2], 0])", "a force: '-c*position(P)[2]' [N*s] where [N] is needed"},
             {"p: position(P)$ force(P, -c*p)", "a force: '-c*position(P)[1]' [N*s] where [N] is needed"},
             {"output(T, kinetic_energy(), \"N\")", "output 'T': 'kinetic_energy()' [N*m] where [N] is needed"},
             {"output(T, kinetic_energy() + k*position(P)[1])",
              "output 'T': 'k*position(P)[1]' [N] and 'kinetic_energy()' [N*m] cannot be added"},
             {"output(x, sin(position(P)[1]*k/c))",
              "output 'x': the argument of sin is 'k*position(P)[1]/c' [m/s] where an angle or a number [1] is needed"},
             {"force(P, if position(P)[1] > k then [k, 0, 0]*L else [0, 0, 0])",
              "a force: 'k' [N/m] and 'position(P)[1]' [m] cannot be compared"},
             {"output(x, expand((position(P)[1] + L)^2), \"m\")",
              "output 'x': '(L + position(P)[1])^2' [m^2] where [m] is needed"},
             {"output(x, reaction(arm)[1][1], \"N*m\")", "output 'x': 'reaction(arm)[1]' [N] where [N*m] is needed"},
             {"potential(k*position(P)[2])", "a potential: 'k*position(P)[2]' [N] where [J] is needed"},
             {"constraint(position(P)[2] = k)", "a constraint: 'position(P)[2]' [m] and 'k' [N/m] cannot be equal"},
             {"output(x, diff(position(P)[1], t) + L)",
              "output 'x': 'position(P)[1]/t' [m/s] and 'L' [m] cannot be added"},
             {"output(x, table(distance(P, Q), [0, 1], [0*k, k]), \"N\")",
              "output 'x': 'k' [N/m] where [N] is needed"}}) {
        INFO(statement);
        const std::string error = first_error(arm + statement);
        const std::string found = error.substr(0, error.find(" [units are"));
        // the order of two operands is the graph's
        const std::size_t first = message.find("'", message.find(": ")), both = message.find("' [");
        CHECK(found.size() == message.size());
        CHECK(found.substr(found.rfind("] ")) == message.substr(message.rfind("] ")));
        CHECK(found.find(message.substr(first, both - first)) != std::string::npos);
    }
}

TEST_CASE("units: random mechanisms of numbers, every result with its unit and with a wrong one") {
    Random random(20);
    int refused = 0;
    for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const RandomScript script(seed);
        CAPTURE(seed, script.text);
        std::string outputs, shown = script.text;
        const auto results = script.results();
        for (std::size_t k = 0; k < results.size(); ++k) {
            outputs += "output(o" + std::to_string(k) + ", " + results[k].first + ", \"" + results[k].second + "\")$\n";
            shown += "is(" + results[k].first + " = 0);\n";
        }
        REQUIRE(first_error(script.text + outputs) == "");
        const std::vector<std::string> others{"kg", "N/m", "m^3", "N*s^2/m^2"};
        for (int trial = 0; trial < 4; ++trial) {
            const auto& [result, unit] =
                results[static_cast<std::size_t>(random.integer(0, static_cast<int>(results.size()) - 1))];
            const ScriptRun zero = run_script(script.text + "if " + result + " = 0 then 1 else 2;");
            if (zero.output == "1\n") continue;
            const std::string wrong = others[static_cast<std::size_t>(random.integer(0, 3))];
            INFO(result << " " << wrong);
            CHECK(first_error(script.text + "output(o, " + result + ", \"" + wrong + "\")").find("is needed") !=
                  std::string::npos);
            ++refused;
        }
        CHECK(first_error(script.text + "output(o, c*distance(P1, Q), \"N\")").find("[N*s]") != std::string::npos);
    }
    CHECK(refused > 60);
}

TEST_CASE("units: an output without a unit shows the one that follows") {
    const ScriptRun run = run_script(
        arm +
        "input(delta, \"deg\")$ parameter(free, 3)$\n"
        "output(a, position(P)[1])$ output(b, kinetic_energy())$ output(e, q)$ output(g, q' + 0)$ output(h, k*L)$\n"
        "output(i, delta)$ output(j, atan2(position(P)[1], L))$ output(k1, free*L)$ output(l, 3*q)$ output(n, 7)$\n"
        "output(o, -velocity(P)[2])$ output(p, q, \"\")$ output(r, L/distance(P, Q))$ output(s, k*L^2/4)$\n"
        "output(u, delta*%pi/180)$ output(v, q + delta*%pi/180)$\n");
    CHECK(run.error == "");
    const auto mechanics = lagrange_mechanics();
    const ScriptResult result = interpret(
        parse(arm + "input(delta, \"deg\")$ parameter(free, 3)$\n"
                    "output(a, position(P)[1])$ output(b, kinetic_energy())$ output(e, q)$ output(h, k*L)$\n"
                    "output(i, delta)$ output(j, atan2(position(P)[1], L))$ output(k1, free*L)$ output(n, 7)$\n"
                    "output(o, -velocity(P)[2])$ output(p, q, \"\")$ output(r, L/distance(P, Q))$\n"
                    "output(s, k*L^2/4)$ output(w, angular_velocity(arm)[3])$",
              "script.lag"),
        *mechanics);
    std::string units;
    for (const Output& output : result.model.outputs) units += output.name + " " + output.unit + ", ";
    CHECK(units == "a m, b J, e rad, h N, i deg, j rad, k1 , n , o m/s, p , r 1, s N*m, w rad/s, ");
}
