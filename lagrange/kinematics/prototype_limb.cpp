#include "lagrange/kinematics/prototype_limb.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/errors.hpp"
#include "lagrange/kinematics/energy_loads.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/limb_sites.hpp"
#include "lagrange/kinematics/prototype_calls.hpp"
#include "lagrange/kinematics/prototype_rows.hpp"

namespace lag {

namespace {

class Prototype : LimbSites {
  public:
    Prototype(const Model& model, const std::vector<Limbs>& groups) : LimbSites(model, groups) {}

    PrototypeLimb run() {
        refuse_what_has_no_lanes();
        Model& model = result_.model;
        model = whole_;
        model.bodies = {whole_.bodies.front()};
        model.coordinates.clear(), model.speeds.clear(), model.points.clear(), model.frames.clear();
        model.outputs.clear(), model.stops.clear(), model.contacts.clear();
        result_.contacts = whole_.contacts;
        for (const Limbs& limbs : groups_) {
            std::vector<std::string>& names = result_.limbs.emplace_back();
            for (const auto& limb : limbs) names.push_back(whole_.body(first_body(limb)).name);
        }
        pair_symbols();
        PrototypeRows rows(*this);
        PrototypeCalls calls(*this);
        for (std::size_t b = 1; b < whole_.bodies.size(); ++b) add_body(BodyIndex(b));
        check_motions();
        rows.add_to(result_);
        add_loads();
        calls.add_to(result_);
        return std::move(result_);
    }

  private:
    void refuse_what_has_no_lanes() const {
        for (const Constraint& constraint : whole_.constraints) {
            const bool is_condition =
                constraint.kind == Constraint::Kind::position || constraint.kind == Constraint::Kind::speed;
            if (is_condition && (graph().node(constraint.value).dependence & bit(Role::state)) != 0)
                throw NotInLanes{"a constraint holds states, whose rates move it"};
        }
        for (const Contact& contact : whole_.contacts)
            if ((graph().node(contact.limit).dependence & bit(Role::multiplier)) != 0)
                throw NotInLanes{"the friction of " + contact.name + " depends on loads"};
        if (!whole_.kinetic_terms.empty()) throw NotInLanes{"the model has kinetic energies of its own"};
        if (has_flexible_bodies(whole_)) throw NotInLanes{"the model has flexible bodies"};
        std::vector<Expr> energies;
        for (const Potential& potential : whole_.potentials) energies.push_back(potential.value);
        for (const Dissipation& dissipation : whole_.dissipations) energies.push_back(dissipation.value);
        for (const Expr& e : symbols_in(graph(), energies, bit(Role::coordinate) | bit(Role::speed)))
            for (const Place& place : places_)
                for (const auto& b : place.by_lane)
                    if (b && is_symbol_of(*b, e))
                        throw NotInLanes{"a potential or a dissipation depends on " + graph().symbol_of(e).name};
    }
    // A coordinate or a speed of its hinge, or a coordinate of a cut hinge that holds it.
    bool is_symbol_of(BodyIndex b, Expr e) const {
        const Hinge& hinge = whole_.body(b).hinge;
        const auto is_among = [&](const std::vector<CoordinateIndex>& coordinates) {
            return std::ranges::any_of(coordinates, [&](CoordinateIndex q) { return lag::symbol(whole_, q) == e; });
        };
        const auto is_of_cut_hinge = [&](const Constraint& c) {
            return (c.cut.A == b || c.cut.B == b) && is_among(c.cut.hinge.coordinates);
        };
        return is_among(hinge.coordinates) || std::ranges::any_of(whole_.constraints, is_of_cut_hinge) ||
               std::ranges::any_of(hinge.speeds, [&](SpeedIndex u) { return lag::symbol(whole_, u) == e; });
    }

