// Which runs a sweep consists of: a grid of values, and draws at each of its points.
//
// A draw depends on the seed, the number of the run and the name of the quantity alone, so that it does not matter who
// does the run, or when: splitmix64 (core/random_numbers.hpp), normal numbers by the transformation of G. E. P. Box and
// M. E. Muller, "A note on the generation of random normal deviates", Ann. Math. Stat. 29 (1958) 610-611.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lag {

struct VariedQuantity {
    std::string name;
    std::vector<double> values;
};

struct SampledQuantity {
    enum class Kind { normal, uniform };
    std::string name;
    Kind kind = Kind::normal;
    double a = 0, b = 0;  // normal: mean and standard deviation; uniform: bounds
    double draw(std::uint64_t seed, std::size_t run) const;
};

// "v=10:30:11": 11 values from 10 to 30. "m=normal(2,1/10)", "m=uniform(1,3)". WrongCommand.
VariedQuantity varied_quantity(const std::string& text);
SampledQuantity sampled_quantity(const std::string& text);

struct SweepPlan {
    std::vector<VariedQuantity> varied;  // the last one changes fastest
    std::vector<SampledQuantity> sampled;
    std::size_t draws = 1;  // at each point of the grid
    std::uint64_t seed = 1;

    std::size_t runs() const;
    std::vector<std::string> names() const;  // of what values() gives
    std::vector<double> values(std::size_t run) const;
};

// WrongCommand for a name that is varied twice, more than a million runs, or draws of nothing.
void require_plan(const SweepPlan& plan);

}  // namespace lag
