#include "scripts/statements/free_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "scripts/statements/defaults.hpp"
#include "scripts/statements/reading.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

// The mechanism as its hinges would carry it, for positions and velocities alone; the rates of freed hinges are speeds "q1'".
Model as_hung(const Description& description) {
    const Model& whole = description.model();
    Graph& graph = *whole.graph;
    Model tree;
    tree.graph = whole.graph, tree.name = whole.name;
    tree.parameters = whole.parameters, tree.inputs = whole.inputs;
    tree.coordinates = whole.coordinates, tree.speeds = whole.speeds, tree.bodies = whole.bodies;
    tree.gravity = whole.gravity;
    for (const FreedBody& freed : description.freed) {
        Body& body = tree.bodies[freed.body.value] = freed.hung;
        Hinge& hinge = body.hinge;
        const auto add = [&](const std::string& name, std::optional<CoordinateIndex> rate_of) {
            hinge.speeds.push_back(SpeedIndex{tree.speeds.size()});
            tree.speeds.push_back(
                {.name = name, .body = freed.body, .initial_value = graph.integer(0), .unit = "", .rate_of = rate_of});
        };
        if (hinge.euler_parameters) {
            const bool moves = hinge.coordinates.size() > 4;
            hinge.quasi = moves ? Quasi::free : Quasi::spherical;
            for (int k = 0; k < (moves ? 6 : 3); ++k) add(fmt::format("{} at start {}", body.name, k), {});
        } else {
            for (const CoordinateIndex q : hinge.coordinates) add(whole.coordinates[q.value].name + "'", q);
        }
        for (Motion& motion : hinge.motions) motion.unmeasured = false;
    }
    return tree;
}

// The axis of ground about which all turnings of this body on its way to ground are.
class Plane {
  public:
    Plane(Description& description, const Model& tree, std::size_t axis)
        : mechanics_(description.mechanics()), tree_(tree), graph_(*tree.graph), axis_(axis) {}

    bool holds(BodyIndex b) {
        const Mat3<Expr> R = mechanics_.rotation(tree_, axes_of(tree_, ground), axes_of(tree_, b));
        for (std::size_t i = 0; i < 3; ++i) {
            if (i == axis_) continue;
            if (!graph_.own(R(i, axis_)).is_zero() || !graph_.own(R(axis_, i)).is_zero()) return false;
        }
        return graph_.own(R(axis_, axis_)).is_one() && is_fixed(height(b)) && angle(b).has_value();
    }
    // Of the body's origin over ground's, along the axis.
    Expr height(BodyIndex b) {
        return graph_.own(
            mechanics_.position(tree_, origin_of(tree_, ground), origin_of(tree_, b), axes_of(tree_, ground))[axis_]);
    }
    // Nothing where it is given by a matrix.
    std::optional<Expr> angle(BodyIndex b) const {
        Expr sum = graph_.integer(0);
        for (; b != ground; b = tree_.body(b).inboard) {
            const Body& body = tree_.body(b);
            if (body.orient_rotations.empty() && !(body.orient == identity_matrix(graph_))) return std::nullopt;
            for (const auto& [axis, turn] : body.orient_rotations) {
                if (static_cast<std::size_t>(axis) != axis_) return std::nullopt;
                sum = sum + turn;
            }
            if (body.hinge.euler_parameters) return std::nullopt;
            for (const Motion& motion : body.hinge.motions)
                if (motion.kind == Motion::Kind::rotate) sum = sum + motion.axis[axis_] * motion.value;
        }
        return sum;
    }

  private:
    bool is_fixed(Expr e) const { return (graph_.node(e).dependence & static_cast<Dependence>(~only_parameters)) == 0; }

    Mechanics& mechanics_;
    const Model& tree_;
    Graph& graph_;
    const std::size_t axis_;
};

std::optional<std::size_t> common_plane(Description& description, const Model& tree,
                                        const std::vector<BodyIndex>& bodies) {
    for (const std::size_t axis : {std::size_t{2}, std::size_t{0}, std::size_t{1}})
        if (std::ranges::all_of(bodies, [&](BodyIndex b) { return Plane(description, tree, axis).holds(b); }))
            return axis;
    return std::nullopt;
}

class FreeHinge {
  public:
    FreeHinge(Description& description, BodyIndex body)
        : description_(description),
          model_(description.change_model(ModelPart::mechanism)),
          graph_(*model_.graph),
          body_(body),
          place_(description.places().at({Subject::Kind::body, model_.body(body).name})) {}

