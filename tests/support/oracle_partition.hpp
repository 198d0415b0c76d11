// Which speeds of B u = b to take as independent: full pivoting of B (R. A. Wehage, E. J. Haug, Generalized Coordinate
// Partitioning in Dynamic Analysis of Mechanical Systems, TACOM TR 12590, 1981, appendix A).
//
// Columns are divided by the square roots of masses, so that all speeds have one unit, that of a root of an energy; a speed
// without mass counts as one of 1e-12 of the largest mass, and becomes dependent. Rows are divided by their largest
// elements. Pivots below 1e-10 count as zero. What the procedure `partition` is compared with: by rows and columns of Eigen.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace lag {

struct SpeedPartition {
    std::vector<std::size_t> independent;  // ascending, from 0
    double growth =
        0;  // largest change of a dependent speed for a change of 1 of an independent one, in roots of energies
    std::optional<std::size_t> failing;  // the first row that depends on others
};

// `masses`: the diagonal of the mass matrix, by column of B.
SpeedPartition partition_speeds(const Eigen::MatrixXd& B, const Eigen::VectorXd& masses);

// The growth of a given choice of as many speeds as B leaves independent; infinite or very large where it determines
// no others.
double growth_of(const Eigen::MatrixXd& B, const Eigen::VectorXd& masses, const std::vector<std::size_t>& independent);

}  // namespace lag
