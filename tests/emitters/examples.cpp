// Closed forms: pendulum and double pendulum after Goldstein 1980, chapter 1 (Lagrange's equations of point
// masses and rods).

#include "tests/emitters/examples.hpp"

#include "core/calculus.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/support/model_builder.hpp"
#include "tests/support/random_constraints.hpp"

namespace lag {

namespace {

// Coordinates, their rates as speeds, no bodies: what lower() needs of a Model besides the equations.
void add_coordinate(ModelBuilder& builder, const std::string& name, Expr initial) {
    builder.model.coordinates.push_back({name, ground, initial, "rad", true});
    const CoordinateIndex q{builder.model.coordinates.size() - 1};
    builder.model.speeds.push_back({name + "'", ground, builder.integer(0), "rad/s", q});
}

Equations start(const ModelBuilder& builder, std::size_t speeds) {
    Equations e;
    e.graph = builder.model.graph;
    e.pattern = SymmetricPattern(speeds);
    for (std::size_t i = 0; i < speeds; ++i) e.kinematic_equations.push_back(symbol(builder.model, SpeedIndex{i}));
    return e;
}

void add_mass(Equations& e, std::size_t row, std::size_t column, Expr value) {
    e.pattern.insert(row, column);
    e.mass_matrix.push_back({row, column, value});
}

void finish(Example& example) {
    const Model& model = example.model;
    Equations& e = example.equations;
    const std::size_t n = model.speeds.size();
    std::vector<Expr> load(n, model.graph->integer(0));
    for (const MassEntry& m : e.mass_matrix) {
        load[m.row] += m.value * acceleration_symbol(model, SpeedIndex{m.column});
        if (m.row != m.column) load[m.column] += m.value * acceleration_symbol(model, SpeedIndex{m.row});
    }
    for (std::size_t i = 0; i < n; ++i) e.inverse_dynamics.push_back(load[i] - e.right_side[i]);
    e.generalized_forces = e.right_side;
}

Example formed(Model model, const FormulationChoice& choice = {}) {
    const Kinematics kinematics = compute_kinematics(model);
    Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics), choice);
    return {std::move(model), std::move(equations)};
}

}  // namespace

Example pendulum() {
    ModelBuilder b("pendulum");
    b.model.title = "A rod that swings, with \"quotes\" and a backslash \\";
    const Expr m = b.parameter("m", "2"), l = b.parameter("l", "0.75"), g = b.parameter("g", "9.81");
    b.model.parameters[0].unit = "kg", b.model.parameters[0].text = "mass of the rod";
    const Expr tau = b.input("tau");
    add_coordinate(b, "q1", b.model.graph->rational(3, 10));
    const Expr q = b.q("q1"), u = b.u("q1'");
    Equations e = start(b, 1);
    add_mass(e, 0, 0, m * l * l / 3);
    e.right_side = {tau - m * g * l / 2 * sin(q)};
    e.kinetic_energy = m * l * l / 6 * u * u;
    e.potential_energy = -(m * g * l / 2 * cos(q));
    b.model.outputs.push_back({"height", -(l * cos(q)), "m", "of the free end"});
    b.model.outputs.push_back({"tangential", l * acceleration_symbol(b.model, SpeedIndex{0}), "m/s^2", ""});
    Example example{b.model, e};
    finish(example);
    return example;
}

Example double_pendulum() {
    ModelBuilder b("double_pendulum");
    const Expr m1 = b.parameter("m1", "1.5"), m2 = b.parameter("m2", "0.5"), l1 = b.parameter("l1", "1.25");
    const Expr l2 = b.parameter("l2", "0.8"), g = b.parameter("g", "9.81");
    add_coordinate(b, "q1", b.parameter("start", "0.25"));
    add_coordinate(b, "q2", 2 * b.model.graph->symbol("start", Role::parameter));
    const Expr q1 = b.q("q1"), q2 = b.q("q2"), u1 = b.u("q1'"), u2 = b.u("q2'");
    Equations e = start(b, 2);
    const Expr c = cos(q1 - q2), s = sin(q1 - q2), coupling = m2 * l1 * l2;
    add_mass(e, 0, 0, (m1 + m2) * l1 * l1);
    add_mass(e, 1, 0, coupling * c);
    add_mass(e, 1, 1, m2 * l2 * l2);
    e.right_side = {-(coupling * s * u2 * u2) - (m1 + m2) * g * l1 * sin(q1),
                    coupling * s * u1 * u1 - m2 * g * l2 * sin(q2)};
    e.kinetic_energy = (m1 + m2) * l1 * l1 * u1 * u1 / 2 + m2 * l2 * l2 * u2 * u2 / 2 + coupling * c * u1 * u2;
    e.potential_energy = -((m1 + m2) * g * l1 * cos(q1)) - m2 * g * l2 * cos(q2);
    Example example{b.model, e};
    finish(example);
    return example;
}

