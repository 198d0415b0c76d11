#include "scripts/check/branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "scripts/check/drive.hpp"

namespace lag {

namespace {

using Ways = std::vector<std::vector<CheckMargin>>;

constexpr std::size_t most_ways = 8;
constexpr std::size_t most_starts = 3;
constexpr std::size_t most_segments = 300;  // of a table, that are visited one by one

Ways both(const Ways& a, const Ways& b) {
    Ways result;
    for (const auto& x : a)
        for (const auto& y : b) {
            if (result.size() == most_ways) return result;
            result.push_back(x);
            result.back().insert(result.back().end(), y.begin(), y.end());
        }
    return result;
}
Ways either(Ways a, const Ways& b) {
    for (const auto& way : b)
        if (a.size() < most_ways) a.push_back(way);
    return a;
}

CheckMargin above(NodeId first, const Rational& offset) {
    return {first, 0, offset, 1, {}, true};
}
CheckMargin below(NodeId first, const Rational& offset) {
    return {first, 0, offset, -1, {}, true};
}

}  // namespace

namespace {
std::vector<Expr> both_lists(std::span<const Expr> left, std::span<const Expr> right) {
    std::vector<Expr> all(left.begin(), left.end());
    all.insert(all.end(), right.begin(), right.end());
    return all;
}
}  // namespace

CheckBranches::CheckBranches(const Model& model, std::span<const Expr> left, std::span<const Expr> right)
    : graph_(*model.graph), ranges_(model, both_lists(left, right)) {
    // users before operands: what lies above a choice is reached first
    std::vector<NodeId> nodes = reachable(graph_, both_lists(left, right));
    size_ = nodes.size();
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id)
        if (graph_.node(*id).dependence != 0) add_goals(*id);
    const std::vector<NodeId> of_left = reachable(graph_, left), of_right = reachable(graph_, right);
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
        const Node node = graph_.node(*id);
        if (node.op != Op::curve && node.op != Op::map) continue;
        const bool shared = std::ranges::binary_search(of_left, *id) && std::ranges::binary_search(of_right, *id);
        for (int axis = 0; axis < arity(node.op); ++axis)
            if (graph_.node(node.operand[axis]).dependence != 0) add_table_goals(*id, axis, shared);
        const Lookup lookup = graph_.lookup_of(*id);
        const unsigned continuous_slopes = lookup.table->degree == 1 ? 0 : 1;
        if (std::max(lookup.orders[0], lookup.orders[1]) > continuous_slopes) jumping_tables_.push_back(*id);
    }
    find_entries(left, right);
}

void CheckBranches::find_entries(std::span<const Expr> left, std::span<const Expr> right) {
    std::unordered_map<NodeId, std::vector<std::size_t>> goals_of;
    for (std::size_t k = 0; k < goals_.size(); ++k)
        if (goals_[k].required) goals_of[goals_[k].node].push_back(k);
    if (goals_of.empty()) return;
    for (std::size_t entry = 0; entry < left.size(); ++entry) {
        const std::array<Expr, 2> sides{left[entry], right[entry]};
        for (const NodeId id : reachable(graph_, sides)) {
            const auto found = goals_of.find(id);
            if (found == goals_of.end()) continue;
            for (const std::size_t goal : found->second) goals_[goal].entries.push_back(entry);
        }
    }
}

void CheckBranches::add(NodeId node, Ways ways, bool required, const std::string& text) {
    CheckGoal goal;
    goal.node = node, goal.ways = std::move(ways), goal.required = required, goal.text = text;
    goals_.push_back(std::move(goal));
}

void CheckBranches::add_condition(NodeId node, NodeId condition, bool wanted) {
    if (graph_.node(condition).dependence == 0) return;
    const bool equality = graph_.node(condition).op == Op::equal && wanted;
    add(node, ways_to(condition, wanted), !equality,
        to_string(graph_, graph_.expr(condition), 200) + (wanted ? " holds" : " does not hold"));
    goals_.back().condition = condition, goals_.back().wanted = wanted;
}

// One margin for a relation, met where it is `truth`.
Ways CheckBranches::ways_to(NodeId condition, bool truth) const {
    const Node& node = graph_.node(condition);
    const NodeId a = node.operand[0], b = node.operand[1];
    switch (node.op) {
        case Op::logical_not:
            return ways_to(a, !truth);
        case Op::logical_and:
        case Op::logical_or:
            return (node.op == Op::logical_and) == truth ? both(ways_to(a, truth), ways_to(b, truth))
                                                         : either(ways_to(a, truth), ways_to(b, truth));
        case Op::equal:
            return {{CheckMargin{a, b, 0, 1, condition, truth}}};
        default:
            return {{truth ? CheckMargin{b, a, 0, 1, condition, true} : CheckMargin{a, b, 0, 1, condition, false}}};
    }
}

