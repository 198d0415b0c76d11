#include "lagrange/constraints/lean_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <unordered_map>

#include "core/calculus.hpp"
#include "core/lanes.hpp"
#include "core/model_values.hpp"
#include "lagrange/constraints/loop_points.hpp"
#include "lagrange/constraints/sample_states.hpp"
#include "lagrange/kinematics/carried.hpp"
#include "lagrange/kinematics/link_velocities.hpp"

namespace lag {

namespace {

// Velocity of a point and its derivative at u' = 0, both as observed in another link.
struct PointMotion {
    Vec3<Expr> v, a;
};

// As observed in `observer`, in the axes of a link between it and the point's: outward to these axes, inward from the
// point to there, so that nothing is turned twice.
PointMotion motion_of(const Kinematics& k, const PointOnLink& point, std::size_t observer, std::size_t axes) {
    Vec3<Expr> omega, alpha, v, a;
    for (const std::size_t l : path_outward(k, axes, observer)) {
        const Link& link = k.links[l];
        const Vec3<Expr> before = link.rotation.outward(omega), now = before + link.w_rel;
        v = link.rotation.outward(v + cross(omega, link.o)) + link.v_rel;
        a = link.rotation.outward(a + acceleration_matrix(alpha, omega) * link.o) + cross(before + now, link.v_rel) +
            link.v_bias;
        alpha = link.rotation.outward(alpha) + cross(before, link.w_rel) + link.w_bias;
        omega = now;
    }
    const Carried seen = point_seen(k, point, axes);
    const Vec3<Expr> coriolis = cross(omega, seen.rate);
    return {.v = v + cross(omega, seen.v) + seen.rate,
            .a = a + acceleration_matrix(alpha, omega) * seen.v + (coriolis + coriolis) + seen.bias};
}

// From one link's axes, before which there is a rotation of a body's spin, to another's, after which there is another one.
Mat3<Expr> turning(Graph& graph, const Kinematics& k, std::size_t from, std::size_t to, const Rotation& before,
                   const Rotation& after) {
    Mat3<Expr> R;
    for (std::size_t j = 0; j < 3; ++j) {
        Vec3<Expr> axis;
        axis[j] = graph.integer(1);
        const Vec3<Expr> image = after.outward(reexpress(k, before.inward(axis), from, to));
        for (std::size_t i = 0; i < 3; ++i) R(i, j) = image[i];
    }
    return R;
}

class LeanBuilder {
  public:
    LeanBuilder(const Model& model, const Kinematics& k, const ConstraintRows& stated, LoopAxes axes,
                const SampledMechanism& sampled)
        : model_(model),
          k_(k),
          graph_(*model.graph),
          axes_(axes),
          sampled_(sampled.model),
          index_(sampled.model),
          states_(sampled.states),
          value_(evaluator_of(sampled_, index_, state_)),
          in_lane_(graph_) {
        result_.rows = stated;
        for (std::size_t u = 0; u < model.speeds.size(); ++u) {
            by_speed_.emplace_back(graph_);
            by_speed_.back().seed(symbol(model, SpeedIndex(u)), graph_.integer(1));
        }
    }

    LeanRows run() {
        std::vector<ConstraintRow>& rows = result_.rows.rows;
        for (std::size_t first = 0; first < rows.size();) {
            std::size_t end = first;
            while (end < rows.size() && rows[end].constraint == rows[first].constraint) ++end;
            look_at(first, end);
            first = end;
        }
        for (std::size_t r = 0; r < rows.size(); ++r)
            for (const SpeedIndex speed : firm_speeds(rows[r])) result_.firm.emplace_back(r, speed);
        return std::move(result_);
    }

  private:
    // Of speeds whose entries no state makes zero, in any lane.
    std::vector<SpeedIndex> firm_speeds(const ConstraintRow& row) {
        std::vector<SpeedIndex> speeds;
        for (const auto& entry : row.B)
            if (is_firm(row, entry)) speeds.push_back(entry.first);
        return speeds;
    }
    bool is_firm(const ConstraintRow& row, const std::pair<SpeedIndex, Expr>& of_speed) {
        if (row.is_switched()) return false;
        const bool is_in_lanes =
            std::ranges::any_of(row.B, [&](const auto& entry) { return is_lane_speed(entry.first); });
        if (is_in_lanes && !is_lane_speed(of_speed.first)) return false;  // as many rows hold it as there are lanes
        const Expr entry = graph_.own(of_speed.second);
        return std::ranges::all_of(in_lane_.of_each(entry), [&](Expr e) { return is_well_away_from_zero(e); });
    }
    bool is_lane_speed(SpeedIndex u) const { return graph_.is_lane_value(symbol(model_, u)); }
    bool is_well_away_from_zero(Expr entry) {
        const auto [known, is_new] = well_away_.try_emplace(entry.id, false);
        if (is_new) known->second = !hangs_on_a_parameter(entry) && stays_away_from_zero(entry);
        return known->second;
    }
    bool stays_away_from_zero(Expr entry) {
        constexpr double well_away = 0.1;  // of the largest value that was seen
        double least = std::numeric_limits<double>::infinity(), largest = 0;
        for (const ModelValues& state : states_) {
            const double size = std::abs(value_at(state, entry));
            least = std::min(least, std::isfinite(size) ? size : 0), largest = std::max(largest, size);
        }
        return least > well_away * largest;
    }
    double value_at(const ModelValues& state, Expr entry) {
        state_ = state;
        value_.forget();
        return value_(entry);
    }

