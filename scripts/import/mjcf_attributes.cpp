#include "scripts/import/mjcf_attributes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <set>

namespace lag {

namespace {

using Attributes = MjcfAttributes::List;

void set(Attributes& attributes, const std::string& name, const std::string& value) {
    for (auto& [known, its_value] : attributes)
        if (known == name) {
            its_value = value;
            return;
        }
    attributes.emplace_back(name, value);
}

}  // namespace

std::string word_of(const XmlElement& at, const std::string& attribute, const std::string& otherwise) {
    const std::string* text = at.attribute(attribute);
    return text == nullptr ? otherwise : *text;
}

Written first_of(const XmlElement& at, const std::string& attribute) {
    const std::string* text = at.attribute(attribute);
    if (text == nullptr) return {};
    const std::vector<Written> found = numbers_in(at, fmt::format("'{}'", attribute), *text);
    return found.empty() ? Written{} : found[0];
}

std::vector<RobotTurn> turns_to(const Vec3<double>& z) {
    const Vec3<double> across{{-z[1], z[0], 0}};
    const double sine = std::sqrt(dot(across, across));
    if (sine == 0)
        return z[2] >= 0 ? std::vector<RobotTurn>{}
                         : std::vector<RobotTurn>{{unit_x, Written{"%pi", std::numbers::pi}}};
    return {{written((1 / sine) * across), as_angle(written(std::atan2(sine, z[2])))}};
}

void MjcfAttributes::read_compiler(const XmlElement& at) {
    degrees_ = word_of(at, "angle", degrees_ ? "degree" : "radian") == "degree";
    sequence_ = word_of(at, "eulerseq", sequence_);
    autolimits_ = word_of(at, "autolimits", autolimits_ ? "true" : "false") == "true";
    from_geoms_ = word_of(at, "inertiafromgeom", from_geoms_);
    mesh_folder_ = word_of(at, "meshdir", word_of(at, "assetdir", mesh_folder_));
    least_mass_ = number_of(at, "boundmass", written(least_mass_)).value;
    least_inertia_ = number_of(at, "boundinertia", written(least_inertia_)).value;
    if (word_of(at, "coordinate", "local") == "global")
        fail_at(at, "coordinate=\"global\" is no longer part of MJCF", "save the model with a newer MuJoCo");
}

void MjcfAttributes::read_defaults(const XmlElement& at, const std::string& name, const std::string& parent) {
    if (name != parent) classes_[name] = classes_[parent];
    for (const XmlElement& one : at.children) {
        if (one.name == "default") continue;
        Attributes& known = classes_[name][one.name];
        for (const auto& [attribute, value] : one.attributes) set(known, attribute, value);
        // actuators of all kinds have one set of defaults
        static const std::set<std::string> kinds{"general", "motor", "position", "velocity"};
        if (!kinds.contains(one.name)) continue;
        for (const std::string& kind : kinds)
            for (const std::string shared : {"gear", "ctrlrange"})
                if (const std::string* value = one.attribute(shared)) set(classes_[name][kind], shared, *value);
    }
    for (const XmlElement& one : at.children)
        if (one.name == "default") read_defaults(one, required_text(one, "class"), name);
}

XmlElement MjcfAttributes::effective(const XmlElement& at, const std::string& around) const {
    const std::string name = word_of(at, "class", around);
    const auto known = classes_.find(name);
    if (known == classes_.end()) fail_at(at, fmt::format("there is no class '{}'", name), "declare it in <default>");
    XmlElement made = at;
    const auto defaults = known->second.find(at.name);
    if (defaults == known->second.end()) return made;
    made.attributes = defaults->second;
    for (const auto& [attribute, value] : at.attributes) set(made.attributes, attribute, value);
    return made;
}

Written MjcfAttributes::angle(const Written& number) const {
    return degrees_ ? as_angle(written(number.value * std::numbers::pi / 180)) : as_angle(number);
}

std::vector<RobotTurn> MjcfAttributes::orientation(const XmlElement& at) const {
    if (const auto q = numbers_of(at, "quat", 4); !q.empty()) {
        const Written3 axis{q[1], q[2], q[3]};
        const Vec3<double> v = values(axis);
        const double length = std::sqrt(dot(v, v));
        if (length == 0) return {};
        const bool is_back = q[0].value < 0;
        return {{is_back ? Written3{negative(axis[0]), negative(axis[1]), negative(axis[2])} : axis,
                 as_angle(written(2 * std::atan2(length, std::abs(q[0].value))))}};
    }
    if (const auto a = numbers_of(at, "axisangle", 4); !a.empty()) {
        if (a[3].is_zero()) return {};
        return {{{a[0], a[1], a[2]}, angle(a[3])}};
    }
    if (const auto e = numbers_of(at, "euler", 3); !e.empty()) {
        if (sequence_.size() != 3 || sequence_.find_first_not_of("xyzXYZ") != std::string::npos)
            fail_at(at, fmt::format("eulerseq is '{}', expected three of the letters x, y, z, X, Y, Z", sequence_));
        std::vector<RobotTurn> turns;
        for (std::size_t k = 0; k < 3; ++k) {
            const bool is_fixed = sequence_[k] < 'a';
            const auto axis = static_cast<std::size_t>(sequence_[k] - (is_fixed ? 'X' : 'x'));
            if (e[k].is_zero()) continue;
            const RobotTurn turn{axis == 0 ? unit_x : axis == 1 ? unit_y : unit_z, angle(e[k])};
            turns.insert(is_fixed ? turns.begin() : turns.end(), turn);
        }
        return turns;
    }
    if (const auto a = numbers_of(at, "xyaxes", 6); !a.empty()) {
        Vec3<double> x{{a[0].value, a[1].value, a[2].value}}, y{{a[3].value, a[4].value, a[5].value}};
        x = (1 / std::sqrt(dot(x, x))) * x;
        y = y - dot(x, y) * x;
        y = (1 / std::sqrt(dot(y, y))) * y;
        const Vec3<double> z = cross(x, y);
        return turns_of(transpose(Mat3<double>{{x.c, y.c, z.c}}));
    }
    if (const auto a = numbers_of(at, "zaxis", 3); !a.empty()) return turns_to({{a[0].value, a[1].value, a[2].value}});
    return {};
}

RobotPlacement MjcfAttributes::placement(const XmlElement& at) const {
    return {three_of(at, "pos"), orientation(at)};
}

}  // namespace lag
