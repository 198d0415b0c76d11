#include "lagrange/formulations/articulated.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/articulated_inertia.hpp"
#include "lagrange/formulations/held_chain.hpp"
#include "lagrange/formulations/pin_compliance.hpp"
#include "lagrange/formulations/pivot_reference.hpp"
#include "lagrange/kinematics/lane_presence.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

namespace {

// What the inward pass leaves of an eliminated speed for the outward pass.
struct Eliminated {
    SpeedColumn column;
    std::optional<Along> along;
    Wrench L;
    Expr reciprocal;                           // 1 / d
    Expr driven;                               // (Q - s.p) / d
    std::map<std::size_t, Expr> per_deferred;  // (s.P_e) / d
};
// The same of an elastic speed, whose wrench per unit comes from the shape and from what hangs on it.
struct EliminatedShape {
    std::size_t speed = 0;
    Wrench L;
    Expr driven;
    std::map<std::size_t, Expr> per_deferred;
};

class Recursion {
  public:
    Recursion(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias,
              const std::vector<Wrench>& wrenches, const std::vector<Expr>& direct, const TermsAtLinks* shapes)
        : model_(model),
          k_(k),
          reference_(model, k, inertias),
          boundary_(model, k),
          guard_(*model.graph),
          direct_(direct),
          is_deferred_(deferred_speeds(model, k)),
          eliminated_(k.links.size()),
          shapes_done_at_(k.links.size()),
          shapes_(k.links.size()),
          bias_(wrenches),
          per_unit_(k.links.size()),
          rest_(model.speeds.size(), Expr{model.graph.get(), 0}) {
        for (const Inertia& inertia : inertias) inertia_.push_back(articulated(inertia));
        if (shapes != nullptr) take(*shapes);
    }

    // From both ends of the links that hold each other (held_chain.hpp); none: inward from the leaves alone.
    SolvedAccelerations run(const HeldChain& chain = {}) {
        chain_ = chain;
        for (std::size_t l = k_.links.size(); l-- > 1;) eliminate_at(l);
        std::vector<Expr> accelerations = solve_deferred();
        std::vector<SpatialAcceleration> motion(k_.links.size());
        if (!chain_.held.empty()) solve_chain(motion, accelerations);
        for (std::size_t l = 1; l < k_.links.size(); ++l) {
            if (chain_.holds(l)) continue;
            SpatialAcceleration carried = carried_outward(k_.links[l], motion[k_.links[l].inboard]);
            if (l == chain_.next) carried.a = motion[l].a;
            motion[l] = carried;
            substitute_at(l, motion[l], accelerations);
        }
        return {std::move(accelerations), std::move(guard_.checks), std::move(guard_.labels)};
    }

  private:
    // An elastic speed is deferred up to the innermost link that it moves or deforms.
    void take(const TermsAtLinks& shapes) {
        std::map<std::size_t, std::size_t> innermost;
        for (const ShapeMomenta& shape : shapes.momenta) {
            is_deferred_[shape.speed] = true;
            per_unit_[shape.link][shape.speed] = {shape.p, shape.h};
            innermost[shape.speed] = shape.link;
        }
        for (std::size_t l = k_.links.size(); l-- > 1;)
            for (const SpeedColumn& column : k_.links[l].columns)
                if (const auto found = innermost.find(column.speed.value); found != innermost.end())
                    found->second = std::min(found->second, l);
        for (const auto& [u, l] : innermost) shapes_done_at_[l].push_back(u);
        for (const auto& [place, value] : shapes.mass) add_to_system(place.first, place.second, value);
        for (const auto& [u, l] : innermost) rest_[u] += shapes.bias[u];
    }

    void eliminate_at(std::size_t l) {
        const Link& link = k_.links[l];
        if (const std::size_t next = chain_.after(l); next != 0)  // its motor bears on this link
            bias_[l].moment[chain_.axis] += direct_[k_.links[next].columns.front().speed.value];
        for (const SpeedColumn& column : link.columns)
            if (!is_deferred_[column.speed.value]) eliminate(l, column);
        for (const SpeedColumn& column : link.columns)
            if (is_deferred_[column.speed.value]) collect_deferred(l, column);
        for (const std::size_t u : shapes_done_at_[l]) eliminate_shape(l, u);
        const std::size_t i = link.inboard;
        if (i == 0 || chain_.after(i) == l) return;
        inertia_[i] = inertia_[i] + boundary_.received(l, carried_inward(link, inertia_[l]));
        bias_[i] = bias_[i] + boundary_.received(l, carried_inward(link, bias_[l]));
        if (boundary_.is_crossed_from(l) && !per_unit_[l].empty())
            throw InternalError("a speed of several hinges in a limb in lanes");
        for (const auto& [e, P] : per_unit_[l]) {
            const Wrench carried = carried_inward(link, P);
            const auto [place, fresh] = per_unit_[i].emplace(e, carried);
            if (!fresh) place->second = place->second + carried;
        }
    }

