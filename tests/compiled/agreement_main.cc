// lag_agreement SCRIPT EMITTED [STATES]: draws random states there and then, calls the compiled emitted file and the
// oracle, and prints the largest disagreement of M u' - f, row by row, relative to the sum of the row's terms'
// magnitudes. Exit status 1 above 1e-11.
#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <random>

#include "tests/compiled/compiled_model.hpp"
#include "tests/compiled/samples.hpp"
#include "tests/support/random_model.hpp"

int main(int argc, char** argv) try {
    if (argc < 3) {
        std::cerr << "lag_agreement SCRIPT EMITTED [STATES]\n";
        return 2;
    }
    const int states = argc > 3 ? std::atoi(argv[3]) : 20;
    const lag::Model model = lag::model_of(argv[1]);
    lag::CompiledModel compiled(model, argv[2], 0, lag::Optimization::on);
    std::random_device seed;
    double worst = 0;
    for (int k = 0; k < states; ++k) {
        const lag::OracleState state = lag::random_state(model, (static_cast<std::uint64_t>(seed()) << 20U) + seed());
        compiled.setup(state.p);
        int info = 0;
        const Eigen::VectorXd rate = compiled.derivatives(state, info);
        const Eigen::VectorXd udot = rate.tail(state.u.size());
        const lag::OracleResult oracle = lag::Oracle(model, state).result();
        const Eigen::VectorXd rows = oracle.M * udot - oracle.f, magnitude = oracle.row_magnitudes(udot);
        for (Eigen::Index i = 0; i < rows.size(); ++i) worst = std::max(worst, std::abs(rows(i)) / magnitude(i));
        if (info != 0 || !rows.allFinite()) worst = 1;
    }
    std::cout << "largest disagreement of M u' - f with the oracle at " << states << " random states: " << worst
              << " of the terms\n";
    return worst <= 1e-11 ? 0 : 1;
} catch (const std::exception& e) {
    std::cerr << e.what() << "\n";
    return 1;
}
