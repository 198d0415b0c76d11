#include "lagrange/kinematics/kinematics.hpp"

#include <algorithm>
#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/kinematics/cut_hinge.hpp"
#include "lagrange/kinematics/link_motions.hpp"

namespace lag {

namespace {

class Builder {
  public:
    Builder(Kinematics& kinematics, const Model& model) : k_(kinematics), model_(model), graph_(*model.graph) {}

    void append_body(BodyIndex b) {
        const Body& body = model_.body(b);
        for (const CoordinateIndex q : body.hinge.coordinates)
            if (k_.coordinate_rates.size() <= q.value) k_.coordinate_rates.resize(q.value + 1, Expr{&graph_, 0});
        std::size_t inboard = k_.link_of_body[body.inboard.value];
        Vec3<Expr> at = k_.spin[body.inboard.value].inward(body.at);
        // `spin` is the identity for every body that carries another one, see body_of_revolution().
        append_orientation(body, b, inboard, at);
        if (body.hinge.quasi != Quasi::none) {
            append_quasi_hinge(k_, model_, b, inboard, at);
            inboard = k_.links.size() - 1;
            at = {};
        } else {
            append_motions(body, b, inboard, at);
        }
        if (!is_zero(body.outboard_at) || !is_zero(at) || inboard == k_.link_of_body[body.inboard.value])
            append_fixed(b, inboard, at - body.outboard_at, {});
        k_.links.back().ends_body = true;
        k_.link_of_body.push_back(k_.links.size() - 1);
        k_.spin.emplace_back();
    }

  private:
    void append_fixed(BodyIndex b, std::size_t& inboard, Vec3<Expr> o, Rotation rotation) {
        Link link;
        link.inboard = inboard;
        link.body = b;
        link.o = std::move(o);
        link.rotation = std::move(rotation);
        k_.links.push_back(std::move(link));
        inboard = k_.links.size() - 1;
    }

    // `orient`: successive elementary rotations stay elementary links; a matrix is one general link.
    void append_orientation(const Body& body, BodyIndex b, std::size_t& inboard, Vec3<Expr>& at) {
        for (const Rotation& rotation : rotations_of_orientation(graph_, body.orient, body.orient_rotations))
            append_fixed(b, inboard, std::exchange(at, {}), rotation);
    }

    void append_motions(const Body& body, BodyIndex b, std::size_t& inboard, Vec3<Expr>& at) {
        for (const Motion& motion : body.hinge.motions) {
            k_.links.push_back(moving_link(k_, model_, b, inboard, at, motion));
            inboard = k_.links.size() - 1;
            at = {};
        }
    }

    Kinematics& k_;
    const Model& model_;
    Graph& graph_;
};

}  // namespace

void extend_kinematics(Kinematics& kinematics, const Model& model) {
    if (kinematics.links.empty()) {
        kinematics.links.emplace_back();
        kinematics.links[0].ends_body = true;
        kinematics.link_of_body.push_back(0);
        kinematics.spin.emplace_back();
    }
    // Coordinates of `lagrange` and of flexible bodies belong to no hinge; a slot may hold coordinates of bodies behind its own.
    for (const Speed& u : model.speeds)
        if (u.rate_of) {
            const std::size_t q = u.rate_of->value;
            if (kinematics.coordinate_rates.size() <= q)
                kinematics.coordinate_rates.resize(q + 1, Expr{model.graph.get(), 0});
            kinematics.coordinate_rates[q] = model.graph->symbol(u.name, Role::speed);
        }
    Builder builder(kinematics, model);
    // A cut hinge comes after all that it needs and before all that may be coupled to its coordinates.
    const auto append_cut_hinges = [&] {
        for (std::size_t& c = kinematics.constraints_done; c < model.constraints.size(); ++c) {
            if (model.constraints[c].kind != Constraint::Kind::hinge) continue;
            const CutHinge& cut = model.constraints[c].cut;
            if (last_body_of(model, cut).value >= kinematics.bodies_done) return;
            set_cut_hinge_rates(kinematics, model, cut);
        }
    };
    append_cut_hinges();
    while (kinematics.bodies_done < model.bodies.size()) {
        builder.append_body(BodyIndex(kinematics.bodies_done++));
        append_cut_hinges();
    }
}

Kinematics compute_kinematics(const Model& model) {
    Kinematics kinematics;
    extend_kinematics(kinematics, model);
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        if (body_of_revolution(model, BodyIndex(b))) {
            Link& link = kinematics.links[kinematics.link_of_body[b]];
            kinematics.spin[b] = link.rotation;
            link.rotation = {};
        }
    return kinematics;
}

}  // namespace lag
