// Models and programs of the tests of assembly.
#pragma once

#include "emitters/passes/passes.hpp"
#include "emitters/program/program.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "tests/support/model_builder.hpp"

namespace lag {

inline Program lowered(const MinimalSystem& system) {
    const Equations equations = form_equations(system, compute_partials(system.model, system.kinematics));
    return lower(system.model, equations, plan_ldl(equations.pattern));
}
inline Program program_of(const Model& model) {
    return optimize(lowered(minimal_system(model, compute_kinematics(model))));
}

inline Model eliminating(Model model) {
    model.treatment.mode = ConstraintTreatment::Mode::eliminate;
    return model;
}

inline void add_position(ModelBuilder& b, Expr value) {
    b.model.constraints.push_back({Constraint::Kind::position, "", value, {}, {}});
}

}  // namespace lag
