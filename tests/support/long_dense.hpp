// Dense linear algebra in the oracle's long numbers, compiled once. Matrices may have no rows or no columns.
#pragma once

#include "tests/support/oracle_reading.hpp"

namespace lag::oracle {

// Singular values and vectors with full pivoting; directions below `threshold` times the largest count as zero.
class LongSingularValues {
  public:
    LongSingularValues(const Matrix& A, Number threshold);
    ~LongSingularValues();
    Eigen::Index rank() const;
    Matrix U() const;                     // rows x rows
    Matrix V() const;                     // columns x columns
    Vector values() const;                // descending
    Vector solve(const Vector& b) const;  // the shortest x with least |A x - b|

  private:
    struct Decomposition;
    std::unique_ptr<Decomposition> decomposition_;
};

// The shortest x with least |A x - b|, by an orthogonal decomposition.
Vector long_least_squares(const Matrix& A, const Vector& b);
Vector long_solve(const Matrix& A, const Vector& b);  // square, full pivoting
Matrix long_inverse(const Matrix& A);
Vector long_symmetric_eigenvalues(const Matrix& A);  // ascending

}  // namespace lag::oracle
