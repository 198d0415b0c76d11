// An LdlPlan executed on expressions: the numbers are graph nodes, so that running the plan writes the code. The check
// of a pivot (sparse_ldl/plan.hpp) becomes a condition; a pivot that fails is replaced by selection.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emitters/program/program.hpp"
#include "sparse_ldl/execute.hpp"

namespace lag {

// A row of the plan as the user knows it: `number` is what info says, `name` goes into comments.
struct SystemRow {
    std::size_t number = 0;
    std::string name;
    std::optional<Expr> off = {};  // of a switched row: when it does not hold; its unknown is 0 then
    bool may_depend = false;       // on rows before it: it is off there, and does not fail
};
// The speeds, then the constraint rows that the system has, whose numbers are `rows`; all with their numbers in info.
std::vector<SystemRow> system_rows(const Model& model, const ConstraintRows& constraints,
                                   const std::vector<std::size_t>& rows);

struct SolvedRows {
    std::vector<Expr> x;  // by row of the plan
    std::vector<PivotCheck> checks;
    NodeLabels labels;
    LdlResult<Expr> factors;  // for further right sides
};

// The entries of M (with the weighted rows added, equations.hpp), and below them those of B for the constraint rows of
// the plan.
class SystemEntries {
  public:
    SystemEntries(const Model& model, const std::vector<MassEntry>& mass_matrix, const ConstraintRows& constraints,
                  const std::vector<std::size_t>& rows);
    Expr operator()(std::size_t row, std::size_t column) const;

  private:
    Graph* graph_;
    std::map<std::pair<std::size_t, std::size_t>, Expr> entries_;
};

SolvedRows solve_on_expressions(Graph& graph, const LdlPlan& plan, const std::vector<SystemRow>& rows,
                                const SystemEntries& entries, const std::vector<Expr>& right_side);

}  // namespace lag
