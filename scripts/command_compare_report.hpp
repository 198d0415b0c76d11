// What a comparison found: of each component of the result the largest relative difference, the state where it occurs,
// and, where the difference is one product of powers, that product: a wrong sign then shows as twice the term.
//
// The relative difference of a component at a state is |left - right| / max(|left|, |right|, s), with s the median of
// max(|left|, |right|) over all states: where a component happens to pass through zero, rounding does not count.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scripts/command_compare_side.hpp"

namespace lag {

struct ComparedState {
    std::size_t number = 0;  // from 1
    CompareState state;
    std::map<std::string, double> left, right;
};

struct ComparedComponent {
    std::string name;
    double largest = 0;          // relative difference; infinite where one side's number is not finite
    double left = 0, right = 0;  // there
    std::size_t worst = 0;       // index into the states
    bool agrees = true;
    std::string difference;  // "left - right = 2*b^2*Cr*r/(Iz*vx)", or "the difference depends on a, b"; may be empty
};

struct Comparison {
    std::string left, right;
    double tolerance = 0;
    std::vector<ComparedState> states;
    std::size_t singular = 0;  // states tried that one side called singular, or where neither gave numbers
    std::vector<ComparedComponent> components;
    std::vector<std::string> notes;
    bool agrees() const;
    const ComparedComponent* worst() const;  // null when all agree
};

// Components that both sides give, in the left side's order.
std::vector<ComparedComponent> compare_states(const std::vector<ComparedState>& states,
                                              const std::vector<std::string>& names, double tolerance);

// left - right of one component at a state like that of `worst` with `name` changed to `value`; empty: not to be had.
using DifferenceAt = std::function<std::optional<double>(const std::string& name, double value)>;
std::string describe_difference(const std::vector<ComparedState>& states, const ComparedComponent& component,
                                const std::vector<std::string>& names, const DifferenceAt& difference);

// name = value, one a line, every digit: what --state reads.
std::string state_text(const CompareState& state, const std::string& indent);
CompareState read_state(const std::string& text, const std::string& file);  // ModelError

std::string report_text(const Comparison& comparison);
std::string report_json(const Comparison& comparison);

}  // namespace lag
