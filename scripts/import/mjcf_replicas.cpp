#include "scripts/import/mjcf_replicas.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

namespace lag {

namespace {

constexpr std::size_t most_elements = 100000;  // of all copies together

// What an attribute refers to; empty: nothing that is repeated.
std::string kind_of_reference(const std::string& attribute) {
    static const std::map<std::string, std::string> others{{"jointinparent", "joint"},
                                                           {"sidesite", "site"},
                                                           {"refsite", "site"},
                                                           {"cranksite", "site"},
                                                           {"slidersite", "site"}};
    if (const auto known = others.find(attribute); known != others.end()) return known->second;
    for (const std::string kind : {"body", "joint", "site", "geom", "tendon"})
        if (attribute == kind || attribute == kind + "1" || attribute == kind + "2") return kind;
    return {};
}

std::string kind_of_element(const std::string& name) {
    return name == "freejoint" ? "joint" : name;
}

using Names = std::set<std::pair<std::string, std::string>>;  // kind, name

std::size_t size_of(const XmlElement& at) {
    std::size_t size = 1;
    for (const XmlElement& one : at.children) size += size_of(one);
    return size;
}

void collect_names(const XmlElement& at, Names& names) {
    for (const XmlElement& one : at.children) {
        if (const std::string* name = one.attribute("name")) names.emplace(kind_of_element(one.name), *name);
        collect_names(one, names);
    }
}

bool refers_to(const XmlElement& at, const Names& names) {
    for (const auto& [attribute, value] : at.attributes)
        if (names.contains({kind_of_reference(attribute), value})) return true;
    for (const XmlElement& one : at.children)
        if (refers_to(one, names)) return true;
    return false;
}

// Names and references with the suffix; `names`: what is repeated.
XmlElement renamed(XmlElement at, const Names& names, const std::string& suffix) {
    for (auto& [attribute, value] : at.attributes)
        if (attribute == "name" || names.contains({kind_of_reference(attribute), value})) value += suffix;
    for (XmlElement& one : at.children) one = renamed(std::move(one), names, suffix);
    return at;
}

std::string suffix_of(const std::string& separator, std::size_t k, std::size_t count) {
    const std::string number = std::to_string(k), largest = std::to_string(count);
    return fmt::format("{}{}{}", separator, std::string(largest.size() - number.size(), '0'), number);
}

std::string text_of(const Written3& numbers) {
    return fmt::format("{} {} {}", numbers[0].text, numbers[1].text, numbers[2].text);
}

class Replicas {
  public:
    Replicas(XmlElement root, const MjcfAttributes& attributes) : root_(std::move(root)), attributes_(&attributes) {}

    XmlElement expanded() {
        // expand() repeats references in root_: it works on the bodies taken out of it
        for (std::size_t k = 0; k < root_.children.size(); ++k) {
            if (root_.children[k].name != "worldbody") continue;
            XmlElement bodies = std::move(root_.children[k]);
            bodies = expand(std::move(bodies));
            root_.children[k] = std::move(bodies);
        }
        return std::move(root_);
    }

  private:
    XmlElement expand(XmlElement at) {
        std::vector<XmlElement> children;
        for (XmlElement& one : at.children) {
            XmlElement inner = expand(std::move(one));
            if (inner.name != "replicate") {
                children.push_back(std::move(inner));
                continue;
            }
            for (XmlElement& copy : copies_of(inner)) children.push_back(std::move(copy));
        }
        at.children = std::move(children);
        return at;
    }

    std::vector<XmlElement> copies_of(const XmlElement& at) {
        const std::size_t count = count_of(at);
        made_ += count * size_of(at);
        if (made_ > most_elements)
            fail_at(at, fmt::format("<replicate> makes more than {} elements", most_elements), "give a smaller count");
        const std::string separator = word_of(at, "sep", "");
        Names names;
        collect_names(at, names);
        repeat_references(names, separator, count);
        const Vec3<double> offset = values(three_of(at, "offset"));
        Vec3<double> place;
        std::vector<XmlElement> copies;
        for (std::size_t k = 0; k < count; ++k) {
            XmlElement copy = renamed(at, names, suffix_of(separator, k, count));
            copy.name = "frame";
            std::erase_if(copy.attributes, [](const auto& one) { return one.first != "childclass"; });
            copy.attributes.emplace_back("pos", text_of(computed(place)));
            if (at.attribute("euler") != nullptr) copy.attributes.emplace_back("euler", turned(at, k));
            place = place + matrix_of(attributes_->orientation(copy)) * offset;
            copies.push_back(std::move(copy));
        }
        return copies;
    }

    static std::size_t count_of(const XmlElement& at) {
        const double count = required_number(at, "count").value;
        if (!(count >= 1) || count != std::floor(count))
            fail_at(at, "count of <replicate> is " + required_text(at, "count"), "expected a whole number from 1");
        if (count > most_elements)
            fail_at(at, "count of <replicate> is " + required_text(at, "count"),
                    fmt::format("expected {} at most", most_elements));
        return static_cast<std::size_t>(count);
    }

    // k times the angles of `euler`.
    static std::string turned(const XmlElement& at, std::size_t k) {
        const Vec3<double> angles = values(three_of(at, "euler"));
        return text_of(computed(static_cast<double>(k) * angles));
    }

    void repeat_references(Names names, const std::string& separator, std::size_t count) {
        // tendons first: actuators refer to tendons
        for (const std::string section : {"tendon", "equality", "actuator"})
            for (XmlElement& all : root_.children) {
                if (all.name != section) continue;
                std::vector<XmlElement> children;
                for (XmlElement& one : all.children) {
                    if (!refers_to(one, names)) {
                        children.push_back(std::move(one));
                        continue;
                    }
                    if (const std::string* name = one.attribute("name"); name != nullptr && section == "tendon")
                        names.emplace("tendon", *name);
                    made_ += count * size_of(one);
                    if (made_ > most_elements)
                        fail_at(one, fmt::format("<replicate> makes more than {} elements", most_elements));
                    for (std::size_t k = 0; k < count; ++k)
                        children.push_back(renamed(one, names, suffix_of(separator, k, count)));
                }
                all.children = std::move(children);
            }
    }

    XmlElement root_;
    const MjcfAttributes* attributes_;
    std::size_t made_ = 0;
};

}  // namespace

XmlElement with_replicas(XmlElement root, const MjcfAttributes& attributes) {
    return Replicas(std::move(root), attributes).expanded();
}

}  // namespace lag
