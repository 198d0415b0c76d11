// Seeded random patterns and matrices for the LDL^T tests.
//
// Everything is drawn with integers from mt19937_64, whose sequence the standard fixes: the same systems
// on every machine.
#pragma once

#include <Eigen/Dense>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "sparse_ldl/execute.hpp"
#include "sparse_ldl/pattern.hpp"

namespace lag_test {

class Random {
  public:
    explicit Random(unsigned long long seed) : engine_(seed) {}
    std::size_t below(std::size_t bound) { return static_cast<std::size_t>(engine_() % bound); }
    bool chance(std::size_t percent) { return below(100) < percent; }
    // Between -1 and 1.
    double value() { return static_cast<double>(below(2000001)) / 1e6 - 1.0; }
    // Of magnitude 0.5 to 1.5, either sign.
    double away_from_zero() {
        const double magnitude = 0.5 + static_cast<double>(below(1000001)) / 1e6;
        return chance(50) ? magnitude : -magnitude;
    }

  private:
    std::mt19937_64 engine_;
};

// parent[i] < i, or i itself for a base.
std::vector<std::size_t> random_tree(Random& random, std::size_t size);
// Tree edges and diagonal.
lag::SymmetricPattern tree_edges(const std::vector<std::size_t>& parent);
// Mass matrix of the tree: (i,j) wherever one is outboard of the other, and the diagonal.
lag::SymmetricPattern tree_mass_matrix(const std::vector<std::size_t>& parent);
// Full diagonal, every entry below it with this chance.
lag::SymmetricPattern random_pattern(Random& random, std::size_t size, std::size_t percent);
lag::SymmetricPattern dense_pattern(std::size_t size);
lag::SymmetricPattern band_pattern(std::size_t size, std::size_t half_width);

// [M B^T; B 0]: speeds first. The last `massless` speeds have no entry in M; each leans on a multiplier of its own, and
// every multiplier on a speed with mass of its own.
lag::SymmetricPattern random_kkt_pattern(Random& random, std::size_t speeds, std::size_t massless,
                                         std::size_t multipliers);

// Values on the pattern. Rows of sign +1 with a diagonal entry are diagonally dominant among
// themselves: positive definite.
Eigen::MatrixXd random_values(Random& random, const lag::SymmetricPattern& pattern);
std::vector<double> random_right_side(Random& random, std::size_t size);

struct Solution {
    Eigen::VectorXd x;
    std::size_t info;
    lag::LdlResult<double> parts;
};
Solution solve(const lag::LdlPlan& plan, const Eigen::MatrixXd& A, const std::vector<double>& b);

// |A x - b| / (|A| |x| + |b|), maximum norms.
double relative_residual(const Eigen::MatrixXd& A, const Eigen::VectorXd& x, const std::vector<double>& b);

std::vector<std::string> numbered_names(std::size_t size);

}  // namespace lag_test
