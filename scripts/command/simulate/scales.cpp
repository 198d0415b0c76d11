#include "scripts/command/simulate/scales.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/dense.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;
using Eigen::MatrixXd;

constexpr double share = 1e-2;        // absolute error beside the relative one, of the largest value
constexpr double least_share = 1e-6;  // of the largest component of the same unit
constexpr double least = 1e-13;       // SI units and rad
constexpr double smallest = 1e-18;    // absolute error, SI units and rad: nothing of a mechanism is as small

Vector moved(const Vector& y, const Vector& rate, double h) {
    Vector result = y;
    for (std::size_t k = 0; k < y.size(); ++k) result[k] += h * rate[k];
    return result;
}

bool is_usable(const Vector& rate, std::size_t n) {
    return rate.size() == n && std::ranges::all_of(rate, [](double x) { return std::isfinite(x); });
}

struct Rounding {
    Vector states, rates;  // by component
};

// By component, what third differences leave of values that would be smooth but for rounding; one of independent
// values has a standard deviation sqrt(20) times as large as theirs.
Vector roughness(const std::vector<Vector>& values) {
    Vector result(values.front().size(), 0.0);
    for (std::size_t i = 3; i < values.size(); ++i)
        for (std::size_t k = 0; k < result.size(); ++k) {
            const double third = values[i][k] - 3 * values[i - 1][k] + 3 * values[i - 2][k] - values[i - 3][k];
            result[k] = std::max(result[k], std::abs(third) / std::sqrt(20.0));
        }
    return result;
}

// Of projected states, and of the rates at neighbours of y a few hundred roundings apart. Loads in balance, as in a
// mechanism that cannot move, leave their rounding in the rates however small the state is. Where they do not depend on
// the state, as weight and friction on an incline, neighbours in the parameters show it. A comparison of parameters may
// change its mind there: no rounding is as large as that.
Rounding rounding_near(double t, const Vector& y, const StateScales::Rates& rates,
                       const StateScales::Projection& projection) {
    constexpr std::size_t neighbours = 8;
    constexpr double apart = 1e-13, safety = 8, largest_of_parameters = 1e-9;
    const std::size_t n = y.size();
    std::vector<Vector> states, slopes, slopes_beside;
    for (std::size_t count = 0; count < neighbours; ++count) {
        const double distance = static_cast<double>(count) * apart;
        Vector at = y;
        for (std::size_t k = 0; k < n; ++k) {
            const double way = (k % 2 == 0 ? 1 : -1) * (1 + static_cast<double>(k % 5) / 5);
            at[k] += distance * way * std::max(1.0, std::abs(y[k]));
        }
        slopes.push_back(rates(t, at, 0));
        slopes_beside.push_back(rates(t, y, distance));
        if (projection) states.push_back(projection(t, at));
        if (!is_usable(slopes.back(), n) || (projection && !is_usable(states.back(), n)))
            return {Vector(n, 0.0), Vector(n, 0.0)};
    }
    Rounding result{projection ? roughness(states) : Vector(n, 0.0), roughness(slopes)};
    if (std::ranges::all_of(slopes_beside, [&](const Vector& slope) { return is_usable(slope, n); })) {
        const Vector beside = roughness(slopes_beside);
        for (std::size_t k = 0; k < n; ++k)
            if (beside[k] < largest_of_parameters) result.rates[k] = std::max(result.rates[k], beside[k]);
    }
    for (Vector* values : {&result.states, &result.rates})
        for (double& value : *values) value *= safety;
    return result;
}

}  // namespace

StateScales::StateScales(const std::vector<char>& kinds, const std::vector<std::string>& units, double relative,
                         std::vector<std::optional<double>> absolute, double longest_step, bool projected)
    : projected_(projected),
      relative_(relative),
      longest_step_(longest_step),
      absolute_(std::move(absolute)),
      scale_(units.size(), 0.0),
      rounding_(units.size(), 0.0),
      small_(units.size(), 0.0) {
    std::map<std::string, std::size_t> number;
    for (std::size_t k = 0; k < units.size(); ++k) {
        kind_.push_back(number.emplace(std::string(1, kinds[k]), number.size()).first->second);
        unit_.push_back(number.emplace(kinds[k] + units[k], number.size()).first->second);
    }
    group();
}

void StateScales::group() {
    std::vector<double> largest(2 * unit_.size() + 2, 0.0);
    for (std::size_t k = 0; k < unit_.size(); ++k)
        for (const std::size_t group : {unit_[k], kind_[k]}) largest[group] = std::max(largest[group], scale_[k]);
    for (std::size_t k = 0; k < unit_.size(); ++k) {
        const double scale = std::max({scale_[k], least_share * largest[unit_[k]], least});
        const double digits =
            16 * std::numeric_limits<double>::epsilon() * (projected_ ? std::max(scale, largest[kind_[k]]) : scale);
        small_[k] =
            absolute_[k] ? *absolute_[k] : std::max({share * relative_ * scale, rounding_[k], digits, smallest});
    }
}

