#include "lagrange/kinematics/alike_subtrees.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>

#include "lagrange/kinematics/rotation.hpp"

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

std::string axis_text(const Model& model, const Vec3<Expr>& axis) {
    std::string text;
    for (const Expr& component : axis.c) text += " " + to_string(*model.graph, component);
    return text;
}

enum class Axes { same, same_or_opposite };

// What hinges must have in common.
std::string form_of(const Model& model, const Hinge& hinge, Axes axes) {
    std::string form = fmt::format("{} {} {}{}", static_cast<int>(hinge.quasi), hinge.sequence, hinge.planar_axis,
                                   hinge.euler_parameters ? " parameters" : "");
    const bool may_be_opposite = axes == Axes::same_or_opposite && may_be_mirrored(hinge);
    for (const Motion& motion : hinge.motions) {
        const std::string axis = axis_text(model, motion.axis);
        form += motion.kind == Motion::Kind::rotate ? " about" : " along";
        form += may_be_opposite ? std::min(axis, axis_text(model, -motion.axis)) : axis;
        form += motion.coordinate ? " free" : motion.unmeasured ? " unmeasured" : " given";
    }
    return form;
}

// With all that it carries, whatever the orientations.
std::string form_of(const Model& model, BodyIndex b, Axes axes) {
    std::string form = form_of(model, model.body(b).hinge, axes) + " (";
    for (const BodyIndex carried : carried_by(model, b)) form += form_of(model, carried, axes) + ", ";
    return form + ")";
}

std::size_t rotations_of(const Model& model, const std::vector<BodyIndex>& bodies) {
    std::size_t count = 0;
    for (const BodyIndex b : bodies) count += model.body(b).orient_rotations.size();
    return count;
}

bool is_chain(const Model& model, const std::vector<BodyIndex>& bodies) {
    return std::ranges::all_of(bodies, [&](BodyIndex b) { return carried_by(model, b).size() < 2; });
}

