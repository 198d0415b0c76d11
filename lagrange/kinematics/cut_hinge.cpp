// The rows of a cut hinge.
#include "lagrange/kinematics/cut_hinge.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.hpp"
#include "lagrange/kinematics/cut_hinge_frames.hpp"
#include "lagrange/kinematics/unit_vector.hpp"

namespace lag {

BodyIndex last_body_of(const Model& model, const CutHinge& cut) {
    BodyIndex last = std::max(cut.A, cut.B);
    std::vector<Expr> slots;
    for (const Motion& motion : cut.hinge.motions) slots.push_back(model.graph->own(motion.value));
    for (const Expr& s : symbols_in(*model.graph, slots, bit(Role::coordinate)))
        for (std::size_t q = 0; q < model.coordinates.size(); ++q)
            if (symbol(model, CoordinateIndex(q)) == s) last = std::max(last, model.coordinates[q].body);
    return last;
}

namespace {

Vec3<Expr> normalized(const Vec3<Expr>& v) {
    const Expr square = dot(v, v);
    if (square.is_one()) return v;
    const Expr length = sqrt(square);
    return {{v[0] / length, v[1] / length, v[2] / length}};
}

bool constant(Graph& graph, const Vec3<Expr>& v) {
    return std::all_of(v.c.begin(), v.c.end(), [&](const Expr& e) { return graph.node(e.id).dependence == 0; });
}

// Two unit vectors perpendicular to a unit vector of constants and to each other.
std::array<Vec3<Expr>, 2> across(Graph& graph, const Vec3<Expr>& axis) {
    for (std::size_t k = 0; k < 3; ++k)
        if (axis[(k + 1) % 3].is_zero() && axis[(k + 2) % 3].is_zero())
            return {unit_vector(graph, (k + 1) % 3), unit_vector(graph, (k + 2) % 3)};
    const auto size = [&](std::size_t k) { return std::abs(graph.constant_double(axis[k])); };
    std::size_t least = 0;
    for (std::size_t k = 1; k < 3; ++k)
        if (size(k) < size(least)) least = k;
    const Vec3<Expr> first = normalized(cross(unit_vector(graph, least), axis));
    return {first, cross(axis, first)};
}

class Rows {
  public:
    Rows(const Model& model, const Kinematics& k, const CutHinge& cut)
        : k_(k), graph_(*model.graph), cut_(cut), frames_(model, k, cut) {}

    std::vector<CarriedScalar> run() {
        add_separation();
        if (!cut_.hinge.euler_parameters) add_orientation();
        return std::move(rows_);
    }

    std::vector<Expr> senses() const {
        if (cut_.hinge.euler_parameters) return {};
        const std::vector<std::size_t> free = frames_.free_steps(true);
        const std::size_t last = frames_.steps.size();
        if (free.size() == 1) {
            const Carried n = fixed(frames_.steps[free[0]].axis);
            return {dot(frames_.through_a(n, free[0]), frames_.through_b(n, free[0] + 1)).v};
        }
        if (!free.empty()) return {};
        std::vector<Expr> cosines;
        for (const std::size_t k : {0U, 1U}) {
            const Carried e = fixed(unit_vector(graph_, k));
            cosines.push_back(dot(frames_.through_b(e, last), frames_.through_a(e, last)).v);
        }
        return cosines;
    }

  private:
    Carried fixed(const Vec3<Expr>& v) const { return {.v = v, .rate = {}, .bias = {}}; }

