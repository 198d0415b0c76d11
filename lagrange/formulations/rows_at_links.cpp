#include "lagrange/formulations/rows_at_links.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "core/info_codes.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/constraints/loop_points.hpp"
#include "lagrange/formulations/articulated_inertia.hpp"
#include "lagrange/kinematics/carried.hpp"

namespace lag {

namespace {

class RowsAtLinks {
  public:
    RowsAtLinks(const Model& model, const Kinematics& k, const LeanRows& rows) : model_(model), k_(k), rows_(rows) {
        for (const TurnedLoop& loop : rows.loops)
            for (const std::size_t r : loop.numbers) axes_[r] = loop.axes;
        links_of_.resize(model.speeds.size());
        for (std::size_t l = 1; l < k.links.size(); ++l)
            for (const SpeedColumn& column : k.links[l].columns) links_of_[column.speed.value].push_back(l);
    }

    RowAtLinks at(std::size_t r) {
        const ConstraintRow& row = rows_.rows.rows[r];
        RowAtLinks result;
        const std::optional<LoopPoints> loop = loop_points(model_, k_, model_.constraints[row.constraint]);
        if (loop && row.component < 3) {
            result.loads = loads_of(*loop, axis_of(*loop, r));
            result.link = loop->common;
            if (const std::optional<std::size_t> early = link_of_own_speed(result, r))
                result.link = *early, result.after_speeds = true;
        } else {
            result.on_speeds = row.B;
            find_link(result);
        }
        return result;
    }

  private:
    // A vector in the axes of a link.
    struct Direction {
        Vec3<Expr> n;
        std::size_t axes = 0;
    };

    // Of a loop's row: the direction along which its points hold together.
    Direction axis_of(const LoopPoints& loop, std::size_t r) const {
        Vec3<Expr> axis;
        axis[rows_.rows.rows[r].component] = model_.graph->integer(1);
        if (const auto turned = axes_.find(r); turned != axes_.end()) {
            const auto [link, own] = turned->second;
            return {own ? k_.turned[link].inward(axis) : axis, link};
        }
        return {k_.spin[loop.common_body.value].inward(axis), loop.common};
    }

    std::vector<std::pair<std::size_t, Wrench>> loads_of(const LoopPoints& loop, const Direction& along) const {
        std::map<std::size_t, Wrench> loads;
        const auto add = [&](std::size_t link, const Vec3<Expr>& force, const Vec3<Expr>& moment) {
            const Wrench more{force, moment};
            const auto [place, fresh] = loads.emplace(link, more);
            if (!fresh) place->second = place->second + more;
        };
        const auto force_in = [&](std::size_t link) { return reexpress(k_, along.n, along.axes, link); };
        const auto pull = [&](const PointOnLink& point, bool is_q) {
            if (point.link == loop.common) return;
            const Vec3<Expr> force = is_q ? force_in(point.link) : -force_in(point.link);
            add(point.link, force, cross(point.location, force));
        };
        pull(loop.q, true), pull(loop.p, false);
        if (loop.common != 0) {
            const Vec3<Expr> n = force_in(loop.common);
            const auto place_of = [&](const PointOnLink& point) { return point_seen(k_, point, loop.common).v; };
            if (loop.p.link == loop.common)
                add(loop.common, -n, -cross(place_of(loop.q), n));
            else if (loop.q.link == loop.common)
                add(loop.common, n, cross(place_of(loop.p), n));
            else
                add(loop.common, {}, cross(place_of(loop.p) - place_of(loop.q), n));
        }
        return {loads.begin(), loads.end()};
    }

    // A row that bears on one link alone, its other point being on ground, and that holds a speed firmly which no other
    // row holds: it needs to wait for that speed alone (sparse_ldl/safe_pivots.hpp).
    std::optional<std::size_t> link_of_own_speed(const RowAtLinks& at, std::size_t r) const {
        if (at.loads.size() != 1 || at.link != 0) return std::nullopt;
        std::optional<std::size_t> outermost;
        for (const auto& [row, speed] : rows_.firm) {
            if (row != r || links_of_[speed.value].size() != 1) continue;
            const std::size_t l = links_of_[speed.value].front();
            const auto holds_it = [u = speed](const ConstraintRow& any) {
                return std::ranges::any_of(any.B, [&](const auto& entry) { return entry.first == u; });
            };
            if (std::ranges::count_if(rows_.rows.rows, holds_it) == 1) outermost = std::max(l, outermost.value_or(0));
        }
        return outermost;
    }

    // The innermost link on the ways to all links that move with the row's speeds.
    void find_link(RowAtLinks& row) const {
        std::optional<std::size_t> common;
        std::vector<std::size_t> moved;
        for (const auto& [speed, coefficient] : row.on_speeds)
            for (const std::size_t l : links_of_[speed.value]) {
                common = common ? common_link(k_, *common, l) : l;
                moved.push_back(l);
            }
        row.link = common.value_or(0);
        row.after_speeds = std::ranges::find(moved, row.link) != moved.end();
    }

    const Model& model_;
    const Kinematics& k_;
    const LeanRows& rows_;
    std::map<std::size_t, LinkAxes> axes_;            // by row of a loop that does not stand in the stated axes
    std::vector<std::vector<std::size_t>> links_of_;  // by speed
};

}  // namespace

std::vector<RowAtLinks> rows_at_links(const Model& model, const Kinematics& kinematics, const LeanRows& rows,
                                      const std::vector<Expr>& absorbed, const std::vector<bool>& deferred) {
    Graph& graph = *model.graph;
    std::vector<RowAtLinks> result;
    RowsAtLinks at_links(model, kinematics, rows);
    const InfoCodes codes(model.speeds.size(), rows.rows.rows.size());
    const std::vector<Expr> gamma = stabilized_gamma(model, rows.rows);
    for (std::size_t r = 0; r < gamma.size(); ++r) {
        const ConstraintRow& row = rows.rows.rows[r];
        RowAtLinks at = at_links.at(r);
        at.name = "constraint row " + std::to_string(r + 1);
        at.info = codes.of_row(r);
        at.gamma = graph.own(gamma[r]);
        if (row.is_switched()) at.off = graph.binary(Op::equal, graph.own(row.active), graph.integer(0));
        bool holds_deferred = false;
        for (const auto& [speed, coefficient] : row.B) {
            if (!absorbed.empty()) at.gamma -= graph.own(coefficient) * absorbed[speed.value];
            holds_deferred = holds_deferred || deferred[speed.value];
        }
        if (holds_deferred) at.link = 0, at.after_speeds = false;
        result.push_back(std::move(at));
    }
    return result;
}

}  // namespace lag
