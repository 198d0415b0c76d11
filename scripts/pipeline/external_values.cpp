#include "scripts/pipeline/external_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/differences.hpp"
#include "core/number_text.hpp"
#include "emitters/procedures/run_procedure.hpp"
#include "emitters/procedures/slopes_procedure.hpp"
#include "emitters/program/calls.hpp"

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
    const std::string what = fmt::format("the derivatives of '{}' are differences", routine);
    if (!(error <= rough))
        return fmt::format(
            "{} that do not settle (error {} of the largest one): is there a kink or a jump at this state? A routine "
            "'{}_slopes' of yours would give them",
            what, rounded_decimal(error, 1), routine);
    return fmt::format("{}: their error is about {} of the largest one", what, rounded_decimal(error, 1));
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

std::vector<double> procedure_called(const ExternalRoutine& routine, const Vector& arguments, bool slopes) {
    return procedures::results_of(slopes ? *routine.procedure->slopes : *routine.procedure, arguments);
}

std::vector<Dual> procedure_called(const ExternalRoutine& routine, const std::vector<Dual>& arguments, bool slopes) {
    Vector x;
    for (const Dual& argument : arguments) x.push_back(argument.value);
    const procedures::Procedure& first = *routine.procedure->slopes;
    const Vector values = procedures::results_of(slopes ? *first.slopes : first, x);
    const std::size_t results = names_of_results(routine, slopes).size();
    std::vector<Dual> found(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(results));
    for (std::size_t i = 0; i < results; ++i)
        for (std::size_t j = 0; j < arguments.size(); ++j)
            found[i].contribute(arguments[j], values[results + i * arguments.size() + j]);
    return found;
}

std::vector<std::string> names_of_results(const ExternalRoutine& routine, bool slopes) {
    std::vector<std::string> names = routine.results;
    if (!slopes || routine.is_linked()) return names;
    for (const std::string& result : routine.results)
        for (std::size_t k = 0; k < routine.arguments.size(); ++k) names.push_back(slope_name(result, k));
    return names;
}

}  // namespace lag
