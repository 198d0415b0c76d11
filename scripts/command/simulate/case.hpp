// A run as the command line and parameter files ask for it: a model whose code stands ready, the values that it takes
// and the method. A sweep uses one many times.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripts/command/simulate/adjoint_run.hpp"
#include "scripts/command/simulate/given.hpp"
#include "scripts/command/simulate/histories.hpp"
#include "scripts/command/simulate/parameter_file.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/sensitivities.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/command/simulate/trimmed_start.hpp"

namespace lag {

// Of --tolerance, and of `relative` in parameter files.
constexpr double least_relative = 1e-13, greatest_relative = 1e-2;

struct CaseArguments {
    std::string file, parameters, restart;
    std::optional<double> end, step, tolerance;
    std::string method;  // "": as the parameter file says, else bdf
    std::vector<std::string> defines, inputs, initial, absolute, sources;
    std::vector<std::string> varied;  // names that set() will be called with: inputs among them become numbers
    std::vector<std::pair<std::string, std::string>> motions;  // of lag inverse: expressions by coordinate
    std::vector<std::string> hold;    // coordinates that keep their values in the search for an equilibrium
    std::optional<std::string> trim;  // start in the steady motion of that trim(..) of the script; "": of the last one
    long most_steps = 0;              // of the integrator; 0: as many as it takes
    std::function<void(const std::string&)> warn = {};         // of motions that seem to diverge; may be empty
    std::function<void(const SimulatedRow&)> after_step = {};  // of the integrator's steps, each; may be empty
    std::vector<std::string> sensitivity = {};  // what the run is differentiated by: parameters, inputs, initial values
    std::string sensitivity_of = {};  // "": of all columns, along the run; else of this one, at the end, by its adjoint
    bool sensitivity_by_state = false;                   // by all coordinates, speeds and states, in this order
    std::string sensitivity_option = "--sensitivity: ";  // before messages about it
    bool equilibrium = false, no_compiler = false, quiet = false, labels = false;
    ModelSource described = {};  // in place of the file's model; may be empty
};

struct CaseStart {
    StartState state;
    std::optional<Equilibrium> equilibrium;
    std::optional<TrimmedState> trim;
};

// "d(q)/d(m)"
std::string slope_name_of(const std::string& column, const std::string& quantity);
// "# theta: rad, of the door": what the columns of a run's table are, a line for each, in the units of files.
// `slopes`: SimulationCase::slope_rows.
std::string column_labels(const Program& program, const std::vector<TableRow>& slopes = {});

class SimulationCase {
  public:
    // Describes the model and prepares its code. WrongCommand, ModelError, InputError.
    explicit SimulationCase(const CaseArguments& arguments);

    const Model& model() const { return given_->model; }
    std::string trim_label() const { return trim_->label(); }  // where the run starts in one
    const std::vector<BodyShape>& shapes() const { return given_->shapes; }
    RunnableModel& runner() const { return *runner_; }
    double begin() const { return settings_.start; }
    const Program& program() const { return runner_->program(); }
    const std::vector<double>& p() const { return p_; }
    // Of `motions`, in the graph of the model.
    const std::vector<std::pair<std::string, Expr>>& motions() const { return given_->motions; }
    const InputsAt& inputs() const { return settings_.inputs; }
    std::vector<double> times() const;  // of all rows, the first one at the start
    // What the command line and files say of the start, by name.
    std::vector<std::pair<std::string, double>> start_values() const;
    double end() const { return settings_.end; }
    // All that the run depends on: the script, what it loads, parameter files, tables and sources.
    std::vector<std::string> files() const;
    const std::string& title() const { return title_; }
    bool wants_labels() const { return labels_; }                // above the CSV's names
    const std::string& save_name() const { return save_name_; }  // "" where no file says it
    const std::string& csv_name() const { return csv_name_; }    // "" where no file says it
    // Rows at these times, ascending, in place of those of a fixed interval; the run ends with the last one.
    void set_times(const std::vector<double>& times);
    // When the runs from now on end, by their events so far: SimulationSettings::ends.
    void end_when(std::function<std::optional<double>(const std::vector<FiredEvent>&)> ends) {
        settings_.ends = std::move(ends);
    }
    double value_of(const std::string& name);  // of a parameter, or of the script's and the files' start

