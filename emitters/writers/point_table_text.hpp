// Curves and maps in arrays (core/point_table.hpp) as text: the numbers, a binary search, a polynomial. For each table
// that a file needs there is one function, table_1(order, x) or table_1(order_x, order_y, x, y), which gives the
// table's value (order 0) or its derivatives. `tables`: those that the file's code looks up, by number.
#pragma once

#include <set>
#include <string>

#include "emitters/program/program.hpp"

namespace lag {

// "1000 segments", "20 by 30 segments"
std::string segments_text(const PointTable& table);

std::string c_point_tables(const Program& program, const std::set<std::size_t>& tables);
// The templates, outside of the model's namespace; then the arrays and functions within it.
std::string cpp_table_functions();
std::string cpp_point_tables(const Program& program, const std::set<std::size_t>& tables);
// The module's arrays; then its functions.
std::string fortran_point_tables(const Program& program, const std::set<std::size_t>& tables);
std::string fortran_table_functions(const Program& program, const std::set<std::size_t>& tables);
// Functions <model>_f_table_1 and those they call.
std::string fortran77_point_tables(const Program& program, const std::set<std::size_t>& tables);

}  // namespace lag
