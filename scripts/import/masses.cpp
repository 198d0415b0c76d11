#include "scripts/import/masses.hpp"

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

Mat3<double> tensor_of(const std::array<Written, 6>& I) {
    return {{{{I[0].value, I[3].value, I[4].value},
              {I[3].value, I[1].value, I[5].value},
              {I[4].value, I[5].value, I[2].value}}}};
}

Vec3<double> moments_of(const Mat3<double>& tensor) {
    Eigen::Matrix3d matrix;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) matrix(at_index(i), at_index(k)) = tensor(i, k);
    const Eigen::VectorXd values = symmetric_eigenvalues(matrix).values;
    return {{values(0), values(1), values(2)}};
}

struct Judge {
    Robot& robot;
    const ImportOptions& options;
    std::vector<Diagnostic> found;

    void refuse(const SourcePosition& place, const std::string& message, const std::string& hint) {
        found.push_back({place, message, hint});
    }

    void bad(RobotInertia& own, const std::string& message, const std::string& note, const std::string& hint) {
        if (options.accept)
            own.note += (own.note.empty() ? "" : "; ") + note;
        else
            refuse(own.place, message, hint);
    }

    // What `body` refuses stands in the comment alone.
    void drop(RobotInertia& own, const std::string& of, const std::string& what, bool mass_too) {
        if (!options.accept) return;
        std::string list;
        for (const Written& one : own.about_cm) list += (list.empty() ? "" : ", ") + one.text;
        own.note += ", and left out here: " + (mass_too ? "mass " + own.mass.text + ", " : std::string()) +
                    "inertia [" + list + "]";
        if (mass_too) own.mass = {};
        own.about_cm = {};
        robot.left_out.push_back({what + " of " + of, place_of(own.place)});
    }

    std::string place_of(const SourcePosition& place) const {
        return robot.file.filename().string() + ":" + std::to_string(place.line);
    }

    void judge_inertia(RobotLink& link) {
        RobotInertia& own = *link.inertia;
        const std::string named = "link '" + link.name + "'";
        if (own.mass.value < 0) {
            bad(own, "link '" + link.name + "' has a negative mass: " + own.mass.text, "the mass is negative",
                "correct the file, or leave mass and inertia out and give the body others in the script: --accept");
            return drop(own, named, "the negative mass", true);
        }
        const Vec3<double> moments = moments_of(tensor_of(own.about_cm));
        const double largest = std::max(std::abs(moments[0]), std::abs(moments[2]));
        const std::string list =
            rounded_decimal(moments[0]) + ", " + rounded_decimal(moments[1]) + ", " + rounded_decimal(moments[2]);
        constexpr double rounding = 1e-9;  // of what the file's digits leave open
        constexpr double exact = 8e-16;    // of what computing with them leaves open
        if (moments[0] < -exact * largest) {
            bad(own, "the inertia of " + named + " has a negative principal moment: they are " + list,
                "no body has this inertia: one of its principal moments " + list + " is negative",
                "correct the file; are the signs of the products those of the tensor's elements? Or leave the inertia "
                "out and give the body another in the script: --accept");
            return drop(own, named, "the inertia", false);
        }
        if (moments[2] > (moments[0] + moments[1]) + rounding * largest)
            return bad(own,
                       "no body has the inertia of " + named + ": its principal moments " + list +
                           " break the triangle inequality",
                       "no body has this inertia: its principal moments " + list + " break the triangle inequality",
                       "the largest may not exceed the sum of the other two; correct the file, or take it as it is: "
                       "--accept");
        if (own.mass.value > 0 && largest == 0 && !link.motions.empty())
            bad(own, named + " moves, and has the mass " + own.mass.text + " without an inertia",
                "a point mass: the file gives it no inertia", "correct the file, or take it as a point mass: --accept");
    }

    std::vector<RobotFrame> frames() const {  // of the links in ground, all coordinates zero
        std::vector<RobotFrame> all(robot.links.size());
        std::vector<bool> known(robot.links.size(), false);
        for (std::size_t round = 0; round < robot.links.size(); ++round) {
            bool changed = false;
            for (std::size_t i = 0; i < robot.links.size(); ++i) {
                const RobotLink& link = robot.links[i];
                if (known[i] || (link.parent != RobotLink::no_link && !known[link.parent])) continue;
                const RobotFrame before = link.parent == RobotLink::no_link ? RobotFrame{} : all[link.parent];
                all[i] = before * frame_of(link.placement) * RobotFrame{RobotFrame{}.R, -values(link.outboard)};
                known[i] = changed = true;
            }
            if (!changed) break;
        }
        return all;
    }

