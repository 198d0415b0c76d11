#include "lagrange/kinematics/alike_subtrees.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace lag {

namespace {

std::vector<BodyIndex> carried_by(const Model& model, BodyIndex b) {
    std::vector<BodyIndex> bodies;
    for (std::size_t k = 1; k < model.bodies.size(); ++k)
        if (model.bodies[k].inboard == b) bodies.emplace_back(k);
    return bodies;
}

// Inboard bodies first, those on one body as they are declared.
void collect(const Model& model, BodyIndex b, std::vector<BodyIndex>& bodies) {
    bodies.push_back(b);
    for (const BodyIndex carried : carried_by(model, b)) collect(model, carried, bodies);
}

// What hinges must have in common.
std::string form_of(const Model& model, const Hinge& hinge) {
    std::string form = std::to_string(static_cast<int>(hinge.quasi)) + " " + std::to_string(hinge.sequence) + " " +
                       std::to_string(hinge.planar_axis) + (hinge.euler_parameters ? " parameters" : "");
    for (const Motion& motion : hinge.motions) {
        form += motion.kind == Motion::Kind::rotate ? " about" : " along";
        for (const Expr& component : motion.axis.c) form += " " + to_string(*model.graph, component);
        form += motion.coordinate ? " free" : " given";
    }
    return form;
}

std::string form_of(const Model& model, BodyIndex b, bool with_carried) {
    const Body& body = model.body(b);
    std::string form = form_of(model, body.hinge);
    for (const auto& [axis, angle] : body.orient_rotations) form += " turned" + std::to_string(axis);
    if (!with_carried) return form;
    form += " (";
    for (const BodyIndex carried : carried_by(model, b)) form += form_of(model, carried, true) + ", ";
    return form + ")";
}

// The forms of its bodies one after the other; nothing where the limb branches.
std::optional<std::vector<std::string>> chain_of(const Model& model, const std::vector<BodyIndex>& bodies) {
    std::vector<std::string> forms;
    for (const BodyIndex b : bodies) {
        if (carried_by(model, b).size() > 1) return std::nullopt;
        forms.push_back(form_of(model, b, false));
    }
    return forms;
}

// `shorter` with the places of `longer` that it lacks left empty; nothing where it is not `longer` less some. The first
// body and the last are there.
std::optional<std::vector<std::optional<BodyIndex>>> stretched(const std::vector<std::string>& longer,
                                                               const std::vector<std::string>& shorter,
                                                               const std::vector<BodyIndex>& bodies) {
    std::vector<std::optional<BodyIndex>> places(longer.size());
    std::size_t next = shorter.size();
    for (std::size_t k = longer.size(); k-- > 0 && next > 0;) {
        if (next == 1 && k > 0) continue;  // the first to the first
        if (longer[k] != shorter[next - 1]) continue;
        places[k] = bodies[--next];
    }
    const bool is_whole = next == 0 && places.front() && places.back();
    return is_whole ? std::optional(places) : std::nullopt;
}

std::size_t speeds_of(const Model& model, const Limbs& limbs) {
    std::size_t speeds = 0;
    for (const auto& limb : limbs)
        for (const auto& b : limb)
            if (b) speeds += model.body(*b).hinge.speeds.size();
    return speeds;
}

}  // namespace

std::vector<Limbs> alike_subtrees(const Model& model) {
    std::vector<Limbs> candidates;
    for (std::size_t base = 1; base < model.bodies.size(); ++base) {
        const std::vector<BodyIndex> roots = carried_by(model, BodyIndex(base));
        std::map<std::string, std::vector<BodyIndex>> classes;
        for (const BodyIndex root : roots) classes[form_of(model, root, true)].push_back(root);
        for (const auto& [form, members] : classes) {
            Limbs limbs;
            std::vector<BodyIndex> first;
            collect(model, members.front(), first);
            const auto forms = chain_of(model, first);
            for (const BodyIndex root : roots) {
                std::vector<BodyIndex> bodies;
                collect(model, root, bodies);
                if (std::ranges::count(members, root) > 0) {
                    limbs.emplace_back(bodies.begin(), bodies.end());
                    continue;
                }
                const auto shorter = chain_of(model, bodies);
                if (!forms || !shorter || shorter->size() >= forms->size()) continue;
                if (auto places = stretched(*forms, *shorter, bodies)) limbs.push_back(std::move(*places));
            }
            if (model.body(members.front()).hinge.speeds.empty()) continue;
            if (limbs.size() >= fewest_lanes && limbs.size() <= most_lanes) candidates.push_back(std::move(limbs));
        }
    }
    std::ranges::stable_sort(candidates, std::greater<>{}, [&](const Limbs& limbs) { return speeds_of(model, limbs); });
    return candidates;
}

}  // namespace lag