    // The k-th of something of a body in every limb; none where a limb lacks the body.
    template <class AnyIndex>
    LaneEntry<AnyIndex> in_all_limbs(std::size_t place, std::size_t k,
                                     std::vector<AnyIndex> Hinge::*const entries) const {
        LaneEntry<AnyIndex> entry{true, {}, {}};
        for (const auto& b : places_[place].by_lane) {
            entry.by_lane.push_back(b ? std::optional((whole_.body(*b).hinge.*entries).at(k)) : std::nullopt);
            entry.is_mirrored.push_back(b && is_mirrored(*b, place, k));
        }
        return entry;
    }
    // Whether the hinge's k-th coordinate goes about or along the opposite axis of that in the first limb.
    bool is_mirrored(BodyIndex b, std::size_t place, std::size_t k) const {
        const Hinge &own = whole_.body(b).hinge, &like = first_at(place).hinge;
        if (!may_be_mirrored(own) || !may_be_mirrored(like)) return false;
        return axis_of(own, k) != axis_of(like, k);
    }
    // Of the motion that is the k-th coordinate.
    std::array<NodeId, 3> axis_of(const Hinge& hinge, std::size_t k) const {
        const Motion& motion =
            *std::ranges::find(hinge.motions, std::optional(hinge.coordinates.at(k)), &Motion::coordinate);
        return {motion.axis[0].id, motion.axis[1].id, motion.axis[2].id};
    }
    template <class AnyIndex>
    std::vector<Expr> members_of(const LaneEntry<AnyIndex>& entry) const {
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < entry.by_lane.size(); ++lane) {
            const Expr e = entry.by_lane[lane] ? lag::symbol(whole_, *entry.by_lane[lane]) : zero();
            members.push_back(entry.is_mirrored[lane] ? -e : e);
        }
        return members;
    }
    void pair_symbols() {
        for (std::size_t k = 0; k < places_.size(); ++k) {
            const Hinge& hinge = first_at(k).hinge;
            for (std::size_t q = 0; q < hinge.coordinates.size(); ++q)
                values_.pair(members_of(in_all_limbs(k, q, &Hinge::coordinates)));
            for (std::size_t u = 0; u < hinge.speeds.size(); ++u)
                values_.pair(members_of(in_all_limbs(k, u, &Hinge::speeds)));
        }
    }

    template <class AnyIndex, class Entry>
    std::string name_of(const LaneEntry<AnyIndex>& entry, const std::vector<Entry>& table) const {
        std::vector<std::string> names;
        for (const auto& index : entry.by_lane)
            if (index) names.push_back(table[index->value].name);
        return common_name(names);
    }

    // The bodies of the first limb stand for all limbs, those of the others go.
    void add_body(BodyIndex b) {
        if (site_of(b) && places_[site_of(b)->place].first != b) return;
        const std::size_t added = result_.model.bodies.size();
        Body body = whole_.body(b);
        body.inboard = at_.at(body.inboard.value);
        at_[b.value] = BodyIndex(added);
        if (site_of(b)) join_body(body, site_of(b)->place);
        add_hinge_entries(body, BodyIndex(added), b);
        result_.model.bodies.push_back(std::move(body));
    }

