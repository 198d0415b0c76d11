#include "lagrange/formulations/regroup.hpp"

#include <optional>

#include "lagrange/dynamics/lane_sums.hpp"

namespace lag {

namespace {

// How a link may move on its inboard link.
struct Freedom {
    bool turns = false, shifts = false;
    std::optional<std::size_t> axis;  // it turns about this axis of its own only, and the axis keeps its place in I
};

class Freedoms {
  public:
    Freedoms(const Model& model, const Kinematics& k) : graph_(*model.graph), k_(k) {}

    Freedom freedom_of(std::size_t l) const {
        const Link& link = k_.links[l];
        Freedom freedom;
        freedom.shifts = !is_parametric(link.o) || !is_zero(link.v_rel);
        freedom.turns = !is_parametric(link.rotation) || !is_zero(link.w_rel);
        std::vector<Vec3<Expr>> turning{link.w_drift, link.w_bias};
        for (const SpeedColumn& column : link.columns) {
            turning.push_back(column.w);
            freedom.shifts = freedom.shifts || !is_zero(column.v);
        }
        for (std::size_t z = 0; z < 3; ++z) {
            const std::size_t x = (z + 1) % 3, y = (z + 2) % 3;
            bool about = link.rotation.kind == Rotation::Kind::identity ||
                         (link.rotation.kind == Rotation::Kind::elementary && link.rotation.axis == z);
            bool any = false;
            for (const Vec3<Expr>& w : turning) {
                about = about && w[x].is_zero() && w[y].is_zero();
                any = any || !w[z].is_zero();
            }
            if (about && any) freedom.axis = z;
        }
        return freedom;
    }

    bool is_parametric(const Inertia& inertia) const {
        bool yes = is_parametric(inertia.mass) && is_parametric(inertia.moment);
        for (const auto& row : inertia.J.rows)
            for (const Expr& element : row) yes = yes && is_parametric(element);
        return yes;
    }

  private:
    bool is_parametric(Expr e) const { return (graph_.node(e).dependence & ~(bit(Role::parameter) | in_lanes)) == 0; }
    bool is_parametric(const Vec3<Expr>& v) const {
        return is_parametric(v[0]) && is_parametric(v[1]) && is_parametric(v[2]);
    }
    bool is_parametric(const Rotation& rotation) const {
        if (rotation.kind == Rotation::Kind::identity) return true;
        if (rotation.kind == Rotation::Kind::elementary)
            return is_parametric(rotation.sine) && is_parametric(rotation.cosine);
        bool yes = true;
        for (const auto& row : rotation.matrix.rows)
            for (const Expr& element : row) yes = yes && is_parametric(element);
        return yes;
    }

    Graph& graph_;
    const Kinematics& k_;
};

// The part of `inertia` that may hang on the inboard link instead, in L's axes about L's origin.
Inertia movable_part(const Inertia& inertia, const Freedom& freedom, Regrouping regrouping) {
    if (!freedom.turns && !freedom.shifts) return inertia;
    Inertia part;
    if (!freedom.shifts) part.mass = inertia.mass;
    if (!freedom.turns) {
        if (regrouping != Regrouping::masses) part.J = inertia.J;
        return part;
    }
    if (!freedom.axis) return part;
    const std::size_t z = *freedom.axis, x = (z + 1) % 3, y = (z + 2) % 3;
    if (!freedom.shifts) part.moment[z] = inertia.moment[z];
    if (regrouping == Regrouping::inertias) part.J(x, x) = part.J(y, y) = inertia.J(y, y);
    if (regrouping == Regrouping::other_inertias) part.J(x, x) = part.J(y, y) = inertia.J(x, x);
    return part;
}

Inertia less(const Inertia& a, const Inertia& b) {
    Inertia rest{a.mass - b.mass, a.moment - b.moment, {}};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) rest.J(i, j) = a.J(i, j) - b.J(i, j);
    return rest;
}

}  // namespace

std::vector<Inertia> regrouped(const Model& model, const Kinematics& k, std::vector<Inertia> inertias,
                               const std::vector<Regrouping>& by_link) {
    const Freedoms freedoms(model, k);
    const LaneBoundary boundary(model, k);
    for (std::size_t l = k.links.size(); l-- > 1;) {
        const Regrouping regrouping = by_link.at(l);
        if (regrouping == Regrouping::none || inertias[l].is_zero() || !freedoms.is_parametric(inertias[l])) continue;
        const Freedom freedom = freedoms.freedom_of(l);
        const Inertia part = movable_part(inertias[l], freedom, regrouping);
        inertias[l] = less(inertias[l], part);
        const std::size_t inboard = k.links[l].inboard;
        if (inboard == 0) continue;  // what hangs on ground does nothing
        // J moves without a shift of its own where the origin moves: then the part has neither mass nor first moment
        Link carrier;
        carrier.rotation = freedom.axis ? Rotation{} : k.links[l].rotation;
        if (!freedom.shifts) carrier.o = k.links[l].o;
        inertias[inboard] = inertias[inboard] + boundary.received(l, carried_inward(carrier, part));
    }
    return inertias;
}

std::vector<std::size_t> links_with_axis(const Model& model, const Kinematics& k) {
    const Freedoms freedoms(model, k);
    std::vector<std::size_t> links;
    for (std::size_t l = 1; l < k.links.size(); ++l)
        if (freedoms.freedom_of(l).axis) links.push_back(l);
    return links;
}

}  // namespace lag
