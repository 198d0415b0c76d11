#include "scripts/import/joint_inertia.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/dense.hpp"
#include "scripts/import/inertia_tensor.hpp"

namespace lag {

namespace {

constexpr double no_inertia = 1e-11;     // of what the joint moves, the others standing still
constexpr std::size_t most_links = 500;  // of larger robots the reader of scripts says it
constexpr double part_of_motion = 1e-6;  // of the largest component: what a motion moves

// A speed of a motion: how the links that hang on it turn, and how what of them is at the origin of ground moves.
struct Column {
    LinkMotion of;
    double armature = 0;
    std::vector<Vec3<double>> turning, moving;  // for each link
};

class JointInertia {
  public:
    JointInertia(Robot& robot, std::size_t attempt) : robot_(robot), attempt_(attempt), frames_(robot.links.size()) {
        for (RobotLink& link : robot.links)
            for (RobotMotion& motion : link.motions) named_.emplace(motion.name, &motion);
        for (std::size_t i = 0; i < robot.links.size(); ++i) place(i);
    }

    std::vector<LinkMotion> motion_without_inertia() const {
        const Eigen::MatrixXd M = matrix();
        const Eigen::Index n = M.rows();
        const bool has_loops = !robot_.loops.empty() || !robot_.relations.empty();
        if (has_loops) {
            for (Eigen::Index k = 0; k < n; ++k)
                if (!(M(k, k) > 0)) return {columns_[static_cast<std::size_t>(k)].of};
            return {};
        }
        // M = L D L^T from the root outwards, until a column depends on those before it
        Eigen::MatrixXd L = Eigen::MatrixXd::Identity(n, n);
        Eigen::VectorXd D(n);
        for (Eigen::Index k = 0; k < n; ++k) {
            D(k) = M(k, k);
            for (Eigen::Index j = 0; j < k; ++j) {
                double sum = M(k, j);
                for (Eigen::Index i = 0; i < j; ++i) sum -= L(k, i) * L(j, i) * D(i);
                L(k, j) = sum / D(j);
                D(k) -= L(k, j) * sum;
            }
            if (!(D(k) > no_inertia * M(k, k))) return joints_of(L.topLeftCorner(k + 1, k + 1), k);
        }
        return {};
    }

  private:
    // The motion L^T x = e_k.
    std::vector<LinkMotion> joints_of(const Eigen::MatrixXd& L, Eigen::Index k) const {
        Eigen::VectorXd x = Eigen::VectorXd::Zero(k + 1);
        x(k) = 1;
        for (Eigen::Index i = k; i-- > 0;)
            for (Eigen::Index j = i + 1; j <= k; ++j) x(i) -= L(j, i) * x(j);
        std::vector<LinkMotion> joints;
        for (Eigen::Index i = 0; i <= k; ++i) {
            const LinkMotion& joint = columns_[static_cast<std::size_t>(i)].of;
            if (std::abs(x(i)) > part_of_motion * x.cwiseAbs().maxCoeff() && (joints.empty() || joints.back() != joint))
                joints.push_back(joint);
        }
        return joints;
    }

    Eigen::MatrixXd matrix() const {
        const auto n = static_cast<Eigen::Index>(columns_.size());
        Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n);
        for (Eigen::Index k = 0; k < n; ++k) M(k, k) = columns_[static_cast<std::size_t>(k)].armature;
        for (std::size_t i = 0; i < robot_.links.size(); ++i) {
            if (!robot_.links[i].inertia) continue;
            const RobotInertia& own = *robot_.links[i].inertia;
            const RobotFrame& frame = *frames_[i];
            const Vec3<double> cm = frame.p + frame.R * values(own.cm);
            const Mat3<double> I = frame.R * tensor_of(own.about_cm) * transpose(frame.R);
            const auto speed = [&](const Column& column) { return column.moving[i] + cross(column.turning[i], cm); };
            for (Eigen::Index k = 0; k < n; ++k) {
                const Column& a = columns_[static_cast<std::size_t>(k)];
                if (a.turning[i] == Vec3<double>{} && a.moving[i] == Vec3<double>{}) continue;
                const Vec3<double> momentum = own.mass.value * speed(a), spin = I * a.turning[i];
                for (Eigen::Index j = 0; j <= k; ++j) {
                    const Column& b = columns_[static_cast<std::size_t>(j)];
                    M(k, j) += dot(momentum, speed(b)) + dot(spin, b.turning[i]);
                    M(j, k) = M(k, j);
                }
            }
        }
        return M;
    }

