// A mechanism as it is drawn: what is fixed in which axes, and where these axes stand over time. Lengths in m, vectors
// of `SceneNode` parts in the node's axes. No value depends on how it is drawn.
#pragma once

#include <string>
#include <vector>

#include "scripts/command/page/poses.hpp"
#include "scripts/statements/body_shape.hpp"

namespace lag {

// A place in the mechanism: a point fixed in a node.
struct ScenePlace {
    std::size_t node = 0;
    Vec3<double> r;
};

struct SceneNode {
    std::string name;         // of a body; empty: axes within a hinge
    std::vector<Pose> poses;  // by frame
};

// A shape with its own axes: `axes` maps its components to the node's.
struct SceneShape {
    ShapeForm::Kind kind = ShapeForm::Kind::box;
    std::size_t node = 0;
    Vec3<double> at;
    Mat3<double> axes;
    Vec3<double> edges;             // box
    double radius = 0, length = 0;  // sphere; cylinder, about its z
    std::vector<float> triangles;   // mesh
};

// The line of a flexible body from its inboard end, by frame as many points, in the node's axes.
struct SceneBeam {
    std::size_t node = 0;
    std::vector<std::vector<Vec3<double>>> lines;
};

// An axis of a hinge: it turns or slides along `direction`. A ball has none.
struct SceneAxis {
    enum class Kind { turns, slides, ball };
    Kind kind = Kind::turns;
    ScenePlace place;
    Vec3<double> direction;
    std::string name;  // the coordinate's
    bool cut = false;  // of a cut hinge
};

// A part of the default drawing of a body: a rod between two points of it.
struct SceneRod {
    std::size_t node = 0;
    Vec3<double> from, to;
};

struct SceneMass {
    ScenePlace place;  // the mass centre
    double mass = 0;   // kg
    // The box of evenly spread mass with the same inertia; edges 0 without inertia. `axes`: its components to the node's.
    Vec3<double> edges;
    Mat3<double> axes;
};

struct ScenePoint {
    ScenePlace place;
    std::string name;
};

// A spring or another force along the line between two points.
struct SceneLine {
    ScenePlace from, to;
    bool spring = false;
};

// What acts at a place, over time: N or N m, in ground axes. Not finite where it is unknown.
struct SceneArrow {
    ScenePlace place;
    bool torque = false;
    std::vector<Vec3<double>> values;  // by frame
};

struct Scene {
    std::string title;
    Vec3<double> up;               // against gravity; z without gravity
    std::vector<double> times;     // by frame, s
    std::vector<SceneNode> nodes;  // by body, ground first; then axes within hinges
    std::vector<SceneShape> shapes;
    std::vector<SceneBeam> beams;
    std::vector<SceneAxis> axes;
    std::vector<SceneRod> rods;
    std::vector<SceneMass> masses;
    std::vector<ScenePlace> stubs;  // of bodies of which nothing else shows
    std::vector<ScenePoint> points;
    std::vector<SceneLine> lines;
    std::vector<ScenePlace> closures;  // of loops
    std::vector<SceneArrow> arrows;
    bool leaves_loads_out = false;  // some loads come from external routines
};

// One frame for each state. `p`: parameters. ModelError where a mesh cannot be read, or where a shape has no size.
Scene scene_of(const Model& model, const std::vector<BodyShape>& shapes, const std::vector<double>& p,
               const std::vector<PictureState>& states);

}  // namespace lag
