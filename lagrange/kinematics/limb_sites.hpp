// Where the bodies of equal limbs stand in the small mechanism that has one limb in lanes (prototype_limb.hpp), and what
// loads and constraints of several limbs become there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lagrange/kinematics/alike_subtrees.hpp"
#include "lagrange/kinematics/lane_values.hpp"
#include "lagrange/kinematics/prototype_tables.hpp"

namespace lag {

// What moves in lanes is what the small model moves: of other symbols it has no rates. NotInLanes with `why`.
void require_own_symbols(const Model& small, const std::vector<Expr>& held, const std::string& why);

class LimbSites {
  public:
    // A body of the small model that stands for one in each limb of a group; none where the limb lacks it.
    struct Place {
        std::size_t group, begin;  // begin: the place of the limb's first body
        std::vector<std::optional<BodyIndex>> by_lane;
        BodyIndex first;  // that of the limb by which the others are described
    };
    struct Site {
        std::size_t place, lane;
    };
    // A group, and a lane of it.
    using Limb = std::pair<std::size_t, std::size_t>;

    // Model and groups must outlive it.
    LimbSites(const Model& model, const std::vector<Limbs>& groups);

    const Model& whole() const { return whole_; }
    LaneValues& values() { return values_; }
    std::size_t lanes_of_group(std::size_t group) const { return groups_[group].size(); }
    const std::optional<Site>& site_of(BodyIndex b) const { return site_of_body_[b.value]; }
    // The limb that all of these bodies are in, besides bodies of no limb; none: they are in no limb. `what` is for the
    // message of NotInLanes.
    std::optional<Limb> limb_of(const std::vector<BodyIndex>& bodies, const std::string& what) const;

    // The body of the first limb by which it is described; itself where it is in no limb.
    BodyIndex first_of(BodyIndex b) const { return site_of(b) ? places_[site_of(b)->place].first : b; }
    // In the small model.
    BodyIndex moved(BodyIndex b) const { return at_.at(first_of(b).value); }
    PointOnBody moved(PointOnBody point) const {
        point.body = moved(point.body);
        return point;
    }
    FrameOnBody moved(FrameOnBody frame) const {
        frame.body = moved(frame.body);
        return frame;
    }

    // Of loads or constraints, one a lane, the lane value of what `get` takes. A load that a limb lacks has no
    // components (`is_amount`); its points and axes are those of a limb that has it.
    template <class Load, class Get>
    Expr joined_in(const std::vector<const Load*>& members, bool is_amount, const Get& get) {
        const Load& some = any_of(members);
        std::vector<Expr> values;
        for (const Load* load : members)
            values.push_back(load != nullptr ? get(*load) : is_amount ? zero() : get(some));
        return values_.joined(values);
    }
    template <class Load, class Get>
    Vec3<Expr> joined_vector_in(const std::vector<const Load*>& members, bool is_amount, const Get& get) {
        Vec3<Expr> v;
        for (std::size_t i = 0; i < 3; ++i)
            v[i] = joined_in(members, is_amount, [&](const Load& load) { return get(load)[i]; });
        return v;
    }
    template <class Load, class Get>
    PointOnBody joined_point(const std::vector<const Load*>& members, const Get& get) {
        PointOnBody point = moved(get(any_of(members)));
        point.location = joined_vector_in(members, false, [&](const Load& load) { return get(load).location; });
        return point;
    }
    template <class Load>
    static const Load& any_of(const std::vector<const Load*>& members) {
        return **std::ranges::find_if(members, [](const Load* load) { return load != nullptr; });
    }

  protected:
    Graph& graph() const { return *whole_.graph; }
    Expr zero() const { return graph().integer(0); }
    const Body& first_at(std::size_t place) const { return whole_.body(places_[place].first); }

    const Model& whole_;
    const std::vector<Limbs>& groups_;
    LaneValues values_;
    std::vector<Place> places_;  // of one group after the other
    std::vector<std::optional<Site>> site_of_body_;
    std::map<std::size_t, BodyIndex> at_ = {{0, ground}};  // bodies of the small model by those of the whole one
};

}  // namespace lag
