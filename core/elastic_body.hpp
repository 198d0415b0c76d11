// What a flexible body has beside a rigid one. With the velocity v and the angular velocity w of its own axes (origin at
// its inboard end) and the rates e' of its elastic coordinates e its kinetic energy is
//
//     T = m v.v/2 + v.(w x s) + w.J w/2 + v.Ct^T e' + w.Cr^T e' + e'.Me e'/2
//
// (F. Melzer, Symbolic Computations in Flexible Multibody Systems, equation (38), in NATO ASI 1993, p. 365; the names of
// the blocks are those of O. Wallrapp's standard input data). All components are in the body's axes; expressions hold
// elastic coordinates and parameters. Ct is the derivative of s by e, which keeps momentum and energy exactly.
#pragma once

#include <vector>

#include "core/graph.hpp"
#include "core/index.hpp"
#include "core/vector.hpp"

namespace lag {

struct ElasticBody {
    std::vector<CoordinateIndex> coordinates;  // e
    std::vector<SpeedIndex> speeds;            // e', in the same order
    Vec3<Expr> moment;                         // s, the integral of r dm (mdCM), kg m
    Mat3<Expr> inertia;                        // J about the body's origin, kg m^2
    std::vector<Vec3<Expr>> Ct, Cr;            // by elastic coordinate; of lengths e: kg and kg m
    std::vector<std::vector<Expr>> Me;         // square, symmetric
    double small = 1e-3;  // a deflection at which the series in e hold: trial states have it where others have 1
};

}  // namespace lag
