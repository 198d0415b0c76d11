#include "lagrange/formulations/articulated.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/errors.hpp"
#include "core/info_codes.hpp"
#include "lagrange/dynamics/lane_sums.hpp"
#include "lagrange/formulations/articulated_inertia.hpp"
#include "lagrange/formulations/eliminated.hpp"
#include "lagrange/formulations/held_chain.hpp"
#include "lagrange/formulations/joint_groups.hpp"
#include "lagrange/formulations/pin_compliance.hpp"
#include "lagrange/formulations/pivot_reference.hpp"
#include "lagrange/formulations/unknown_system.hpp"
#include "lagrange/kinematics/lane_presence.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

namespace {

// Unknowns are the speeds' accelerations, then the rows' multipliers, then those of loops that leave one freedom.
class Recursion {
  public:
    Recursion(const Model& model, const Kinematics& k, const std::vector<Inertia>& inertias,
              const std::vector<Wrench>& wrenches, const std::vector<Expr>& direct, const TermsAtLinks* shapes,
              const std::vector<RowAtLinks>& rows = {}, const LoopMotions& motions = {}, const PivotBlocks& blocks = {})
        : model_(model),
          k_(k),
          reference_(model, k, inertias),
          boundary_(model, k),
          guard_(*model.graph),
          direct_(direct),
          rows_(rows),
          motions_(motions.loops),
          blocks_(blocks),
          is_deferred_(deferred_speeds(model, k, blocks.at_ground)),
          is_of_one_hinge_(of_one_hinge(model, k)),
          waits_(model.speeds.size()),
          on_speed_(model.speeds.size()),
          follows_(model.speeds.size()),
          lacking_(model.speeds.size(), Expr{model.graph.get(), 0}),
          following_(k.links.size()),
          eliminated_(k.links.size()),
          before_speeds_(k.links.size()),
          after_speeds_(k.links.size()),
          bias_(wrenches),
          per_unit_(k.links.size()),
          rest_(model.speeds.size() + rows.size() + motions.loops.size(), Expr{model.graph.get(), 0}) {
        guard_.checks = motions.checks, guard_.labels = motions.labels;
        for (const Inertia& inertia : inertias) inertia_.push_back(articulated(inertia));
        if (shapes != nullptr) take(*shapes);
        if (rows.empty()) take_speeds_of_several_hinges();
        if (blocks_.joints > 1) take_joints();
        for (std::size_t m = 0; m < motions_.size(); ++m) take_motion(m);
        for (std::size_t r = 0; r < rows.size(); ++r)
            if (!is_in_motion(r)) take_row(r);
    }

    // From both ends of the links that hold each other (held_chain.hpp); none: inward from the leaves alone.
    SolvedAccelerations run(const HeldChain& chain = {}, SegmentedChain* segments = nullptr) {
        chain_ = chain;
        segments_ = segments;
        for (std::size_t l = k_.links.size(); l-- > 1;) {
            if (!is_in_segments(l)) {
                eliminate_at(l);
            } else if (l == segments_->first()) {
                segments_->eliminate(inertia_, bias_, direct_, guard_);
                carry_inward(l);
            }
        }
        std::vector<Expr> unknowns = solve_deferred();
        std::vector<SpatialAcceleration> motion(k_.links.size());
        std::optional<SegmentMotions> of_segments;
        if (!chain_.held.empty()) solve_chain(motion, unknowns);
        for (std::size_t l = 1; l < k_.links.size(); ++l) {
            if (chain_.holds(l)) continue;
            if (is_in_segments(l)) {
                if (l == segments_->first()) of_segments = segments_->substitute(motion, unknowns);
                continue;
            }
            SpatialAcceleration carried = carried_outward(k_.links[l], motion[k_.links[l].inboard]);
            if (l == chain_.next) carried.a = motion[l].a;
            motion[l] = carried;
            substitute_at(l, motion[l], unknowns);
        }
        const auto first_row = unknowns.begin() + static_cast<std::ptrdiff_t>(model_.speeds.size());
        const auto first_motion = first_row + static_cast<std::ptrdiff_t>(rows_.size());
        return {.accelerations = {unknowns.begin(), first_row},
                .multipliers = {first_row, first_motion},
                .checks = std::move(guard_.checks),
                .labels = std::move(guard_.labels),
                .of_segments = std::move(of_segments),
                .lacking = std::move(lacking_)};
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
        for (const auto& [u, l] : innermost) after_speeds_[l].due.push_back(u);
        for (const auto& [place, value] : shapes.mass) system_.add(place.first, place.second, value);
        for (const auto& [u, l] : innermost) rest_[u] += shapes.bias[u];
    }

