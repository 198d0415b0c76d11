// Units of a script's own conditions and of their multipliers, in the program and in outputs.
#include "scripts/pipeline/stages.hpp"
#include "tests/catch.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

const std::string two_carts =
    "model(m)$ parameter(k, 3, \"N/m\")$ parameter(L, 2, \"m\")$ parameter(turn, 30, \"deg\")$ parameter(n, 2)$\n"
    "body(cart, ground, hinge = prismatic(x, s), mass = 2)$\n"
    "body(wheel, ground, hinge = revolute(z, phi), mass = 1, inertia = [1, 1, 1])$\n";

struct Told {
    std::string unit, multiplier_unit, text, of_output;
};

// Of the condition named `c`, and of an output that holds its multiplier.
Told told(const std::string& condition) {
    const auto mechanics = lagrange_mechanics();
    const Model model =
        interpret(parse(two_carts + condition + "$ output(load, multiplier(c))$\n", "script.lag"), *mechanics).model;
    const Program program = lowered_program(model);
    REQUIRE(program.constraints.size() == 1);
    REQUIRE(program.multipliers.size() == 1);
    std::string lambda;
    for (const Argument& argument : program.find(RoutineName::accelerations)->arguments)
        if (argument.name == "lambda") lambda = argument.element_names.at(0);
    const std::string unit = model.constraints.at(0).multiplier_unit;
    CHECK(lambda == (unit.empty() ? "c" : "c [" + unit + "]"));
    return {program.constraints[0].unit, unit, program.multipliers[0], program.outputs.at(0).unit};
}

}  // namespace

// The load on a speed is -lambda d(phidot)/d(speed); load times speed is a power in W.
TEST_CASE("a condition and its multiplier have the units that follow") {
    struct Case {
        std::string condition, unit, multiplier_unit;
    };
    const std::vector<Case> cases{
        {"constraint(s = L*sin(phi), name = c)", "m", "N"},       // J/m
        {"constraint(0 = s - L, name = c)", "m", "N"},            // the side that tells
        {"constraint(phi = s/L, name = c)", "rad", "N*m"},        // J/rad
        {"speed_constraint(s' = L*phi', name = c)", "m/s", "N"},  // W/(m/s)
        {"constraint(k*s^2 = k*L*s, name = c)", "N*m", "1"},
        {"constraint(s = n*phi, name = c)", "m", "N"},                           // the left side tells
        {"constraint(n*phi = 0, name = c)", "", ""},                             // n has no unit
        {"constraint(2*s = 3*phi, name = c)", "", ""},                           // numbers that may be quantities
        {"speed_constraint(phi'*180/%pi = turn/(1*t), name = c)", "deg/s", ""},  // no unit of the mechanism's own
    };
    for (const Case& one : cases) {
        INFO(one.condition);
        const Told found = told(one.condition);
        CHECK(found.unit == one.unit);
        CHECK(found.multiplier_unit == one.multiplier_unit);
        CHECK(found.of_output == one.multiplier_unit);
        const std::string begin = one.multiplier_unit.empty() ? "c: " : "c [" + one.multiplier_unit + "]: ";
        CHECK(found.text.rfind(begin, 0) == 0);
    }
}

TEST_CASE("multipliers of loops and cut hinges have units of loads") {
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse("model(m)$ body(A, ground, hinge = revolute(z, a), mass = 1, cm = [1, 0, 0])$\n"
                                        "body(B, A, hinge = revolute(z, b), at = [1, 0, 0], mass = 1, cm = [1, 0, "
                                        "0])$\ncut_hinge(B, ground, hinge = prismatic(x, d), name = slide)$\n"
                                        "initial(a = 1, b = -2)$\n",
                                        "script.lag"),
                                  *mechanics)
                            .model;
    const Program program = lowered_program(model);
    std::vector<std::string> names;
    for (const Argument& argument : program.find(RoutineName::accelerations)->arguments)
        if (argument.name == "lambda") names = argument.element_names;
    REQUIRE(!names.empty());
    for (std::size_t k = 0; k < names.size(); ++k) {
        const bool turns = program.constraints[k].unit == "1";
        CHECK(names[k] == program.constraints[k].name + (turns ? " [N*m]" : " [N]"));
    }
}

TEST_CASE("the unit of a multiplier is checked where it is used") {
    const std::string error =
        first_error(two_carts + "constraint(s = L*sin(phi), name = c)$ output(load, multiplier(c), \"N*m\")$");
    CHECK(error.find("[N]") != std::string::npos);
    CHECK(first_error(two_carts + "constraint(s = L*sin(phi), name = c)$ output(load, multiplier(c), \"N\")$").empty());
}