    // The motion that leads this one, and its factor; null where there is none.
    std::pair<RobotMotion*, double> leader_of(RobotMotion& motion) const {
        RobotMotion* at = &motion;
        double factor = 1;
        for (std::size_t steps = 0; at->mimic; ++steps) {
            const auto found = named_.find(at->mimic->leader);
            if (found == named_.end() || steps > named_.size()) return {nullptr, 0};
            factor *= at->mimic->factor.value;
            at = found->second;
        }
        return {at, factor};
    }

    double general(std::size_t k) const {
        return std::sin(1.3 + 2.1 * static_cast<double>(k) + 5.7 * static_cast<double>(attempt_));
    }

    Column& column(const LinkMotion& of, std::size_t number) {
        for (Column& one : columns_)
            if (one.of.second == of.second && number-- == 0) return one;
        Column made;
        made.of = of;
        made.turning.resize(robot_.links.size());
        made.moving.resize(robot_.links.size());
        return columns_.emplace_back(std::move(made));
    }

    // Everything that link i hangs on is placed before it.
    void place(std::size_t i) {
        if (frames_[i]) return;
        RobotLink& link = robot_.links[i];
        RobotFrame frame;
        frames_[i] = frame;
        if (link.parent != RobotLink::no_link) {
            place(link.parent);
            frame = *frames_[link.parent];
            for (Column& one : columns_) {
                one.turning[i] = one.turning[link.parent];
                one.moving[i] = one.moving[link.parent];
            }
        }
        frame = frame * frame_of(link.placement);
        for (RobotMotion& motion : link.motions) move(frame, i, motion);
        frames_[i] = frame * RobotFrame{RobotFrame{}.R, -values(link.outboard)};
    }

    void move(RobotFrame& frame, std::size_t i, RobotMotion& motion) {
        if (motion.is_held) return;
        if (motion.kind == RobotMotion::Kind::ball || motion.kind == RobotMotion::Kind::free) {
            for (std::size_t k = 0; k < 3; ++k) {
                Vec3<double> axis;
                axis[k] = 1;
                add(i, {i, &motion}, k, axis, cross(frame.p, axis));
                if (motion.kind == RobotMotion::Kind::free) add(i, {i, &motion}, k + 3, {}, axis);
            }
            frame.R = frame.R * matrix_of(RobotTurn{written(Vec3<double>{{1, 2, 3}}), {"", general(i)}});
            return;
        }
        const auto [leader, factor] = leader_of(motion);
        const Vec3<double> along = values(motion.axis);
        const double length = std::sqrt(dot(along, along));
        if (leader == nullptr || !(length > 0)) return;
        const Vec3<double> axis = frame.R * ((1 / length) * along);
        const auto rank = static_cast<std::size_t>(std::distance(named_.begin(), named_.find(leader->name)));
        const double value = factor * general(rank);
        const double slide = motion.kind == RobotMotion::Kind::slide ? 1.0 : motion.pitch.value;
        const bool turns = motion.kind == RobotMotion::Kind::turn;
        Column& one = add(i, {link_of(*leader), leader}, 0, (turns ? factor : 0.0) * axis,
                          factor * ((turns ? cross(frame.p, axis) : Vec3<double>{}) + slide * axis));
        one.armature += factor * factor * motion.armature.value;
        frame.p = frame.p + (slide * value) * axis;
        if (turns) frame.R = frame.R * matrix_of(RobotTurn{motion.axis, {"", value}});
    }

    std::size_t link_of(const RobotMotion& motion) const {
        for (std::size_t i = 0; i < robot_.links.size(); ++i)
            for (const RobotMotion& one : robot_.links[i].motions)
                if (&one == &motion) return i;
        return RobotLink::no_link;
    }

    Column& add(std::size_t link, const LinkMotion& of, std::size_t number, const Vec3<double>& turning,
                const Vec3<double>& moving) {
        Column& one = column(of, number);
        one.turning[link] = one.turning[link] + turning;
        one.moving[link] = one.moving[link] + moving;
        return one;
    }

    Robot& robot_;
    std::size_t attempt_;
    std::map<std::string, RobotMotion*> named_;
    std::vector<std::optional<RobotFrame>> frames_;
    std::vector<Column> columns_;
};

}  // namespace

std::vector<LinkMotion> motion_without_inertia(Robot& robot) {
    std::vector<LinkMotion> joints;
    if (robot.links.size() > most_links) return joints;
    for (std::size_t attempt = 0; attempt < 3; ++attempt) {  // one position may be singular by itself
        joints = JointInertia(robot, attempt).motion_without_inertia();
        if (joints.empty()) break;
    }
    return joints;
}

}  // namespace lag
