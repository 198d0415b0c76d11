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
    tangent,
    adjoint,
    hessian,
    hessian_pattern,
    outputs_jacobian,
    outputs_jacobian_pattern,
    outputs_tangent,
    outputs_adjoint,
    outputs_hessian,
    outputs_hessian_pattern,
    inverse_dynamics_jacobian,
    inverse_dynamics_jacobian_pattern,
    inverse_dynamics_tangent,
    inverse_dynamics_adjoint,
    inverse_dynamics_hessian,
    inverse_dynamics_hessian_pattern,
    // of emit(acados, ..) alone
    residual,
    residual_jacobian,
    residual_hessian,
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
// What a routine computes of the derivatives of another one's result F by chosen columns: the entries of dF/dcolumns that
// are not zero at every state; dF/dcolumns d; its transpose times v; those entries of the lower triangle of the second
// derivatives of v^T F.
enum class DerivativeKind { jacobian, tangent, adjoint, hessian };
const std::string& to_string(DerivativeKind kind);
struct DerivativeRoutine {
    RoutineName routine, of;
    DerivativeKind kind;
    // the extent of its entries, "nz", and the routine that tells their places in Fortran 77; of jacobians and hessians
    std::string entries = {};
    RoutineName pattern = RoutineName::jacobian_pattern;
    bool is_asked_for = true;  // by a script; else emit(acados, ..) alone has it
};
// All of them, `jacobian` first.
const std::vector<DerivativeRoutine>& derivative_routines();
const DerivativeRoutine* derivative_routine(const std::string& name);  // null: it is none of them
// The extent of the columns of a kind: nj, nt, na, nhc.
const std::string& columns_extent(DerivativeKind kind);

// "m_mass_matrix": what the routine of model m is called.
std::string routine_of(const std::string& model, RoutineName name);

bool operator==(const std::string& text, RoutineName name);
bool is_one_of(const std::string& text, const std::vector<RoutineName>& names);

}  // namespace lag
