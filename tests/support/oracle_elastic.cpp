// Flexible bodies: d'Alembert's principle with the momenta of core/elastic_body.hpp, differentiated in time by jets. With
//     p = m v + w x s + Ct' e',   h = s x v + J w + Cr' e',   g_e = Ct_e . v + Cr_e . w + sum of Me_ef e_f'
// the inertia forces on virtual velocities v,i w,i e',i are
//     v,i . (p' + w x p) + w,i . (h' + w x h + v x p) + sum of e',i (g_e' - T,e)     all in the body's axes.
#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

namespace {

using Jets3 = std::array<NumberJet, 3>;

Jets3 jets_of(const V3& value, const V3& rate) {
    return {NumberJet(value(0), rate(0)), NumberJet(value(1), rate(1)), NumberJet(value(2), rate(2))};
}
Jets3 jets_of(const Vec3<Expr>& a, Evaluator<NumberJet>& value) {
    return {value(a[0]), value(a[1]), value(a[2])};
}
Jets3 operator+(const Jets3& a, const Jets3& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
Jets3 operator*(const NumberJet& k, const Jets3& a) {
    return {k * a[0], k * a[1], k * a[2]};
}
NumberJet dot_of(const Jets3& a, const Jets3& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Jets3 cross_of(const Jets3& a, const Jets3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
V3 value_of(const Jets3& a) {
    return {a[0].v, a[1].v, a[2].v};
}
V3 rate_of(const Jets3& a) {
    return {a[0].d, a[1].d, a[2].d};
}

struct Blocks {
    NumberJet mass;
    Jets3 s;
    std::array<Jets3, 3> J;
    std::vector<Jets3> Ct, Cr;
    std::vector<std::vector<NumberJet>> Me;

    Blocks(const Body& body, Evaluator<NumberJet>& value)
        : mass(value(body.mass)), s(jets_of(body.elastic->moment, value)) {
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t j = 0; j < 3; ++j) J[i][j] = value(body.elastic->inertia(i, j));
        for (const auto& c : body.elastic->Ct) Ct.push_back(jets_of(c, value));
        for (const auto& c : body.elastic->Cr) Cr.push_back(jets_of(c, value));
        for (const auto& row : body.elastic->Me) {
            Me.emplace_back();
            for (const Expr& e : row) Me.back().push_back(value(e));
        }
    }
    Jets3 momentum(const Jets3& v, const Jets3& w, const std::vector<NumberJet>& rates) const {
        Jets3 p = mass * v + cross_of(w, s);
        for (std::size_t e = 0; e < rates.size(); ++e) p = p + rates[e] * Ct[e];
        return p;
    }
    Jets3 angular_momentum(const Jets3& v, const Jets3& w, const std::vector<NumberJet>& rates) const {
        Jets3 h = cross_of(s, v) + Jets3{dot_of(J[0], w), dot_of(J[1], w), dot_of(J[2], w)};
        for (std::size_t e = 0; e < rates.size(); ++e) h = h + rates[e] * Cr[e];
        return h;
    }
    NumberJet elastic_momentum(std::size_t e, const Jets3& v, const Jets3& w,
                               const std::vector<NumberJet>& rates) const {
        NumberJet g = dot_of(Ct[e], v) + dot_of(Cr[e], w);
        for (std::size_t f = 0; f < rates.size(); ++f) g = g + Me[e][f] * rates[f];
        return g;
    }
    NumberJet twice_energy(const Jets3& v, const Jets3& w, const std::vector<NumberJet>& rates) const {
        NumberJet sum = dot_of(v, momentum(v, w, rates)) + dot_of(w, angular_momentum(v, w, rates));
        for (std::size_t e = 0; e < rates.size(); ++e) sum = sum + rates[e] * elastic_momentum(e, v, w, rates);
        return sum;
    }
};

// Of its origin and its axes, in these axes.
std::pair<Jets3, Jets3> velocities_of(const Run& run, std::size_t b) {
    const M3 in_body = run.R[b].v.transpose();
    const V3 w = in_body * angular_velocity(run.R[b]), v = in_body * run.origin[b].d;
    return {jets_of(v, in_body * run.origin[b].dd - w.cross(v)), jets_of(w, in_body * angular_acceleration(run.R[b]))};
}

}  // namespace

Number Reading::elastic_energy_rate(const Vector& udot) {
    const Drive drive{qdot, qddot_bias + K * udot, true};
    const Run moved = run(drive);
    Evaluator<NumberJet> moving = jets(drive);
    Number sum = 0;
    for (std::size_t b = 1; b < model->bodies.size(); ++b) {
        if (!model->bodies[b].elastic) continue;
        const auto [v, w] = velocities_of(moved, b);
        std::vector<NumberJet> rates;
        for (const CoordinateIndex e : model->bodies[b].elastic->coordinates)
            rates.emplace_back(drive.qd(at(e.value)), drive.qdd(at(e.value)));
        sum += Blocks(model->bodies[b], moving).twice_energy(v, w, rates).d / 2;
    }
    return sum;
}

void Reading::read_elastic() {
    const Eigen::Index nu = u.size();
    for (std::size_t b = 1; b < model->bodies.size(); ++b) {
        const Body& body = model->bodies[b];
        if (!body.elastic) continue;
        const std::vector<CoordinateIndex>& coordinates = body.elastic->coordinates;
        const M3 in_body = actual.R[b].v.transpose();
        const auto [v, w] = velocities_of(actual, b);
        const V3 v_now = value_of(v), w_now = value_of(w);
        std::vector<NumberJet> rates;
        for (const CoordinateIndex e : coordinates) rates.emplace_back(qdot(at(e.value)), qddot_bias(at(e.value)));
        Evaluator<NumberJet> moving = jets({qdot, qddot_bias, true});
        const Blocks now(body, moving);
        const Jets3 p = now.momentum(v, w, rates), h = now.angular_momentum(v, w, rates);
        const V3 force = rate_of(p) + w_now.cross(value_of(p)),
                 moment = rate_of(h) + w_now.cross(value_of(h)) + v_now.cross(value_of(p));
        std::vector<Number> row, slopes;
        for (std::size_t e = 0; e < rates.size(); ++e) {
            Drive along{Vector::Zero(q.size()), Vector::Zero(q.size()), false};
            along.qd(at(coordinates[e].value)) = 1;
            Evaluator<NumberJet> shaped = jets(along);
            std::vector<NumberJet> still;
            for (const NumberJet& rate : rates) still.emplace_back(rate.v);
            const NumberJet twice =
                Blocks(body, shaped).twice_energy(jets_of(v_now, V3::Zero()), jets_of(w_now, V3::Zero()), still);
            row.push_back(now.elastic_momentum(e, v, w, rates).d);
            slopes.push_back(twice.d / 2);
        }
        elastic_energy += now.twice_energy(v, w, rates).v / 2;
        const V3 weight = in_body * gravity_now;
        std::vector<Jets3> by_v, by_w;
        std::vector<std::vector<NumberJet>> by_rates;
        for (Eigen::Index i = 0; i < nu; ++i) {
            const Run& run_of = partial[static_cast<std::size_t>(i)];
            by_v.push_back(jets_of(in_body * run_of.origin[b].d, V3::Zero()));
            by_w.push_back(jets_of(in_body * angular_velocity(run_of.R[b]), V3::Zero()));
            by_rates.emplace_back();
            for (const CoordinateIndex e : coordinates) by_rates.back().emplace_back(K(at(e.value), i));
        }
        for (std::size_t i = 0; i < by_v.size(); ++i) {
            const V3 vi = value_of(by_v[i]), wi = value_of(by_w[i]);
            Number sum = vi.dot(force) + wi.dot(moment), load = 0;
            Number size =
                vi.norm() * (rate_of(p).norm() + w_now.norm() * value_of(p).norm()) +
                wi.norm() * (rate_of(h).norm() + w_now.norm() * value_of(h).norm() + v_now.norm() * value_of(p).norm());
            for (std::size_t e = 0; e < rates.size(); ++e) {
                const Number unit = by_rates[i][e].v;
                sum += unit * (row[e] - slopes[e]);
                size += std::abs(unit) * (std::abs(row[e]) + std::abs(slopes[e]));
                load += unit * value_of(now.Ct[e]).dot(weight);
            }
            elastic_f(at(i)) -= sum;
            elastic_f_magnitude(at(i)) += size;
            elastic_weight(at(i)) += load;
            for (std::size_t j = 0; j < by_v.size(); ++j) {
                Number mass = vi.dot(value_of(now.momentum(by_v[j], by_w[j], by_rates[j]))) +
                              wi.dot(value_of(now.angular_momentum(by_v[j], by_w[j], by_rates[j])));
                Number terms = vi.norm() * value_of(now.momentum(by_v[j], by_w[j], by_rates[j])).norm() +
                               wi.norm() * value_of(now.angular_momentum(by_v[j], by_w[j], by_rates[j])).norm();
                for (std::size_t e = 0; e < rates.size(); ++e) {
                    const Number part = by_rates[i][e].v * now.elastic_momentum(e, by_v[j], by_w[j], by_rates[j]).v;
                    mass += part, terms += std::abs(part);
                }
                elastic_M(at(i), at(j)) += mass, elastic_M_magnitude(at(i), at(j)) += terms;
            }
        }
    }
}

}  // namespace lag::oracle
