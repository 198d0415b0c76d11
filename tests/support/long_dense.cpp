#include "tests/support/long_dense.hpp"

#include <Eigen/Dense>

namespace lag::oracle {

struct LongSingularValues::Decomposition : Eigen::JacobiSVD<Matrix, Eigen::FullPivHouseholderQRPreconditioner> {
    using JacobiSVD::JacobiSVD;
};

LongSingularValues::LongSingularValues(const Matrix& A, Number threshold)
    : decomposition_(std::make_unique<Decomposition>(A, Eigen::ComputeFullU | Eigen::ComputeFullV)) {
    decomposition_->setThreshold(threshold);
}
LongSingularValues::~LongSingularValues() = default;

Eigen::Index LongSingularValues::rank() const {
    return decomposition_->rank();
}
Matrix LongSingularValues::U() const {
    return decomposition_->matrixU();
}
Matrix LongSingularValues::V() const {
    return decomposition_->matrixV();
}
Vector LongSingularValues::values() const {
    return decomposition_->singularValues();
}
Vector LongSingularValues::solve(const Vector& b) const {
    return decomposition_->solve(b);
}

Vector long_least_squares(const Matrix& A, const Vector& b) {
    return A.completeOrthogonalDecomposition().solve(b);
}
Vector long_solve(const Matrix& A, const Vector& b) {
    return A.fullPivLu().solve(b);
}
Matrix long_inverse(const Matrix& A) {
    return A.fullPivLu().inverse();
}
Vector long_symmetric_eigenvalues(const Matrix& A) {
    return Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace lag::oracle
