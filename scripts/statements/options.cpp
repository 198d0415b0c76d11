// options(...): how later emits form the equations.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/comma_list.hpp"
#include "core/routine_names.hpp"
#include "scripts/statements/defaults.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/joints.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

SpeedIndex speed_named(Call& call, const Syntax& at) {
    const Model& model = call.description().model();
    std::string name = at->kind == NodeKind::text ? at->text : "";
    if (name.empty()) {
        const Expr e = call.expression(call.interpreter.evaluate(at), at);
        if (e.graph != nullptr && e.graph->node(e).op == Op::symbol) name = e.graph->symbol_of(e).name;
    }
    std::vector<std::string> names;
    for (std::size_t u = 0; u < model.speeds.size(); ++u) {
        if (model.speeds[u].name == name) return SpeedIndex(u);
        names.push_back(model.speeds[u].name);
    }
    const std::string close = did_you_mean(name, names);
    call.fail(at, fmt::format("'{}' is not a speed of the model", to_string(at)),
              close.empty() ? "the speeds are: " + comma_list(names) : fmt::format("did you mean '{}'?", close));
}

void read_dependent(Call& call, ConstraintTreatment& treatment) {
    close_joints(call.description());
    const Syntax& at = call.argument("dependent");
    if (at->kind != NodeKind::list) call.fail(at, "dependent takes a list of speeds", "such as dependent = [q2', q3']");
    treatment.dependent.clear();
    for (const Syntax& child : at->children) {
        const SpeedIndex u = speed_named(call, child);
        if (std::find(treatment.dependent.begin(), treatment.dependent.end(), u) != treatment.dependent.end())
            call.fail(child, fmt::format("'{}' is named twice", to_string(child)));
        treatment.dependent.push_back(u);
    }
}

void read_tree(Call& call) {
    if (!call.description().model().joints.empty())
        call.fail(call.argument("tree"),
                  "the tree of the joints is chosen already: a statement above uses the mechanism",
                  "move options(tree = [..]) above it");
    std::vector<std::string> names;
    for (const Value& item : call.items("tree")) names.push_back(call.name(item, call.argument("tree")));
    if (names.empty()) call.fail(call.argument("tree"), "tree takes the names of joints", "such as tree = [J1, J2]");
    call.description().tree = std::move(names);
}

void read_joints(Call& call) {
    const Description& description = call.description();
    if (description.model().bodies.size() > 1 || description.open_joints)
        call.fail(call.argument("joints"),
                  "options(joints = ..) says how the hinges of bodies stand, and there are bodies already",
                  "move it above the first body, or write treat = .. in body and joint");
    call.description().joints = treatment_named(call.word("joints"));
}

void read_stabilization(Call& call, ConstraintTreatment& treatment) {
    const Syntax& at = call.argument("stabilization");
    const std::vector<Value>& gains = call.items("stabilization");
    if (gains.size() != 2) call.fail(at, "stabilization takes two gains, [alpha, beta]", "both in 1/s");
    const auto gain = [&](std::size_t i) {
        const std::string what = "a stabilization gain";
        const Expr e = quantity(call, gains[i], Call::entry(at, i), only_parameters, what);
        require_unit(call, gains[i], call.declared("stabilization").unit, Call::entry(at, i), what);
        return e;
    };
    treatment.alpha = gain(0);
    treatment.beta = gain(1);
}

void read_decay(Call& call, ConstraintTreatment& treatment) {
    const Syntax& at = call.argument("decay");
    const std::string what = "the rate of decay";
    treatment.decay = quantity(call, call.value("decay"), at, only_parameters, what);
    require_unit(call, call.value("decay"), call.declared("decay").unit, at, what);
    const Model& model = call.description().model();
    if (const std::optional<double> value = value_at_defaults(model, treatment.decay); value && *value < 0)
        call.fail(at, fmt::format("{} cannot be negative, found {}", what, shown_value(model, treatment.decay, *value)),
                  "the rest of the momenta would grow");
}

// Gains may wait for a later options(constraints = multipliers): no error.
void warn_of_idle_gains(Call& call, const ConstraintTreatment& treatment) {
    const bool gains = !treatment.alpha.is_zero() || !treatment.beta.is_zero();
    if (!gains || treatment.mode != ConstraintTreatment::Mode::eliminate) return;
    if (!call.has("constraints") && !call.has("stabilization")) return;
    call.interpreter.warning(
        call.argument(call.has("stabilization") ? "stabilization" : "constraints"),
        "stabilization has no effect with constraints = eliminate",
        fmt::format("the dependent speeds follow from the independent ones exactly, and {} brings the coordinates back",
                    routine_of(call.description().model().name, RoutineName::assemble)));
}