    Hinge in_space() {
        hinge_.kind = "free", hinge_.quasi = Quasi::free, hinge_.euler_parameters = true;
        for (const char* name : {"e0", "e1", "e2", "e3"}) add_coordinate(name, "", false);
        model_.coordinates[hinge_.coordinates[0].value].initial_value = graph_.integer(1);
        for (std::size_t i = 0; i < 3; ++i)
            move(Motion::Kind::translate, i, add_coordinate(std::string(1, xyz[i]), "m", false));
        for (const char* name : {"wx", "wy", "wz"}) add_speed(name_of(name), "rad/s", {});
        for (const char* name : {"vx", "vy", "vz"}) add_speed(name_of(name), "m/s", {});
        return std::move(hinge_);
    }
    Hinge in_plane(std::size_t axis) {
        hinge_.kind = "planar", hinge_.planar_axis = static_cast<int>(axis);
        for (const std::size_t i : {(axis + 1) % 3, (axis + 2) % 3})
            move(Motion::Kind::translate, i, add_coordinate(std::string(1, xyz[i]), "m", false));
        move(Motion::Kind::rotate, axis, add_coordinate("turn", "rad", true));
        for (const CoordinateIndex q : hinge_.coordinates) {
            const Coordinate& coordinate = model_.coordinates[q.value];
            add_speed(coordinate.name + "'", with_rate(coordinate.unit), q);
        }
        return std::move(hinge_);
    }

  private:
    static constexpr const char* xyz = "xyz";

    std::string name_of(const std::string& what) const { return fmt::format("{}_{}", model_.body(body_).name, what); }

    CoordinateIndex add_coordinate(const std::string& what, const std::string& unit, bool angle) {
        const CoordinateIndex q{model_.coordinates.size()};
        description_.declare(name_of(what), Role::coordinate, place_);
        model_.coordinates.push_back(
            {.name = name_of(what), .body = body_, .initial_value = graph_.integer(0), .unit = unit, .angle = angle});
        hinge_.coordinates.push_back(q);
        return q;
    }
    void add_speed(const std::string& name, const std::string& unit, std::optional<CoordinateIndex> rate_of) {
        if (rate_of)
            description_.place({Subject::Kind::speed, name}, place_);
        else
            description_.declare(name, Role::speed, place_);
        hinge_.speeds.push_back(SpeedIndex{model_.speeds.size()});
        model_.speeds.push_back(
            {.name = name, .body = body_, .initial_value = graph_.integer(0), .unit = unit, .rate_of = rate_of});
    }
    void move(Motion::Kind kind, std::size_t axis, CoordinateIndex q) {
        Vec3<Expr> direction = zero_vector(graph_);
        direction[axis] = graph_.integer(1);
        hinge_.motions.push_back({kind, direction, symbol(model_, q), q});
    }

    Description& description_;
    Model& model_;
    Graph& graph_;
    const BodyIndex body_;
    const Place place_;
    Hinge hinge_;
};

// Of a rotation: from the greatest of the four at the default parameters, which is positive.
std::array<Expr, 4> euler_parameters_of(const Model& model, const Mat3<Expr>& R) {
    Graph& graph = *model.graph;
    const Expr one = graph.integer(1), four = graph.integer(4), half = graph.rational(1, 2);
    const std::array<Expr, 4> four_squares{one + R(0, 0) + R(1, 1) + R(2, 2), one + R(0, 0) - R(1, 1) - R(2, 2),
                                           one - R(0, 0) + R(1, 1) - R(2, 2), one - R(0, 0) - R(1, 1) + R(2, 2)};
    std::size_t greatest = 0;
    double its = 0;
    for (std::size_t k = 0; k < 4; ++k)
        // 0 as long as that is well conditioned
        if (const double value = value_at_defaults(model, four_squares[k]).value_or(0); value > its && its < 0.5)
            greatest = k, its = value;
    std::array<Expr, 4> e;
    e[greatest] = half * sqrt(four_squares[greatest]);
    const auto difference = [&](std::size_t i) { return R((i + 2) % 3, (i + 1) % 3) - R((i + 1) % 3, (i + 2) % 3); };
    for (std::size_t k = 0; k < 4; ++k) {
        if (k == greatest) continue;
        const Expr product = k == 0          ? difference(greatest - 1)
                             : greatest == 0 ? difference(k - 1)
                                             : R(k - 1, greatest - 1) + R(greatest - 1, k - 1);
        e[k] = product / (four * e[greatest]);
    }
    return e;
}

}  // namespace

JointTreatment treatment_named(const std::string& word) {
    if (word == "absolute") return JointTreatment::absolute;
    return word == "solved" ? JointTreatment::solved : JointTreatment::tree;
}

void reverse(Hinge& hinge) {
    std::ranges::reverse(hinge.motions);
    for (Motion& motion : hinge.motions)
        for (Expr& component : motion.axis.c)
            if (!component.is_zero()) component = -component;
    hinge.kind = hinge.motions.size() > 1 ? "list" : hinge.kind;
    hinge.sequence = 0;
}