    void add_hinge_entries(Body& body, BodyIndex added, BodyIndex b) {
        Hinge& hinge = body.hinge;
        std::map<std::size_t, CoordinateIndex> moved;
        for (std::size_t k = 0; k < hinge.coordinates.size(); ++k) {
            const CoordinateIndex old = hinge.coordinates[k];
            Coordinate coordinate = whole_.coordinates[old.value];
            LaneEntry<CoordinateIndex> entry{false, {old}, {false}};
            if (site_of(b)) {
                entry = in_all_limbs(site_of(b)->place, k, &Hinge::coordinates);
                const Expr symbol =
                    values_.symbol(members_of(entry), Role::coordinate, name_of(entry, whole_.coordinates));
                coordinate.name = graph().symbol_of(symbol).name;
            }
            coordinate.body = added;
            hinge.coordinates[k] = CoordinateIndex(result_.model.coordinates.size());
            moved.emplace(old.value, hinge.coordinates[k]);
            result_.model.coordinates.push_back(std::move(coordinate));
            result_.coordinates.push_back(std::move(entry));
        }
        for (std::size_t k = 0; k < hinge.speeds.size(); ++k) {
            const SpeedIndex old = hinge.speeds[k];
            Speed speed = whole_.speeds[old.value];
            LaneEntry<SpeedIndex> entry{false, {old}, {false}};
            if (site_of(b)) {
                entry = in_all_limbs(site_of(b)->place, k, &Hinge::speeds);
                const Expr symbol = values_.symbol(members_of(entry), Role::speed, name_of(entry, whole_.speeds));
                speed.name = graph().symbol_of(symbol).name;
                add_acceleration(speed.name, entry);
            }
            speed.body = added;
            if (speed.rate_of) speed.rate_of = moved.at(speed.rate_of->value);
            hinge.speeds[k] = SpeedIndex(result_.model.speeds.size());
            speed_at_.emplace(old.value, hinge.speeds[k]);
            result_.model.speeds.push_back(std::move(speed));
            result_.speeds.push_back(std::move(entry));
        }
        for (std::size_t k = 0; k < hinge.motions.size(); ++k) {
            Motion& motion = hinge.motions[k];
            if (!motion.coordinate && !site_of(b)) refuse_limb_coordinates(motion.value, b);
            if (motion.coordinate) {
                motion.coordinate = moved.at(motion.coordinate->value);
                motion.value = lag::symbol(result_.model, *motion.coordinate);
                if (site_of(b)) motion.value = motion.value + offset(site_of(b)->place, k);
            }
        }
    }

    // How far the k-th motion is beyond its coordinate where that is zero; where a limb lacks the hinge, how far its next body
    // is turned there.
    Expr offset(std::size_t place, std::size_t k) {
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < places_[place].by_lane.size(); ++lane) {
            const auto& b = places_[place].by_lane[lane];
            members.push_back(b ? own_offset(*b, place, k) : turn_of_gap(place, lane));
        }
        return values_.joined(members);
    }
    Expr own_offset(BodyIndex b, std::size_t place, std::size_t k) const {
        const Motion* const own = motions_like(whole_.body(b).hinge, first_at(place).hinge).value().at(k);
        const Expr beyond = own->value - lag::symbol(whole_, *own->coordinate);
        const auto& coordinates = whole_.body(b).hinge.coordinates;
        const auto q = std::ranges::find(coordinates, *own->coordinate) - coordinates.begin();
        return is_mirrored(b, place, static_cast<std::size_t>(q)) ? -beyond : beyond;
    }
    // The rotations of the body behind a gap belong to the hinges that its limb lacks there, each to the first about its axis.
    Expr turn_of_gap(std::size_t place, std::size_t lane) const {
        const std::optional<std::size_t> owner = behind_gap(place, lane);
        if (!owner) return zero();
        const auto& rotations = whole_.body(*places_[*owner].by_lane[lane]).orient_rotations;
        std::size_t next = 0;
        Expr turn = zero();
        for (std::size_t k = begin_of_gap(*owner, lane); k < *owner && next < rotations.size(); ++k) {
            const auto& [axis, angle] = rotations[next];
            const std::vector<Motion>& like = first_at(k).hinge.motions;
            if (like.size() != 1 || like.front().kind != Motion::Kind::rotate) continue;
            const Expr along = like.front().axis[static_cast<std::size_t>(axis)];
            if (!along.is_one() && !(-along).is_one()) continue;
            if (k == place) turn = along * angle;
            ++next;
        }
        if (next < rotations.size())
            throw NotInLanes{fmt::format("a limb lacks {}, whose axes are turned", first_at(place).name)};
        return turn;
    }
    bool has_body(std::size_t place, std::size_t lane) const { return places_[place].by_lane[lane].has_value(); }
    std::size_t end_of_limb(std::size_t place) const {
        std::size_t end = place;
        while (end < places_.size() && places_[end].group == places_[place].group) ++end;
        return end;
    }
    // The first place that this limb lacks before this one; this one where it lacks none.
    std::size_t begin_of_gap(std::size_t place, std::size_t lane) const {
        std::size_t begin = place;
        while (begin > places_[place].begin && !has_body(begin - 1, lane)) --begin;
        return begin;
    }
    // The next place from this one on where this limb has a body.
    std::optional<std::size_t> behind_gap(std::size_t place, std::size_t lane) const {
        for (std::size_t k = place; k < end_of_limb(place); ++k)
            if (has_body(k, lane)) return k;
        return std::nullopt;
    }

