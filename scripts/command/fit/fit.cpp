#include "scripts/command/fit/fit.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <optional>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/fit/least_squares.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/case_options.hpp"
#include "scripts/command/simulate/parameter_file.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/command/simulate/watch.hpp"
#include "scripts/command/sweep/collected.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;
using Eigen::VectorXd;

struct FitArguments {
    CaseOptions options;
    CaseArguments run;
    std::string data, out;
    std::vector<std::string> unknown, measured;
    int most_steps = 50;
};

struct Unknown {
    std::string name;
    double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
    double scale = 1;  // its size
};

// "k", "k=1000:30000"
Unknown unknown_in(const std::string& text) {
    Unknown unknown;
    const std::size_t equals = text.find('='), colon = text.find(':');
    unknown.name = text.substr(0, equals);
    if (equals == std::string::npos) return unknown;
    const std::string low = text.substr(equals + 1, colon - equals - 1),
                      high = colon == std::string::npos ? "" : text.substr(colon + 1);
    const std::optional<double> least = decimal_value(low), greatest = decimal_value(high);
    if (!least || !greatest || !(*least < *greatest))
        throw WrongCommand(fmt::format("--unknown takes NAME or NAME=LOW:HIGH, not '{}'", text),
                           "--unknown k=1000:30000");
    unknown.low = *least, unknown.high = *greatest;
    return unknown;
}

struct Measured {
    std::string column, of_data;
    std::vector<double> values;
    double deviation = 1;  // of its errors, as far as they are known
};

class Fit {
  public:
    explicit Fit(const FitArguments& arguments)
        : arguments_(arguments), data_(read_csv(arguments.data)), wall_(arguments.options.wall) {
        arguments_.run.warn = [this](const std::string& text) { warn(text); };
        for (const std::string& text : arguments.unknown) unknowns_.push_back(unknown_in(text));
        if (unknowns_.empty()) throw WrongCommand("--unknown says what is looked for", "--unknown k=1000:30000");
        for (const Unknown& one : unknowns_) arguments_.run.varied.push_back(one.name);
        times_ = data_.columns[data_.has("t") ? place_of("t") : data_.has("time") ? place_of("time") : 0];
        if (!arguments_.run.end) arguments_.run.end = times_.back();
    }

    int perform() {
        run_.emplace(arguments_.run);
        for (const Unknown& one : unknowns_)
            if (!run_->knows(one.name)) run_->set(one.name, 0);  // says that there is none
        take_measured();
        run_->set_times(times_);
        LeastSquaresProblem problem = stated();
        prepare_sensitivities();
        if (with_sensitivities_) problem.jacobian = [this](const VectorXd& p) { return jacobian_at_rows(p); };
        const auto report = [&](int step, double sum) {
            if (!arguments_.run.quiet)
                std::cerr << "lag: step " << step << ", sum of squares " << rounded_decimal(sum) << "\n";
        };
        LeastSquaresSolution solution;
        // the columns' weights follow from their residuals
        for (int round = 0; round < 3; ++round) {
            best_.reset();
            try {
                solution = solved_least_squares(problem, arguments_.most_steps, report);
            } catch (const ModelError& error) {
                if (failure_.empty()) throw;
                throw ModelError(fmt::format("{}: {}", error.what(), failure_), error.hint());
            }
            problem.start = solution.p;
            if (measured_.size() == 1 || round == 2 || wall_.has_passed()) break;
            weigh_anew(solution.residuals);
        }
        return finish(problem, solution);
    }

  private:
    std::size_t place_of(const std::string& name) const {
        return static_cast<std::size_t>(std::ranges::find(data_.names, name) - data_.names.begin());
    }

