#include "lagrange/formulations/loop_motions.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "core/info_codes.hpp"
#include "lagrange/constraints/constraints.hpp"
#include "lagrange/kinematics/paths.hpp"

namespace lag {

namespace {

class MotionBuilder {
  public:
    MotionBuilder(const Model& model, const Kinematics& k, const LeanRows& rows, const std::vector<bool>& deferred)
        : model_(model),
          k_(k),
          rows_(rows),
          deferred_(deferred),
          gamma_(stabilized_gamma(model, rows.rows)),
          guard_(*model.graph),
          link_of_(model.speeds.size()),
          rows_of_(model.speeds.size()) {
        for (std::size_t l = 1; l < k.links.size(); ++l)
            for (const SpeedColumn& column : k.links[l].columns)
                if (k.links[l].columns.size() == 1) link_of_[column.speed.value] = l;
        for (std::size_t r = 0; r < rows.rows.rows.size(); ++r)
            for (const auto& [speed, entry] : rows.rows.rows[r].B) rows_of_[speed.value].insert(r);
    }

    LoopMotions run() {
        std::set<std::size_t> seen;
        for (std::size_t r = 0; r < gamma_.size(); ++r)
            if (!seen.contains(r)) look_at(r, seen);
        result_.checks = std::move(guard_.checks), result_.labels = std::move(guard_.labels);
        return std::move(result_);
    }

  private:
    const ConstraintRow& row(std::size_t r) const { return rows_.rows.rows[r]; }
    Expr entry(std::size_t r, std::size_t speed) const {
        for (const auto& [u, value] : row(r).B)
            if (u.value == speed) return model_.graph->own(value);
        return model_.graph->integer(0);
    }

    // All rows that hang together with this one by speeds.
    void look_at(std::size_t first, std::set<std::size_t>& seen) {
        std::set<std::size_t> rows, speeds;
        std::vector<std::size_t> open{first};
        while (!open.empty()) {
            const std::size_t r = open.back();
            open.pop_back();
            if (!rows.insert(r).second) continue;
            for (const auto& [speed, value] : row(r).B)
                if (speeds.insert(speed.value).second)
                    open.insert(open.end(), rows_of_[speed.value].begin(), rows_of_[speed.value].end());
        }
        seen.insert(rows.begin(), rows.end());
        if (speeds.size() != rows.size() + 1) return;
        const auto can_follow = [&](std::size_t u) { return !deferred_[u] && link_of_[u].has_value(); };
        if (!std::ranges::all_of(speeds, can_follow)) return;
        if (std::ranges::any_of(rows, [&](std::size_t r) { return row(r).is_switched(); })) return;
        add_loop(rows, speeds);
    }

    // The outermost speed that a row holds firmly and alone.
    std::optional<std::size_t> own_speed(std::size_t r) const {
        std::optional<std::size_t> outermost;
        for (const auto& [firm, speed] : rows_.firm)
            if (firm == r && rows_of_[speed.value].size() == 1 &&
                (!outermost || link_of_[speed.value] > link_of_[*outermost]))
                outermost = speed.value;
        return outermost;
    }

    void add_loop(std::set<std::size_t> rows, std::set<std::size_t> speeds) {
        LoopMotion loop;
        for (const std::size_t r : std::vector(rows.begin(), rows.end())) {
            if (rows.size() == 1) break;
            const std::optional<std::size_t> u = own_speed(r);
            if (!u) continue;
            loop.own.push_back({r, *u, entry(r, *u)});
            rows.erase(r), speeds.erase(*u);
        }
        if (rows.size() != 1) return;
        solve_last(loop, *rows.begin(), speeds);
        for (const LoopMotion::Own& own : loop.own) {
            Expr t = model_.graph->integer(0), x = model_.graph->own(gamma_[own.row]);
            for (const std::size_t u : speeds) {
                t -= entry(own.row, u) * loop.t.at(u);
                x -= entry(own.row, u) * loop.x.at(u);
            }
            loop.t[own.speed] = t / own.entry;
            loop.x[own.speed] = x / own.entry;
        }
        find_link(loop);
        result_.loops.push_back(std::move(loop));
    }

    void solve_last(LoopMotion& loop, std::size_t r, const std::set<std::size_t>& speeds) {
        const std::size_t p = *speeds.begin(), q = *speeds.rbegin();
        const Expr a = entry(r, p), b = entry(r, q);
        const InfoCodes codes(model_.speeds.size(), gamma_.size());
        const Expr square = a * a + b * b;
        loop.last_row = r;
        loop.b = {{p, a}, {q, b}};
        loop.reciprocal = guard_.reciprocal(square, square, {r, +1, false}, codes.of_row(r),
                                            "constraint row " + std::to_string(r + 1));
        const Expr along = model_.graph->own(gamma_[r]) * loop.reciprocal;
        loop.t = {{p, b}, {q, -a}};
        loop.x = {{p, a * along}, {q, b * along}};
    }

    void find_link(LoopMotion& loop) const {
        std::optional<std::size_t> common;
        for (const auto& [u, t] : loop.t) common = common ? common_link(k_, *common, *link_of_[u]) : *link_of_[u];
        loop.link = *common;
        loop.after_speeds = std::ranges::any_of(loop.t, [&](const auto& at) { return link_of_[at.first] == common; });
    }

    const Model& model_;
    const Kinematics& k_;
    const LeanRows& rows_;
    const std::vector<bool>& deferred_;
    std::vector<Expr> gamma_;
    PivotGuard guard_;
    std::vector<std::optional<std::size_t>> link_of_;  // by speed: its link, where it is the only one there
    std::vector<std::set<std::size_t>> rows_of_;       // by speed
    LoopMotions result_;
};

}  // namespace

bool LoopMotion::holds(std::size_t row) const {
    return row == last_row || std::ranges::any_of(own, [&](const Own& one) { return one.row == row; });
}

std::map<std::size_t, Expr> LoopMotions::taken() const {
    std::map<std::size_t, Expr> all;
    for (const LoopMotion& loop : loops) all.insert(loop.x.begin(), loop.x.end());
    return all;
}

LoopMotions loop_motions(const Model& model, const Kinematics& kinematics, const LeanRows& rows,
                         const std::vector<bool>& deferred) {
    return MotionBuilder(model, kinematics, rows, deferred).run();
}

void add_multipliers(const LoopMotions& motions, const LeanRows& rows, const std::vector<Expr>& lacking,
                     std::vector<Expr>& multipliers) {
    for (const LoopMotion& loop : motions.loops) {
        std::map<std::size_t, Expr> rest;
        for (const auto& [u, b] : loop.b) rest[u] = lacking[u];
        for (const LoopMotion::Own& own : loop.own) {
            multipliers[own.row] = lacking[own.speed] / own.entry;
            for (const auto& [speed, value] : rows.rows.rows[own.row].B)
                if (const auto at = rest.find(speed.value); at != rest.end())
                    at->second -= value.graph->own(value) * multipliers[own.row];
        }
        Expr sum;
        for (const auto& [u, b] : loop.b) sum = sum + b * rest[u];
        multipliers[loop.last_row] = sum * loop.reciprocal;
    }
}

}  // namespace lag
