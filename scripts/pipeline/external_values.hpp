// The user's routines as functions of numbers, where equations are evaluated at a state: their results, and derivatives by
// a routine of the user's or by differences.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/dual.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "core/model.hpp"

namespace lag {

// What can call them; ModelError where it cannot.
class UserRoutines {
  public:
    virtual ~UserRoutines() = default;
    virtual std::vector<double> results(const ExternalRoutine& routine, const std::vector<double>& arguments) = 0;
    // d results/d arguments by a routine of the user's, column by column: element i + (number of results) j. Empty where
    // there is none.
    virtual std::vector<double> slopes(const ExternalRoutine& routine, const std::vector<double>& arguments) = 0;
};
// Those of a model, when it first needs them. ModelError.
using UserRoutinesOf = std::function<std::shared_ptr<UserRoutines>(const Model&)>;

// By routine: the largest error of a derivative by differences, as part of the largest that its result has by any of its
// arguments, each times its magnitude (at least 1).
using DifferenceErrors = std::map<std::string, double>;

// "the derivatives of 'tire' are differences: ..."
std::string note_on_differences(const std::string& routine, double error);

// Of one call. `errors` may be null.
std::vector<double> called(UserRoutines& routines, const ExternalRoutine& routine, const std::vector<double>& arguments,
                           DifferenceErrors* errors);
std::vector<Dual> called(UserRoutines& routines, const ExternalRoutine& routine, const std::vector<Dual>& arguments,
                         DifferenceErrors* errors);

// Of a procedure of the script, run here: its results, or, where `slopes` is asked for, the partial derivatives too, in
// the order of its slopes procedure. ModelError where it does not end or leaves an array.
std::vector<double> procedure_called(const ExternalRoutine& routine, const std::vector<double>& arguments, bool slopes);
std::vector<Dual> procedure_called(const ExternalRoutine& routine, const std::vector<Dual>& arguments, bool slopes);
// Names of these: results, then where `slopes` is asked for those of slope_name().
std::vector<std::string> names_of_results(const ExternalRoutine& routine, bool slopes);

// Values of a model's expressions, results of its external routines among them: each is called once.
//   ValuesWithRoutines<double> value(model, value_of_symbol, constant, routines, nullptr);
template <class T>
class ValuesWithRoutines {
  public:
    // `symbol`: of all other symbols; `routines` is asked for where one is to be called.
    ValuesWithRoutines(const Model& model, std::function<T(const Symbol&)> symbol, std::function<T(Expr)> constant,
                       std::function<UserRoutines&()> routines, DifferenceErrors* errors)
        : model_(model),
          symbol_(std::move(symbol)),
          routines_(std::move(routines)),
          errors_(errors),
          value_(
              *model.graph,
              [this](const Symbol& s) { return s.role == Role::external_result ? result(s.name) : symbol_(s); },
              std::move(constant)) {}
    ValuesWithRoutines(const ValuesWithRoutines&) = delete;
    ValuesWithRoutines& operator=(const ValuesWithRoutines&) = delete;

    T operator()(Expr e) { return value_(e); }

  private:
    T result(const std::string& name) {
        if (const auto known = results_.find(name); known != results_.end()) return known->second;
        for (const ExternalRoutine& routine : model_.externals) {
            for (const bool slopes : {false, true}) {
                const std::vector<std::string> names = names_of_results(routine, slopes);
                if (std::ranges::find(names, name) == names.end()) continue;
                std::vector<T> arguments;
                for (const Expr& argument : routine.arguments) arguments.push_back(value_(argument));
                const std::vector<T> found = routine.is_linked() ? called(routines_(), routine, arguments, errors_)
                                                                 : procedure_called(routine, arguments, slopes);
                for (std::size_t k = 0; k < found.size(); ++k) results_.emplace(names[k], found[k]);
                return results_.at(name);
            }
        }
        throw InternalError(fmt::format("no routine gives '{}'", name));
    }

    const Model& model_;
    std::function<T(const Symbol&)> symbol_;
    std::function<UserRoutines&()> routines_;
    DifferenceErrors* errors_;
    std::map<std::string, T> results_;
    Evaluator<T> value_;
};

}  // namespace lag
