// Joins the tables of the statements, in the order the reference lists them.
#include "scripts/statements.hpp"
#include "scripts/statements_constraints.hpp"

namespace lag {

std::vector<BuiltIn> statement_built_ins() {
    std::vector<BuiltIn> all;
    for (const auto table :
         {model_statements, body_statements, hinge_constructors, load_statements, constraint_statements,
          kinematic_functions, result_functions, check_statements, emit_statements})
        for (BuiltIn& row : table())
            all.push_back(row.name == "options" ? with_constraint_option(std::move(row)) : std::move(row));
    return all;
}

}  // namespace lag