// `bodies` with the places of `longer` that they lack left empty; nothing where they are not `longer` less some. The
// first body and the last are there.
std::optional<std::vector<std::optional<BodyIndex>>> stretched(const Model& model, const std::vector<BodyIndex>& longer,
                                                               const std::vector<BodyIndex>& bodies, Axes axes) {
    std::vector<std::optional<BodyIndex>> places(longer.size());
    std::size_t next = bodies.size();
    for (std::size_t k = longer.size(); k-- > 0 && next > 0;) {
        if (next == 1 && k > 0) continue;  // the first to the first
        const Hinge &own = model.body(bodies[next - 1]).hinge, &like = model.body(longer[k]).hinge;
        const bool lacks_motions = own.motions.size() < like.motions.size() && motions_like(own, like);
        if (form_of(model, own, axes) != form_of(model, like, axes) && !lacks_motions) continue;
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

// Where a limb has a body, the orientations are those of `like`, or some of them.
bool is_turned_like(const Model& model, const std::vector<std::optional<BodyIndex>>& places,
                    const std::vector<BodyIndex>& like) {
    for (std::size_t k = 0; k < places.size(); ++k)
        if (places[k] && !rotations_like(model.body(*places[k]), model.body(like[k]))) return false;
    return true;
}

// Subtrees of the same form, in order; each class holds those whose orientations are among its first whole one's.
using Subtree = std::vector<BodyIndex>;
std::vector<std::vector<Subtree>> classes_of(const Model& model, const std::vector<Subtree>& subtrees, Axes axes) {
    std::map<std::string, std::vector<Subtree>> by_form;
    for (const Subtree& bodies : subtrees) by_form[form_of(model, bodies.front(), axes)].push_back(bodies);
    std::vector<std::vector<Subtree>> classes;
    for (auto& [form, open] : by_form)
        while (!open.empty()) {
            const Subtree most =
                *std::ranges::max_element(open, {}, [&](const Subtree& bodies) { return rotations_of(model, bodies); });
            const auto others = std::stable_partition(open.begin(), open.end(), [&](const Subtree& bodies) {
                return std::ranges::equal(bodies, most, [&](BodyIndex b, BodyIndex like) {
                    return rotations_like(model.body(b), model.body(like)).has_value();
                });
            });
            classes.emplace_back(open.begin(), others);
            open.erase(open.begin(), others);
        }
    return classes;
}

// Of the subtrees on one body; of more than `most`, as many groups as that takes.
std::vector<Limbs> limbs_among(const Model& model, const std::vector<Subtree>& subtrees, Axes axes, std::size_t most) {
    std::vector<Limbs> found;
    for (const std::vector<Subtree>& members : classes_of(model, subtrees, axes)) {
        // without speeds it would be one link with the body that carries it
        if (model.body(members.front().front()).hinge.speeds.empty()) continue;
        if (members.size() > most) {
            for (std::size_t k = 0; k < members.size(); k += most) {
                const auto begin = members.begin() + static_cast<std::ptrdiff_t>(k);
                const auto end = begin + static_cast<std::ptrdiff_t>(std::min(most, members.size() - k));
                const std::vector<Limbs> some = limbs_among(model, {begin, end}, axes, most);
                found.insert(found.end(), some.begin(), some.end());
            }
            continue;
        }
        Limbs limbs;
        const Subtree& like = members.front();
        for (const Subtree& bodies : subtrees) {
            if (std::ranges::count(members, bodies) > 0) {
                limbs.emplace_back(bodies.begin(), bodies.end());
                continue;
            }
            if (bodies.size() > like.size() || !is_chain(model, like) || !is_chain(model, bodies)) continue;
            auto places = stretched(model, like, bodies, axes);
            if (places && is_turned_like(model, *places, like)) limbs.push_back(std::move(*places));
        }
        if (limbs.size() > most) {  // the shorter ones are a class themselves
            limbs.clear();
            for (const Subtree& bodies : members) limbs.emplace_back(bodies.begin(), bodies.end());
        }
        if (limbs.size() >= fewest_lanes) found.push_back(std::move(limbs));
    }
    return found;
}

}  // namespace

BodyIndex first_body(const std::vector<std::optional<BodyIndex>>& limb) {
    return std::ranges::find_if(limb, [](const auto& b) { return b.has_value(); })->value();
}

std::string hinge_form(const Model& model, const Hinge& hinge) {
    return form_of(model, hinge, Axes::same);
}

bool may_be_mirrored(const Hinge& hinge) {
    return hinge.quasi == Quasi::none &&
           std::ranges::all_of(hinge.motions, [](const Motion& motion) { return motion.coordinate.has_value(); });
}

std::optional<std::vector<const Motion*>> motions_like(const Hinge& own, const Hinge& like) {
    if (own.quasi != like.quasi || own.sequence != like.sequence || own.planar_axis != like.planar_axis ||
        own.euler_parameters != like.euler_parameters)
        return std::nullopt;
    const auto is_like = [&](const Motion& a, const Motion& b) {
        const auto is_along = [&](const Vec3<Expr>& axis) {
            return std::ranges::equal(axis.c, b.axis.c, {}, &Expr::id, &Expr::id);
        };
        const bool is_same_axis =
            is_along(a.axis) || (may_be_mirrored(own) && may_be_mirrored(like) && is_along(-a.axis));
        return a.kind == b.kind && is_same_axis && a.coordinate.has_value() == b.coordinate.has_value() &&
               a.unmeasured == b.unmeasured;
    };
    std::vector<const Motion*> motions;
    std::size_t next = 0;
    for (const Motion& motion : like.motions) {
        const bool has_it = next < own.motions.size() && is_like(own.motions[next], motion);
        if (!has_it && (motion.coordinate || motion.unmeasured)) return std::nullopt;
        motions.push_back(has_it ? &own.motions[next++] : nullptr);
    }
    return next == own.motions.size() ? std::optional(motions) : std::nullopt;
}

std::optional<std::vector<std::pair<int, Expr>>> rotations_like(const Body& body, const Body& like) {
    std::vector<std::pair<int, Expr>> rotations;
    const auto& own = body.orient_rotations;
    if (own.empty() && !like.orient_rotations.empty() && !is_identity(body.orient)) return std::nullopt;
    std::size_t next = 0;
    for (const auto& [axis, angle] : like.orient_rotations)
        rotations.emplace_back(axis, next < own.size() && own[next].first == axis ? own[next++].second : Expr{});
    return next == own.size() ? std::optional(rotations) : std::nullopt;
}

std::vector<Limbs> alike_subtrees(const Model& model, std::size_t most) {
    std::vector<Limbs> candidates;
    for (std::size_t base = 0; base < model.bodies.size(); ++base) {
        std::vector<Subtree> subtrees;
        for (const BodyIndex root : carried_by(model, BodyIndex(base))) collect(model, root, subtrees.emplace_back());
        for (const Axes axes : {Axes::same_or_opposite, Axes::same})
            for (Limbs& limbs : limbs_among(model, subtrees, axes, most))
                if (std::ranges::count(candidates, limbs) == 0) candidates.push_back(std::move(limbs));
    }
    std::ranges::stable_sort(candidates, std::greater<>{}, [&](const Limbs& limbs) { return speeds_of(model, limbs); });
    return candidates;
}

bool are_of_one_kind(const Model& model, const Limbs& some, const Limbs& others) {
    const BodyIndex one = first_body(some.front()), other = first_body(others.front());
    return model.body(one).inboard == model.body(other).inboard && some.front().size() == others.front().size() &&
           form_of(model, one, Axes::same_or_opposite) == form_of(model, other, Axes::same_or_opposite);
}

std::vector<BodyIndex> bodies_named(const Model& model, const std::vector<Expr>& roots) {
    const std::vector<Expr> named = symbols_in(*model.graph, roots, bit(Role::coordinate) | bit(Role::speed));
    const auto is_named = [&](Expr symbol) { return std::ranges::find(named, symbol) != named.end(); };
    std::vector<BodyIndex> bodies;
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const Hinge& hinge = model.bodies[b].hinge;
        if (std::ranges::any_of(hinge.coordinates, [&](CoordinateIndex q) { return is_named(symbol(model, q)); }) ||
            std::ranges::any_of(hinge.speeds, [&](SpeedIndex u) { return is_named(symbol(model, u)); }))
            bodies.emplace_back(b);
    }
    return bodies;
}

