// The kinematic differential equations of a cut hinge's coordinates (T33), and what these coordinates lack to close.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/cut_hinge_frames.hpp"
#include "lagrange/kinematics/link_motions.hpp"
#include "lagrange/kinematics/time_derivative.hpp"

namespace lag {

namespace {

// J z = r, a few unknowns, mostly triangular: elimination that takes the barest rows first.
class SmallSystem {
  public:
    SmallSystem(Graph& graph, std::size_t unknowns) : graph_(graph), unknowns_(unknowns) {}

    void add(std::vector<Expr> coefficients, Expr right) { rows_.push_back({std::move(coefficients), right}); }

    // Nothing where the rows depend on each other.
    std::optional<std::vector<Expr>> solve() {
        std::vector<std::pair<std::size_t, std::size_t>> pivots;
        std::vector<bool> row_done(rows_.size(), false), column_done(unknowns_, false);
        while (pivots.size() < unknowns_) {
            const auto pivot = next(row_done, column_done);
            if (!pivot) return std::nullopt;
            const auto [row, column] = *pivot;
            row_done[row] = column_done[column] = true;
            pivots.push_back(*pivot);
            for (std::size_t i = 0; i < rows_.size(); ++i)
                if (!row_done[i] && !nothing(rows_[i].J[column])) eliminate(i, row, column, column_done);
        }
        std::vector<Expr> z(unknowns_, Expr{&graph_, 0});
        for (auto p = pivots.rbegin(); p != pivots.rend(); ++p) {
            Expr sum = rows_[p->first].right;
            for (std::size_t k = 0; k < unknowns_; ++k)
                if (k != p->second) sum -= rows_[p->first].J[k] * z[k];
            z[p->second] = quotient(sum, rows_[p->first].J[p->second]);
        }
        return z;
    }

  private:
    struct Row {
        std::vector<Expr> J;
        Expr right;
    };
    bool nothing(Expr e) {
        if (e.is_zero()) return true;
        return graph_.is_constant_expression(e) && std::abs(graph_.constant_double(e)) < 1e-12;
    }
    static Expr quotient(Expr a, Expr b) { return b.is_one() ? a : a / b; }
    void eliminate(std::size_t i, std::size_t row, std::size_t column, const std::vector<bool>& done) {
        const Expr factor = quotient(rows_[i].J[column], rows_[row].J[column]);
        for (std::size_t k = 0; k < unknowns_; ++k)
            if (!done[k] && !nothing(rows_[row].J[k])) rows_[i].J[k] -= factor * rows_[row].J[k];
        rows_[i].J[column] = Expr{&graph_, 0};
        rows_[i].right -= factor * rows_[row].right;
    }
    std::optional<std::pair<std::size_t, std::size_t>> next(const std::vector<bool>& row_done,
                                                            const std::vector<bool>& column_done) {
        std::optional<std::pair<std::size_t, std::size_t>> best;
        std::size_t best_cost = 0;
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            if (row_done[i]) continue;
            std::size_t entries = 0;
            for (const Expr& e : rows_[i].J) entries += nothing(e) ? 0 : 1;
            for (std::size_t k = 0; k < unknowns_; ++k) {
                const Expr e = rows_[i].J[k];
                if (column_done[k] || nothing(e)) continue;
                const std::size_t cost = 3 * entries + (e.is_one() ? 0 : graph_.is_constant_expression(e) ? 1 : 2);
                if (best && cost >= best_cost) continue;
                best = {i, k};
                best_cost = cost;
            }
        }
        return best;
    }

    Graph& graph_;
    std::size_t unknowns_;
    std::vector<Row> rows_;
};

class CutHingeRates {
  public:
    CutHingeRates(Kinematics& k, const Model& model, const CutHinge& cut)
        : k_(k), model_(model), graph_(*model.graph), cut_(cut), frames_(model, k, cut) {}

