#include "lagrange/kinematics/equal_limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

namespace {

std::string names_of(const Model& model, const Limbs& limbs) {
    std::string text;
    for (const auto& limb : limbs) text += (text.empty() ? "" : ", ") + model.body(*limb.front()).name;
    return text;
}

// Whether a body of the one is a body of the other or carries it.
bool overlap(const Model& model, const Limbs& a, const Limbs& b) {
    const auto has = [](const Limbs& limbs, BodyIndex body) {
        return std::ranges::any_of(limbs, [&](const auto& limb) { return std::ranges::count(limb, body) > 0; });
    };
    const auto is_outboard_of = [&](const Limbs& limbs, const Limbs& others) {
        return std::ranges::any_of(limbs, [&](const auto& limb) {
            for (BodyIndex k = *limb.front(); k != ground; k = model.body(k).inboard)
                if (has(others, k)) return true;
            return false;
        });
    };
    return is_outboard_of(a, b) || is_outboard_of(b, a);
}

}  // namespace

EqualLimbs find_equal_limbs(const Model& model) {
    EqualLimbs found;
    for (const Limbs& limbs : alike_limbs(model)) {
        if (std::ranges::any_of(found.groups, [&](const Limbs& other) { return overlap(model, limbs, other); }))
            continue;
        std::string& note = found.notes.emplace_back(": " + names_of(model, limbs));
        found.groups.push_back(limbs);
        try {
            prototype_limb(model, found.groups);
            note = "limbs in lanes" + note;
            continue;
        } catch (const NotInLanes& reason) {
            note = fmt::format("limbs not in lanes{}: {}", note, reason.why);
        } catch (const UnlikeExpressions& unlike) {
            note = fmt::format("limbs not in lanes{}: they differ in {}", note, unlike.what);
        }
        found.groups.pop_back();
    }
    if (found.notes.empty())
        found.notes.emplace_back("no limbs in lanes: no two to eight subtrees with the same hinges hang on one body");
    return found;
}

}  // namespace lag
