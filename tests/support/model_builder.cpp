#include "tests/support/model_builder.hpp"

#include "core/errors.hpp"

namespace lag {

Expr ModelBuilder::parameter(const std::string& name, const std::string& literal) {
    model.parameters.push_back({name, number(literal), "", ""});
    return model.graph->symbol(name, Role::parameter);
}

Expr ModelBuilder::input(const std::string& name) {
    model.inputs.push_back({name, "", "", 0});
    return model.graph->symbol(name, Role::input);
}

Expr ModelBuilder::driving_input(const std::string& name) {
    const Expr symbol = input(name);
    model.inputs.push_back({name + "'", "", "", 1});
    model.inputs.push_back({name + "''", "", "", 2});
    return symbol;
}

SpeedIndex ModelBuilder::speed_index(const std::string& name) const {
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        if (model.speeds[k].name == name) return SpeedIndex{k};
    throw InternalError("test model: no speed " + name);
}

Vec3<Expr> ModelBuilder::axis(int k) const {
    return axis(k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0);
}

Vec3<Expr> ModelBuilder::axis(long x, long y, long z) const {
    Graph& g = *model.graph;
    const Expr length = sqrt(g.integer(x * x + y * y + z * z));
    return {{g.integer(x) / length, g.integer(y) / length, g.integer(z) / length}};
}

Vec3<Expr> ModelBuilder::vector(const std::string& x, const std::string& y, const std::string& z) {
    const auto component = [&](const std::string& literal) {
        return literal[0] == '-' ? -number(literal.substr(1)) : number(literal);
    };
    return {{component(x), component(y), component(z)}};
}

Mat3<Expr> ModelBuilder::inertia(const std::string& xx, const std::string& yy, const std::string& zz) {
    return inertia({number(xx), number(yy), number(zz), integer(0), integer(0), integer(0)});
}

Mat3<Expr> ModelBuilder::inertia(const std::array<Expr, 6>& e) {
    Mat3<Expr> J;
    for (std::size_t i = 0; i < 3; ++i) J(i, i) = e[i];
    J(0, 1) = J(1, 0) = e[3];
    J(0, 2) = J(2, 0) = e[4];
    J(1, 2) = J(2, 1) = e[5];
    return J;
}

BodyIndex ModelBuilder::body(const std::string& name, BodyIndex inboard) {
    Body b;
    b.name = name;
    b.inboard = inboard;
    const Expr zero = integer(0);
    for (std::size_t i = 0; i < 3; ++i) {
        b.at[i] = b.outboard_at[i] = b.cm[i] = zero;
        for (std::size_t j = 0; j < 3; ++j) {
            b.orient(i, j) = integer(i == j ? 1 : 0);
            b.inertia(i, j) = zero;
        }
    }
    b.mass = zero;
    model.bodies.push_back(b);
    return BodyIndex{model.bodies.size() - 1};
}

void ModelBuilder::mass(Expr m, const Vec3<Expr>& cm, const Mat3<Expr>& about_cm) {
    newest().mass = m;
    newest().cm = cm;
    newest().inertia = about_cm;
}

Mat3<Expr> frame_rotation(Graph& graph, int k, Expr angle) {
    Mat3<Expr> R;
    const auto a = static_cast<std::size_t>(k), b = (a + 1) % 3, c = (a + 2) % 3;
    for (auto& row : R.rows) row = {graph.integer(0), graph.integer(0), graph.integer(0)};
    R(a, a) = graph.integer(1);
    R(b, b) = R(c, c) = cos(angle);
    R(b, c) = sin(angle);
    R(c, b) = -sin(angle);
    return R;
}

void ModelBuilder::orient(int axis, Expr angle) {
    newest().orient = frame_rotation(*model.graph, axis, angle) * newest().orient;
    newest().orient_rotations.emplace_back(axis, angle);
}

CoordinateIndex ModelBuilder::new_coordinate(const std::string& name, bool angle, const std::string& unit) {
    const CoordinateIndex index{model.coordinates.size()};
    model.coordinates.push_back({name, BodyIndex{model.bodies.size() - 1}, integer(0), unit, angle});
    newest().hinge.coordinates.push_back(index);
    return index;
}

void ModelBuilder::new_speed(const std::string& name, std::optional<CoordinateIndex> rate_of) {
    newest().hinge.speeds.push_back(SpeedIndex{model.speeds.size()});
    model.speeds.push_back({name, BodyIndex{model.bodies.size() - 1}, integer(0), "", rate_of});
}

void ModelBuilder::move(Motion::Kind kind, const Vec3<Expr>& axis, CoordinateIndex q) {
    newest().hinge.motions.push_back({kind, axis, symbol(model, q), q});
}

void ModelBuilder::elementary(Motion::Kind kind, const Vec3<Expr>& axis, const HingeSlot& slot) {
    newest().hinge.kind = "list";
    if (slot.given) {
        newest().hinge.motions.push_back({kind, axis, *slot.given, {}});
        return;
    }
    const bool angle = kind == Motion::Kind::rotate;
    const CoordinateIndex q = new_coordinate(slot.name, angle, angle ? "rad" : "m");
    new_speed(slot.name + "'", q);
    move(kind, axis, q);
}

void ModelBuilder::revolute(const Vec3<Expr>& axis, const HingeSlot& q) {
    rotate(axis, q);
    newest().hinge.kind = "revolute";
}

void ModelBuilder::prismatic(const Vec3<Expr>& axis, const HingeSlot& q) {
    translate(axis, q);
    newest().hinge.kind = "prismatic";
}

void ModelBuilder::screw(const Vec3<Expr>& axis, Expr pitch, const HingeSlot& q) {
    rotate(axis, q);
    translate(axis, pitch * (q.given ? *q.given : this->q(q.name)));
    newest().hinge.kind = "screw";
}

void ModelBuilder::cylindrical(const Vec3<Expr>& axis, const HingeSlot& q, const HingeSlot& s) {
    rotate(axis, q);
    translate(axis, s);
    newest().hinge.kind = "cylindrical";
}

void ModelBuilder::universal(const Vec3<Expr>& first, const Vec3<Expr>& second, const HingeSlot& q1,
                             const HingeSlot& q2) {
    rotate(first, q1);
    rotate(second, q2);
    newest().hinge.kind = "universal";
}

void ModelBuilder::planar(int k, const HingeSlot& x, const HingeSlot& y, const HingeSlot& q) {
    translate(axis((k + 1) % 3), x);
    translate(axis((k + 2) % 3), y);
    rotate(axis(k), q);
    newest().hinge.kind = "planar";
    newest().hinge.planar_axis = k;
}

void ModelBuilder::quasi(Quasi kind, const std::string* speeds, std::size_t count) {
    newest().hinge.quasi = kind;
    for (std::size_t k = 0; k < count; ++k) new_speed(speeds[k], {});
}

void ModelBuilder::planar(int k, const std::array<std::string, 3>& names, const std::array<std::string, 3>& speeds) {
    newest().hinge.kind = "planar";
    newest().hinge.planar_axis = k;
    move(Motion::Kind::translate, axis((k + 1) % 3), new_coordinate(names[0], false, "m"));
    move(Motion::Kind::translate, axis((k + 2) % 3), new_coordinate(names[1], false, "m"));
    move(Motion::Kind::rotate, axis(k), new_coordinate(names[2], true, "rad"));
    quasi(Quasi::planar, speeds.data(), speeds.size());
}

std::vector<CoordinateIndex> ModelBuilder::new_angles(int sequence, const std::array<std::string, 3>& names) {
    newest().hinge.sequence = sequence;
    std::vector<CoordinateIndex> angles;
    for (const std::string& name : names) angles.push_back(new_coordinate(name, true, "rad"));
    return angles;
}

void ModelBuilder::turn(int sequence, const std::vector<CoordinateIndex>& angles) {
    const std::array<int, 3> axes{sequence / 100 - 1, sequence / 10 % 10 - 1, sequence % 10 - 1};
    for (std::size_t k = 0; k < 3; ++k) move(Motion::Kind::rotate, axis(axes[k]), angles[k]);
}

void ModelBuilder::new_euler_parameters(const std::array<std::string, 4>& e) {
    newest().hinge.euler_parameters = true;
    for (const std::string& name : e) {
        const CoordinateIndex q = new_coordinate(name, false, "");
        if (name == e[0]) model.coordinates[q.value].initial_value = integer(1);
    }
}

void ModelBuilder::spherical(int sequence, const std::array<std::string, 3>& angles,
                             const std::array<std::string, 3>& speeds) {
    newest().hinge.kind = "spherical";
    turn(sequence, new_angles(sequence, angles));
    quasi(Quasi::spherical, speeds.data(), speeds.size());
}

void ModelBuilder::spherical_quaternion(const std::array<std::string, 4>& e, const std::array<std::string, 3>& speeds) {
    newest().hinge.kind = "spherical";
    new_euler_parameters(e);
    quasi(Quasi::spherical, speeds.data(), speeds.size());
}

void ModelBuilder::free(int sequence, const std::array<std::string, 3>& angles,
                        const std::array<std::string, 3>& position, const std::array<std::string, 6>& speeds) {
    newest().hinge.kind = "free";
    const std::vector<CoordinateIndex> turned = new_angles(sequence, angles);
    for (int k = 0; k < 3; ++k)
        move(Motion::Kind::translate, axis(k), new_coordinate(position[static_cast<std::size_t>(k)], false, "m"));
    turn(sequence, turned);
    quasi(Quasi::free, speeds.data(), speeds.size());
}

void ModelBuilder::free_quaternion(const std::array<std::string, 4>& e, const std::array<std::string, 3>& position,
                                   const std::array<std::string, 6>& speeds) {
    newest().hinge.kind = "free";
    new_euler_parameters(e);
    for (int k = 0; k < 3; ++k)
        move(Motion::Kind::translate, axis(k), new_coordinate(position[static_cast<std::size_t>(k)], false, "m"));
    quasi(Quasi::free, speeds.data(), speeds.size());
}

Constraint ModelBuilder::cut(BodyIndex B, const std::string& name) {
    Constraint made;
    made.kind = Constraint::Kind::hinge;
    made.name = name;
    const Body& body = newest();
    made.cut = {B, body.inboard, body.hinge, body.at, body.orient, body.orient_rotations, body.outboard_at};
    model.speeds.resize(model.speeds.size() - body.hinge.speeds.size());
    made.cut.hinge.speeds.clear();
    made.cut.hinge.quasi = Quasi::none;
    for (const CoordinateIndex q : body.hinge.coordinates) model.coordinates[q.value].body = B;
    model.bodies.pop_back();
    return made;
}

PointOnBody ModelBuilder::point(const std::string& name, BodyIndex body, const Vec3<Expr>& location) {
    model.points.push_back({name, body, location});
    return model.points.back();
}

PointOnBody ModelBuilder::origin(BodyIndex body) {
    return {"origin(" + model.body(body).name + ")", body, {{integer(0), integer(0), integer(0)}}};
}

FrameOnBody ModelBuilder::axes_of(BodyIndex body) {
    FrameOnBody frame{model.body(body).name, body, {}, true};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) frame.R_FB(i, j) = integer(i == j ? 1 : 0);
    return frame;
}

