// Products of powers as text: 2*r*b*Cr/(vx*m).
#pragma once

#include <string>
#include <vector>

namespace lag {

struct Power {
    std::string name;
    int exponent = 0;
};

// A small fraction where the number is one: "1/3", else seven digits.
std::string coefficient_text(double value);
double coefficient_of(const std::string& text);  // and back
// `behind`: further factors of the numerator as they are to be written, such as sin(q1).
std::string product_text(double factor, const std::vector<Power>& powers, const std::vector<std::string>& behind = {});

// The whole number p with f(1.25 x) = 1.25^p f(x) and f(0.8 x) = 0.8^p f(x), from the two quotients; false: there is
// none. `tolerance` is that of p.
bool whole_exponent(double higher, double lower, double tolerance, int& exponent);
constexpr double raised = 1.25, lowered = 0.8;

}  // namespace lag
