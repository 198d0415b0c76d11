#include "scripts/command/compare/sparse_sum.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

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
        try_all_short();
        grow({}, y_, (lengths_.array() > 0).cast<double>());
        // factors that are equal up to rounding are equal
        const auto rank = [](const SparseSum& sum) {
            double factors = 0;
            for (const double factor : sum.factors) factors += std::abs(factor);
            return std::tuple(sum.columns.size(), sum.cost, std::round(1e5 * std::log(factors)));
        };
        std::ranges::stable_sort(found_, {}, rank);
        return std::move(found_);
    }

  private:
    // Single columns, then sums of two and three of the cheapest, one after the other. Where columns depend on each other, as on
    // the one path of a mechanism, the column that leaves least is seldom the right one.
    void try_all_short() {
        constexpr Eigen::Index of_two = 1500, of_three = 220;
        constexpr double enough = 1e-9;  // of the square, up to rounding; `keep` looks at the rest itself
        std::vector<std::size_t> order;
        for (Eigen::Index j = 0; j < A_.cols(); ++j)
            if (lengths_[j] > 0) order.push_back(static_cast<std::size_t>(j));
        std::ranges::stable_sort(order, {}, [&](std::size_t j) { return costs_[j]; });
        for (const std::size_t j : order) {
            const double along = A_.col(at_index(j)).dot(y_) / y_.norm();
            if (1 - along * along < enough && is_exact({j})) keep({j});
        }
        if (!found_.empty()) return;
        order.resize(std::min(order.size(), static_cast<std::size_t>(of_two)));
        Eigen::MatrixXd some(A_.rows(), at_index(order.size()));
        for (std::size_t k = 0; k < order.size(); ++k) some.col(at_index(k)) = A_.col(at_index(order[k]));
        const Eigen::VectorXd along = some.transpose() * y_ / y_.norm();
        const auto take = [&](const std::vector<Eigen::Index>& places) {
            std::vector<std::size_t> columns;
            for (const Eigen::Index k : places) columns.push_back(order[static_cast<std::size_t>(k)]);
            if (is_exact(columns)) keep(std::move(columns));
        };
        const Eigen::MatrixXd G = some.transpose() * some;
        for (Eigen::Index i = 0; i < along.size(); ++i)
            for (Eigen::Index j = 0; j < i; ++j) {
                const double free = 1 - G(i, j) * G(i, j), left = along[i] - G(i, j) * along[j];
                if (free > dependent && 1 - along[j] * along[j] - left * left / free < enough) take({j, i});
            }
        if (!found_.empty()) return;
        const Eigen::Index most = std::min(along.size(), of_three);
        for (Eigen::Index i = 0; i < most; ++i)
            for (Eigen::Index j = 0; j < i; ++j) {
                const double free = 1 - G(i, j) * G(i, j);
                if (free <= dependent) continue;
                const double left = along[i] - G(i, j) * along[j], rest = 1 - along[j] * along[j] - left * left / free;
                for (Eigen::Index k = 0; k < j; ++k) {
                    // the part of column k at right angles to j and i, and of y along it
                    const double of_i = (G(k, i) - G(k, j) * G(i, j)) / free;
                    const double own = 1 - G(k, j) * G(k, j) - of_i * of_i * free;
                    const double more = along[k] - G(k, j) * along[j] - of_i * left;
                    if (own > dependent && rest - more * more / own < enough) take({k, j, i});
                }
            }
    }
    static constexpr double dependent = 1e-9;  // of a column's square

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
