#include "lagrange/formulations/composite.hpp"

#include <iterator>
#include <map>

#include "lagrange/formulations/articulated_inertia.hpp"

namespace lag {

std::vector<Inertia> composite_inertias(const Kinematics& kinematics, std::vector<Inertia> inertias,
                                        const LaneBoundary* boundary) {
    for (std::size_t l = inertias.size(); l-- > 1;) {
        const Link& link = kinematics.links[l];
        if (link.inboard == 0 || inertias[l].is_zero()) continue;
        const Inertia carried = carried_inward(link, inertias[l]);
        inertias[link.inboard] =
            inertias[link.inboard] + (boundary == nullptr ? carried : boundary->received(l, carried));
    }
    return inertias;
}

namespace {

// The momenta of one column's composite on their way inward.
struct Momenta {
    Vec3<Expr> h, p;  // about the link's origin, link axes
};

Momenta momenta_carried_inward(const Link& link, const Momenta& m) {
    const Vec3<Expr> p = link.rotation.inward(m.p);
    return {link.rotation.inward(m.h) + cross(link.o, p), p};
}

Momenta operator+(const Momenta& a, const Momenta& b) {
    return {a.h + b.h, a.p + b.p};
}

class SymmetricSums {
  public:
    void add(SpeedIndex i, SpeedIndex j, Expr value) {
        sums_[i < j ? std::pair(j.value, i.value) : std::pair(i.value, j.value)] += value;
    }
    std::vector<MassEntry> entries() const {
        std::vector<MassEntry> entries;
        for (const auto& [place, value] : sums_)
            if (!value.is_zero()) entries.push_back({place.first, place.second, value});
        return entries;
    }

  private:
    std::map<std::pair<std::size_t, std::size_t>, Expr> sums_;
};

}  // namespace

std::vector<MassEntry> composite_mass_matrix(const Kinematics& kinematics, const std::vector<Inertia>& own,
                                             const LaneBoundary* boundary) {
    const std::vector<Link>& links = kinematics.links;
    const std::vector<Inertia> inertias = composite_inertias(kinematics, own, boundary);
    // the nearest link at or inboard of each that has columns; 0: none
    std::vector<std::size_t> moved(links.size(), 0);
    for (std::size_t l = 1; l < links.size(); ++l) moved[l] = links[l].columns.empty() ? moved[links[l].inboard] : l;

    SymmetricSums sums;
    const auto add = [&](std::size_t l, SpeedIndex i, SpeedIndex j, Expr term) {
        sums.add(i, j, boundary == nullptr ? term : boundary->of_speeds(l, i, j, term));
    };
    for (std::size_t a = links.size(); a-- > 1;) {
        if (inertias[a].is_zero()) continue;
        const std::vector<SpeedColumn>& columns = links[a].columns;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const SpeedColumn& column = columns[i];
            Momenta m{angular_momentum(inertias[a], column.w, column.v), momentum(inertias[a], column.w, column.v)};
            for (std::size_t j = 0; j <= i; ++j)
                add(a, column.speed, columns[j].speed, dot(columns[j].w, m.h) + dot(columns[j].v, m.p));
            std::size_t b = a;
            while (moved[links[b].inboard] != 0) {
                m = momenta_carried_inward(links[b], m);
                if (boundary != nullptr && boundary->lanes_of(column.speed) < boundary->lanes_of(b))
                    m = {boundary->received(b, m.h), boundary->received(b, m.p)};
                b = links[b].inboard;
                for (const SpeedColumn& other : links[b].columns) {
                    const Expr term = dot(other.w, m.h) + dot(other.v, m.p);
                    // a speed that moves several hinges meets itself, and then counts for both
                    add(b, column.speed, other.speed, other.speed == column.speed ? 2 * term : term);
                }
            }
        }
    }
    return sums.entries();
}

namespace {

// Of one speed: what its columns and its shapes give the links, carried inward once.
class SpeedWalk {
  public:
    SpeedWalk(const Kinematics& kinematics, const std::vector<Inertia>& inertias, SpeedIndex speed)
        : links_(kinematics.links), inertias_(inertias), speed_(speed) {}

