#include "scripts/import/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lag {

namespace {

using Motions = std::map<std::string, std::pair<std::size_t, const RobotMotion*>>;  // by name: the link, the motion

Motions motions_of(const Robot& robot) {
    Motions all;
    for (std::size_t i = 0; i < robot.links.size(); ++i)
        for (const RobotMotion& motion : robot.links[i].motions) all.emplace(motion.name, std::pair(i, &motion));
    return all;
}

// factor2 (factor1 q + offset1) + offset2; numbers of the file stay where nothing is computed.
RobotMimic through(const RobotMimic& second, const RobotMimic& first) {
    return {first.leader, first.factor.value == 1 ? second.factor : written(second.factor.value * first.factor.value),
            first.offset.is_zero() ? second.offset
                                   : written(second.factor.value * first.offset.value + second.offset.value)};
}

RobotMimic resolved(const RobotMotion& motion, const Motions& motions) {
    RobotMimic mimic = *motion.mimic;
    for (std::size_t steps = 0;; ++steps) {
        const auto leader = motions.find(mimic.leader);
        if (leader == motions.end()) {
            std::vector<std::string> names;
            for (const auto& [name, one] : motions) names.push_back(name);
            const std::string near = did_you_mean(mimic.leader, names);
            throw InputError(Diagnostic{
                motion.place,
                fmt::format("joint '{}' mimics '{}', and no joint that moves has that name", motion.name, mimic.leader),
                near.empty() ? "give the name of a revolute, continuous or prismatic joint"
                             : fmt::format("did you mean '{}'?", near)});
        }
        const RobotMotion& first = *leader->second.second;
        if (&first == &motion || steps > motions.size())
            throw InputError(Diagnostic{motion.place, fmt::format("joint '{}' mimics itself", motion.name),
                                        "one joint must move by itself"});
        if (first.kind != RobotMotion::Kind::turn && first.kind != RobotMotion::Kind::slide)
            throw InputError(Diagnostic{
                motion.place,
                fmt::format("joint '{}' mimics '{}', which has several coordinates", motion.name, first.name),
                "a joint can follow one that turns or slides"});
        if (!first.mimic) return mimic;
        mimic = through(mimic, *first.mimic);
    }
}

class Order {
  public:
    explicit Order(Robot& robot) : robot_(robot), done_(robot.links.size(), false), children_(robot.links.size()) {
        for (std::size_t i = 0; i < robot.links.size(); ++i) {
            const std::size_t parent = robot.links[i].parent;
            (parent == RobotLink::no_link ? roots_ : children_[parent]).push_back(i);
        }
    }

    std::vector<std::size_t> run() {
        for (const std::size_t root : roots_) visit(root);
        while (!waiting_.empty()) {
            free_first();
            serve_waiting();
        }
        return std::move(order_);
    }

  private:
    bool can_stand(std::size_t i) const {
        const Motions motions = motions_of(robot_);
        return std::ranges::all_of(robot_.links[i].motions, [&](const RobotMotion& motion) {
            if (!motion.mimic) return true;
            const std::size_t leader = motions.at(motion.mimic->leader).first;
            return done_[leader] || leader == i;
        });
    }

    void visit(std::size_t first) {
        std::vector<std::size_t> stack{first};
        while (!stack.empty()) {
            const std::size_t i = stack.back();
            stack.pop_back();
            if (!can_stand(i)) {
                waiting_.push_back(i);
                continue;
            }
            done_[i] = true;
            order_.push_back(i);
            for (auto child = children_[i].rbegin(); child != children_[i].rend(); ++child) stack.push_back(*child);
        }
    }

    void serve_waiting() {
        for (bool changed = true; changed;) {
            changed = false;
            const std::vector<std::size_t> now = std::move(waiting_);
            waiting_.clear();
            for (const std::size_t i : now) {
                if (can_stand(i)) changed = true;
                visit(i);
            }
        }
    }

    // What the first one follows may only wait for the end of the tree; else it is on itself or in a circle of others.
    void free_first() {
        serve_waiting();
        if (waiting_.empty()) return;
        for (RobotMotion& motion : robot_.links[waiting_.front()].motions) {
            if (!motion.mimic) continue;
            robot_.relations.push_back({motion.name,
                                        motion.mimic->leader,
                                        {motion.mimic->offset, motion.mimic->factor},
                                        motion.place,
                                        {},
                                        {}});
            motion.mimic.reset();
        }
    }

    Robot& robot_;
    std::vector<bool> done_;
    std::vector<std::vector<std::size_t>> children_;
    std::vector<std::size_t> roots_, waiting_, order_;
};

}  // namespace

std::vector<std::size_t> declared_order(Robot& robot) {
    std::vector<std::pair<RobotMotion*, RobotMimic>> found;
    const Motions motions = motions_of(robot);
    for (RobotLink& link : robot.links)
        for (RobotMotion& motion : link.motions)
            if (motion.mimic) found.emplace_back(&motion, resolved(motion, motions));
    for (auto& [motion, mimic] : found) motion->mimic = mimic;
    return Order(robot).run();
}

}  // namespace lag
