// What emitted code computes for a model with constraints, against the oracle's reading of them
// (tests/support/oracle_constraints): phi, phidot, B, u' and lambda at states that satisfy the constraints.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/support/oracle_constraints.hpp"

namespace lag {

// `ours` within 1e-11 of `magnitude` of `reference`, element by element.
void compare_rows(const char* what, const Eigen::VectorXd& ours, const Eigen::VectorXd& reference,
                  const Eigen::VectorXd& magnitude);

// `ours` within 1e-8 of 1 + |tabled|, element by element.
void compare_tabled(const char* what, const Eigen::VectorXd& ours, const Eigen::VectorXd& tabled);

class ConstraintReference {
  public:
    explicit ConstraintReference(const Model& model);  // which must outlive it

    // `count` states on the constraints, near `q`, `u` (the script's initial state), with parameters near the defaults
    // and inputs at random: restraint and inertia as in ConstrainedMotion large enough to compare accelerations to
    // 1e-9. Fewer when none is found.
    std::vector<OracleState> states(const Eigen::VectorXd& q, const Eigen::VectorXd& u, int count) const;

    // Checks phi, phidot and B (with cut hinges: that phi and phidot vanish, and the span of B); u' against the null
    // space of all the oracle's rows, and lambda; B u' = gamma; and the power balance dT/dt = loads . u - lambda . B u,
    // in which the last term vanishes where no condition depends on time. Returns u' and lambda, as emitted. The
    // compiled model has been set up for the state's parameters.
    ConstrainedMotion compare(const CompiledModel& compiled, const OracleState& state) const;

    // Gives the model's multiplier symbols their values; rows that depend on others carry nothing.
    void set_multipliers(const Eigen::VectorXd& lambda, OracleState& state) const;

  private:
    const Model& model_;
    bool row_by_row_ = true;             // no cut hinges: the oracle's rows are the product's
    std::vector<Eigen::Index> kept_;     // which of the oracle's rows (three for every loop) the product has, in order
    std::vector<std::string> symbols_;   // their multipliers
    std::vector<std::string> unloaded_;  // those of the rows that depend on others
};

}  // namespace lag
