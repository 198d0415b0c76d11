#include "scripts/command/compare/sparse_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/dense.hpp"

namespace lag {

namespace {

class Search {
  public:
    Search(const Eigen::MatrixXd& columns, const Eigen::VectorXd& y, const std::vector<double>& costs,
           const SparseLimits& limits)
        : A_(columns), y_(y), costs_(costs), limits_(limits), most_(limits.terms) {
        lengths_ = A_.colwise().norm();
        for (Eigen::Index j = 0; j < A_.cols(); ++j)
            if (lengths_[j] > 0) A_.col(j) /= lengths_[j];
    }

    std::vector<SparseSum> run() {
        if (A_.cols() == 0 || y_.norm() == 0) return {};
        grow({}, y_, (lengths_.array() > 0).cast<double>());
        std::ranges::stable_sort(found_, [](const SparseSum& a, const SparseSum& b) {
            return std::pair(a.columns.size(), a.cost) < std::pair(b.columns.size(), b.cost);
        });
        return std::move(found_);
    }

  private:
    // How many columns are tried next to those chosen already.
    static std::size_t breadth(std::size_t chosen) { return chosen == 0 ? 8 : chosen == 1 ? 3 : 1; }

    // `rest`: what the chosen columns leave of y; `free`: by column the square of what is at right angles to them.
    void grow(const std::vector<std::size_t>& chosen, const Eigen::VectorXd& rest, const Eigen::VectorXd& free) {
        if (rest.norm() <= limits_.tolerance * y_.norm()) return keep(chosen);
        if (chosen.size() >= most_) return;
        for (const std::size_t next : best(rest, free, breadth(chosen.size()))) {
            std::vector<std::size_t> more = chosen;
            more.push_back(next);
            const auto [q, left] = direction(chosen, next, rest);
            const Eigen::VectorXd along = A_.transpose() * q;
            basis_.push_back(q);
            grow(more, left, free - along.cwiseAbs2());
            basis_.pop_back();
        }
    }

    // The next column's part at right angles to the chosen ones, of unit length, and what it leaves.
    std::pair<Eigen::VectorXd, Eigen::VectorXd> direction(const std::vector<std::size_t>&, std::size_t next,
                                                          const Eigen::VectorXd& rest) const {
        Eigen::VectorXd q = A_.col(at_index(next));
        for (int pass = 0; pass < 2; ++pass)
            for (const Eigen::VectorXd& earlier : basis_) q -= earlier.dot(q) * earlier;
        q.normalize();
        return {q, rest - q.dot(rest) * q};
    }

    std::vector<std::size_t> best(const Eigen::VectorXd& rest, const Eigen::VectorXd& free, std::size_t count) const {
        constexpr double dependent = 1e-9;  // of a column's square
        const Eigen::VectorXd along = A_.transpose() * rest;
        std::vector<std::pair<double, std::size_t>> scores;
        for (Eigen::Index j = 0; j < along.size(); ++j)
            if (free[j] > dependent) scores.emplace_back(along[j] * along[j] / free[j], static_cast<std::size_t>(j));
        // what is as good up to rounding is as good: the simpler one first
        const double scale = rest.squaredNorm();
        const auto better = [&](const auto& a, const auto& b) {
            const double x = std::round(a.first / scale * 1e10), y = std::round(b.first / scale * 1e10);
            if (x != y) return x > y;
            if (costs_[a.second] != costs_[b.second]) return costs_[a.second] < costs_[b.second];
            return a.second < b.second;
        };
        const auto end = scores.begin() + static_cast<std::ptrdiff_t>(std::min(count, scores.size()));
        std::partial_sort(scores.begin(), end, scores.end(), better);
        std::vector<std::size_t> columns;
        for (auto k = scores.begin(); k != end; ++k) columns.push_back(k->second);
        return columns;
    }

    Eigen::VectorXd fitted(const std::vector<std::size_t>& columns) const {
        Eigen::MatrixXd some(A_.rows(), at_index(columns.size()));
        for (std::size_t k = 0; k < columns.size(); ++k) some.col(at_index(k)) = A_.col(at_index(columns[k]));
        return least_squares(some, y_, 1e-12);
    }
    bool is_exact(const std::vector<std::size_t>& columns) const {
        if (columns.empty()) return false;
        const Eigen::VectorXd x = fitted(columns);
        Eigen::VectorXd left = y_;
        for (std::size_t k = 0; k < columns.size(); ++k) left -= x[at_index(k)] * A_.col(at_index(columns[k]));
        return left.norm() <= limits_.tolerance * y_.norm();
    }

    void keep(std::vector<std::size_t> columns) {
        for (std::size_t k = columns.size(); k-- > 0;) {
            std::vector<std::size_t> fewer = columns;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(k));
            if (is_exact(fewer)) columns = std::move(fewer);
        }
        std::ranges::sort(columns);
        if (std::ranges::any_of(found_, [&](const SparseSum& one) { return one.columns == columns; })) return;
        most_ = std::min(most_, columns.size());
        const Eigen::VectorXd x = fitted(columns);
        SparseSum sum;
        for (std::size_t k = 0; k < columns.size(); ++k) {
            sum.factors.push_back(x[at_index(k)] / lengths_[at_index(columns[k])]);
            sum.cost += costs_[columns[k]];
        }
        sum.columns = std::move(columns);
        found_.push_back(std::move(sum));
    }

    Eigen::MatrixXd A_;  // columns of unit length
    const Eigen::VectorXd& y_;
    const std::vector<double>& costs_;
    SparseLimits limits_;
    std::size_t most_;
    Eigen::VectorXd lengths_;
    std::vector<Eigen::VectorXd> basis_;
    std::vector<SparseSum> found_;
};

}  // namespace

std::vector<SparseSum> sparse_sums(const Eigen::MatrixXd& columns, const Eigen::VectorXd& y,
                                   const std::vector<double>& costs, const SparseLimits& limits) {
    return Search(columns, y, costs, limits).run();
}

}  // namespace lag