    void take_measured() {
        const std::vector<std::string> columns = columns_of(run_->program());
        for (const std::string& text : arguments_.measured) {
            const std::size_t equals = text.find('=');
            const std::string name = text.substr(0, equals);
            if (std::ranges::find(columns, name) == columns.end()) {
                const std::string near = did_you_mean(name, columns);
                throw WrongCommand(fmt::format("--measured {}: a run has no column '{}'", text, name),
                                   near.empty() ? "" : fmt::format("did you mean '{}'?", near));
            }
            add_measured(name, equals == std::string::npos ? name : text.substr(equals + 1));
        }
        if (arguments_.measured.empty())
            for (const std::string& name : columns)
                if (data_.has(name)) add_measured(name, name);
        if (measured_.empty())
            throw WrongCommand(
                fmt::format("no column of {} has the name of a coordinate, speed, state or output", arguments_.data),
                "--measured \"z=height\" says that the column height was measured of z");
        std::size_t rows = 0;
        for (const double t : times_) rows += t >= run_->begin() ? 1 : 0;
        if (rows * measured_.size() <= unknowns_.size())
            throw ModelError("there are not more measured values than unknowns");
        for (std::size_t k = 1; k < times_.size(); ++k)
            if (!(times_[k] > times_[k - 1])) throw ModelError(arguments_.data + ": the times do not grow");
    }

    void add_measured(const std::string& name, const std::string& of_data) {
        Measured one{name, of_data, data_.column(of_data), 1};
        const Program& program = run_->program();
        for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
            for (const TableRow& row : *rows)
                if (row.name == name)
                    for (double& value : one.values) value *= row.scale_in_files();
        double sum = 0, squares = 0;
        const auto n = static_cast<double>(one.values.size());
        for (const double value : one.values) sum += value;
        for (const double value : one.values) squares += (value - sum / n) * (value - sum / n);
        one.deviation = squares > 0 ? std::sqrt(squares / n) : 1;
        measured_.push_back(std::move(one));
    }

    LeastSquaresProblem stated() {
        const auto n = static_cast<Eigen::Index>(unknowns_.size());
        LeastSquaresProblem problem{[this](const VectorXd& p) { return residuals_at(p); }, VectorXd(n), VectorXd(n),
                                    VectorXd(n), VectorXd(n)};
        problem.goes_on = [this] { return !wall_.has_passed(); };
        for (Eigen::Index k = 0; k < n; ++k) {
            Unknown& one = unknowns_[static_cast<std::size_t>(k)];
            const double start = std::clamp(run_->value_of(one.name), one.low, one.high);
            const double width = one.high - one.low;
            problem.start[k] = start, problem.low[k] = one.low, problem.high[k] = one.high;
            problem.scale[k] = one.scale = start != 0 ? std::abs(start) : std::isfinite(width) ? width : 1;
        }
        return problem;
    }

    void warn(const std::string& text) {
        constexpr int most = 3;
        if (++warnings_ > most) return;
        std::cerr << "lag: warning: a run of the search: " << text
                  << (warnings_ == most ? "; later ones are not shown" : "") << "\n";
    }

    // Nothing where it does not come to its end; `failure_` says why.
    std::optional<Simulation> simulated(const VectorXd& p) {
        failure_.clear();
        try {
            for (std::size_t k = 0; k < unknowns_.size(); ++k)
                run_->set(unknowns_[k].name, p[static_cast<Eigen::Index>(k)]);
            const auto go_on = [this](double) { return !wall_.has_passed(); };
            Simulation simulation = run_->run(run_->start(go_on).state, go_on);
            failure_ = simulation.interrupted      ? wall_.text()
                       : !simulation.ended.empty() ? simulation.ended
                                                   : "the run ends before the last of the measured times";
            if (simulation.interrupted || !simulation.ended.empty() || simulation.rows.back().t < times_.back())
                return std::nullopt;
            failure_.clear();
            return simulation;
        } catch (const ModelError& error) {
            failure_ = error.what();
            return std::nullopt;
        }
    }

