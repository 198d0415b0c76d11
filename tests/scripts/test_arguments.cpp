// What built-ins declare and what they read: nothing else is read, nothing is declared in vain.
#include <set>
#include <sstream>

#include "scripts/language/built_in.hpp"
#include "scripts/statements/description.hpp"
#include "scripts/statements/states.hpp"
#include "tests/scripts/test_interpreter_run.hpp"

using namespace lag;

namespace {

using Read = std::set<std::pair<std::string, std::string>>;  // (built-in, argument as written)

Read& all_read() {
    static Read read;
    return read;
}

// Calls as the row of that name does, and notes what it has read.
Value recorded(Call& call) {
    const auto note = [&] {
        for (const DeclaredArgument* argument : call.arguments_read())
            all_read().insert({call.built_in.name, argument->as_written()});
    };
    try {
        Value value = find_built_in(call.built_in.name)->call(call);
        note();
        return value;
    } catch (...) {
        note();
        throw;
    }
}

BuiltInTable recording_table() {
    BuiltInTable table = built_ins();
    for (auto& [name, row] : table)
        if (row.call != nullptr) row.call = recorded;
    return table;
}

// Up to the first error.
void run_recorded(const std::string& text, const std::string& name) {
    static const BuiltInTable table = recording_table();
    std::ostringstream output, messages;
    InterpretOptions options;
    options.output = &output, options.messages = &messages;
    const auto mechanics = lagrange_mechanics();
    Description description(*mechanics);
    Interpreter interpreter(table, description, options);
    try {
        interpreter.run(parse(text, name));
        settle_rates(interpreter, description);
    } catch (const InputError&) {
    }
}

// Arguments that the examples of `help` do not have.
const std::vector<std::string> more_scripts{
    "diff(x^2*y^3, x, 1, y, 2); min(1, 2); max(1, 2); matrix([1], [2]); diag([1, 2]); diag(1, 2); mod(7, 3);\n"
    "coeff(x^2, x, 2); rest([1, 2], 1); map(max, [1], [2]); makelist(i, i, 1, 3, 2); makelist(x, x, [1]);\n"
    "sum(i, i, 1, 3, 2); sum(x, x, [1]); product(i, i, 1, 3, 2); product(x, x, [1]); concat(a, 1);\n"
    "subst(1, x, x + 1); append([1], [2]); print(1, 2); assert(1 = 1, \"text\"); zeromatrix(2, 3);",
    "assert(1 = 2, \"text\");",
    "error(\"text\", 3);",
    "load(\"tires.lag\");",
    "column(\"damper.csv\", \"force\");",
    "model(m, \"title\")$ parameter(k, 1, \"N/m\", \"text\")$ parameters(a = 1, b = 2)$ parameter(tau, 1, \"s\")$ "
    "input(w, \"N\", \"text\")$\n"
    "flag(f, 1, \"text\")$ gravity([0, 0, -9.81])$ state(z, \"Pa\", \"text\", rate = -z/tau)$\n"
    "body(B, ground, hinge = revolute(z, q), at = [1, 0, 0], outboard_at = [0, 1, 0], orient = [[z, 1]], mass = 1,\n"
    "     cm = [1, 0, 0], inertia = [1, 1, 2], inertia_at = origin)$\n"
    "body(C, B, hinge = prismatic(x, s), mass = 1)$ output(o, q, \"rad\", \"text\")$\n"
    "point(P, B, [1, 0, 0])$ point(Q, C, [0, 2, 0])$ frame(F, B, orient = [[z, 1]])$ small(s, s')$ large(k, a)$\n"
    "force(P, [1, 0, 0], in = B, reaction = Q)$ torque(B, [1, 0, 0], in = B, reaction = C)$\n"
    "spring(P, Q, stiffness = 1, damping = 1, length = 1)$ line_force(P, Q, 1)$ hinge_friction(s, 1)$\n"
    "limit(s, -1, 1, restitution = 1/2, friction = 1/10, tangent = q')$ event(up, q, rising, impulse = [q' = 1])$\n"
    "event(down, q, falling, set = [f = 0], stop = true)$ contact(foot, s, restitution = 1/2, friction = 1/10,\n"
    "     tangent = q')$ constraint(q = s, name = row, active = f)$\n"
    "event(hit, s, falling, impact = [row], restitution = 1/2)$ speed_constraint(q' = 2*s', name = row2, active = f)$\n"
    "options(formulation = auto, optimize_for = time, constraints = multipliers, dependent = [s'], \n"
    "     stabilization = [1, 2], decay = 2, contact_speed = 1/100, small_order = 2)$ initial(s = 1, hold = [q])$\n"
    "shape(B, mesh(\"B.stl\", scale = 2), at = [1, 0, 0], orient = [[z, 1]])$ shape(B, cylinder(z, 1, 2))$\n"
    "user_unit(q, \"deg\")$ external(routine, [q], [w], stage = init)$\n"
    "position(P, Q, in = B); velocity(P, in = B, relative_to = C); acceleration(P, in = B, relative_to = C);\n"
    "angular_velocity(B, in = B, relative_to = C); rotation(B, C); momentum(B, in = B); angular_momentum(B, in = B);\n"
    "partial_velocity(P, q', in = B); partial_angular_velocity(B, q', in = B); total_mass(B); mass_centre(B, in = B);\n"
    "total_momentum(B, in = B); total_angular_momentum(B, about = P, in = B); normal_force(foot); save(\"a.csv\", 1);",
    "model(m)$ body(B, ground, hinge = free(sequence = 321, angles = [a, b, c], position = [x, y, z],\n"
    "     speeds = [p, q, r, u, v, w]), mass = 1, inertia = [1, 1, 1])$\n"
    "body(C, ground, hinge = spherical(quaternion = [e0, e1, e2, e3], speeds = [w1, w2, w3]), inertia = [1, 1, 1])$\n"
    "body(D, ground, hinge = free(quaternion = [d0, d1, d2, d3]), mass = 1, inertia = [1, 1, 1])$\n"
    "body(G, ground, hinge = planar(z, [gx, gy, gq], speeds = [g1, g2, g3]), mass = 1, inertia = [1, 1, 1])$\n"
    "body(H, ground, hinge = screw(z, 1, h), mass = 1, inertia = [1, 1, 1])$\n"
    "body(I, ground, hinge = cylindrical(z, i1, i2), mass = 1, inertia = [1, 1, 1])$\n"
    "body(J, ground, hinge = universal([x, y], [j1, j2]), mass = 1, inertia = [1, 1, 1])$\n"
    "body(K, ground, hinge = [translate(x, k1), rotate(z, k2)], mass = 1, inertia = [1, 1, 1])$\n"
    "body(L, ground, hinge = revolute(z, coupled(k2)), inertia = [1, 1, 1])$\n"
    "point(P, K, [1, 0, 0])$",
    "model(m)$ body(K, ground, hinge = [translate(x, k1), rotate(z, k2)], mass = 1, inertia = [1, 1, 1])$\n"
    "body(J, ground, hinge = planar(z), mass = 1, inertia = [1, 1, 1])$ flag(f, 1)$\n"
    "close_loop(cm(K), cm(J), name = loop, active = f)$ multiplier(loop);",
    "model(m)$ body(A, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ body(B, ground, hinge = revolute(z, r),\n"
    "     inertia = [0, 0, 1])$ cut_hinge(B, A, hinge = planar(z, [x, y, a]), at = [1, 0, 0], outboard_at = [0, 1, "
    "0],\n"
    "     orient = [[z, 1]], name = n)$",
    "model(m)$ options(tree = [J])$ joint(J, ground, A, hinge = revolute(z, q), at = [1, 0, 0], outboard_at = [0, 1, "
    "0],\n     orient = [[z, 1]])$ body(A, mass = 1, cm = [0, 1, 0], inertia = [0, 0, 1], inertia_at = origin)$",
    "model(m)$ body(A, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ input(w)$ hinge_load(q, w - q')$\n"
    "linearize(at = [q = 0], inputs = [w], outputs = [q]);\n"
    "linear_equations(coordinates = [q]); modes(at = [q = 0]);\n"
    "frequency_response(at = [q = 0], input = w, output = q, from = 1, to = 2, points = 3);\n"
    "trim(given = [q = 0], find = [w], free = [q]);",
    "model(m)$ flexible(b, ground, hinge = revolute(z, q), at = [1, 0, 0], orient = [[z, 1]], beam = [axis = x,\n"
    "     length = 1, EIz = 1, rhoA = 1, modes = [bend_y = 1]], coordinates = [e], damping = [1, 2], stiffening = "
    "true,\n"
    "     inboard_at = node(b, 1))$",
    "model(m)$ coordinate(q, \"m\")$ lagrange(q'^2/2, q^2/2, coordinates = [q], loads = [-q'])$",
    "model(m)$ body(B, ground, hinge = [translate(x, s), translate(z, h)], mass = 1)$ point(P, B, [0, 1, 0])$ "
    "potential(s^2)$\n"
    "dissipation(s'^2)$ shape(B, box([1, 1, 1]))$ shape(B, sphere(1))$ procedure(half, [x], [y], y: x/2)$\n"
    "contact(foot, h, friction = 1/2, tangent = s')$ output(grip, friction_force(foot))$ external(half, [s], [r])$\n"
    "distance(P, origin(B)); distance_rate(P, cm(B)); reaction(B); theta_places(B); omega_places(B); check(1 = 1)$",
    "model(m)$ body(A, ground, hinge = spherical(sequence = 321, angles = [a, b, c]), inertia = [1, 1, 1])$",
    "model(m)$ flexible(b, ground, hinge = fixed, beam = [axis = x, length = 1, EIz = 1, rhoA = 1, modes = [bend_y = "
    "1]])$ output(tip, position(node(b, 1))[2])$",
    "model(m)$ options(joints = absolute)$ body(A, ground, hinge = revolute(z, q1), treat = tree, inertia = [1, 1, "
    "1])$ "
    "joint(J, A, B, hinge = revolute(z, q2), treat = absolute)$ body(B, mass = 1, inertia = [1, 1, 1])$ output(o, q2)$",
    "model(m)$ flexible(b, ground, hinge = fixed, sid = \"missing.sid\")$",
    "model(m)$ flexible(b, ground, hinge = fixed, beam = [axis = x, length = 1, EIz = 1, rhoA = 1, modes = [bend_y = "
    "1]],\n     sid_parameters = true)$",
    "table(1, [1, 2], [1, 2], interpolation = linear, outside = constant); table(1, 2, [1, 2], [1, 2], [[1, 2], [3, "
    "4]]);",
    "model(m)$ body(A, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ emit(c, \"r.c\", residual = speeds)$",
    "assume(k > 0, m > 0 and l > 0)$ trigreduce(sin(x)^2, x);",
    "model(m)$ body(A, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ lie_derivative(q, 2);",
    "emit(c, \"f.h\", function = f, arguments = [x], results = [x^2], sines = vector)$",
    "model(m)$ parameters(k = 1)$ body(A, ground, hinge = revolute(z, q), inertia = [0, 0, 1])$ output(o, k*q)$\n"
    "emit(cpp, \"a.hpp\", routines = [derivatives], jacobian = [q], tangent = [q], adjoint = [q], hessian = [q],\n"
    "     of = [derivatives], formulation = auto, sines = vector, batch = true, driver = true, regressor = true,\n"
    "     equilibrium = true, stepper = rk4)$ emit(c, \"a.c\", limbs = scalar, library = true)$\n"
    "emit(fmu, \"a.fmu\", version = 2, tunable = [k], source = [\"a.c\"])$\n"
    "emit(cpp, \"p.hpp\", partition = true)$ emit(casadi, \"b.c\", parameters = numbers)$",
};

Value reads_another(Call& call) {
    return call.has("other");
}

}  // namespace

