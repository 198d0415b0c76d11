// From a state to one at which given margins are met: one symbol after the other is varied, over many scales
// first, then to the border by secant steps, while the choices on the way to the margins' place stay as they are.
// In exact numbers where the border is linear in a symbol, so that equations (a = b) are met too; ties (a = b in a
// < b) are avoided.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/ball_values.hpp"
#include "scripts/check/points.hpp"

namespace lag {

// first - second - offset, times sign, is above zero; or the condition has the value wanted (which is so where first -
// second is above zero, about).
struct CheckMargin {
    NodeId first = 0, second = 0;  // node 0 is the number 0
    Rational offset = 0;
    int sign = 1;
    std::optional<NodeId> condition = {};
    bool wanted = true;
};

// Of values that are known; false where they are not.
bool is_met(const CheckMargin& margin, const BallValues& values);

// Some relation a < b or a <= b below the condition is evaluated at a = b.
bool is_tied(const Graph& graph, NodeId condition, const BallValues& values);

// A point, and the conditions that decide there that a node is in use.
struct CheckStart {
    CheckPoint point;
    std::vector<std::pair<NodeId, bool>> choices;
};

class CheckDrive {
  public:
    // `budget`: nodes that may still be evaluated.
    CheckDrive(Graph& graph, const CheckStart& start, long& budget)
        : graph_(graph), point_(start.point), choices_(start.choices), budget_(budget) {}

    std::optional<CheckPoint> to(const std::vector<CheckMargin>& margins);

  private:
    bool meet(const CheckMargin& margin);
    bool vary(const Symbol& symbol, const CheckMargin& margin);
    bool follow(const Symbol& symbol, const CheckMargin& margin, Rational from);
    // Between a value at which the margin is not met and one at which it is, but not the margins met before.
    bool halve(const Symbol& symbol, const CheckMargin& margin, Rational outside, Rational inside);
    bool holds(const CheckMargin& margin);                        // with the choices, and the margins met before
    std::optional<Rational> distance(const CheckMargin& margin);  // past the border

    Graph& graph_;
    CheckPoint point_;
    std::vector<std::pair<NodeId, bool>> choices_;
    std::vector<CheckMargin> met_;
    long& budget_;
};

}  // namespace lag
