#include "lagrange/dynamics/elastic_terms.hpp"

#include "core/calculus.hpp"
#include "lagrange/dynamics/inertias.hpp"

namespace lag {

namespace {

// A flexible body with the rates of its elastic coordinates.
class Deforming {
  public:
    Deforming(const Model& model, const ElasticBody& elastic) : model_(model), e_(elastic), graph_(*model.graph) {}

    std::size_t size() const { return e_.speeds.size(); }
    Expr rate(std::size_t e) const { return symbol(model_, e_.speeds[e]); }
    Expr acceleration(std::size_t e) const { return acceleration_symbol(model_, e_.speeds[e]); }
    Expr by(Expr value, std::size_t e) const { return partial_derivative(value, symbol(model_, e_.coordinates[e])); }
    Vec3<Expr> by(const Vec3<Expr>& v, std::size_t e) const { return {{by(v[0], e), by(v[1], e), by(v[2], e)}}; }
    Mat3<Expr> by(const Mat3<Expr>& m, std::size_t e) const {
        Mat3<Expr> result;
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) result(i, j) = by(m(i, j), e);
        return result;
    }
    // With the elastic coordinates alone.
    Vec3<Expr> change(const Vec3<Expr>& v) const {
        Vec3<Expr> sum;
        for (std::size_t f = 0; f < size(); ++f) sum = sum + rate(f) * by(v, f);
        return sum;
    }
    Vec3<Expr> times_rates(const std::vector<Vec3<Expr>>& C) const {
        Vec3<Expr> sum;
        for (std::size_t e = 0; e < size(); ++e) sum = sum + rate(e) * C[e];
        return sum;
    }

    Wrench wrench(const Vec3<Expr>& omega, Accelerations accelerations) const {
        Wrench wrench{graph_.integer(2) * cross(omega, times_rates(e_.Ct)), cross(omega, times_rates(e_.Cr))};
        for (std::size_t e = 0; e < size(); ++e) {
            wrench.force = wrench.force + rate(e) * change(e_.Ct[e]);
            wrench.moment = wrench.moment + rate(e) * change(e_.Cr[e]) + rate(e) * (by(e_.inertia, e) * omega);
            if (accelerations == Accelerations::zero) continue;
            wrench.force = wrench.force + acceleration(e) * e_.Ct[e];
            wrench.moment = wrench.moment + acceleration(e) * e_.Cr[e];
        }
        return wrench;
    }

    Expr row(std::size_t e, const Vec3<Expr>& omega, const LinkAcceleration& motion,
             Accelerations accelerations) const {
        Expr sum = dot(e_.Ct[e], motion.a) + dot(e_.Cr[e], motion.alpha);
        for (std::size_t f = 0; f < size(); ++f) {
            if (accelerations == Accelerations::symbols) sum += e_.Me[e][f] * acceleration(f);
            sum += rate(f) * dot(omega, by(e_.Cr[e], f) - by(e_.Cr[f], e));
        }
        return sum - graph_.rational(1, 2) * dot(omega, by(e_.inertia, e) * omega);
    }

    Expr kinetic(const LinkVelocity& link) const {
        Expr sum = dot(link.v, times_rates(e_.Ct)) + dot(link.omega, times_rates(e_.Cr));
        for (std::size_t e = 0; e < size(); ++e)
            for (std::size_t f = 0; f <= e; ++f)
                sum += (e == f ? graph_.rational(1, 2) : graph_.integer(1)) * e_.Me[e][f] * (rate(e) * rate(f));
        return sum;
    }

