// Kinematics between any two points and axes of the tree, along the path through their nearest common body only: what
// loads, outputs and scripts ask for. All components are exact expressions; nothing is expanded.
#pragma once

#include "lagrange/kinematics/links.hpp"

namespace lag {

// A point fixed in a link, in the link's axes (differs from the body's axes only for a non-spinning
// body of revolution).
struct PointOnLink {
    std::size_t link = 0;
    Vec3<Expr> location;
};
PointOnLink on_link(const Kinematics& kinematics, const PointOnBody& point);

// Re-expresses components given in one link's axes in another's.
Vec3<Expr> reexpress(const Kinematics& kinematics, const Vec3<Expr>& v, std::size_t from, std::size_t to);
// From and to the axes of a frame (a body's own axes, ground's, or turned ones).
Vec3<Expr> to_link_axes(const Kinematics& kinematics, const Vec3<Expr>& v, const FrameOnBody& from, std::size_t to);
Vec3<Expr> to_frame_axes(const Kinematics& kinematics, const Vec3<Expr>& v, std::size_t from, const FrameOnBody& to);
Mat3<Expr> rotation_between(const Model& model, const Kinematics& kinematics, const FrameOnBody& to,
                            const FrameOnBody& from);

// Nearest common link on both inboard paths.
std::size_t common_link(const Kinematics& kinematics, std::size_t a, std::size_t b);

// Position of `point` from the origin of link `ancestor`, and its velocity observed there, in that link's axes.
// `ancestor` must lie inboard of the point's link.
struct RelativePoint {
    Vec3<Expr> r, v;
};
RelativePoint seen_from(const Kinematics& kinematics, const PointOnLink& point, std::size_t ancestor);

// From p to q in the axes of link `axes`: outward along the path that the points share with the axes, inward from where
// they leave it, so that nothing is turned into axes beyond and back.
Vec3<Expr> between(const Kinematics& kinematics, const PointOnLink& p, const PointOnLink& q, std::size_t axes);

// The line from Q to P: r = P - Q in the axes of their common link, distance and its rate.
struct LineBetween {
    std::size_t link = 0;
    Vec3<Expr> r;
    Expr distance, rate;
};
LineBetween line_between(const Kinematics& kinematics, const PointOnBody& P, const PointOnBody& Q);

// -- kinematics as values
// from P to Q
Vec3<Expr> position(const Kinematics& k, const PointOnBody& P, const PointOnBody& Q, const FrameOnBody& in);
Vec3<Expr> velocity(const Kinematics& k, const PointOnBody& P, BodyIndex observer, const FrameOnBody& in);
Vec3<Expr> angular_velocity(const Kinematics& k, BodyIndex B, BodyIndex observer, const FrameOnBody& in);
// holds acceleration symbols
Vec3<Expr> acceleration(const Model& model, const Kinematics& k, const PointOnBody& P, BodyIndex observer,
                        const FrameOnBody& in);

}  // namespace lag
