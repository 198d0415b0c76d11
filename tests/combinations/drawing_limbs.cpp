// Equal limbs: several subtrees with the same hinges on one body, whose numbers differ, with loads of one form.
#include <algorithm>
#include <array>

#include "tests/combinations/drawing.hpp"

namespace lag::combinations {

namespace {

constexpr Unit of_length{0, 1, 0, 0}, of_angle{0, 0, 0, 1};

// "[0, -1, 0]" of "y", "[-1, -2, 0]" of "[1, 2, 0]"
std::string opposite(const std::string& axis) {
    if (axis.size() == 1)
        return std::string("[") + (axis == "x" ? "-1, 0, 0" : axis == "y" ? "0, -1, 0" : "0, 0, -1") + "]";
    std::string text, component;
    for (const char c : axis.substr(1, axis.size() - 2) + ",") {
        if (c != ',') {
            if (c != ' ') component += c;
            continue;
        }
        const std::string negative = component == "0"      ? "0"
                                     : component[0] == '-' ? component.substr(1)
                                                           : "-" + component;
        text += (text.empty() ? "" : ", ") + negative;
        component.clear();
    }
    return "[" + text + "]";
}

}  // namespace

// The k-th body of every limb has the same hinge, in some limbs about the opposite axis. A limb may lack its first body, and
// what turns its axes.
void Drawing::limbs() {
    struct Level {
        bool turns;
        std::string axis, inertia;
        bool has_cm, has_orient, is_mirrored, has_load, has_input;
        bool is_given = false;  // the hinge has no coordinate
    };
    std::vector<std::string> bases;
    for (const std::string& b : bodies_)
        if (std::ranges::count(limb_bodies_, b) == 0) bases.push_back(b);
    const std::string base = random_.pick(bases);
    const int few = random_.integer(2, flat_ ? 4 : 6);
    std::vector<Level> levels(static_cast<std::size_t>(random_.integer(1, few > 3 ? 2 : 3)));
    const bool is_many = levels.size() == 1 && limb_bodies_.empty() && many_.chance(0.3);  // more than lanes
    const int count = is_many ? many_.integer(9, 12) : few;
    for (Level& level : levels) {
        level = {random_.chance(0.8), flat_ ? "z" : axis(), random_.chance(0.5) ? "diagonal" : "full",
                 random_.chance(0.7), random_.chance(0.4),  random_.chance(0.3),
                 random_.chance(0.7), random_.chance(0.5)};
        if (flat_ && !level.turns) level.axis = random_.chance(0.5) ? "x" : "y";
    }
    if (limb_bodies_.empty()) base_coordinates_ = tree_coordinates_;
    const bool some_is_given = varying_ && levels.size() > 1 && random_.chance(0.35), by_input = random_.chance(0.6);
    const bool is_coupled = some_is_given && levels[0].turns == levels[1].turns && random_.chance(0.4);
    const auto base_coordinate = [&](bool turns) {  // none: ""
        std::vector<std::string> names;
        for (const Named& q : base_coordinates_)
            if (q.unit == (turns ? of_angle : of_length)) names.push_back(q.name);
        return names.empty() || random_.chance(0.4) ? "" : random_.pick(names);
    };
    const std::string leader = some_is_given && !is_coupled ? base_coordinate(levels[1].turns) : "";
    // a rotation before the last hinge's own, which some limbs lack: a front wheel's beside that of a rear one
    const std::string rack = varying_ && !levels.back().is_mirrored && random_.chance(0.3) ? base_coordinate(true) : "";
    if (some_is_given) levels[1].is_given = true, levels[1].is_mirrored = levels[1].has_load = false;
    const bool one_is_shorter = levels.size() > 1 && random_.chance(0.2);
    const bool has_forces = random_.chance(0.4), has_springs = random_.chance(0.3);
    const std::string along = flat_ ? "[0.4, 0.3, 0]" : "[0.4, -0.3, 0.2]", foot = fresh("P");
    if (has_springs) add("point", {foot, base, "[1.3, 0.9, " + std::string(flat_ ? "0" : "-0.7") + "]"});
    const bool has_rods = random_.chance(0.25),
               is_tied = !has_rods && !some_is_given && levels.size() > 1 && random_.chance(0.3);
    const bool calls = !units_ && random_.chance(0.2);
    const auto share = [&] {  // 1*q is q itself, whose hinge another body has
        const std::string drawn = number(0.3, 0.9);
        return drawn == "1" ? "0.9" : drawn;
    };
    // on the last body of each, alike but for their numbers and, of some, the sense of the axis
    std::vector<Level> fingers;
    if ((count == 2 || count == 4) && fingers_.chance(0.6)) {
        Level finger{};
        finger.turns = fingers_.chance(0.7), finger.is_mirrored = fingers_.chance(0.3);
        finger.axis = !flat_ ? axis() : finger.turns ? "z" : "x";
        fingers.assign(static_cast<std::size_t>(fingers_.integer(2, count == 2 ? 4 : 2)), finger);
    }
    std::vector<std::vector<std::string>> alike(levels.size());
    std::vector<std::string> last_bodies;
    const std::string eye = fresh("P");
    if (has_rods) add("point", {eye, base, "[-1.1, 1.2, " + std::string(flat_ ? "0" : "0.8") + "]"});
    for (int limb = 0; limb < count; ++limb) {
        std::vector<std::string> own;  // coordinates
        std::string inboard = base, last;
        const bool is_turned = random_.chance(0.7);
        for (std::size_t k = one_is_shorter && limb == 1 ? 1 : 0; k < levels.size(); ++k) {
            const Level& level = levels[k];
            const std::string name = fresh("b");
            std::string q;
            if (!level.is_given)
                q = coordinate(level.turns, false);
            else if (is_coupled && !own.empty())
                q = share() + "*" + own.front();
            else if (!leader.empty())
                q = share() + "*" + (level.turns && !units_ && limb % 2 == 1 ? "sin(" + leader + ")" : leader);
            else if (by_input)
                q = number(0.3, 1) + "*" + input(level.turns ? of_angle : of_length);
            else
                q = number(0.1, 0.6) + "*sin(" + number(0.5, 3) + "*t)";
            const bool is_opposite = level.is_mirrored && limb % 2 == 1;
            const bool follows = !rack.empty() && k + 1 == levels.size() && !level.is_given && limb % 3 != 2;
            const std::string motion = (is_opposite ? opposite(level.axis) : level.axis) + ", " + q + ")";
            std::vector<std::string> arguments{
                name, inboard,
                follows ? "hinge = [rotate(z, " + number(-0.9, -0.2) + "*" + rack + "), " +
                              (level.turns ? "rotate(" : "translate(") + motion + "]"
                        : std::string("hinge = ") + (level.turns ? "revolute(" : "prismatic(") + motion,
                "at = " + vector(-1, 1, of_length)};
            if (level.has_orient && is_turned && k == 0)
                arguments.push_back(std::string("orient = [[") + (flat_ ? "z" : "x") + ", " +
                                    quantity(-1, 1, of_angle) + "]]");
            const Unit second{1, 2, 0, 0};
            arguments.push_back("mass = " + quantity(0.5, 3, {1, 0, 0, 0}));
            if (level.has_cm) arguments.push_back("cm = " + vector(-0.6, 0.6, of_length));
            const std::string c = number(-0.1, 0.1);
            if (flat_)
                arguments.push_back("inertia = [0, 0, " + quantity(0.2, 1, second) + "]");
            else if (level.inertia == "diagonal")
                arguments.push_back("inertia = [" + quantity(0.6, 1, second) + ", " + quantity(0.6, 1, second) + ", " +
                                    quantity(0.6, 1, second) + "]");
            else
                arguments.push_back("inertia = matrix([0.8, " + c + ", 0], [" + c + ", 0.9, 0.05], [0, 0.05, 0.7])");
            add("body", arguments);
            if (!level.is_given) own.push_back(q), alike[k].push_back(q);
            bodies_.push_back(name), limb_bodies_.push_back(name);
            if (level.has_load) {
                Unit stiffness{1, 2, -2, 0}, damping{1, 2, -1, 0}, load{1, 2, -2, 0};
                const Unit& unit = tree_coordinates_.back().unit;
                for (std::size_t i = 0; i < 4; ++i)
                    stiffness[i] -= 2 * unit[i], damping[i] -= 2 * unit[i], load[i] -= unit[i];
                const auto factor = [&](double low, double high, const Unit& of) {
                    return units_ ? parameter(low, high, of) : quantity(low, high, of);
                };
                const std::string spring = factor(1, 20, stiffness), damper = factor(0.1, 1, damping);
                add("hinge_load", {q, "-" + spring + "*" + q + " - " + damper + "*" + q + "'" +
                                          (level.has_input ? " + " + input(load) : "")});
            }
            inboard = last = name;
        }
        std::string on = last;
        for (std::size_t k = 0; k < 2 * fingers.size(); ++k) {  // two bodies each
            const Level& finger = fingers[k / 2];
            if (k % 2 == 0) on = last;
            const std::string name = fresh("b"), q = coordinate(finger.turns, false);
            const std::string along_or_about =
                (finger.is_mirrored && limb % 2 == 1 ? opposite(finger.axis) : finger.axis) + ", " + q + ")";
            const Unit second{1, 2, 0, 0};
            const std::string j = quantity(0.2, 0.6, second);
            add("body",
                {name, on, std::string("hinge = ") + (finger.turns ? "revolute(" : "prismatic(") + along_or_about,
                 "at = " + vector(-0.5, 0.5, of_length), "mass = " + quantity(0.2, 1, {1, 0, 0, 0}),
                 "cm = " + vector(-0.3, 0.3, of_length),
                 flat_ ? "inertia = [0, 0, " + j + "]" : "inertia = [" + j + ", " + j + ", " + j + "]"});
            bodies_.push_back(name), limb_bodies_.push_back(name);
            on = name;
        }
        last_bodies.push_back(last);
        if (calls && !own.empty()) {
            const std::string push = fresh("x"), more = fresh("x"), q = own.back();
            add("external",
                {"probe", "[" + number(0.5, 2) + "*" + q + ", " + q + "']", "[" + push + ", " + more + "]"});
            add("hinge_load", {q, number(0.5, 2) + "*" + push + " + " + number(-1, 1) + "*" + q + "*" + more});
            has_external_ = true;
        }
        const std::string tip = fresh("P");
        if (has_forces || has_springs || has_rods) add("point", {tip, last, along});
        if (has_forces) {
            const std::string push = quantity(-3, 3, {1, 1, -2, 0});
            add("force", {tip, "[" + push + ", 0, " + (flat_ ? "0" : push) + "]"});
        }
        if (has_springs)
            add("spring", {foot, tip, "stiffness = " + quantity(1, 20, {1, 0, -2, 0}),
                           "damping = " + quantity(0.1, 1, {1, 0, -1, 0}), "length = " + quantity(0.5, 2, of_length)});
        // a rod to the base, or a condition between its first two coordinates
        if (has_rods) hold_as_drawn("distance(" + eye + ", " + tip + ")^2");
        if (is_tied && own.size() > 1 && !(units_ && levels[0].turns != levels[1].turns))
            hold_as_drawn(number(0.4, 1.5) + "*" + own[0] + " + " + number(-1, 1) + "*" + own[1]);
    }
    limb_bodies_behind_.push_back(std::move(last_bodies));
    for (std::vector<std::string>& coordinates : alike)
        if (!coordinates.empty()) limb_coordinates_.push_back(std::move(coordinates));
}

// Four to nine bodies that turn, one on the other, about the same axis: on ground or on a cart, with numbers and loads of their own.
void Drawing::chain() {
    const std::string about = flat_ ? "z" : std::string(1, "xyz"[chains_.integer(0, 2)]);
    const Unit second{1, 2, 0, 0};
    std::string inboard = "ground";
    const auto inertia = [&] {
        const std::string j = quantity(0.3, 1, second);
        return flat_ ? "inertia = [0, 0, " + j + "]" : "inertia = [" + j + ", " + j + ", " + j + "]";
    };
    if (chains_.chance(0.4)) {
        inboard = fresh("b");
        const std::string along(1, flat_ ? "xy"[chains_.integer(0, 1)] : "xyz"[chains_.integer(0, 2)]);
        add("body", {inboard, "ground", "hinge = prismatic(" + along + ", " + coordinate(false, false) + ")",
                     "mass = " + quantity(0.5, 3, {1, 0, 0, 0}), inertia()});
        bodies_.push_back(inboard);
    }
    const bool has_springs = chains_.chance(0.5), has_motors = chains_.chance(0.4),
               some_are_opposite = chains_.chance(0.2);
    for (int links = chains_.integer(4, 9); links > 0; --links) {
        const std::string name = fresh("b"), q = coordinate(true, false);
        const bool is_opposite = some_are_opposite && chains_.chance(0.4);
        add("body", {name, inboard, "hinge = revolute(" + (is_opposite ? opposite(about) : about) + ", " + q + ")",
                     "at = " + vector(-0.8, 0.8, of_length), "mass = " + quantity(0.3, 2, {1, 0, 0, 0}),
                     "cm = " + vector(-0.5, 0.5, of_length), inertia()});
        bodies_.push_back(name);
        inboard = name;
        std::string load;
        if (has_springs) load = "-" + parameter(1, 9, {1, 2, -2, -2}) + "*" + q;
        if (has_motors && chains_.chance(0.8)) load += (load.empty() ? "" : " + ") + input({1, 2, -2, -1});
        if (!load.empty()) add("hinge_load", {q, load});
    }
}

}  // namespace lag::combinations
