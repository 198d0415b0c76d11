// The Model: what a script describes, and nothing derived from it. A plain value; the interpreter fills it,
// every later stage only reads it. SI units by convention; no value is ever converted. Vectors say in which axes
// their components are.
//
//   bodies[0] is ground. Bodies come in order of declaration: an inboard body always precedes its outboard bodies.
//   All expressions live in `graph`. Symbols carry their role; their index in q, u, s, w, p is the place in the tables
//   below, and model_index.hpp finds it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/elastic_body.hpp"
#include "core/graph.hpp"
#include "core/index.hpp"
#include "core/vector.hpp"

namespace lag::procedures {
struct Procedure;  // emitters/procedures/procedure.hpp
}

namespace lag {

// Files give and take a quantity in this unit; everything else counts in its own.
struct UserUnit {
    std::string unit;  // "deg"
    double scale = 1;  // in the quantity's own unit
};

struct Parameter {
    std::string name;
    Expr default_value;  // a constant expression
    std::string unit, text;
    std::optional<UserUnit> user_unit = {};
};

// A value the caller supplies at every call. `derivative` counts the primes: the input delta that moves a hinge is
// followed by delta' and delta'' (names "delta'", "delta''").
//
// A flag is a number that only events change. Flags stand behind all other inputs; their rates are zero.
struct Input {
    std::string name;
    std::string unit, text;
    int derivative = 0;
    std::optional<Expr> first_value = {};  // of a flag, in parameters; none: an input
    std::optional<UserUnit> user_unit = {};
    bool is_flag() const { return first_value.has_value(); }
};

struct Coordinate {
    std::string name;
    BodyIndex body;      // whose hinge declares it; of a cut hinge its B; ground when `lagrange` declares it
    Expr initial_value;  // in parameters; an Euler parameter e0 starts at 1
    std::string unit;    // "rad", "m" or ""
    bool angle = false;  // a rotation about an axis (revolute-like), as opposed to a length or an Euler parameter
    std::optional<UserUnit> user_unit = {};
};

struct Speed {
    std::string name;  // "q1'" or the name of a quasi-velocity
    BodyIndex body;
    Expr initial_value;  // in parameters
    std::string unit;
    std::optional<CoordinateIndex> rate_of;  // the coordinate whose time derivative it is; empty for quasi-velocities
    std::optional<UserUnit> user_unit = {};
};

// One elementary motion of a hinge, from inboard to outboard. `axis` is a unit vector of constant expressions in the
// axes reached so far; `value` is the angle or displacement: a coordinate symbol, a constant (locked) or an expression
// of time, parameters, inputs and coordinates (prescribed or coupled).
struct Motion {
    enum class Kind { rotate, translate };
    Kind kind = Kind::rotate;
    Vec3<Expr> axis;
    Expr value;
    std::optional<CoordinateIndex> coordinate;  // set when `value` is the hinge's own free coordinate
    // Of a cut hinge: free, and no coordinate tells how far it has moved; `value` is zero.
    bool unmeasured = false;
    bool is_free() const { return coordinate.has_value() || unmeasured; }
};

// Which speeds a hinge uses. `none`: the rates of its coordinates. Otherwise body-fixed quasi-velocities:
//   spherical  w: angular velocity relative to the inboard body, in the new body's axes
//   free       w, and v: velocity of the new body's hinge point observed in the inboard body, in the new body's axes
//   planar     [v1, v2, r]: v along the two cyclic axes after the hinge axis, in the new body's axes; r about the hinge
//   axis
enum class Quasi { none, spherical, free, planar };

struct Hinge {
    std::string kind = "fixed";  // the script's word, for text: "revolute", "free", "list", ...
    std::vector<Motion>
        motions;  // inboard to outboard; of a free hinge: three translations along hinge axes, then the angles
    Quasi quasi = Quasi::none;
    bool euler_parameters = false;             // orientation by a quaternion instead of rotations (spherical, free)
    int sequence = 0;                          // 321 ...; 0 when there are no Euler angles
    int planar_axis = 2;                       // planar: 0, 1, 2 for x, y, z
    std::vector<CoordinateIndex> coordinates;  // declared order: orientation first, then position; planar [x, y, q]
    std::vector<SpeedIndex> speeds;  // declared order: [w, v]; planar [v1, v2, r]; else the coordinates' rates
};

struct Body {
    std::string name;
    BodyIndex inboard;
    Hinge hinge;
    Vec3<Expr> at;      // hinge point from the inboard body's origin, in inboard axes
    Mat3<Expr> orient;  // inboard components -> hinge-axes components (constant)
    // The same rotation as successive elementary ones, when it was given so (empty: general matrix): axis 0..2 and
    // constant angle.
    std::vector<std::pair<int, Expr>> orient_rotations;
    Vec3<Expr> outboard_at;  // hinge point from this body's origin, in this body's axes
    Expr mass;
    Vec3<Expr> cm;       // from this body's origin, in this body's axes
    Mat3<Expr> inertia;  // about the mass centre, in this body's axes; tensor elements (Ixy = -sum m x y)
    // Of a flexible body; null: it is rigid. Its mass centre and its inertia change with its elastic coordinates.
    std::shared_ptr<const ElasticBody> elastic = nullptr;
    bool is_node = false;  // a point of the flexible body `inboard` with axes of its own; massless
};

// A point fixed in a body (or ground): location from the body's origin, in the body's axes.
struct PointOnBody {
    std::string name;
    BodyIndex body;
    Vec3<Expr> location;
};

// Axes fixed in a body. R_FB maps components in the body's axes to components in these axes.
struct FrameOnBody {
    std::string name;
    BodyIndex body;
    Mat3<Expr> R_FB;
    bool aligned = true;  // R_FB is the identity
};

// Loads (T47). Expressions may hold time, parameters, inputs, coordinates, speeds, states and external
// results.
struct ForceLoad {
    PointOnBody point;
    Vec3<Expr> components;  // in `frame`
    FrameOnBody frame;
    std::optional<PointOnBody> reaction;  // the opposite force acts here
};
struct TorqueLoad {
    BodyIndex body;
    Vec3<Expr> components;  // in `frame`
    FrameOnBody frame;
    std::optional<BodyIndex> reaction;
};
struct HingeLoad {
    SpeedIndex speed;  // the generalized force on this speed
    Expr value;
    std::optional<CoordinateIndex> cut = {};  // instead: on the rate of this coordinate of a cut hinge
};
// A force along the line between two points; positive pushes them apart. A spring keeps its constants for the potential
// energy: value = -stiffness * (distance - length) - damping * distance_rate.
struct LineLoad {
    PointOnBody P, Q;
    Expr value;
    bool spring = false;
    Expr stiffness, length;
};
struct Potential {
    Expr value;  // V(q, t)
    // dV/dq by coordinate, where `value` is no more in symbols of all coordinates that it depends on
    std::optional<std::vector<std::pair<CoordinateIndex, Expr>>> slopes = {};
};
struct Dissipation {
    Expr value;  // R(q, u)
};
// An explicit kinetic energy (`lagrange`), beside that of the bodies: T(q, u, t), at most quadratic in the rates of
// coordinates, without quasi-velocities.
struct KineticTerm {
    Expr value;
};

// A routine the user links, or a procedure of the script, called once per evaluation; its results are symbols of role
// external_result.
struct ExternalRoutine {
    std::string name;
    std::vector<Expr> arguments;       // of time, parameters, inputs, coordinates, speeds, states and earlier results
    std::vector<std::string> results;  // names of the symbols
    std::shared_ptr<const procedures::Procedure> procedure =
        nullptr;  // none: the user links it; arrays element by element