    void run() {
        find_motion();
        if (cut_.hinge.euler_parameters) set_euler_parameters();
        for (const CutFrames::Step& step : frames_.steps)
            given_rate_.push_back(step.free ? Expr{&graph_, 0}
                                            : time_derivative(model_, k_, step.value, Accelerations::zero));
        const std::vector<Expr> rates = free_rates();
        for (std::size_t j = 0; j < free_.size(); ++j)
            k_.coordinate_rates[frames_.steps[free_[j]].coordinate.value] = rates[j];
    }

    // The same equations with the displacement from the hinge's pose to the tree's in the place of the velocities.
    std::vector<std::pair<CoordinateIndex, Expr>> lacks() {
        find_mismatch();
        given_rate_.assign(frames_.steps.size(), Expr{&graph_, 0});
        const std::vector<Expr> found = free_rates();
        std::vector<std::pair<CoordinateIndex, Expr>> result;
        for (std::size_t j = 0; j < free_.size(); ++j)
            result.emplace_back(frames_.steps[free_[j]].coordinate, found[j]);
        return result;
    }

  private:
    // Fills in free_ too.
    std::vector<Expr> free_rates() {
        std::vector<std::size_t> rotations = frames_.free_steps(true);
        std::vector<std::size_t> translations = frames_.free_steps(false);
        if (rotations.size() > 3 || translations.size() > 3)
            throw ModelError("a cut hinge has at most three free rotations and three free translations",
                             fmt::format("leave the others out: this one has {} rotations and {} translations",
                                         rotations.size(), translations.size()));
        free_ = rotations;
        free_.insert(free_.end(), translations.begin(), translations.end());
        if (free_.empty()) return {};
        SmallSystem system(graph_, free_.size());
        if (is_euler_sequence(rotations))
            add_euler_angles(system, rotations);
        else
            for (const std::size_t r : rotations) add_rotation(system, r, rotations.size());
        for (const std::size_t s : translations) add_translation(system, s);
        const auto rates = system.solve();
        if (!rates)
            throw ModelError("the free motions of the cut hinge depend on each other",
                             "two of its rotations, or of its translations, have the same axis");
        return *rates;
    }

    // Angular velocities of A and B relative to the common body, each in its own link's axes.
    Vec3<Expr> angular_velocity_of(std::size_t link) const {
        std::vector<std::size_t> path;
        for (std::size_t l = link; l != frames_.common; l = k_.links[l].inboard) path.push_back(l);
        Vec3<Expr> w;
        for (auto l = path.rbegin(); l != path.rend(); ++l) w = k_.links[*l].rotation.outward(w) + k_.links[*l].w_rel;
        return w;
    }

    void find_motion() {
        const std::size_t a = frames_.a, b = frames_.b;
        w_a_ = angular_velocity_of(a), w_b_ = angular_velocity_of(b);
        w_in_a_ = reexpress(k_, w_b_, b, a) - w_a_;
        w_in_b_ = w_b_ - reexpress(k_, w_a_, a, b);
        const RelativePoint from_a = seen_from(k_, frames_.at_a, frames_.common),
                            from_b = seen_from(k_, frames_.at_b, frames_.common);
        s_rate_ = (from_b.v - from_a.v) - cross(reexpress(k_, w_a_, a, frames_.common), from_b.r - from_a.r);
    }

    // The turn from where the hinge puts B's axes to where the tree has them, of the size of its sine, and the way from
    // where the hinge puts B's hinge point.
    void find_mismatch() {
        const std::size_t a = frames_.a, b = frames_.b, last = frames_.steps.size();
        for (std::size_t i = 0; i < 3; ++i) {
            Vec3<Expr> e;
            e[i] = graph_.integer(1);
            w_in_a_ = w_in_a_ + cross(frames_.in_a(e, last), reexpress(k_, frames_.in_b(e, last), b, a));
        }
        w_in_a_ = graph_.rational(1, 2) * w_in_a_;
        w_b_ = w_in_b_ = reexpress(k_, w_in_a_, a, b);
        s_rate_ = seen_from(k_, frames_.at_b, frames_.common).r - seen_from(k_, frames_.at_a, frames_.common).r;
        for (std::size_t i = 0; i < last; ++i) {
            const CutFrames::Step& step = frames_.steps[i];
            if (step.rotates || step.value.is_zero()) continue;
            s_rate_ = s_rate_ - reexpress(k_, frames_.in_a(step.value * step.axis, i), a, frames_.common);
        }
    }

