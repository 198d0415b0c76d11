// linear_equations: [M, D, K, B] of some coordinates, in symbols.
#include <fmt/format.h>

#include <algorithm>

#include "scripts/statements/at_state.hpp"
#include "scripts/statements/constraints.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

std::vector<CoordinateIndex> listed_coordinates(Call& call) {
    const Model& model = call.description().model();
    const Syntax& at = call.argument("coordinates");
    std::vector<CoordinateIndex> listed;
    for (const Value& item : call.items("coordinates")) {
        const std::string name = name_at_state(call, item, at);
        const auto found = std::ranges::find(model.coordinates, name, &Coordinate::name);
        if (found == model.coordinates.end()) {
            std::vector<std::string> names;
            for (const Coordinate& q : model.coordinates) names.push_back(q.name);
            const std::string close = did_you_mean(name, names);
            call.fail(at, fmt::format("'{}' is no coordinate of the model", name),
                      close.empty() ? "" : fmt::format("did you mean '{}'?", close));
        }
        const CoordinateIndex q(static_cast<std::size_t>(found - model.coordinates.begin()));
        if (std::ranges::find(listed, q) != listed.end())
            call.fail(at, fmt::format("'{}' stands twice in 'coordinates'", name));
        listed.push_back(q);
    }
    if (listed.empty()) call.fail(at, "no coordinate is listed");
    return listed;
}

Value linear_equations(Call& call) {
    require_model(call);
    Description& description = call.description();
    const std::vector<CoordinateIndex> coordinates = listed_coordinates(call);
    require_numbers(call);
    const LinearEquations found = description.mechanics().linear_equations(description.model(), coordinates);
    Algebra& algebra = description.algebra();
    const auto matrix = [&](const std::vector<std::vector<Expr>>& rows) -> Value {
        if (rows.empty() || rows.front().empty()) return std::vector<Value>{};
        return matrix_of(algebra, rows);
    };
    const std::vector<Value> parts{matrix(found.M), matrix(found.D), matrix(found.K), matrix(found.B)};
    return labelled(parts, {"M", "D", "K", "B"});
}

}  // namespace

std::vector<BuiltIn> linear_equation_functions() {
    using namespace arguments;
    return {
        {"linear_equations",
         {keyword("coordinates", "[q1, q2]", a_list_of_coordinates, "those whose small motions are asked for")
              .must_be_given()},
         "[M, D, K, B] of M q'' + D q' + K q = B w about the initial state, in symbols",
         "linear_equations(coordinates = [q1])[3];",
         linear_equations,
         true},
    };
}

}  // namespace lag
