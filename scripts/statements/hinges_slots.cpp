// Slots -> motions, coordinates and speeds of the newest body, or of a cut hinge.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/hinges.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

using Kind = MotionSpec::Kind;

class HingeBuilder {
  public:
    HingeBuilder(Call& call, const HingeSpec& spec, HingeForm form)
        : call_(call),
          description_(call.description()),
          model_(call.description().change_model(ModelPart::mechanism)),
          spec_(spec),
          form_(std::move(form)),
          quasi_(form_.with_speeds && !form_.reversed ? spec.quasi : Quasi::none) {}

    Hinge build() {
        hinge_.kind = spec_.kind;
        hinge_.planar_axis = spec_.planar_axis;
        hinge_.quasi = quasi_;
        hinge_.sequence = spec_.sequence;
        hinge_.euler_parameters = spec_.quaternion;
        if (spec_.quasi == Quasi::free || spec_.quasi == Quasi::spherical) {
            add_ball();
        } else {
            for (const MotionSpec& motion : spec_.motions) add_motion(motion);
            if (spec_.kind == "screw") add_pitch();
        }
        if (quasi_ != Quasi::none) add_quasi_speeds();
        if (form_.reversed) reverse(hinge_);
        return std::move(hinge_);
    }

  private:
    [[noreturn]] void fail(const SlotSpec& slot, const std::string& message, const std::string& hint = {}) const {
        throw error_at(slot.place, message, hint);
    }

    // The name a slot holds, or "" when it holds anything else.
    std::string bare_name(const SlotSpec& slot) const {
        if (!slot.value.is_scalar()) return {};
        return description_.algebra().name_of(slot.value.scalar());
    }

    void require_new_name(const SlotSpec& slot, const std::string& name, const std::string& kind) const {
        const auto letter = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
        if (!std::all_of(name.begin(), name.end(), letter))
            fail(slot, fmt::format("'{}' cannot be the name of a {}", name, kind),
                 "a name has letters, digits and '_'");
    }

    CoordinateIndex new_coordinate(const SlotSpec& slot, bool angle, const std::string& unit) {
        const std::string name =
            slot.left_out ? fmt::format("{}_q{}", form_.prefix, hinge_.coordinates.size() + 1) : bare_name(slot);
        if (name.empty())
            fail(slot, fmt::format("a '{}' hinge takes only new names for its coordinates", spec_.kind),
                 "lock or drive motions with a list such as [translate(x, s), rotate(z, 0)]");
        if (const Declaration* known = description_.declaration(name); known && known->role == Role::coordinate)
            fail(slot, fmt::format("coordinate '{}' is declared twice{}", name,
                                   spec_.quasi == Quasi::none ? fmt::format("; did you mean coupled({})?", name) : ""));
        require_new_name(slot, name, "coordinate");
        description_.declare(name, Role::coordinate, slot.place);
        const CoordinateIndex q{model_.coordinates.size()};
        model_.coordinates.push_back({.name = name,
                                      .body = form_.body,
                                      .initial_value = description_.graph().integer(0),
                                      .unit = unit,
                                      .angle = angle});
        hinge_.coordinates.push_back(q);
        return q;
    }

    void new_speed(const std::string& name, std::optional<CoordinateIndex> rate_of, const std::string& unit,
                   const Place& at) {
        description_.place({Subject::Kind::speed, name}, at);
        hinge_.speeds.push_back(SpeedIndex{model_.speeds.size()});
        model_.speeds.push_back({.name = name,
                                 .body = form_.body,
                                 .initial_value = description_.graph().integer(0),
                                 .unit = unit,
                                 .rate_of = rate_of});
    }

    void new_rate(CoordinateIndex q, const std::string& unit, const Place& at) {
        if (form_.with_speeds && quasi_ == Quasi::none)
            new_speed(model_.coordinates[q.value].name + "'", q, with_rate(unit), at);
    }

