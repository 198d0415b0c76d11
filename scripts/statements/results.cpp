// Result functions: values of the finished description. The first one freezes the model.
#include <fmt/format.h>

#include <algorithm>

#include "core/freed_body.hpp"
#include "scripts/language/value_arithmetic.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/formed.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/states.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// Ready for results: there is something to ask about, and it is complete from here on.
const Model& complete_model(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    if (is_empty(model)) call.fail(fmt::format("model '{}' has no bodies yet", model.name));
    complete(call);
    return model;
}

// of the generalized force on each speed
std::function<std::string(std::size_t)> load_units(const Model& model) {
    return [&model](std::size_t i) { return load_unit(model, SpeedIndex{i}); };
}

// rod_m, rod_sx, rod_Jxy
std::string unit_of_base_parameter(const std::string& name) {
    const std::string kind = name.substr(name.rfind('_') + 1);
    return kind == "m"                          ? "kg"
           : kind.size() == 2 && kind[0] == 's' ? "kg*m"
           : kind.size() == 3 && kind[0] == 'J' ? "kg*m^2"
                                                : "";
}

Value kinetic_energy(Call& call) {
    const Model& model = complete_model(call);
    return formed(call, call.description().mechanics().kinetic_energy(model), "J");
}

Value potential_energy(Call& call) {
    const Model& model = complete_model(call);
    return formed(call, call.description().mechanics().potential_energy(model), "J");
}

Value mass_matrix(Call& call) {
    const Model& model = complete_model(call);
    const auto unit = [&](std::size_t i, std::size_t j) {
        const auto row = dimension_of(load_unit(model, SpeedIndex{i})),
                   column = dimension_of(with_rate(model.speeds[j].unit));
        return row && column ? unit_text(*row / *column) : "";
    };
    return formed(call, call.description().mechanics().mass_matrix(model), unit);
}

Value right_side(Call& call) {
    const Model& model = complete_model(call);
    return formed(call, call.description().mechanics().right_side(model), load_units(model));
}

// One row per independent constraint row, one column per speed: B of B u' = gamma.
Value constraint_matrix(Call& call) {
    const Model& model = complete_model(call);
    const ConstraintRows& formed = independent_rows(call);
    if (formed.rows.empty()) call.fail(fmt::format("model '{}' has no constraints", model.name));
    std::vector<std::vector<Expr>> B;
    for (const ConstraintRow& row : formed.rows) {
        B.emplace_back(model.speeds.size(), call.description().graph().integer(0));
        for (const auto& [speed, coefficient] : row.B) B.back()[speed.value] = coefficient;
    }
    return lag::formed(call, B, [](std::size_t, std::size_t) { return ""; });
}

Value generalized_forces(Call& call) {
    const Model& model = complete_model(call);
    return formed(call, call.description().mechanics().generalized_forces(model), load_units(model));
}

Value kinematic_equations(Call& call) {
    const Model& model = complete_model(call);
    return formed(call, call.description().mechanics().kinematic_equations(model), [&](std::size_t i) {
        const std::string& unit = model.coordinates[i].unit;
        return unit.empty() ? "" : with_rate(unit);
    });
}

Value coordinates(Call& call) {
    const Model& model = complete_model(call);
    std::vector<Expr> symbols;
    for (std::size_t k = 0; k < model.coordinates.size(); ++k) symbols.push_back(symbol(model, CoordinateIndex{k}));
    return list_of(call.description().algebra(), symbols);
}

Value speeds(Call& call) {
    const Model& model = complete_model(call);
    std::vector<Expr> symbols;
    for (std::size_t k = 0; k < model.speeds.size(); ++k) symbols.push_back(symbol(model, SpeedIndex{k}));
    return list_of(call.description().algebra(), symbols);
}

BodyIndex moving_body(Call& call) {
    const BodyIndex b = body_of(call, call.value(0), call.argument(0));
    if (b == ground)
        call.fail(call.argument(0), fmt::format("'ground' is no body: {} needs one that moves", call.built_in.name));
    return b;
}

Value momentum(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const BodyIndex b = moving_body(call);
    return formed(call, call.description().mechanics().momentum(model, b, frame_or_ground(call, "in")), "N*s");
}

Value angular_momentum(Call& call) {
    require_model(call);
    const Model& model = call.description().model();
    const BodyIndex b = moving_body(call);
    const FrameOnBody in = frame_or_ground(call, "in");
    return formed(call, call.description().mechanics().angular_momentum(model, b, in), "N*m*s");
}

