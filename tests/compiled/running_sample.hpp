// A sample script with its emitted code, at a state that a test moves about.
#pragma once

#include <Eigen/Dense>
#include <filesystem>
#include <string>

#include "tests/compiled/compiled_model.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

struct ScriptText {
    std::string name, text;  // the model's name; the script emits <name>.hpp and <name>.f90
};

class RunningSample {
  public:
    // `script` under samples/, without its extension, e.g. "acceptance/four_bar"; `language` ".hpp" or ".f90".
    RunningSample(const std::string& script, const std::string& language);
    RunningSample(const ScriptText& script, const std::string& language);

    OracleState state;  // first the script's initial state, t = 0, inputs 0, parameters at their defaults
    void reset();       // back to it

    const Model& model() const { return model_; }
    const CompiledModel& compiled() const { return compiled_; }
    const std::string& language() const { return language_; }
    double p(const std::string& name) const;
    void set(const std::string& parameter, double value);
    PointOnBody point(const std::string& name) const;

    // Requires info = 0.
    Eigen::VectorXd accelerations() const;
    Eigen::VectorXd accelerations(Eigen::VectorXd& lambda) const;
    double output(const std::string& name) const;
    double kinetic() const;
    double energy() const;  // kinetic and potential
    // Runge and Kutta's method of fourth order from state.t on.
    void run(double duration, int steps);

  private:
    Model model_;
    CompiledModel compiled_;
    std::string language_;
    Eigen::Index rows_;
};

}  // namespace lag
