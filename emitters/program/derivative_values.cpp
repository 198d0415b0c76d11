#include "emitters/program/derivative_values.hpp"

#include <fmt/format.h>

namespace lag {

DerivativeValues listed_values(const std::vector<JacobianEntry>& entries, const std::vector<std::string>& row_names,
                               const std::vector<Column>& columns) {
    DerivativeValues found;
    found.is_listed = true, found.pattern.row_names = row_names;
    for (const Column& column : columns) found.pattern.column_names.push_back(column.name);
    for (const JacobianEntry& entry : entries) {
        found.pattern.rows.push_back(entry.row), found.pattern.columns.push_back(entry.column);
        found.values.push_back(entry.value);
        found.names.push_back(fmt::format("d {} / d {}", row_names[entry.row], columns[entry.column].name));
    }
    return found;
}

DerivativeValues derivative_values(const DerivativesOf& derivatives, DerivativeKind kind,
                                   const std::vector<Column>& columns, const std::vector<std::string>& names_of_F,
                                   const std::vector<Expr>& elements) {
    DerivativeValues found;
    for (const Column& column : columns) found.pattern.column_names.push_back(column.name);
    switch (kind) {
        case DerivativeKind::jacobian:
            return listed_values(derivatives.entries(), names_of_F, columns);
        case DerivativeKind::hessian:
            found = listed_values(derivatives.hessian(elements), found.pattern.column_names, columns);
            found.result = "h", found.pattern.row_names.clear();
            break;
        case DerivativeKind::tangent:
            found.result = "fdot", found.values = derivatives.tangent(elements), found.names = names_of_F;
            break;
        case DerivativeKind::adjoint:
            found.result = "a", found.values = derivatives.adjoint(elements);
            for (const Column& column : columns) found.names.push_back("by " + column.name);
            break;
    }
    return found;
}

}  // namespace lag
