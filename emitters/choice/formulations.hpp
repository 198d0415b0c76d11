// Which formulation the emitted equations are formed with: those that apply are formed, their operations counted before
// the passes, and the cheapest few are counted again after them (a pass can rescue what looks dear).
#pragma once

#include <optional>
#include <string>

#include "core/column_choice.hpp"
#include "core/limb_form.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/alike_subtrees.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

// "auto", "turner", ...; InternalError for any other word.
Formulation formulation_named(const std::string& name);

// From this many speeds on `mass_matrix` is left out of trees unless its name stands in `routines`: n^2 entries would
// be most of the file, and the accelerations do not need them.
constexpr std::size_t large_tree = 100;

// A mechanism with all its speeds, and what is left of it under constraints = eliminate (else the same).
struct Mechanism {
    const Model& model;
    const Kinematics& kinematics;
    const MinimalSystem& system;
};

// Without rows and energies of its own: what recursions take.
bool is_tree_of_bodies(const MinimalSystem& mechanism);

// What the choice among formulations goes by: estimated cycles (passes/estimate.hpp) or operations alone.
enum class Aim { time, operations };

// Routines that not every program has.
struct WantedRoutines {
    bool mass_matrix = true;                         // false leaves it out of articulated ones
    bool regressor = false;                          // with base_parameters and applied_loads
    std::vector<ColumnChoice> jacobian;              // its columns; none: no such routine
    std::vector<DerivativeChoice> derivatives = {};  // the other routines of derivative_routines()
    LimbForm limbs = LimbForm::scalar;               // of derivatives and accelerations
    bool beside_lanes = false;  // with lanes of simple functions alone, and the scalar routines beside them (C)
    int level = default_level;  // OptimizeOptions; 0 takes the first choice that fits, without comparing
    Aim aim = Aim::time;        // options(optimize_for = ..)
    std::size_t split_above = OptimizeOptions{}.split_above;
    std::size_t limbs_at_once = most_lanes;  // in a group of lanes, at most
};

// What the comparison of formulations gives: the same however limbs are computed.
struct ComparedFormulations {
    Program lowered;      // all routines, before the passes; `notes` tell what was compared
    Program derivatives;  // that routine alone, after them
};
// Not at level 0. ModelError as the stages throw it.
ComparedFormulations compare_formulations(const Mechanism& mechanism, Formulation formulation,
                                          const WantedRoutines& wanted);

// The optimized program of the cheapest choice within `formulation` (automatic: of all that fit the model's size), its
// `notes` telling what was compared. ModelError as the stages throw it. `known`: of an earlier call for
// the same mechanism, whose wishes differed in limbs alone; else it is filled. Not at level 0, where nothing is compared.
Program cheapest_program(const Mechanism& mechanism, Formulation formulation, const WantedRoutines& wanted,
                         std::optional<ComparedFormulations>* known = nullptr);

// What `--dump` shows: the first choice of a formulation, Turner's own for automatic.
FormulationChoice plain_choice(Formulation formulation);
// Without comparing: Turner's own while its sum is small, beyond that what grows least (like n for trees of bodies,
// like n^2 to n^3 elsewhere).
Formulation plainest_formulation(const MinimalSystem& mechanism);

// ModelError where a row has no pivot.
void require_pivots(const Model& model, const Equations& equations, const LdlPlan& plan);

}  // namespace lag