    // In lanes: what a limb hands to the body that carries it has no unknowns. Elsewhere more operations than to wait.
    void take_speeds_of_several_hinges() {
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            if (is_of_one_hinge_[u] || is_elastic_speed(u)) continue;
            const MeetingLink at = meeting_link(k_, SpeedIndex(u));
            if (boundary_.lanes_of(at.link) == 0) continue;
            waits_[u] = true;
            (at.is_moved ? after_speeds_ : before_speeds_)[at.link].due.push_back(u);
        }
    }

    // All but the innermost joint of each group wait for that one.
    void take_joints() {
        for (const std::vector<std::size_t>& group : joint_groups(model_, k_, blocks_))
            for (std::size_t j = 0; j + 1 < group.size(); ++j) {
                const std::size_t u = k_.links[group[j]].columns.front().speed.value;
                is_deferred_[u] = waits_[u] = true;
                before_speeds_[group.back()].due.push_back(u);
            }
    }

    void take_motion(std::size_t m) {
        const LoopMotion& loop = motions_[m];
        const std::size_t e = model_.speeds.size() + rows_.size() + m;
        for (const auto& [u, t] : loop.t) follows_[u] = e;
        if (loop.link != 0) (loop.after_speeds ? after_speeds_ : before_speeds_)[loop.link].due.push_back(e);
    }

    void take_row(std::size_t r) {
        const RowAtLinks& row = rows_[r];
        const std::size_t e = model_.speeds.size() + r;
        for (const auto& [l, load] : row.loads) per_unit_[l][e] = load;
        for (const auto& [speed, load] : row.on_speeds) {
            if (is_deferred_[speed.value])
                system_.add(e, speed.value, model_.graph->own(load));
            else
                on_speed_[speed.value][e] = model_.graph->own(load);
        }
        if (row.link != 0) (row.after_speeds ? after_speeds_ : before_speeds_)[row.link].due.push_back(e);
    }

    void eliminate_at(std::size_t l) {
        const Link& link = k_.links[l];
        if (const std::size_t next = chain_.after(l); next != 0)  // its motor bears on this link
            bias_[l].moment[chain_.axis] += direct_[k_.links[next].columns.front().speed.value];
        eliminate_unknowns(l, before_speeds_[l]);
        for (const SpeedColumn& column : link.columns) {
            const std::size_t u = column.speed.value;
            if (follows_[u])
                follow(l, column);
            else if (!is_deferred_[u])
                eliminate(l, column);
        }
        for (const SpeedColumn& column : link.columns)
            if (is_deferred_[column.speed.value]) collect_deferred(l, column);
        eliminate_unknowns(l, after_speeds_[l]);
        carry_inward(l);
    }

