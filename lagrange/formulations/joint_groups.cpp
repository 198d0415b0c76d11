#include "lagrange/formulations/joint_groups.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/kinematics/lane_presence.hpp"
#include "lagrange/kinematics/link_velocities.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

// By speed: of the first `most` joints in a row from ground on.
std::vector<bool> joints_on_ground(const Model& model, const Kinematics& k, std::size_t most) {
    const LaneBoundary boundary(model, k);
    std::vector<bool> chosen(model.speeds.size());
    std::vector<std::size_t> depth(k.links.size(), 0);
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        const Link& link = k.links[l];
        depth[l] = depth[link.inboard] + link.columns.size();
        if (link.columns.size() == 1 && depth[l] <= most && boundary.lanes_of(l) == 0)
            chosen[link.columns.front().speed.value] = true;
    }
    return chosen;
}

}  // namespace

std::vector<bool> deferred_speeds(const Model& model, const Kinematics& k, std::size_t at_ground) {
    std::vector<bool> deferred = joints_on_ground(model, k, at_ground);
    const std::vector<bool> one = of_one_hinge(model, k);
    for (std::size_t u = 0; u < deferred.size(); ++u) deferred[u] = deferred[u] || !one[u];
    std::vector<bool> moved(k.links.size(), false);
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        const Link& link = k.links[l];
        moved[l] = moved[link.inboard] || !link.columns.empty();
        if (moved[link.inboard] || link.columns.size() < 2) continue;
        for (const SpeedColumn& column : link.columns) deferred[column.speed.value] = true;
    }
    return deferred;
}

MeetingLink meeting_link(const Kinematics& k, SpeedIndex speed) {
    const auto is_moved = [&](const Link& link) {
        return std::ranges::count(link.columns, speed, &SpeedColumn::speed) > 0;
    };
    std::optional<std::size_t> common;
    for (std::size_t l = 1; l < k.links.size(); ++l)
        if (is_moved(k.links[l])) common = common ? common_link(k, *common, l) : l;
    if (!common) return {};
    return {*common, is_moved(k.links[*common])};
}

std::vector<std::vector<std::size_t>> joint_groups(const Model& model, const Kinematics& k, const PivotBlocks& blocks) {
    const LaneBoundary boundary(model, k);
    const std::vector<bool> deferred = deferred_speeds(model, k, blocks.at_ground);
    std::vector<bool> is_taken(k.links.size());
    const auto fits = [&](std::size_t l) {
        if (l == 0 || is_taken[l] || k.links[l].columns.size() != 1) return false;
        const SpeedIndex u = k.links[l].columns.front().speed;
        return !deferred[u.value] && !presence_of(model, u);
    };
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t l = k.links.size(); l-- > 1;) {
        std::vector<std::size_t> group;
        for (std::size_t i = l; group.size() < blocks.joints && fits(i); i = k.links[i].inboard) {
            group.push_back(i);
            is_taken[i] = true;
            if (boundary.is_crossed_from(i)) break;
        }
        if (group.size() > 1) groups.push_back(std::move(group));
    }
    return groups;
}

std::vector<PivotBlocks> pivot_blocks_to_try(const Model& model, const Kinematics& k) {
    const auto has_a_base = std::ranges::count(deferred_speeds(model, k), true) > 1;
    std::size_t longest = 0;
    for (const std::vector<std::size_t>& group : joint_groups(model, k, {k.links.size(), 1}))
        longest = std::max(longest, group.size());
    std::vector<PivotBlocks> blocks;
    const auto add_joints = [&](std::size_t speeds, std::size_t at_ground) {
        for (const std::size_t joints : std::initializer_list<std::size_t>{2, 3, 5})
            if (longest > joints || longest == 3) blocks.push_back({joints, speeds, at_ground});
    };
    if (has_a_base) {
        blocks.push_back({1, 3});
        add_joints(3, 0);
    } else {
        add_joints(1, 0);
    }
    if (longest >= 8) blocks.push_back({4, 2}), blocks.push_back({4, 3});
    for (const std::size_t joints : std::initializer_list<std::size_t>{2, 4}) {
        const auto left = static_cast<std::size_t>(std::ranges::count(joints_on_ground(model, k, joints), true));
        if (has_a_base || left < 2 || left == model.speeds.size()) continue;  // all: composite
        for (const std::size_t speeds : std::initializer_list<std::size_t>{1, 3}) {
            blocks.push_back({1, speeds, joints});
            add_joints(speeds, joints);
        }
    }
    return blocks;
}

}  // namespace lag
