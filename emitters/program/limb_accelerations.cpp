#include "emitters/program/limb_accelerations.hpp"

#include <fmt/format.h>

#include <string>

#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"

namespace lag {

LimbAccelerations::LimbAccelerations(const LimbSystem& system) : system_(system), graph_(*system.model().graph) {
    if (!system.is_tree()) return;
    Model loaded = system.model();
    for (std::size_t u = 0; u < loaded.speeds.size(); ++u) {
        const SpeedIndex speed{u};
        loads_.push_back(
            placeholder(graph_, "load on " + loaded.speeds[u].name, graph_.lanes_of(symbol(loaded, speed))));
        loaded.hinge_loads.push_back({speed, loads_.back()});
    }
    const Equations equations = form_system(minimal_system(loaded, compute_kinematics(loaded)), {}, system.way(), {});
    answers_ = equations.solved()->accelerations;
}

std::vector<Expr> LimbAccelerations::solve(const std::vector<Expr>& right_side) const {
    if (!system_.is_tree()) return system_.solve(right_side);
    Differentiator derivative(graph_, Quotients::by_reciprocal);
    for (std::size_t u = 0; u < right_side.size(); ++u) derivative.seed(loads_[u], right_side[u]);
    std::vector<Expr> answers;
    for (const Expr& e : answers_) answers.push_back(derivative(graph_.own(e)));
    return answers;
}

std::vector<ImplicitAccelerations::Product> LimbAccelerations::products(const std::vector<Expr>& v) const {
    std::vector<Expr> weights = v;
    weights.resize(system_.unknowns().size(), graph_.integer(0));
    const std::vector<Expr> z = solve(weights);
    std::vector<Product> found;
    for (const LimbResidual& residual : system_.residuals()) {
        Product& product = found.emplace_back(Product{graph_.integer(0), system_.solution()});
        for (std::size_t k = 0; k < z.size(); ++k) {
            const Expr value = graph_.own(z[k]);
            if (value.is_zero()) continue;
            const std::size_t lanes = system_.lanes_of(k);
            const std::string name = k < v.size() ? "adjoint of " + system_.model().speeds[k].name
                                                  : fmt::format("adjoint of row {} of {}", k - v.size(), lanes);
            const Expr held = placeholder(graph_, name, lanes);
            product.known.replace(held, value);
            product.value += summed(held * residual.rows[k], lanes);
        }
    }
    return found;
}

std::vector<std::vector<Expr>> LimbAccelerations::slopes(const Along& along) const {
    std::vector<std::vector<Expr>> found;
    for (const LimbResidual& residual : system_.residuals()) {
        Substitution known = system_.solution();
        std::vector<Expr> right_side = along(residual.rows);
        for (Expr& e : right_side) e = -known(graph_.own(e));
        std::vector<Expr> of_speeds = solve(right_side);
        of_speeds.resize(system_.solved().accelerations.size());
        for (Expr& e : of_speeds) e = graph_.own(e);
        found.push_back(std::move(of_speeds));
    }
    return found;
}

}  // namespace lag
