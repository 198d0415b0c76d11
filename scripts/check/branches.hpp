// What a check must have visited before it counts: both sides of every condition in use, both values of every
// selection, both signs below abs, both cases of min and max. And what it should visit: arguments of functions that are
// neither tiny nor huge, whole parts other than zero, the half-turns of atan2.
//
// Of a table kept in arrays: if both sides read it at the same place, the first segment, the last and one between them,
// as then only its value matters; else every segment.
//
// A goal that no drawn point has reached is driven at: from a point at which its node was in use one symbol after the
// other is varied over many scales, and to the border by secant steps, while the choices above it hold. So a check that
// never saw a branch is not taken for a test of it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/ball_values.hpp"
#include "scripts/check/drive.hpp"
#include "scripts/check/ranges.hpp"

namespace lag {

struct CheckGoal {
    NodeId node = 0;                       // in use when the goal can be reached
    std::optional<NodeId> condition = {};  // reached when it is `wanted`; else when one of the ways is satisfied
    bool wanted = true;
    std::vector<std::vector<CheckMargin>> ways;  // any of these; all margins of one way
    bool required = false;
    std::vector<std::size_t> entries;  // of the lists, that hold the node; of required goals only
    bool visited = false;
    std::string text;                // what was looked for
    std::vector<CheckStart> starts;  // points at which the node was in use
};

class CheckBranches {
  public:
    CheckBranches(const Model& model, std::span<const Expr> left, std::span<const Expr> right);

    // Notes what the values at a point have reached, as far as it belongs to entries that were found `equal` there, and
    // if the point is on no border; of the rest only what was in use.
    void note(const BallValues& values, const CheckPoint& point, const std::vector<bool>& equal);
    // The state lies on a border itself, where a jump has one value or the other by convention.
    bool is_on_border(const BallValues& values) const;
    std::size_t size() const { return size_; }  // nodes of both sides
    // The first required goal that nothing reached and that is not out of reach for all states.
    const CheckGoal* unvisited() const;
    // A table with more segments than are visited, of which only one side reads this place; else empty.
    const std::string& too_long_table() const { return too_long_table_; }

    std::size_t goal_count() const { return goals_.size(); }
    bool is_open(std::size_t goal) const { return !goals_[goal].visited && !goals_[goal].starts.empty(); }
    // Points that may reach a goal, the constraints left aside.
    std::vector<CheckPoint> points_towards(std::size_t goal);

  private:
    void add_goals(NodeId id);
    void add_table_goals(NodeId id, int axis, bool shared);
    std::pair<std::size_t, std::size_t> reachable_segments(NodeId argument, const std::vector<Rational>& starts) const;
    bool is_on_border_of_table(NodeId id, const BallValues& values) const;
    void find_entries(std::span<const Expr> left, std::span<const Expr> right);
    void add(NodeId node, std::vector<std::vector<CheckMargin>> ways, bool required, const std::string& text);
    void add_condition(NodeId node, NodeId condition, bool wanted);
    std::vector<std::vector<CheckMargin>> ways_to(NodeId condition, bool truth) const;
    bool is_reached(const CheckGoal& goal, const BallValues& values) const;
    bool is_out_of_reach(const CheckGoal& goal) const;
    bool is_tie(const CheckGoal& goal) const;

    Graph& graph_;
    Ranges ranges_;
    std::vector<CheckGoal> goals_;
    std::vector<NodeId> jumping_tables_;  // with another value on each side of a border
    std::string too_long_table_;
    std::size_t size_ = 0;
    long budget_ = 1'000'000;  // nodes evaluated on the way to goals
};

}  // namespace lag