void ModelBuilder::force(const PointOnBody& P, const Vec3<Expr>& components, const FrameOnBody& in,
                         std::optional<PointOnBody> reaction) {
    model.forces.push_back({P, components, in, std::move(reaction)});
}

void ModelBuilder::hinge_load(const std::string& speed, Expr value) {
    model.hinge_loads.push_back({speed_index(speed), value});
}

Expr ModelBuilder::distance(const PointOnBody& P, const PointOnBody& Q) {
    return model.graph->symbol("distance(" + P.name + "," + Q.name + ")", Role::external_result);
}

Expr ModelBuilder::distance_rate(const PointOnBody& P, const PointOnBody& Q) {
    return model.graph->symbol("distance_rate(" + P.name + "," + Q.name + ")", Role::external_result);
}

void ModelBuilder::spring(const PointOnBody& P, const PointOnBody& Q, Expr stiffness, Expr damping, Expr length) {
    const Expr value = -(stiffness * (distance(P, Q) - length)) - damping * distance_rate(P, Q);
    model.line_loads.push_back({P, Q, value, true, stiffness, length});
}

void ModelBuilder::line_force(const PointOnBody& P, const PointOnBody& Q, Expr value) {
    model.line_loads.push_back({P, Q, value, false, integer(0), integer(0)});
}

}  // namespace lag
