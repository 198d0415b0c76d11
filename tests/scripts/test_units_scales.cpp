// Scales of units: what mixes deg and rad, mm and m is refused; unknown units; systems of units.
#include "scripts/statements/units.hpp"

#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

std::string error_of(const std::string& script) {
    const std::string error = run_script(script).error;
    return error.empty() ? "" : error.substr(error.find(": ") + 2);
}

const std::string arm =
    "model(m)$ parameter(k, 500, \"N/m\")$ parameter(delta, 5, \"deg\")$ parameter(lm, 500, \"mm\")$ parameter(L, 2, "
    "\"m\")$ parameter(km, 5, \"N/mm\")$ parameter(share, 30, \"%\")$ input(w, \"rpm\")$ input(v, \"km/h\")$ "
    "input(turns, \"rev\")$\n"
    "body(arm, ground, hinge = revolute(z, q), mass = 3, cm = [1/2, 0, 0], inertia = [0, 0, 1])$\n"
    "body(slide, ground, hinge = prismatic(x, s), mass = 1)$ point(P, arm, [1, 0, 0])$\n";

}  // namespace

TEST_CASE("units: a mixture of scales is an error that names the factor") {
    for (
        const auto& [statement, message] : std::vector<std::pair<std::string, std::string>>{
            {"output(x, sin(delta))",
             "output 'x': the argument of sin is 'delta' [deg] where [rad] is needed [no value is converted: write the "
             "factor, [deg] times %pi/180 is [rad]]"},
            {"output(x, exp(share))",
             "output 'x': the argument of exp is 'share' [%] where [1] is needed [no value is converted: write the "
             "factor, [%] times 1/100 is [1]]"},
            {"body(B, arm, hinge = revolute(z, delta))",
             "a hinge slot that turns: 'delta' [deg] where [rad] is needed [no value is converted: write the factor, "
             "[deg] times %pi/180 is [rad]]"},
            {"frame(F, arm, orient = [z, delta])",
             "the angle in the orientation of frame 'F': 'delta' [deg] where [rad] is needed [no value is converted: "
             "write the factor, [deg] times %pi/180 is [rad]]"},
            {"point(Q, arm, [0, lm, 0])",
             "the location of point 'Q': 'lm' [mm] where [m] is needed [no value is converted: write the factor, [mm] "
             "times 1/1000 is [m]]"},
            {"hinge_load(s, -km*s)",
             "a hinge load: '-s*km' [kN] where [N] is needed [no value is converted: write the factor, [kN] times 1000 "
             "is [N]]"},
            {"hinge_load(s, -k*lm)",
             "a hinge load: '-k*lm' [1/1000*N] where [N] is needed [no value is converted: write the factor, "
             "[1/1000*N] times 1/1000 is [N]]"},
            {"output(x, s, \"mm\")",
             "output 'x': 's' [m] where [mm] is needed [no value is converted: write the factor, [m] times 1000 is "
             "[mm]]"},
            {"output(x, q, \"deg\")",
             "output 'x': 'q' [rad] where [deg] is needed [no value is converted: write the factor, [rad] times "
             "180/%pi is [deg]]"},
            {"initial(s = lm)",
             "the initial value of 's': 'lm' [mm] where [m] is needed [no value is converted: write the factor, [mm] "
             "times 1/1000 is [m]]"}}) {
        INFO(statement);
        CHECK(error_of(arm + statement) == message);
    }
    for (const std::string statement :
         {"output(x, q + delta)", "output(x, s - lm)", "output(x, max(L, lm))", "output(x, if s > lm then 1 else 0)",
          "output(x, if s > 0 then L else lm)", "constraint(s = lm)", "speed_constraint(q' = w)",
          "speed_constraint(s' = v)", "output(x, atan2(L, lm))", "output(x, sin(turns))", "output(x, w*L, \"m/s\")",
          "output(x, 2*delta + q)", "potential(km*s^2/2)", "output(x, position(P)[1] + lm)",
          "output(x, cos(delta - q))", "output(x, mod(q, turns))", "parameter(r, 2*lm, \"m\")",
          "output(x, delta*180/%pi, \"rad\")", "output(x, lm*1000, \"m\")"}) {
        INFO(statement);
        const bool odd = statement.find("180/%pi") != std::string::npos || statement.find("1000") != std::string::npos;
        // a factor that leads elsewhere may be a quantity
        CHECK(error_of(arm + statement).empty() == odd);
    }
}

