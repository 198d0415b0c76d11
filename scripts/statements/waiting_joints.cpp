#include "scripts/statements/waiting_joints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "scripts/statements/free_bodies.hpp"
#include "scripts/statements/statements.hpp"

namespace lag {

namespace {

// What is evaluated now is what the statement means, whatever a variable holds later.
WaitingCall kept(Call& call, const std::string& name) {
    for (std::size_t k = 0; k < call.count(); ++k) (void)call.value(k);
    for (const std::string& keyword : call.given_keywords())
        if (keyword != "inertia_at" && keyword != "orient") (void)call.value(keyword);
    return {call, call.place(call.node), name};
}

OpenJoints& open_joints(Call& call) {
    std::shared_ptr<OpenJoints>& open = call.description().open_joints;
    if (!open) open = std::make_shared<OpenJoints>();
    return *open;
}

bool is_open_body(const Description& description, const std::string& name) {
    return description.open_joints &&
           std::ranges::any_of(description.open_joints->bodies, [&](const auto& b) { return b.name == name; });
}

std::string body_name(Call& call, std::size_t argument) {
    const Value& value = call.value(argument);
    return value.is_text() ? value.text() : call.name(argument);
}

WaitingJoint read_joint(Call& call, const std::string& name, const std::string& owner) {
    Graph& graph = call.description().graph();
    WaitingJoint made{kept(call, name), {}, {}, {}, zero_vector(graph), zero_vector(graph), {}};
    made.treatment = treatment_of(call);
    made.orient.R = identity_matrix(graph);
    if (call.has("at") && call.value("at").is_point())
        call.fail(call.argument("at"), fmt::format("'at' of {} is a location [x, y, z]", owner),
                  "in the axes of its first body");
    read_location(call, "at", owner, made.at);
    read_location(call, "outboard_at", owner, made.outboard_at);
    if (call.has("orient")) made.orient = orientation_at(call, call.argument("orient"), "the orientation of " + owner);
    made.hinge = hinge_from(call, call.value("hinge"), call.argument("hinge"));
    return made;
}

Value joint(Call& call) {
    require_open(call);
    const std::string name = plain_name(call, 0), owner = fmt::format("joint '{}'", name);
    Description& description = call.description();
    const auto refuse_repeated = [&](const auto& named) {
        if (named == name) call.fail(call.argument(0), fmt::format("a joint is named '{}' already", name));
    };
    for (const JointUse& known : description.model().joints) refuse_repeated(known.name);
    for (const Constraint& known : description.model().constraints)
        if (known.name == name) call.fail(call.argument(0), fmt::format("a constraint is named '{}' already", name));
    if (description.open_joints)
        for (const WaitingJoint& known : description.open_joints->joints) refuse_repeated(known.statement.name);
    WaitingJoint made = read_joint(call, name, owner);
    made.A = body_name(call, 1), made.B = body_name(call, 2);
    if (made.A == made.B)
        call.fail(call.argument(2), fmt::format("{} joins two different bodies, and both are '{}'", owner, made.A));
    open_joints(call).joints.push_back(std::move(made));
    return {};
}

}  // namespace

JointTreatment treatment_of(Call& call) {
    if (!call.has("treat")) return call.description().joints;
    return treatment_named(call.word("treat"));
}

void note_treatment(Call& call) {
    if (!call.has("treat")) return;
    const Model& model = call.description().model();
    const bool is_solved = treatment_of(call) == JointTreatment::solved;
    for (const CoordinateIndex q : model.bodies.back().hinge.coordinates)
        (is_solved ? call.description().solved_alone : call.description().kept_alone)
            .insert(model.coordinates[q.value].name);
    if (!is_solved) return;
    ConstraintTreatment treatment = model.treatment;
    treatment.mode = ConstraintTreatment::Mode::eliminate;
    const std::vector<SpeedIndex>& speeds = model.bodies.back().hinge.speeds;
    treatment.dependent.insert(treatment.dependent.end(), speeds.begin(), speeds.end());
    call.description().change_model(ModelPart::rest).treatment = treatment;
}

bool waits_for_joints(Call& call) {
    require_open(call);
    Description& description = call.description();
    if (call.has(1)) {
        if (!call.has("hinge"))
            call.fail(fmt::format("{} needs {}: {}", call.built_in.name, call.declared("hinge").as_written(),
                                  call.declared("hinge").text),
                      call.built_in.signature());
        const Value& value = call.value(1);
        const std::string inboard = value.is_text()     ? value.text()
                                    : value.is_scalar() ? description.algebra().name_of(value.scalar())
                                                        : "";
        const bool is_rows = treatment_of(call) == JointTreatment::absolute && !inboard.empty();
        if (!is_rows && !is_open_body(description, inboard)) return false;
        const std::string name = new_thing(call, 0);
        WaitingJoint made = read_joint(call, name, fmt::format("body '{}'", name));
        made.A = inboard, made.B = name, made.of_body = true;
        open_joints(call).bodies.push_back(kept(call, name));
        open_joints(call).joints.push_back(std::move(made));
        return true;
    }
    for (const char* of_hinge : {"hinge", "at", "outboard_at", "orient", "treat"})
        if (call.has(of_hinge))
            call.fail(call.argument(of_hinge), fmt::format("'{}' says how the body hangs on another one", of_hinge),
                      "name the inboard body, body(B, A, hinge = ..), or write it in a joint(J, A, B, hinge = ..)");
    const std::string name = new_thing(call, 0);
    open_joints(call).bodies.push_back(kept(call, name));
    return true;
}

bool point_waits_for_joints(Call& call) {
    const Description& description = call.description();
    const Value& value = call.value(1);
    if (!value.is_scalar() || !is_open_body(description, call.description().algebra().name_of(value.scalar())))
        return false;
    open_joints(call).points.push_back(kept(call, new_thing(call, 0)));
    return true;
}

std::vector<BuiltIn> joint_statements() {
    using namespace arguments;
    return {
        {"joint",
         {required("J", a_new_name, "the name of the joint"),
          required("A", a_body, "a body or ground, declared anywhere"), required("B", a_body, "another one"),
          hinge_of("how B moves in A").must_be_given(), located("at", "the hinge point in A's axes"),
          located("outboard_at", "the hinge point in B's axes"), oriented("from A's axes to the hinge axes"),
          treated()},
         "a joint between two bodies, in any order: the tool finds out which joints carry bodies and cuts the others",
         "body(link, mass = 1, inertia = [0, 0, 1])$ joint(J, ground, link, hinge = revolute(z, q1))$",
         joint,
         true},
    };
}

}  // namespace lag
