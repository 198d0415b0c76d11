#include "scripts/import/base.hpp"

#include <algorithm>

namespace lag {

namespace {

void add_input(RobotMotion& motion, const std::set<std::string>& driven) {
    const bool is_single = motion.kind == RobotMotion::Kind::turn || motion.kind == RobotMotion::Kind::slide;
    const bool has_effort = motion.effort && !motion.effort->is_zero();
    if (!is_single || motion.mimic || !(driven.empty() ? has_effort : driven.contains(motion.name))) return;
    RobotActuator actuator;
    actuator.name = motion.name + (motion.kind == RobotMotion::Kind::turn ? "_torque" : "_force");
    if (has_effort) actuator.note = "at most " + motion.effort->text;
    motion.actuators.push_back(std::move(actuator));
}

bool is_free(const RobotMotion& motion) {
    return motion.kind == RobotMotion::Kind::free;
}

}  // namespace

void add_effort_inputs(Robot& robot, const std::set<std::string>& driven) {
    for (RobotLink& link : robot.links)
        for (RobotMotion& motion : link.motions) add_input(motion, driven);
    for (RobotLoop& loop : robot.loops)
        for (RobotMotion& motion : loop.motions) add_input(motion, driven);
}

void set_free(RobotLink& link) {
    RobotMotion motion;
    motion.kind = RobotMotion::Kind::free;
    motion.name = link.name;
    motion.place = link.place;
    motion.start = frame_of(link.placement);
    link.placement = {};
    link.motions.push_back(std::move(motion));
}

void set_base(Robot& robot, const ImportOptions& options) {
    if (!options.free_base) return;
    const bool some_free = std::ranges::any_of(
        robot.links, [](const RobotLink& link) { return std::ranges::any_of(link.motions, is_free); });
    for (RobotLink& link : robot.links) {
        if (*options.free_base) {
            if (link.parent == RobotLink::no_link && link.motions.empty() && !some_free) set_free(link);
            continue;
        }
        const auto free = std::ranges::find_if(link.motions, is_free);
        if (free == link.motions.end()) continue;
        if (link.parent == RobotLink::no_link) link.placement = computed_placement(free->start);
        link.motions.erase(free);
    }
}

}  // namespace lag
