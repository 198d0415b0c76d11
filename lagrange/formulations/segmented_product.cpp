#include "lagrange/formulations/segmented_product.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace lag {

namespace {

class Product {
  public:
    Product(const Model& model, const Kinematics& k, const SegmentedChain& chain, const std::vector<Inertia>& inertias,
            const WrenchesAt& wrenches_at, const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& up,
            const std::vector<Expr>& direct)
        : model_(model),
          graph_(*model.graph),
          k_(k),
          segments_(chain.segments()),
          wrenches_at_(wrenches_at),
          omega_(omega),
          up_(up),
          direct_(direct) {
        for (const Inertia& inertia : inertias) inertias_.push_back(articulated(inertia));
        at_rest_ = wrenches_at(chain.with_pins_at_rest());
        links_ = chain.in_lanes(inertias_, at_rest_, direct);
    }

    SegmentedProduct formed() {
        SegmentedProduct product{.accelerations = {},
                                 .weights = {},
                                 .value = {},
                                 .carried_rotation = {},
                                 .segments = segments_,
                                 .speeds = {},
                                 .is_of_chain = std::vector<bool>(model_.speeds.size(), false)};
        name_unknowns(product);
        SegmentedProduct::Motions &alpha = product.accelerations, &delta = product.weights;
        const std::vector<LinkAcceleration> inboard =
            link_accelerations(model_, k_, omega_, Accelerations::symbols, up_);
        const std::size_t first = segments_.links.front();
        const Vec3<Expr> a = inboard[first].a;
        alpha.pins = pins(alpha.rotations, a, true);
        const std::vector<SpatialAcceleration> inboard_of_z = virtual_motions(delta, {});
        const Vec3<Expr> d = inboard_of_z[first].a;
        delta.pins = pins(delta.rotations, d, false);
        product.value = of_chain(alpha, delta) + of_others(alpha, delta, product.is_of_chain, a, d);
        // along the axis the chain moves as one, and what turns its first hinge bears on the link that carries it
        Expr across, force_across;
        for (const std::size_t l : segments_.links)
            across += inertias_[l].M(z_, z_), force_across += at_rest_[l].force[z_];
        product.value += d[z_] * (across * a[z_] + force_across);
        product.carried_rotation = graph_.own(inboard_of_z[k_.links[first].inboard].alpha[z_]);
        product.value += product.carried_rotation * graph_.own(direct_[speed_of(0, 0)]);
        return product;
    }

  private:
    std::size_t speed_of(std::size_t lane, std::size_t step) const {
        return k_.links[segments_.link(lane, step)].columns.front().speed.value;
    }

    void name_unknowns(SegmentedProduct& product) {
        for (std::size_t u = 0; u < model_.speeds.size(); ++u) {
            product.accelerations.of_speeds.push_back(acceleration_symbol(model_, SpeedIndex{u}));
            product.weights.of_speeds.push_back(graph_.symbol("adjoint of " + model_.speeds[u].name, Role::input));
        }
        for (std::size_t step = 0; step < segments_.steps(); ++step) {
            std::vector<std::size_t>& speeds = product.speeds.emplace_back();
            for (std::size_t lane = 0; lane < segments_.lanes; ++lane) speeds.push_back(speed_of(lane, step));
            for (const std::size_t u : speeds) product.is_of_chain[u] = true;
            product.accelerations.rotations.push_back(in_lanes("angular acceleration", step));
            product.weights.rotations.push_back(in_lanes("adjoint of the rotation", step));
        }
    }
    Expr in_lanes(const std::string& what, std::size_t step) {
        const std::string name = fmt::format("{} {} of {}", what, step, segments_.lanes);
        std::vector<Expr> members;
        for (std::size_t lane = 0; lane < segments_.lanes; ++lane)
            members.push_back(graph_.symbol(fmt::format("{}, segment {}", name, lane), Role::input));
        return graph_.lane_symbol(name, Role::input, members);
    }

    // By step; from that of the chain's first pin.
    std::vector<Vec2> pins(const std::vector<Expr>& rotations, const Vec3<Expr>& first_pin, bool with_rates) const {
        std::vector<Vec2> within{{graph_.integer(0), graph_.integer(0)}};
        for (std::size_t step = 0; step < links_.size(); ++step) {
            const SegmentLink& link = links_[step];
            const Vec2 gained = rotations[step] * link.t;
            within.push_back(within.back() + (with_rates ? gained + link.c : gained));
        }
        std::array<std::vector<Expr>, 2> starts{{{graph_.own(first_pin[x_])}, {graph_.own(first_pin[y_])}}};
        for (std::size_t i = 0; i < 2; ++i)
            for (std::size_t lane = 0; lane + 1 < segments_.lanes; ++lane)
                starts[i].push_back(starts[i].back() + graph_.lane_member(within.back()[i], lane));
        const Vec2 start{graph_.lane_gather(starts[0]), graph_.lane_gather(starts[1])};
        within.pop_back();
        for (Vec2& pin : within) pin = start + pin;
        return within;
    }

