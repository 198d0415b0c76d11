#include "lagrange/dynamics/energy_terms.hpp"

#include <fmt/format.h>

#include <array>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "lagrange/dynamics/elastic_terms.hpp"

namespace lag {

namespace {

class EnergyTermBuilder {
  public:
    EnergyTermBuilder(const Model& model, const Kinematics& k) : model_(model), k_(k), graph_(*model.graph) {}

    EnergyTerms run() {
        const std::size_t n = model_.speeds.size();
        const Expr zero = graph_.integer(0);
        EnergyTerms terms{{}, std::vector<Expr>(n, zero), std::vector<Expr>(n, zero), zero};
        for (const KineticTerm& term : model_.kinetic_terms) terms.kinetic = terms.kinetic + term.value;
        require_rates(terms.kinetic);
        std::vector<Expr> momenta;  // T,q' by speed
        for (std::size_t i = 0; i < n; ++i) momenta.push_back(by_speed(terms.kinetic, i));
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j <= i; ++j) {
                const Expr m = by_speed(momenta[i], j);
                if (m.is_zero()) continue;
                if ((graph_.node(m).dependence & bit(Role::speed)) != 0)
                    throw ModelError(fmt::format("the kinetic energy is not quadratic in '{}'", model_.speeds[i].name),
                                     "its second derivatives by the rates may hold coordinates and time only; expand "
                                     "or simplify it where they cancel",
                                     {Subject::Kind::speed, model_.speeds[i].name});
                terms.mass.emplace(std::pair(i, j), m);
            }
        for (std::size_t i = 0; i < n; ++i) {
            const Expr slope = by_coordinate(terms.kinetic, i);
            terms.bias[i] = time_derivative(model_, k_, momenta[i], Accelerations::zero) - slope;
            terms.inertia[i] = time_derivative(model_, k_, momenta[i], Accelerations::symbols) - slope;
        }
        return terms;
    }

  private:
    Expr by_speed(Expr e, std::size_t i) {
        if (e.is_zero() || !model_.speeds[i].rate_of) return graph_.integer(0);
        return partial_derivative(e, symbol(model_, SpeedIndex(i)));
    }
    Expr by_coordinate(Expr e, std::size_t i) {
        if (!model_.speeds[i].rate_of) return graph_.integer(0);
        return partial_derivative(e, symbol(model_, *model_.speeds[i].rate_of));
    }

    // Every coordinate and speed of T belongs to a row: q and q' = u.
    void require_rates(Expr kinetic) const {
        std::vector<bool> has_rate(model_.coordinates.size(), false);
        for (const Speed& u : model_.speeds)
            if (u.rate_of) has_rate[u.rate_of->value] = true;
        const std::array<Expr, 1> roots{kinetic};
        for (const Expr& s :
             symbols_in(graph_, roots, static_cast<Dependence>(bit(Role::coordinate) | bit(Role::speed)))) {
            const std::string& name = graph_.symbol_of(s).name;
            for (std::size_t q = 0; q < has_rate.size(); ++q)
                if (model_.coordinates[q].name == name && !has_rate[q])
                    refuse({Subject::Kind::coordinate, name}, "a coordinate");
            for (const Speed& u : model_.speeds)
                if (u.name == name && !u.rate_of) refuse({Subject::Kind::speed, name}, "a quasi-velocity");
        }
    }
    [[noreturn]] static void refuse(const Subject& found, const std::string& what) {
        throw ModelError(
            fmt::format("the kinetic energy holds '{}', {} of a hinge with quasi-velocities or of a cut hinge",
                        found.name, what),
            "Lagrange's equations need coordinates whose rates are speeds", found);
    }

    const Model& model_;
    const Kinematics& k_;
    Graph& graph_;
};

}  // namespace

EnergyTerms energy_terms(const Model& model, const Kinematics& kinematics) {
    EnergyTerms terms;
    if (!model.kinetic_terms.empty()) terms = EnergyTermBuilder(model, kinematics).run();
    if (has_flexible_bodies(model)) add_elastic_terms(terms, model, kinematics);
    return terms;
}

}  // namespace lag