    void eliminate(std::size_t l, const SpeedColumn& column) {
        const std::size_t u = column.speed.value;
        const Wrench U = inertia_[l] * column;
        const Expr d = dot(column, U);
        if (d.is_zero())
            throw ModelError("body '" + model_.body(model_.speeds[u].body).name + "' can move freely in '" +
                                 model_.speeds[u].name + "': no mass or inertia moves with it",
                             "", {Subject::Kind::body, model_.body(model_.speeds[u].body).name});
        const std::optional<Expr> lead = reference_.lead(l, column);
        Expr g = guard_.reciprocal(d, lead ? *lead : d, {u, +1, lead.has_value()}, InfoCodes::of_speed(u),
                                   model_.speeds[u].name);
        const std::optional<Expr> presence = presence_of(model_, column.speed);
        if (presence) g = *presence * g;
        const std::optional<Along> along = single_axis(column);
        Eliminated e{column, presence ? std::nullopt : along, g * U, g, {}, {}};
        if (along) component(e.L, *along) = presence ? *presence : model_.graph->integer(1);
        const Expr left = direct_[u] - dot(column, bias_[l]);
        e.driven = left * g;
        bias_[l] = bias_[l] + left * e.L;
        if (e.along) component(bias_[l], *e.along) = direct_[u];
        for (auto& [speed, P] : per_unit_[l]) {
            const Expr share = dot(column, P);
            if (share.is_zero()) continue;
            e.per_deferred[speed] = share * g;
            rest_[speed] += share * e.driven;
            P = P + (-share) * e.L;
            if (e.along) component(P, *e.along) = {};
            for (const auto& [other, quotient] : e.per_deferred) take_from_system(speed, other, share * quotient);
        }
        const ArticulatedInertia whole = inertia_[l];
        inertia_[l] = projected(whole, U, e.L, along);
        if (presence && along) add_along(inertia_[l], model_.graph->integer(1) - *presence, whole, *along);
        eliminated_[l].push_back(std::move(e));
    }

    // Its row: K_uu u' + sum_e K_ue e' + P_u . [alpha; a] = Q - rest.
    void eliminate_shape(std::size_t l, std::size_t u) {
        const Wrench U = per_unit_[l].at(u);
        per_unit_[l].erase(u);
        const Expr d = system_.at({u, u});
        const bool can_cancel = reduced_.contains(u);
        const Expr g = guard_.reciprocal(d, can_cancel ? whole_.at(u) : d, {u, +1, can_cancel}, InfoCodes::of_speed(u),
                                         model_.speeds[u].name);
        EliminatedShape e{u, g * U, (direct_[u] - rest_[u]) * g, {}};
        bias_[l] = bias_[l] + e.driven * U;
        for (auto& [speed, P] : per_unit_[l]) {
            const auto coupling = system_.find({std::max(u, speed), std::min(u, speed)});
            if (coupling == system_.end()) continue;
            const Expr share = coupling->second;
            system_.erase(coupling);
            if (share.is_zero()) continue;
            e.per_deferred[speed] = share * g;
            rest_[speed] += share * e.driven;
            P = P + (-share) * e.L;
            for (const auto& [other, quotient] : e.per_deferred) take_from_system(speed, other, share * quotient);
        }
        system_.erase({u, u});
        inertia_[l] = projected(inertia_[l], U, e.L, std::nullopt);
        shapes_[l].push_back(std::move(e));
    }