Example conditions() {
    ModelBuilder b("conditions");
    Graph& g = *b.model.graph;
    const Expr p = b.parameter("stiffness", "3.5"), limit = b.parameter("limit", "0.2"), w = b.input("w1");
    add_coordinate(b, "x", g.integer(0));
    const Expr x = b.q("x"), v = b.u("x'"), half = g.rational(1, 2), t = b.time();
    const Expr beyond = g.binary(Op::less, limit, x), moving = g.binary(Op::less_equal, g.integer(0), v);
    const Expr both = g.binary(Op::logical_and, beyond, moving);
    const Expr either = g.binary(Op::logical_or, g.logical_not(beyond), g.binary(Op::equal, w, g.integer(0)));
    Expr f =
        g.select(both, p * (x - limit), g.integer(0)) + g.select(both, v * v, x / 3) + g.select(either, w, -w * half);
    f += g.select(g.binary(Op::less, limit, g.integer(1)), x * limit, -x);  // a condition on parameters
    for (const Op op : {Op::sqrt, Op::log}) f += g.unary(op, g.integer(2) + x * x);
    for (const Op op :
         {Op::tan, Op::asin, Op::acos, Op::atan, Op::sinh, Op::cosh, Op::tanh, Op::exp, Op::abs, Op::floor})
        f += g.unary(op, x * half);
    f += g.binary(Op::atan2, x, v) + g.binary(Op::pow, g.integer(1) + x * x, p) +
         g.binary(Op::mod, 7 * x, g.rational(3, 4));
    f += g.binary(Op::min, x, v) * g.binary(Op::max, x, v) + g.pi() * t + g.unary(Op::sqrt, g.integer(2)) * sin(t * x);
    Equations e = start(b, 1);
    add_mass(e, 0, 0, p + x * x);
    e.right_side = {f};
    e.kinetic_energy = (p + x * x) * v * v / 2;
    e.potential_energy = g.select(both, x, v);
    Example example{b.model, e};
    finish(example);
    return example;
}

namespace {

// Break points -0.8 .. 0.8 and any coefficients.
PointTable any_table(std::size_t axes, std::size_t degree, std::size_t segments, long seed) {
    PointTable table;
    table.degree = degree;
    std::size_t cells = 1;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto n = static_cast<long>(segments + axis);
        std::vector<Rational>& starts = table.starts.emplace_back();
        for (long k = 0; k < n; ++k) starts.push_back(Rational(16 * k) / (10 * n) - Rational(4) / 5);
        cells *= segments + axis;
    }
    for (std::size_t k = 0; k < cells * table.coefficients_of_segment(); ++k) {
        seed = (seed * 48271) % 2147483647;
        table.coefficients.push_back(Rational(seed % 2001 - 1000) / 700);
    }
    return table;
}

}  // namespace

