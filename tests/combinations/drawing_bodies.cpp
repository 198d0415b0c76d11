// Bodies and their hinges.
#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <cstdio>

#include "tests/combinations/drawing.hpp"
#include "tests/combinations/reference.hpp"

namespace lag::combinations {

namespace {

constexpr Unit one{0, 0, 0, 0}, length{0, 1, 0, 0}, radian{0, 0, 0, 1};

double rounded(double x) {
    return std::round(x * 1000) / 1000;
}

}  // namespace

std::string Drawing::coordinate(bool angle, bool cut, double low, double high) {
    const std::string name = fresh(angle ? "q" : "s");
    const Unit unit = angle ? radian : length;
    coordinates_.push_back({name, unit});
    near_[name] = rounded(random_.between(low, high));
    if (cut) return name;
    tree_coordinates_.push_back({name, unit});
    speeds_.push_back({name + "'", per_second(unit)});
    if (random_.chance(0.5)) near_[name + "'"] = rounded(random_.between(-1, 1));
    return name;
}

std::string Drawing::given_slot(bool angle) {
    const Unit unit = angle ? radian : length;
    const int kind = random_.integer(varying_ ? 0 : 2, coordinates_.empty() ? 2 : 4);
    switch (kind) {
        case 0:
            return number(0.1, 0.6) + "*sin(" + number(0.5, 3) + "*t)";
        case 1:
            return input(unit);
        case 2:
            return quantity(-0.6, 0.6, unit);
        default: {
            const Named& q = random_.pick(coordinates_);
            if (units_ && q.unit != unit) return number(-0.5, 0.5);
            if (kind == 3 && q.unit == unit && tree_coordinates_.size() == coordinates_.size())
                return "coupled(" + q.name + ")";
            return "0." + std::to_string(random_.integer(2, 9)) + "*" + q.name;
        }
    }
}

std::string Drawing::slot(bool angle, bool cut) {
    if (random_.chance(0.15)) return given_slot(angle);
    return coordinate(angle, cut);
}

std::string Drawing::quasi(const std::string& stem, int count, bool angles) {
    std::vector<std::string> names;
    for (int k = 0; k < count; ++k) {
        const std::string name = fresh(stem);
        names.push_back(name);
        speeds_.push_back({name, per_second(angles && k < 3 ? radian : length)});
        quasi_speeds_.push_back(name);
        if (random_.chance(0.5)) near_[name] = rounded(random_.between(-1, 1));
    }
    return "[" + join(names, ", ") + "]";
}

// `sequence = .., angles = [..]` or `quaternion = [..]`.
std::string Drawing::orientation(bool cut) {
    const auto named = [&](const std::string& stem, const Unit& unit, double value) {
        const std::string name = fresh(stem);
        coordinates_.push_back({name, unit});
        if (!cut) tree_coordinates_.push_back({name, unit});
        near_[name] = value;
        return name;
    };
    if (random_.chance(0.5)) {
        Eigen::Vector4d e;
        for (Eigen::Index k = 0; k < 4; ++k) e(k) = random_.between(-0.6, 0.6);
        e(0) = 1;
        e.normalize();
        std::vector<std::string> names;
        for (Eigen::Index k = 0; k < 4; ++k) names.push_back(named("e", one, std::round(e(k) * 1e6) / 1e6));
        return "quaternion = [" + join(names, ", ") + "]";
    }
    const std::array<int, 12> sequences{121, 123, 131, 132, 212, 213, 231, 232, 312, 313, 321, 323};
    const int sequence = sequences[random_.bits() % 12];
    const bool repeated = sequence / 100 == sequence % 10;
    const std::string a = named("q", radian, rounded(random_.between(-0.7, 0.7)));
    const std::string b =
        named("q", radian, rounded(repeated ? random_.between(0.5, 1.2) : random_.between(-0.7, 0.7)));
    const std::string c = named("q", radian, rounded(random_.between(-0.7, 0.7)));
    return "sequence = " + std::to_string(sequence) + ", angles = [" + a + ", " + b + ", " + c + "]";
}

namespace {

// "y" or "[0, 2, 0]"
Eigen::Vector3d direction_of(const std::string& axis) {
    if (axis.size() == 1) return Eigen::Vector3d::Unit(axis[0] - 'x');
    Eigen::Vector3d v;
    std::sscanf(axis.c_str(), "[%lf, %lf, %lf]", &v(0), &v(1), &v(2));
    return v.normalized();
}

// Whether it lies in the span of one or two of `known`: a hinge that is rows refuses motions that depend on each other.
bool depends_on(const std::vector<Eigen::Vector3d>& known, const Eigen::Vector3d& axis) {
    for (const Eigen::Vector3d& a : known) {
        if (a.cross(axis).norm() < 1e-9) return true;
        for (const Eigen::Vector3d& b : known)
            if (&a != &b && std::abs(a.cross(b).dot(axis)) < 1e-9) return true;
    }
    return false;
}

}  // namespace

std::string Drawing::list_hinge(bool cut) {
    std::vector<std::string> motions;
    std::array<std::vector<Eigen::Vector3d>, 2> used;
    int rotations = 0;
    bool can_be_rows = true;
    for (int k = random_.integer(2, 3); k > 0; --k) {
        const bool turn = random_.chance(0.5) && rotations < 2;
        rotations += turn;
        std::vector<Eigen::Vector3d>& known = used[turn ? 1 : 0];
        std::string along;
        do along = axis();
        while (cut && depends_on(known, direction_of(along)));
        can_be_rows = can_be_rows && !depends_on(known, direction_of(along));
        known.push_back(direction_of(along));
        motions.push_back((turn ? "rotate(" : "translate(") + along + ", " + slot(turn, cut) + ")");
    }
    const std::string hinge = "[" + join(motions, ", ") + "]";
    if (!can_be_rows) tree_alone_.insert(hinge);
    return hinge;
}

std::string Drawing::flat_hinge(bool cut) {
    switch (random_.integer(0, 5)) {
        case 0:
            return std::string("prismatic(") + "xy"[random_.integer(0, 1)] + ", " + coordinate(false, cut) + ")";
        case 1: {
            const std::string x = slot(false, cut), y = coordinate(false, cut), q = coordinate(true, cut);
            return "planar(z, [" + x + ", " + y + ", " + q + "])";
        }
        case 2: {
            const std::string s = slot(false, cut), q = coordinate(true, cut);
            return "[translate(x, " + s + "), rotate(z, " + q + ")]";
        }
        default:
            return "revolute(z, " + slot(true, cut) + ")";
    }
}

std::string Drawing::hinge(bool cut) {
    if (flat_) return flat_hinge(cut);
    const std::string about = axis();
    switch (random_.integer(0, 12)) {
        case 0:
        case 1:
            return "revolute(" + about + ", " + slot(true, cut) + ")";
        case 2:
            return "prismatic(" + about + ", " + slot(false, cut) + ")";
        case 3: {
            const std::string pitch = quantity(0.1, 0.6, {0, 1, 0, -1});
            return "screw(" + about + ", " + pitch + ", " + coordinate(true, cut) + ")";
        }
        case 4: {
            const std::string q = slot(true, cut);
            return "cylindrical(" + about + ", " + q + ", " + slot(false, cut) + ")";
        }
        case 5: {
            const std::string q = slot(true, cut);
            return "universal([x, y], [" + q + ", " + coordinate(true, cut) + "])";
        }
        case 6: {
            const std::string principal(1, "xyz"[random_.integer(0, 2)]);
            const std::size_t before = coordinates_.size();
            const std::string x = coordinate(false, true), y = coordinate(false, true), q = coordinate(true, true);
            if (cut) return "planar(" + principal + ", [" + x + ", " + y + ", " + q + "])";
            const std::vector<Named> own(coordinates_.begin() + static_cast<std::ptrdiff_t>(before),
                                         coordinates_.end());
            tree_coordinates_.insert(tree_coordinates_.end(), own.begin(), own.end());
            const std::string v = fresh("v"), w = fresh("v"), r = fresh("v");
            speeds_.push_back({v, {0, 1, -1, 0}}), speeds_.push_back({w, {0, 1, -1, 0}}),
                speeds_.push_back({r, {0, 0, -1, 1}});
            return "planar(" + principal + ", [" + x + ", " + y + ", " + q + "], speeds = [" + v + ", " + w + ", " + r +
                   "])";
        }
        case 7: {
            const std::string turned = orientation(cut);
            return "spherical(" + turned + (cut ? "" : ", speeds = " + quasi("u", 3, true)) + ")";
        }
        case 8: {
            const std::string turned = orientation(cut);
            std::vector<std::string> place;
            for (int k = 0; k < 3; ++k) place.push_back(coordinate(false, true));
            if (!cut) tree_coordinates_.insert(tree_coordinates_.end(), coordinates_.end() - 3, coordinates_.end());
            return "free(" + turned + ", position = [" + join(place, ", ") + "]" +
                   (cut ? "" : ", speeds = " + quasi("u", 6, true)) + ")";
        }
        case 9:
        case 10:
            return list_hinge(cut);
        case 11:
            return "fixed";
        default:
            return "revolute(" + about + ", " + coordinate(true, cut) + ")";
    }
}

std::string Drawing::orient() {
    std::vector<std::string> turns;
    for (int k = random_.integer(1, 2); k > 0; --k) {
        const char about = flat_ ? 'z' : "xyz"[random_.integer(0, 2)];
        turns.push_back(std::string("[") + about + ", " + (random_.chance(0.3) ? "%pi/2" : quantity(-1, 1, radian)) +
                        "]");
    }
    return "[" + join(turns, ", ") + "]";
}

std::vector<std::string> Drawing::inertia_arguments() {
    const Unit mass{1, 0, 0, 0}, second{1, 2, 0, 0};
    std::vector<std::string> found{"mass = " + quantity(0.5, 3, mass)};
    if (random_.chance(0.7)) found.push_back("cm = " + vector(-0.6, 0.6, length));
    if (flat_) {
        found.push_back("inertia = [0, 0, " + quantity(0.2, 1, second) + "]");
    } else if (random_.chance(0.5)) {
        found.push_back("inertia = [" + quantity(0.6, 1, second) + ", " + quantity(0.6, 1, second) + ", " +
                        quantity(0.6, 1, second) + "]");
    } else if (random_.chance(0.5)) {
        const std::string c = number(-0.1, 0.1), d = number(-0.1, 0.1);
        found.push_back("inertia = matrix([0.8, " + c + ", 0], [" + c + ", 0.9, " + d + "], [0, " + d + ", 0.7])");
    } else {
        const std::string J = quantity(0.5, 1, second);
        found.push_back("inertia = [" + J + ", " + J + ", " + quantity(0.6, 0.9, second) + "]");
    }
    return found;
}

// A beam, and a body without mass that rides on one of its points: loops, loads and outputs take that one too.
void Drawing::flexible_body() {
    const std::string name = fresh("b"), length_of_it = quantity(0.6, 1.5, length);
    const std::string inboard = random_.chance(0.5) ? bodies_.back() : random_.pick(bodies_);
    std::vector<std::string> arguments{name, inboard, "hinge = " + hinge(false)};
    if (inboard != "ground" || random_.chance(0.3)) arguments.push_back("at = " + vector(-1, 1, length));
    if (random_.chance(0.3)) arguments.push_back("orient = " + orient());
    const auto axis = static_cast<std::size_t>(random_.integer(0, flat_ ? 1 : 2));
    const std::string a(1, "xyz"[axis]), b(1, "xyz"[(axis + 1) % 3]), c(1, "xyz"[(axis + 2) % 3]);
    const Unit bending{1, 3, -2, 0}, stretch{1, 1, -2, 0};
    std::vector<std::string> entries{"axis = " + a, "length = " + length_of_it,
                                     "rhoA = " + quantity(0.5, 3, {1, -1, 0, 0}),
                                     "rhoI" + a + " = " + quantity(0.1, 0.3, {1, 1, 0, 0})};
    std::vector<std::string> modes, names;
    const auto mode = [&](const std::string& kind, const std::string& modulus, double low, const Unit& unit, int most) {
        const int count = random_.integer(0, most);
        if (count == 0) return;
        entries.push_back(modulus + " = " + quantity(low, 2 * low, unit));
        modes.push_back(kind + " = " + std::to_string(count));
        for (int k = 0; k < count; ++k) {
            const bool twist = kind == "twist";
            const std::string e = fresh("e");
            const Unit of_it = twist ? radian : length;
            coordinates_.push_back({e, of_it}), tree_coordinates_.push_back({e, of_it});
            speeds_.push_back({e + "'", per_second(of_it)});
            near_[e] = rounded(random_.between(-0.02, 0.02));
            names.push_back(e);
        }
    };
    if (!flat_ || axis == 0) mode("bend_" + b, "EI" + c, 20, bending, 2);
    if (!flat_ || axis == 1) mode("bend_" + c, "EI" + b, 20, bending, 2);
    if (!flat_) mode("twist", "GJ", 10, bending, 1);
    mode("stretch", "EA", 200, stretch, 1);
    while (modes.empty()) mode("stretch", "EA", 200, stretch, 1);
    entries.push_back("modes = [" + join(modes, ", ") + "]");
    static constexpr std::array shapes{"clamped_free", "pinned_pinned", "clamped_clamped", "polynomial"};
    entries.push_back(std::string("shapes = ") + shapes.at(static_cast<std::size_t>(random_.integer(0, 3))));
    arguments.push_back("beam = [" + join(entries, ", ") + "]");
    arguments.push_back("coordinates = [" + join(names, ", ") + "]");
    if (random_.chance(0.3)) arguments.push_back("stiffening = false");
    if (random_.chance(0.3)) arguments.push_back("damping = 0.02");
    add("flexible", arguments);
    bodies_.push_back(name);
    const std::string rider = fresh("b");
    static constexpr std::array places{"", "/2", "/3"};
    const std::string at =
        "at = node(" + name + ", " + length_of_it + places.at(static_cast<std::size_t>(random_.integer(0, 2))) + ")";
    if (random_.chance(0.5)) {
        add("body", {rider, name, "hinge = fixed", at});
    } else {
        std::vector<std::string> rigid{rider, name, "hinge = " + hinge(false), at};
        for (const std::string& argument : inertia_arguments()) rigid.push_back(argument);
        add("body", rigid);
    }
    bodies_.push_back(rider);
}

void Drawing::body(bool massless) {
    const std::string name = fresh("b");
    const std::string inboard = random_.chance(0.5) ? bodies_.back() : random_.pick(bodies_);
    std::vector<std::string> arguments{name, inboard, "hinge = " + hinge(false)};
    if (inboard != "ground" || random_.chance(0.3)) arguments.push_back("at = " + vector(-1, 1, length));
    if (random_.chance(0.3)) arguments.push_back("outboard_at = " + vector(-0.6, 0.6, length));
    if (random_.chance(0.3)) arguments.push_back("orient = " + orient());
    if (!massless)
        for (const std::string& argument : inertia_arguments()) arguments.push_back(argument);
    add("body", arguments);
    bodies_.push_back(name);
}

void Drawing::bodies() {
    const int most = has_limbs_ || has_chain_     ? 2
                     : has_rows_ && !with_events_ ? 3
                     : flat_                      ? 5
                                                  : 4;  // six speeds a body take long
    const int count = random_.integer(has_limbs_ || has_chain_ ? 0 : 1, most);
    const bool some_massless = random_.chance(with_events_ ? 0.15 : 0.3);
    for (int k = 0; k < count && speeds_.size() < 9; ++k) {
        if (flexible_ && (k == 0 || random_.chance(0.4)))
            flexible_body();
        else
            body(some_massless && k + 1 < count && random_.chance(0.5));
    }
    if (has_limbs_)
        for (int k = random_.integer(1, 2); k > 0; --k) limbs();
    if (has_chain_) chain();
    if (speeds_.empty()) {
        const std::string q = coordinate(true, false);
        add("body", {fresh("b"), "ground", "hinge = revolute(z, " + q + ")", "mass = 2", "inertia = [0.4, 0.5, 0.6]"});
        bodies_.push_back("b" + std::to_string(counter_));
    }
    for (int k = random_.integer(0, 2); k > 0; --k) {
        const std::string name = fresh("P");
        add("point", {name, random_.pick(bodies_), vector(-1, 1, length)});
        points_.push_back(name);
    }
    if (random_.chance(0.3)) {
        const std::string name = fresh("F");
        add("frame", {name, random_.pick(bodies_), "orient = " + orient()});
        frames_.push_back(name);
    }
    if (random_.chance(0.3)) turning_frame();
}

}  // namespace lag::combinations
