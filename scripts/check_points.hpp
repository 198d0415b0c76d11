// Random states for check(): fixed seeds, so that a script says the same on every machine.
//
// Model -> values of all symbols at point k. Parameters stay within a fifth of their defaults and keep their sign,
// Euler parameters have unit length, everything else lies within a few units of zero; every other point stays near the
// initial state, where lengths have their usual signs. Radians, and whatever units the script uses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"
#include "core/real.hpp"

namespace lag {

// splitmix64
class CheckRandom {
  public:
    explicit CheckRandom(std::uint64_t seed) : state_(seed) {}
    // a decimal fraction of four places in [low, high], both given in ten-thousandths
    Rational decimal(long low, long high);

  private:
    std::uint64_t state_;
};

class CheckPoint {
  public:
    CheckPoint(const Model& model, std::uint64_t number);
    // The value of a symbol; symbols the model does not know (free names) get one at their first mention.
    const Real& value(const Symbol& symbol);

    // Moves coordinates, then speeds, then accelerations onto the constraints by least-norm Newton steps; ModelError
    // where that does not converge.
    void satisfy(const Model& model, const ConstraintRows& constraints);

  private:
    void solve(Graph& graph, const std::vector<Expr>& unknowns, const std::vector<Expr>& errors);
    using Key = std::pair<Role, std::string>;
    void normalize_quaternions(const Model& model);
    CheckRandom random_;
    bool near_;
    std::map<Key, Real> values_;
};

}  // namespace lag
