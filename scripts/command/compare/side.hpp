// One side of a comparison: a `.lag` script or a routine in Fortran, C or C++, built by the system's compiler into a
// shared object whose routines take and give plain arrays of doubles.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scripts/command/compare/mapping.hpp"
#include "scripts/command/processes/processes.hpp"

namespace lag {

// A state, parameters, inputs and time by their shared names.
using CompareState = std::map<std::string, double>;

// What a model says about the quantities of a comparison, under their shared names.
struct StateSpace {
    struct Quantity {
        enum class Kind { time, coordinate, angle, speed, state, parameter, input };
        std::string name;
        Kind kind = Kind::parameter;
        double centre = 0;
        bool angle = false;  // an input in radians
    };
    std::vector<Quantity> quantities;                      // t, q, u, s, p, w
    std::vector<std::vector<std::string>> of_unit_length;  // Euler parameters
    bool constrained = false;
    // Under the model's sines and cosines: a parameter or a number times a coordinate, "n2*q2", "3*q2".
    std::vector<std::string> multiples{};
    const Quantity* find(const std::string& name) const;
    std::vector<std::string> names(const std::vector<Quantity::Kind>& kinds) const;
};

struct SideResult {
    std::optional<std::map<std::string, double>> values;  // empty: this state is singular for this side
};
// What a routine does that no routine of equations may, such as "writes beyond f: f[2]".
struct SideFault {
    std::string text;       // the same for every state
    std::string numbers;    // there, may be empty
    std::size_t state = 0;  // index of the state where it did
};
struct SideResults {
    std::vector<SideResult> states;  // those before it ended
    std::vector<SideFault> faults;
    std::size_t at = 0;           // the state at which it ended
    std::string ended, messages;  // as in ChildCalls
};

struct SideCall {
    int patience = 60;
    std::size_t passes = 1;  // how often each state is tried: arguments then hold other numbers before the call
    double tolerance = 0;    // relative; by how much a later pass may give another number
};

// A script's equations of motion M u' + B^T lambda = f, B u' = gamma at accelerations from elsewhere; by shared speed.
struct EquationsBalance {
    Eigen::VectorXd loads;  // M u' - f
    Eigen::MatrixXd M, B;
};

// A script's output that is the load of a constraint row, times 1 or -1.
struct MultiplierResult {
    std::string name;  // shared; empty: the row has none
    double factor = 1;
};

class CompareSide {
  public:
    const std::string& title() const { return title_; }
    const std::vector<std::string>& inputs() const { return inputs_; }    // shared names it reads, each once
    const std::vector<std::string>& results() const { return results_; }  // shared names it gives, each once
    bool takes(const std::string& name) const { return std::ranges::find(inputs_, name) != inputs_.end(); }
    bool gives(const std::string& name) const { return std::ranges::find(results_, name) != results_.end(); }
    const std::map<std::string, std::pair<double, double>>& samples() const { return mapping_.samples; }
    const std::optional<StateSpace>& space() const { return space_; }  // of a script
    // Of a script: its speeds' shared names and those of its constraint rows; empty where there is no balance.
    const std::vector<std::string>& balanced_speeds() const { return balanced_speeds_; }
    const std::vector<std::string>& balanced_rows() const { return balanced_rows_; }
    const std::vector<MultiplierResult>& multipliers() const { return multipliers_; }  // by balanced row
    // Of a script with constraints = eliminate: shared names of the speeds that it has solved out.
    const std::vector<std::string>& dependent_speeds() const { return dependent_speeds_; }
    // The states hold an acceleration for each of these speeds. Empty: the state cannot be used.
    std::vector<std::optional<EquationsBalance>> balance(const std::vector<CompareState>& states,
                                                         const SideCall& how = {}) const;
    SideResults evaluate(const std::vector<CompareState>& states, const SideCall& how = {}) const;
    // States moved onto the constraints of a script; empty where that fails. As they are where there is none.
    std::vector<std::optional<CompareState>> on_constraints(const std::vector<CompareState>& states,
                                                            const SideCall& how = {}) const;

  private:
    friend CompareSide side_of_script(const std::string&, const Mapping&,
                                      const std::vector<std::pair<std::string, std::string>>&,
                                      const std::vector<std::string>&, std::ostream*, bool);
    friend CompareSide side_of_source(const std::string&, const Mapping&, const StateSpace*);
    void collect();
    SideResults call(const Mapping& mapping, const std::string& routine, const std::vector<CompareState>& states,
                     const SideCall& how = {}) const;
    void add_faults(SideResults& results, const Mapping& mapping, const std::vector<double>& numbers,
                    std::size_t state) const;
    void add_changes(SideResults& results, const Mapping& mapping, const std::vector<double>& first,
                     const std::vector<double>& later, std::size_t state, double tolerance) const;

    std::string title_;
    std::shared_ptr<TemporaryFolder> folder_;
    std::filesystem::path library_;
    Mapping mapping_;
    std::optional<Mapping> projection_, balance_;
    std::vector<std::string> balanced_speeds_, balanced_rows_, dependent_speeds_;
    std::vector<MultiplierResult> multipliers_;
    bool counts_from_one_ = false;  // Fortran
    std::vector<std::string> inputs_, results_;
    std::optional<StateSpace> space_;
};

// What a balance's numbers are called while they are taken from the emitted routines.
enum class BalancePart { loads, mass, constraints };
std::string balance_name(BalancePart part, std::size_t row, std::size_t column);

// `mapping` gives renames and samples, and, beside `sources`, what external routines are defined
// in. `all_speeds`: with multipliers though the script solves dependent speeds out; the accelerations are the same.
// InputError, ModelError.
CompareSide side_of_script(const std::string& file, const Mapping& mapping,
                           const std::vector<std::pair<std::string, std::string>>& defines,
                           const std::vector<std::string>& sources, std::ostream* messages, bool all_speeds = false);
// `space`: of the script on the other side, if it is one. ModelError.
CompareSide side_of_source(const std::string& file, const Mapping& mapping, const StateSpace* space);

}  // namespace lag
