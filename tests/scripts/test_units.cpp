// Units: their texts, and where statements compare them.
#include "scripts/statements/units.hpp"

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

const std::string slider =
    "model(m)$ parameter(k, 2, \"N/m\")$ parameter(c, 3, \"N*s/m\")$ parameter(l, 1, \"m\")$ parameter(J, 1, "
    "\"kg*m^2\")$ parameter(mass1, 1, \"kg\")$ parameter(free_number, 5)$ parameter(angle0, 5, \"deg\")$ parameter(w0, "
    "3, \"rad/s\")$\n"
    "input(f, \"N\")$ input(tau, \"N*m\")$ input(angle, \"deg\")$\n"
    "body(B, ground, hinge = prismatic(x, s), mass = mass1)$\n"
    "body(R, B, hinge = revolute(z, q), mass = mass1, cm = [l, 0, 0], inertia = [0, 0, J])$\n";

// The error of a statement after `slider`, without its place and hint.
std::string error_of(const std::string& statement) {
    const std::string error = run_script(slider + statement + "\n").error;
    const std::size_t text = error.find(": "), hint = error.find(" [units are");
    return error.empty() ? "" : error.substr(text + 2, hint == std::string::npos ? hint : hint - text - 2);
}

}  // namespace

TEST_CASE("units: texts are read as dimensions") {
    const Dimension force = *dimension_of("N");
    for (const char* same : {"kg*m/s^2", "kg m / s^2", "lbf", "(kg*m)/(s*s)", "kN", "J/m", "W*s/m", "kg*m*s^-2",
                             "N*rad", "N*1", "N^(2/2)", "Pa*m^2", "kg.m/s^2"}) {
        INFO(same);
        CHECK(dimension_of(same) == force);
    }
    CHECK(*dimension_of("1") == dimensionless);
    CHECK(*dimension_of("%") == dimensionless);
    CHECK(*dimension_of("-") == dimensionless);
    CHECK(*dimension_of("rpm") == *dimension_of("1/s"));
    CHECK(*power(*dimension_of("m^2"), 1, 2) == *dimension_of("m"));
    for (const char* unknown :
         {"", " ", "widgets", "N*", "*N", "m^", "m^x", "N m s q", "(m", "m)", "m//s", "2*m", "m^99999"})
        CHECK_FALSE(dimension_of(unknown).has_value());
    std::string deep(10000, '(');
    CHECK_FALSE(dimension_of(deep + "m").has_value());
    CHECK(unit_text(*dimension_of("lbf*in")) == "N*m");
    CHECK(unit_text(*dimension_of("kg^2*m/s")) == "kg^2*m/s");
    CHECK(unit_text(*dimension_of("A*K/(m*s)")) == "A*K/(m*s)");
    CHECK(unit_text(*dimension_of("1/kg")) == "1/kg");
    CHECK(unit_text(*dimension_of("m^(1/2)")) == "m^(30/60)");
}

