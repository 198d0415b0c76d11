// An emitted C++ header with m_jacobian, compiled together with dual numbers: the slopes of m_derivatives itself, exact
// and without any of the code that formed the jacobian.
#pragma once

#include <Eigen/Dense>
#include <string>
#include <vector>

namespace lag {

struct FullState {
    double t = 0;
    Eigen::VectorXd y, w, p;
};

class DualModel {
  public:
    // `header` declares the model `name`; what it needs to compile goes beside it. std::runtime_error with the
    // compiler's words.
    DualModel(const std::string& name, const std::string& header);
    ~DualModel();
    DualModel(const DualModel&) = delete;
    DualModel& operator=(const DualModel&) = delete;

    Eigen::Index nq = 0, nu = 0, np = 0, nw = 0, nj = 0, nz = 0;
    std::vector<int> rows, columns;                                      // by stored entry, from 0
    std::vector<std::string> column_names;                               // by column
    std::vector<std::string> state_names, input_names, parameter_names;  // of y, w, p

    FullState start() const;  // the script's own, inputs zero
    Eigen::VectorXd jacobian(const FullState& s, int& info) const;
    // d ydot along a direction of everything a column may be.
    Eigen::VectorXd slopes(const FullState& s, const FullState& direction, int& info) const;
    // The unit direction of a column.
    FullState direction_of(const std::string& column) const;

  private:
    void* routine(const char* name) const;
    void* library_ = nullptr;
};

}  // namespace lag