    void add_separation() {
        const std::vector<std::size_t> free = frames_.free_steps(false);
        if (free.size() >= 3) return;
        Carried s = point_seen(k_, frames_.at_b, frames_.common) - point_seen(k_, frames_.at_a, frames_.common);
        for (std::size_t i = 0; i < frames_.steps.size(); ++i) {
            const CutFrames::Step& step = frames_.steps[i];
            if (step.rotates || step.free || step.value.is_zero()) continue;
            const CarriedScalar x = frames_.motion(step);
            s = s - frames_.through_nearer({x.v * step.axis, x.rate * step.axis, x.bias * step.axis}, i);
        }
        if (free.empty()) {
            // the axes of the nearest common *body*: its link's may be held
            s = turned_outward(k_.spin[frames_.common_body.value], {}, {}, s);
            for (std::size_t i = 0; i < 3; ++i) rows_.push_back({s.v[i], s.rate[i], s.bias[i]});
        } else if (free.size() == 1) {
            const Vec3<Expr>& axis = frames_.steps[free[0]].axis;
            const bool by_b = frames_.nearer_to_b(axis, free[0]);
            // Perpendicular vectors do not stay when the axis turns about itself: they are fixed at the end of the way.
            const std::size_t end = by_b ? frames_.outermost(axis, free[0]) : frames_.innermost(axis, free[0]);
            for (const Vec3<Expr>& m : across(graph_, axis))
                rows_.push_back(dot(by_b ? frames_.through_b(fixed(m), end) : frames_.through_a(fixed(m), end), s));
        } else {
            rows_.push_back(dot(normal(free[0], free[1]), s));
        }
    }

    // Perpendicular to two free translations.
    Carried normal(std::size_t first, std::size_t second) const {
        const Vec3<Expr>&a1 = frames_.steps[first].axis, a2 = frames_.steps[second].axis;
        for (std::size_t r = first; r < second; ++r) {
            const CutFrames::Step& turn = frames_.steps[r];
            // a turn about the normal itself leaves it
            if (turn.rotates && turn.moves_with && dot(turn.axis, a1).is_zero() && dot(turn.axis, a2).is_zero() &&
                frames_.innermost(turn.axis, r) <= first && frames_.outermost(turn.axis, r + 1) >= second)
                return frames_.through_nearer(fixed(turn.axis), r);
        }
        const bool by_b = frames_.nearer_to_b(a2, second);
        const std::size_t frame = by_b ? second : first;
        const Vec3<Expr> n = cross(frames_.brought(a1, first, frame), frames_.brought(a2, second, frame));
        const Carried c = constant(graph_, n) ? fixed(normalized(n)) : frames_.moving(n);
        return by_b ? frames_.through_b(c, frame) : frames_.through_a(c, frame);
    }

    void add_orientation() {
        const std::vector<std::size_t> free = frames_.free_steps(true);
        const std::size_t last = frames_.steps.size();
        if (free.empty()) {
            // these three pairs, not x y, y z, z x: those are perpendicular too where B's axes are exchanged
            constexpr std::array<std::array<std::size_t, 2>, 3> pairs{{{0, 1}, {0, 2}, {1, 2}}};
            for (const auto& [i, j] : pairs)
                rows_.push_back(dot(frames_.through_b(fixed(unit_vector(graph_, i)), last),
                                    frames_.through_a(fixed(unit_vector(graph_, j)), last)));
        } else if (free.size() == 1) {
            const Vec3<Expr>& axis = frames_.steps[free[0]].axis;
            const Carried n = frames_.through_b(fixed(axis), free[0] + 1);
            for (const Vec3<Expr>& m : across(graph_, axis))
                rows_.push_back(dot(frames_.through_a(fixed(m), free[0]), n));
        } else if (free.size() == 2) {
            const Vec3<Expr>&n1 = frames_.steps[free[0]].axis, n2 = frames_.steps[free[1]].axis;
            const CarriedScalar cosine =
                dot(frames_.through_a(fixed(n1), free[0]), frames_.through_b(fixed(n2), free[1] + 1));
            const CarriedScalar wanted = frames_.moving(dot(frames_.brought(n1, free[0] + 1, free[1]), n2));
            rows_.push_back({cosine.v - wanted.v, cosine.rate - wanted.rate, cosine.bias - wanted.bias});
        }
    }

    const Kinematics& k_;
    Graph& graph_;
    const CutHinge& cut_;
    const CutFrames frames_;
    std::vector<CarriedScalar> rows_;
};

}  // namespace

std::vector<Expr> cut_hinge_senses(const Model& model, const Kinematics& kinematics, const CutHinge& cut) {
    return Rows(model, kinematics, cut).senses();
}

std::vector<CarriedScalar> cut_hinge_rows(const Model& model, const Kinematics& kinematics, const CutHinge& cut) {
    return Rows(model, kinematics, cut).run();
}

}  // namespace lag