    void carry_inward(std::size_t l) {
        const Link& link = k_.links[l];
        const std::size_t i = link.inboard;
        if (i == 0 || chain_.after(i) == l) return;
        const ArticulatedInertia carried_inertia = boundary_.received(l, carried_inward(link, inertia_[l]));
        inertia_[i] = inertia_[i] + carried_inertia;
        bias_[i] = bias_[i] + boundary_.received(l, carried_inward(link, bias_[l]));
        if (is_in_segments(i)) bias_[i] = bias_[i] + segments_->at_rest(i, carried_inertia);
        for (const auto& [e, P] : per_unit_[l]) {
            if (boundary_.is_crossed_from(l) && lanes_of(e) == boundary_.lanes_of(l))
                throw InternalError("an unknown of limbs in lanes leaves them");
            const Wrench carried = boundary_.received(l, carried_inward(link, P));
            const auto [place, fresh] = per_unit_[i].emplace(e, carried);
            if (!fresh) place->second = place->second + carried;
        }
    }

    void eliminate(std::size_t l, const SpeedColumn& column) {
        const std::size_t u = column.speed.value;
        const Wrench U = inertia_[l] * column;
        Expr d = dot(column, U);
        if (d.is_zero())
            throw ModelError(fmt::format("body '{}' can move freely in '{}': no mass or inertia moves with it",
                                         model_.body(model_.speeds[u].body).name, model_.speeds[u].name),
                             "", {Subject::Kind::body, model_.body(model_.speeds[u].body).name});
        std::optional<Expr> lead = reference_.lead(l, column);
        const std::optional<Expr> presence = presence_of(model_, column.speed);
        if (presence) d = d + absence(*presence);
        if (presence && lead) lead = *lead + absence(*presence);
        Expr g = guard_.reciprocal(d, lead ? *lead : d, {u, +1, lead.has_value()}, InfoCodes::of_speed(u),
                                   model_.speeds[u].name);
        if (presence) g = *presence * g;
        const std::optional<Along> along = single_axis(column);
        Eliminated e{column, presence ? std::nullopt : along, g * U, g, {}, {}};
        if (along) component(e.L, *along) = presence ? *presence : model_.graph->integer(1);
        const Expr left = direct_[u] - dot(column, bias_[l]);
        e.driven = left * g;
        bias_[l] = bias_[l] + left * e.L;
        if (e.along) component(bias_[l], *e.along) = direct_[u];
        for (const auto& [unknown, load] : on_speed_[u]) per_unit_[l].emplace(unknown, Wrench{});
        for (auto& [unknown, P] : per_unit_[l]) {
            const auto on_speed = on_speed_[u].find(unknown);
            const Expr direct = on_speed == on_speed_[u].end() ? Expr{} : on_speed->second;
            const Expr share = dot(column, P) + direct;
            if (share.is_zero()) continue;
            e.per_deferred[unknown] = share * g;
            rest_[unknown] += of_unknown(l, unknown, share * e.driven);
            P = P + (-share) * e.L;
            if (e.along) component(P, *e.along) = -direct;
            for (const auto& [other, quotient] : e.per_deferred)
                system_.take(unknown, other, of_unknowns(l, unknown, other, share * quotient), sign_of(unknown) > 0);
        }
        const ArticulatedInertia whole = inertia_[l];
        inertia_[l] = projected(whole, U, e.L, along);
        if (presence && along) add_along(inertia_[l], model_.graph->integer(1) - *presence, whole, *along);
        eliminated_[l].push_back(std::move(e));
    }

    // A column t_u s of a loop's unknown.
    void follow(std::size_t l, const SpeedColumn& column) {
        const std::size_t u = column.speed.value, e = *follows_[u];
        following_[l] = {inertia_[l], bias_[l], per_unit_[l]};
        const Expr t = motion_of(e).t.at(u);
        const Wrench unit = inertia_[l] * column, own = t * unit;
        rest_[e] += of_unknown(l, e, t * (dot(column, bias_[l]) - direct_[u]));
        for (const auto& [other, P] : per_unit_[l]) {
            const Expr share = of_unknowns(l, e, other, t * dot(column, P));
            if (!share.is_zero()) system_.add(e, other, other == e ? 2 * share : share);
        }
        system_.add(e, e, of_unknown(l, e, t * dot(column, own)));
        const auto [place, fresh] = per_unit_[l].emplace(e, own);
        if (!fresh) place->second = place->second + own;
    }

