// Newton's method onto conditions of fewer rows than unknowns: steps are the shortest ones that take the errors away to
// first order. T is the scalar: double, Real.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace lag {

// Rows with right sides, orthonormalized one after the other (modified Gram-Schmidt, each row twice).
template <class T>
class OrthonormalRows {
  public:
    // Takes off what the rows so far hold of `row`, and the like of `right`.
    void reduce(std::vector<T>& row, T& right) const {
        for (int twice = 0; twice < 2; ++twice)
            for (const auto& [e, r] : rows_) {
                const T part = dot(e, row);
                add(row, -part, e);
                right = right - part * r;
            }
    }
    // False, and the row is passed over, where no more than `least` of its length is its own.
    bool extend(std::vector<T> row, T right, const T& least) {
        reduce(row, right);
        const T length = length_of(row);
        if (!(least < length)) return false;
        for (T& x : row) x = x / length;
        rows_.emplace_back(std::move(row), right / length);
        return true;
    }
    // The shortest x with row . x = right for all rows; of `size` components.
    std::vector<T> shortest(std::size_t size) const {
        std::vector<T> x(size);
        for (const auto& [e, r] : rows_) add(x, r, e);
        return x;
    }

    static T length_of(const std::vector<T>& row) {
        using std::sqrt;
        return sqrt(dot(row, row));
    }

  private:
    static T dot(const std::vector<T>& a, const std::vector<T>& b) {
        T sum{};
        for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
        return sum;
    }
    static void add(std::vector<T>& a, const T& factor, const std::vector<T>& b) {
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + factor * b[i];
    }

    std::vector<std::pair<std::vector<T>, T>> rows_;
};

// Errors and slopes of the conditions at one state, row by row.
template <class T>
struct LinearizedConditions {
    std::vector<T> errors;
    std::vector<std::vector<T>> slopes;
};

template <class T>
struct NewtonLimits {
    int most_steps = 0;
    T closed{};                               // errors up to this count as zero
    T independent{};                          // what a row must have of its own, as a part of its length
    bool passes_over_dependent_rows = false;  // otherwise the search ends at them
    T longest_step{};                         // of a component
    bool shortens_long_steps = false;         // otherwise the search ends at them
};

// `conditions()` gives LinearizedConditions<T> at the present state, or nothing where they have no value there;
// `move(step)` moves the state. True when all errors are closed.
template <class T, class Conditions, class Move>
bool close_by_newton(const NewtonLimits<T>& limits, Conditions conditions, Move move) {
    using std::abs;
    for (int count = 0; count < limits.most_steps; ++count) {
        std::optional<LinearizedConditions<T>> here = conditions();
        if (!here) return false;
        bool closed = true;
        for (const T& error : here->errors) closed = closed && !(limits.closed < abs(error));
        OrthonormalRows<T> rows;
        const std::size_t unknowns = here->slopes.empty() ? 0 : here->slopes.front().size();
        for (std::size_t r = 0; r < here->errors.size(); ++r) {
            const T least = limits.independent * OrthonormalRows<T>::length_of(here->slopes[r]);
            const bool independent = rows.extend(std::move(here->slopes[r]), -here->errors[r], least);
            if (!independent && !limits.passes_over_dependent_rows) return false;
        }
        if (closed) return true;
        std::vector<T> step = rows.shortest(unknowns);
        T longest{};
        for (const T& x : step)
            if (longest < abs(x)) longest = abs(x);
        if (limits.longest_step < longest) {
            if (!limits.shortens_long_steps) return false;
            const T scale = limits.longest_step / longest;
            for (T& x : step) x = x * scale;
        }
        move(step);
    }
    return false;
}

}  // namespace lag
