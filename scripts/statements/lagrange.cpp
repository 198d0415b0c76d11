#include "scripts/statements/lagrange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scripts/statements/free_coordinate.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

Value coordinate(Call& call) {
    require_open(call);
    add_free_coordinate(call, plain_name(call, 0), unit_argument(call, 1), call.argument(0), ground);
    return {};
}

// The speeds of `coordinates = [..]`, new names or declared by `coordinate`.
std::vector<SpeedIndex> speeds_of_coordinates(Call& call) {
    std::vector<SpeedIndex> speeds;
    if (!call.has("coordinates")) return speeds;
    const Model& model = call.description().model();
    const Syntax& at = call.argument("coordinates");
    const std::vector<Value> names = call.items(call.value("coordinates"), at, "a list of names");
    for (std::size_t k = 0; k < names.size(); ++k) {
        const Syntax& entry = Call::entry(at, k);
        const std::string name = call.name(names[k], entry);
        const auto declared = [&](const Speed& u) {
            return u.rate_of && u.body == ground && model.coordinates[u.rate_of->value].name == name;
        };
        const auto known = std::find_if(model.speeds.begin(), model.speeds.end(), declared);
        if (known == model.speeds.end()) {
            for (const Coordinate& q : model.coordinates)
                if (q.name == name)
                    call.fail(entry,
                              fmt::format("'{}' is a coordinate of body '{}' already", name, model.body(q.body).name),
                              fmt::format("leave it out of 'coordinates': the energies may hold it as it is, and "
                                          "hinge_load({}, ...) is its load",
                                          name));
            speeds.push_back(add_free_coordinate(call, name, "", entry, ground));
            continue;
        }
        const SpeedIndex u{static_cast<std::size_t>(known - model.speeds.begin())};
        if (std::find(speeds.begin(), speeds.end(), u) != speeds.end())
            call.fail(entry, fmt::format("'{}' is named twice", name));
        speeds.push_back(u);
    }
    return speeds;
}

// An input that T holds needs its rate, one whose rate T holds its second rate.
void declare_input_rates(Call& call, const Value& kinetic, const Syntax& at) {
    Description& description = call.description();
    Graph& graph = description.graph();
    const Expr e = description.algebra().resolve_again(call.expression(kinetic, at));
    if (e.graph == nullptr) return;
    const std::array<Expr, 1> roots{e};
    std::vector<Expr> moved;
    for (const Expr& s : symbols_in(graph, roots, bit(Role::undeclared))) {
        const std::string name = graph.symbol_of(s).name;
        if (name.empty() || name.back() != '\'') continue;
        const Declaration* known = description.declaration(name.substr(0, name.size() - 1));
        if (known != nullptr && known->role == Role::input)
            moved.push_back(graph.symbol(name.substr(0, name.size() - 1), Role::input));
    }
    for (const Expr& input : moved) description.require_input_rates(input, 2, call.place(at));
    description.require_input_rates(description.algebra().resolve_again(e), 1, call.place(at));
}

Value lagrange(Call& call) {
    require_open(call);
    Description& description = call.description();
    Model& model = description.change_model(ModelPart::mechanism);
    if (!call.has("coordinates") && model.coordinates.empty())
        call.fail("lagrange needs coordinates = [..]: the names of the coordinates", call.built_in.signature());
    const std::vector<SpeedIndex> speeds = speeds_of_coordinates(call);
    declare_input_rates(call, call.value(0), call.argument(0));
    const Expr kinetic = quantity(call, 0, static_cast<Dependence>(no_speeds | bit(Role::speed)), "a kinetic energy");
    const Expr potential = quantity(call, 1, no_speeds, "a potential energy");
    refuse_flags(model, kinetic, call.place(call.argument(0)), "a kinetic energy");
    model.kinetic_terms.push_back({kinetic});
    description.mechanics().require_lagrangian(model);  // what is wrong with T is said here
    if (!potential.is_zero()) model.potentials.push_back({potential});
    if (!call.has("loads")) return {};
    const Syntax& at = call.argument("loads");
    const std::vector<Value>& loads = call.items("loads");
    if (loads.size() != speeds.size())
        call.fail(at, fmt::format("expected {} loads, one for each coordinate, found {}", speeds.size(), loads.size()));
    for (std::size_t k = 0; k < loads.size(); ++k) {
        const Expr load = quantity(call, loads[k], Call::entry(at, k), no_accelerations, "a load");
        require_unit(call, loads[k], load_unit(model, speeds[k]), Call::entry(at, k), "a load");
        if (!load.is_zero()) model.hinge_loads.push_back({speeds[k], load});
    }
    return {};
}

}  // namespace

std::vector<BuiltIn> lagrange_statements() {
    using namespace arguments;
    return {
        {"coordinate",
         {required("q", a_new_name, "what it is called; its rate is q'"), unit_text()},
         "a coordinate of lagrange, before its energies are written down",
         "coordinate(stretch, \"m\")$",
         coordinate},
        {"lagrange",
         {required(
              "T", a_number,
              "the kinetic energy: coordinates, their rates, time, inputs, parameters; at most quadratic in the rates")
              .in("J"),
          required("V", a_number, "the potential energy: coordinates, time, inputs, parameters").in("J"),
          keyword("coordinates", "[q1, q2]", some_names,
                  "in the order of q, their rates are the speeds; must be given where no body has coordinates"),
          keyword("loads", "[f1, f2]", some_loads, "a generalized force for each coordinate; else zeros")},
         "Lagrange's equations of a kinetic and a potential energy",
         "lagrange(m*q'^2/2, k*q^2/2, coordinates = [q], loads = [-c*q'])$",
         lagrange},
    };
}

}  // namespace lag