    // Whether set() knows it: a parameter, an input without primes, a coordinate, speed, state or flag.
    bool knows(const std::string& name) const;
    std::vector<std::string> names() const;
    // A value for the runs from now on. ModelError for an unknown name.
    void set(const std::string& name, double value);
    // An initial value that stands above all others, those of the command line too.
    void place(const std::string& name, double value) { placed_[name] = value; }

    // ModelError where there is none; `go_on` may stop the search for an equilibrium, whose failure then is "interrupted".
    CaseStart start(const std::function<bool(double)>& go_on);
    Simulation run(const StartState& start, const std::function<bool(double)>& go_on);

    // -- case_sensitivities.cpp, of CaseArguments::sensitivity

    // "d(q)/d(m)" of coordinates, speeds, states and outputs, for one quantity after the other: SimulatedRow::slopes.
    std::vector<TableRow> slope_rows() const;
    // Of the last run; null where nothing was asked for, or CaseArguments::sensitivity_of.
    Sensitivities* sensitivities() const { return sensitivities_.get(); }
    // Of CaseArguments::sensitivity_of where the last run ended, with its derivatives by the quantities.
    std::vector<std::pair<TableRow, double>> gradient(const Simulation& simulation);

    // All that a run takes, as a parameter file that gives the same run.
    std::string echo(const StartState& start, const std::vector<double>& flags) const;
    // "parameter m 2 kg": a line of a parameter file; "" for an unknown name.
    std::string line_of(const std::string& name, double value) const;
    // Where a run has ended, as a file for --restart.
    std::string saved(const Simulation& simulation) const;

  private:
    void take_lines(const std::vector<ParameterLine>& lines, bool is_restart);
    bool take_setting(const ParameterLine& line);
    void take_value(const ParameterLine& line);
    void settle_times(const CaseArguments& arguments, const std::optional<double>& integration_step);
    const TableRow* row_of(const std::string& name) const;
    std::string value_line(const TableRow& row, double value) const;
    std::string state_lines(const std::vector<double>& q, const std::vector<double>& u, const std::vector<double>& s,
                            const std::vector<double>& flags, const std::vector<double>& at_zero) const;
    void take_event(const ParameterLine& line);
    void use_parameters();
    void require_sensitivities();
    void prepare_sensitivities(const StartState& start, const std::function<bool(double)>& go_on);
    SensitivityColumn column_of(const std::string& name) const;
    TableRow slope_row(const TableRow& row, const std::string& by) const;
    void move(const SensitivityColumn& column, double value);
    RestSearch rest_search();
    TrimmedState find_trim();

    CaseArguments arguments_;
    std::string title_, csv_name_, save_name_;
    std::vector<std::string> parameter_files_;  // with those that they include
    std::vector<std::string> absolute_;         // "1e-9" or "x=1e-9", of files and the command line
    std::string expressions_;                   // lines of the file that give inputs by expressions
    std::optional<GivenModel> given_;
    std::optional<InputHistories> histories_;
    std::unique_ptr<RunnableModel> runner_;
    std::optional<TrimmedStart> trim_;
    std::map<std::string, double> parameters_;             // of files and of set(), by name
    std::vector<std::string> held_inputs_;                 // that take the values of the trim
    std::unique_ptr<RestSolver> rest_solver_;              // of --equilibrium, once it is needed
    std::vector<std::pair<std::string, double>> initial_;  // of files and of set(), after those of the command line
    std::vector<double> p_;
    std::map<std::string, double> flags_;   // first values of files and of set()
    std::map<std::string, double> placed_;  // of place()
    std::unique_ptr<Sensitivities> sensitivities_;
    std::unique_ptr<AdjointRun> adjoint_;
    SimulationSettings settings_;
    std::optional<double> start_, end_, step_, interval_, relative_;
    std::string method_;
    bool assembles_ = true, labels_ = false;
};

}  // namespace lag