    // What `acceleration_symbol` finds.
    void add_acceleration(const std::string& speed, const LaneEntry<SpeedIndex>& entry) {
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < entry.by_lane.size(); ++lane) {
            const Expr e = entry.by_lane[lane] ? acceleration_symbol(whole_, *entry.by_lane[lane]) : zero();
            members.push_back(entry.is_mirrored[lane] ? -e : e);
        }
        graph().lane_symbol(speed + "'", Role::acceleration, values_.in_all_lanes(members));
    }

    void refuse_limb_coordinates(Expr e, BodyIndex b) const {
        const std::vector<Expr> roots{e};
        for (const Expr& q : symbols_in(graph(), roots, bit(Role::coordinate)))
            for (const Coordinate& coordinate : whole_.coordinates)
                if (coordinate.name == graph().symbol_of(q).name && site_of(coordinate.body))
                    throw NotInLanes{
                        fmt::format("the hinge of {} is coupled to {}", whole_.body(b).name, coordinate.name)};
    }

    // -- a body of the limb
    template <class Get>
    Expr joined(std::size_t place, const Get& get) {
        std::vector<Expr> members;
        for (const auto& b : places_[place].by_lane) members.push_back(b ? get(whole_.body(*b)) : zero());
        return values_.joined(members);
    }
    template <class Get>
    Vec3<Expr> joined_vector(std::size_t place, const Get& get) {
        Vec3<Expr> v;
        for (std::size_t i = 0; i < 3; ++i) v[i] = joined(place, [&](const Body& body) { return get(body)[i]; });
        return v;
    }
    template <class Get>
    Mat3<Expr> joined_matrix(std::size_t place, const Get& get) {
        Mat3<Expr> m;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                m(i, j) = joined(place, [&](const Body& body) { return get(body)(i, j); });
        return m;
    }

    // Where a limb lacks the body before, its hinge point is the sum of both, as in the first limb; where hinges in between
    // turn it, that of the first of them.
    Expr hinge_point(std::size_t place, std::size_t lane, std::size_t axis) const {
        const auto first_has = [&](std::size_t k) { return !first_at(k).at[axis].is_zero(); };
        const std::optional<std::size_t> owner = behind_gap(place, lane);
        if (!owner) return zero();
        const std::size_t begin = begin_of_gap(*owner, lane);
        const Body& own = whole_.body(*places_[*owner].by_lane[lane]);
        std::size_t holder = *owner;
        if (begin < *owner && !own.orient_rotations.empty()) {
            holder = begin;
        } else {
            while (holder > begin && !first_has(holder)) --holder;
            if (!first_has(holder)) holder = *owner;
        }
        return holder == place ? own.at[axis] : zero();
    }
    // Without the rotations that belong to hinges which the limb lacks.
    Mat3<Expr> own_orient(std::size_t place, std::size_t lane) const {
        if (!has_body(place, lane)) return first_at(place).orient;
        const Body& own = whole_.body(*places_[place].by_lane[lane]);
        const bool is_behind_gap = begin_of_gap(place, lane) < place;
        return is_behind_gap && !own.orient_rotations.empty() ? first_at(place).orient : own.orient;
    }

    void require_still_gaps(std::size_t place) const {
        const auto is_plain = [](const Body& body) {
            return body.orient_rotations.empty() && is_zero(body.outboard_at) && body.orient(0, 0).is_one() &&
                   body.orient(1, 1).is_one() && body.orient(2, 2).is_one() && body.hinge.quasi == Quasi::none;
        };
        const bool is_last = place + 1 == end_of_limb(place);
        for (const auto& b : places_[place].by_lane)
            if (!b && (!is_plain(first_at(place)) || (!is_last && !is_plain(first_at(place + 1)))))
                throw NotInLanes{fmt::format("a limb lacks {}, whose axes are turned", first_at(place).name)};
    }

    void join_body(Body& body, std::size_t place) {
        require_still_gaps(place);
        std::vector<std::string> names;
        const auto& by_lane = places_[place].by_lane;
        for (const auto& b : by_lane)
            if (b) names.push_back(whole_.body(*b).name);
        body.name = common_name(names);
        for (std::size_t i = 0; i < 3; ++i) {
            std::vector<Expr> members;
            for (std::size_t lane = 0; lane < by_lane.size(); ++lane) members.push_back(hinge_point(place, lane, i));
            body.at[i] = values_.joined(members);
        }
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) {
                std::vector<Expr> members;
                for (std::size_t lane = 0; lane < by_lane.size(); ++lane)
                    members.push_back(own_orient(place, lane)(i, j));
                body.orient(i, j) = values_.joined(members);
            }
        const Body& like = first_at(place);
        for (std::size_t k = 0; k < body.orient_rotations.size(); ++k)
            body.orient_rotations[k].second =
                joined(place, [&](const Body& b) { return rotations_like(b, like).value().at(k).second; });
        body.outboard_at = joined_vector(place, [](const Body& b) { return b.outboard_at; });
        body.mass = joined(place, [](const Body& b) { return b.mass; });
        body.cm = joined_vector(place, [](const Body& b) { return b.cm; });
        body.inertia = joined_matrix(place, [](const Body& b) { return b.inertia; });
        for (std::size_t k = 0; k < body.hinge.motions.size(); ++k) join_motion(body.hinge.motions[k], place, k);
    }

    // Of a motion without a coordinate.
    void join_motion(Motion& motion, std::size_t place, std::size_t k) {
        if (motion.coordinate) return;
        motion.value = joined(place, [&](const Body& b) {
            const Motion* const own = motions_like(b.hinge, first_at(place).hinge).value().at(k);
            return own == nullptr ? zero() : own->value;
        });
    }
    // They may depend on parameters, inputs, time, coordinates of the limb and of bodies of no limb.
    void check_motions() const {
        for (std::size_t place = 0; place < places_.size(); ++place)
            for (const Motion& motion : result_.model.body(at_.at(places_[place].first.value)).hinge.motions) {
                if (motion.coordinate) continue;
                const std::string& name = first_at(place).name;
                require_own_symbols(result_.model, {motion.value},
                                    fmt::format("the hinges of {} and its likes are coupled to others", name));
                const std::vector<Expr> values{motion.value};
                for (const Expr& q : symbols_in(graph(), values, bit(Role::coordinate)))
                    if (!is_known_to(q, places_[place].group))
                        throw NotInLanes{fmt::format("the hinge of {} is coupled to {}, of other limbs", name,
                                                     graph().symbol_of(q).name)};
            }
    }
    // Whether the coordinate is one of that group's limbs or of no limb.
    bool is_known_to(Expr q, std::size_t group) const {
        const auto known = std::ranges::find(result_.model.coordinates, graph().symbol_of(q).name, &Coordinate::name);
        const LaneEntry<CoordinateIndex>& entry =
            result_.coordinates[static_cast<std::size_t>(known - result_.model.coordinates.begin())];
        for (const auto& index : entry.by_lane) {
            if (!index) continue;
            const auto& site = site_of(whole_.coordinates[index->value].body);
            return !site || places_[site->place].group == group;
        }
        return true;
    }

    // -- loads
    // Loads of one kind: those of no limb stay; the k-th of a limb are the k-th of all limbs. `join` makes one of them.
    template <class Load, class Bodies, class Stay, class Join>
    std::vector<Load> joined_loads(const std::vector<Load>& loads, const Bodies& bodies, const Stay& stay,
                                   const Join& join) {
        std::vector<Load> result;
        std::map<std::vector<std::size_t>, std::vector<std::vector<const Load*>>> alike;  // by bodies, by lane
        for (const Load& load : loads) {
            const auto limb = limb_of(bodies(load), "a load acts");
            if (!limb) {
                result.push_back(stay(load));
                continue;
            }
            std::vector<std::size_t> of_small_model;
            for (const BodyIndex b : bodies(load)) of_small_model.push_back(moved(b).value);
            auto& list = alike[of_small_model];
            list.resize(groups_[limb->first].size());
            list[limb->second].push_back(&load);
        }
        for (const auto& [places, by_lane] : alike) {
            std::size_t most = 0;
            for (const auto& list : by_lane) most = std::max(most, list.size());
            for (std::size_t k = 0; k < most; ++k) {
                std::vector<const Load*> members;
                for (const auto& list : by_lane) members.push_back(k < list.size() ? list[k] : nullptr);
                result.push_back(join(members));
            }
        }
        return result;
    }

    template <class Load>
    FrameOnBody joined_frame(const std::vector<const Load*>& members) {
        FrameOnBody frame = moved(any_of(members).frame);
        for (const Load* load : members) {
            if (load == nullptr) continue;
            frame.aligned = frame.aligned && load->frame.aligned;
            if (moved(load->frame.body) != frame.body) throw NotInLanes{"loads are given in different axes"};
        }
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                frame.R_FB(i, j) = joined_in(members, false, [&](const Load& load) { return load.frame.R_FB(i, j); });
        return frame;
    }
    void add_loads() { add_forces(), add_torques(), add_hinge_loads(), add_line_loads(); }
    void add_forces() {
        result_.model.forces = joined_loads(
            whole_.forces,
            [](const ForceLoad& load) {
                std::vector<BodyIndex> bodies{load.point.body, load.frame.body};
                if (load.reaction) bodies.push_back(load.reaction->body);
                return bodies;
            },
            [&](ForceLoad load) {
                load.point = moved(load.point), load.frame = moved(load.frame);
                if (load.reaction) load.reaction = moved(*load.reaction);
                return load;
            },
            [&](const std::vector<const ForceLoad*>& members) {
                ForceLoad load{joined_point(members, [](const ForceLoad& f) { return f.point; }),
                               joined_vector_in(members, true, [](const auto& f) { return f.components; }),
                               joined_frame(members),
                               {}};
                if (any_of(members).reaction)
                    load.reaction = joined_point(members, [](const ForceLoad& f) { return f.reaction.value(); });
                return load;
            });
    }
    void add_torques() {
        result_.model.torques = joined_loads(
            whole_.torques,
            [](const TorqueLoad& load) {
                std::vector<BodyIndex> bodies{load.body, load.frame.body};
                if (load.reaction) bodies.push_back(*load.reaction);
                return bodies;
            },
            [&](TorqueLoad load) {
                load.body = moved(load.body), load.frame = moved(load.frame);
                if (load.reaction) load.reaction = moved(*load.reaction);
                return load;
            },
            [&](const std::vector<const TorqueLoad*>& members) {
                TorqueLoad load{moved(any_of(members).body),
                                joined_vector_in(members, true, [](const auto& f) { return f.components; }),
                                joined_frame(members),
                                {}};
                if (any_of(members).reaction) load.reaction = moved(*any_of(members).reaction);
                return load;
            });
    }
    void add_hinge_loads() {
        const auto place_of = [&](SpeedIndex u) {  // in its hinge
            const std::vector<SpeedIndex>& own = whole_.body(whole_.speeds[u.value].body).hinge.speeds;
            return static_cast<std::size_t>(std::ranges::find(own, u) - own.begin());
        };
        const auto speed_in_first = [&](SpeedIndex u) {
            const BodyIndex b = whole_.speeds[u.value].body;
            if (b == ground || !site_of(b)) return u;
            return first_at(site_of(b)->place).hinge.speeds.at(place_of(u));
        };
        const auto moved_speed = [&](SpeedIndex u) { return speed_at_.at(speed_in_first(u).value); };
        // one sum of all loads for each speed
        std::map<SpeedIndex, std::map<std::size_t, Expr>> sums;  // by speed of the first limb, by lane
        std::vector<HingeLoad>& loads = result_.model.hinge_loads;
        loads.clear();
        std::map<std::size_t, std::map<std::size_t, Expr>> of_cut_hinges;  // by coordinate of the small model, by lane
        for (const HingeLoad& load : whole_.hinge_loads) {
            if (load.cut) {
                const auto [q, lane] = site_of_coordinate(*load.cut);
                auto [place, is_new] = of_cut_hinges[q].emplace(lane, load.value);
                if (!is_new) place->second = place->second + load.value;
                continue;
            }
            const BodyIndex b = whole_.speeds[load.speed.value].body;
            if (b == ground || !site_of(b)) {
                loads.push_back({moved_speed(load.speed), load.value});
                continue;
            }
            const Expr value = is_mirrored(b, site_of(b)->place, place_of(load.speed)) ? -load.value : load.value;
            auto [place, is_new] = sums[speed_in_first(load.speed)].emplace(site_of(b)->lane, value);
            if (!is_new) place->second = place->second + value;
        }
        for (const auto& [speed, by_lane] : sums) {
            const BodyIndex b = whole_.speeds[speed.value].body;
            std::vector<Expr> members(places_[site_of(b)->place].by_lane.size(), zero());
            for (const auto& [lane, value] : by_lane) members[lane] = value;
            loads.push_back({moved_speed(speed), values_.joined(members)});
        }
        for (const auto& [q, by_lane] : of_cut_hinges) {
            std::vector<Expr> members(result_.coordinates[q].by_lane.size(), zero());
            for (const auto& [lane, value] : by_lane) members[lane] = value;
            loads.push_back({SpeedIndex{}, values_.joined(members), CoordinateIndex(q)});
        }
    }
    // The place in the small model's coordinates, and the lane.
    std::pair<std::size_t, std::size_t> site_of_coordinate(CoordinateIndex whole) const {
        for (std::size_t q = 0; q < result_.coordinates.size(); ++q)
            for (std::size_t lane = 0; lane < result_.coordinates[q].by_lane.size(); ++lane)
                if (result_.coordinates[q].by_lane[lane] == whole) return {q, lane};
        throw InternalError("a coordinate has no place");
    }
    void add_line_loads() {
        result_.model.line_loads = joined_loads(
            whole_.line_loads,
            [](const LineLoad& load) {
                return std::vector<BodyIndex>{load.P.body, load.Q.body};
            },
            [&](LineLoad load) {
                load.P = moved(load.P), load.Q = moved(load.Q);
                return load;
            },
            [&](const std::vector<const LineLoad*>& members) {
                LineLoad load{joined_point(members, [](const LineLoad& line) { return line.P; }),
                              joined_point(members, [](const LineLoad& line) { return line.Q; }),
                              joined_in(members, true, [](const LineLoad& line) { return line.value; }),
                              any_of(members).spring,
                              zero(),
                              zero()};
                load.stiffness = joined_in(members, true, [](const LineLoad& line) { return line.stiffness; });
                load.length = joined_in(members, false, [](const LineLoad& line) { return line.length; });
                return load;
            });
    }

    std::map<std::size_t, SpeedIndex> speed_at_;
    PrototypeLimb result_;
};

}  // namespace

PrototypeLimb prototype_limb(const Model& model, const std::vector<Limbs>& groups) {
    std::vector<BodyIndex> bodies;
    for (const Limbs& limbs : groups)
        for (const auto& limb : limbs)
            for (const auto& b : limb)
                if (b) bodies.push_back(*b);
    const Model whole = with_energies_as_loads(model, bodies);
    return Prototype(whole, groups).run();
}

}  // namespace lag
