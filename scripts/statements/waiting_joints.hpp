// Bodies and joints of a script that wait for the first statement that uses the mechanism: joint(J, A, B, ..), body(B, mass = ..) without an
// inboard body, body(B, A, ..) whose hinge is rows, and what hangs on such bodies.
#pragma once

#include <string>
#include <vector>

#include "scripts/statements/hinges.hpp"
#include "scripts/statements/rotation.hpp"

namespace lag {

// A statement whose arguments are evaluated, for later.
struct WaitingCall {
    Call call;
    Place place;
    std::string name;  // of the body, joint or point that it declares
};

struct WaitingJoint {
    WaitingCall statement;
    std::string A, B;  // bodies, perhaps not declared yet
    HingeSpec hinge;
    Vec3<Expr> at, outboard_at;
    Orientation orient;
    bool of_body = false;  // body(B, A, hinge = ..) on a body that waits: never cut, B hangs on A
    JointTreatment treatment = JointTreatment::tree;
};

struct OpenJoints {
    std::vector<WaitingCall> bodies;
    std::vector<WaitingJoint> joints;
    std::vector<WaitingCall> points;
};

std::vector<BuiltIn> joint_statements();

// treat = .., or what options(joints = ..) says.
JointTreatment treatment_of(Call& call);
// What the statement of the newest body's hinge says of it alone: solved, so that its coordinates follow from others, or its speeds are
// solved out of the equations; tree, so that its coordinates stay.
void note_treatment(Call& call);
// body(..): whether it waits, because it names no inboard body or one that waits.
bool waits_for_joints(Call& call);
// point(..) on a body that waits.
bool point_waits_for_joints(Call& call);

}  // namespace lag
