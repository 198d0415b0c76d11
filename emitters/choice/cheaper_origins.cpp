#include "emitters/choice/cheaper_origins.hpp"

#include <algorithm>
#include <utility>

#include "emitters/program/program.hpp"
#include "lagrange/constraints/minimal.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "lagrange/kinematics/origins.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

namespace {

constexpr std::size_t compared_up_to = 16;    // speeds: beyond, recursions have fewer operations
constexpr long operations_looked_at = 60000;  // of all trials together, or
constexpr long times_looked_at = 4;           // so many times those of the mechanism as given

class OriginSearch {
  public:
    explicit OriginSearch(const Model& model)
        : given_(model),
          kinematics_(compute_kinematics(model)),
          best_(model),
          fewest_(operations(model)),
          as_given_(fewest_) {}

    std::optional<Model> run() {
        try_model(with_offsets_outward(given_));
        try_model(with_offsets_inward(given_));
        while (try_single_moves()) {
        }
        return fewest_ * 100 <= as_given_ * 99 ? std::optional(with_own_lines(best_)) : std::nullopt;
    }

  private:
    bool try_single_moves() {
        bool has_moved = false;
        for (const MovableOrigin& origin : movable_origins(best_)) {
            if (is_exhausted()) return false;
            OriginMoves moves = moves_of(best_, origin);
            moves.of_own.insert(moves.of_own.end(), moves.of_carried.begin(), moves.of_carried.end());
            const Model before = best_;
            for (const Expr& by : moves.of_own) has_moved |= try_model(with_origin_moved(before, origin, by));
        }
        return has_moved;
    }
    bool try_model(const Model& model) {
        if (is_exhausted()) return false;
        const long count = operations(model);
        if (count >= fewest_) return false;
        best_ = model, fewest_ = count;
        return true;
    }
    bool is_exhausted() const { return looked_at_ > std::max(operations_looked_at, times_looked_at * as_given_); }
    // Distances of line loads in terms of these origins.
    Model with_own_lines(const Model& model) const {
        return with_lines_of(kinematics_, given_, compute_kinematics(model), model);
    }
    long operations(const Model& moved) {
        const Model model = with_own_lines(moved);
        const MinimalSystem system = minimal_system(model, compute_kinematics(model));
        long fewest = 0;
        for (const Formulation formulation : {Formulation::articulated, Formulation::composite}) {
            if (formulation == Formulation::composite && model.speeds.size() > compared_up_to) continue;
            FormulationChoice way;
            way.formulation = formulation, way.regrouping = Regrouping::inertias, way.absorbing = true;
            const Equations equations = form_system(system, {}, way, {});
            const Program derivatives = lower_derivatives(model, equations, plan_ldl(equations.pattern_to_factorize()));
            const long count = count_before_passes(*derivatives.find(RoutineName::derivatives)).total();
            looked_at_ += count;
            if (fewest == 0 || count < fewest) fewest = count;
        }
        return fewest;
    }

    const Model& given_;
    Kinematics kinematics_;
    Model best_;
    long looked_at_ = 0;
    long fewest_ = 0, as_given_ = 0;
};

}  // namespace

std::optional<Model> with_cheaper_origins(const Model& model) {
    if (movable_origins(model).empty()) return std::nullopt;
    return OriginSearch(model).run();
}

}  // namespace lag
