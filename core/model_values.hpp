// Numbers for the leaves of a model's expressions at one state.
#pragma once

#include <memory>
#include <vector>

#include "core/evaluate.hpp"
#include "core/model.hpp"
#include "core/model_index.hpp"

namespace lag {

// By index. A table may be empty where no expression holds its symbols.
struct ModelValues {
    double t = 0;
    std::vector<double> p, q, u, w, s;  // parameters, coordinates, speeds, inputs, states
};

// w with flags at their first values, by these parameters, and inputs 0.
std::vector<double> first_inputs(const Model& model, const std::vector<double>& p);
// Parameters at their defaults, flags at their first values; time, coordinates, inputs and states 0; no speeds.
ModelValues default_values(const Model& model);
// Of the model's graph. All three must outlive it. InternalError that names a symbol without a value.
Evaluator<double> evaluator_of(const Model& model, const ModelIndex& index, const ModelValues& values);
// The value of an expression of time and parameters.
double value_of(const Model& model, Expr e, double t, const std::vector<double>& p);

// The same for many times: the expressions stand in a graph of their own, so that an evaluation visits these alone.
class ValuesInTime {
  public:
    // An expression without a graph is passed over. The model may go away.
    ValuesInTime(const Model& model, const std::vector<Expr>& expressions);
    double operator()(std::size_t k, double t, const std::vector<double>& p) const;

  private:
    ModelIndex index_;
    std::unique_ptr<Graph> graph_;
    std::vector<Expr> expressions_;
};

}  // namespace lag
