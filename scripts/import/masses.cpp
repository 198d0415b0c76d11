#include "scripts/import/masses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/dense.hpp"
#include "core/number_text.hpp"
#include "scripts/import/inertia_tensor.hpp"
#include "scripts/import/joint_inertia.hpp"

namespace lag {

namespace {

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
        own.note += fmt::format(", and left out here: {}inertia [{}]",
                                mass_too ? fmt::format("mass {}, ", own.mass.text) : std::string(), list);
        if (mass_too) own.mass = {};
        own.about_cm = {};
        robot.left_out.push_back({fmt::format("{} of {}", what, of), place_of(own.place)});
    }

    std::string place_of(const SourcePosition& place) const {
        return fmt::format("{}:{}", robot.file.filename().string(), place.line);
    }

    void judge_inertia(RobotLink& link) {
        RobotInertia& own = *link.inertia;
        const std::string named = fmt::format("link '{}'", link.name);
        if (own.mass.value < 0) {
            bad(own, fmt::format("link '{}' has a negative mass: {}", link.name, own.mass.text), "the mass is negative",
                "correct the file, or leave mass and inertia out and give the body others in the script: --accept");
            return drop(own, named, "the negative mass", true);
        }
        const Vec3<double> moments = moments_of(tensor_of(own.about_cm));
        const double largest = std::max(std::abs(moments[0]), std::abs(moments[2]));
        const std::string list = fmt::format("{}, {}, {}", rounded_decimal(moments[0]), rounded_decimal(moments[1]),
                                             rounded_decimal(moments[2]));
        constexpr double rounding = 1e-9;  // of what the file's digits leave open
        constexpr double exact = 8e-16;    // of what computing with them leaves open
        if (moments[0] < -exact * largest) {
            bad(own, fmt::format("the inertia of {} has a negative principal moment: they are {}", named, list),
                fmt::format("no body has this inertia: one of its principal moments {} is negative", list),
                "correct the file; are the signs of the products those of the tensor's elements? Or leave the inertia "
                "out and give the body another in the script: --accept");
            return drop(own, named, "the inertia", false);
        }
        if (moments[2] > (moments[0] + moments[1]) + rounding * largest)
            return bad(
                own,
                fmt::format("no body has the inertia of {}: its principal moments {} break the triangle inequality",
                            named, list),
                fmt::format("no body has this inertia: its principal moments {} break the triangle inequality", list),
                "the largest may not exceed the sum of the other two; correct the file, or take it as it is: "
                "--accept");
        if (own.mass.value > 0 && largest == 0 && !link.motions.empty())
            bad(own, fmt::format("{} moves, and has the mass {} without an inertia", named, own.mass.text),
                "a point mass: the file gives it no inertia", "correct the file, or take it as a point mass: --accept");
    }

    // The motion and those that follow it, directly or through others: link and motion.
    std::vector<LinkMotion> led_by(const LinkMotion& leader) const {
        std::vector<LinkMotion> all{leader};
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
                    {fmt::format("the negative {} of joint '{}': {}", what, motion.name, number->text),
                     place_of(motion.place)});
            else
                refuse(motion.place, fmt::format("joint '{}' has a negative {}: {}", motion.name, what, number->text),
                       "correct the file, or leave it out: --accept");
            *number = {};
        }
    }

    void judge_motions() {
        for (RobotLink& link : robot.links)
            for (RobotMotion& motion : link.motions) judge_numbers(motion);
        for (;;) {
            const std::vector<LinkMotion> joints = motion_without_inertia(robot);
            if (joints.empty()) return;
            if (!options.accept) refuse_motion(joints);
            for (const auto& [link, one] : led_by(joints.front())) {
                one->is_held = true;
                one->mimic.reset();
            }
        }
    }

    void refuse_motion(const std::vector<LinkMotion>& joints) {
        const auto& [link, first] = joints.front();
        const std::string name = robot.links[link].name;
        if (joints.size() == 1) {
            const bool is_slide = first->kind == RobotMotion::Kind::slide,
                       is_turn = first->kind == RobotMotion::Kind::turn;
            return refuse(first->place,
                          fmt::format("joint '{}' moves link '{}' and what hangs on it, and nothing of that has {}",
                                      first->name, name,
                                      is_slide  ? "a mass"
                                      : is_turn ? "an inertia about its axis"
                                                : "an inertia about every axis"),
                          "give the link a mass and an inertia, make the joint fixed, or let it stand still: --accept");
        }
        std::string names;
        for (std::size_t k = 0; k < joints.size(); ++k)
            names += fmt::format("{}{}'",
                                 k == 0                   ? "'"
                                 : k + 1 == joints.size() ? " and '"
                                                          : ", '",
                                 joints[k].second->name);
        refuse(
            first->place, fmt::format("joints {} can move together so that nothing with an inertia moves", names),
            fmt::format(
                "give link '{}' a mass and an inertia, make one of the joints fixed, or let '{}' stand still: --accept",
                name, first->name));
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

}  // namespace lag
