#include "scripts/import/start.hpp"

#include <algorithm>
#include <cmath>

namespace lag {

namespace {

using Kind = RobotMotion::Kind;

class StartFrames {
  public:
    explicit StartFrames(const Robot& robot) : robot_(robot), frames_(robot.links.size()), known_(frames_.size()) {}

    std::vector<RobotFrame> run() {
        for (std::size_t i = 0; i < frames_.size(); ++i) {
            // up to the first link that is known, then outwards again
            std::vector<std::size_t> chain;
            for (std::size_t at = i; at != RobotLink::no_link && !known_[at]; at = robot_.links[at].parent) {
                known_[at] = true;
                chain.push_back(at);
            }
            for (auto at = chain.rbegin(); at != chain.rend(); ++at) place(*at);
        }
        return std::move(frames_);
    }

  private:
    void place(std::size_t i) {
        const RobotLink& link = robot_.links[i];
        RobotFrame frame = link.parent == RobotLink::no_link ? RobotFrame{} : frames_[link.parent];
        frame = frame * frame_of(link.placement);
        for (const RobotMotion& motion : link.motions) frame = frame * moved(motion);
        frames_[i] = frame * RobotFrame{RobotFrame{}.R, -values(link.outboard)};
    }

    RobotFrame moved(const RobotMotion& motion) const {
        if (motion.is_held || motion.kind == Kind::ball) return {};
        if (motion.kind == Kind::free) return motion.start;
        Vec3<double> axis = values(motion.axis);
        axis = (1 / std::sqrt(dot(axis, axis))) * axis;
        const double way = value_of(motion) - motion.zero.value;
        if (motion.kind == Kind::slide) return {RobotFrame{}.R, way * axis};
        return {matrix_of(RobotTurn{motion.axis, {"", way}}), (motion.pitch.value * way) * axis};
    }

    // Those that follow others follow leaders, after declared_order().
    double value_of(const RobotMotion& motion) const {
        if (!motion.mimic) return start_of(motion);
        for (const RobotLink& link : robot_.links)
            for (const RobotMotion& one : link.motions)
                if (one.name == motion.mimic->leader && !one.mimic)
                    return motion.mimic->factor.value * start_of(one) + motion.mimic->offset.value;
        return motion.zero.value;
    }

    const Robot& robot_;
    std::vector<RobotFrame> frames_;
    std::vector<bool> known_;
};

void mark(const Robot& robot, std::vector<bool>& carries, std::size_t link) {
    for (; link != RobotLink::no_link;
         link = robot.links[link].motions.empty() ? robot.links[link].parent : RobotLink::no_link)
        carries[link] = true;
}

}  // namespace

double start_of(const RobotMotion& motion) {
    const double at = motion.zero.value;
    if (motion.low && motion.low->value < motion.high->value && (at < motion.low->value || at > motion.high->value))
        return (motion.low->value + motion.high->value) / 2;
    return at;
}

std::vector<RobotFrame> start_frames(const Robot& robot) {
    return StartFrames(robot).run();
}

std::vector<RobotFoot> feet_of(const Robot& robot) {
    std::vector<bool> carries(robot.links.size(), false);
    for (const RobotLink& link : robot.links)
        if (link.parent != RobotLink::no_link && !link.motions.empty()) mark(robot, carries, link.parent);
    std::vector<RobotFoot> feet;
    for (const RobotShape& shape : robot.shapes) {
        if (!shape.collides || shape.link == RobotLink::no_link || carries[shape.link]) continue;
        const Vec3<double> centre = values(shape.placement.at);
        if (shape.kind == RobotShape::Kind::sphere) {
            feet.push_back({shape.link, centre, shape.size[0]});
        } else if (shape.kind == RobotShape::Kind::box) {
            const Mat3<double> R = matrix_of(shape.placement.turns);
            for (unsigned corner = 0; corner < 8; ++corner) {
                Vec3<double> at;
                for (std::size_t k = 0; k < 3; ++k)
                    at[k] = ((corner >> k & 1U) != 0 ? 0.5 : -0.5) * shape.size[k].value;
                feet.push_back({shape.link, centre + R * at, {}});
            }
        }
    }
    return feet;
}

void lift_onto_plane(Robot& robot) {
    RobotMotion* root = nullptr;
    for (RobotLink& link : robot.links)
        for (RobotMotion& motion : link.motions)
            if (motion.kind == Kind::free && !motion.is_held) {
                if (root != nullptr || link.parent != RobotLink::no_link) return;  // several move freely
                root = &motion;
            }
    const std::vector<RobotFoot> feet = feet_of(robot);
    if (root == nullptr || feet.empty()) return;
    const std::vector<RobotFrame> frames = start_frames(robot);
    double lowest = 0;
    for (const RobotFoot& foot : feet)
        lowest = std::min(lowest, (frames[foot.link].p + frames[foot.link].R * foot.at)[2] - foot.radius.value);
    root->start.p[2] -= lowest;
}

}  // namespace lag