void StateScales::take(const Vector& y) {
    bool grown = false;
    for (std::size_t k = 0; k < y.size(); ++k)
        if (std::abs(y[k]) > scale_[k] && std::isfinite(y[k])) scale_[k] = std::abs(y[k]), grown = true;
    if (grown) group();
}

double StateScales::weight(std::size_t k, double value) const {
    return 1 / (relative_ * std::abs(value) + small_[k]);
}

// A time within which the model does little, from its eigenvalues, and what rounding does within it.
void StateScales::measure(double t, const Vector& y, const Rates& rates, const Projection& projection) {
    step_ = longest_step_;
    const Vector rate = rates(t, y, 0);
    const std::size_t n = y.size();
    if (!is_usable(rate, n)) return;
    constexpr double eps = std::numeric_limits<double>::epsilon();
    MatrixXd J(n, n);
    for (std::size_t j = 0; j < n; ++j) {
        Vector changed = y;
        const double h = std::sqrt(eps) * std::max(std::abs(y[j]), 1.0);
        changed[j] += h;
        const Vector other = rates(t, changed, 0);
        if (!is_usable(other, n)) return;
        for (std::size_t i = 0; i < n; ++i)
            J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = (other[i] - rate[i]) / (changed[j] - y[j]);
    }
    if (const auto eigenvalues = eigenvalues_of(J)) {
        double fastest = 0;
        for (const std::complex<double>& value : *eigenvalues) fastest = std::max(fastest, std::abs(value));
        if (fastest * step_ > 1) step_ = 1 / fastest;
    }
    const Rounding rounding = rounding_near(t, y, rates, projection);
    Eigen::VectorXd noise(n);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = std::abs(rate[i]);
        for (std::size_t j = 0; j < n; ++j)
            sum += std::abs(J(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * y[j]);
        noise(static_cast<Eigen::Index>(i)) = std::max(eps * sum, rounding.rates[i]);
    }
    // what the projection leaves in the state stands in the rates
    const Eigen::VectorXd left = Eigen::Map<const Eigen::VectorXd>(rounding.states.data(), J.cols());
    noise = noise.cwiseMax((J.cwiseAbs() * left).eval());
    noise += step_ * (J.cwiseAbs() * noise).eval();
    for (std::size_t k = 0; k < n; ++k) rounding_[k] = step_ * noise(static_cast<Eigen::Index>(k)) + rounding.states[k];
}

void StateScales::measure_again(double t, const Vector& y, const Rates& rates, const Projection& projection) {
    const Vector before = rounding_;
    const double step = step_;
    measure(t, y, rates, projection);
    step_ = step;
    for (std::size_t k = 0; k < before.size(); ++k) rounding_[k] = std::max(rounding_[k], before[k]);
    group();
}

bool StateScales::look_ahead(double t, const Vector& y, const Rates& rates, const Projection& projection,
                             double longest) {
    if (step_ == 0) measure(t, y, rates, projection);
    const Vector before = scale_;
    take(y);
    // four steps by Runge's and Kutta's rule
    Vector at = y;
    const double h = std::min(step_, longest) / 4;
    for (int count = 0; count < 4; ++count, t += h) {
        const std::size_t n = y.size();
        const Vector k1 = rates(t, at, 0);
        if (!is_usable(k1, n)) break;
        const Vector k2 = rates(t + h / 2, moved(at, k1, h / 2), 0);
        if (!is_usable(k2, n)) break;
        const Vector k3 = rates(t + h / 2, moved(at, k2, h / 2), 0);
        if (!is_usable(k3, n)) break;
        const Vector k4 = rates(t + h, moved(at, k3, h), 0);
        if (!is_usable(k4, n)) break;
        for (std::size_t k = 0; k < n; ++k) at[k] += h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]);
        take(at);
    }
    group();
    for (std::size_t k = 0; k < before.size(); ++k)
        if (before[k] < least && scale_[k] > 2 * before[k]) return true;
    return false;
}

StateScales scales_of(const Program& program, double relative, const std::map<std::string, double>& absolute,
                      double longest_step, bool projected) {
    std::vector<char> kinds;
    std::vector<std::string> units;
    std::vector<std::optional<double>> given;
    const auto add = [&](const std::vector<TableRow>& rows, char kind) {
        for (const TableRow& row : rows) {
            kinds.push_back(kind);
            units.push_back(row.unit);
            auto found = absolute.find(row.name);
            if (found == absolute.end()) found = absolute.find("");
            given.push_back(found == absolute.end() ? std::nullopt : std::optional(found->second));
        }
    };
    add(program.coordinates, 'q'), add(program.speeds, 'u'), add(program.states, 's');
    return {kinds, units, relative, std::move(given), longest_step, projected};
}

}  // namespace lag
