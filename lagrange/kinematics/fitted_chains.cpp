#include "lagrange/kinematics/fitted_chains.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "lagrange/kinematics/body_axes.hpp"
#include "lagrange/kinematics/constant_orientation.hpp"

namespace lag {

namespace {

constexpr std::size_t most_lacking = 3;  // hinges: with more, lanes hold little

// Which components of a vector are not zero.
using Pattern = std::array<bool, 3>;

struct ChainJoint {
    BodyIndex body;
    Motion::Kind kind = Motion::Kind::rotate;
    QuarterTurns orient;  // inboard components -> hinge components
    Vec3<int> axis;       // in hinge axes
};
using Chain = std::vector<ChainJoint>;

// -- from the model
std::optional<int> whole_number(double value) {
    for (const int whole : {-1, 0, 1})
        if (tidy(value) == whole) return whole;
    return std::nullopt;
}

std::optional<QuarterTurns> quarter_turns_of(Graph& graph, const Body& body) {
    const std::optional<Eigen::Matrix3d> R = constant_orientation(graph, body);
    if (!R) return std::nullopt;
    QuarterTurns turn;
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) {
            const auto entry = whole_number((*R)(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
            if (!entry) return std::nullopt;
            turn(i, j) = *entry;
        }
    return turn;
}

// A body on one hinge about or along an axis of its own axes.
std::optional<ChainJoint> chain_joint_of(const Model& model, BodyIndex b) {
    const Body& body = model.body(b);
    const Hinge& hinge = body.hinge;
    const bool is_plain = hinge.quasi == Quasi::none && hinge.motions.size() == 1 && hinge.motions.front().coordinate;
    if (!is_plain) return std::nullopt;
    const std::optional<QuarterTurns> orient = quarter_turns_of(*model.graph, body);
    if (!orient) return std::nullopt;
    const std::optional<Eigen::Vector3d> axis = constant_vector(*model.graph, hinge.motions.front().axis);
    if (!axis) return std::nullopt;
    ChainJoint joint{b, hinge.motions.front().kind, *orient, {}};
    int along = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const std::optional<int> component = whole_number((*axis)(static_cast<Eigen::Index>(i)));
        if (!component) return std::nullopt;
        joint.axis[i] = *component;
        along += *component * *component;
    }
    return along == 1 ? std::optional(joint) : std::nullopt;
}

// From this body outward, if it is a chain of such bodies.
std::optional<Chain> chain_from(const Model& model, BodyIndex root) {
    Chain chain;
    std::optional<BodyIndex> next = root;
    while (next) {
        const BodyIndex b = *std::exchange(next, std::nullopt);
        const std::optional<ChainJoint> joint = chain_joint_of(model, b);
        if (!joint) return std::nullopt;
        chain.push_back(*joint);
        for (std::size_t k = 1; k < model.bodies.size(); ++k) {
            if (model.bodies[k].inboard != b) continue;
            if (next) return std::nullopt;
            next = BodyIndex(k);
        }
    }
    return chain;
}

Pattern pattern_of(const Vec3<Expr>& v) {
    return {!v[0].is_zero(), !v[1].is_zero(), !v[2].is_zero()};
}
Pattern turned_pattern(const QuarterTurns& turn, const Pattern& pattern) {
    Pattern result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) result[i] = result[i] || (turn(i, j) != 0 && pattern[j]);
    return result;
}
// Products of inertia: by the axis that is in neither.
Pattern products_of_inertia(const Body& body) {
    return {!body.inertia(1, 2).is_zero(), !body.inertia(2, 0).is_zero(), !body.inertia(0, 1).is_zero()};
}
std::size_t more_than(const Pattern& one, const Pattern& other) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < 3; ++i) count += one[i] && !other[i] ? 1 : 0;
    return count;
}

// The longest chain, in axes in which no body is turned against its inboard one where all coordinates are zero, and what is
// not zero in it or in one of those that are fitted.
struct ChainPlace {
    BodyIndex body;
    Motion::Kind kind = Motion::Kind::rotate;
    QuarterTurns turn;     // own components -> components in these axes
    std::size_t axis = 0;  // of the hinge, whichever way
    Pattern at{}, cm{}, products{};
    std::optional<std::size_t> turned_about;  // by the orientation of one that is fitted
    bool is_lacking = false;                  // in one of them, or the place before is
};