void CheckBranches::add_goals(NodeId id) {
    const Node node = graph_.node(id);
    const NodeId a = node.operand[0], b = node.operand[1];
    const auto text = [&](NodeId of) { return to_string(graph_, graph_.expr(of), 100); };
    const Rational tenth = Rational(1) / Rational(10);
    const std::vector<CheckMargin> positive{above(a, tenth), below(a, 10)}, negative{below(a, -tenth), above(a, -10)};
    switch (node.op) {
        case Op::select:
            add_condition(id, a, true);
            add_condition(id, a, false);
            break;
        case Op::less:
        case Op::less_equal:
        case Op::equal:
            add_condition(id, id, true);
            add_condition(id, id, false);
            break;
        case Op::abs:
            add(id, {{above(a, 0)}}, true, text(a) + " is positive");
            add(id, {{below(a, 0)}}, true, text(a) + " is negative");
            break;
        case Op::min:
        case Op::max:
            add(id, {{CheckMargin{a, b, 0, 1, {}, true}}}, true, fmt::format("{} is above {}", text(a), text(b)));
            add(id, {{CheckMargin{b, a, 0, 1, {}, true}}}, true, fmt::format("{} is below {}", text(a), text(b)));
            break;
        case Op::floor:
            add(id, {{above(a, 1)}}, false, "");
            add(id, {{below(a, 0)}}, false, "");
            break;
        case Op::mod:
            add(id, {{CheckMargin{a, b, 0, 1, {}, true}, above(b, 0)}}, false, "");
            add(id, {{below(a, 0)}}, false, "");
            break;
        case Op::atan2:
            add(id, {{below(b, 0), above(a, 0)}}, false, "");
            add(id, {{below(b, 0), below(a, 0)}}, false, "");
            break;
        case Op::sqrt:
        case Op::log:
        case Op::pow:
            add(id, {positive}, false, "");
            break;
        case Op::sin:
        case Op::cos:
        case Op::tan:
        case Op::atan:
        case Op::sinh:
        case Op::cosh:
        case Op::tanh:
        case Op::exp:
            add(id, {positive, negative}, false, "");
            break;
        default:
            break;
    }
}

// From the first to after the last: min and max with numbers, as of a table that is constant outside, leave some out.
std::pair<std::size_t, std::size_t> CheckBranches::reachable_segments(NodeId argument,
                                                                      const std::vector<Rational>& starts) const {
    std::size_t first = 0, end = starts.size();
    for (Node node = graph_.node(argument); node.op == Op::min || node.op == Op::max;) {
        const int number = graph_.node(node.operand[0]).op == Op::constant ? 0 : 1;
        if (graph_.node(node.operand[number]).op != Op::constant) break;
        const Rational limit = graph_.constant_value(node.operand[number]);
        while (node.op == Op::min && end > 1 && !(starts[end - 1] < limit)) --end;
        while (node.op == Op::max && first + 1 < starts.size() && !(limit < starts[first + 1])) ++first;
        node = graph_.node(node.operand[1 - number]);
    }
    return {std::min(first, end - 1), end};
}

void CheckBranches::add_table_goals(NodeId id, int axis, bool shared) {
    const NodeId argument = graph_.node(id).operand[axis];
    const Lookup lookup = graph_.lookup_of(id);
    const std::vector<Rational>& starts = lookup.table->starts[static_cast<std::size_t>(axis)];
    const auto [first, end] = reachable_segments(argument, starts);
    const std::string table = to_string(graph_, graph_.expr(id), 100);
    if (!shared && end - first > most_segments) {
        too_long_table_ = fmt::format("{} has {} segments", table, end - first);
        return;
    }
    const auto add_segments = [&](std::size_t from, std::size_t to) {
        std::vector<CheckMargin> way;
        std::string text = to_string(graph_, graph_.expr(argument), 100);
        if (from > 0) way.push_back(above(argument, starts[from])), text += " is above " + lag::to_string(starts[from]);
        if (from > 0 && to < starts.size()) text += " and";
        if (to < starts.size())
            way.push_back(below(argument, starts[to])), text += " is below " + lag::to_string(starts[to]);
        if (!way.empty()) add(id, {way}, true, fmt::format("{} in {}", text, table));
    };
    if (!shared || end - first <= 3) {
        for (std::size_t k = first; k < end; ++k) add_segments(k, k + 1);
        return;
    }
    add_segments(first, first + 1);
    add_segments(first + 1, end - 1);
    add_segments(end - 1, end);
}

bool CheckBranches::is_on_border_of_table(NodeId id, const BallValues& values) const {
    if (!values.knows(id)) return false;
    const Node node = graph_.node(id);
    const Lookup lookup = graph_.lookup_of(id);
    for (int axis = 0; axis < arity(node.op); ++axis) {
        const std::vector<Rational>& starts = lookup.table->starts[static_cast<std::size_t>(axis)];
        const Ball& argument = values.known(node.operand[axis]);
        const std::size_t segment = segment_of(starts, argument);
        if (segment > 0 && overlap(argument, Ball(starts[segment]))) return true;
    }
    return false;
}

