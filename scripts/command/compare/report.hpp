// What a comparison found: of each component of the result the largest relative difference, the state where it occurs,
// and, where the difference is one product of powers, that product: a wrong sign then shows as twice the term.
//
// The relative difference of a component at a state is |left - right| / max(|left|, |right|, s), with s the median of
// max(|left|, |right|) over all states of its kind, near or wide: where a component happens to pass through zero,
// rounding does not count.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "scripts/command/compare/found_sum.hpp"
#include "scripts/command/compare/side.hpp"

namespace lag {

struct ComparedState {
    std::size_t number = 0;  // from 1
    CompareState state;
    std::map<std::string, double> left, right;
    bool wide = false;                 // far from the initial state or the default parameters
    std::set<std::string> rounding{};  // components that rounding alone makes differ here: they do not count
};

struct ComparedComponent {
    std::string name;
    double largest = 0;          // relative difference; infinite where one side's number is not finite
    double left = 0, right = 0;  // there
    std::size_t worst = 0;       // index into the states
    bool agrees = true;
    bool in_load_space = false;  // an acceleration whose difference `LoadSpace` says better
    std::string difference;  // "left - right = 2*b^2*Cr*r/(Iz*vx)", or "the difference depends on a, b"; may be empty
};

// States that were tried and do not count.
struct LeftOut {
    std::size_t both = 0;                         // singular for both sides, or neither has finite numbers
    std::size_t left_alone = 0, right_alone = 0;  // that side alone calls them singular
    std::size_t off_constraints = 0;              // could not be moved onto the constraints
    std::size_t all() const { return both + left_alone + right_alone + off_constraints; }
};

// What a side does that no routine of equations may: reason enough against an agreement.
struct ComparedFault {
    std::string side, text, numbers;
    std::size_t states = 1;  // where it does
    CompareState state;      // the first of them
};

// What is left of a script's equations of motion M u' - f when the other side's accelerations are put in: which equation
// differs, and by which term. With constraints M u' - f is known but for B^T lambda; the terms named are the shortest sum
// that explains what it does along the motions that the constraints allow, unless the other side gives lambda; `equals` are
// others that are the same along these motions. A constraint's row is B u' - gamma.
struct LoadSpace {
    struct Row {
        std::string name;      // of the speed, or of the constraint
        bool differs = false;  // of a speed under constraints: a term of it is in the sum
        std::string sum{};     // "jr*n2*q2''"; empty where no short sum was found
        std::size_t same = 0;  // states where it is so
        bool twice = false;    // all its terms: as wrong signs make it
    };
    std::string script, other;
    bool along_constraints = false;
    bool with_multipliers = false;  // the rows are of M u' + B^T lambda - f: the other side gives every lambda
    bool explained = false;         // every row that differs has its sum
    std::vector<Row> rows, constraints;
    std::vector<std::vector<Row>> equals;  // the rows with terms alone
};

struct Comparison {
    std::string left, right;
    double tolerance = 0;
    std::vector<ComparedState> states;
    LeftOut left_out;
    std::vector<ComparedComponent> components;
    std::vector<ComparedFault> faults;
    std::optional<LoadSpace> load_space;  // where accelerations differ and the equations of a script are at hand
    std::string refused;                  // why nothing can be said, such as too few states; empty: enough
    std::vector<std::string> notes;
    bool agrees() const;
    const ComparedComponent* worst() const;  // null when all agree
};

// Numbers of one side for one state when every number of the state moves by a relative change like rounding's, several
// times over.
using NearbyValues = std::vector<std::map<std::string, double>>;

// The components of `names` whose difference at the state rounding explains: it is at most ten times as large as what
// such changes make of the number on both sides; or on one side, where it is also below 1e-12 of the largest component
// (a sum that is zero: one side has it as a zero, the other as what rounding leaves of it).
std::set<std::string> explained_by_rounding(const ComparedState& state, const std::vector<std::string>& names,
                                            const NearbyValues& left, const NearbyValues& right);

// Components that both sides give, in the left side's order.
std::vector<ComparedComponent> compare_states(const std::vector<ComparedState>& states,
                                              const std::vector<std::string>& names, double tolerance);

// left - right of one component at a state like that of `worst` with `name` changed to `value`; empty: not to be had.
// Asked for at these two values of a name alone.
std::pair<double, double> changed_values(double value);
using DifferenceAt = std::function<std::optional<double>(const std::string& name, double value)>;
std::string describe_difference(const std::vector<ComparedState>& states, const ComparedComponent& component,
                                const std::vector<std::string>& names, const DifferenceAt& difference);

// The same of a sum that was found.
std::string describe_sum(const std::vector<ComparedState>& states, const ComparedComponent& component,
                         const FoundSum& sum);

// name = value, one a line, every digit: what --state reads.
std::string state_text(const CompareState& state, const std::string& indent);
CompareState read_state(const std::string& text, const std::string& file);  // ModelError

std::string report_text(const Comparison& comparison);
std::string report_json(const Comparison& comparison);

}  // namespace lag
