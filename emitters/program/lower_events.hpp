// Events as expressions: what m_events and m_event compute.
//
// One system for all events and all modes. With the flags as they are after the event, f+,
//     [ M  B^T ] [ du ]   [ P                       ]     rows that hold by f+:          e = 0
//     [ B   0  ] [ p  ] = [ -(1 + e) (B u- - b)     ]     rows hit that approach:        e of the event
// and p = 0 on all other switched rows, by the same elimination as the accelerations: its factors of M are theirs.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/solved_system.hpp"
#include "lagrange/formulations/equations.hpp"
#include "sparse_ldl/plan.hpp"

namespace lag {

// The symbol that stands for the number k of the event, from 1.
Expr event_number(const Model& model);
// The condition that k is the number of one.
Expr is_an_event(const Model& model);

// By event: d/dt of the function along the motion where it is a function of coordinates, time and flags; else 0.
// `functions`: in symbols of accelerations and multipliers.
std::vector<Expr> rates_of_events(const Model& model, const Equations& equations, const std::vector<Expr>& functions);

// Of the impact of contacts and stops.
struct LawOfImpact {
    Expr value;  // 0: none; else the number of the law that it keeps, from 1 (procedures/texts/contact_impulses.lag)
    std::vector<PivotCheck> checks;
};

// What event k does: values by their number in q, u, s and w; what is not named stays.
struct Jump {
    std::map<std::size_t, Expr> coordinates, speeds, states, flags;
    std::vector<Expr> impulses;  // p, by row of the constraints
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    std::vector<ContactCall> calls;       // whose results stand in these values
    std::optional<LawOfImpact> law = {};  // where there are contacts or stops
};
// `before`: the value of a right side before the event, accelerations and multipliers put in. With contacts (`solved`)
// their impulses, and the mode in which they go on.
Jump jump_of_events(const Model& model, const Equations& equations, const LdlPlan& plan, const SolvedSystem& solved,
                    const std::function<Expr(Expr)>& before);

}  // namespace lag