TEST_CASE("a built-in can only read what it declares", "[arguments]") {
    using namespace arguments;
    BuiltInTable table = built_ins();
    table["f"] = {"f", {keyword("own", "x", a_value, "its own")}, "reads another", "f();", reads_another};
    const auto mechanics = lagrange_mechanics();
    Description description(*mechanics);
    Interpreter interpreter(table, description, {});
    CHECK_THROWS_AS(interpreter.run(parse("f(own = 1)$", "script.lag")), InternalError);
}

TEST_CASE("every argument that a built-in declares is read", "[arguments]") {
    for (const auto& [name, row] : built_ins()) run_recorded(row.example, name);
    for (std::size_t k = 0; k < more_scripts.size(); ++k) run_recorded(more_scripts[k], "more.lag");
    for (const auto& [name, row] : built_ins()) {
        if (row.call == nullptr || name == "procedure") continue;  // read from the tree of the whole call
        std::vector<DeclaredArguments> forms = row.other_places;
        forms.push_back(row.arguments);
        for (const DeclaredArguments& form : forms)
            for (const DeclaredArgument& argument : form) {
                INFO(name << ": " << argument.as_written());
                CHECK(all_read().contains({name, argument.as_written()}));
            }
    }
}

TEST_CASE("every argument of a statement says what it is", "[arguments]") {
    for (const auto& [name, row] : built_ins())
        for (const DeclaredArgument& argument : row.arguments) {
            INFO(name << ": " << argument.as_written());
            CHECK(!argument.form.empty());
            if (argument.is_keyword()) CHECK(!argument.text.empty());
            if (argument.is_keyword() && argument.type.words == arguments::a_word.words) CHECK(!argument.words.empty());
        }
}
