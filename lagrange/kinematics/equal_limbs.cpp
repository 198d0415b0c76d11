#include "lagrange/kinematics/equal_limbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "lagrange/kinematics/fitted_chains.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/prototype_limb.hpp"

namespace lag {

namespace {

std::string names_of(const Model& model, const Limbs& limbs) {
    std::string text;
    for (const auto& limb : limbs) text += (text.empty() ? "" : ", ") + model.body(first_body(limb)).name;
    return text;
}

// Whether a body of the one is a body of the other or carries it.
bool overlap(const Model& model, const Limbs& a, const Limbs& b) {
    const auto has = [](const Limbs& limbs, BodyIndex body) {
        return std::ranges::any_of(limbs, [&](const auto& limb) { return std::ranges::count(limb, body) > 0; });
    };
    const auto is_outboard_of = [&](const Limbs& limbs, const Limbs& others) {
        return std::ranges::any_of(limbs, [&](const auto& limb) {
            for (BodyIndex k = first_body(limb); k != ground; k = model.body(k).inboard)
                if (has(others, k)) return true;
            return false;
        });
    };
    return is_outboard_of(a, b) || is_outboard_of(b, a);
}

// These limbs of `model` as one more group, if they can be in lanes.
bool add_group(EqualLimbs& found, const Model& model, const Limbs& limbs) {
    std::string& note = found.notes.emplace_back(": " + names_of(model, limbs));
    found.groups.push_back(limbs);
    try {
        prototype_limb(model, found.groups);
        note = "limbs in lanes" + note;
        return true;
    } catch (const NotInLanes& reason) {
        note = fmt::format("limbs not in lanes{}: {}", note, reason.why);
    } catch (const UnlikeExpressions& unlike) {
        note = fmt::format("limbs not in lanes{}: they differ in {}", note, unlike.what);
    }
    found.groups.pop_back();
    return false;
}

}  // namespace

EqualLimbs find_equal_limbs(const Model& model, std::size_t most) {
    EqualLimbs found{model, {}, 0, {}};
    for (const Limbs& limbs : alike_limbs(model, most)) {
        const auto is_taken = [&](const Limbs& other) { return overlap(model, limbs, other); };
        if (std::ranges::none_of(found.groups, is_taken)) add_group(found, found.model, limbs);
    }
    found.equal = found.groups.size();
    for (std::size_t base = 0; base < model.bodies.size(); ++base)
        while (const auto fitted = fitted_chains(found.model, BodyIndex(base), found.groups, most)) {
            if (!add_group(found, fitted->model, fitted->limbs)) break;
            found.model = fitted->model;
        }
    if (found.notes.empty())
        found.notes.emplace_back("no limbs in lanes: no two subtrees with the same hinges hang on one body");
    return found;
}

namespace {

// In such an order that each of `slices` has as many limbs about the same axes as the others: left and right ones. As they
// are where there is no such order.
Limbs in_like_slices(const Model& model, const Limbs& limbs, std::size_t slices) {
    std::map<std::string, Limbs> by_axes;
    for (const auto& limb : limbs) {
        std::string axes;
        for (const auto& b : limb) axes += hinge_form(model, model.body(*b).hinge) + "; ";
        by_axes[axes].push_back(limb);
    }
    Limbs ordered;
    for (std::size_t slice = 0; slice < slices; ++slice)
        for (const auto& [axes, some] : by_axes) {
            if (some.size() % slices != 0) return limbs;
            const std::size_t share = some.size() / slices;
            const auto begin = some.begin() + static_cast<std::ptrdiff_t>(slice * share);
            ordered.insert(ordered.end(), begin, begin + static_cast<std::ptrdiff_t>(share));
        }
    return ordered;
}

}  // namespace

std::vector<Limbs> joined_groups(const Model& model, const std::vector<Limbs>& groups, std::size_t most) {
    constexpr std::size_t most_joined = 248, fewest_joined = 8;  // four in two pairs are slower so
    const auto is_full = [&](const Limbs& limbs) {
        return limbs.size() == most && std::ranges::all_of(limbs, [](const auto& limb) {
                   return std::ranges::all_of(limb, [](const auto& body) { return body.has_value(); });
               });
    };
    std::vector<Limbs> joined;
    for (auto first = groups.begin(); first != groups.end();) {
        Limbs whole = *first;
        auto last = first + 1;
        for (; is_full(*first) && last != groups.end() && is_full(*last) && whole.size() + most <= most_joined &&
               are_of_one_kind(model, *first, *last);
             ++last)
            whole.insert(whole.end(), last->begin(), last->end());
        if (last - first > 1 && whole.size() >= fewest_joined)
            joined.push_back(in_like_slices(model, whole, whole.size() / most));
        else
            joined.insert(joined.end(), first, last);
        first = last;
    }
    try {
        prototype_limb(model, joined);
        return joined;
    } catch (const NotInLanes&) {
        return groups;
    } catch (const UnlikeExpressions&) {
        return groups;
    }
}

}  // namespace lag
