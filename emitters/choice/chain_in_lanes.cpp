#include "emitters/choice/chain_in_lanes.hpp"

#include <optional>
#include <string>
#include <vector>

#include "core/elastic_body.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/chain_segments.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"

namespace lag {

namespace {

template <class AnyIndex>
std::vector<LaneEntry<AnyIndex>> each_itself(std::size_t count) {
    std::vector<LaneEntry<AnyIndex>> entries;
    for (std::size_t k = 0; k < count; ++k) entries.push_back({false, {AnyIndex(k)}, {false}});
    return entries;
}

bool is_plain_tree(const Model& model) {
    return model.constraints.empty() && model.contacts.empty() && model.kinetic_terms.empty() && !model.small.any() &&
           !has_flexible_bodies(model);
}

std::optional<ChainSegments> segments_of(const Model& model, const std::optional<Kinematics>& held, std::size_t lanes) {
    if (!held || !is_plain_tree(model)) return std::nullopt;
    return chain_segments(model, *held, link_inertias(model, *held), lanes);
}

}  // namespace

bool has_chain_for_lanes(const Model& model) {
    if (!is_plain_tree(model)) return false;
    return segments_of(model, in_non_rotating_axes(compute_kinematics(model)), 2).has_value();
}

std::vector<LimbEquations> chain_in_lanes(const MinimalSystem& mechanism, std::size_t lanes) {
    const std::optional<Kinematics> held = in_non_rotating_axes(mechanism.kinematics);
    const std::optional<ChainSegments> segments = segments_of(mechanism.model, held, lanes);
    if (!segments) return {};
    MinimalSystem system = mechanism;
    system.model = with_lines_of(mechanism.kinematics, *held, mechanism.model);
    system.kinematics = *held;
    const Model& model = system.model;
    PrototypeLimb whole{.model = model,
                        .limbs = {{}},
                        .coordinates = each_itself<CoordinateIndex>(model.coordinates.size()),
                        .speeds = each_itself<SpeedIndex>(model.speeds.size()),
                        .constraints = {},
                        .rows = {},
                        .contacts = {},
                        .computed = {}};
    for (std::size_t lane = 0; lane < lanes; ++lane)
        whole.limbs.front().push_back(model.body(held->links[segments->link(lane, 0)].body).name);
    std::vector<LimbEquations> ways;
    constexpr std::size_t most = 5, few_steps = 8, many_links = 24;
    if (lanes == 2 && segments->links.size() >= many_links) return {};  // more segments are faster there
    for (const std::size_t together : {std::size_t{1}, std::size_t{2}, std::size_t{3}, most}) {
        if (together > segments->steps() || (segments->steps() > few_steps && together < most)) continue;
        const FormulationChoice way{.formulation = Formulation::articulated,
                                    .regrouping = Regrouping::masses,
                                    .absorbing = true,
                                    .except = {},
                                    .non_rotating_axes = true,
                                    .blocks = {.joints = together},
                                    .segments = lanes};
        ways.push_back({whole, form_system(system, {}, way, {}), way, {}});
    }
    return ways;
}

}  // namespace lag