    Vec3<Expr> body_components() const { return k_.spin[cut_.B.value].outward(w_in_b_); }

    void set_euler_parameters() {
        std::array<Expr, 4> e;
        for (std::size_t k = 0; k < 4; ++k) e[k] = symbol(model_, cut_.hinge.coordinates[k]);
        const auto rates = euler_parameter_rates(graph_, e, body_components());
        for (std::size_t k = 0; k < 4; ++k) k_.coordinate_rates[cut_.hinge.coordinates[k].value] = rates[k];
    }

    // Three free rotations about principal axes and no others: one of the twelve sequences.
    bool is_euler_sequence(const std::vector<std::size_t>& rotations) const {
        const auto& steps = frames_.steps;
        const auto turns = std::count_if(steps.begin(), steps.end(), [](const auto& s) { return s.rotates; });
        if (rotations.size() != 3 || turns != 3) return false;
        for (const std::size_t r : rotations)
            if (std::none_of(steps[r].axis.c.begin(), steps[r].axis.c.end(), [](Expr e) { return e.is_one(); }))
                return false;
        return !(steps[rotations[0]].axis == steps[rotations[1]].axis) &&
               !(steps[rotations[1]].axis == steps[rotations[2]].axis);
    }

    void add_euler_angles(SmallSystem& system, const std::vector<std::size_t>& rotations) {
        int sequence = 0;
        std::array<Expr, 3> angles;
        for (std::size_t j = 0; j < 3; ++j) {
            const CutFrames::Step& step = frames_.steps[rotations[j]];
            int axis = 0;
            while (!step.axis[static_cast<std::size_t>(axis)].is_one()) ++axis;
            sequence = 10 * sequence + axis + 1;
            angles[j] = step.value;
        }
        const auto rates = euler_angle_rates(graph_, sequence, angles, body_components());
        for (std::size_t j = 0; j < 3; ++j) {
            std::vector<Expr> J(free_.size(), Expr{&graph_, 0});
            J[j] = graph_.integer(1);
            system.add(std::move(J), rates[j]);
        }
    }

    // n_j . w, known from the tree, is the sum over the hinge's rotations of rate times n_j . n_s.
    void add_rotation(SmallSystem& system, std::size_t r, std::size_t rotations) {
        const Vec3<Expr>& n = frames_.steps[r].axis;
        Expr known;
        if (rotations == 1)  // the axis has constant components in A's and in B's part of the hinge
            known = dot(frames_.in_b(n, r + 1), w_b_) - dot(frames_.in_a(n, r), w_a_);
        else if (frames_.nearer_to_b(n, r))
            known = dot(frames_.in_b(n, r + 1), w_in_b_);
        else
            known = dot(frames_.in_a(n, r), w_in_a_);
        std::vector<Expr> by_step(frames_.steps.size(), Expr{&graph_, 0});
        for (std::size_t s = 0; s < by_step.size(); ++s) {
            if (!frames_.steps[s].rotates) continue;
            const std::size_t low = std::min(r, s) + 1, high = std::max(r, s);
            const Vec3<Expr>&inner = frames_.steps[std::min(r, s)].axis, outer = frames_.steps[high].axis;
            by_step[s] = s == r ? graph_.integer(1) : dot(frames_.brought(outer, high, low), inner);
        }
        add(system, by_step, known);
    }