    // How many of these rows hold a speed firmly and alone: they are eliminated early (sparse_ldl/safe_pivots.hpp).
    std::size_t rows_with_own_speed(const std::vector<ConstraintRow>& rows, const std::vector<std::size_t>& numbers) {
        const auto holds = [](const ConstraintRow& row, SpeedIndex speed) {
            return std::ranges::any_of(row.B, [&](const auto& entry) { return entry.first == speed; });
        };
        std::vector<ConstraintRow> all = result_.rows.rows;
        for (std::size_t i = 0; i < numbers.size(); ++i) all[numbers[i]] = rows[i];
        const auto is_alone = [&](SpeedIndex speed) {
            return std::ranges::count_if(all, [&](const ConstraintRow& any) { return holds(any, speed); }) == 1;
        };
        return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const ConstraintRow& row) {
            return std::ranges::any_of(row.B,
                                       [&](const auto& entry) { return is_alone(entry.first) && is_firm(row, entry); });
        }));
    }

    // Whether one parameter that is zero makes it vanish. By numbers: others may be divided by.
    bool hangs_on_a_parameter(Expr entry) {
        const std::array<Expr, 1> roots{entry};
        for (const Expr& parameter : symbols_in(graph_, roots, bit(Role::parameter))) {
            const std::size_t p = index_.parameter(graph_.symbol_of(parameter)).value;
            const bool vanishes = std::ranges::all_of(states_, [&](ModelValues state) {
                state.p[p] = 0;
                return value_at(state, entry) == 0;
            });
            if (vanishes) return true;
        }
        return false;
    }

    // Rows without a speed of their own where these count, entries of B, operations.
    using Cost = std::tuple<std::size_t, std::size_t, long>;

    // The rows of one way to resolve them, with what decides between such ways.
    struct Resolved {
        std::vector<ConstraintRow> rows;
        TurnedLoop loop;
        Cost cost;
    };

    void look_at(std::size_t first, std::size_t end) {
        std::vector<ConstraintRow>& rows = result_.rows.rows;
        const std::optional<LoopPoints> loop = loop_points(model_, k_, model_.constraints[rows[first].constraint]);
        if (!loop) return;
        std::vector<std::size_t> numbers;
        for (std::size_t r = first; r < end; ++r)
            if (rows[r].component < 3 && !rows[r].is_switched() && !rows[r].of_displacements) numbers.push_back(r);
        if (numbers.size() < 2) return;
        std::vector<ConstraintRow> stated;
        for (const std::size_t r : numbers) stated.push_back(rows[r]);
        Cost least = cost_of(stated, numbers);
        std::optional<Resolved> best;
        for (const bool of_p : {true, false}) {
            const std::vector<std::size_t> path = path_outward(k_, (of_p ? loop->p : loop->q).link, loop->common);
            for (const std::size_t axes : path)
                for (const bool own : {false, true}) {
                    if (own && !turns(axes)) continue;
                    std::optional<Resolved> one = resolved(stated, numbers, *loop, {axes, own}, of_p);
                    if (!one || one->cost >= least) continue;
                    least = one->cost;
                    best = std::move(one);
                }
        }
        if (!best) return;
        for (std::size_t i = 0; i < numbers.size(); ++i) rows[numbers[i]] = std::move(best->rows[i]);
        result_.loops.push_back(std::move(best->loop));
    }

    // Whether a link has other axes of its own, and they are looked at: they are dear where no others turn.
    bool turns(std::size_t link) const {
        return axes_ == LoopAxes::own_speeds && !k_.turned.empty() && k_.turned[link].kind != Rotation::Kind::identity;
    }

    Cost cost_of(const std::vector<ConstraintRow>& rows, const std::vector<std::size_t>& numbers) {
        std::size_t entries = 0;
        std::vector<Expr> values;
        for (const ConstraintRow& row : rows) {
            entries += row.B.size();
            for (const auto& [speed, coefficient] : row.B) values.push_back(graph_.own(coefficient));
            values.push_back(graph_.own(row.gamma));
        }
        const std::size_t late = axes_ == LoopAxes::own_speeds ? rows.size() - rows_with_own_speed(rows, numbers) : 0;
        return {late, entries, count_operations(graph_, values, bit(Role::parameter)).total()};
    }

    // None where a row that was dropped would be needed.
    std::optional<Resolved> resolved(const std::vector<ConstraintRow>& stated, const std::vector<std::size_t>& numbers,
                                     const LoopPoints& loop, const LinkAxes& axes, bool of_p) {
        const Rotation after = axes.own ? k_.turned[axes.link] : Rotation{};
        const Mat3<Expr> R = turning(graph_, k_, loop.common, axes.link, k_.spin[loop.common_body.value], after);
        const auto is_kept = [&](std::size_t component) {
            return std::ranges::any_of(stated, [&](const ConstraintRow& row) { return row.component == component; });
        };
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j)
                if (is_kept(i) != is_kept(j) && !R(i, j).is_zero()) return std::nullopt;
        const PointOnLink& near = of_p ? loop.p : loop.q;
        const PointOnLink& far = of_p ? loop.q : loop.p;
        PointMotion motion = motion_of(k_, near, loop.common, axes.link);
        if (far.link != loop.common) {
            const PointMotion other = motion_of(k_, far, loop.common, far.link);
            const Mat3<Expr> T = turning(graph_, k_, far.link, axes.link, {}, {});
            motion = {.v = motion.v - T * other.v, .a = motion.a - T * other.a};
        }
        if (of_p) motion = {.v = -motion.v, .a = -motion.a};
        motion = {.v = after.outward(motion.v), .a = after.outward(motion.a)};
        Resolved result{.rows = stated, .loop = {.numbers = numbers, .R = {}, .axes = axes}, .cost = {}};
        for (ConstraintRow& row : result.rows) {
            result.loop.R.emplace_back();
            Expr phi{&graph_, 0};
            for (const ConstraintRow& other : stated) {
                const Expr r = graph_.own(R(row.component, other.component));
                result.loop.R.back().push_back(r);
                phi = phi + r * other.phi;
            }
            row.phi = phi;
            row.phidot = motion.v[row.component];
            row.gamma = -motion.a[row.component];
            row.B.clear();
            const Expr rate = graph_.own(row.phidot);
            for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
                const Expr coefficient = by_speed_[u](rate);
                if (!coefficient.is_zero()) row.B.emplace_back(SpeedIndex(u), coefficient);
            }
            if (row.B.empty()) return std::nullopt;
        }
        result.cost = cost_of(result.rows, numbers);
        return result;
    }

    const Model& model_;
    const Kinematics& k_;
    Graph& graph_;
    LoopAxes axes_;
    const Model& sampled_;  // whose symbols the rows hold, in each lane
    ModelIndex index_;
    const std::vector<ModelValues>& states_;
    ModelValues state_;        // where value_ is
    Evaluator<double> value_;  // of one expression: the graph holds far more
    std::unordered_map<NodeId, bool> well_away_;
    LaneExpansion in_lane_;
    std::vector<Differentiator> by_speed_;
    LeanRows result_;
};

}  // namespace