    bool is_linked() const { return procedure == nullptr; }
};
// The first one that the user links; null: there is none.
const ExternalRoutine* linked_among(const std::vector<ExternalRoutine>& externals);

// A routine of the user's that main programs call: before the run, or at its start and after every step of the
// integration. It is told numbers that the program has, and tells inputs, which keep their values until the next call.
struct StageRoutine {
    enum class Stage { init, step };
    // The time (no index), or an entry of a table.
    using Told = std::variant<std::monostate, ParameterIndex, InputIndex, CoordinateIndex, SpeedIndex, DependentIndex,
                              StateIndex, OutputIndex>;
    std::string name;
    Stage stage = Stage::step;
    std::vector<Told> arguments;
    std::vector<InputIndex> results;
};

// A quantity of the user's beside the mechanism's motion: z' = rate. Loads and constraints may hold it; mass,
// geometry and prescribed motions may not.
struct StateVariable {
    std::string name;
    std::string unit, text;
    Expr rate;           // may hold what an output may; in `unit` per second
    Expr initial_value;  // in parameters
    std::optional<UserUnit> user_unit = {};
};

struct Output {
    std::string name;
    Expr value;  // may also hold accelerations and multipliers
    std::string unit, text;
    std::optional<UserUnit> user_unit = {};
};

// A hinge that closes a loop between two bodies that exist already: B hangs on A by it as an outboard body hangs on its
// inboard one. Its free coordinates stand in q and have no speeds: `hinge.speeds` is empty, `hinge.quasi` is none.
struct CutHinge {
    BodyIndex B, A;  // A may be ground
    Hinge hinge;
    // as in Body, with A for the inboard body and B for the outboard one
    Vec3<Expr> at;
    Mat3<Expr> orient;
    std::vector<std::pair<int, Expr>> orient_rotations;
    Vec3<Expr> outboard_at;
    // Its coordinates are those of the pose from the start. Else they start where the script says, where no row holds them.
    bool starts_closed = false;
    bool carries = false;  // B or A moves freely on ground and starts where this hinge carries it
};

// What became of a joint: it carries B on A, or A on B, or it is cut and closes a loop as a constraint of its name.
struct JointUse {
    enum class Kind { branch, reversed_branch, cut };
    std::string name;
    BodyIndex A, B;
    Kind kind = Kind::branch;
};

// A condition on the motion. Rows follow the order of declaration, then x y z; with B u' = gamma the generalized
// constraint load is -B^T lambda.
struct Constraint {
    enum class Kind {
        position,  // value = lhs - rhs is zero; holds coordinates, time, inputs
        speed,     // value = lhs - rhs is zero and linear in the speeds
        loop,      // points P and Q of different bodies coincide; error is position(Q) - position(P)
        hinge,     // a cut hinge: rows in lagrange/kinematics/cut_hinge.hpp
    };
    Kind kind = Kind::position;
    std::string name;   // "" when the script gave none
    Expr value;         // position, speed
    PointOnBody P, Q;   // loop
    CutHinge cut = {};  // hinge
    // position, speed: of value and of the multiplier, whose load on a speed has power with it; "" where unknown
    std::string unit = {}, multiplier_unit = {};
    Expr active = {};  // a flag's symbol: the rows hold while it is not 0; the zero: they always hold
    // Of a contact or of dry friction: its load is what these allow (Contact). `active` is an expression of flags.
    bool of_contact = false;
    bool is_switched() const { return !active.is_zero(); }
};

// A contact (normal force N >= 0 along `normal`, with N = 0 or gap = 0) with Coulomb friction along `tangent`, or dry
// friction alone. While it sticks |F| <= mu N (|F| <= limit), while it slides F = -mu N slip (F = -limit slip); F is the
// load on the rate of the row `tangent`, and lambda = -N, -F. The flags: closed 0 or 1, slip -1, 0, +1.
// A contact in space has a second slip speed: while it slides F = -mu N v/|v| on both rows, slip is 1, and `direction` keeps
// the unit direction of v, which its event `turns` sets anew where v has turned away from it.
struct Contact {
    std::string name;
    std::optional<std::size_t> normal, tangent;  // numbers of constraints of one row; one of them at least
    Expr limit;                                  // mu of a contact; the limit of dry friction alone
    Expr restitution;
    Expr speed;                             // it closes without a bounce where it approaches slower than that
    std::optional<FlagIndex> closed, slip;  // none: it has no such flag
    std::optional<std::size_t> closes, opens, slips, sticks;  // numbers of the events
    std::optional<std::size_t> second = {};                   // the row of the second slip speed
    std::vector<FlagIndex> direction = {};                    // two with a second slip speed
    std::optional<std::size_t> turns = {};
};

// What happens at once where `function` passes zero. All values are taken before the event. With the flags as they are
// after it, the speeds jump by
//     M du + B^T p = P,   B u+ - b = 0 on rows that hold then, = -e (B u- - b) on rows of `impact` that approach.
struct Event {
    enum class Direction { falling = -1, either = 0, rising = +1 };
    struct Impulse {
        SpeedIndex speed;
        Expr value;  // the generalized impulse P on it
    };
    struct Setting {
        std::variant<FlagIndex, CoordinateIndex, StateIndex> what;
        Expr value;
    };
    std::string name;
    Expr function;  // may hold what an output may
    Direction direction = Direction::either;
    std::vector<Impulse> impulses;
    std::vector<std::size_t> impact;  // numbers of constraints of one row each, switched ones
    Expr restitution;                 // e of these rows
    std::vector<Setting> settings;
    bool stop = false;  // a simulation ends there
};

// How the conditions enter the equations of motion.
struct ConstraintTreatment {
    enum class Mode {
        multipliers,     // M u' + B^T lambda = f, B u' = gamma in one system (T37)
        eliminate,       // dependent speeds solved out: a minimal set
        null_space,      // all speeds; u' from S^T (M u' - f) = 0, with B S = 0
        fastest,         // multipliers or null_space, whichever is cheaper
        momentum,        // all speeds as M^-1 p; motions by the part of p that the constraints allow
        momentum_decay,  // the same, and the rest of p decays
    };
    Mode mode = Mode::multipliers;
    std::vector<SpeedIndex> dependent;  // eliminate, null_space: the speeds the user wants solved for; empty: chosen
    bool closes_loops = false;          // eliminate: inside the equations dependent coordinates stand on the rows
    Expr decay;                         // momentum_decay: its rate, in parameters, 1/s
    // Baumgarte's stabilization, in parameters, 1/s: gamma - 2 alpha phidot - beta^2 phi, for a speed constraint gamma
    // - alpha phidot. Zero: off, and nothing is emitted for it.
    Expr alpha, beta;
    friend bool operator==(const ConstraintTreatment&, const ConstraintTreatment&) = default;
};

// The rate of a coordinate that rows measure: no speed of the model.
struct MeasuredRate {
    CoordinateIndex of;
    friend bool operator==(const MeasuredRate&, const MeasuredRate&) = default;
};
// What keeps its initial value when the start is moved onto the constraints.
using HeldValue = std::variant<CoordinateIndex, SpeedIndex, MeasuredRate>;

// Which quantities are small, and from which order on terms are dropped. Products add orders: small counts +1, large -1,
// all else 0. A small coordinate makes its rate and its acceleration small, or its hinge's quasi-velocities.
struct SmallQuantities {
    std::map<Symbol, int> orders;  // of parameters, coordinates, speeds, states, inputs
    int drop_from = 2;
    bool any() const { return !orders.empty(); }
};

// Never the same twice in a process.
std::uint64_t next_serial();

// What of a model a change concerns.
enum class ModelPart {
    mechanism,  // what equations are formed of: bodies, hinges, loads, constraints, energies, user's routines
    start,      // parameters with their defaults, initial values
    rest,       // inputs, outputs, points, frames, the treatment of constraints
};
// By part: how often it has been changed.
using Revision = std::array<std::uint64_t, 3>;

struct Model {
    // Which model this is: its copies have the same number, and so have the systems that are formed of it. Nothing that
    // is emitted depends on it.
    std::uint64_t serial = next_serial();
    // What is computed of a model and kept holds for its serial number and the revisions of the parts that it is
    // computed of.
    Revision revision{};
    std::shared_ptr<Graph> graph = std::make_shared<Graph>();
    std::string name, title;
    std::vector<Parameter> parameters;
    std::vector<Input> inputs;
    std::vector<Coordinate> coordinates;
    std::vector<Speed> speeds;
    std::vector<Body> bodies = {Body{}};  // bodies[0].name is "ground"
    std::vector<PointOnBody> points;
    std::vector<FrameOnBody> frames;
    Vec3<Expr> gravity;  // in ground axes
    std::vector<ForceLoad> forces;
    std::vector<TorqueLoad> torques;
    std::vector<HingeLoad> hinge_loads;
    std::vector<LineLoad> line_loads;
    std::vector<Potential> potentials;
    std::vector<Dissipation> dissipations;
    std::vector<KineticTerm> kinetic_terms;
    std::vector<ExternalRoutine> externals;    // in the order of their calls
    std::vector<StateVariable> states;         // in the order of s
    std::vector<StageRoutine> stage_routines;  // in the order of their calls
    std::vector<Event> events;                 // in declared order
    std::vector<Output> outputs;
    std::vector<Constraint> constraints;
    std::vector<JointUse> joints;   // by name
    std::vector<Contact> contacts;  // in declared order
    // Contacts without friction whose rows stand among the switched ones: while one is closed its row holds like any
    // other, and only events and the search of the mode treat it as a contact.
    std::vector<Contact> stops;
    Expr contact_speed;  // a thousandth of it is what gaps and rates of contacts and stops may err by
    ConstraintTreatment treatment;
    std::vector<HeldValue> held;  // in the order in which `hold` names them
    SmallQuantities small;