    bool names_a_new_coordinate(const SlotSpec& slot) const {
        if (slot.is_given) return false;
        if (slot.left_out || spec_.quasi != Quasi::none) return true;
        const std::string name = bare_name(slot);
        if (name.empty() || name == "t" || name.find('\'') != std::string::npos) return false;
        const Declaration* known = description_.declaration(name);
        return known == nullptr || known->role == Role::coordinate || known->role == Role::undeclared;
    }

    void add_motion(const MotionSpec& spec) {
        const bool rotates = spec.kind == Kind::rotate;
        Motion motion{rotates ? Motion::Kind::rotate : Motion::Kind::translate, spec.axis, {}, {}};
        if (!form_.is_measured) {
            motion.value = description_.graph().integer(0);
            motion.unmeasured = true;
        } else if (names_a_new_coordinate(spec.slot)) {
            const std::string unit = rotates ? "rad" : "m";
            const CoordinateIndex q = new_coordinate(spec.slot, rotates, unit);
            motion.value = symbol(model_, q);
            motion.coordinate = q;
            new_rate(q, unit, spec.slot.place);
        } else {
            motion.value = given_value(spec.slot);
            warn_of_locking_variable(spec.slot);
            warn_of_locking_parameter(spec.slot);
            if (rotates)
                require_unit(call_, held(spec.slot), "rad", spec.slot.at, "a hinge slot that turns");
            else
                require_unit(call_, held(spec.slot), "m", spec.slot.at, "a hinge slot that slides");
        }
        hinge_.motions.push_back(std::move(motion));
    }

    static bool is_coupled(const SlotSpec& slot) {
        return slot.value.is_motion() && slot.value.motion()->kind == Kind::coupled;
    }
    static const Value& held(const SlotSpec& slot) {
        return is_coupled(slot) ? slot.value.motion()->slot.value : slot.value;
    }

    // A name that is a variable with a number makes no coordinate, where it looks like one.
    void warn_of_locking_variable(const SlotSpec& slot) const {
        if (slot.is_given || slot.at->kind != NodeKind::name || !slot.value.is_scalar()) return;
        const std::vector<std::string> variables = call_.interpreter.bound_names();
        const bool is_variable = std::ranges::find(variables, slot.at->text) != variables.end();
        if (!is_variable || !description_.algebra().is_constant(slot.value.scalar())) return;
        call_.interpreter.warning(
            slot.at,
            fmt::format("'{}' is a variable with the value {}: this motion is locked, and no coordinate has that name",
                        slot.at->text, call_.interpreter.text(slot.value)),
            "for a coordinate choose a name without a value; a locked motion is a parameter, a "
            "number, or 'fixed'");
    }

    // In a list of motions a parameter is a way to place the next one; a hinge of one motion is left without any.
    void warn_of_locking_parameter(const SlotSpec& slot) const {
        if (slot.at->kind != NodeKind::name || (spec_.kind != "revolute" && spec_.kind != "prismatic")) return;
        const Declaration* known = description_.declaration(bare_name(slot));
        if (known == nullptr || known->role != Role::parameter) return;
        call_.interpreter.warning(
            slot.at,
            fmt::format("'{}' is a parameter: this hinge is locked there and leaves no freedom", bare_name(slot)),
            "for a coordinate choose a name that is not declared; a body that stays in place has "
            "hinge = fixed with at = [..] and orient = [..]");
    }

    // A locked, prescribed or coupled slot.
    Expr given_value(const SlotSpec& slot) {
        const Value& value = held(slot);
        if (is_coupled(slot)) require_coordinates(slot, value);
        if (!value.is_scalar())
            fail(slot,
                 "a slot holds a new name, a number or an expression, not " + kind_of(description_.algebra(), value));
        Expr e = description_.algebra().lower(value.scalar());
        e = description_.graph().own(e);
        require_declared(e, slot);
        require_dependence(description_.graph(), e, no_speeds, slot.place, "a hinge slot");
        refuse_flags(model_, e, slot.place, "a hinge slot");
        description_.require_input_rates(e, 2, slot.place);
        return e;
    }

