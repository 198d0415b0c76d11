// small, large: which quantities are small, and which are large enough to make up for that.
#include <fmt/format.h>

#include "core/model_index.hpp"
#include "scripts/statements/at_state.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

bool is_small(const Model& model, CoordinateIndex q) {
    const auto found = model.small.orders.find({model.coordinates[q.value].name, Role::coordinate});
    return found != model.small.orders.end() && found->second > 0;
}

// Body-fixed velocities are small where all is small that they are made of.
void mark_quasi_velocities(Model& model, const Hinge& hinge) {
    const auto small = [&](std::size_t k) { return is_small(model, hinge.coordinates[k]); };
    const auto mark = [&](std::size_t k) {
        model.small.orders.insert({{model.speeds[hinge.speeds[k].value].name, Role::speed}, 1});
    };
    if (hinge.quasi == Quasi::planar) {  // coordinates x, y, turn
        const bool turn = small(2), place = small(0) && small(1);
        for (const std::size_t k : {0U, 1U})
            if (small(k) && (turn || place)) mark(k);
        if (turn) mark(2);
        return;
    }
    const std::size_t orientation = hinge.euler_parameters ? 4 : 3;
    bool turns = true;  // of Euler parameters the first one is nearly 1
    for (std::size_t k = hinge.euler_parameters ? 1 : 0; k < orientation; ++k) turns = turns && small(k);
    if (turns)
        for (std::size_t k = 0; k < 3; ++k) mark(k);
    if (hinge.quasi != Quasi::free) return;
    const bool place = small(orientation) && small(orientation + 1) && small(orientation + 2);
    for (std::size_t k = 0; k < 3; ++k)
        if (small(orientation + k) && (turns || place)) mark(3 + k);
}

void mark_speeds(Model& model) {
    for (const Speed& u : model.speeds)
        if (u.rate_of && is_small(model, *u.rate_of)) model.small.orders.insert({{u.name, Role::speed}, 1});
    for (const Body& body : model.bodies)
        if (body.hinge.quasi != Quasi::none) mark_quasi_velocities(model, body.hinge);
}

void give_order(Call& call, const Value& value, const Syntax& at, int order) {
    if (value.is_list()) {
        for (const Value& item : value.items()) give_order(call, item, at, order);
        return;
    }
    Model& model = call.description().change_model(ModelPart::mechanism);
    const std::string name = name_at_state(call, value, at);
    const std::string word = order > 0 ? "small" : "large";
    const std::optional<Symbol> symbol = quantity_named(model, name);
    if (!symbol) {
        std::vector<std::string> names;
        for (const auto& entry : model.coordinates) names.push_back(entry.name);
        for (const auto& entry : model.speeds) names.push_back(entry.name);
        for (const auto& entry : model.inputs) names.push_back(entry.name);
        for (const auto& entry : model.parameters) names.push_back(entry.name);
        const std::string close = did_you_mean(name, names);
        call.fail(
            at, fmt::format("'{}' is no coordinate, speed, state, input or parameter of the model", name),
            close.empty() ? word + "(..) stands after their declarations" : fmt::format("did you mean '{}'?", close));
    }
    if (symbol->role == Role::input && is_flag(model, name))
        call.fail(at, fmt::format("'{}' is a flag, and flags are neither small nor large", name));
    const auto [place, is_new] = model.small.orders.insert({*symbol, order});
    if (!is_new && place->second != order)
        call.fail(at, fmt::format("'{}' cannot be small and large", name), "leave it out of one of the two");
    mark_speeds(model);
}

Value say(Call& call, int order) {
    require_model(call);
    require_open(call);
    for (std::size_t k = 0; k < call.count(); ++k) give_order(call, call.value(k), call.argument(k), order);
    return {};
}

Value small(Call& call) {
    return say(call, +1);
}
Value large(Call& call) {
    return say(call, -1);
}

}  // namespace

std::vector<BuiltIn> small_statements() {
    using namespace arguments;
    return {
        {"small",
         {required("q1", a_name, "a coordinate with its rates, a rate, a speed, an input, a state or a parameter"),
          repeated("q2, ..", a_name)},
         "quantities whose products are left out of the equations: coordinates with their rates, speeds, inputs, "
         "states, parameters",
         "small(q1)$",
         small,
         true},
        {"large",
         {required("k", a_name, "as for small"), repeated("k2, ..", a_name)},
         "quantities that make a product with a small one count as neither",
         "large(c1)$",
         large,
         true},
    };
}

}  // namespace lag
