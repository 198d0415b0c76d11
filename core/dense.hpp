// Dense linear algebra on numbers, for places that are not part of emitted code: dependent constraint rows, consistent
// states, eigenvalues, tests. Eigen's decompositions are compiled here once instead of in every file that needs one.
//
// Matrices may have no rows or no columns. Singular values and eigenvalues of symmetric
// matrices: descending, ascending.
#pragma once

#include <Eigen/Core>
#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

namespace lag {

// Eigen counts with signed numbers.
inline Eigen::Index at_index(std::size_t i) {
    return static_cast<Eigen::Index>(i);
}

// The singular value decomposition A = U diag(values) V^T. U (rows x rows) and V (columns x columns) are orthogonal.
struct SingularValues {
    Eigen::MatrixXd U, V;
    Eigen::VectorXd values;  // as many as the smaller extent has
    // How many are above `threshold` times the largest.
    Eigen::Index rank(double threshold) const;
};
SingularValues singular_value_decomposition(const Eigen::MatrixXd& A);
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);
// Singular values above `threshold` times the largest one.
Eigen::Index rank_of(const Eigen::MatrixXd& A, double threshold);

// The X with least |A X - B|, and of those the shortest. Directions below `threshold` times the largest pivot count as
// zero; nothing: Eigen's default.
Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                              std::optional<double> threshold = std::nullopt);

// A X = B for a square matrix, by elimination with full pivoting.
Eigen::MatrixXd solve_square(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd inverse_of(const Eigen::MatrixXd& A);

// M X = B for a symmetric positive definite matrix; nothing where it is not.
std::optional<Eigen::MatrixXd> solve_positive_definite(const Eigen::MatrixXd& M, const Eigen::MatrixXd& B);

// A symmetric matrix = vectors diag(values) vectors^T.
struct SymmetricEigenvalues {
    Eigen::VectorXd values;
    Eigen::MatrixXd vectors;
};
SymmetricEigenvalues symmetric_eigenvalues(const Eigen::MatrixXd& A);
// Of a general matrix; nothing where they are not found in a bounded number of steps.
std::optional<std::vector<std::complex<double>>> eigenvalues_of(const Eigen::MatrixXd& A);
// The same with a vector of unit length for each, in the order of the values.
struct Eigenvectors {
    std::vector<std::complex<double>> values;
    Eigen::MatrixXcd vectors;  // by column
};
std::optional<Eigenvectors> eigenvectors_of(const Eigen::MatrixXd& A);

// An orthonormal basis of the column space with column pivoting (A P = Q R): its first columns span what A spans.
struct OrthonormalBasis {
    Eigen::MatrixXd Q;       // rows x rows
    Eigen::VectorXd pivots;  // |diagonal of R|, descending
};
OrthonormalBasis orthonormal_basis(const Eigen::MatrixXd& A);

// Takes out the eigenvalues that are zero, as far as errors of A below `small` can tell, and returns their number. A
// repeated zero would otherwise come out as a root of the errors: but the null space is found within the errors
// themselves, as is, in turn, that of the map on what it leaves.
std::size_t deflate_zeros(Eigen::MatrixXd& A, double small);

}  // namespace lag