    Model() { bodies[0].name = "ground"; }
    std::uint64_t revision_of(ModelPart part) const { return revision[static_cast<std::size_t>(part)]; }
    const Body& body(BodyIndex b) const { return bodies[b.value]; }
    const Parameter& parameter(ParameterIndex p) const { return parameters[p.value]; }
};

// The symbols of the tables' entries.
Expr symbol(const Model& model, CoordinateIndex q);
Expr symbol(const Model& model, SpeedIndex u);
Expr symbol(const Model& model, ParameterIndex p);
Expr symbol(const Model& model, InputIndex w);
Expr symbol(const Model& model, FlagIndex f);
Expr symbol(const Model& model, StateIndex s);
Expr acceleration_symbol(const Model& model, SpeedIndex u);      // role acceleration, name = speed's name + "'"
Expr symbol(const Model& model, const Event::Setting& setting);  // of what it sets
Expr time_symbol(const Model& model);                            // "t"
// Whether `hold` names it.
bool is_held(const Model& model, const HeldValue& value);
// Whether the pose from the start says what it is: a coordinate of a joint that is cut or rows.
bool follows_pose(const Model& model, CoordinateIndex q);
// At this place of the inputs; what the model says of inputs behind it moves with them.
void insert_input(Model& model, InputIndex place, Input input);
// How many of the inputs are flags: the last ones.
std::size_t flag_count(const Model& model);
InputIndex input_of(const Model& model, FlagIndex f);
std::optional<FlagIndex> flag_named(const Model& model, const std::string& name);
// Whether a symbol of this name is a flag.
bool is_flag(const Model& model, const std::string& name);
// How many rows a constraint has, dropped ones counted. Of a cut hinge: first 3 - free translations rows of separation,
// then 3 - free rotations rows of orientation.
std::size_t row_count(const Constraint& constraint);
std::size_t separation_row_count(const CutHinge& cut);
std::size_t orientation_row_count(const CutHinge& cut);
// "loop1.x", "height", "constraint 2", of a cut hinge "crank.s1" (separation) and "crank.r1" (orientation): what a row
// of a constraint is called; `component` as in ConstraintRow.
std::string row_name(const Model& model, std::size_t constraint, std::size_t component);
// Role multiplier: the load of one row of a constraint; `component` as in ConstraintRow. Valid however many rows turn
// out to be dropped or left out.
Expr multiplier_symbol(const Model& model, std::size_t constraint, std::size_t component);

// The Euler parameters e0..e3 of every hinge, cut ones included, in the order of q.
std::vector<std::array<CoordinateIndex, 4>> quaternions(const Model& model);

// More contacts than these are not tried mode by mode.
inline constexpr std::size_t most_enumerated_contacts = 4;
bool is_crowd_of_contacts(const Model& model);
// Closed contacts that depend on each other share their loads; in other models what depends on others is open.
bool contacts_share_loads(const Model& model);

bool has_flexible_bodies(const Model& model);
// Whether it is an elastic coordinate of a flexible body.
bool is_elastic(const Model& model, CoordinateIndex q);
// What a step of 1 of a trial state is for this coordinate: less for elastic ones.
double trial_size(const Model& model, CoordinateIndex q);
// Neither bodies nor energies: there is nothing to form equations of.
bool is_empty(const Model& model);
// True when `inner` is `outer` or lies inboard of it.
bool is_inboard_of(const Model& model, BodyIndex inner, BodyIndex outer);
// The nearest body on both inboard paths (Turner's inboard list, T26); ground at last.
BodyIndex common_inboard_body(const Model& model, BodyIndex a, BodyIndex b);

// "carries B on A", "carries A on B, from B to A", "is cut: ..": what became of a joint.
std::string use_text(const Model& model, const JointUse& joint);

// The text of `--dump model`.
std::string to_string(const Model& model);

}  // namespace lag
