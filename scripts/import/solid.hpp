// Volumes and moments of inertia of bodies of even density.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "scripts/import/written.hpp"

namespace lag {

struct Solid {
    double volume = 0;  // of a shell: its area
    Vec3<double> centre;
    Mat3<double> inertia;  // about the centre, for a mass of 1
};

// Of MuJoCo's geoms: sphere, capsule, cylinder, ellipsoid, box, with half lengths as there.
Solid solid_of(const std::string& type, const std::array<double, 3>& size);

// What of a surface has mass: what it encloses, with signs or without (parts that overlap or hollows then count twice),
// the same where it is convex, or the surface itself.
enum class SurfaceMass { enclosed, positive, convex, shell };

// Nine coordinates for each triangle. Nothing where it encloses no volume, or is not convex where it should be.
std::optional<Solid> solid_of(const std::vector<double>& triangles, SurfaceMass what);

// Of several bodies.
struct MassSum {
    double mass = 0;
    Vec3<double> first;   // mass times place
    Mat3<double> second;  // about the origin
    void add(double m, const Mat3<double>& about_centre, const Vec3<double>& centre);
};

}  // namespace lag