std::vector<BodyIndex> bodies_held(const Model& model, const Constraint& constraint) {
    if (constraint.kind == Constraint::Kind::loop) return {constraint.P.body, constraint.Q.body};
    if (constraint.kind != Constraint::Kind::hinge) return bodies_named(model, {constraint.value});
    std::vector<BodyIndex> bodies = {constraint.cut.A, constraint.cut.B};
    std::vector<Expr> roots;
    for (const Motion& motion : constraint.cut.hinge.motions)
        if (!motion.is_free()) roots.push_back(motion.value);
    const std::vector<BodyIndex> others = bodies_named(model, roots);
    bodies.insert(bodies.end(), others.begin(), others.end());
    return bodies;
}

namespace {

// Which limb a body belongs to.
std::optional<std::size_t> limb_with(const Limbs& limbs, BodyIndex b) {
    for (std::size_t k = 0; k < limbs.size(); ++k)
        if (std::ranges::count(limbs[k], std::optional(b)) > 0) return k;
    return std::nullopt;
}

// By limb of the one, the limb of the other that constraints tie to it; nothing where these are not pairs.
std::optional<std::vector<std::size_t>> tied_pairs(const Model& model, const Limbs& limbs, const Limbs& others) {
    std::map<std::size_t, std::size_t> pairs;
    for (const Constraint& constraint : model.constraints) {
        std::optional<std::size_t> one, other;
        for (const BodyIndex b : bodies_held(model, constraint)) {
            if (const auto k = limb_with(limbs, b)) one = k;
            if (const auto k = limb_with(others, b)) other = k;
        }
        if (one && other && pairs.emplace(*one, *other).first->second != *other) return std::nullopt;
    }
    std::vector<std::size_t> by_limb;
    for (const auto& [one, other] : pairs) by_limb.push_back(other);
    std::vector<std::size_t> sorted = by_limb;
    std::ranges::sort(sorted);
    const bool is_each_once = std::ranges::adjacent_find(sorted) == sorted.end();
    return pairs.size() == limbs.size() && is_each_once ? std::optional(by_limb) : std::nullopt;
}

bool share_a_body(const Limbs& limbs, const Limbs& others) {
    return std::ranges::any_of(limbs, [&](const auto& limb) {
        return std::ranges::any_of(limb, [&](const auto& b) { return b && limb_with(others, *b); });
    });
}

}  // namespace

std::vector<Limbs> alike_limbs(const Model& model, std::size_t most) {
    const std::vector<Limbs> subtrees = alike_subtrees(model, most);
    std::vector<Limbs> all;
    for (std::size_t k = 0; k < subtrees.size() && !model.constraints.empty(); ++k) {
        Limbs limbs = subtrees[k];
        for (std::size_t other = k + 1; other < subtrees.size(); ++other) {
            if (subtrees[other].size() != limbs.size() || share_a_body(limbs, subtrees[other])) continue;
            const auto pairs = tied_pairs(model, limbs, subtrees[other]);
            for (std::size_t i = 0; pairs && i < limbs.size(); ++i) {
                const auto& more = subtrees[other][(*pairs)[i]];
                limbs[i].insert(limbs[i].end(), more.begin(), more.end());
            }
        }
        if (limbs != subtrees[k]) all.push_back(std::move(limbs));
    }
    all.insert(all.end(), subtrees.begin(), subtrees.end());
    return all;
}

}  // namespace lag
