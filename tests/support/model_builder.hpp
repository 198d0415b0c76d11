// Builds Model values in C++, as the interpreter does from a script: which motions, coordinates and speeds a
// hinge word stands for. Shared by the random models and by tests that write a mechanism down by hand. Test side;
// it checks nothing.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/model.hpp"

namespace lag {

// A slot of a hinge: a new coordinate's name, or a given value (locked, prescribed, coupled).
struct HingeSlot {
    std::string name;
    std::optional<Expr> given;
    HingeSlot(const char* new_name) : name(new_name) {}
    HingeSlot(std::string new_name) : name(std::move(new_name)) {}
    HingeSlot(Expr value) : given(value) {}
};

class ModelBuilder {
  public:
    explicit ModelBuilder(const std::string& name) { model.name = name; }

    Model model;

    Expr number(const std::string& literal) { return model.graph->constant(parse_rational(literal)); }
    Expr integer(long value) { return model.graph->integer(value); }
    Expr parameter(const std::string& name, const std::string& literal);
    Expr input(const std::string& name);
    Expr driving_input(const std::string& name);  // with its two primes
    Expr time() { return time_symbol(model); }
    Expr q(const std::string& name) const { return model.graph->symbol(name, Role::coordinate); }
    Expr u(const std::string& name) const { return model.graph->symbol(name, Role::speed); }
    SpeedIndex speed_index(const std::string& name) const;

    // Unit vectors: 0, 1, 2 for x, y, z; or any integers, normalised.
    Vec3<Expr> axis(int k) const;
    Vec3<Expr> axis(long x, long y, long z) const;
    Vec3<Expr> vector(const std::string& x, const std::string& y, const std::string& z);
    Mat3<Expr> inertia(const std::string& xx, const std::string& yy, const std::string& zz);
    static Mat3<Expr> inertia(const std::array<Expr, 6>& elements);  // xx yy zz xy xz yz

    // A new body, fixed, massless, hinge point at the inboard origin. The hinge words below act on the newest body.
    BodyIndex body(const std::string& name, BodyIndex inboard);
    Body& newest() { return model.bodies.back(); }
    void mass(Expr m, const Vec3<Expr>& cm, const Mat3<Expr>& about_cm);
    // rotation of the frame by `angle` about its own axis 0, 1, 2, after those already there
    void orient(int axis, Expr angle);

    void rotate(const Vec3<Expr>& axis, const HingeSlot& slot) { elementary(Motion::Kind::rotate, axis, slot); }
    void translate(const Vec3<Expr>& axis, const HingeSlot& slot) { elementary(Motion::Kind::translate, axis, slot); }
    void revolute(const Vec3<Expr>& axis, const HingeSlot& q);
    void prismatic(const Vec3<Expr>& axis, const HingeSlot& q);
    void screw(const Vec3<Expr>& axis, Expr pitch, const HingeSlot& q);
    void cylindrical(const Vec3<Expr>& axis, const HingeSlot& q, const HingeSlot& s);
    void universal(const Vec3<Expr>& first, const Vec3<Expr>& second, const HingeSlot& q1, const HingeSlot& q2);
    void planar(int axis, const HingeSlot& x, const HingeSlot& y, const HingeSlot& q);
    void planar(int axis, const std::array<std::string, 3>& names, const std::array<std::string, 3>& speeds);
    void spherical(int sequence, const std::array<std::string, 3>& angles, const std::array<std::string, 3>& speeds);
    void spherical_quaternion(const std::array<std::string, 4>& e, const std::array<std::string, 3>& speeds);
    void free(int sequence, const std::array<std::string, 3>& angles, const std::array<std::string, 3>& position,
              const std::array<std::string, 6>& speeds);
    void free_quaternion(const std::array<std::string, 4>& e, const std::array<std::string, 3>& position,
                         const std::array<std::string, 6>& speeds);

    // Turns the newest body, which carries nothing, into a cut hinge of body B on its inboard body: its coordinates
    // stay, its speeds go.
    Constraint cut(BodyIndex B, const std::string& name);

    PointOnBody point(const std::string& name, BodyIndex body, const Vec3<Expr>& location);
    PointOnBody origin(BodyIndex body);
    FrameOnBody axes_of(BodyIndex body);  // the body's own axes
    void force(const PointOnBody& P, const Vec3<Expr>& components, const FrameOnBody& in,
               std::optional<PointOnBody> reaction = {});
    void hinge_load(const std::string& speed, Expr value);
    // The symbols a line load's value uses for its points' distance and its rate; the oracle knows them by these names.
    Expr distance(const PointOnBody& P, const PointOnBody& Q);
    Expr distance_rate(const PointOnBody& P, const PointOnBody& Q);
    void spring(const PointOnBody& P, const PointOnBody& Q, Expr stiffness, Expr damping, Expr length);
    void line_force(const PointOnBody& P, const PointOnBody& Q, Expr value);

  private:
    CoordinateIndex new_coordinate(const std::string& name, bool angle, const std::string& unit);
    void new_speed(const std::string& name, std::optional<CoordinateIndex> rate_of);
    void elementary(Motion::Kind kind, const Vec3<Expr>& axis, const HingeSlot& slot);
    void move(Motion::Kind kind, const Vec3<Expr>& axis, CoordinateIndex q);
    void quasi(Quasi quasi, const std::string* speeds, std::size_t count);
    std::vector<CoordinateIndex> new_angles(int sequence, const std::array<std::string, 3>& names);
    void turn(int sequence, const std::vector<CoordinateIndex>& angles);
    void new_euler_parameters(const std::array<std::string, 4>& e);
};

// The elementary rotation of a frame about its own axis k: components before -> components after.
Mat3<Expr> frame_rotation(Graph& graph, int k, Expr angle);

}  // namespace lag
