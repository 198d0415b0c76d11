#include "core/differences.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lag {

namespace {

using Vector = std::vector<double>;

constexpr double first_step = 0x1p-9;  // of the argument
constexpr int levels = 16;             // down to 2^-39
constexpr double good = 1e-3;          // a relative error of a derivative that has settled
constexpr double much = 10;            // an error so many times as large as the least one grows

constexpr double least_change = 1e-6;  // of f: less may be rounding of a function in single precision

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// The derivative of one result, while steps become shorter.
class Extrapolation {
  public:
    // `central`: D(h); `bend`: half the difference of the slopes of both sides; `rounding`: what rounding of f may make of it;
    // `size`: of f
    void take(double h, double central, double bend, double size) {
        const double rounding = std::numeric_limits<double>::epsilon() * size / h;
        const bool seen = h * std::abs(slope_) > least_change * size;
        const double better = (16 * central - central_before_) / 15;
        double error = std::abs(better - better_before_) + rounding;
        // at a kink the sides do not come together
        if (bend > bend_before_ / 2 && bend > std::max(good * std::abs(better), much * rounding)) error += bend;
        central_before_ = central, better_before_ = better, bend_before_ = bend;
        if (!std::isfinite(error)) return;
        const bool settles = error <= good * std::abs(better) || error == rounding;
        if (settled_ && error > much * error_) ended_ = true;
        if (ended_) {
            look_nearer(better, error, seen && settles);
        } else if (std::isnan(error_) || error < error_) {
            slope_ = better, error_ = error, settled_ = settles;
        }
    }
    double slope() const { return slope_; }
    double error() const { return error_; }

  private:
    // Nearer to x another slope may hold, as in a dead zone: two steps that agree, and whose change of f would be `seen`.
    void look_nearer(double slope, double error, bool settles) {
        if (!settles || std::abs(slope - slope_) <= much * (error + error_)) {
            agrees_ = false;
        } else if (std::exchange(agrees_, true)) {
            slope_ = slope, error_ = error, ended_ = agrees_ = false;
        }
    }

    double central_before_ = not_a_number, better_before_ = not_a_number, bend_before_ = not_a_number;
    double slope_ = not_a_number, error_ = not_a_number;
    bool settled_ = false, ended_ = false, agrees_ = false;
};

}  // namespace

DifferenceQuotients difference_quotients(const VectorFunction& f, const Vector& x, std::size_t argument) {
    const Vector here = f(x);
    std::vector<Extrapolation> results(here.size());
    double h = first_step * std::max(1.0, std::abs(x[argument]));
    for (int level = 0; level < levels; ++level, h /= 4) {
        Vector high = x, low = x;
        high[argument] += h, low[argument] -= h;
        const Vector above = f(high), below = f(low);
        for (std::size_t k = 0; k < results.size(); ++k) {
            const double size = std::max(std::abs(above[k]), std::abs(below[k]));
            results[k].take(h, (above[k] - below[k]) / (high[argument] - low[argument]),
                            std::abs(above[k] - 2 * here[k] + below[k]) / (2 * h), size);
        }
    }
    DifferenceQuotients found;
    for (const Extrapolation& one : results) found.slopes.push_back(one.slope()), found.errors.push_back(one.error());
    return found;
}

}  // namespace lag