    void require_declared(Expr e, const SlotSpec& slot) const {
        try {
            description_.require_declared(e, slot.place);
        } catch (const InputError& error) {
            Diagnostic diagnostic = error.diagnostics().front();
            const bool couples = (description_.graph().node(e).dependence & bit(Role::coordinate)) != 0;
            if (!diagnostic.hint.empty() || couples) throw;
            diagnostic.hint =
                "a new coordinate stands alone in its slot, beside others in a list: [translate(y, -l), translate(-y, "
                "s)]";
            throw InputError(diagnostic);
        }
    }

    void require_coordinates(const SlotSpec& slot, const Value& value) const {
        const std::string name = value.is_scalar() ? description_.algebra().name_of(value.scalar()) : "";
        const Declaration* known = name.empty() ? nullptr : description_.declaration(name);
        if (known != nullptr && known->role == Role::coordinate) return;
        std::vector<std::string> names;
        for (const Coordinate& q : model_.coordinates) names.push_back(q.name);
        const std::string close = did_you_mean(name, names);
        fail(slot,
             name.empty() ? "coupled(...) takes the name of a coordinate"
                          : fmt::format("coupled({0}): no coordinate '{0}' is declared above", name),
             close.empty() ? "other expressions stand in the slot as they are, such as revolute(y, -2*q1)"
                           : fmt::format("did you mean '{}'?", close));
    }

    void add_pitch() {
        const Motion& turn = hinge_.motions.front();
        Motion advance{Motion::Kind::translate, turn.axis, spec_.pitch * turn.value, {}};
        hinge_.motions.push_back(std::move(advance));
    }

    // Orientation first in q, whatever the order of keywords; translations first among the motions.
    void add_ball() {
        Graph& graph = description_.graph();
        const std::string unit = spec_.quaternion ? "" : "rad";
        std::vector<CoordinateIndex> orientation, position;
        for (const SlotSpec& slot : spec_.orientation) {
            if (!form_.is_measured) break;
            orientation.push_back(new_coordinate(slot, !spec_.quaternion, unit));
            if (!spec_.quaternion) new_rate(orientation.back(), unit, slot.place);
        }
        if (spec_.quaternion) model_.coordinates[orientation[0].value].initial_value = graph.integer(1);
        for (const SlotSpec& slot : spec_.position) {
            position.push_back(new_coordinate(slot, false, "m"));
            new_rate(position.back(), "m", slot.place);
        }
        const auto move = [&](Motion::Kind kind, int axis, std::optional<CoordinateIndex> q) {
            Vec3<Expr> direction = zero_vector(graph);
            direction[static_cast<std::size_t>(axis)] = graph.integer(1);
            hinge_.motions.push_back({kind, direction, q ? symbol(model_, *q) : graph.integer(0), q, !q.has_value()});
        };
        for (std::size_t k = 0; k < position.size(); ++k)
            move(Motion::Kind::translate, static_cast<int>(k), position[k]);
        if (spec_.quaternion) return;
        const std::array<int, 3> axes{spec_.sequence / 100 - 1, spec_.sequence / 10 % 10 - 1, spec_.sequence % 10 - 1};
        for (std::size_t k = 0; k < 3; ++k)
            move(Motion::Kind::rotate, axes[k], form_.is_measured ? std::optional(orientation[k]) : std::nullopt);
    }