std::vector<ChainPlace> chain_places_of(const Model& model, const Chain& chain) {
    std::vector<ChainPlace> places;
    QuarterTurns inboard = quarter_turns(0, 0);
    for (const ChainJoint& joint : chain) {
        ChainPlace place{joint.body, joint.kind, inboard * transpose(joint.orient), 0, {}, {}, {}, {}, false};
        const Vec3<int> axis = place.turn * joint.axis;
        for (std::size_t i = 0; i < 3; ++i)
            if (axis[i] != 0) place.axis = i;
        const Body& body = model.body(joint.body);
        place.at = turned_pattern(inboard, pattern_of(body.at));
        place.cm = turned_pattern(place.turn, pattern_of(body.cm));
        place.products = turned_pattern(place.turn, products_of_inertia(body));
        inboard = place.turn;
        places.push_back(place);
    }
    return places;
}

// How the axes of a body turn: what BodyAxes says of it.
struct Turned {
    QuarterTurns turn = quarter_turns(0, 0);
    std::vector<std::pair<int, int>> orient;
    int quarters = 0;
};

// How a chain stands in these places.
struct Fit {
    struct Body {
        std::size_t place = 0;
        Turned turned;
        Pattern at{}, cm{}, products{};  // what it adds there, `at` at the place `at_place`
        std::size_t at_place = 0;
    };
    std::vector<Body> bodies;
    std::size_t cost = 0;
};

class Fitting {
  public:
    Fitting(const Model& model, const std::vector<ChainPlace>& places, const Chain& chain)
        : model_(model), places_(places), chain_(chain) {}

    // With the least cost, the first of several.
    std::optional<Fit> run() {
        if (chain_.size() > places_.size() || places_.size() - chain_.size() > most_lacking) return std::nullopt;
        known_ = {{{0, quarter_turns(0, 0).rows}, Fit{}}};
        for (const ChainJoint& joint : chain_) {
            const Known before = std::exchange(known_, {});
            for (const auto& [state, fit] : before) follow(joint, state, fit);
        }
        const auto best = std::ranges::min_element(known_, {}, [](const auto& entry) { return entry.second.cost; });
        return best == known_.end() ? std::nullopt : std::optional(best->second);
    }

  private:
    // The first free place, and own components -> new ones of the last body.
    using State = std::pair<std::size_t, std::array<std::array<int, 3>, 3>>;
    using Known = std::map<State, Fit>;

    void follow(const ChainJoint& joint, const State& state, const Fit& fit) {
        const std::size_t left = chain_.size() - fit.bodies.size();
        Turned turned;
        const QuarterTurns inboard{state.second};
        skip(joint, state.first, state.first, places_.size() - left, inboard, inboard, turned, fit);
    }
    // The body at `place`, or there no body, at each quarter turn.
    void skip(const ChainJoint& joint, std::size_t begin, std::size_t place, std::size_t last,
              const QuarterTurns& inboard, const QuarterTurns& reached, const Turned& turned, const Fit& fit) {
        put(joint, begin, place, inboard, reached, turned, fit);
        if (place == last || places_[place].turned_about || places_[place + 1].turned_about) return;
        const bool rotates = places_[place].kind == Motion::Kind::rotate;
        for (int quarters = 0; quarters < (rotates ? 4 : 1); ++quarters) {
            Turned next = turned;
            if (quarters != 0) next.orient.emplace_back(static_cast<int>(places_[place].axis), quarters);
            skip(joint, begin, place + 1, last, inboard, quarter_turns(places_[place].axis, quarters) * reached, next,
                 fit);
        }
    }
    void put(const ChainJoint& joint, std::size_t begin, std::size_t place, const QuarterTurns& inboard,
             const QuarterTurns& reached, const Turned& turned, const Fit& fit) {
        const ChainPlace& like = places_[place];
        if (joint.kind != like.kind) return;
        put_turned(joint, begin, place, inboard, reached, turned, fit, 0);
        if (begin < place || like.is_lacking) return;
        const std::size_t per_rotation = place == 0 ? 25 : 40;  // operations
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (like.turned_about && *like.turned_about != axis) continue;
            for (int quarters = 1; quarters < 4; ++quarters) {
                Turned oriented = turned;
                oriented.orient = {{static_cast<int>(axis), quarters}};
                put_turned(joint, begin, place, inboard, quarter_turns(axis, quarters) * reached, oriented, fit,
                           like.turned_about ? 0 : per_rotation);
            }
        }
    }
    void put_turned(const ChainJoint& joint, std::size_t begin, std::size_t place, const QuarterTurns& inboard,
                    const QuarterTurns& reached, Turned turned, const Fit& fit, std::size_t cost) {
        const std::size_t axis = places_[place].axis;
        for (int quarters = 0; quarters < (joint.kind == Motion::Kind::rotate ? 4 : 1); ++quarters) {
            turned.turn = quarter_turns(axis, quarters) * reached * transpose(joint.orient);
            const int along = (turned.turn * joint.axis)[axis];
            if (along == 0) continue;
            turned.quarters = along * quarters;
            add(joint, begin, place, inboard, turned, fit, cost);
        }
    }
    void add(const ChainJoint& joint, std::size_t begin, std::size_t place, const QuarterTurns& inboard,
             const Turned& turned_body, const Fit& fit, std::size_t cost) {
        const Body& body = model_.body(joint.body);
        const Pattern at = turned_pattern(inboard, pattern_of(body.at));
        // an angle of its own takes an addition, an offset a dozen operations, a mass centre goes into few constants
        constexpr std::size_t per_offset = 12, per_cm = 4, per_product = 4, per_angle = 1;
        std::size_t at_place = begin, offsets = more_than(at, places_[begin].at);
        for (std::size_t k = begin; k <= place && (turned_body.orient.empty() || begin == place); ++k)
            if (more_than(at, places_[k].at) < offsets) at_place = k, offsets = more_than(at, places_[k].at);
        Fit::Body added{place,
                        turned_body,
                        at,
                        turned_pattern(turned_body.turn, pattern_of(body.cm)),
                        turned_pattern(turned_body.turn, products_of_inertia(body)),
                        at_place};
        Fit next = fit;
        next.cost +=
            cost + per_offset * offsets + per_cm * more_than(added.cm, places_[place].cm) +
            per_product * more_than(added.products, places_[place].products) +
            per_angle * ((begin < place ? turned_body.orient.size() : 0) + (turned_body.quarters != 0 ? 1 : 0));
        next.bodies.push_back(std::move(added));
        const State state{place + 1, turned_body.turn.rows};
        const auto known = known_.find(state);
        if (known == known_.end() || next.cost < known->second.cost) known_.insert_or_assign(state, std::move(next));
    }

    const Model& model_;
    const std::vector<ChainPlace>& places_;
    const Chain& chain_;
    Known known_;
};