    // Outward: the speed, and what its equation lacks without multipliers.
    void follow_outward(std::size_t l, const SpeedColumn& column, SpatialAcceleration& motion,
                        std::vector<Expr>& unknowns) {
        const std::size_t u = column.speed.value;
        unknowns[u] = motion_of(*follows_[u]).t.at(u) * unknowns[*follows_[u]];
        move(motion, column, unknowns[u]);
        const Following& at = following_[l];
        lacking_[u] = direct_[u] - dot(column, at.inertia * SpeedColumn{column.speed, motion.alpha, motion.a}) -
                      dot(column, at.bias);
        for (const auto& [other, P] : at.per_unit) lacking_[u] -= dot(column, P) * unknowns[other];
    }

    // In their order, speeds that wait in blocks.
    void eliminate_unknowns(std::size_t l, Unknowns& at) {
        for (auto e = at.due.begin(); e != at.due.end();) {
            auto last = e + 1;
            while (last != at.due.end() && static_cast<std::size_t>(last - e) < blocks_.speeds && can_wait(*e) &&
                   can_wait(*last))
                ++last;
            eliminate_block(l, {e, last}, at.eliminated);
            e = last;
        }
    }

    // Their rows: K_ee e + sum_f K_ef f + P_e . [alpha; a] = Q - rest, of a multiplier with gamma in the place of Q.
    void eliminate_block(std::size_t l, const std::vector<std::size_t>& members,
                         std::vector<EliminatedUnknown>& eliminated) {
        std::vector<Wrench> U;
        std::vector<Expr> left;
        for (const std::size_t e : members) {
            U.push_back(per_unit_[l][e]);
            per_unit_[l].erase(e);
            left.push_back(right_side_of(e) - rest_[e]);
        }
        const PivotBlock<Expr> block = pivots_of(members);
        const std::vector<Wrench> L = block.solve(U);
        const std::vector<Expr> driven = block.solve(left);
        const std::size_t first = eliminated.size();
        for (std::size_t k = 0; k < members.size(); ++k) {
            eliminated.push_back({members[k], L[k], driven[k], {}});
            bias_[l] = bias_[l] + driven[k] * U[k];
        }
        for (auto& [other, P] : per_unit_[l]) {
            std::vector<Expr> shares;
            bool is_coupled = false;
            for (const std::size_t e : members) {
                shares.push_back(system_.find(e, other).value_or(Expr{model_.graph.get(), 0}));
                system_.erase(e, other);
                is_coupled |= !shares.back().is_zero();
            }
            if (!is_coupled) continue;
            const std::vector<Expr> quotients = block.solve(shares);
            for (std::size_t k = 0; k < members.size(); ++k) {
                eliminated[first + k].per_deferred[other] = quotients[k];
                rest_[other] += of_unknown(l, other, shares[k] * driven[k]);
                P = P + (-shares[k]) * L[k];
                for (const auto& [third, quotient] : eliminated[first + k].per_deferred)
                    system_.take(other, third, of_unknowns(l, other, third, shares[k] * quotient),
                                 sign_of(other) == sign_of(members[k]));
            }
        }
        for (std::size_t i = 0; i < members.size(); ++i)
            for (std::size_t j = 0; j <= i; ++j) system_.erase(members[i], members[j]);
        for (std::size_t k = 0; k < members.size(); ++k) inertia_[l] = projected(inertia_[l], U[k], L[k], std::nullopt);
    }