TEST_CASE("units: loads, constraints and outputs name both sides") {
    CHECK(error_of("hinge_load(s, -k)") == "a hinge load: '-k' [N/m] where [N] is needed");
    CHECK(error_of("hinge_load(q, f)") == "a hinge load: 'f' [N] where [N*m] is needed");
    CHECK(error_of("hinge_load(s, -k*s - c*s)") == "a hinge load: 'c*s' [N*s] and 'k*s' [N] cannot be added");
    CHECK(error_of("force(origin(R), [0, f*l, 0])") == "a force: 'f*l' [N*m] where [N] is needed");
    CHECK(error_of("torque(R, [0, 0, k*s])") == "a torque: 'k*s' [N] where [N*m] is needed");
    CHECK(error_of("spring(origin(R), origin(ground), stiffness = c)") ==
          "the stiffness of a spring: 'c' [N*s/m] where [N/m] is needed");
    CHECK(error_of("spring(origin(R), origin(ground), stiffness = k, length = J)") ==
          "the length of a spring: 'J' [kg*m^2] where [m] is needed");
    CHECK(error_of("potential(k*s)") == "a potential: 'k*s' [N] where [J] is needed");
    CHECK(error_of("potential(k*s^2/2 + mass1*w0^2*s)").find("cannot be added") != std::string::npos);
    CHECK(error_of("dissipation(c*s'/2)") == "a dissipation function: '1/2*c*s'' [N] where [W] is needed");
    CHECK(error_of("constraint(s = l*l)") == "a constraint: 's' [m] and 'l^2' [m^2] cannot be equal");
    CHECK(error_of("speed_constraint(s' = l*q)") == "a speed constraint: 's'' [m/s] and 'l*q' [m] cannot be equal");
    CHECK(error_of("output(way, s, \"N\")") == "output 'way': 's' [m] where [N] is needed");
    CHECK(error_of("output(way, sin(l), \"\")") ==
          "output 'way': the argument of sin is 'l' [m] where an angle or a number [1] is needed");
    CHECK(error_of("output(way, atan2(l, J), \"rad\")").find("have no common ratio") != std::string::npos);
    CHECK(error_of("output(way, if s > w0 then s else 0, \"m\")").find("cannot be compared") != std::string::npos);
    CHECK(error_of("output(way, if s > 0 then l else w0)").find("are alternatives of one value") != std::string::npos);
    CHECK(error_of("output(rate, q'' , \"rad/s\")") == "output 'rate': 'q''' [1/s^2] where [rad/s] is needed");
    CHECK(error_of("gravity([0, -w0, 0])") == "gravity: '-w0' [1/s] where [m/s^2] is needed");
    CHECK(error_of("body(C, R, hinge = fixed, mass = l)").find("'l' [m] where [kg] is needed") != std::string::npos);
    CHECK(error_of("point(P, R, [J, 0, 0])").find("'J' [kg*m^2] where [m] is needed") != std::string::npos);
    CHECK(error_of("body(C, R, hinge = revolute(z, l))") == "a hinge slot that turns: 'l' [m] where [rad] is needed");
    CHECK(error_of("body(C, R, hinge = prismatic(z, w0*t))") ==
          "a hinge slot that slides: 't*w0' [1] where [m] is needed");
    CHECK(error_of("body(C, R, hinge = [rotate(z, s/l), translate(x, angle)])") ==
          "a hinge slot that slides: 'angle' [1] where [m] is needed");
    CHECK(error_of("body(C, R, hinge = screw(z, J, p))") ==
          "the pitch of a screw: 'J' [kg*m^2] where [m/rad] is needed");
    CHECK(error_of("body(C, R, hinge = fixed, orient = [[z, l]])") ==
          "the angle in the orientation of body 'C': 'l' [m] where [rad] is needed");
    CHECK(error_of("frame(F, R, orient = [z, l])") ==
          "the angle in the orientation of frame 'F': 'l' [m] where [rad] is needed");
    CHECK(error_of("cut_hinge(R, ground, hinge = revolute(z, p), at = [0, J, 0])") ==
          "'at' of the cut hinge of 'R' on 'ground': 'J' [kg*m^2] where [m] is needed");
    CHECK(error_of("initial(s = mass1)") == "the initial value of 's': 'mass1' [kg] where [m] is needed");
    CHECK(error_of("initial(q' = l)") == "the initial value of 'q'': 'l' [m] where [rad/s] is needed");
    CHECK(error_of("parameter(J2, mass1*l, \"kg*m^2\")") ==
          "the default of parameter 'J2': 'l*mass1' [kg*m] where [kg*m^2] is needed");
    CHECK(error_of("parameters(both = mass1 + l)") ==
          "the default of parameter 'both': 'mass1' [kg] and 'l' [m] cannot be added");
    CHECK(error_of("options(stabilization = [w0, l])") == "a stabilization gain: 'l' [m] where [1/s] is needed");
    CHECK(error_of("coordinate(y, \"m\")$ lagrange(mass1*y'/2, 0, coordinates = [y])").find("where [J] is needed") !=
          std::string::npos);
    CHECK(error_of("coordinate(y, \"m\")$ lagrange(mass1*y'^2/2, 0, coordinates = [y], loads = [tau])") ==
          "a load: 'tau' [N*m] where [N] is needed");
}

TEST_CASE("units: what agrees, or has no unit, is left alone") {
    for (const char* statement :
         {"hinge_load(s, -k*s - c*s' + f)",
          "body(C, R, hinge = revolute(z, s/l))",
          "body(C, R, hinge = revolute(z, 3*s))",
          "body(C, R, hinge = revolute(z, free_number))",
          "body(C, R, hinge = prismatic(z, coupled(q)))",
          "body(C, R, hinge = prismatic(z, l*sin(w0*t) - 2*l))",
          "body(C, R, hinge = screw(z, l/(2*%pi), p))",
          "body(C, R, hinge = fixed, orient = [[z, angle0*%pi/180]])",
          "parameter(L, 2.5*l, \"m\")",
          "parameter(J2, mass1*l^2/12, \"kg*m^2\")",
          "parameter(J2, mass1*l^2/12)",
          "parameter(J2, free_number*l, \"kg\")",
          "initial(s = l/2, q = 0.3, s' = w0*l)",
          "options(stabilization = [w0, 2*w0])",
          "hinge_load(q, tau - f*l)",
          "hinge_load(q, free_number)",
          "hinge_load(s, -3*s')",
          "hinge_load(s, 9.81*mass1)",
          "hinge_load(s, 10*l)",
          "hinge_load(s, free_number*l)",
          "hinge_load(s, k*(s + 1.5*sin(q)))",
          "hinge_load(s, k*(3*sin(q) + free_number))",
          "potential(mass1*(s + 3/2*sin(q)))",
          "potential(k*(s - 0.2)^2/2)",
          "potential(mass1*9.81*s)",
          "potential(k*l^2*(1 - cos(q)))",
          "dissipation(c*s'^2/2)",
          "constraint(s = l*q)",
          "constraint(s^2 = 4)",
          "constraint(s = sin(t))",
          "constraint(s = l*sin(w0*t))",
          "speed_constraint(s' = l*q')",
          "output(way, 1000*s, \"mm\")",
          "output(a, angle + q*180/%pi, \"deg\")",
          "output(n, norm(velocity(origin(R))), \"m/s\")",
          "output(p, f*s' + tau*q', \"W\")",
          "output(e, sqrt(k*mass1), \"N*s/m\")",
          "output(way, max(s, l, 0), \"m\")",
          "output(g, kinetic_energy(), \"J\")",
          "output(h, position(cm(R))[1], \"m\")",
          "output(r, s^2/l + l, \"m\")",
          "output(x, exp(s/l) - 1, \"1\")",
          "force(origin(R), [f, 0, 0], in = R)",
          "force(origin(R), -c*velocity(origin(R)))",
          "torque(R, J*[0, 0, w0^2])",
          "line_force(origin(R), origin(ground), -k*(distance(origin(R), origin(ground)) - l))"})
        CHECK(error_of(statement) == "");
}
