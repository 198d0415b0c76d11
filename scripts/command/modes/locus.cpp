#include "scripts/command/modes/locus.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/errors.hpp"

namespace lag {

namespace {

using Complex = std::complex<double>;

constexpr double neutral = 1e-8;  // of the largest eigenvalue
constexpr double begins = 1e-12;  // of the largest eigenvalue: rounding is less where no eigenvalues meet
constexpr int most_halvings = 200;

// Which of the new points goes on which branch: the nearest pairs first.
std::vector<std::size_t> matched(const std::vector<Complex>& expected, const std::vector<Complex>& found) {
    std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
    for (std::size_t b = 0; b < expected.size(); ++b)
        for (std::size_t k = 0; k < found.size(); ++k) pairs.emplace_back(std::abs(expected[b] - found[k]), b, k);
    std::ranges::sort(pairs);
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> chosen(expected.size(), none);
    std::vector<bool> taken(found.size(), false);
    for (const auto& [distance, b, k] : pairs)
        if (chosen[b] == none && !taken[k]) chosen[b] = k, taken[k] = true;
    return chosen;
}

using Spectrum = std::vector<Complex>;

// Eigenvalues at the given values, and at as many between them as make the curves smooth.
class Sampling {
  public:
    Sampling(const std::vector<double>& values, const EigenvaluesAt& eigenvalues) : eigenvalues_(eigenvalues) {
        std::vector<Spectrum> found;
        for (const double value : values) {
            found.push_back(eigenvalues(value));
            for (const Complex& z : found.back()) real_.take(z.real()), imaginary_.take(z.imag());
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0) add_between(values[i - 1], found[i - 1], values[i], found[i], most_depth);
            samples_.emplace_back(values[i], found[i]);
        }
    }
    const std::vector<std::pair<double, Spectrum>>& samples() const { return samples_; }

  private:
    void add_between(double low, const Spectrum& at_low, double high, const Spectrum& at_high, int depth) {
        const double middle = low + (high - low) / 2;
        if (depth == 0 || middle == low || middle == high || added_ >= most_added) return;
        Spectrum at_middle;
        try {
            at_middle = eigenvalues_(middle);
        } catch (const ModelError&) {
            return;
        }
        ++added_;
        if (strays(at_low, at_middle, at_high)) {
            add_between(low, at_low, middle, at_middle, depth - 1);
            samples_.emplace_back(middle, at_middle);
            add_between(middle, at_middle, high, at_high, depth - 1);
        }
    }
    bool strays(const Spectrum& before, const Spectrum& here, const Spectrum& after) const {
        if (before.size() != here.size() || after.size() != here.size()) return true;
        const std::vector<std::size_t> back = matched(here, before), ahead = matched(here, after);
        // of what the picture shows along each axis, but of no rounding
        const double shown = std::max(real_.size(), imaginary_.size());
        const auto is_seen = [&](double deviation, double size) {
            return std::abs(deviation) > 0.002 * std::max(size, 1e-4 * shown);
        };
        for (std::size_t k = 0; k < here.size(); ++k) {
            const Complex deviation = here[k] - (before[back[k]] + after[ahead[k]]) / 2.0;
            if (is_seen(deviation.real(), real_.size()) || is_seen(deviation.imag(), imaginary_.size())) return true;
        }
        return false;
    }

    struct Range {
        double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
        void take(double value) { low = std::min(low, value), high = std::max(high, value); }
        double size() const { return high > low ? high - low : 0; }
    };
    static constexpr int most_depth = 20, most_added = 4000;
    const EigenvaluesAt& eigenvalues_;
    Range real_, imaginary_;
    int added_ = 0;
    std::vector<std::pair<double, Spectrum>> samples_;
};

double size_at(const Locus& locus, std::size_t value) {
    double size = 0;
    for (const auto& branch : locus.branches) size = std::max(size, std::abs(branch[value]));
    return size;
}

// 1 grows, -1 dies away, 0 neither
int trend(const Complex& eigenvalue, double size) {
    return eigenvalue.real() > neutral * size ? 1 : eigenvalue.real() < -neutral * size ? -1 : 0;
}

struct End {
    double value = 0;
    Complex eigenvalue;
};

// The change of one branch between two values, by bisection.
class Bisection {
  public:
    // `zeros`: how many eigenvalues are zero at both ends; they belong to other branches.
    Bisection(double size, std::size_t zeros, const EigenvaluesAt& eigenvalues)
        : size_(size), zeros_(zeros), eigenvalues_(eigenvalues) {}

