#include "scripts/language/linear_solution.hpp"

#include <cstdint>
#include <map>

#include "core/structural_zero.hpp"

namespace lag {

namespace {

using ExprRows = std::vector<std::vector<Expr>>;

constexpr std::size_t most_by_minors = 4;

// Minors of the rows from `row` on, of as many columns of [A b]; each is formed once.
class GraphMinors {
  public:
    GraphMinors(Graph& graph, const ExprRows& rows) : graph_(graph), rows_(rows) {}
    Expr operator()(std::size_t row, std::uint32_t columns) {
        if (row == rows_.size()) return graph_.integer(1);
        if (const auto known = minors_.find(columns); known != minors_.end()) return known->second;
        Expr minor = graph_.integer(0);
        bool minus = false;
        for (std::size_t j = 0; j < rows_[row].size(); ++j) {
            if ((columns >> j & 1U) == 0) continue;
            if (!rows_[row][j].is_zero()) {
                const Expr term = graph_.mul(rows_[row][j], (*this)(row + 1, columns & ~(1U << j)));
                minor = minus ? graph_.sub(minor, term) : graph_.add(minor, term);
            }
            minus = !minus;
        }
        minors_.emplace(columns, minor);
        return minor;
    }

  private:
    Graph& graph_;
    const ExprRows& rows_;
    std::map<std::uint32_t, Expr> minors_;
};

std::optional<std::vector<Expr>> by_minors(Graph& graph, const ExprRows& A, const std::vector<Expr>& b) {
    const std::size_t n = b.size();
    ExprRows rows = A;
    for (std::size_t i = 0; i < n; ++i) rows[i].push_back(b[i]);
    GraphMinors minors(graph, rows);
    const std::uint32_t all = (1U << n) - 1;
    const Expr determinant = minors(0, all);
    if (StructuralZeros(graph, {})(std::vector<Expr>{determinant}).front()) return std::nullopt;
    std::vector<Expr> x;
    for (std::size_t k = 0; k < n; ++k) {
        // b stands last instead of in place k
        const Expr minor = minors(0, (all & ~(1U << k)) | (1U << n));
        x.push_back(graph.div((n - 1 - k) % 2 == 1 ? graph.neg(minor) : minor, determinant));
    }
    return x;
}

std::optional<std::vector<Expr>> by_elimination(Graph& graph, ExprRows A, std::vector<Expr> b) {
    const std::size_t n = b.size();
    StructuralZeros zeros(graph, {});
    for (std::size_t k = 0; k < n; ++k) {
        std::vector<Expr> column;
        for (std::size_t i = k; i < n; ++i) column.push_back(A[i][k]);
        const std::vector<bool> vanishes = zeros(column);
        std::size_t pivot = k;
        while (pivot < n && vanishes[pivot - k]) ++pivot;
        if (pivot == n) return std::nullopt;
        std::swap(A[pivot], A[k]), std::swap(b[pivot], b[k]);
        for (std::size_t i = k + 1; i < n; ++i) {
            if (A[i][k].is_zero()) continue;
            const Expr factor = graph.div(A[i][k], A[k][k]);
            for (std::size_t j = k + 1; j < n; ++j) A[i][j] = graph.sub(A[i][j], graph.mul(factor, A[k][j]));
            b[i] = graph.sub(b[i], graph.mul(factor, b[k]));
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] = graph.sub(b[k], graph.mul(A[k][j], b[j]));
        b[k] = graph.div(b[k], A[k][k]);
    }
    return b;
}

}  // namespace

std::optional<std::vector<Expr>> linear_solution(Graph& graph, const ExprRows& A, const std::vector<Expr>& b) {
    return b.size() <= most_by_minors ? by_minors(graph, A, b) : by_elimination(graph, A, b);
}

}  // namespace lag