void set_free(Description& description, const std::vector<BodyIndex>& bodies) {
    const Model tree = as_hung(description);
    const std::optional<std::size_t> axis = common_plane(description, tree, bodies);
    Graph& graph = description.graph();
    for (const BodyIndex b : bodies) {
        FreeHinge made(description, b);
        Hinge hinge = axis ? made.in_plane(*axis) : made.in_space();
        Body& body = description.change_model(ModelPart::mechanism).bodies[b.value];
        body.inboard = ground;
        body.hinge = std::move(hinge);
        body.at = zero_vector(graph);
        if (axis) body.at[*axis] = Plane(description, tree, *axis).height(b) + body.cm[*axis];
        body.outboard_at = body.cm;
        body.orient = identity_matrix(graph);
        body.orient_rotations.clear();
    }
}

std::vector<std::string> start_rate_names(const Description& description) {
    std::vector<std::string> names;
    for (const FreedBody& freed : description.freed)
        if (!freed.hung.hinge.euler_parameters)
            for (const CoordinateIndex q : freed.hung.hinge.coordinates)
                names.push_back(description.model().coordinates[q.value].name + "'");
    return names;
}

void settle_starts(Description& description) {
    if (description.freed.empty()) return;
    const std::pair now{description.model().revision_of(ModelPart::mechanism),
                        description.model().revision_of(ModelPart::start)};
    if (now == description.starts_settled) return;
    Graph& graph = description.graph();
    Mechanics& mechanics = description.mechanics();
    const Model tree = as_hung(description);
    Substitution at_start(graph);
    at_start.replace(time_symbol(tree), graph.integer(0));
    for (std::size_t k = 0; k < tree.inputs.size(); ++k)
        at_start.replace(symbol(tree, InputIndex(k)), graph.integer(0));
    for (std::size_t k = 0; k < tree.coordinates.size(); ++k)
        at_start.replace(symbol(tree, CoordinateIndex(k)), graph.own(tree.coordinates[k].initial_value));
    for (std::size_t k = 0; k < tree.speeds.size(); ++k) {
        const auto given = description.start_rates.find(tree.speeds[k].name);
        const bool freed = k >= description.model().speeds.size();
        const Expr value = !freed                                   ? tree.speeds[k].initial_value
                           : given != description.start_rates.end() ? given->second
                                                                    : graph.integer(0);
        at_start.replace(symbol(tree, SpeedIndex(k)), graph.own(value));
    }
    const auto started = [&](Expr e) { return at_start(graph.own(e)); };
    Model& model = description.change_model(ModelPart::start);
    for (const FreedBody& freed : description.freed) {
        const Hinge& hinge = model.body(freed.body).hinge;
        const FrameOnBody on_ground = axes_of(tree, ground), on_body = axes_of(tree, freed.body);
        const PointOnBody centre = mass_centre_of(tree, freed.body);
        const Vec3<Expr> r = mechanics.position(tree, origin_of(tree, ground), centre, on_ground);
        const auto start = [&](std::size_t k, Expr value) {
            model.coordinates[hinge.coordinates[k].value].initial_value = started(value);
        };
        const auto start_speed = [&](std::size_t k, Expr value) {
            model.speeds[hinge.speeds[k].value].initial_value = started(value);
        };
        const Vec3<Expr> w = mechanics.angular_velocity(tree, freed.body, ground, on_body);
        if (hinge.kind == "planar") {
            const auto axis = static_cast<std::size_t>(hinge.planar_axis);
            const Vec3<Expr> v = mechanics.velocity(tree, centre, ground, on_ground);
            for (std::size_t i = 0; i < 2; ++i) start(i, r[(axis + 1 + i) % 3]), start_speed(i, v[(axis + 1 + i) % 3]);
            start(2, *Plane(description, tree, axis).angle(freed.body)), start_speed(2, w[axis]);
            continue;
        }
        Mat3<Expr> R = mechanics.rotation(tree, on_ground, on_body);
        for (auto& row : R.rows)
            for (Expr& element : row) element = started(element);
        const std::array<Expr, 4> e = euler_parameters_of(model, R);
        const Vec3<Expr> v = mechanics.velocity(tree, centre, ground, on_body);
        for (std::size_t k = 0; k < 4; ++k) start(k, e[k]);
        for (std::size_t i = 0; i < 3; ++i) start(4 + i, r[i]), start_speed(i, w[i]), start_speed(3 + i, v[i]);
    }
    description.starts_settled = {model.revision_of(ModelPart::mechanism), model.revision_of(ModelPart::start)};
}

}  // namespace lag
