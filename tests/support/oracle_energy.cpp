// Explicit kinetic energies: Lagrange's equations by second derivatives of T along straight lines in (q, u, t),
//     T,xy = (T'' along x + y  -  T'' along x  -  T'' along y)/2.
#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

namespace {

struct Line {
    Vector dq, du;
    bool time_runs = false;  // inputs move by their primes
};

class AlongLine {
  public:
    AlongLine(Reading& reading, const Line& line)
        : value_(
              *reading.model->graph,
              [&reading, line](const Symbol& s) {
                  const Number now = reading.symbol_value(s);
                  if (s.role == Role::coordinate) return NumberJet(now, line.dq(reading.coordinate.at(s.name)));
                  if (s.role == Role::speed) return NumberJet(now, line.du(reading.speed.at(s.name)));
                  if (s.role == Role::time) return NumberJet(now, line.time_runs ? 1 : 0);
                  if (s.role == Role::input && line.time_runs) return NumberJet(now, reading.input_value(s.name + "'"));
                  return NumberJet(now);
              },
              [&reading](Expr e) { return NumberJet(reading.constant(e)); }) {}
    NumberJet operator()(Expr e) { return value_(e); }

  private:
    Evaluator<NumberJet> value_;
};

}  // namespace

void Reading::read_energy() {
    const Eigen::Index nu = u.size(), nq = q.size();
    energy_M = energy_M_magnitude = Matrix::Zero(nu, nu);
    energy_f = energy_f_magnitude = Vector::Zero(nu);
    const auto along = [&](const Vector& dq, const Vector& du, bool time_runs, Expr e) {
        return AlongLine(*this, {dq, du, time_runs})(e);
    };
    const Vector none_q = Vector::Zero(nq), none_u = Vector::Zero(nu);
    for (const KineticTerm& term : model->kinetic_terms) {
        const Number in_time = along(qdot, none_u, true, term.value).dd;
        kinetic_energy += along(none_q, none_u, false, term.value).v;
        std::vector<Number> alone;
        for (Eigen::Index i = 0; i < nu; ++i) alone.push_back(along(none_q, Vector::Unit(nu, i), false, term.value).dd);
        for (Eigen::Index i = 0; i < nu; ++i) {
            const Number own = alone[static_cast<std::size_t>(i)];
            const Number both = along(qdot, Vector::Unit(nu, i), true, term.value).dd;
            energy_f(i) -= (both - in_time - own) / 2;
            energy_f_magnitude(i) += (std::abs(both) + std::abs(in_time) + std::abs(own)) / 2;
            if (const auto k = model->speeds[static_cast<std::size_t>(i)].rate_of) {
                const Number slope = along(Vector::Unit(nq, at(k->value)), none_u, false, term.value).d;
                energy_f(i) += slope;
                energy_f_magnitude(i) += std::abs(slope);
            }
            for (Eigen::Index j = 0; j < nu; ++j) {
                const Number other = alone[static_cast<std::size_t>(j)];
                const Number sum = along(none_q, Vector::Unit(nu, i) + Vector::Unit(nu, j), false, term.value).dd;
                energy_M(i, j) += (sum - own - other) / 2;
                energy_M_magnitude(i, j) += (std::abs(sum) + std::abs(own) + std::abs(other)) / 2;
            }
        }
    }
}

Number Reading::energy_rate(const Vector& udot) {
    Number rate = 0;
    for (const KineticTerm& term : model->kinetic_terms) rate += AlongLine(*this, {qdot, udot, true})(term.value).d;
    return rate;
}

}  // namespace lag::oracle
