// The routines that can stand in an emitted file: the one place of their names. In the file each has the model's name
// and `_` before its own: m_derivatives.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lag {

enum class RoutineName {
    defaults,
    initial,
    flags,
    setup,
    derivatives,
    accelerations,
    state_rates,
    mass_matrix,
    mass_matrix_constants,
    mass_matrix_update,
    right_side,
    kinematics,
    inverse_dynamics,
    constraints,
    constraint_matrix,
    energy,
    outputs,
    events,
    event,
    impact_law,
    modes,
    normalize,
    assembly_step,
    assemble,
    project_speeds,
    dependent_speeds,
    jacobian,
    jacobian_pattern,
    partition,
    equilibrium,
    step,
    regressor,
    base_parameters,
    applied_loads,
    // of `lag simulate` alone
    switches,
};

// "mass_matrix"
const std::string& to_string(RoutineName name);
// What the routine computes, in one line.
const std::string& meaning_of(RoutineName name);
// Of "mass_matrix"; nothing for other words.
std::optional<RoutineName> routine_named(std::string_view text);
// A routine that stands in a file where emit(..) asks for it by a keyword (or names it among its routines).
struct AskedFor {
    RoutineName routine;
    std::string keyword, value, text;  // "partition", "true", "also m_partition, which .."
};
const std::vector<AskedFor>& routines_asked_for();
// "m_mass_matrix": what the routine of model m is called.
std::string routine_of(const std::string& model, RoutineName name);

bool operator==(const std::string& text, RoutineName name);
bool is_one_of(const std::string& text, const std::vector<RoutineName>& names);

}  // namespace lag
