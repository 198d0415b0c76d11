#include "lagrange/kinematics/prototype_rows.hpp"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "lagrange/kinematics/alike_subtrees.hpp"

namespace lag {

namespace {

constexpr const char* unlike = "their constraints are not alike";

std::vector<int> axes_of(const CutHinge& cut) {
    std::vector<int> axes;
    for (const auto& rotation : cut.orient_rotations) axes.push_back(rotation.first);
    return axes;
}

}  // namespace

PrototypeRows::PrototypeRows(LimbSites& sites) : sites_(sites), whole_(sites.whole()), graph_(*whole_.graph) {
    // whether flags switch it, whether it is of a contact; the first bodies of limbs, and others
    using Key = std::tuple<Constraint::Kind, bool, bool, std::vector<std::size_t>>;
    std::map<Key, std::vector<std::vector<std::size_t>>> alike;  // by lane
    for (std::size_t c = 0; c < whole_.constraints.size(); ++c) {
        const Constraint& constraint = whole_.constraints[c];
        const std::vector<BodyIndex> bodies = bodies_held(whole_, constraint);
        const auto limb = sites_.limb_of(bodies, "a constraint holds");
        if (!limb) {
            entries_.push_back({false, {c}, {false}});
            continue;
        }
        Key key{constraint.kind, constraint.is_switched(), constraint.of_contact, {}};
        const bool is_between = constraint.kind == Constraint::Kind::loop || constraint.kind == Constraint::Kind::hinge;
        for (const BodyIndex b : bodies)
            if (is_between || sites_.site_of(b)) std::get<3>(key).push_back(sites_.first_of(b).value);
        auto& by_lane = alike[key];
        by_lane.resize(sites_.lanes_of_group(limb->first));
        by_lane[limb->second].push_back(c);
    }
    for (const auto& [key, by_lane] : alike) {
        for (const auto& list : by_lane)
            if (list.size() != by_lane.front().size()) throw NotInLanes{"not all of them have the same constraints"};
        for (std::size_t k = 0; k < by_lane.front().size(); ++k) {
            LaneEntry<std::size_t> entry{true, {}, {}};
            for (const auto& list : by_lane) entry.by_lane.emplace_back(list[k]), entry.is_mirrored.push_back(false);
            entries_.push_back(std::move(entry));
        }
    }
    for (const LaneEntry<std::size_t>& entry : entries_) {
        const Hinge& first = whole_.constraints[*entry.by_lane.front()].cut.hinge;
        if (!entry.has_lanes) continue;
        for (const auto& c : entry.by_lane)
            if (hinge_form(whole_, whole_.constraints[*c].cut.hinge) != hinge_form(whole_, first))
                throw NotInLanes{"their cut hinges are not alike"};
        for (std::size_t k = 0; k < first.coordinates.size(); ++k) {
            std::vector<Expr> members;
            for (const auto& c : entry.by_lane)
                members.push_back(symbol(whole_, whole_.constraints[*c].cut.hinge.coordinates.at(k)));
            sites_.values().pair(members);
        }
    }
}

void PrototypeRows::add_to(PrototypeLimb& small) {
    small.model.constraints.clear();
    for (const LaneEntry<std::size_t>& entry : entries_) add(small, entry);
}

void PrototypeRows::add(PrototypeLimb& small, const LaneEntry<std::size_t>& entry) {
    std::vector<const Constraint*> members;
    std::vector<std::string> names;
    for (const auto& c : entry.by_lane)
        members.push_back(&whole_.constraints[*c]), names.push_back(members.back()->name);
    Constraint joined = *members.front();
    if (entry.has_lanes) joined.name = common_name(names);
    if (joined.is_switched() && !joined.of_contact)
        joined.active = sites_.joined_in(members, true, [](const Constraint& c) { return c.active; });
    switch (joined.kind) {
        case Constraint::Kind::loop:
            joined.P = sites_.joined_point(members, [](const Constraint& c) { return c.P; });
            joined.Q = sites_.joined_point(members, [](const Constraint& c) { return c.Q; });
            for (const PointOnBody& point : {joined.P, joined.Q})
                require_own_symbols(small.model, {point.location.c.begin(), point.location.c.end()}, unlike);
            break;
        case Constraint::Kind::hinge:
            join_cut_hinge(small, joined.cut, members);
            break;
        case Constraint::Kind::position:
        case Constraint::Kind::speed:
            joined.value = sites_.joined_in(members, true, [](const Constraint& c) { return c.value; });
            require_own_symbols(small.model, {joined.value}, unlike);
    }
    small.model.constraints.push_back(std::move(joined));
    small.constraints.push_back(entry);
}

void PrototypeRows::join_cut_hinge(PrototypeLimb& small, CutHinge& joined,
                                   const std::vector<const Constraint*>& members) {
    const auto of_all = [&](const auto& get) {
        return sites_.joined_in(members, true, [&](const Constraint& c) { return get(c.cut); });
    };
    const bool has_lanes = members.size() > 1;
    joined.A = sites_.moved(joined.A), joined.B = sites_.moved(joined.B);
    joined.at = sites_.joined_vector_in(members, true, [](const Constraint& c) { return c.cut.at; });
    joined.outboard_at = sites_.joined_vector_in(members, true, [](const Constraint& c) { return c.cut.outboard_at; });
    const bool turn_alike =
        std::ranges::all_of(members, [&](const Constraint* c) { return axes_of(c->cut) == axes_of(joined); });
    if (!turn_alike) throw NotInLanes{"the axes of their cut hinges are turned differently"};
    for (std::size_t k = 0; k < joined.orient_rotations.size(); ++k)
        joined.orient_rotations[k].second = of_all([&](const CutHinge& c) { return c.orient_rotations[k].second; });
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
            joined.orient(i, j) = of_all([&](const CutHinge& c) { return c.orient(i, j); });

    std::map<std::size_t, CoordinateIndex> moved;
    for (std::size_t k = 0; k < joined.hinge.coordinates.size(); ++k) {
        const CoordinateIndex old = joined.hinge.coordinates[k];
        Coordinate coordinate = whole_.coordinates[old.value];
        LaneEntry<CoordinateIndex> entry{has_lanes, {}, {}};
        std::vector<Expr> symbols;
        std::vector<std::string> names;
        for (const Constraint* c : members) {
            const CoordinateIndex q = c->cut.hinge.coordinates[k];
            entry.by_lane.emplace_back(q), entry.is_mirrored.push_back(false);
            symbols.push_back(symbol(whole_, q)), names.push_back(whole_.coordinates[q.value].name);
        }
        if (has_lanes)
            coordinate.name =
                graph_.symbol_of(sites_.values().symbol(symbols, Role::coordinate, common_name(names))).name;
        coordinate.body = joined.B;
        joined.hinge.coordinates[k] = CoordinateIndex(small.model.coordinates.size());
        moved.emplace(old.value, joined.hinge.coordinates[k]);
        small.model.coordinates.push_back(std::move(coordinate));
        small.coordinates.push_back(std::move(entry));
    }
    for (std::size_t m = 0; m < joined.hinge.motions.size(); ++m) {
        Motion& motion = joined.hinge.motions[m];
        if (motion.coordinate) {
            motion.coordinate = moved.at(motion.coordinate->value);
            motion.value = symbol(small.model, *motion.coordinate);
        } else {
            motion.value = of_all([&](const CutHinge& c) { return c.hinge.motions[m].value; });
            require_own_symbols(small.model, {motion.value}, unlike);
        }
    }
}

}  // namespace lag
