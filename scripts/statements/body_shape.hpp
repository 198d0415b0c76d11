// What bodies look like in pictures: shapes that are fixed in them. No equation holds anything of a shape.
#pragma once

#include <memory>
#include <string>

#include "core/model.hpp"

namespace lag {

struct FlexibleForm;  // flexible_form.hpp

// A shape in axes of its own, its centre at their origin; a mesh has the origin of its file. Lengths in m, in
// parameters.
struct ShapeForm {
    enum class Kind { box, cylinder, sphere, mesh, beam };
    Kind kind = Kind::box;
    Vec3<Expr> edges;   // box: along x, y, z
    Vec3<Expr> axis;    // cylinder: a unit vector
    Expr radius;        // cylinder, sphere
    Expr length;        // cylinder
    Vec3<Expr> scale;   // mesh: along x, y, z
    std::string file;   // mesh: an STL, OBJ or Collada file, found from the script's folder
    std::string place;  // mesh: "arm.lag:12", where the script names the file
    // beam: the lines of a flexible body, bent as it is; no script names it
    std::shared_ptr<const FlexibleForm> flexible = nullptr;
};

struct BodyShape {
    BodyIndex body;  // may be ground
    ShapeForm form;
    Vec3<Expr> at;      // of the shape's origin from the body's, in the body's axes
    Mat3<Expr> orient;  // components in the body's axes -> in the shape's
};

}  // namespace lag