    // Outward along the held links, across the joint to the others, and back to ground.
    void solve_chain(std::vector<SpatialAcceleration>& motion, std::vector<Expr>& accelerations) {
        const std::size_t x = (chain_.axis + 1) % 3, y = (chain_.axis + 2) % 3;
        const auto in_plane = [&](const Vec3<Expr>& v) { return Vec2{v[x], v[y]}; };
        const auto mass_of = [&](std::size_t l) {
            return Symmetric2{inertia_[l].M(x, x), inertia_[l].M(x, y), inertia_[l].M(y, y)};
        };
        const auto pinned = [&](std::size_t l) {
            const Eliminated& e = eliminated_[l].front();
            const Vec3<Expr>& s = k_.links[chain_.after(l)].o;
            return PinnedLink{mass_of(l),   in_plane(bias_[l].force), in_plane(e.L.force), e.driven, e.reciprocal,
                              {-s[y], s[x]}};
        };
        const auto reciprocal_at = [&](std::size_t l) {
            return [&, l](const Expr& D) {
                const std::size_t u = k_.links[l].columns.front().speed.value;
                return guard_.reciprocal(D, D, {u, +1, false}, InfoCodes::of_speed(u),
                                         model_.speeds[u].name + " held from ground");
            };
        };
        PinCompliance compliance(pinned(chain_.held.front()));
        for (const std::size_t l : chain_.held)
            if (l != chain_.held.front()) compliance.append(pinned(l), reciprocal_at(l));
        const Symmetric2 M = mass_of(chain_.next);
        const Vec2 p = in_plane(bias_[chain_.next].force);
        const Vec2 a = compliance.acceleration(M, p, reciprocal_at(chain_.next));
        motion[chain_.next].a[x] = a[0], motion[chain_.next].a[y] = a[1];
        const std::vector<PinMotion> held =
            compliance.motions({M.xx * a[0] + M.xy * a[1] + p[0], M.xy * a[0] + M.yy * a[1] + p[1]});
        for (std::size_t k = 0; k < held.size(); ++k) {
            const std::size_t l = chain_.held[k];
            motion[l].a[x] = held[k].a[0], motion[l].a[y] = held[k].a[1];
            motion[l].alpha[chain_.axis] = held[k].alpha;
            accelerations[k_.links[l].columns.front().speed.value] =
                k == 0 ? held[k].alpha : held[k].alpha - held[k - 1].alpha;
        }
    }

    void add_to_system(std::size_t row, std::size_t column, const Expr& value) {
        Expr& entry = system_[{std::max(row, column), std::min(row, column)}];
        entry += value;
        if (row == column && is_elastic_speed(row)) whole_[row] += value;
    }
    void take_from_system(std::size_t row, std::size_t column, const Expr& value) {
        Expr& entry = system_[{std::max(row, column), std::min(row, column)}];
        entry += -value;
        if (row == column) reduced_.insert(row);
    }

    void collect_deferred(std::size_t l, const SpeedColumn& column) {
        const std::size_t u = column.speed.value;
        const Wrench own = inertia_[l] * column;
        rest_[u] += dot(column, bias_[l]);
        for (const auto& [e, P] : per_unit_[l]) {
            const Expr share = dot(column, P);
            if (!share.is_zero()) add_to_system(u, e, e == u ? 2 * share : share);
        }
        const Expr d = dot(column, own);
        if (!d.is_zero()) add_to_system(u, u, d);
        const auto [place, fresh] = per_unit_[l].emplace(u, own);
        if (!fresh) place->second = place->second + own;
    }

    std::vector<Expr> solve_deferred() {
        std::vector<Expr> accelerations(model_.speeds.size(), Expr{model_.graph.get(), 0});
        std::vector<std::size_t> speeds;
        std::map<std::size_t, std::size_t> row_of;
        for (std::size_t u = 0; u < is_deferred_.size(); ++u)
            if (is_deferred_[u] && !is_elastic_speed(u)) {
                row_of[u] = speeds.size();
                speeds.push_back(u);
            }
        if (speeds.empty()) return accelerations;
        SymmetricPattern pattern(std::vector<int>(speeds.size(), +1));
        for (const auto& [place, value] : system_)
            if (!value.is_zero()) pattern.insert(row_of.at(place.first), row_of.at(place.second));
        const LdlPlan plan = plan_ldl(pattern);
        if (!plan.void_pivots.empty()) {
            const Speed& speed = model_.speeds[speeds[plan.void_pivots.front()]];
            throw ModelError("body '" + model_.body(speed.body).name + "' can move freely in '" + speed.name +
                                 "': no mass or inertia moves with it",
                             "", {Subject::Kind::body, model_.body(speed.body).name});
        }
        std::vector<Expr> right_side;
        for (const std::size_t u : speeds) right_side.push_back(direct_[u] - rest_[u]);
        DeferredPolicy policy{guard_, model_, speeds};
        const LdlResult<Expr> solved = execute(
            plan,
            [&](std::size_t i, std::size_t j) {
                return system_.at({speeds[i], speeds[j]});
            },
            right_side, policy);
        for (std::size_t r = 0; r < speeds.size(); ++r) accelerations[speeds[r]] = solved.x[r];
        return accelerations;
    }