    // a_j . (velocity of B's hinge point in A), known from the tree, is the sum over the hinge's motions: translations
    // along a_s, and the turning of the translations after a rotation.
    void add_translation(SmallSystem& system, std::size_t j) {
        const auto& steps = frames_.steps;
        const Vec3<Expr>& mu = steps[j].axis;
        const bool by_b = frames_.nearer_to_b(mu, j);
        const Vec3<Expr> in_common = by_b ? reexpress(k_, frames_.in_b(mu, j), frames_.b, frames_.common)
                                          : reexpress(k_, frames_.in_a(mu, j), frames_.a, frames_.common);
        std::vector<Expr> by_step(steps.size(), Expr{&graph_, 0});
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (steps[i].rotates) continue;
            const std::size_t frame = std::min(i, j);
            const Vec3<Expr> a = frames_.brought(steps[i].axis, i, frame), m = frames_.brought(mu, j, frame);
            by_step[i] = i == j ? graph_.integer(1) : dot(a, m);
            for (std::size_t r = 0; r < i; ++r) {
                if (!steps[r].rotates || steps[i].value.is_zero()) continue;
                by_step[r] += steps[i].value * dot(m, cross(frames_.brought(steps[r].axis, r + 1, frame), a));
            }
        }
        add(system, by_step, dot(in_common, s_rate_));
    }

    // A given motion's rate is what it has by itself and what the free motions add to it.
    void add(SmallSystem& system, const std::vector<Expr>& by_step, Expr known) {
        std::vector<Expr> J(free_.size(), Expr{&graph_, 0});
        Expr right = graph_.own(known);
        for (std::size_t s = 0; s < by_step.size(); ++s) {
            if (by_step[s].is_zero()) continue;
            right -= by_step[s] * given_rate_[s];
            for (std::size_t k = 0; k < free_.size(); ++k) {
                const Expr own = symbol(model_, frames_.steps[free_[k]].coordinate);
                J[k] += by_step[s] * partial_derivative(frames_.steps[s].value, own);
            }
        }
        system.add(std::move(J), right);
    }

    Kinematics& k_;  // run() fills in rates
    const Model& model_;
    Graph& graph_;
    const CutHinge& cut_;
    const CutFrames frames_;
    std::vector<std::size_t> free_;  // steps: rotations, then translations
    std::vector<Expr> given_rate_;   // by step, with the hinge's own coordinates at rest
    Vec3<Expr> w_a_, w_b_;           // of A and B relative to the common body, own link axes
    Vec3<Expr> w_in_a_, w_in_b_;     // of B relative to A, in either's link axes
    Vec3<Expr> s_rate_;              // of the way between the hinge points, as observed in A; axes of the common link
};

}  // namespace

void set_cut_hinge_rates(Kinematics& k, const Model& model, const CutHinge& cut) {
    for (const CoordinateIndex q : cut.hinge.coordinates) {
        if (k.coordinate_rates.size() <= q.value) k.coordinate_rates.resize(q.value + 1, Expr{model.graph.get(), 0});
        k.coordinate_rates[q.value] = Expr{model.graph.get(), 0};
    }
    if (!cut.hinge.motions.empty() && cut.hinge.coordinates.empty()) return;
    CutHingeRates(k, model, cut).run();
}

std::vector<std::pair<CoordinateIndex, Expr>> cut_hinge_lacks(const Model& model, const Kinematics& kinematics,
                                                              const CutHinge& cut) {
    if (cut.hinge.coordinates.empty()) return {};
    std::vector<Expr> errors;
    for (const CarriedScalar& row : cut_hinge_rows(model, kinematics, cut)) errors.push_back(row.v);
    const std::vector<Expr> read = symbols_in(*model.graph, errors, bit(Role::coordinate));
    const bool reads_own = std::ranges::any_of(cut.hinge.coordinates, [&](CoordinateIndex q) {
        return std::ranges::find(read, symbol(model, q)) != read.end();
    });
    if (!reads_own && !cut.starts_closed) return {};
    Kinematics own = kinematics;
    return CutHingeRates(own, model, cut).lacks();
}

}  // namespace lag
