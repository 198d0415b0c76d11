// Hinges that are rows, and loops that are solved.
#include <algorithm>
#include <cmath>

#include "tests/combinations/drawing.hpp"

namespace lag::combinations {

namespace {

bool names_speeds(const Statement& body) {
    for (const std::string& argument : body.arguments)
        if (argument.find("speeds = ") != std::string::npos) return true;
    return false;
}

}  // namespace

// All hinges of the drawn script, or some, as rows; those with speeds of their own cannot, nor those whose motions depend on
// each other.
void Drawing::treat_as_rows() {
    const auto is_tree_alone = [&](const std::string& argument) {
        return argument.starts_with("hinge = ") && tree_alone_.contains(argument.substr(8));
    };
    const bool all = treatment_.chance(0.5);
    for (Statement& statement : script_.statements) {
        if (statement.word != "body") continue;
        if (names_speeds(statement) || std::ranges::any_of(statement.arguments, is_tree_alone)) {
            if (all) statement.arguments.push_back("treat = tree");
        } else if (!all && treatment_.chance(0.5)) {
            statement.arguments.push_back("treat = absolute");
        }
    }
    if (all) script_.statements.insert(script_.statements.begin(), {"options", {"joints = absolute"}});
}

// A four-bar or a slider-crank that closes at the drawn angles, and a body on its coupler.
void Drawing::solved_loop() {
    script_.statements.insert(script_.statements.begin(), {"options", {"joints = solved"}});
    flat_ = true;
    const auto length_of = [&](double low, double high) { return std::round(100 * random_.between(low, high)) / 100; };
    const double a = length_of(0.3, 0.5), b = length_of(0.8, 1.2);
    const double q1 = length_of(0.4, 1.2), way = length_of(-0.2, 0.5);  // of the coupler against ground
    const double x = a * std::cos(q1) + b * std::cos(way), y = a * std::sin(q1) + b * std::sin(way);
    const auto body = [&](const std::string& inboard, const std::string& hinge, const std::string& at) {
        const std::string name = fresh("b");
        std::vector<std::string> arguments{name, inboard, "hinge = " + hinge};
        if (!at.empty()) arguments.push_back("at = " + at);
        for (const std::string& argument : inertia_arguments()) arguments.push_back(argument);
        add("body", arguments);
        bodies_.push_back(name);
        return name;
    };
    const auto number_of = [](double value) { return std::to_string(value); };
    const auto angle = [&](double value) {
        const std::string name = coordinate(true, true);
        near_[name] = value;
        return name;
    };
    const std::string first = angle(q1), second = angle(way - q1);
    speeds_.push_back({first + "'", {0, 0, -1, 1}});
    tree_coordinates_.push_back({first, {0, 0, 0, 1}});
    const std::string crank = body("ground", "revolute(z, " + first + ")", ""),
                      coupler = body(crank, "revolute(z, " + second + ")", "[" + number_of(a) + ", 0, 0]");
    const bool slides = random_.chance(0.5);
    std::string last, on_last = "[0, 0, 0]";
    if (slides) {
        const std::string s = coordinate(false, true);
        near_[s] = x;
        last = body("ground", "prismatic(x, " + s + ")", "[0, " + number_of(y) + ", 0]");
    } else {
        const double c = length_of(0.7, 1.1), turn = length_of(1.2, 1.9);
        last = body("ground", "revolute(z, " + angle(turn) + ")",
                    "[" + number_of(x - c * std::cos(turn)) + ", " + number_of(y - c * std::sin(turn)) + ", 0]");
        on_last = "[" + number_of(c) + ", 0, 0]";
    }
    const std::string P = fresh("P"), Q = fresh("P");
    add("point", {P, coupler, "[" + number_of(b) + ", 0, 0]"});
    add("point", {Q, last, on_last});
    add("close_loop", {P, Q});
    const std::string q = coordinate(true, false);
    body(coupler, "revolute(z, " + q + ")", vector(-1, 1, {0, 1, 0, 0}));
}

}  // namespace lag::combinations