Example tables() {
    ModelBuilder b("tables");
    Graph& g = *b.model.graph;
    const Expr p = b.parameter("place", "0.35"), w = b.input("w1");
    add_coordinate(b, "x", g.integer(0));
    const Expr x = b.q("x"), v = b.u("x'");
    const auto table = [](const PointTable& points) { return std::make_shared<const PointTable>(points); };
    const auto line = table(any_table(1, 1, 40, 1)), cubic = table(any_table(1, 3, 21, 2)),
               map = table(any_table(2, 1, 6, 3)), smooth_map = table(any_table(2, 3, 5, 4));
    const auto curve = [&](const auto& points, unsigned order, Expr at) {
        return g.lookup({points, {order, 0}}, std::array<Expr, 1>{at});
    };
    const auto surface = [&](const auto& points, unsigned a, unsigned c, Expr at, Expr and_at) {
        return g.lookup({points, {a, c}}, std::array<Expr, 2>{at, and_at});
    };
    Expr f = p * curve(line, 0, x) + curve(line, 0, v) * curve(line, 1, w) - curve(line, 1, -x);
    for (unsigned order = 0; order <= 3; ++order) f += curve(cubic, order, x * v) * curve(cubic, order, p);
    f += surface(map, 0, 0, x, v) + surface(map, 1, 0, v, x) * surface(map, 0, 1, w, x) - surface(map, 1, 1, x, v);
    for (unsigned a = 0; a <= 3; ++a)
        for (unsigned c = 0; c <= 3; ++c) f += surface(smooth_map, a, c, x, w) / 8;
    Equations e = start(b, 1);
    add_mass(e, 0, 0, g.integer(2) + x * x);
    e.right_side = {f};
    e.kinetic_energy = (g.integer(2) + x * x) * v * v / 2;
    e.potential_energy = curve(line, 0, x) + p * curve(cubic, 0, x);
    Example example{b.model, e};
    finish(example);
    return example;
}

Example nested_angles() {
    ModelBuilder b("nested");
    const Expr a = b.parameter("a", "0.7"), w = b.input("w1");
    for (const char* name : {"q1", "q2", "q3"}) add_coordinate(b, name, b.integer(0));
    const Expr q1 = b.q("q1"), q2 = b.q("q2"), q3 = b.q("q3"), u1 = b.u("q1'");
    const Expr product = q1 * q2 + a * q3, inner = sin(q1) * cos(q2 - w), outer = inner * q3 + product * cos(-q3);
    Equations e = start(b, 3);
    for (std::size_t k = 0; k < 3; ++k) add_mass(e, k, k, b.integer(2) + sin(product) * cos(q1) / 3);
    add_mass(e, 1, 0, sin(outer) / 5);
    e.right_side = {sin(product) * u1 + cos(outer) * product, inner * outer + sin(sin(outer) + q1) * inner,
                    cos(product) - sin(a * q1) * cos(cos(outer) * w)};
    e.kinetic_energy = sin(q1) * u1 * u1;
    e.potential_energy = cos(outer) * outer;
    Example example{b.model, e};
    finish(example);
    return example;
}

Example top() {
    ModelBuilder b("top");
    b.model.gravity = {{b.integer(0), b.integer(0), -b.parameter("g", "9.81")}};
    b.body("rotor", ground);
    b.spherical_quaternion({"e0", "e1", "e2", "e3"}, {"w1", "w2", "w3"});
    b.mass(b.parameter("m", "2"), b.vector("0", "0", "0.5"), b.inertia("0.3", "0.3", "0.1"));
    return formed(b.model);
}

Example constrained(std::uint64_t seed) {
    RandomModelOptions options;
    options.max_bodies = 4, options.most_speeds = 9;
    options.springs = options.line_forces = false;
    options.forces = options.torques = options.hinge_loads = options.potentials = options.dissipations = false;
    RandomConstraintOptions conditions;
    conditions.loops = conditions.positions = conditions.speeds = 1;
    return formed(random_constrained_tree(seed, options, conditions).model);
}

Example tree(std::uint64_t seed, int bodies, const FormulationChoice& choice, const std::vector<std::string>& hinges) {
    RandomModelOptions options;
    options.hinges = hinges;
    options.min_bodies = options.max_bodies = bodies;
    options.springs = options.line_forces = false;  // their lengths are symbols of the tests' own
    Example example = formed(random_tree(seed, options), choice);
    // a symbol that only the oracle knows becomes an input
    example.model.inputs.push_back({"outside", "", "", 0});
    Graph& graph = *example.model.graph;
    Substitution known(graph);
    known.replace(graph.symbol("outside", Role::external_result), graph.symbol("outside", Role::input));
    Equations& e = example.equations;
    std::vector<std::vector<Expr>*> lists{&e.right_side, &e.inverse_dynamics, &e.absorbed};
    if (auto* linear = std::get_if<LinearSystem>(&e.accelerations)) lists.push_back(&linear->absorbed_right_side);
    if (auto* solved = std::get_if<SolvedAccelerations>(&e.accelerations)) lists.push_back(&solved->accelerations);
    for (auto* list : lists)
        for (Expr& value : *list) value = known(value);
    return example;
}

}  // namespace lag
