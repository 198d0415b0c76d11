#include "lagrange/kinematics/screw_axes.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <utility>

#include "lagrange/kinematics/constant_orientation.hpp"
#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

namespace {

using Eigen::Matrix3d, Eigen::Vector3d;
constexpr double nearly_parallel = 1e-3;  // axes whose common perpendicular would cost digits
constexpr std::size_t none = static_cast<std::size_t>(-1);

// A rotation that moves, and the axes of the link that it turns.
struct Joint {
    std::size_t inboard = none;  // the joint whose link it is fixed to, if it is to one
    Matrix3d before =
        Matrix3d::Identity();          // the inboard joint's own axes -> own axes here; own: as the script has them
    Vector3d axis = Vector3d::Zero();  // in own axes
    Vec3<Expr> way;                 // from the inboard joint's own origin to the own origin here, in the former's axes
    std::size_t outboard = none;    // the joint to whose axis the link's x is perpendicular
    Vector3d x = Vector3d::Zero();  // in own axes, where there is an outboard joint
    Expr slide;                     // from the own origin to the link's, along the axis; likewise
    double alpha_sine = 0, alpha_cosine = 1;  // to the outboard joint
    Expr d, r;                                // to the outboard joint's own origin
};

class ScrewAxes {
  public:
    explicit ScrewAxes(const Model& model) : model_(model), graph_(*model.graph) {}

    std::optional<Kinematics> run() {
        if (!model_.constraints.empty() || !model_.kinetic_terms.empty() || has_flexible_bodies(model_))
            return std::nullopt;
        if (!survey() || !is_worthwhile()) return std::nullopt;
        choose_axes();
        emit();
        return std::move(k_);
    }

  private:
    // -- numbers and expressions
    Expr constant(double x) { return graph_.constant(exact_rational(tidy(x))); }
    Vec3<Expr> constant(const Vector3d& v) { return {{constant(v(0)), constant(v(1)), constant(v(2))}}; }
    // A sum of numbers that is zero but for rounding is zero.
    Expr tidied(const Expr& e) {
        const std::optional<double> value = constant_number(graph_, e);
        return value && std::abs(*value) < direction_rounding ? graph_.integer(0) : e;
    }
    Expr along(const Vec3<Expr>& v, const Vector3d& unit) { return tidied(dot(constant(unit), v)); }
    Vec3<Expr> turned(const Matrix3d& R, const Vec3<Expr>& v) {
        return {{along(v, R.row(0)), along(v, R.row(1)), along(v, R.row(2))}};
    }
    bool is_locked(const Motion& motion) const {
        return (graph_.node(motion.value).dependence & ~bit(Role::parameter)) == 0;
    }

    // -- which axes are fixed to which
    struct Surveyed {
        std::size_t joint = none;
        Matrix3d turn = Matrix3d::Identity();  // the joint's own axes -> own axes here
        Vec3<Expr> way;                        // from the joint's own origin, in the joint's axes
    };
    bool survey() {
        std::vector<Surveyed> of_body(1);
        for (std::size_t b = 1; b < model_.bodies.size(); ++b) {
            const Body& body = model_.bodies[b];
            Surveyed here = of_body[body.inboard.value];
            here.way = here.way + turned(here.turn.transpose(), body.at);
            const std::optional<Matrix3d> orient = constant_orientation(graph_, body);
            if (!orient) return false;
            here.turn = *orient * here.turn;
            if (body.hinge.quasi != Quasi::none) here = {};
            for (const Motion& motion : body.hinge.motions) {
                if (body.hinge.quasi != Quasi::none) break;
                const std::optional<Vector3d> axis = constant_vector(graph_, motion.axis);
                if (!axis) return false;
                if (motion.kind == Motion::Kind::translate) {
                    if (is_locked(motion))
                        here.way = here.way + motion.value * turned(here.turn.transpose(), motion.axis);
                    else
                        here.joint = none;
                } else if (is_locked(motion)) {
                    const std::optional<double> angle = constant_number(graph_, motion.value);
                    if (!angle) return false;
                    here.turn = turn_about(*axis, *angle) * here.turn;
                } else {
                    Joint joint;
                    joint.inboard = here.joint, joint.before = here.turn, joint.axis = *axis, joint.way = here.way;
                    joints_.push_back(joint);
                    here = {joints_.size() - 1, Matrix3d::Identity(), {}};
                }
            }
            here.way = here.way - turned(here.turn.transpose(), body.outboard_at);
            of_body.push_back(here);
        }
        return true;
    }

    // An axis or an offset that elementary steps along the links' own axes do not do as well.
    bool is_worthwhile() const {
        const auto is_skew = [](const Vector3d& axis) { return axis.cwiseAbs().maxCoeff() < 1 - direction_rounding; };
        const auto is_general = [](const Matrix3d& R) { return R.diagonal().maxCoeff() < 1 - direction_rounding; };
        for (const Joint& joint : joints_)
            if (is_skew(joint.axis) || (joint.inboard != none && is_general(joint.before))) return true;
        return false;
    }