    Expr of_chain(const SegmentedProduct::Motions& alpha, const SegmentedProduct::Motions& delta) const {
        Expr sum = graph_.integer(0);
        for (std::size_t step = 0; step < links_.size(); ++step) {
            const SegmentLink& link = links_[step];
            const Expr& rotation = alpha.rotations[step];
            const Vec2& a = alpha.pins[step];
            const Expr moment = link.J * rotation + plane_dot(link.m, a) + link.n - (link.torque - link.carried_torque);
            const Vec2 force = rotation * link.m + link.M * a + link.p;
            sum += delta.rotations[step] * moment + plane_dot(delta.pins[step], force);
        }
        return graph_.lane_sum(sum, segments_.lanes);
    }

    // What z does to every link; `known`: to those of the chain.
    std::vector<SpatialAcceleration> virtual_motions(const SegmentedProduct::Motions& z,
                                                     const std::map<std::size_t, SpatialAcceleration>& known) const {
        std::vector<SpatialAcceleration> motions(k_.links.size());
        for (std::size_t l = 1; l < motions.size(); ++l) {
            if (const auto found = known.find(l); found != known.end()) {
                motions[l] = found->second;
                continue;
            }
            const Link& link = k_.links[l];
            motions[l] = carried_outward(link, motions[link.inboard]);
            if (segments_.holds(l)) continue;  // before it is known
            for (const SpeedColumn& column : link.columns) {
                const Expr& rate = z.of_speeds[column.speed.value];
                motions[l].alpha = motions[l].alpha + rate * column.w;
                motions[l].a = motions[l].a + rate * column.v;
            }
        }
        return motions;
    }

    SpatialAcceleration of_link(const SegmentedProduct::Motions& motions, std::size_t lane, std::size_t step,
                                const Expr& along_axis) const {
        SpatialAcceleration motion;
        motion.alpha[z_] = graph_.lane_member(motions.rotations[step], lane);
        motion.a[x_] = graph_.lane_member(motions.pins[step][0], lane);
        motion.a[y_] = graph_.lane_member(motions.pins[step][1], lane);
        motion.a[z_] = along_axis;
        return motion;
    }

    // Of all links but the chain's.
    Expr of_others(const SegmentedProduct::Motions& alpha, const SegmentedProduct::Motions& delta,
                   const std::vector<bool>& is_of_chain, const Vec3<Expr>& a, const Vec3<Expr>& d) const {
        std::map<std::size_t, LinkAcceleration> accelerations;
        std::map<std::size_t, SpatialAcceleration> displacements;
        for (std::size_t lane = 0; lane < segments_.lanes; ++lane)
            for (std::size_t step = 0; step < segments_.steps(); ++step) {
                const std::size_t l = segments_.link(lane, step);
                const SpatialAcceleration motion = of_link(alpha, lane, step, a[z_]);
                accelerations[l] = {motion.alpha, motion.a, acceleration_matrix(motion.alpha, omega_[l])};
                displacements[l] = of_link(delta, lane, step, d[z_]);
            }
        const std::vector<Wrench> wrenches =
            wrenches_at_(link_accelerations(model_, k_, omega_, Accelerations::symbols, up_, accelerations));
        const std::vector<SpatialAcceleration> motions = virtual_motions(delta, displacements);
        Expr sum = graph_.integer(0);
        for (std::size_t l = 1; l < k_.links.size(); ++l)
            if (!segments_.holds(l))
                sum += dot(motions[l].alpha, wrenches[l].moment) + dot(motions[l].a, wrenches[l].force);
        for (std::size_t u = 0; u < model_.speeds.size(); ++u)
            if (!is_of_chain[u]) sum -= delta.of_speeds[u] * graph_.own(direct_[u]);
        return sum;
    }

    const Model& model_;
    Graph& graph_;
    const Kinematics& k_;
    const ChainSegments& segments_;
    const WrenchesAt& wrenches_at_;
    const std::vector<Vec3<Expr>>& omega_;
    const Vec3<Expr>& up_;
    const std::vector<Expr>& direct_;
    const std::size_t z_ = segments_.axis, x_ = (z_ + 1) % 3, y_ = (z_ + 2) % 3;
    std::vector<ArticulatedInertia> inertias_;
    std::vector<Wrench> at_rest_;
    std::vector<SegmentLink> links_;  // by step
};

}  // namespace

SegmentedProduct segmented_product(const Model& model, const Kinematics& kinematics, const SegmentedChain& chain,
                                   const std::vector<Inertia>& inertias, const WrenchesAt& wrenches_at,
                                   const std::vector<Vec3<Expr>>& omega, const Vec3<Expr>& ground_acceleration,
                                   const std::vector<Expr>& direct) {
    return Product(model, kinematics, chain, inertias, wrenches_at, omega, ground_acceleration, direct).formed();
}

}  // namespace lag
