// Rows of Lagrange's equations that kinetic energies give beside those of rigid bodies.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/graph.hpp"
#include "core/vector.hpp"

namespace lag {

// Momenta that a flexible body has where one speed is 1 and moves nothing but its shape, about its link's origin, in its axes.
struct ShapeMomenta {
    std::size_t speed = 0, link = 0;
    Vec3<Expr> h, p;
};

// Energy terms before anything of flexible bodies is carried inward: their momenta, and rows without what their wrenches
// (elastic_terms.hpp) give.
struct TermsAtLinks {
    std::map<std::pair<std::size_t, std::size_t>, Expr> mass;
    std::vector<ShapeMomenta> momenta;
    std::vector<Expr> bias, inertia;
};

struct EnergyTerms {
    std::map<std::pair<std::size_t, std::size_t>, Expr> mass;  // T,q'q' by (row >= column); zeros absent
    std::vector<Expr> bias;                                    // what is left of the rows at u' = 0; by speed
    std::vector<Expr> inertia;                                 // whole rows, in acceleration symbols; by speed
    Expr kinetic;                                              // T
    std::vector<Expr> weight = {};                             // of the rows: what weight alone gives; empty: nothing
    std::shared_ptr<const TermsAtLinks> at_links = nullptr;    // the same with flexible bodies; null: there is none
    bool empty() const { return bias.empty(); }                // the model gives none
};

}  // namespace lag