    PivotBlock<Expr> pivots_of(const std::vector<std::size_t>& members) {
        SymmetricBlock<Expr> D;
        std::vector<GuardedPivot> pivots;
        for (const std::size_t e : members) {
            if (!system_.find(e, e)) refuse_void(e);
            std::vector<Expr>& row = D.emplace_back();
            for (const std::size_t f : members) row.push_back(system_.find(e, f).value_or(Expr{model_.graph.get(), 0}));
            const bool can_cancel = system_.is_reduced(e) || e != members.front();
            pivots.push_back({can_cancel ? system_.whole(e) : row[D.size() - 1],
                              {e, sign_of(e), can_cancel},
                              info_of(e),
                              name_of(e),
                              is_row(e) ? row_of(e).off : std::nullopt});
        }
        return guard_.block(D, pivots);
    }

    // Each limb has one; 0: it is of no limb.
    std::size_t lanes_of(std::size_t e) const {
        if (is_motion(e)) return boundary_.lanes_of(motion_of(e).link);
        return is_row(e) ? boundary_.lanes_of(row_of(e).link) : boundary_.lanes_of(SpeedIndex(e));
    }
    // Terms of an unknown's row, or of the entry of two, that are formed at link l.
    Expr of_unknown(std::size_t l, std::size_t e, const Expr& term) const {
        return boundary_.summed(l, lanes_of(e), term);
    }
    Expr of_unknowns(std::size_t l, std::size_t e, std::size_t other, const Expr& term) const {
        return boundary_.summed(l, std::max(lanes_of(e), lanes_of(other)), term);
    }