    // The first outboard axis that is not parallel gives the common perpendicular.
    void choose_axes() {
        for (std::size_t c = 0; c < joints_.size(); ++c) {
            const Joint& outboard = joints_[c];
            if (outboard.inboard == none) continue;
            Joint& joint = joints_[outboard.inboard];
            const Vector3d z = outboard.before.transpose() * outboard.axis, normal = joint.axis.cross(z);
            const double sine = normal.norm();
            if (joint.outboard != none || sine < nearly_parallel) continue;
            joint.outboard = c;
            joint.x = normal / sine;
            joint.alpha_sine = sine, joint.alpha_cosine = joint.axis.dot(z);
            // way = slide z + d x + r z'
            const Vector3d y = joint.axis.cross(joint.x);  // z' = cos alpha z - sin alpha y
            joint.d = along(outboard.way, joint.x);
            joint.r = tidied(constant(-1 / sine) * along(outboard.way, y));
            joint.slide = tidied(along(outboard.way, joint.axis) - constant(joint.alpha_cosine) * joint.r);
        }
    }

    // -- links
    struct Place {
        std::size_t link = 0;
        Matrix3d turn = Matrix3d::Identity();  // link axes -> own axes
        Vec3<Expr> o;                          // from the link's origin to the own origin, in link axes
    };
    static Place at_link(std::size_t link) {
        Place place;
        place.link = link;
        return place;
    }
    static bool is_identity(const Matrix3d& R) {
        return (R - Matrix3d::Identity()).cwiseAbs().maxCoeff() < direction_rounding;
    }

