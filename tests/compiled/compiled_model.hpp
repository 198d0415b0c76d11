// Emitted files as a user's linker sees them: compiled by g++ or gfortran into a shared object, loaded, and called
// through the routines' own argument order. Fortran's module procedures and the wrapper around the C++ templates take
// everything by reference, so that one signature serves both.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <string>
#include <vector>

#include "core/model.hpp"
#include "emitters/program/program.hpp"
#include "tests/support/oracle.hpp"

namespace lag {

struct EventValues {
    Eigen::VectorXd g, gdot;
    int info = -1;
};
// What m_event makes of a state, the impulses of the constraint rows.
struct EventResult {
    OracleState after;
    Eigen::VectorXd p;
    int info = -1;
};

struct AssemblyStepResult {
    Eigen::VectorXd next, phi, step;
    int info = 0;
};

// -O0 takes half of the compilers' time of -O1; with -O1 they also warn of what only the flow of values shows. On: -O1 for
// texts up to 300 kB.
enum class Optimization { off, on };

class CompiledModel {
  public:
    // `source` is an emitted .hpp, .f90, .f or .h; the object goes beside it. Throws std::runtime_error with the
    // compiler's words. `dependent`: how many dependent speeds constraints = eliminate has solved out; `model` is then
    // the one of the independent speeds.
    CompiledModel(const Model& model, const std::string& source, Eigen::Index dependent = 0,
                  Optimization optimization = Optimization::off);
    ~CompiledModel();
    CompiledModel(const CompiledModel&) = delete;
    CompiledModel& operator=(const CompiledModel&) = delete;

    Eigen::VectorXd defaults() const;
    void initial(const Eigen::VectorXd& p, Eigen::VectorXd& q, Eigen::VectorXd& u) const;
    void initial(const Eigen::VectorXd& p, Eigen::VectorXd& q, Eigen::VectorXd& u, Eigen::VectorXd& s) const;
    void setup(const Eigen::VectorXd& p);  // keeps c for the calls below

    Eigen::VectorXd derivatives(const OracleState& s, int& info) const;  // [q'; u'; s']
    Eigen::VectorXd state_rates(const OracleState& s, int& info) const;
    Eigen::VectorXd jacobian(const OracleState& s, Eigen::Index entries, int& info) const;
    Eigen::VectorXd tangent(const OracleState& s, const Eigen::VectorXd& d, int& info) const;  // of ydot
    Eigen::VectorXd adjoint(const OracleState& s, const Eigen::VectorXd& v, Eigen::Index columns, int& info) const;
    Eigen::VectorXd accelerations(const OracleState& s, int& info) const;
    // `lambda` comes with its length, the number of constraint rows.
    Eigen::VectorXd accelerations(const OracleState& s, Eigen::VectorXd& lambda, int& info) const;
    Eigen::MatrixXd constraint_matrix(const OracleState& s, Eigen::Index rows) const;
    void constraints(const OracleState& s, Eigen::VectorXd& phi, Eigen::VectorXd& phidot) const;
    Eigen::MatrixXd mass_matrix(const OracleState& s) const;
    Eigen::VectorXd right_side(const OracleState& s) const;
    Eigen::VectorXd kinematics(const OracleState& s) const;
    Eigen::VectorXd inverse_dynamics(const OracleState& s, const Eigen::VectorXd& udot) const;
    void energy(const OracleState& s, double& kinetic, double& potential) const;
    Eigen::VectorXd outputs(const OracleState& s, int& info) const;
    Eigen::VectorXd dependent_speeds(const OracleState& s, int& info) const;
    // `count`: of the base parameters
    Eigen::MatrixXd regressor(const OracleState& s, const Eigen::VectorXd& udot, Eigen::Index count) const;
    Eigen::VectorXd base_parameters(const Eigen::VectorXd& p, Eigen::Index count) const;
    Eigen::VectorXd applied_loads(const OracleState& s) const;
    void normalize(Eigen::VectorXd& q) const;
    // The coordinates that m_assemble makes of the state's, the speeds that m_project_speeds makes of the state's.
    Eigen::VectorXd assemble(const OracleState& s, double tolerance, int limit, int& info) const;
    Eigen::VectorXd project_speeds(const OracleState& s, int& info) const;
    AssemblyStepResult assembly_step(const OracleState& s, const Eigen::VectorXd& guess, Eigen::Index rows) const;
    Eigen::VectorXd flags(const Eigen::VectorXd& p, Eigen::VectorXd w) const;  // w with flags at their first values
    EventValues events(const OracleState& s) const;
    EventResult event(int k, const OracleState& s, Eigen::Index rows) const;
    EventResult modes(const OracleState& s) const;  // the flags that m_modes sets; no impulses

  private:
    void* routine(const std::string& name) const;
    Eigen::Index nq_, nu_, np_, no_, ns_, nd_, ne_;
    std::string name_;
    bool fortran_, is_fortran77_;
    void* library_ = nullptr;
    Eigen::VectorXd c_;
};

// Those of the names that the program has, for EmitOptions::routines: what a test does not call costs the compilers as much
// time as what it calls.
std::vector<std::string> routines_there(const Program& program, std::vector<std::string> names);

// Runs a shell command; its output goes into `words`. True when it exits with 0.
bool run_command(const std::string& command, std::string& words);

}  // namespace lag