    bool is_motion(std::size_t e) const { return e >= model_.speeds.size() + rows_.size(); }
    const LoopMotion& motion_of(std::size_t e) const { return motions_[e - model_.speeds.size() - rows_.size()]; }
    bool is_in_motion(std::size_t r) const {
        return std::ranges::any_of(motions_, [&](const LoopMotion& loop) { return loop.holds(r); });
    }
    // A loop's unknown is told by the last of its speeds.
    std::size_t speed_of(std::size_t e) const { return is_motion(e) ? motion_of(e).t.rbegin()->first : e; }
    bool is_row(std::size_t e) const { return e >= model_.speeds.size() && !is_motion(e); }
    const RowAtLinks& row_of(std::size_t e) const { return rows_[e - model_.speeds.size()]; }
    int sign_of(std::size_t e) const { return is_row(e) ? -1 : +1; }
    Expr right_side_of(std::size_t e) const {
        return is_motion(e) ? Expr{model_.graph.get(), 0} : is_row(e) ? row_of(e).gamma : direct_[e];
    }
    std::size_t info_of(std::size_t e) const { return is_row(e) ? row_of(e).info : InfoCodes::of_speed(speed_of(e)); }
    const std::string& name_of(std::size_t e) const {
        return is_row(e) ? row_of(e).name : model_.speeds[speed_of(e)].name;
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

    bool is_in_segments(std::size_t l) const { return segments_ != nullptr && segments_->holds(l); }

    void collect_deferred(std::size_t l, const SpeedColumn& column) {
        const std::size_t u = column.speed.value;
        const Wrench own = inertia_[l] * column;
        rest_[u] += of_unknown(l, u, dot(column, bias_[l]));
        for (const auto& [e, P] : per_unit_[l]) {
            const Expr share = of_unknowns(l, u, e, dot(column, P));
            if (!share.is_zero()) system_.add(u, e, e == u ? 2 * share : share);
        }
        const Expr d = of_unknown(l, u, dot(column, own));
        if (!d.is_zero()) system_.add(u, u, d);
        const auto [place, fresh] = per_unit_[l].emplace(u, own);
        if (!fresh) place->second = place->second + own;
    }

    std::vector<Expr> solve_deferred() {
        std::vector<Expr> unknowns(rest_.size(), Expr{model_.graph.get(), 0});
        std::vector<std::size_t> deferred;
        std::vector<int> signs;
        std::map<std::size_t, std::size_t> place_of;
        for (std::size_t e = 0; e < unknowns.size(); ++e) {
            if (!is_left_at_ground(e)) continue;
            place_of[e] = deferred.size();
            deferred.push_back(e);
            signs.push_back(sign_of(e));
        }
        if (deferred.empty()) return unknowns;
        if (blocks_.speeds > 1 && std::ranges::all_of(deferred, [&](std::size_t e) { return can_wait(e); }))
            return solve_in_blocks(deferred, std::move(unknowns));
        SymmetricPattern pattern(signs);
        for (const auto& [place, value] : system_.entries()) {
            if (value.is_zero()) continue;
            const auto [i, j] = std::pair{place_of.at(place.first), place_of.at(place.second)};
            if (i == j && is_row(place.first))
                pattern.insert_vanishing(i);  // where speeds that are left must hold it
            else
                pattern.insert(i, j);
        }
        const LdlPlan plan = plan_ldl(pattern);
        if (!plan.void_pivots.empty()) refuse_void(deferred[plan.void_pivots.front()]);
        std::vector<Expr> right_side;
        for (const std::size_t e : deferred) right_side.push_back(right_side_of(e) - rest_[e]);
        DeferredPolicy policy{*this, deferred};
        const LdlResult<Expr> solved = execute(
            plan,
            [&](std::size_t i, std::size_t j) {
                return system_.entries().at({deferred[i], deferred[j]});
            },
            right_side, policy);
        for (std::size_t r = 0; r < deferred.size(); ++r) unknowns[deferred[r]] = solved.x[r];
        return unknowns;
    }

    // The speeds of each base, translations first, and of each kind the last first: the shortest way by the estimate for the
    // vehicles and robots of bench/README.md.
    std::vector<Expr> solve_in_blocks(const std::vector<std::size_t>& deferred, std::vector<Expr> unknowns) {
        Unknowns at_ground;
        for (const Link& link : k_.links)
            for (const bool rotates : {false, true})
                for (auto column = link.columns.rbegin(); column != link.columns.rend(); ++column)
                    if (is_zero(column->w) != rotates && is_left_at_ground(column->speed.value))
                        at_ground.due.push_back(column->speed.value);
        for (const std::size_t e : deferred) per_unit_[0].emplace(e, Wrench{});
        eliminate_unknowns(0, at_ground);
        substitute_all(at_ground.eliminated, SpatialAcceleration{}, unknowns);
        return unknowns;
    }

    // Of one hinge, and no elastic one.
    bool can_wait(std::size_t e) const {
        return !is_row(e) && !is_motion(e) && is_of_one_hinge_[e] && (waits_[e] || is_left_at_ground(e));
    }

    bool is_left_at_ground(std::size_t e) const {
        if (is_motion(e)) return motion_of(e).link == 0;
        if (is_row(e)) return row_of(e).link == 0 && !is_in_motion(e - model_.speeds.size());
        return is_deferred_[e] && !is_elastic_speed(e) && !waits_[e];
    }

    [[noreturn]] void refuse_void(std::size_t e) const {
        if (is_row(e)) throw ModelError(row_of(e).name + " depends on others");
        const Speed& speed = model_.speeds[speed_of(e)];
        throw ModelError(fmt::format("body '{}' can move freely in '{}': no mass or inertia moves with it",
                                     model_.body(speed.body).name, speed.name),
                         "", {Subject::Kind::body, model_.body(speed.body).name});
    }

    struct DeferredPolicy {
        Recursion& recursion;
        const std::vector<std::size_t>& deferred;
        Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
            const std::size_t e = deferred[site.row];
            return recursion.guard_.reciprocal(d, lead, site, recursion.info_of(e), recursion.name_of(e),
                                               recursion.is_row(e) ? recursion.row_of(e).off : std::nullopt);
        }
    };

    bool is_elastic_speed(std::size_t u) const {
        const std::optional<CoordinateIndex> q = model_.speeds[u].rate_of;
        return q && is_elastic(model_, *q);
    }