    Rotation elementary(std::size_t axis, double sine, double cosine) {
        Rotation rotation;
        const Expr angle = constant(std::atan2(sine, cosine));
        if (tidy(sine) == 0 && tidy(cosine) == 1) return rotation;
        rotation.kind = Rotation::Kind::elementary;
        rotation.axis = axis;
        const bool is_right = tidy(sine) == 0 || tidy(cosine) == 0;
        rotation.sine = is_right ? constant(sine) : sin(angle);
        rotation.cosine = is_right ? constant(cosine) : cos(angle);
        return rotation;
    }
    Rotation fixed_rotation(const Matrix3d& R) {
        if (is_identity(R)) return {};
        for (Eigen::Index k = 0; k < 3; ++k)
            if (R(k, k) > 1 - direction_rounding)
                return elementary(static_cast<std::size_t>(k), R((k + 1) % 3, (k + 2) % 3),
                                  R((k + 1) % 3, (k + 1) % 3));
        Rotation rotation;
        rotation.kind = Rotation::Kind::general;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                rotation.matrix(i, j) = constant(R(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
        return rotation;
    }
    std::size_t append_fixed(BodyIndex b, std::size_t inboard, const Vec3<Expr>& o, const Rotation& rotation) {
        Link link;
        link.inboard = inboard;
        link.body = b;
        link.o = o;
        link.rotation = rotation;
        k_.links.push_back(std::move(link));
        return k_.links.size() - 1;
    }

    void emit() {
        k_.links.emplace_back();
        k_.links[0].ends_body = true;
        k_.link_of_body.push_back(0);
        k_.spin.emplace_back();
        std::vector<Place> of_body(1);
        for (std::size_t b = 1; b < model_.bodies.size(); ++b)
            of_body.push_back(append_body(BodyIndex(b), of_body[model_.bodies[b].inboard.value]));
    }

    Place append_body(BodyIndex b, Place here) {
        const Body& body = model_.body(b);
        for (const CoordinateIndex q : body.hinge.coordinates)
            if (k_.coordinate_rates.size() <= q.value) k_.coordinate_rates.resize(q.value + 1, Expr{&graph_, 0});
        const bool spins = body_of_revolution(model_, b);
        Rotation spin;
        here.o = here.o + turned(here.turn.transpose(), body.at);
        here.turn = *constant_orientation(graph_, body) * here.turn;
        if (body.hinge.quasi != Quasi::none) {
            if (!is_identity(here.turn)) here = at_link(append_fixed(b, here.link, here.o, fixed_rotation(here.turn)));
            append_quasi_hinge(k_, model_, b, here.link, here.o);
            here = at_link(k_.links.size() - 1);
        } else {
            for (std::size_t m = 0; m < body.hinge.motions.size(); ++m) {
                const Motion& motion = body.hinge.motions[m];
                append_motion(b, here, motion);
                if (spins && m + 1 == body.hinge.motions.size()) {
                    k_.links.back().rotation = {};
                    spin = rotation_about(graph_, motion.axis, motion.value);
                }
            }
        }
        here.o = here.o - turned(here.turn.transpose(), body.outboard_at);
        const bool is_own = is_identity(here.turn) && is_zero(here.o) && here.link != 0 &&
                            k_.links[here.link].body == b && here.link + 1 == k_.links.size();
        const std::size_t end = is_own ? here.link : append_fixed(b, here.link, here.o, fixed_rotation(here.turn));
        k_.links[end].ends_body = true;
        k_.link_of_body.push_back(end);
        k_.spin.push_back(spin);
        return here;
    }

    void append_motion(BodyIndex b, Place& here, const Motion& motion) {
        const Vector3d axis = *constant_vector(graph_, motion.axis);
        if (motion.kind == Motion::Kind::rotate && !is_locked(motion)) return append_joint(b, here, motion);
        if (motion.kind == Motion::Kind::rotate) {
            here.turn = turn_about(axis, *constant_number(graph_, motion.value)) * here.turn;
            return;
        }
        const Vec3<Expr> in_link = constant(here.turn.transpose() * axis);
        if (is_locked(motion)) {
            here.o = here.o + motion.value * in_link;
            return;
        }
        Motion seen = motion;
        seen.axis = in_link;
        k_.links.push_back(moving_link(k_, model_, b, here.link, here.o, seen));
        here.link = k_.links.size() - 1, here.o = {};
    }

    void append_joint(BodyIndex b, Place& here, const Motion& motion) {
        const std::size_t j = joints_done_++;
        const Joint& joint = joints_[j];
        const Vector3d z = here.turn.transpose() * joint.axis;  // in link axes
        const double across = std::hypot(z(0), z(1));
        const bool is_parallel = across < direction_rounding;
        const bool is_outboard = joint.inboard != none && joints_[joint.inboard].outboard == j;
        // z = (0, -sin alpha, cos alpha) after the turn by gamma about the link's z
        double gamma_sine = 0, gamma_cosine = 1, alpha_sine = 0, alpha_cosine = is_parallel && z(2) < 0 ? -1 : 1;
        if (is_outboard) {
            alpha_sine = joints_[joint.inboard].alpha_sine, alpha_cosine = joints_[joint.inboard].alpha_cosine;
        } else if (!is_parallel) {
            const double sign = z(1) > 0 ? -1 : 1;
            gamma_sine = sign * z(0) / across, gamma_cosine = -sign * z(1) / across;
            alpha_sine = sign * across, alpha_cosine = z(2);
        }
        Matrix3d gamma, alpha;
        gamma << gamma_cosine, gamma_sine, 0, -gamma_sine, gamma_cosine, 0, 0, 0, 1;
        alpha << 1, 0, 0, 0, alpha_cosine, alpha_sine, 0, -alpha_sine, alpha_cosine;
        const Matrix3d before = alpha * gamma;  // link axes -> axes after the fixed turns; z is the hinge axis there

        Matrix3d turn = here.turn * before.transpose();  // new link axes -> own axes, at angle zero
        Expr theta, slide;
        if (joint.outboard != none) {
            Matrix3d chosen;
            chosen << joint.x, joint.axis.cross(joint.x), joint.axis;
            const Vector3d x = turn.transpose() * joint.x;
            theta = constant(std::atan2(x(1), x(0)));
            turn = chosen;
            slide = joint.slide;
        } else {
            slide = tidied(-along(here.o, z));  // the foot of the perpendicular from the inboard origin
        }
        Vec3<Expr> o = here.o + slide * constant(z), in_hinge;
        if (is_outboard) {
            const Joint& inboard = joints_[joint.inboard];
            if (joint.outboard == none) slide = -inboard.r;
            o.c = {inboard.d, Expr{}, Expr{}};
            in_hinge.c = {Expr{}, Expr{}, tidied(inboard.r + slide)};
        }
        for (Expr& component : o.c) component = tidied(component);
        std::size_t link = here.link;
        if (!is_identity(gamma))
            link = append_fixed(b, link, std::exchange(o, {}), elementary(2, gamma_sine, gamma_cosine));
        if (!is_identity(alpha))
            link = append_fixed(b, link, std::exchange(o, {}), elementary(0, alpha_sine, alpha_cosine));
        if (!is_zero(o) && is_outboard)
            o = o + in_hinge;  // no fixed turn between
        else if (is_zero(o))
            o = in_hinge;

        Motion seen = motion;
        seen.axis = {{Expr{&graph_, 0}, Expr{&graph_, 0}, graph_.integer(1)}};
        if (!theta.is_zero()) seen.value = motion.value + theta;
        k_.links.push_back(moving_link(k_, model_, b, link, o, seen));
        here.link = k_.links.size() - 1, here.turn = turn;
        here.o.c = {Expr{}, Expr{}, -slide};
    }

    const Model& model_;
    Graph& graph_;
    std::vector<Joint> joints_;
    std::size_t joints_done_ = 0;
    Kinematics k_;
};

}  // namespace

std::optional<Kinematics> in_screw_axes(const Model& model) {
    return ScrewAxes(model).run();
}

}  // namespace lag
