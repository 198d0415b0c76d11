// Row reduction over expressions of parameters, as it comes out for general values of the parameters: an entry counts
// as zero when it vanishes at two points close to the defaults, in many digits (an expression that is not the zero
// function does so with probability zero). What is found is exact and symbolic; only the decisions are numeric.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "core/evaluate.hpp"
#include "core/model.hpp"
#include "core/real.hpp"

namespace lag {

class GeneralValues {
  public:
    explicit GeneralValues(const Model& model);
    GeneralValues(const GeneralValues&) = delete;
    GeneralValues& operator=(const GeneralValues&) = delete;

    bool vanishes(Expr e);
    // Zero at the defaults, or without a value there: nothing to divide by.
    bool vanishes_at_defaults(Expr e);
    bool has_value_at_defaults(Expr e);
    // The same value in a simpler form where it is a number with small numerator and denominator for all parameters.
    Expr tidy(Expr e);
    Graph& graph() const { return graph_; }

  private:
    Real at(std::size_t point, Expr e);

    Graph& graph_;
    std::vector<std::map<std::string, Real>> points_;  // general ones, then the defaults
    std::vector<Evaluator<Real>> values_;
};

// Column -> entry; entries that vanish are left out.
using SparseRow = std::map<std::size_t, Expr>;

SparseRow scaled(GeneralValues& general, const SparseRow& row, Expr factor);
// row += factor * other
void add_scaled(GeneralValues& general, SparseRow& row, Expr factor, const SparseRow& other);

// A space of rows, kept reduced: each row has a one in its pivot column, where all other rows have nothing.
class RowSpace {
  public:
    explicit RowSpace(GeneralValues& general) : general_(&general) {}
    // False when the row lies in the space already. Pivots do not vanish at the defaults, and are plain numbers where
    // there are any.
    bool add(SparseRow row);
    const std::vector<SparseRow>& rows() const { return rows_; }

  private:
    GeneralValues* general_;
    std::vector<SparseRow> rows_;
    std::vector<std::size_t> pivots_;
};

// A row with a one in its pivot column, where the other rows have nothing.
struct EchelonRow {
    std::size_t pivot = 0;
    SparseRow row;
};

// The reduced echelon form: pivots in the first columns that will do, of those before `columns`; rows by ascending
// pivot. An entry that is zero at the defaults is no pivot (what is divided by it would be infinite there) unless all
// that is left is zero there.
std::vector<EchelonRow> echelon_form(GeneralValues& general, std::vector<SparseRow> rows,
                                     std::size_t columns = std::numeric_limits<std::size_t>::max());

}  // namespace lag
