#include "scripts/command/page/poses.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "core/calculus.hpp"
#include "core/evaluate.hpp"

namespace lag {

namespace {

// Reads numbers in the order in which their expressions were gathered.
class Next {
  public:
    explicit Next(const std::vector<double>& values) : values_(values) {}
    double scalar() { return values_.at(next_++); }
    Vec3<double> vector() {
        Vec3<double> v;
        for (double& component : v.c) component = scalar();
        return v;
    }
    Mat3<double> matrix() {
        Mat3<double> m;
        for (auto& row : m.rows)
            for (double& element : row) element = scalar();
        return m;
    }

  private:
    const std::vector<double>& values_;
    std::size_t next_ = 0;
};

// Components after the turn that unit Euler parameters give -> components before it.
Mat3<double> turned_by(std::array<double, 4> e) {
    const double size = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    for (double& one : e) one /= size;
    const auto [s, x, y, z] = e;
    return {{{{1 - 2 * (y * y + z * z), 2 * (x * y - s * z), 2 * (x * z + s * y)},
              {2 * (x * y + s * z), 1 - 2 * (x * x + z * z), 2 * (y * z - s * x)},
              {2 * (x * z - s * y), 2 * (y * z + s * x), 1 - 2 * (x * x + y * y)}}}};
}

void add(std::vector<Expr>& list, const Vec3<Expr>& v) {
    list.insert(list.end(), v.c.begin(), v.c.end());
}
void add(std::vector<Expr>& list, const Mat3<Expr>& m) {
    for (const auto& row : m.rows) list.insert(list.end(), row.begin(), row.end());
}

std::vector<CoordinateIndex> quaternion_of(const Hinge& hinge) {
    if (!hinge.euler_parameters) return {};
    return {hinge.coordinates.begin(), hinge.coordinates.begin() + 4};
}

}  // namespace

Mat3<double> identity_axes() {
    return {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
}

Mat3<double> turned_about(const Vec3<double>& axis, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    Mat3<double> R;
    const Mat3<double> skew = tilde(axis);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) R(i, j) = (i == j ? c : 0.0) + (1 - c) * axis[i] * axis[j] + s * skew(i, j);
    return R;
}

std::vector<double> euler_parameters(const Mat3<double>& R) {
    // the largest of the four first: nothing small divides
    const double trace = R(0, 0) + R(1, 1) + R(2, 2);
    std::array<double, 4> e{};
    std::size_t largest = 0;
    for (std::size_t k = 1; k < 4; ++k)
        if (R(k - 1, k - 1) > (largest == 0 ? trace : R(largest - 1, largest - 1))) largest = k;
    if (largest == 0) {
        e = {1 + trace, R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)};
    } else {
        const std::size_t i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
        e[0] = R(k, j) - R(j, k);
        e[i + 1] = 1 + R(i, i) - R(j, j) - R(k, k);
        e[j + 1] = R(i, j) + R(j, i);
        e[k + 1] = R(i, k) + R(k, i);
    }
    double size = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    if (e[0] < 0) size = -size;
    return {e[0] / size, e[1] / size, e[2] / size, e[3] / size};
}

std::vector<double> PictureValues::at(const PictureState& state, const std::vector<Expr>& expressions) const {
    std::unordered_map<std::string, double> others(state.others.begin(), state.others.end());
    Graph& graph = *model_->graph;
    const auto symbol = [&](const Symbol& s) {
        switch (s.role) {
            case Role::time:
                return state.t;
            case Role::parameter:
                return p_->at(index_.parameter(s).value);
            case Role::coordinate:
                return state.q.at(index_.coordinate(s).value);
            case Role::input:
                return state.w.at(index_.input(s).value);
            default:
                const auto known = others.find(s.name);
                return known == others.end() ? std::numeric_limits<double>::quiet_NaN() : known->second;
        }
    };
    Evaluator<double> value(graph, symbol, [&](Expr constant) { return graph.constant_double(constant); });
    std::vector<double> values;
    for (const Expr& e : expressions) values.push_back(value(graph.own(e)));
    return values;
}

PoseReader::PoseReader(const Model& model) : model_(&model) {
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Body& body = model.bodies[b];
        add(expressions_, body.at);
        add(expressions_, body.orient);
        add(expressions_, body.outboard_at);
        for (const CoordinateIndex q : quaternion_of(body.hinge)) expressions_.push_back(symbol(model, q));
        for (const Motion& motion : body.hinge.motions) {
            add(expressions_, motion.axis);
            expressions_.push_back(motion.value);
        }
    }
}

MechanismPoses PoseReader::poses(const std::vector<double>& values) const {
    Next next(values);
    MechanismPoses all{{{{}, identity_axes()}}, {{{}, identity_axes()}}, {{}}};
    for (std::size_t b = 1; b < model_->bodies.size(); ++b) {
        const Body& body = model_->bodies[b];
        const Pose& inboard = all.bodies[body.inboard.value];
        const Vec3<double> at = next.vector();
        const Mat3<double> orient = next.matrix();
        const Vec3<double> outboard_at = next.vector();
        Pose pose{inboard.point(at), inboard.axes * transpose(orient)};
        all.seats.push_back(pose);
        std::array<double, 4> e{1, 0, 0, 0};
        if (body.hinge.euler_parameters)
            for (double& one : e) one = next.scalar();
        all.motions.emplace_back();
        for (const Motion& motion : body.hinge.motions) {
            const Pose before = pose;
            const Vec3<double> axis = next.vector();
            const double amount = next.scalar();
            if (motion.kind == Motion::Kind::rotate)
                pose.axes = pose.axes * turned_about(axis, amount);
            else
                pose.origin = pose.point(amount * axis);
            all.motions.back().push_back({before, pose});
        }
        if (body.hinge.euler_parameters) pose.axes = pose.axes * turned_by(e);
        pose.origin = pose.point(-outboard_at);
        all.bodies.push_back(pose);
    }
    return all;
}

}  // namespace lag
