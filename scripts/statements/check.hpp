// check(lhs = rhs): the script's own proof of its model.
//
//   Equation of scalars, lists or matrices -> "proved" (check/algebra.hpp), "tested" (check/numeric.hpp) or
//   CheckFailure
#pragma once

#include "core/errors.hpp"

namespace lag {

// A check that does not hold. Not an error of the script's form: the command ends with status 3.
class CheckFailure : public InputError {
  public:
    CheckFailure(Diagnostic diagnostic, std::string details)
        : InputError(std::move(diagnostic)), details_(std::move(details)) {}
    // Both values and the point, one to a line; stands between the diagnostic and its hint.
    const std::string& details() const { return details_; }

  private:
    std::string details_;
};

}  // namespace lag
