// Inverse dynamics of a model whose driven coordinates move as given. With N of q' = N u + n, N_d its rows of driven
// coordinates and B of the constraints,
//
//     phi(q) = 0, q_d given;   [B; N_d] u = [b; q_d' - n_d];   [B; N_d] u' = [gamma; q_d'' - d/dt(N_d) u - d/dt(n_d)]
//
// determine the motion, and M (u' - u'_0) = N_d^T tau - B^T dlambda the loads tau on the driven coordinates, u'_0 the
// accelerations without them. Where inputs are to give the loads, u' = u'_0 + sum of D_k w_k, D_k what input k adds.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "scripts/command/inverse/motion.hpp"
#include "scripts/command/simulate/events.hpp"
#include "scripts/command/simulate/run.hpp"

namespace lag {

struct DrivenCoordinate {
    std::size_t coordinate = 0;
    CoordinateMotion motion;
};

struct InverseRow {
    SimulatedRow row;
    std::vector<double> accelerations;  // u'
    std::vector<double> loads;          // by driven coordinate, or by input
};

class DrivenModel {
  public:
    // `loads`: inputs, by number, that realise the motion; empty: generalized loads on the driven coordinates.
    DrivenModel(RunnableModel& model, std::vector<DrivenCoordinate> driven, std::vector<std::size_t> loads,
                InputsAt inputs, std::vector<double> q);
    // Times ascend. ModelError where the motions do not determine the model's, contradict the constraints, or are more
    // than its freedoms.
    InverseRow at(double t);

  private:
    struct Kinematics {
        Eigen::MatrixXd N;
        Eigen::VectorXd n;
    };
    Frame rates(double t, const std::vector<double>& q, const Eigen::VectorXd& u);
    Eigen::VectorXd qdot(double t, const std::vector<double>& q, const Eigen::VectorXd& u);
    Kinematics kinematics(double t, const std::vector<double>& q);
    Eigen::VectorXd accelerations(double t, const Eigen::VectorXd& u);
    Eigen::MatrixXd rows(double t, const Kinematics& kinematics);  // [B; N_d]
    Eigen::MatrixXd matrix(RoutineName name, Slot argument, double t, std::size_t height);
    void place(double t);
    void require_determined(double t, const Eigen::MatrixXd& A) const;
    Eigen::VectorXd solved(double t, const Eigen::MatrixXd& A, const Eigen::VectorXd& right,
                           const std::string& what) const;
    std::vector<double> loads_on_coordinates(double t, const Eigen::MatrixXd& A, const Eigen::VectorXd& missing);
    std::vector<double> loads_of_inputs(double t, const Eigen::VectorXd& u, const Eigen::VectorXd& wanted);

    RunnableModel& model_;
    SwitchModes modes_;
    std::vector<DrivenCoordinate> driven_;
    std::vector<std::size_t> loads_;
    std::vector<double> values_;  // of these inputs
    InputsAt inputs_;
    std::vector<double> q_;
    std::size_t nq_, nu_, nphi_;
};

}  // namespace lag