TEST_CASE("units: a factor converts") {
    for (const std::string statement : {"output(x, sin(delta*%pi/180))",
                                        "output(x, q + delta*%pi/180, \"rad\")",
                                        "output(x, q*180/%pi, \"deg\")",
                                        "output(x, 2*q*180/%pi - delta, \"deg\")",
                                        "point(Q, arm, [0, lm/1000, 0])",
                                        "hinge_load(s, -1000*km*s)",
                                        "hinge_load(s, -k*lm/1000 - 500*s)",
                                        "output(x, 1000*s - lm, \"mm\")",
                                        "output(x, s*10^3, \"mm\")",
                                        "speed_constraint(q' = w*%pi/30)",
                                        "speed_constraint(q' = 2*%pi*w/60)",
                                        "speed_constraint(s' = v/3.6)",
                                        "constraint(q = 2*%pi*turns)",
                                        "output(x, exp(share/100))",
                                        "output(x, 3.6*s', \"km/h\")",
                                        "potential(1000*km*s^2/2)",
                                        "output(x, k*(lm/1000)^2/2, \"J\")",
                                        "output(x, 100*s/L, \"%\")",
                                        "output(x, q/(2*%pi), \"rev\")",
                                        "d: delta*%pi/180$ output(x, cos(d) + sin(q - d))",
                                        "parameter(r, lm/1000, \"m\")$ point(Q, arm, [r, 0, 0])",
                                        "output(x, position(P)[1]*1000, \"mm\")",
                                        "output(x, delta, \"deg\")",
                                        "output(x, lm + 3, \"mm\")",
                                        "output(x, 2*lm, \"mm\")"}) {
        INFO(statement);
        CHECK(error_of(arm + statement) == "");
    }
}

TEST_CASE("units: an unknown unit is an error with the unit that is meant") {
    for (const auto& [unit, meant] :
         std::vector<std::pair<std::string, std::string>>{{"kilogram", "kg"},  {"kilograms", "kg"},
                                                          {"N/M", "N/m"},      {"KG", "kg"},
                                                          {"meters", "m"},     {"m/sec", "m/s"},
                                                          {"sec", "s"},        {"degrees", "deg"},
                                                          {"N-m", "N*m"},      {"kg-m^2", "kg*m^2"},
                                                          {"kg*m2", "kg*m^2"}, {"m/s2", "m/s^2"},
                                                          {"m/s**2", "m/s^2"}, {"inches", "in"},
                                                          {"ft-lb", "ft*lb"},  {"Newton", "N"},
                                                          {"radian", "rad"},   {"rad/sec", "rad/s"},
                                                          {"kph", "km/h"},     {"kg/m\u00b3", "kg/m^3"},
                                                          {"\u00b0", "deg"},   {"m/s\u00b2", "m/s^2"},
                                                          {"N\u00b7m", "N*m"}, {"kilonewton", ""},
                                                          {"widgets", ""},     {"2*m", ""},
                                                          {"N*", ""},          {"[m]", "m"},
                                                          {"RPM", "rpm"},      {"hz", "Hz"}}) {
        INFO(unit);
        const auto error = error_in_unit(unit);
        REQUIRE(error);
        CHECK(error->meant == meant);
        for (const std::string& statement : {"parameter(p, 1, \"" + unit + "\")", "input(p, \"" + unit + "\")",
                                             "coordinate(p, \"" + unit + "\")", "output(p, 1, \"" + unit + "\")"}) {
            const std::string message = error_of(arm + statement);
            CHECK(message.find(error->message) == 0);
            CHECK((message.find("did you mean \"" + meant + "\"?") != std::string::npos) == !meant.empty());
        }
    }
    for (const char* unit :
         {"",     "1",    "-",          "%",      "kN",    "MPa",  "bar",     "rpm",   "rev/min", "km/h",
          "mph",  "lb",   "lbf",        "in",     "ft",    "slug", "deg/s",   "Hz",    "N*m/deg", "kNm",
          "uF",   "kg m", "lbf*in*s^2", "gn",     "hp",    "kW",   "mrad",    "l/min", "kWh",     "GPa",
          "degC", "psi",  "slug*ft^2",  "N/mm^2", "1/min", "kgf",  "deg/s^2", "mm/s",  "t",       "ksi"}) {
        INFO(unit);
        CHECK_FALSE(error_in_unit(unit));
    }
}

