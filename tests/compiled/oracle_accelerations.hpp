// Emitted accelerations beside the oracle's.
#pragma once

#include <cmath>

#include "tests/catch.hpp"
#include "tests/compiled/compiled_model.hpp"
#include "tests/support/random_model.hpp"
#include "tests/support/state_values.hpp"

namespace lag {

// At five random states and parameters: accelerations to 1e-11 of the sum of their equations' terms, and the same in
// derivatives. Of models without constraints.
inline void check_accelerations(const Model& model, CompiledModel& compiled) {
    constexpr double tolerance = 1e-11;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        CAPTURE(seed);
        const OracleState state = random_state(model, seed);
        compiled.setup(state.p);
        const OracleResult oracle = Oracle(model, state).result();
        int info = -1;
        const Eigen::VectorXd udot = compiled.accelerations(state, info);
        CHECK(info == 0);
        const Eigen::VectorXd rest = oracle.M * udot - oracle.f, size = oracle.row_magnitudes(udot);
        for (Eigen::Index i = 0; i < rest.size(); ++i) CHECK(std::abs(rest[i]) <= tolerance * size[i]);
        const Eigen::VectorXd rate = compiled.derivatives(state, info);
        CHECK(info == 0);
        CHECK((rate.tail(udot.size()) - udot).cwiseAbs().maxCoeff() <= 1e-9 * (1 + udot.cwiseAbs().maxCoeff()));
    }
}

}  // namespace lag
