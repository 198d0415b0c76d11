// States for check(): fixed seeds, so that a script says the same on every machine.
//
// Model -> values of all symbols at point k, exact rational numbers until constraints move them. Four kinds take turns:
//   near    parameters within a fifth of their defaults, the motion near the initial state, where lengths have their
//           usual signs
//   usual   the same parameters, the motion within a few units of zero
//   wide    each symbol with a scale and a sign of its own, from a thousandth to a thousand
//   huge    from 10^-9 to 10^9
// Parameters beyond the first two kinds take both signs, except masses and principal moments of inertia. Euler
// parameters have unit length. Radians, and whatever units the script uses.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/ball.hpp"
#include "core/constraint_rows.hpp"
#include "core/model.hpp"
#include "core/random_numbers.hpp"
#include "core/real.hpp"

namespace lag {

class CheckRandom {
  public:
    explicit CheckRandom(std::uint64_t seed) : random_(seed) {}
    // a decimal fraction of four places in [low, high], both given in ten-thousandths
    Rational decimal(long low, long high);
    Rational scaled(long decades);  // +-m * 10^e, m in [1, 10) in two digits, e in [-decades, decades]
    long whole(long low, long high);

  private:
    RandomNumbers random_;
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
    enum class Kind { near, usual, wide, huge };
    CheckPoint(const Model& model, std::uint64_t number, Kind kind, bool default_parameters = false);

    // The value of a symbol; symbols the model does not know (free names) get one at their first mention.
    Ball ball(const Symbol& symbol);
    void set(const Symbol& symbol, const Rational& value);

    // Moves coordinates, then speeds, then accelerations onto the constraints by least-norm Newton steps, in the digits
    // in force; ModelError where that does not converge.
    void satisfy(Graph& graph, const ConditionsOfState& conditions);

    // The parameter has another sign than its default has.
    bool has_other_sign(const std::string& parameter) const { return other_signs_.contains(parameter); }

  private:
    Rational parameter_value(Graph& graph, const Parameter& p, bool positive);
    Rational motion_value(const Rational& centre, long near, long usual);
    void approach(Graph& graph, const ConditionsOfState::Stage& stage);
    void solve(Graph& graph, const ConditionsOfState::Stage& stage);
    Real real(const Symbol& symbol);
    void normalize_quaternions(const Model& model);

    CheckRandom random_;
    Kind kind_;
    std::set<std::string> other_signs_;
    std::map<Symbol, Rational> values_;
    std::map<Symbol, Real> solved_;  // moved by the constraints
};

// Parameters that are the mass or a principal moment of inertia of a body.
std::set<std::string> positive_parameters(const Model& model);

}  // namespace lag