void include(Pattern& pattern, const Pattern& other) {
    for (std::size_t i = 0; i < 3; ++i) pattern[i] = pattern[i] || other[i];
}

bool is_in(const std::vector<Limbs>& groups, BodyIndex b) {
    return std::ranges::any_of(groups, [&](const Limbs& limbs) {
        return std::ranges::any_of(limbs,
                                   [&](const auto& limb) { return std::ranges::count(limb, std::optional(b)) > 0; });
    });
}

}  // namespace

std::optional<FittedChains> fitted_chains(const Model& model, BodyIndex base, const std::vector<Limbs>& groups,
                                          std::size_t most) {
    if (!model.constraints.empty() || has_flexible_bodies(model)) return std::nullopt;
    std::vector<Chain> chains;
    for (std::size_t k = 1; k < model.bodies.size(); ++k) {
        if (model.bodies[k].inboard != base || is_in(groups, BodyIndex(k))) continue;
        if (std::optional<Chain> chain = chain_from(model, BodyIndex(k))) chains.push_back(std::move(*chain));
    }
    if (chains.size() < fewest_lanes) return std::nullopt;
    std::ranges::stable_sort(chains, std::greater<>{}, &Chain::size);

    std::vector<ChainPlace> places = chain_places_of(model, chains.front());
    std::map<BodyIndex, BodyAxes> axes;
    Limbs limbs(1);
    for (const ChainPlace& place : places) limbs.front().emplace_back(place.body);
    for (std::size_t k = 1; k < chains.size() && limbs.size() < most; ++k) {
        const std::optional<Fit> fit = Fitting(model, places, chains[k]).run();
        if (!fit) continue;
        auto& limb = limbs.emplace_back(places.size());
        for (std::size_t b = 0; b < fit->bodies.size(); ++b) {
            const Fit::Body& fitted = fit->bodies[b];
            axes[chains[k][b].body] = {{}, fitted.turned.turn, fitted.turned.orient, fitted.turned.quarters};
            limb[fitted.place] = chains[k][b].body;
            include(places[fitted.at_place].at, fitted.at);
            include(places[fitted.place].cm, fitted.cm), include(places[fitted.place].products, fitted.products);
            const bool is_behind_gap = fitted.place > 0 && !limb[fitted.place - 1];
            if (!fitted.turned.orient.empty() && !is_behind_gap)
                places[fitted.place].turned_about = static_cast<std::size_t>(fitted.turned.orient.front().first);
        }
        for (std::size_t place = 0; place < places.size(); ++place)
            if (!limb[place] || (place > 0 && !limb[place - 1])) places[place].is_lacking = true;
    }
    for (const ChainPlace& place : places) {
        std::vector<std::pair<int, int>> orient;
        if (place.turned_about) orient.emplace_back(static_cast<int>(*place.turned_about), 0);
        axes[place.body] = {{}, place.turn, std::move(orient), 0};
    }
    if (limbs.size() < fewest_lanes) return std::nullopt;
    return FittedChains{in_body_axes(model, axes), std::move(limbs)};
}

}  // namespace lag