LeanRows lean_rows(const Model& model, const Kinematics& kinematics, const ConstraintRows& stated, LoopAxes axes,
                   const SampledMechanism* whole) {
    if (axes == LoopAxes::stated) return {stated, {}, {}};
    if (whole != nullptr) return LeanBuilder(model, kinematics, stated, axes, *whole).run();
    const SampledMechanism own{model, sample_states(model, kinematics, stated)};
    return LeanBuilder(model, kinematics, stated, axes, own).run();
}

namespace {

void turn(const std::vector<TurnedLoop>& loops, std::vector<Expr>& by_row, std::size_t first, bool back) {
    for (const TurnedLoop& loop : loops) {
        const std::size_t n = loop.numbers.size();
        std::vector<Expr> turned(n);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j)
                turned[i] += (back ? loop.R[j][i] : loop.R[i][j]) * by_row[first + loop.numbers[j]];
        for (std::size_t i = 0; i < n; ++i) by_row[first + loop.numbers[i]] = turned[i];
    }
}

}  // namespace

void turn_to_lean(const std::vector<TurnedLoop>& loops, std::vector<Expr>& by_row, std::size_t first) {
    turn(loops, by_row, first, false);
}
void turn_to_stated(const std::vector<TurnedLoop>& loops, std::vector<Expr>& by_row, std::size_t first) {
    turn(loops, by_row, first, true);
}

}  // namespace lag
