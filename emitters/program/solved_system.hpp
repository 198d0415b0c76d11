// The accelerations as expressions, and the factors they were solved with.
#pragma once

#include <memory>
#include <optional>

#include "emitters/program/contact_system.hpp"

namespace lag {

struct SolvedSystem {
    std::vector<Expr> accelerations, multipliers;
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    // of [M B^T; B 0], with its x = [u' - absorbed; lambda]; none where the accelerations come without that system
    std::shared_ptr<const LdlResult<Expr>> factors;
    std::vector<Expr> right_side;  // of that system, without weighted rows
    // while model, equations and plan are there; none where the accelerations come by a recursion
    SolveOthers solve_others = {};
    // where there are contacts: the system is that of all other rows, and the accelerations hold results of the calls
    std::optional<ContactSystem> contacts = {};
    std::vector<ContactCall> calls = {};
    // where there are contacts or stops: the system that the search of the mode takes, and its checks
    std::optional<ContactSystem> search = {};
    std::vector<PivotCheck> checks_of_search = {};
    std::vector<Expr> allowed_speeds = {};  // by momentum (momentum_form.hpp): what q' follows; else none
};

// Values in u, at the speeds that q' follows.
std::vector<Expr> at_allowed_speeds(const Model& model, const SolvedSystem& solved, std::vector<Expr> values);

// The LdlPlan executed on the equations' matrix, or what a recursion or a basis of the null space has solved already.
SolvedSystem solve_equations(const Model& model, const Equations& equations, const LdlPlan& plan);

// x of the same matrix and another right side, both with the rows as they are stated.
std::vector<Expr> solve_system(const Equations& equations, const LdlPlan& plan, const LdlResult<Expr>& factors,
                               std::vector<Expr> right_side);

// Of values by speed and by row: those that the system of all rows but those of contacts has.
std::vector<Expr> without_contacts(const Model& model, const ConstraintRows& constraints,
                                   const std::vector<Expr>& values);

}  // namespace lag
