// The steady motion of a script's model as one quantity is varied: that of the script's last trim(..), else its initial
// state.
#pragma once

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "scripts/pipeline/equations_at_state.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/trim.hpp"

namespace lag {

class VariedModel {
  public:
    // `name`: a parameter, input, coordinate, speed or state; of a parameter that other defaults or the mechanism's form
    // depend on, the script is run anew at each value. InputError, CheckFailure, ModelError.
    VariedModel(const std::string& file, const std::string& name, double from, double to,
                const PipelineOptions& options);

    std::string title() const;
    std::string label() const;  // "v, m/s"
    // What the user should know of the motions so far; "" where all is well.
    const std::string& doubt() const { return doubt_; }
    const DifferenceErrors& difference_errors() const { return difference_errors_; }
    // ModelError that names the value where there is no steady motion.
    std::vector<std::complex<double>> eigenvalues(double value);

  private:
    struct Described {
        Model model;
        TrimRequest request;
        bool trims = false;
        std::unique_ptr<EquationsAtState> equations;
    };
    std::unique_ptr<Described> described(const PipelineOptions& options) const;
    std::unique_ptr<Described> described_at(double value) const;
    bool other_defaults_differ(const Model& a, const Model& b) const;

    std::string file_, name_;
    PipelineOptions options_;
    Role role_ = Role::undeclared;
    bool runs_anew_ = false;
    std::unique_ptr<Described> now_;
    TrimmedState last_;
    std::string doubt_;
    DifferenceErrors difference_errors_;
};

}  // namespace lag