  private:
    const Model& model_;
    const ElasticBody& e_;
    Graph& graph_;
};

using Masses = std::map<std::pair<std::size_t, std::size_t>, Expr>;

void add_mass(Masses& mass, std::size_t i, std::size_t j, Expr value) {
    if (value.is_zero()) return;
    Expr& entry = mass[i < j ? std::pair(j, i) : std::pair(i, j)];
    entry = entry.graph == nullptr ? value : entry + value;
}

// Momenta of unit rates, carried inward over the links and met by all speeds there.
void add_carried(Masses& mass, const Kinematics& k, const ShapeMomenta& momenta) {
    Vec3<Expr> h = momenta.h, p = momenta.p;
    for (std::size_t l = momenta.link; l != 0; l = k.links[l].inboard) {
        for (const SpeedColumn& column : k.links[l].columns) {
            const Expr term = dot(column.w, h) + dot(column.v, p);
            // a speed that moves a hinge further inboard too meets itself, and then counts twice
            add_mass(mass, momenta.speed, column.speed.value, column.speed.value == momenta.speed ? 2 * term : term);
        }
        p = k.links[l].rotation.inward(p);
        h = k.links[l].rotation.inward(h) + cross(k.links[l].o, p);
    }
}

// By link: the direction of weight reversed, in its axes.
std::vector<Vec3<Expr>> up_by_link(const Model& model, const Kinematics& k) {
    std::vector<Vec3<Expr>> up(k.links.size());
    up[0] = -model.gravity;
    for (std::size_t l = 1; l < k.links.size(); ++l) up[l] = k.links[l].rotation.outward(up[k.links[l].inboard]);
    return up;
}

// What the rows of the elastic coordinates have beside what the wrenches give.
std::vector<Expr> rows_at_links(const Model& model, const Kinematics& k, const std::vector<Vec3<Expr>>& omega,
                                Accelerations accelerations) {
    std::vector<Expr> rows(model.speeds.size(), model.graph->integer(0));
    const std::vector<LinkAcceleration> motion = link_accelerations(model, k, omega, accelerations, -model.gravity);
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        if (!model.bodies[b].elastic) continue;
        const Deforming body(model, *model.bodies[b].elastic);
        const std::size_t l = k.link_of_body[b];
        for (std::size_t e = 0; e < body.size(); ++e)
            rows[model.bodies[b].elastic->speeds[e].value] += body.row(e, omega[l], motion[l], accelerations);
    }
    return rows;
}

std::vector<Expr> rows_of_wrenches(const Model& model, const Kinematics& k, const std::vector<Vec3<Expr>>& omega,
                                   Accelerations accelerations) {
    std::vector<Wrench> wrenches = elastic_wrenches(model, k, omega, accelerations);
    accumulate_inward(k, wrenches);
    return project(model, k, wrenches);
}

void add(std::vector<Expr>& sums, const std::vector<Expr>& terms) {
    for (std::size_t u = 0; u < sums.size(); ++u) sums[u] += terms[u];
}

}  // namespace

std::vector<Wrench> elastic_wrenches(const Model& model, const Kinematics& k, const std::vector<Vec3<Expr>>& omega,
                                     Accelerations accelerations) {
    std::vector<Wrench> wrenches(k.links.size());
    for (std::size_t b = 1; b < model.bodies.size(); ++b)
        if (const auto& elastic = model.bodies[b].elastic) {
            const std::size_t l = k.link_of_body[b];
            wrenches[l] = Deforming(model, *elastic).wrench(omega[l], accelerations);
        }
    return wrenches;
}

void add_elastic_terms(EnergyTerms& terms, const Model& model, const Kinematics& k) {
    const std::vector<Expr> zeros(model.speeds.size(), model.graph->integer(0));
    if (terms.empty()) terms = {{}, zeros, zeros, model.graph->integer(0)};
    terms.weight = zeros;
    const std::vector<Vec3<Expr>> omega = link_angular_velocities(k), up = up_by_link(model, k);
    const std::vector<LinkVelocity> velocity = link_velocities(k);
    TermsAtLinks here{terms.mass, {}, terms.bias, terms.inertia};
    add(here.bias, rows_at_links(model, k, omega, Accelerations::zero));
    add(here.inertia, rows_at_links(model, k, omega, Accelerations::symbols));
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
        const auto& elastic = model.bodies[b].elastic;
        if (!elastic) continue;
        const std::size_t l = k.link_of_body[b];
        for (std::size_t e = 0; e < elastic->speeds.size(); ++e) {
            const std::size_t row = elastic->speeds[e].value;
            here.momenta.push_back({row, l, elastic->Cr[e], elastic->Ct[e]});
            for (std::size_t f = 0; f <= e; ++f) add_mass(here.mass, row, elastic->speeds[f].value, elastic->Me[e][f]);
            terms.weight[row] += dot(elastic->Ct[e], up[l]);
        }
        terms.kinetic += Deforming(model, *elastic).kinetic(velocity[l]);
    }
    terms.mass = here.mass, terms.bias = here.bias, terms.inertia = here.inertia;
    for (const ShapeMomenta& momenta : here.momenta) add_carried(terms.mass, k, momenta);
    add(terms.bias, rows_of_wrenches(model, k, omega, Accelerations::zero));
    add(terms.inertia, rows_of_wrenches(model, k, omega, Accelerations::symbols));
    terms.at_links = std::make_shared<const TermsAtLinks>(std::move(here));
}

}  // namespace lag
