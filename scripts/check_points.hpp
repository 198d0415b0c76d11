// Random states for check(): fixed seeds, so that a script says the same on every machine.
//
// Model -> values of all symbols at point k. Parameters stay within a fifth of their defaults and keep their sign (or
// keep their defaults),
// Euler parameters have unit length, everything else lies within a few units of zero; every other point stays near the
// initial state, where lengths have their usual signs. Radians, and whatever units the script uses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

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

// What a state must satisfy, with its slopes: formed once for all points.
class ConditionsOfState {
  public:
    ConditionsOfState(const Model& model, const ConstraintRows& constraints);

  private:
    friend class CheckPoint;
    struct Stage {
        Stage(Graph& graph, std::vector<Expr> of, std::vector<Expr> conditions);
        std::vector<Expr> unknowns, errors;
        std::vector<std::vector<std::pair<std::size_t, Expr>>> slopes;  // by error: non-zero ones, by unknown
        bool linear = true;                                             // no slope depends on an unknown
    };
    std::vector<Stage> stages_;  // coordinates, speeds, accelerations
};

class CheckPoint {
  public:
    CheckPoint(const Model& model, std::uint64_t number, bool default_parameters = false);
    // The value of a symbol; symbols the model does not know (free names) get one at their first mention.
    const Real& value(const Symbol& symbol);

    // Moves coordinates, then speeds, then accelerations onto the constraints by least-norm Newton steps; ModelError
    // where that does not converge.
    void satisfy(Graph& graph, const ConditionsOfState& conditions);

  private:
    void solve(Graph& graph, const ConditionsOfState::Stage& stage);
    using Key = std::pair<Role, std::string>;
    void normalize_quaternions(const Model& model);
    CheckRandom random_;
    bool near_;
    std::map<Key, Real> values_;
};

}  // namespace lag