    void start_at(std::size_t link) { arrived_.try_emplace(link); }
    void start_at(std::size_t link, const Momenta& shape) {
        Momenta& there = arrived_[link];
        there = there + shape;
    }
    void run(SymmetricSums& sums) {
        while (!arrived_.empty()) {
            const auto outermost = std::prev(arrived_.end());
            const auto [l, from_outboard] = *outermost;
            arrived_.erase(outermost);
            const Momenta all = meet(sums, l, from_outboard);
            const std::size_t inboard = links_[l].inboard;
            if (inboard != 0) start_at(inboard, momenta_carried_inward(links_[l], all));
        }
    }

  private:
    // With the momenta of its own column there, which columns further on in the list have met already.
    Momenta meet(SymmetricSums& sums, std::size_t l, const Momenta& from_outboard) const {
        const std::vector<SpeedColumn>& columns = links_[l].columns;
        Momenta all = from_outboard;
        for (std::size_t j = columns.size(); j-- > 0;) {
            const SpeedColumn& column = columns[j];
            if (column.speed == speed_) {
                const Momenta own{angular_momentum(inertias_[l], column.w, column.v),
                                  momentum(inertias_[l], column.w, column.v)};
                // a speed that moves several hinges meets itself, and then counts for both
                const Momenta twice = from_outboard + from_outboard + own;
                sums.add(speed_, speed_, dot(column.w, twice.h) + dot(column.v, twice.p));
                all = all + own;
            } else {
                sums.add(speed_, column.speed, dot(column.w, all.h) + dot(column.v, all.p));
            }
        }
        return all;
    }

    const std::vector<Link>& links_;
    const std::vector<Inertia>& inertias_;
    SpeedIndex speed_;
    std::map<std::size_t, Momenta> arrived_;  // by link: from further outboard
};

}  // namespace

std::vector<MassEntry> composite_mass_matrix(const Kinematics& kinematics, const std::vector<Inertia>& own,
                                             const std::vector<ShapeMomenta>& shapes) {
    const std::vector<Inertia> inertias = composite_inertias(kinematics, own);
    std::map<SpeedIndex, SpeedWalk> walks;
    const auto walk_of = [&](SpeedIndex u) -> SpeedWalk& {
        return walks.try_emplace(u, kinematics, inertias, u).first->second;
    };
    for (std::size_t l = 1; l < kinematics.links.size(); ++l)
        for (const SpeedColumn& column : kinematics.links[l].columns) walk_of(column.speed).start_at(l);
    for (const ShapeMomenta& shape : shapes) walk_of(SpeedIndex(shape.speed)).start_at(shape.link, {shape.h, shape.p});
    SymmetricSums sums;
    for (auto& [speed, walk] : walks) walk.run(sums);
    return sums.entries();
}

std::vector<Expr> composite_mass_times(const Kinematics& kinematics, const std::vector<Inertia>& own,
                                       const std::vector<Expr>& x) {
    const std::vector<Link>& links = kinematics.links;
    const std::vector<Inertia> inertias = composite_inertias(kinematics, own);
    // what the speeds further in give each link, and what its own give it
    std::vector<SpatialAcceleration> inherited(links.size()), gained(links.size());
    for (std::size_t l = 1; l < links.size(); ++l) {
        const SpatialAcceleration &before = inherited[links[l].inboard], &more = gained[links[l].inboard];
        inherited[l] = carried_outward(links[l], {before.alpha + more.alpha, before.a + more.a});
        for (const SpeedColumn& column : links[l].columns) {
            gained[l].alpha = gained[l].alpha + x[column.speed.value] * column.w;
            gained[l].a = gained[l].a + x[column.speed.value] * column.v;
        }
    }
    const auto momenta = [&](std::size_t l, const SpatialAcceleration& motion) {
        return Momenta{angular_momentum(inertias[l], motion.alpha, motion.a),
                       momentum(inertias[l], motion.alpha, motion.a)};
    };
    std::vector<Expr> product(x.size());
    std::vector<Momenta> outboard(links.size());  // of the speeds at a link and further out, each with its composite
    for (std::size_t l = links.size(); l-- > 1;) {
        outboard[l] = outboard[l] + momenta(l, gained[l]);
        const Momenta all = outboard[l] + momenta(l, inherited[l]);
        for (const SpeedColumn& column : links[l].columns)
            product[column.speed.value] += dot(column.w, all.h) + dot(column.v, all.p);
        const std::size_t inboard = links[l].inboard;
        if (inboard != 0) outboard[inboard] = outboard[inboard] + momenta_carried_inward(links[l], outboard[l]);
    }
    return product;
}

}  // namespace lag