Value reaction(Call& call) {
    const Model& model = complete_model(call);
    if (!call.description().solved.empty())
        call.fail("loops are solved, and the loads that their hinges carry are not formed",
                  "leave joints = solved and treat = solved out");
    const auto [force, moment] =
        call.description().mechanics().reaction(model, call.description().freed, moving_body(call));
    return std::vector<Value>{formed(call, force, "N"), formed(call, moment, "N*m")};
}

Value lie_derivative(Call& call) {
    const Model& model = complete_model(call);
    Algebra& algebra = call.description().algebra();
    const long k = call.has(1) ? call.integer(1, 0, 20) : 1;
    return map_scalars(algebra, call.value(0), "differentiate", [&](const Scalar& h) {
        Expr value = algebra.lower(h.value());
        for (long i = 0; i < k; ++i) {
            call.interpreter.charge(1000);
            value = call.description().mechanics().derivative_along(model, value);
        }
        return algebra.beside(algebra.raise(value),
                              [&] { return h.written() / GiNaC::pow(algebra.symbol("t"), static_cast<int>(k)); });
    });
}

Value base_parameters(Call& call) {
    const Model& model = complete_model(call);
    Algebra& algebra = call.description().algebra();
    std::vector<Value> equations;
    for (const auto& [name, value] : call.description().mechanics().base_parameters(model))
        equations.emplace_back(Equation{algebra.symbol(name), formed(call, value, unit_of_base_parameter(name))});
    return equations;
}

Value regressor(Call& call) {
    const Model& model = complete_model(call);
    Mechanics& mechanics = call.description().mechanics();
    std::vector<std::optional<Dimension>> columns;
    for (const auto& [name, value] : mechanics.base_parameters(model))
        columns.push_back(dimension_of(unit_of_base_parameter(name)));
    const auto unit = [&](std::size_t i, std::size_t j) {
        const auto row = dimension_of(load_unit(model, SpeedIndex{i}));
        return row && j < columns.size() && columns[j] ? unit_text(*row / *columns[j]) : "";
    };
    return formed(call, mechanics.regressor(model), unit);
}

}  // namespace

std::vector<BuiltIn> result_functions() {
    using namespace arguments;
    return {
        {"kinetic_energy", {}, "of the whole system", "kinetic_energy();", kinetic_energy},
        {"potential_energy",
         {},
         "of gravity (zero at the ground origin), springs and potential()",
         "potential_energy();",
         potential_energy},
        {"mass_matrix", {}, "M of M u' = f", "mass_matrix();", mass_matrix},
        {"right_side", {}, "f of M u' = f", "right_side();", right_side},
        {"constraint_matrix",
         {},
         "B of B u' = gamma, a row for each constraint row",
         "constraint_matrix();",
         constraint_matrix},
        {"coordinates", {}, "the list of coordinates, in the order of q", "coordinates();", coordinates},
        {"speeds", {}, "the list of speeds, in the order of u", "speeds();", speeds},
        {"momentum", {required("B", a_body), in_axes()}, "the linear momentum of body B", "momentum(rod);", momentum},
        {"angular_momentum",
         {required("B", a_body), in_axes()},
         "the angular momentum of body B about its mass centre",
         "angular_momentum(rod);",
         angular_momentum},
        {"reaction",
         {required("B", a_body)},
         "[force, moment] on body B at its hinge, in its axes",
         "reaction(rod)[1];",
         reaction},
        {"generalized_forces", {}, "all loads and gravity, by speed", "generalized_forces();", generalized_forces},
        {"lie_derivative",
         {required("h", some_numbers), optional("k", a_whole_number, "how often").otherwise("1")},
         "the k-th Lie derivative of h along the model's ydot = f(t, y): accelerations are what the equations of "
         "motion "
         "give, inputs are held",
         "lie_derivative(kinetic_energy());",
         lie_derivative,
         true},
        {"base_parameters",
         {},
         "the base inertial parameters, name = value: the fewest combinations that the equations of motion depend on",
         "base_parameters();",
         base_parameters},
        {"regressor",
         {},
         "Y of M u' - f + loads = Y pi: a column for each base parameter, in coordinates, speeds and u'",
         "regressor();",
         regressor},
        {"kinematic_equations", {}, "q' as a function of q and u", "kinematic_equations();", kinematic_equations},
    };
}

}  // namespace lag