    // Of all that hangs on link `from`: the mass, and the moment of inertia about an axis in ground.
    void add_carried(std::size_t from, const std::vector<RobotFrame>& frames_of_links, const Vec3<double>& point,
                     const Vec3<double>& axis, double& mass, double& moment) const {
        std::vector<bool> carried(robot.links.size(), false);
        carried[from] = true;
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < robot.links.size(); ++i) {
                const std::size_t parent = robot.links[i].parent;
                if (!carried[i] && parent != RobotLink::no_link && carried[parent]) carried[i] = changed = true;
            }
        }
        for (std::size_t i = 0; i < robot.links.size(); ++i) {
            if (!carried[i] || !robot.links[i].inertia) continue;
            const RobotInertia& own = *robot.links[i].inertia;
            const RobotFrame& frame = frames_of_links[i];
            const Vec3<double> arm = frame.p + frame.R * values(own.cm) - point, across = cross(axis, arm);
            const Vec3<double> along = transpose_times(frame.R, axis);
            mass += own.mass.value;
            moment += dot(along, tensor_of(own.about_cm) * along) + own.mass.value * dot(across, across);
        }
    }

    // Whether anything that hangs on the motion's link resists it.
    bool moves_something(std::size_t i, const RobotMotion& motion,
                         const std::vector<RobotFrame>& frames_of_links) const {
        if (!motion.armature.is_zero()) return true;
        const RobotFrame& frame = frames_of_links[i];
        Vec3<double> axis = frame.R * values(motion.axis);
        const double length = std::sqrt(dot(axis, axis));
        if (length > 0) axis = (1 / length) * axis;
        double mass = 0, moment = 0;
        add_carried(i, frames_of_links, frame.p + frame.R * values(robot.links[i].outboard), axis, mass, moment);
        const bool can_turn = motion.kind == RobotMotion::Kind::turn;
        return (can_turn && moment > 0) || ((!can_turn || !motion.pitch.is_zero()) && mass > 0);
    }

    // The motion and those that follow it, directly or through others: link and motion.
    std::vector<std::pair<std::size_t, RobotMotion*>> led_by(std::size_t link, RobotMotion& leader) const {
        std::vector<std::pair<std::size_t, RobotMotion*>> all{{link, &leader}};
        for (std::size_t k = 0; k < all.size(); ++k)
            for (std::size_t i = 0; i < robot.links.size(); ++i)
                for (RobotMotion& other : robot.links[i].motions) {
                    const bool is_new =
                        std::ranges::find(all, &other, [](const auto& one) { return one.second; }) == all.end();
                    if (other.mimic && other.mimic->leader == all[k].second->name && is_new)
                        all.emplace_back(i, &other);
                }
        return all;
    }

    // Numbers of a joint that are never negative.
    void judge_numbers(RobotMotion& motion) {
        for (const auto& [number, what] :
             {std::pair(&motion.armature, "armature"), std::pair(&motion.friction, "friction")}) {
            if (number->value >= 0) continue;
            if (options.accept)
                robot.left_out.push_back(
                    {std::string("the negative ") + what + " of joint '" + motion.name + "': " + number->text,
                     place_of(motion.place)});
            else
                refuse(motion.place, "joint '" + motion.name + "' has a negative " + what + ": " + number->text,
                       "correct the file, or leave it out: --accept");
            *number = {};
        }
    }

    void judge_motions() {
        const std::vector<RobotFrame> frames_of_links = frames();
        for (std::size_t i = 0; i < robot.links.size(); ++i)
            for (RobotMotion& motion : robot.links[i].motions) {
                judge_numbers(motion);
                if (motion.mimic) continue;
                const auto led = led_by(i, motion);
                if (std::ranges::any_of(
                        led, [&](const auto& one) { return moves_something(one.first, *one.second, frames_of_links); }))
                    continue;
                if (options.accept) {
                    for (const auto& [link, one] : led) {
                        one->is_held = true;
                        one->mimic.reset();
                    }
                    continue;
                }
                refuse(motion.place,
                       "joint '" + motion.name + "' moves link '" + robot.links[i].name +
                           "' and what hangs on it, and nothing of that has " +
                           (motion.kind == RobotMotion::Kind::turn ? "an inertia about its axis" : "a mass"),
                       "give the link a mass and an inertia, make the joint fixed, or let it stand still: --accept");
            }
    }
};

}  // namespace

void require_inertias(Robot& robot, const ImportOptions& options) {
    Judge judge{robot, options, {}};
    for (RobotLink& link : robot.links)
        if (link.inertia) judge.judge_inertia(link);
    if (judge.found.empty()) judge.judge_motions();
    if (!judge.found.empty()) throw InputError(judge.found);
}

std::array<Written, 6> turned_inertia(const std::array<Written, 6>& inertia, const Mat3<double>& R) {
    const Mat3<double> I = R * tensor_of(inertia) * transpose(R);
    return {written(I(0, 0)), written(I(1, 1)), written(I(2, 2)), written(I(0, 1)), written(I(0, 2)), written(I(1, 2))};
}

}  // namespace lag