    struct DeferredPolicy {
        PivotGuard& guard;
        const Model& model;
        const std::vector<std::size_t>& speeds;
        Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
            const std::size_t u = speeds[site.row];
            return guard.reciprocal(d, lead, site, InfoCodes::of_speed(u), model.speeds[u].name);
        }
    };

    bool is_elastic_speed(std::size_t u) const {
        const std::optional<CoordinateIndex> q = model_.speeds[u].rate_of;
        return q && is_elastic(model_, *q);
    }

    void substitute_at(std::size_t l, SpatialAcceleration& motion, std::vector<Expr>& accelerations) {
        for (auto e = shapes_[l].rbegin(); e != shapes_[l].rend(); ++e) {
            Expr driven = e->driven;
            for (const auto& [speed, share] : e->per_deferred) driven -= share * accelerations[speed];
            accelerations[e->speed] = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
        }
        for (const SpeedColumn& column : k_.links[l].columns)
            if (is_deferred_[column.speed.value]) move(motion, column, accelerations[column.speed.value]);
        for (auto e = eliminated_[l].rbegin(); e != eliminated_[l].rend(); ++e) {
            Expr driven = e->driven;
            for (const auto& [speed, share] : e->per_deferred) driven -= share * accelerations[speed];
            if (e->along) {
                // L has a one there: the absolute acceleration along the axis comes first, u' is the difference
                Expr& along = (e->along->rotates ? motion.alpha : motion.a)[e->along->axis];
                const Expr before = along;
                along = {};
                along = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
                accelerations[e->column.speed.value] = along - before;
                continue;
            }
            const Expr x = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
            accelerations[e->column.speed.value] = x;
            move(motion, e->column, x);
        }
    }

    static void move(SpatialAcceleration& motion, const SpeedColumn& column, const Expr& rate) {
        motion.alpha = motion.alpha + rate * column.w;
        motion.a = motion.a + rate * column.v;
    }

    const Model& model_;
    const Kinematics& k_;
    PivotReference reference_;
    LaneBoundary boundary_;
    PivotGuard guard_;
    const std::vector<Expr>& direct_;
    std::vector<bool> is_deferred_;
    HeldChain chain_;
    std::vector<std::vector<Eliminated>> eliminated_;             // by link
    std::vector<std::vector<std::size_t>> shapes_done_at_;        // by link: elastic speeds that are eliminated there
    std::vector<std::vector<EliminatedShape>> shapes_;            // by link
    std::vector<ArticulatedInertia> inertia_;                     // by link
    std::vector<Wrench> bias_;                                    // by link: p
    std::vector<std::map<std::size_t, Wrench>> per_unit_;         // by link: P_e by deferred speed
    std::map<std::pair<std::size_t, std::size_t>, Expr> system_;  // K, row >= column, by speed
    std::map<std::size_t, Expr> whole_;                           // by speed: K_uu before anything was taken from it
    std::set<std::size_t> reduced_;                               // speeds whose K_uu something was taken from
    std::vector<Expr> rest_;                                      // by deferred speed: what its row holds besides K u'
};

}  // namespace

// Speeds of several hinges, and those of a link with several that hangs on ground.
std::vector<bool> deferred_speeds(const Model& model, const Kinematics& k) {
    std::vector<bool> deferred(model.speeds.size());
    const std::vector<bool> one = of_one_hinge(model, k);
    for (std::size_t u = 0; u < deferred.size(); ++u) deferred[u] = !one[u];
    std::vector<bool> moved(k.links.size(), false);
    for (std::size_t l = 1; l < k.links.size(); ++l) {
        const Link& link = k.links[l];
        moved[l] = moved[link.inboard] || !link.columns.empty();
        if (moved[link.inboard] || link.columns.size() < 2) continue;
        for (const SpeedColumn& column : link.columns) deferred[column.speed.value] = true;
    }
    return deferred;
}

SolvedAccelerations articulated_accelerations(const Model& model, const Kinematics& kinematics,
                                              const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                              const std::vector<Expr>& direct, const TermsAtLinks* shapes) {
    return Recursion(model, kinematics, inertias, wrenches, direct, shapes).run();
}

SolvedAccelerations two_ended_accelerations(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                            const std::vector<Expr>& direct) {
    return Recursion(model, kinematics, inertias, wrenches, direct, nullptr)
        .run(held_chain(model, kinematics, inertias));
}

}  // namespace lag
