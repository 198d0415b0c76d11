#include "scripts/pipeline/external_values.hpp"

#include <algorithm>
#include <cmath>

#include "core/differences.hpp"
#include "core/number_text.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

double magnitude(double argument) {
    return std::max(1.0, std::abs(argument));
}

// d results/d arguments by the arguments that count, column by column, and their errors.
struct CallSlopes {
    Vector values, errors;
};

CallSlopes slopes_by_differences(UserRoutines& routines, const ExternalRoutine& routine, const Vector& x,
                                 const std::vector<bool>& counts) {
    CallSlopes all;
    for (std::size_t j = 0; j < x.size(); ++j) {
        DifferenceQuotients by_one{Vector(routine.results.size(), 0.0), Vector(routine.results.size(), 0.0)};
        if (counts[j])
            by_one = difference_quotients([&](const Vector& at) { return routines.results(routine, at); }, x, j);
        all.values.insert(all.values.end(), by_one.slopes.begin(), by_one.slopes.end());
        all.errors.insert(all.errors.end(), by_one.errors.begin(), by_one.errors.end());
    }
    return all;
}

double largest_error(const CallSlopes& slopes, const Vector& x, std::size_t results) {
    double largest = 0;
    for (std::size_t i = 0; i < results; ++i) {
        double size = 0, error = 0;
        for (std::size_t j = 0; j < x.size(); ++j) {
            size = std::max(size, std::abs(slopes.values[i + results * j]) * magnitude(x[j]));
            error = std::max(error, slopes.errors[i + results * j] * magnitude(x[j]));
        }
        if (size > 0) largest = std::max(largest, error / size);
    }
    return largest;
}

}  // namespace

std::string note_on_differences(const std::string& routine, double error) {
    constexpr double rough = 1e-4;
    const std::string what = "the derivatives of '" + routine + "' are differences";
    if (!(error <= rough))
        return what + " that do not settle (error " + rounded_decimal(error, 1) +
               " of the largest one): is there a kink or a jump at this state? A routine '" + routine +
               "_slopes' of yours would give them";
    return what + ": their error is about " + rounded_decimal(error, 1) + " of the largest one";
}

std::vector<double> called(UserRoutines& routines, const ExternalRoutine& routine, const Vector& arguments,
                           DifferenceErrors* /*errors*/) {
    return routines.results(routine, arguments);
}

std::vector<Dual> called(UserRoutines& routines, const ExternalRoutine& routine, const std::vector<Dual>& arguments,
                         DifferenceErrors* errors) {
    Vector x;
    std::vector<bool> counts;
    for (const Dual& argument : arguments) x.push_back(argument.value), counts.push_back(argument.depends != 0);
    const Vector values = routines.results(routine, x);
    std::vector<Dual> results(values.begin(), values.end());
    if (std::ranges::none_of(counts, [](bool one) { return one; })) return results;
    CallSlopes slopes{routines.slopes(routine, x), {}};
    if (slopes.values.empty()) {
        slopes = slopes_by_differences(routines, routine, x, counts);
        if (errors != nullptr) {
            double& largest = (*errors)[routine.name];
            largest = std::max(largest, largest_error(slopes, x, results.size()));
        }
    }
    for (std::size_t j = 0; j < x.size(); ++j)
        for (std::size_t i = 0; i < results.size(); ++i)
            if (counts[j]) results[i].contribute(arguments[j], slopes.values[i + results.size() * j]);
    return results;
}

}  // namespace lag