bool CheckBranches::is_reached(const CheckGoal& goal, const BallValues& values) const {
    if (goal.condition)
        return values.knows(*goal.condition) && !cln::zerop(values.known(*goal.condition).exact()) == goal.wanted;
    return std::any_of(goal.ways.begin(), goal.ways.end(), [&](const auto& way) {
        return std::all_of(way.begin(), way.end(), [&](const CheckMargin& margin) { return is_met(margin, values); });
    });
}

void CheckBranches::note(const BallValues& values, const CheckPoint& point, const std::vector<bool>& equal) {
    const bool between = !is_on_border(values);
    for (CheckGoal& goal : goals_) {
        if (goal.visited || !values.asked_for(goal.node)) continue;
        const bool counts = !goal.required || std::any_of(goal.entries.begin(), goal.entries.end(),
                                                          [&](std::size_t entry) { return equal[entry]; });
        goal.visited = counts && between && is_reached(goal, values);
        if (goal.visited) goal.starts.clear();
        if (goal.visited || goal.starts.size() == most_starts) continue;
        CheckStart start{point, {}};
        for (NodeId node = goal.node, user = values.demanded_by(node); user != node;
             node = user, user = values.demanded_by(node)) {
            const Node& above_it = graph_.node(user);
            const bool chosen =
                above_it.op == Op::select || above_it.op == Op::logical_and || above_it.op == Op::logical_or;
            if (!chosen || node == above_it.operand[0]) continue;
            const NodeId choice = above_it.operand[0];
            start.choices.emplace_back(choice, !cln::zerop(values.known(choice).exact()));
        }
        goal.starts.push_back(std::move(start));
    }
}

// Between the two sides of a border that were both visited nothing is left but the border itself.
bool CheckBranches::is_tie(const CheckGoal& goal) const {
    if (!goal.condition) return false;
    const Node& node = graph_.node(*goal.condition);
    if ((node.op != Op::less || goal.wanted) && (node.op != Op::less_equal || !goal.wanted)) return false;
    const bool swapped = node.op == Op::less;
    return std::any_of(goals_.begin(), goals_.end(), [&](const CheckGoal& other) {
        if (!other.condition || !other.visited || !other.wanted) return false;
        const Node& relation = graph_.node(*other.condition);
        return relation.op == Op::less && relation.operand[swapped ? 1 : 0] == node.operand[0] &&
               relation.operand[swapped ? 0 : 1] == node.operand[1];
    });
}

bool CheckBranches::is_on_border(const BallValues& values) const {
    if (std::ranges::any_of(jumping_tables_, [&](NodeId id) { return is_on_border_of_table(id, values); })) return true;
    return std::any_of(goals_.begin(), goals_.end(), [&](const CheckGoal& goal) {
        const Node& node = graph_.node(goal.node);
        if ((node.op != Op::less && node.op != Op::less_equal) || !values.knows(goal.node)) return false;
        return overlap(values.known(node.operand[0]), values.known(node.operand[1]));
    });
}

bool CheckBranches::is_out_of_reach(const CheckGoal& goal) const {
    const auto impossible = [&](const CheckMargin& margin) {
        const Range first = margin.second == 0 && margin.first == 0 ? Range{0, 0} : ranges_(margin.first);
        const Range second = margin.second == 0 ? Range{0, 0} : ranges_(margin.second);
        if (margin.condition) {
            const Op op = graph_.node(*margin.condition).op;
            if (op == Op::equal) return margin.wanted && (first.high < second.low || second.high < first.low);
            const bool strict = (op == Op::less) == margin.wanted;  // first > second is wanted, else first >= second
            return strict ? first.high <= second.low : first.high < second.low;
        }
        if (!cln::zerop(margin.offset)) {  // of an argument of a table
            const double limit = margin.sign > 0 ? first.high : first.low;
            if (!std::isfinite(limit)) return false;
            const Rational beyond = exact_rational(limit) - margin.offset;
            return cln::zerop(beyond) || cln::minusp(beyond) == (margin.sign > 0);
        }
        return margin.sign > 0 ? first.high <= second.low : first.low >= second.high;
    };
    return std::all_of(goal.ways.begin(), goal.ways.end(),
                       [&](const auto& way) { return std::any_of(way.begin(), way.end(), impossible); });
}

const CheckGoal* CheckBranches::unvisited() const {
    for (const CheckGoal& goal : goals_)
        // a node that was never in use lies below a choice that was not visited: that one is told
        if (goal.required && !goal.visited && !goal.starts.empty() && !is_tie(goal) && !is_out_of_reach(goal))
            return &goal;
    return nullptr;
}

std::vector<CheckPoint> CheckBranches::points_towards(std::size_t goal) {
    std::vector<CheckPoint> points;
    const CheckGoal& towards = goals_[goal];
    if (towards.required && is_out_of_reach(towards)) return points;
    for (const CheckStart& start : towards.starts)
        for (const auto& way : towards.ways) {
            if (points.size() == most_starts) return points;
            CheckDrive drive(graph_, start, budget_);
            if (auto point = drive.to(way)) points.push_back(std::move(*point));
        }
    return points;
}

}  // namespace lag
