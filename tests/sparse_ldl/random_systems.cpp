// Random patterns and matrices: see random_systems.hpp.
#include "tests/sparse_ldl/random_systems.hpp"

namespace lag_test {

using lag::SymmetricPattern;

std::vector<std::size_t> random_tree(Random& random, std::size_t size) {
    std::vector<std::size_t> parent(size, 0);
    for (std::size_t i = 1; i < size; ++i) parent[i] = random.chance(10) ? i : random.below(i);
    return parent;
}

SymmetricPattern tree_edges(const std::vector<std::size_t>& parent) {
    SymmetricPattern pattern(parent.size());
    for (std::size_t i = 0; i < parent.size(); ++i) {
        pattern.insert(i, i);
        pattern.insert(i, parent[i]);
    }
    return pattern;
}

SymmetricPattern tree_mass_matrix(const std::vector<std::size_t>& parent) {
    SymmetricPattern pattern(parent.size());
    for (std::size_t i = 0; i < parent.size(); ++i) {
        pattern.insert(i, i);
        for (std::size_t j = i; parent[j] != j; j = parent[j]) pattern.insert(i, parent[j]);
    }
    return pattern;
}

SymmetricPattern random_pattern(Random& random, std::size_t size, std::size_t percent) {
    SymmetricPattern pattern(size);
    for (std::size_t i = 0; i < size; ++i) {
        pattern.insert(i, i);
        for (std::size_t j = 0; j < i; ++j) {
            if (random.chance(percent)) pattern.insert(i, j);
        }
    }
    return pattern;
}

SymmetricPattern band_pattern(std::size_t size, std::size_t half_width) {
    SymmetricPattern pattern(size);
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i > half_width ? i - half_width : 0; j <= i; ++j) pattern.insert(i, j);
    }
    return pattern;
}

SymmetricPattern dense_pattern(std::size_t size) {
    return band_pattern(size, size);
}

SymmetricPattern random_kkt_pattern(Random& random, std::size_t speeds, std::size_t massless, std::size_t multipliers) {
    std::vector<int> signs(speeds, 1);
    signs.insert(signs.end(), multipliers, -1);
    SymmetricPattern pattern(signs);
    const std::size_t massive = speeds - massless;
    const SymmetricPattern mass_matrix = tree_mass_matrix(random_tree(random, massive));
    for (std::size_t i = 0; i < massive; ++i) {
        for (const std::size_t j : mass_matrix.lower_row(i)) pattern.insert(i, j);
    }
    for (std::size_t k = 0; k < multipliers; ++k) {
        pattern.insert(speeds + k, massive - 1 - k);
        if (k < massless) pattern.insert(speeds + k, massive + k);
        for (std::size_t extra = random.below(4); extra > 0; --extra) pattern.insert(speeds + k, random.below(speeds));
    }
    return pattern;
}

Eigen::MatrixXd random_values(Random& random, const SymmetricPattern& pattern) {
    const auto n = static_cast<Eigen::Index>(pattern.size());
    Eigen::MatrixXd A = Eigen::MatrixXd::Zero(n, n);
    Eigen::VectorXd dominance = Eigen::VectorXd::Constant(n, 0.5);
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        for (const std::size_t j : pattern.lower_row(i)) {
            if (i == j) continue;
            const auto r = static_cast<Eigen::Index>(i);
            const auto c = static_cast<Eigen::Index>(j);
            A(r, c) = A(c, r) = random.away_from_zero();
            if (pattern.sign(i) == pattern.sign(j)) {
                dominance(r) += std::abs(A(r, c));
                dominance(c) += std::abs(A(r, c));
            }
        }
    }
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const auto r = static_cast<Eigen::Index>(i);
        if (pattern.has(i, i)) A(r, r) = pattern.sign(i) * dominance(r);
    }
    return A;
}

std::vector<double> random_right_side(Random& random, std::size_t size) {
    std::vector<double> b(size);
    for (double& value : b) value = random.value();
    return b;
}

Solution solve(const lag::LdlPlan& plan, const Eigen::MatrixXd& A, const std::vector<double>& b) {
    lag::DoublePolicy policy;
    const auto entry = [&](std::size_t i, std::size_t j) {
        return A(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    };
    Solution solution;
    solution.parts = lag::execute<double>(plan, entry, b, policy);
    solution.info = policy.info();
    solution.x =
        Eigen::Map<const Eigen::VectorXd>(solution.parts.x.data(), static_cast<Eigen::Index>(solution.parts.x.size()));
    return solution;
}

double relative_residual(const Eigen::MatrixXd& A, const Eigen::VectorXd& x, const std::vector<double>& b) {
    const Eigen::Map<const Eigen::VectorXd> right(b.data(), static_cast<Eigen::Index>(b.size()));
    const double scale =
        A.cwiseAbs().rowwise().sum().maxCoeff() * x.cwiseAbs().maxCoeff() + right.cwiseAbs().maxCoeff();
    return (A * x - right).cwiseAbs().maxCoeff() / scale;
}

std::vector<std::string> numbered_names(std::size_t size) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < size; ++i) names.push_back("u" + std::to_string(i + 1));
    return names;
}

}  // namespace lag_test
