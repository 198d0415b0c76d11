// Joins the tables of the statements, in the order the reference lists them.
#include "scripts/builtins_tables.hpp"
#include "scripts/statements.hpp"
#include "scripts/statements_constraints.hpp"
#include "scripts/statements_external.hpp"
#include "scripts/statements_lagrange.hpp"
#include "scripts/statements_options.hpp"

namespace lag {

std::vector<BuiltIn> statement_built_ins() {
    std::vector<BuiltIn> all;
    for (const auto table :
         {model_statements, body_statements, hinge_constructors, load_statements, lagrange_statements,
          external_statements, constraint_statements, cut_hinge_statements, kinematic_functions, result_functions,
          linearize_functions, check_statements, emit_statements, option_statements, table_functions})
        for (BuiltIn& row : table()) all.push_back(std::move(row));
    return all;
}

}  // namespace lag