TEST_CASE("units: scales are those of the standards") {
    // NIST Special Publication 811, appendix B
    for (const auto& [unit, scale] : std::vector<std::pair<std::string, double>>{{"lbf", 4.4482216152605},
                                                                                 {"slug", 14.593902937},
                                                                                 {"psi", 6894.757293},
                                                                                 {"hp", 745.69987158},
                                                                                 {"lbf*in", 0.1129848290},
                                                                                 {"mph", 0.44704},
                                                                                 {"km/h", 1 / 3.6},
                                                                                 {"deg", 0.01745329251994},
                                                                                 {"rpm", 0.10471975512},
                                                                                 {"N/mm^2", 1e6},
                                                                                 {"bar", 1e5},
                                                                                 {"kg*mm^2", 1e-6},
                                                                                 {"l/min", 1.6666666667e-5},
                                                                                 {"kip/ft", 14593.902937},
                                                                                 {"oz", 0.028349523125},
                                                                                 {"kWh", 3.6e6},
                                                                                 {"%", 0.01}}) {
        INFO(unit);
        CHECK(unit_of(unit)->scale == Approx(scale).epsilon(1e-9));
    }
    CHECK(unit_text(*unit_of("N/mm")) == "N/mm");
    CHECK(unit_text(*unit_of("kN/m")) == "N/mm");
    CHECK(unit_text(*unit_of("kN/m"), {"kN/m"}) == "kN/m");
    CHECK(unit_text(*unit_of("kg*m/min")) == "1/60*N*s");
}

TEST_CASE("units: a coherent system of other units is one") {
    // pounds of force, inches, seconds: every quantity in it
    const std::string inches =
        "model(m)$ parameter(a, 3, \"in\")$ parameter(m1, 2, \"lbf*s^2/in\")$ parameter(g, 386, \"in/s^2\")$ "
        "parameter(k, 5, \"lbf/in\")$ parameter(J, 2, \"lbf*in*s^2\")$ gravity([0, -g, 0])$\n"
        "body(B, ground, hinge = [translate(x, s), rotate(z, q)], mass = m1, cm = [0, -a, 0], inertia = [0, 0, J])$\n";
    for (const std::string statement :
         {"hinge_load(s, -k*s)", "hinge_load(q, -k*a^2*q)", "output(x, s, \"in\")",
          "output(x, position(cm(B))[1], \"in\")", "output(E, kinetic_energy(), \"lbf*in\")", "output(v, s', \"in/s\")",
          "output(x, s*0.0254, \"m\")", "output(x, s/12, \"ft\")"})
        CHECK(error_of(inches + statement) == "");
    CHECK(error_of(inches + "output(x, s, \"m\")").find("'s' [in] where [m] is needed") != std::string::npos);
    CHECK(error_of(inches + "output(E, kinetic_energy(), \"J\")").find("where [J] is needed") != std::string::npos);
    CHECK(error_of(inches + "parameter(b, 4, \"mm\")$ point(P, B, [b, 0, 0])").find("'b' [mm]") != std::string::npos);
    // millimetres beside metres, or alone beside kilograms, are no system
    CHECK(error_of(
              "model(m)$ parameter(a, 3, \"mm\")$ parameter(b, 3, \"m\")$ body(B, ground, hinge = revolute(z, q), at "
              "= [a, b, 0], mass = 1)")
              .find("'a' [mm] where [m] is needed") != std::string::npos);
    CHECK(error_of(
              "model(m)$ parameter(a, 3, \"mm\")$ parameter(b, 3, \"kg\")$ body(B, ground, hinge = revolute(z, q), at "
              "= [a, 0, 0], mass = b)")
              .find("'a' [mm] where [m] is needed") != std::string::npos);
    // that a later statement brings what contradicts the first is known from the start
    CHECK(error_of("model(m)$ parameter(a, 3, \"mm\")$ point(P, ground, [a, 0, 0])$ parameter(g, 9.81, \"m/s^2\")$")
              .find("'a' [mm] where [m] is needed") != std::string::npos);
    // two models of one script have systems of their own
    CHECK(error_of(inches + "emit(c, \"m.h\")$ " + arm + "point(Q, arm, [L, 0, 0])$") == "");
    CHECK(error_of(arm + "emit(c, \"m.h\")$ " + inches + "point(Q, B, [a, 0, 0])$") == "");
    CHECK(system_of({"in", "lbf", "lbf*s^2/in"}).length == Approx(0.0254));
    CHECK(system_of({"mm", "t", "N"}).mass == Approx(1000));
    CHECK(system_of({"mm", "kg", "N"}).length == 1);
    CHECK(system_of({"kN/m", "kN", "m"}).mass == 1);
    CHECK(system_of({"slug", "ft", "lbf", "deg", "min"}).length == Approx(0.3048));
}
