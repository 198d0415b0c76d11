// The text of m_partition, which chooses the speeds to integrate: full pivoting of B at a state (R. A. Wehage, E. J. Haug,
// Generalized Coordinate Partitioning in Dynamic Analysis of Mechanical Systems, TACOM TR 12590, 1981, appendix A). It
// calls m_mass_matrix and m_constraint_matrix, and is emitted where it is asked for.
//
// A column of B is divided by the square root of its diagonal element of M, so that all speeds have the same unit, that of a
// root of an energy; a speed without mass counts as one of 1e-12 of the largest mass, and becomes dependent. Each row is
// divided by its largest element. Pivots below 1e-10 count as zero.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Rows of independent speeds can be chosen from: the model has m_constraint_matrix and m_mass_matrix.
bool can_partition(const Program& program);

std::string fortran_partition(const Program& program);
std::string cpp_partition(const Program& program);
std::string c_partition(const Program& program);
std::string fortran77_partition(const Program& program);
// As a module in Python calls it.
std::vector<Argument> partition_arguments(const Program& program);

}  // namespace lag