Value options(Call& call) {
    require_model(call);
    if (call.given_keywords().empty()) call.fail("no option is given", "such as options(constraints = eliminate)");
    if (call.has("formulation")) call.description().formulation = call.word("formulation");
    if (call.has("optimize_for")) call.description().fewest_operations = call.word("optimize_for") == "operations";
    if (call.has("tree")) read_tree(call);
    if (call.has("joints")) read_joints(call);
    ConstraintTreatment treatment = call.description().model().treatment;
    if (call.has("joints") && call.description().joints == JointTreatment::solved)
        treatment.mode = ConstraintTreatment::Mode::eliminate;
    if (call.has("constraints")) {
        using Mode = ConstraintTreatment::Mode;
        static const std::map<std::string, Mode> modes{
            {"multipliers", Mode::multipliers}, {"eliminate", Mode::eliminate},
            {"null_space", Mode::null_space},   {"auto", Mode::fastest},
            {"momentum", Mode::momentum},       {"momentum_decay", Mode::momentum_decay}};
        treatment.mode = modes.at(call.word("constraints"));
    }
    if (call.has("decay")) read_decay(call, treatment);
    if (treatment.mode == ConstraintTreatment::Mode::momentum_decay && treatment.decay.is_zero())
        treatment.decay = call.description().graph().integer(1);
    if (call.has("dependent")) read_dependent(call, treatment);
    if (call.has("stabilization")) read_stabilization(call, treatment);
    if (call.has("contact_speed")) {
        const Syntax& at = call.argument("contact_speed");
        const Expr v = quantity(call, call.value("contact_speed"), at, only_parameters, "the contact speed");
        if (const auto value = value_at_defaults(call.description().model(), v); value && *value < 0)
            call.fail(at,
                      "the contact speed is not negative, found " + shown_value(call.description().model(), v, *value));
        call.description().contact_speed = call.description().graph().own(v);
    }
    if (call.has("small_order")) {
        const Syntax& at = call.argument("small_order");
        const Scalar order = call.scalar("small_order");
        if (!Algebra::is_integer(order) || Algebra::rational_of(order) < 1 || Algebra::rational_of(order) > 5)
            call.fail(at, "small_order is a whole number from 1 to 5",
                      "terms of this order and higher are left out; 2 is the default");
        require_open(call);
        call.description().change_model(ModelPart::mechanism).small.drop_from =
            static_cast<int>(nearest_double(Algebra::rational_of(order)));
    }
    if (treatment != call.description().model().treatment)
        call.description().change_model(ModelPart::rest).treatment = treatment;
    warn_of_idle_gains(call, treatment);
    return {};
}

}  // namespace

std::vector<BuiltIn> option_statements() {
    using namespace arguments;
    return {
        {"options",
         {formulation("how later emits form the equations").otherwise("auto"),
          keyword("optimize_for", "time", a_word, "what formulation = auto goes by")
              .otherwise("time")
              .among("aim", {{"time", "an estimate of the processor's cycles"}, {"operations", "their number alone"}}),
          keyword("constraints", "eliminate", a_word, "how constraints stand in the equations")
              .otherwise("multipliers")
              .among("treatment of constraints",
                     {{"multipliers", "the equations hold the multipliers of the constraints"},
                      {"eliminate", "dependent speeds are solved out of the equations"},
                      {"null_space", "all speeds stay, accelerations by a basis of the motions that constraints allow"},
                      {"auto", "multipliers or null_space, whichever is faster by the estimate"},
                      {"momentum", "all speeds stay, the motion follows what the constraints allow of their momenta"},
                      {"momentum_decay", "the same, and the rest of the momenta decays"}}),
          keyword("dependent", "[u1, ..]", some_names,
                  "the speeds that eliminate and null_space solve for; else the tool chooses"),
          keyword("joints", "absolute", a_word, "how the hinges of bodies and joints stand; treat = .. says it of one")
              .otherwise("tree")
              .among("treatment of hinges", treatments_of_hinges()),
          keyword("tree", "[J1, ..]", some_names,
                  "the joints that carry bodies; all others are cut. Else the tool chooses"),
          keyword("stabilization", "[alpha, beta]", two_gains, "Baumgarte's feedback of constraint errors")
              .in("1/s")
              .otherwise("[0, 0]"),
          keyword("decay", "mu", a_number, "momentum_decay: the rate of the decay").in("1/s").otherwise("1"),
          keyword("contact_speed", "v", a_number,
                  "in the gap's unit over s: a contact that closes slower than that, and a joint that meets its stop "
                  "so, do not bounce")
              .otherwise("1/1000"),
          keyword("small_order", "n", a_number,
                  "1 to 5: terms of small quantities of this order and higher are left out")
              .otherwise("2")},
         "how later emits form the equations",
         "options(formulation = auto)$",
         options},
    };
}

}  // namespace lag