    // What the run has at the measured times: the row of each.
    std::optional<VectorXd> residuals_at(const VectorXd& p) {
        std::optional<Simulation> simulation = simulated(p);
        if (!simulation) return std::nullopt;
        std::vector<double> all;
        for (const Measured& one : measured_)
            add_at_times(all, *simulation, column_of(one.column, run_->program(), *simulation), 1 / one.deviation,
                         one.values);
        VectorXd r = Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
        if (!r.allFinite()) {
            failure_ = "it gives no finite numbers";
            return std::nullopt;
        }
        if (!best_ || r.squaredNorm() <= best_->sum) best_ = Best{p, r.squaredNorm(), *std::move(simulation)};
        return r;
    }

    // -- derivatives

    void prepare_sensitivities() {
        for (const Measured& one : measured_)
            if (one.column == "kinetic" || one.column == "potential")
                differences_because_ = fmt::format("the {} energy was measured", one.column);
        if (!differences_because_.empty()) return;
        try {
            CaseArguments arguments = arguments_.run;
            arguments.quiet = true;
            arguments.tolerance = std::max(arguments.tolerance.value_or(1e-10), 1e-9);
            arguments.sensitivity_option.clear();
            for (const Unknown& one : unknowns_) arguments.sensitivity.push_back(one.name);
            with_sensitivities_.emplace(arguments);
            with_sensitivities_->set_times(times_);
        } catch (const ModelError& error) {
            differences_because_ = error.what();
            with_sensitivities_.reset();
        }
    }

    // Nothing where the run does not come to its end.
    std::optional<Eigen::MatrixXd> jacobian_at_rows(const VectorXd& p) {
        try {
            for (std::size_t k = 0; k < unknowns_.size(); ++k)
                with_sensitivities_->set(unknowns_[k].name, p[static_cast<Eigen::Index>(k)]);
            const auto go_on = [this](double) { return !wall_.has_passed(); };
            const Simulation simulation = with_sensitivities_->run(with_sensitivities_->start(go_on).state, go_on);
            if (!simulation.ended.empty() || simulation.rows.back().t < times_.back()) return std::nullopt;
            const std::vector<TableRow> names = with_sensitivities_->slope_rows();
            Eigen::MatrixXd J;
            for (std::size_t k = 0; k < unknowns_.size(); ++k) {
                std::vector<double> slopes;
                for (const Measured& one : measured_) {
                    const auto name =
                        std::ranges::find(names, slope_name_of(one.column, unknowns_[k].name), &TableRow::name);
                    const auto place = static_cast<std::size_t>(name - names.begin());
                    std::vector<double> column;
                    for (const SimulatedRow& row : simulation.rows) column.push_back(row.slopes[place]);
                    add_at_times(slopes, simulation, column, 1 / one.deviation, {});
                }
                const auto rows = static_cast<Eigen::Index>(slopes.size());
                if (k == 0) J.resize(rows, static_cast<Eigen::Index>(unknowns_.size()));
                J.col(static_cast<Eigen::Index>(k)) = Eigen::Map<const VectorXd>(slopes.data(), rows);
            }
            return J.allFinite() ? std::optional(std::move(J)) : std::nullopt;
        } catch (const ModelError&) {
            return std::nullopt;
        }
    }

    // What a column of a run has at the measured times, less what was measured, times `factor`.
    void add_at_times(std::vector<double>& all, const Simulation& simulation, const std::vector<double>& column,
                      double factor, const std::vector<double>& measured) const {
        for (std::size_t i = 0, row = 0; i < times_.size(); ++i) {
            if (times_[i] < run_->begin()) continue;
            while (row + 1 < simulation.rows.size() && simulation.rows[row].t < times_[i]) ++row;
            all.push_back((column[row] - (measured.empty() ? 0 : measured[i])) * factor);
        }
    }

    // Of the residuals of each column, in its own unit.
    std::vector<double> deviations(const VectorXd& residuals) const {
        std::vector<double> all;
        const Eigen::Index rows = residuals.size() / static_cast<Eigen::Index>(measured_.size());
        for (std::size_t k = 0; k < measured_.size(); ++k)
            all.push_back(measured_[k].deviation *
                          std::sqrt(residuals.segment(static_cast<Eigen::Index>(k) * rows, rows).squaredNorm() /
                                    static_cast<double>(rows)));
        return all;
    }

