// Rows of Lagrange's equations that kinetic energies give beside those of rigid bodies.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "core/graph.hpp"

namespace lag {

struct EnergyTerms {
    std::map<std::pair<std::size_t, std::size_t>, Expr> mass;  // T,q'q' by (row >= column); zeros absent
    std::vector<Expr> bias;                                    // what is left of the rows at u' = 0; by speed
    std::vector<Expr> inertia;                                 // whole rows, in acceleration symbols; by speed
    Expr kinetic;                                              // T
    std::vector<Expr> weight = {};                             // of the rows: what weight alone gives; empty: nothing
    bool empty() const { return bias.empty(); }                // the model gives none
};

}  // namespace lag
