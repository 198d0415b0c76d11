#include "scripts/statements/free_coordinate.hpp"

#include <fmt/format.h>

#include "scripts/statements/unit_check.hpp"

namespace lag {

SpeedIndex add_free_coordinate(Call& call, const std::string& name, const std::string& unit, const Syntax& at,
                               BodyIndex body) {
    Description& description = call.description();
    Model& model = description.change_model(ModelPart::mechanism);
    if (name.find('\'') != std::string::npos)
        call.fail(at, fmt::format("'{}' is a rate, and a coordinate's name is needed here", name));
    if (call.interpreter.binding(name) != nullptr)
        call.fail(at, fmt::format("'{}' is a variable with a value, and a new name is needed here", name),
                  "choose another name, here or for the variable");
    description.declare(name, Role::coordinate, call.place(at));
    const Expr zero = description.graph().integer(0);
    const CoordinateIndex q{model.coordinates.size()};
    const SpeedIndex u{model.speeds.size()};
    model.coordinates.push_back(
        {.name = name, .body = body, .initial_value = zero, .unit = unit, .angle = unit == "rad"});
    description.place({Subject::Kind::speed, name + "'"}, call.place(at));
    model.speeds.push_back({.name = name + "'",
                            .body = body,
                            .initial_value = zero,
                            .unit = unit.empty() ? "" : with_rate(unit),
                            .rate_of = q});
    return u;
}

}  // namespace lag
