// Reads the C text of one emitted routine and carries it out, knowing nothing of how it was made: arithmetic,
// functions, selections, element by element. What it finds: every temporary with its value and the comment above it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lag {

struct NamedValue {
    std::string name;     // of the temporary
    std::string label;    // the comment that stands directly above it, on one line; empty where there is none
    std::string section;  // what the last banner says; empty before the first
    double value = 0;
};

struct StraightLine {
    std::vector<NamedValue> temporaries;                // in the order of the text
    std::map<std::string, std::vector<double>> arrays;  // given ones and results; scalars have one element
};

// `routine` is the full name ("pendulum_setup"). `arrays`: values of the arguments, by name; results need not be there.
// std::runtime_error for a text that is no straight line of code.
StraightLine carried_out(const std::string& text, const std::string& routine,
                         std::map<std::string, std::vector<double>> arrays);

// The value of an expression in C, names looked up by `value`.
double value_of_text(const std::string& expression, const std::function<double(const std::string&)>& value);

}  // namespace lag
