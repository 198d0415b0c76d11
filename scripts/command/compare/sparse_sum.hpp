// The shortest sum of given columns that makes up a vector: which of many possible terms a difference consists of.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

namespace lag {

struct SparseSum {
    std::vector<std::size_t> columns;  // ascending
    std::vector<double> factors;
    double cost = 0;
};

struct SparseLimits {
    std::size_t terms = 10;
    double tolerance = 1e-7;  // |y - sum| / |y|
};

// Sums of columns that are y up to the tolerance, the simplest first: fewest columns, then the least sum of `costs`,
// then the smallest factors. Empty: none was found. Columns are taken one after the other, each time the one that
// leaves least of y (orthogonal least squares; S. Chen, S. A. Billings, W. Luo, Int. J. Control 50, 1989), from several
// first columns; those that the others make needless are taken away again. Before that all single columns are tried, then
// all sums of up to three of the cheapest ones. Columns that are zero count for nothing.
std::vector<SparseSum> sparse_sums(const Eigen::MatrixXd& columns, const Eigen::VectorXd& y,
                                   const std::vector<double>& costs, const SparseLimits& limits = {});

}  // namespace lag