    // Where it goes from growing to dying away its real part is zero there; where it goes from neither to growing (two
    // undamped oscillations meet), that is where it begins.
    StabilityChange located(const End& low, const End& high) const {
        const int before = trend(low.eigenvalue, size_), after = trend(high.eigenvalue, size_);
        const bool grows_after = after == 1;
        if (before == 0 || after == 0) {
            const End at =
                edge(low, high, [&](const Complex& z) { return (z.real() > begins * size_) != grows_after; });
            return {at.value, at.eigenvalue, grows_after, true};
        }
        // eigenvalues next to zero are given as zero: the middle of where they are
        const auto is_before = [&](const Complex& z) { return z.real() != 0 && (z.real() > 0) != grows_after; };
        const End first = edge(low, high, is_before);
        const End last = edge(first, high, [&](const Complex& z) { return is_before(z) || z.real() == 0; });
        const bool jumps = std::abs(last.eigenvalue.real()) > 1e-6 * size_;  // another branch was followed
        return {first.value + (last.value - first.value) / 2, last.eigenvalue, grows_after, !jumps};
    }

  private:
    // The last place, from `low` on, at which the condition holds.
    template <class Condition>
    End edge(End low, End high, const Condition& holds) const {
        for (int count = 0; count < most_halvings; ++count) {
            const double middle = low.value + (high.value - low.value) / 2;
            if (middle == low.value || middle == high.value) break;
            const Complex here = nearest(middle, (low.eigenvalue + high.eigenvalue) / 2.0);
            (holds(here) ? low : high) = {middle, here};
        }
        return low;
    }
    Complex nearest(double value, const Complex& expected) const {
        std::vector<Complex> all = eigenvalues_(value);
        for (std::size_t k = 0; k < zeros_; ++k)
            if (const auto zero = std::ranges::find(all, Complex(0)); zero != all.end() && all.size() > 1)
                all.erase(zero);
        if (all.empty()) return expected;
        return *std::ranges::min_element(all, {}, [&](const Complex& z) { return std::abs(z - expected); });
    }

    double size_;
    std::size_t zeros_;
    const EigenvaluesAt& eigenvalues_;
};

std::size_t zeros_at(const Locus& locus, std::size_t value) {
    return static_cast<std::size_t>(
        std::ranges::count_if(locus.branches, [&](const auto& branch) { return branch[value] == Complex(0); }));
}

}  // namespace

Locus followed(const std::vector<double>& values, const EigenvaluesAt& eigenvalues) {
    Locus locus;
    const Sampling sampling(values, eigenvalues);
    for (const auto& [value, found] : sampling.samples()) {
        locus.values.push_back(value);
        const std::size_t i = locus.values.size() - 1;
        if (i == 0) {
            for (const Complex& z : found) locus.branches.push_back({z});
            continue;
        }
        std::vector<Complex> expected;
        for (const auto& branch : locus.branches) {
            const Complex last = branch.back();
            const auto slope = [&] { return (last - branch[i - 2]) / (locus.values[i - 1] - locus.values[i - 2]); };
            expected.push_back(i >= 2 ? last + (value - locus.values[i - 1]) * slope() : last);
        }
        const std::vector<std::size_t> order = matched(expected, found);
        for (std::size_t b = 0; b < locus.branches.size(); ++b)
            locus.branches[b].push_back(order[b] < found.size() ? found[order[b]]
                                                                : Complex(std::numeric_limits<double>::quiet_NaN(), 0));
    }
    return locus;
}

bool grows(const Locus& locus, std::size_t value) {
    const double size = size_at(locus, value);
    return std::ranges::any_of(locus.branches, [&](const auto& branch) { return trend(branch[value], size) == 1; });
}

std::vector<StabilityChange> stability_changes(const Locus& locus, const EigenvaluesAt& eigenvalues) {
    std::vector<StabilityChange> changes;
    for (std::size_t i = 0; i + 1 < locus.values.size(); ++i) {
        const double size = std::max(size_at(locus, i), size_at(locus, i + 1));
        const Bisection bisection(size, std::min(zeros_at(locus, i), zeros_at(locus, i + 1)), eigenvalues);
        std::vector<StabilityChange> here;
        for (const auto& branch : locus.branches) {
            const int before = trend(branch[i], size), after = trend(branch[i + 1], size);
            if ((before == 1) == (after == 1) || branch[i].imag() + branch[i + 1].imag() < 0) continue;
            here.push_back(bisection.located({locus.values[i], branch[i]}, {locus.values[i + 1], branch[i + 1]}));
        }
        const double direction = locus.values[i + 1] < locus.values[i] ? -1 : 1;
        std::ranges::stable_sort(here, {}, [&](const StabilityChange& c) { return direction * c.value; });
        changes.insert(changes.end(), here.begin(), here.end());
    }
    return changes;
}

}  // namespace lag
