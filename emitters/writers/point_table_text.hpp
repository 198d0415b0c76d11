// Curves and maps in arrays (core/point_table.hpp) as text: the numbers, a binary search, a polynomial. For each table
// that a file needs there is one function, table_1(order, x) or table_1(order_x, order_y, x, y), which gives the
// table's value (order 0) or its derivatives.
#pragma once

#include <string>
#include <vector>

#include "emitters/program/program.hpp"

namespace lag {

// Numbers of the tables that these routines look up, ascending.
std::vector<std::size_t> tables_used(const Program& program, const std::vector<const Routine*>& routines);
// "1000 segments", "20 by 30 segments"
std::string segments_text(const PointTable& table);

std::string c_point_tables(const Program& program, const std::vector<const Routine*>& routines);
// The templates, outside of the model's namespace; then the arrays and functions within it.
std::string cpp_table_functions();
std::string cpp_point_tables(const Program& program, const std::vector<const Routine*>& routines);
// The module's arrays; then its functions.
std::string fortran_point_tables(const Program& program, const std::vector<const Routine*>& routines);
std::string fortran_table_functions(const Program& program, const std::vector<const Routine*>& routines);
// Functions <model>_f_table_1 and those they call. `statement` is the writer's own, which breaks lines.
std::string fortran77_point_tables(const Program& program, const std::vector<const Routine*>& routines,
                                   std::string (*statement)(const std::string& text));

}  // namespace lag
