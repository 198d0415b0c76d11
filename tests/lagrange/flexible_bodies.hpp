// Bodies of random trees that become flexible.
#pragma once

#include <cstddef>
#include <vector>

#include "core/model.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/elastic/beam.hpp"

namespace lag {

// A number of three decimals between these.
Expr drawn(Graph& graph, RandomNumbers& random, double least, double largest);

// Of any axis, shapes and modes, one at least.
Beam drawn_beam(Graph& graph, RandomNumbers& random);

struct ElasticSymbols {
    std::vector<CoordinateIndex> coordinates;
    std::vector<SpeedIndex> speeds;
    std::vector<Expr> e;
};

ElasticSymbols add_elastic_coordinates(Model& model, std::size_t b, std::size_t count);

// The body becomes a flexible one; what it was before is forgotten but for its hinge. A rigid body hangs at the node.
void make_flexible(Model& model, std::size_t b, const FlexibleData& data, const ElasticNode& node,
                   const std::vector<Expr>& e, RandomNumbers& random);

}  // namespace lag
