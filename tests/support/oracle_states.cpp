// States: their rates by the model's words, at accelerations and multipliers that somebody else has found.
#include "core/errors.hpp"
#include "tests/support/oracle_reading.hpp"

namespace lag {

using namespace oracle;

Eigen::VectorXd oracle_state_rates(const Model& model, const OracleState& state, const Eigen::VectorXd& udot,
                                   const std::map<std::string, double>& multipliers) {
    Reading reading(model, state);
    std::map<std::string, Number> acceleration;
    for (std::size_t k = 0; k < model.speeds.size(); ++k)
        acceleration[model.speeds[k].name + "'"] = static_cast<Number>(udot(at(k)));
    Evaluator<Number> value(
        *model.graph,
        [&](const Symbol& s) {
            if (s.role == Role::acceleration) return acceleration.at(s.name);
            if (s.role == Role::multiplier) return static_cast<Number>(multipliers.at(s.name));
            return reading.symbol_value(s);
        },
        [&](Expr e) { return reading.constant(e); });
    Eigen::VectorXd rates(at(model.states.size()));
    for (std::size_t k = 0; k < model.states.size(); ++k)
        rates(at(k)) = static_cast<double>(value(model.states[k].rate));
    return rates;
}

}  // namespace lag
