// A flexible body's data, whatever they come from (beam.hpp, sid.hpp), and where its points are.
#pragma once

#include <array>
#include <vector>

#include "core/elastic_body.hpp"

namespace lag {

// A point of the body and its axes, in the body's axes: where it is, and three successive rotations about x, y, z. Small
// rotations; with its own coordinates at zero the axes are the body's.
struct ElasticNode {
    Vec3<Expr> place;               // m
    std::array<Expr, 3> rotations;  // rad
};

struct FlexibleData {
    Expr mass;
    ElasticBody body;
    std::vector<std::vector<Expr>> stiffness;  // symmetric: the strain energy is k.e + e.K e/2
    std::vector<Expr> prestress;               // k; empty: none
    std::vector<std::vector<Expr>> damping;    // D, symmetric: the dissipation function is e'.D e'/2; empty: none
};

}  // namespace lag