    void weigh_anew(const VectorXd& residuals) {
        const std::vector<double> now = deviations(residuals);
        double largest = 0;
        for (std::size_t k = 0; k < now.size(); ++k) largest = std::max(largest, now[k] / measured_[k].deviation);
        for (std::size_t k = 0; k < now.size(); ++k)  // one that is met exactly must not drown the others
            measured_[k].deviation = std::max(now[k], 1e-4 * largest * measured_[k].deviation);
    }

    std::string unit_of(const std::string& name) const {
        const Program& program = run_->program();
        for (const auto* rows :
             {&program.parameters, &program.inputs, &program.coordinates, &program.speeds, &program.states})
            for (const TableRow& row : *rows)
                if (row.name == name) return row.unit;
        return "";
    }

    std::string combination(const VectorXd& direction) const {
        std::string text;
        const double largest = direction.cwiseAbs().maxCoeff();
        for (Eigen::Index k = 0; k < direction.size(); ++k) {
            if (std::abs(direction[k]) < 1e-4 * largest) continue;
            text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", unknowns_[static_cast<std::size_t>(k)].name,
                                rounded_decimal(direction[k] / largest, 4));
        }
        return text;
    }

    int finish(const LeastSquaresProblem& problem, const LeastSquaresSolution& solution) {
        const Confidence confidence = confidence_of(problem, solution);
        const bool has_slopes = solution.jacobian.squaredNorm() > 0 || !wall_.has_passed();
        const std::optional<Simulation> simulation =
            best_ && best_->p == solution.p ? std::optional(best_->simulation) : simulated(solution.p);
        if (!simulation) throw ModelError("the model cannot be run with the values that were found");
        CsvText csv;
        for (const char* const name : {"name", "value", "deviation", "low", "high", "unit"}) csv.add(name);
        csv.end_row();
        std::string found = fmt::format("# found by lag fit from {}\n", arguments_.data),
                    text = solution.has_converged ? ""
                                                  : fmt::format("no convergence in {} steps{}\n", solution.steps,
                                                                wall_.has_passed() ? ": " + wall_.text() : "");
        for (std::size_t k = 0; k < unknowns_.size(); ++k) {
            const auto i = static_cast<Eigen::Index>(k);
            const std::string& name = unknowns_[k].name;
            const std::string unit = unit_of(name);
            const double value = solution.p[i], half = confidence.quantile * confidence.deviation[i];
            const bool held = solution.is_at_bound[k];
            csv.add(name), csv.add(exact_decimal(value));
            text += fmt::format("{} = {}{}", name, rounded_decimal(value), unit.empty() ? "" : " " + unit);
            const bool tells = !held && std::isfinite(half);
            for (const double x : {confidence.deviation[i], value - half, value + half})
                csv.add(tells ? exact_decimal(x) : "");
            csv.add(unit), csv.end_row();
            if (held) {
                text += ", at its bound";
            } else if (!tells) {
                text += has_slopes ? ", not told by these measurements" : ", deviation not computed in time";
            } else {
                text +=
                    fmt::format(", 95% from {} to {}", rounded_decimal(value - half), rounded_decimal(value + half));
            }
            text += "\n";
            found += run_->line_of(name, value);
        }
        const std::vector<double> spreads = deviations(solution.residuals);
        for (std::size_t k = 0; k < measured_.size(); ++k)
            text +=
                fmt::format("deviation of {} from the measured {}\n", measured_[k].column, rounded_decimal(spreads[k]));
        if (!differences_because_.empty())
            text += fmt::format("derivatives are differences of runs: {}\n", differences_because_);
        for (Eigen::Index k = 0; k < confidence.correlation.rows(); ++k)
            for (Eigen::Index j = 0; j < k; ++j)
                if (std::abs(confidence.correlation(k, j)) > 0.99 && confidence.untold.cols() == 0)
                    text += fmt::format("warning: {} and {} are hardly told apart: correlation {}\n",
                                        unknowns_[static_cast<std::size_t>(j)].name,
                                        unknowns_[static_cast<std::size_t>(k)].name,
                                        rounded_decimal(confidence.correlation(k, j), 4));
        for (Eigen::Index k = 0; has_slopes && k < confidence.untold.cols(); ++k)
            text += fmt::format("warning: these measurements do not feel a change of {}\n",
                                combination(confidence.untold.col(k)));
        const std::string stem = fs::path(arguments_.run.file).stem().string() + "_fit";
        fs::path folder =
            arguments_.out.empty() ? fs::path(arguments_.run.file).parent_path() : fs::path(arguments_.out);
        if (folder.empty()) folder = ".";
        write_files(folder, {{stem + ".csv", csv.text()}, {stem + ".txt", found}, {stem + ".svg", drawn(*simulation)}});
        if (!arguments_.run.quiet)
            std::cout << text << "wrote " << (folder / (stem + ".csv")).string() << ", "
                      << (folder / (stem + ".txt")).string() << " (for --parameters) and "
                      << (folder / (stem + ".svg")).string() << "\n"
                      << std::flush;
        return solution.has_converged ? status_fine : status_wrong_script;
    }

    std::string drawn(const Simulation& simulation) const {
        std::vector<Panel> panels;
        for (const Measured& one : measured_) {
            PlaneCurve run{"fitted", {}, column_of(one.column, run_->program(), simulation)},
                data{"measured", times_, one.values};
            for (const SimulatedRow& row : simulation.rows) run.x.push_back(row.t);
            panels.push_back({"t, s", one.column, {std::move(data), std::move(run)}, false});
        }
        return picture(run_->title(), panels);
    }

    FitArguments arguments_;
    CsvTable data_;
    std::vector<Unknown> unknowns_;
    std::vector<double> times_;
    std::vector<Measured> measured_;
    WallLimit wall_;
    int warnings_ = 0;
    std::string failure_;  // of the last run, where it did not come to its end
    struct Best {
        VectorXd p;
        double sum = 0;
        Simulation simulation;
    };
    std::optional<Best> best_;  // of this round of the search
    std::optional<SimulationCase> run_, with_sensitivities_;
    std::string differences_because_;  // why derivatives are not integrated beside the motion; empty: they are
};

}  // namespace

