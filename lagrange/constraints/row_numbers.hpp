// Numbers of constraint rows at positions of the model: double precision. The base of the
// search for consistent positions and for rows that depend on each other; never part of emitted code.
//
// Displacements are measured in *reach*: rad for a speed that turns, and lengths in units of the model's largest one
// (`length`), so that a rotation and a translation that move points alike count alike. Rows are divided by the length
// of their B in that measure near the initial state: phi = 0.01 is then "0.01 rad away" whatever the row's unit.
// Not numbered here: speeds; phidot is linear in them, so that B and its value at u = 0 tell all.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/constraint_rows.hpp"
#include "core/model.hpp"
#include "core/model_index.hpp"
#include "core/random_numbers.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/model_state.hpp"

namespace lag {

// All in the measure above; m rows, n speeds.
struct RowValues {
    Eigen::VectorXd phi;     // m
    Eigen::VectorXd drift;   // m: phidot at u = 0
    Eigen::MatrixXd B;       // m x n
    Eigen::MatrixXd slopes;  // m x n: B of displacements, which leave the states alone
    bool finite = true;      // every row has real values here
};

class RowNumbers {
  public:
    // Parameters at their defaults, or each moved by at most `off` of its own (zeros by `off`), alike for one `seed`.
    RowNumbers(const Model& model, const Kinematics& kinematics, const ConstraintRows& rows, double off = 0,
               std::uint64_t seed = 0);

    std::size_t speeds() const { return model_.speeds.size(); }
    std::size_t rows() const { return rows_.rows.size(); }
    const ConstraintRow& row(std::size_t r) const { return rows_.rows[r]; }
    bool is_position(std::size_t r) const;
    double length() const { return length_; }
    // A speed's displacement of one in this measure is that much in its own unit.
    double reach_of(std::size_t speed) const { return turns_[speed] != 0 ? 1 : length_; }
    // By speed: what a step of 1 of it is among trial displacements, less for elastic ones.
    const Eigen::VectorXd& trial_sizes() const { return trial_sizes_; }
    const std::vector<std::size_t>& moved_coordinates() const { return moved_coordinates_; }  // that the rows hold
    double unit_of(std::size_t r) const { return unit_[r]; }  // scaled phi times this is phi in the row's own unit

    const std::vector<double>& parameters() const {
        return parameters_;
    }                                                       // by ParameterIndex; NaN where it has no value
    const ModelState& initial() const { return initial_; }  // of the script, at t = 0, inputs zero
    // The rows `which`, in that order.
    RowValues at(const ModelState& state, const std::vector<std::size_t>& which) const;
    // q + K step; Euler parameters keep unit length, and coordinates of cut hinges that rows depend on are closed.
    ModelState moved(const ModelState& state, const Eigen::VectorXd& step) const;
    // The largest difference of a coordinate that the rows hold, in the same measure.
    double distance(const ModelState& a, const ModelState& b) const;
    // Coordinates anywhere: angles in (-pi, pi), lengths within twice the model's of the initial ones.
    ModelState anywhere(RandomNumbers& random) const;
    // Each speed's displacement within `size`.
    Eigen::VectorXd random_step(RandomNumbers& random, double size) const;

  private:
    double value_of_symbol(const ModelState& state, const Symbol& s) const;
    void normalize(ModelState& state) const;
    void close(ModelState& state) const;
    void measure_length();
    void measure_rows();

    const Model& model_;
    const Kinematics& kinematics_;
    const ConstraintRows& rows_;
    ModelIndex index_;
    std::vector<double> parameters_;
    mutable std::unordered_map<NodeId, double> constants_;
    std::vector<char> turns_;  // by speed
    Eigen::VectorXd trial_sizes_;
    std::vector<std::size_t> moved_coordinates_;
    std::vector<std::pair<std::size_t, Expr>> lacks_;  // of cut hinges: coordinate, what it lacks (cut_hinge_lacks)
    std::vector<double> unit_;
    double length_ = 1;
    ModelState initial_;
};

}  // namespace lag