    void add_quasi_speeds() {
        const bool planar = spec_.quasi == Quasi::planar;
        for (std::size_t k = 0; k < spec_.speeds.size(); ++k) {
            const SlotSpec& slot = spec_.speeds[k];
            const bool angular = planar ? k == 2 : k < 3;
            const std::string fallback = fmt::format("{}{}{}", form_.prefix, k < 3 ? "_w" : "_v", k % 3 + 1);
            const std::string name = slot.left_out ? fallback : bare_name(slot);
            if (name.empty()) fail(slot, "a speed needs a new name", "quasi-velocities cannot be locked or prescribed");
            require_new_name(slot, name, "speed");
            if (const Declaration* known = description_.declaration(name); known && known->role == Role::speed)
                fail(slot, fmt::format("speed '{}' is declared twice", name));
            description_.declare(name, Role::speed, slot.place);
            new_speed(name, {}, angular ? "rad/s" : "m/s", slot.place);
        }
    }

    Call& call_;
    Description& description_;
    Model& model_;
    const HingeSpec& spec_;
    const HingeForm form_;
    const Quasi quasi_;
    Hinge hinge_;
};

}  // namespace

void add_hinge(Call& call, const HingeSpec& spec) {
    const Model& model = call.description().model();
    add_hinge(call, spec, {.prefix = model.bodies.back().name, .body = BodyIndex{model.bodies.size() - 1}});
}

void add_hinge(Call& call, const HingeSpec& spec, const HingeForm& form) {
    Hinge hinge = HingeBuilder(call, spec, form).build();
    call.description().change_model(ModelPart::mechanism).bodies.back().hinge = std::move(hinge);
}

Hinge cut_hinge_of(Call& call, const HingeSpec& spec, HingeForm form) {
    for (const SlotSpec& slot : spec.speeds)
        if (!slot.left_out)
            throw error_at(slot.place, "a cut hinge adds no speeds",
                           "leave 'speeds' out: its coordinates follow from the speeds of the bodies");
    form.with_speeds = false;
    return HingeBuilder(call, spec, std::move(form)).build();
}

bool needs_no_coordinates(const HingeSpec& spec) {
    static const std::vector<std::string> kinds{"revolute",  "prismatic", "cylindrical",
                                                "universal", "planar",    "spherical"};
    if (std::ranges::find(kinds, spec.kind) == kinds.end() || spec.quaternion) return false;
    const auto left_out = [](const SlotSpec& slot) { return slot.left_out; };
    return std::ranges::all_of(spec.orientation, left_out) && std::ranges::all_of(spec.speeds, left_out) &&
           std::ranges::all_of(spec.motions, [](const MotionSpec& motion) { return motion.slot.left_out; });
}

namespace {

std::vector<SlotSpec> all_slots(const HingeSpec& spec) {
    std::vector<SlotSpec> slots;
    for (const MotionSpec& motion : spec.motions) slots.push_back(motion.slot);
    for (const auto* list : {&spec.orientation, &spec.position}) slots.insert(slots.end(), list->begin(), list->end());
    return slots;
}

}  // namespace

std::vector<std::string> names_in_slots(Call& call, const HingeSpec& spec) {
    std::vector<std::string> names;
    for (const SlotSpec& slot : all_slots(spec))
        if (slot.value.is_scalar())
            if (const std::string name = call.description().algebra().name_of(slot.value.scalar()); !name.empty())
                names.push_back(name);
    return names;
}

std::vector<std::string> names_needed(Call& call, const HingeSpec& spec) {
    Description& description = call.description();
    std::vector<std::string> names;
    for (const SlotSpec& slot : all_slots(spec)) {
        const bool is_motion = slot.value.is_motion();
        const Value& held = is_motion ? slot.value.motion()->slot.value : slot.value;
        if (!held.is_scalar()) continue;
        if (!is_motion && !description.algebra().name_of(held.scalar()).empty()) continue;
        const std::vector<Expr> roots{description.graph().own(description.algebra().lower(held.scalar()))};
        for (const Expr& s : symbols_in(description.graph(), roots))
            names.push_back(description.graph().symbol_of(s).name);
    }
    return names;
}

}  // namespace lag