    void substitute_at(std::size_t l, SpatialAcceleration& motion, std::vector<Expr>& unknowns) {
        substitute_all(after_speeds_[l].eliminated, motion, unknowns);
        for (const SpeedColumn& column : k_.links[l].columns)
            if (follows_[column.speed.value])
                follow_outward(l, column, motion, unknowns);
            else if (is_deferred_[column.speed.value])
                move(motion, column, unknowns[column.speed.value]);
        for (auto e = eliminated_[l].rbegin(); e != eliminated_[l].rend(); ++e) {
            Expr driven = e->driven;
            for (const auto& [speed, share] : e->per_deferred) driven -= share * unknowns[speed];
            if (e->along) {
                // L has a one there: the absolute acceleration along the axis comes first, u' is the difference
                Expr& along = (e->along->rotates ? motion.alpha : motion.a)[e->along->axis];
                const Expr before = along;
                along = {};
                along = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
                unknowns[e->column.speed.value] = along - before;
                continue;
            }
            const Expr x = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
            unknowns[e->column.speed.value] = x;
            move(motion, e->column, x);
        }
        substitute_all(before_speeds_[l].eliminated, motion, unknowns);
    }

    static void substitute_all(const std::vector<EliminatedUnknown>& eliminated, const SpatialAcceleration& motion,
                               std::vector<Expr>& unknowns) {
        for (auto e = eliminated.rbegin(); e != eliminated.rend(); ++e) {
            Expr driven = e->driven;
            for (const auto& [other, share] : e->per_deferred) driven -= share * unknowns[other];
            unknowns[e->unknown] = driven - (dot(motion.alpha, e->L.moment) + dot(motion.a, e->L.force));
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
    const std::vector<RowAtLinks> rows_;
    const std::vector<LoopMotion> motions_;
    const PivotBlocks blocks_;
    std::vector<bool> is_deferred_;
    std::vector<bool> is_of_one_hinge_;
    std::vector<bool> waits_;                            // by speed: for the innermost joint of its group
    std::vector<std::map<std::size_t, Expr>> on_speed_;  // by speed: its load per unit of a multiplier
    std::vector<std::optional<std::size_t>> follows_;    // by speed: the unknown of its loop
    std::vector<Expr> lacking_;                          // by such a speed (loop_motions.hpp)
    std::vector<Following> following_;                   // by link of such a speed
    HeldChain chain_;
    SegmentedChain* segments_ = nullptr;
    std::vector<std::vector<Eliminated>> eliminated_;  // by link
    std::vector<Unknowns> before_speeds_, after_speeds_;
    std::vector<ArticulatedInertia> inertia_;              // by link
    std::vector<Wrench> bias_;                             // by link: p
    std::vector<std::map<std::size_t, Wrench>> per_unit_;  // by link: P_e by deferred unknown
    UnknownSystem system_;                                 // K
    std::vector<Expr> rest_;                               // by unknown: what its row holds besides those of K
};

}  // namespace

SolvedAccelerations articulated_accelerations(const Model& model, const Kinematics& kinematics,
                                              const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                              const std::vector<Expr>& direct, const TermsAtLinks* shapes,
                                              const std::vector<RowAtLinks>& rows, const LoopMotions& motions,
                                              const PivotBlocks& blocks) {
    return Recursion(model, kinematics, inertias, wrenches, direct, shapes, rows, motions, blocks).run();
}

SolvedAccelerations segmented_accelerations(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                            const std::vector<Expr>& direct, SegmentedChain& chain) {
    return Recursion(model, kinematics, inertias, wrenches, direct, nullptr).run({}, &chain);
}

SolvedAccelerations two_ended_accelerations(const Model& model, const Kinematics& kinematics,
                                            const std::vector<Inertia>& inertias, const std::vector<Wrench>& wrenches,
                                            const std::vector<Expr>& direct) {
    return Recursion(model, kinematics, inertias, wrenches, direct, nullptr)
        .run(held_chain(model, kinematics, inertias));
}

}  // namespace lag