Subcommand fit_subcommand(CLI::App& app) {
    CLI::App* const fit = app.add_subcommand("fit", "find values with which a model moves as was measured");
    const auto arguments = std::make_shared<FitArguments>();
    describe_case(*fit, arguments->options);
    fit->add_option("--data", arguments->data,
                    "the measured table: a column t and columns of coordinates, speeds, states or outputs")
        ->required();
    fit->add_option("--unknown", arguments->unknown,
                    "a parameter, constant input or initial value, with bounds: NAME or NAME=LOW:HIGH")
        ->allow_extra_args(false);
    fit->add_option("--measured", arguments->measured,
                    "a column that counts, and its name in the table: NAME or NAME=COLUMN (default: all of one name)")
        ->allow_extra_args(false);
    fit->add_option("--steps", arguments->most_steps, "at most so many steps (50)")
        ->check(WholeNumberBetween{1, 10000});
    fit->add_option("--out", arguments->out,
                    "folder for FILE_fit.csv, FILE_fit.txt and FILE_fit.svg (default: beside the script)");
    fit->footer("Exit status: 0 fine, 1 the model is wrong or no values were found, 2 wrong use.");
    return {fit, [fit, arguments] {
                return sheltered([&] {
                    return performed([&] {
                        const CaseOptions& options = arguments->options;
                        arguments->run = options.run;
                        if (fit->count("--end") > 0) arguments->run.end = options.end;
                        if (fit->count("--step") > 0) arguments->run.step = options.step;
                        arguments->run.tolerance = fit->count("--tolerance") > 0 ? options.tolerance : 1e-10;
                        return Fit(*arguments).perform();
                    });
                });
            }};
}

}  // namespace lag
