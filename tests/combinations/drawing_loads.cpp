// Loads and outputs.
#include <algorithm>

#include "tests/combinations/drawing.hpp"

namespace lag::combinations {

namespace {

constexpr Unit length_unit{0, 1, 0, 0}, force_unit{1, 1, -2, 0}, torque_unit{1, 2, -2, 0};

// Of a generalized force on a speed of this unit: power over speed.
Unit load_on(const Unit& speed) {
    Unit unit{1, 2, -3, 0};
    for (std::size_t k = 0; k < 4; ++k) unit[k] -= speed[k];
    unit[3] = 0;
    return unit;
}

}  // namespace

bool Drawing::is_of_tree(const Named& q) const {
    return std::any_of(tree_coordinates_.begin(), tree_coordinates_.end(),
                       [&](const Named& tree) { return tree.name == q.name; });
}

std::string Drawing::point() {
    if (!points_.empty() && random_.chance(0.6)) return random_.pick(points_);
    const std::string& body = random_.pick(bodies_);
    const bool at_origin = random_.chance(0.5) || flexible_;  // the mass centre of a flexible body moves in it
    return body == "ground" ? "origin(ground)" : (at_origin ? "origin(" : "cm(") + body + ")";
}

void Drawing::load() {
    const auto sides = [&](std::vector<std::string>& arguments, bool of_points) {
        if (random_.chance(0.4))
            arguments.push_back(
                "in = " + (frames_.empty() || random_.chance(0.5) ? random_.pick(bodies_) : random_.pick(frames_)));
        if (random_.chance(0.3)) arguments.push_back("reaction = " + (of_points ? point() : random_.pick(bodies_)));
    };
    const std::string loaded = random_.pick(bodies_);
    switch (random_.integer(0, 8)) {
        case 0: {
            std::vector<std::string> arguments{point(), "[" + expression(force_unit, true) + ", " +
                                                            expression(force_unit, true) + ", " +
                                                            (flat_ ? "0" : expression(force_unit, true)) + "]"};
            sides(arguments, true);
            return add("force", arguments);
        }
        case 1: {
            if (loaded == "ground") return;
            std::vector<std::string> arguments{loaded, "[" + (flat_ ? "0" : expression(torque_unit, true)) + ", 0, " +
                                                           expression(torque_unit, true) + "]"};
            sides(arguments, false);
            return add("torque", arguments);
        }
        case 2: {
            const std::string P = fresh("P"), Q = fresh("P");
            add("point", {P, random_.pick(bodies_), "[0.3, 0.9, " + std::string(flat_ ? "0" : "-0.2") + "]"});
            add("point", {Q, random_.pick(bodies_), "[-1.7, -1.3, " + std::string(flat_ ? "0" : "0.8") + "]"});
            if (random_.chance(0.6))
                return add("spring", {P, Q, "stiffness = " + quantity(1, 20, {1, 0, -2, 0}),
                                      "damping = " + quantity(0.1, 1, {1, 0, -1, 0}),
                                      "length = " + quantity(0.5, 2, length_unit)});
            return add("line_force", {P, Q,
                                      expression(force_unit, true) + " + " + parameter(-3, 3, {1, 0, -2, 0}) +
                                          "*distance(" + P + ", " + Q + ")"});
        }
        case 3: {
            const Named& q = random_.pick(coordinates_);
            Unit stiffness{1, 2, -2, 0};
            for (std::size_t k = 0; k < 4; ++k) stiffness[k] -= 2 * q.unit[k];
            cut_loaded_ = cut_loaded_ || !is_of_tree(q);
            return add("potential", {quantity(0.5, 5, stiffness) + "*" + q.name + "^2/2"});
        }
        case 4: {
            const Named& u = random_.pick(speeds_);
            Unit damping{1, 2, -3, 0};
            for (std::size_t k = 0; k < 4; ++k) damping[k] -= 2 * u.unit[k];
            return add("dissipation", {quantity(0.2, 1, damping) + "*" + u.name + "^2/2"});
        }
        case 5: {
            // on a coordinate of a cut hinge
            std::vector<Named> own;
            for (const Named& q : coordinates_)
                if (!is_of_tree(q) && q.unit != Unit{0, 0, 0, 0}) own.push_back(q);
            if (own.empty()) return;
            cut_loaded_ = true;
            const Named& q = random_.pick(own);
            Unit rate = q.unit;
            rate[2] -= 1;
            Unit damping = load_on(rate);
            for (std::size_t k = 0; k < 4; ++k) damping[k] -= rate[k];
            return add("hinge_load",
                       {q.name, quantity(-3, -0.5, damping) + "*" + q.name + "' + " + expression(load_on(rate), true)});
        }
        default: {
            const Named& u = random_.pick(speeds_);
            std::string on = u.name;
            if (on.back() == '\'') on.pop_back();
            return add("hinge_load", {on, expression(load_on(u.unit), true)});
        }
    }
}

void Drawing::loads() {
    if (random_.chance(has_limbs_ ? 0.03 : 0.15)) {
        const Named& q = random_.pick(coordinates_);
        const Named& u = random_.pick(speeds_);
        const std::string push = fresh("x"), heat = fresh("x");
        has_external_ = true;
        add("external", {"probe", "[" + q.name + ", " + u.name + "]", "[" + push + ", " + heat + "]"});
        std::string on = random_.pick(speeds_).name;
        if (on.back() == '\'') on.pop_back();
        add("hinge_load", {on, number(0.5, 2) + "*" + push});
        add("output", {fresh("o"), heat + " + " + q.name});
    }
    for (int k = random_.integer(0, has_limbs_ ? 1 : 4); k > 0; --k) load();
}

void Drawing::outputs() {
    const auto component = [&] { return "[" + std::to_string(random_.integer(1, flat_ ? 2 : 3)) + "]"; };
    for (int k = random_.integer(0, 4); k > 0; --k) {
        const std::string body =
            bodies_[static_cast<std::size_t>(random_.integer(1, static_cast<int>(bodies_.size()) - 1))];
        const std::string P = "origin(" + body + ")";
        switch (random_.integer(0, 8)) {
            case 0:
                add("output", {fresh("o"), "position(" + P + ")" + component()});
                break;
            case 1:
                add("output", {fresh("o"), "velocity(" + P + ")" + component()});
                break;
            case 2:
                add("output", {fresh("o"), "acceleration(" + P + ")" + component()});
                break;
            case 3:
                add("output", {fresh("o"), "angular_velocity(" + body + ")[3]"});
                break;
            case 4:
                if (cuts_.empty() && !cut_loaded_ && !is_solved_)
                    add("output", {fresh("o"), "reaction(" + body + ")[1]" + component()});
                break;
            case 5:
                if (!cuts_.empty()) add("output", {fresh("o"), "multiplier(" + random_.pick(cuts_) + ")[1]"});
                break;
            case 6:
                if (!loops_.empty()) add("output", {fresh("o"), "multiplier(" + random_.pick(loops_) + ")[1]"});
                break;
            case 7:
                add("output", {fresh("o"), "kinetic_energy()"});
                break;
            default: {
                const std::string u = random_.pick(speeds_).name;
                add("output", {fresh("o"), u + "'"});
            }
        }
    }
}

}  // namespace lag::combinations
