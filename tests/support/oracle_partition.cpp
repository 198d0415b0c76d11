#include "tests/support/oracle_partition.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/dense.hpp"

namespace lag {

namespace {

Eigen::VectorXd roots_of(const Eigen::VectorXd& masses) {
    double heaviest = masses.size() > 0 ? masses.maxCoeff() : 0;
    if (!(heaviest > 0)) heaviest = 1;
    return masses.cwiseMax(1e-12 * heaviest).cwiseSqrt();
}

Eigen::MatrixXd comparable(const Eigen::MatrixXd& B, const Eigen::VectorXd& masses) {
    Eigen::MatrixXd A = B * roots_of(masses).cwiseInverse().asDiagonal();
    for (Eigen::Index i = 0; i < A.rows(); ++i)
        if (const double largest = A.row(i).cwiseAbs().maxCoeff(); largest > 0) A.row(i) /= largest;
    return A;
}

}  // namespace

SpeedPartition partition_speeds(const Eigen::MatrixXd& B, const Eigen::VectorXd& masses) {
    SpeedPartition result;
    std::vector<Eigen::Index> rows(static_cast<std::size_t>(B.rows())), columns(static_cast<std::size_t>(B.cols()));
    std::iota(rows.begin(), rows.end(), Eigen::Index{0}), std::iota(columns.begin(), columns.end(), Eigen::Index{0});
    const auto at = [](std::vector<Eigen::Index>& places, Eigen::Index k) -> Eigen::Index& {
        return places[static_cast<std::size_t>(k)];
    };
    Eigen::MatrixXd A = B.rows() > 0 && B.cols() > 0 ? comparable(B, masses) : B;
    Eigen::Index rank = 0;
    for (; rank < std::min(A.rows(), A.cols()); ++rank) {
        // the first of the largest elements, up to rounding
        double pivot = 1e-10;
        Eigen::Index row = -1, column = -1;
        for (Eigen::Index j = rank; j < A.cols(); ++j)
            for (Eigen::Index i = rank; i < A.rows(); ++i)
                if (std::abs(A(i, j)) > pivot) pivot = std::abs(A(i, j)) * 1.000000001, row = i, column = j;
        if (row < 0) break;
        A.row(row).swap(A.row(rank)), A.col(column).swap(A.col(rank));
        std::swap(at(rows, row), at(rows, rank)), std::swap(at(columns, column), at(columns, rank));
        A.row(rank) /= double(A(rank, rank));
        for (Eigen::Index i = 0; i < A.rows(); ++i)
            if (i != rank) A.row(i) -= double(A(i, rank)) * A.row(rank);
    }
    for (Eigen::Index j = rank; j < A.cols(); ++j) {
        result.independent.push_back(static_cast<std::size_t>(at(columns, j)));
        for (Eigen::Index i = 0; i < rank; ++i) result.growth = std::max(result.growth, std::abs(A(i, j)));
    }
    std::ranges::sort(result.independent);
    for (Eigen::Index i = rank; i < A.rows(); ++i) {
        const auto row = static_cast<std::size_t>(at(rows, i));
        result.failing = std::min(result.failing.value_or(row), row);
    }
    return result;
}

double growth_of(const Eigen::MatrixXd& B, const Eigen::VectorXd& masses, const std::vector<std::size_t>& independent) {
    const Eigen::MatrixXd A = comparable(B, masses);
    const auto free = static_cast<Eigen::Index>(independent.size());
    if (A.cols() - free != A.rows()) return std::numeric_limits<double>::infinity();
    if (A.rows() == 0 || free == 0) return 0;
    Eigen::MatrixXd dependent(A.rows(), A.rows()), others(A.rows(), free);
    Eigen::Index d = 0, o = 0;
    for (Eigen::Index j = 0; j < A.cols(); ++j) {
        if (std::ranges::binary_search(independent, static_cast<std::size_t>(j)))
            others.col(o++) = A.col(j);
        else
            dependent.col(d++) = A.col(j);
    }
    const Eigen::MatrixXd found = solve_square(dependent, others);
    constexpr double is_solved = 1e-6;  // of the largest element, 1
    const bool solved = (dependent * found - others).cwiseAbs().maxCoeff() < is_solved;
    return solved ? found.cwiseAbs().maxCoeff() : std::numeric_limits<double>::infinity();
}

}  // namespace lag
