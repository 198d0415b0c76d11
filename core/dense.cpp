#include "core/dense.hpp"

#include <Eigen/Dense>

namespace lag {

using Eigen::MatrixXd;
using Eigen::VectorXd;

SingularValues singular_value_decomposition(const MatrixXd& A) {
    const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {svd.matrixU(), svd.matrixV(), svd.singularValues()};
}

VectorXd singular_values(const MatrixXd& A) {
    return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

Eigen::Index SingularValues::rank(double threshold) const {
    return values.size() == 0 ? 0 : (values.array() > threshold * values(0)).count();
}
Eigen::Index rank_of(const MatrixXd& A, double threshold) {
    return SingularValues{{}, {}, singular_values(A)}.rank(threshold);
}

MatrixXd least_squares(const MatrixXd& A, const MatrixXd& B, std::optional<double> threshold) {
    Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition(A.rows(), A.cols());
    if (threshold) decomposition.setThreshold(*threshold);
    decomposition.compute(A);
    return decomposition.solve(B);
}

MatrixXd solve_square(const MatrixXd& A, const MatrixXd& B) {
    return A.fullPivLu().solve(B);
}
MatrixXd inverse_of(const MatrixXd& A) {
    return A.fullPivLu().inverse();
}

std::optional<MatrixXd> solve_positive_definite(const MatrixXd& M, const MatrixXd& B) {
    const Eigen::LLT<MatrixXd> factors(M);
    if (factors.info() != Eigen::Success) return std::nullopt;
    return factors.solve(B);
}

SymmetricEigenvalues symmetric_eigenvalues(const MatrixXd& A) {
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(A);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<std::vector<std::complex<double>>> eigenvalues_of(const MatrixXd& A) {
    if (A.size() == 0) return std::vector<std::complex<double>>{};
    const Eigen::EigenSolver<MatrixXd> solver(A, false);
    if (solver.info() != Eigen::Success) return std::nullopt;
    const auto& values = solver.eigenvalues();
    return std::vector<std::complex<double>>(values.begin(), values.end());
}

std::optional<Eigenvectors> eigenvectors_of(const MatrixXd& A) {
    if (A.size() == 0) return Eigenvectors{};
    const Eigen::EigenSolver<MatrixXd> solver(A);
    if (solver.info() != Eigen::Success) return std::nullopt;
    const auto& values = solver.eigenvalues();
    return Eigenvectors{{values.begin(), values.end()}, solver.eigenvectors()};
}

OrthonormalBasis orthonormal_basis(const MatrixXd& A) {
    const Eigen::ColPivHouseholderQR<MatrixXd> qr(A);
    return {MatrixXd(qr.householderQ()), qr.matrixQR().diagonal().cwiseAbs()};
}

std::size_t deflate_zeros(MatrixXd& A, double small) {
    std::size_t zeros = 0;
    while (A.rows() > 0) {
        const OrthonormalBasis basis = orthonormal_basis(A.transpose());
        const auto rank = (basis.pivots.array() > small).count();
        if (rank == A.rows()) break;
        zeros += static_cast<std::size_t>(A.rows() - rank);
        const MatrixXd kept = basis.Q.leftCols(rank);  // the rest spans the null space
        A = (kept.transpose() * A * kept).eval();
    }
    return zeros;
}

}  // namespace lag
