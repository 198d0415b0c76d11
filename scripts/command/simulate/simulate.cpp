#include "scripts/command/simulate/simulate.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/case.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/partition.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/run_page.hpp"
#include "scripts/command/simulate/watch.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

constexpr int status_interrupted = 130;  // as a shell reports a program that Ctrl-C ended

struct SimulateArguments {
    CaseArguments run;
    std::string out, save;
    double end = 0, step = 0, tolerance = 1e-8;
    std::vector<std::string> plot;
    bool page = false;
    long most_steps = 0;
    double wall = 0;  // s; 0: as long as it takes
    std::string trim;
};

// -- what is written

// `slopes`: SimulationCase::slope_rows.
std::string csv_text(const Program& program, const std::vector<TableRow>& slopes, const Simulation& simulation) {
    CsvText csv;
    Vector scales;
    csv.add("t");
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
        for (const TableRow& row : *rows) csv.add(row.name), scales.push_back(row.scale_in_files());
    csv.add("kinetic"), csv.add("potential");
    for (const TableRow& row : slopes) csv.add(row.name);
    csv.end_row();
    for (const SimulatedRow& row : simulation.rows) {
        csv.add(row.t);
        auto scale = scales.begin();
        for (const Vector* values : {&row.q, &row.u, &row.s, &row.outputs})
            for (const double value : *values) csv.add(value / *scale++);
        csv.add(row.kinetic), csv.add(row.potential);
        for (std::size_t k = 0; k < slopes.size(); ++k) csv.add(row.slopes[k] / slopes[k].scale_in_files());
        csv.end_row();
    }
    return csv.text();
}

RunCurves curves_of(const Program& program, const std::vector<TableRow>& slopes, const Simulation& simulation) {
    RunCurves run;
    run.has_states = !program.states.empty();
    const auto add = [&](const std::vector<TableRow>& rows, const auto& values_of) {
        for (std::size_t k = 0; k < rows.size(); ++k) {
            Curve curve{rows[k].name, rows[k].unit_in_files(), {}};
            const double scale = rows[k].scale_in_files();
            for (const SimulatedRow& row : simulation.rows) curve.values.push_back(values_of(row)[k] / scale);
            run.curves.push_back(std::move(curve));
        }
    };
    add(program.coordinates, [](const SimulatedRow& row) -> const Vector& { return row.q; });
    add(program.speeds, [](const SimulatedRow& row) -> const Vector& { return row.u; });
    add(program.states, [](const SimulatedRow& row) -> const Vector& { return row.s; });
    add(program.outputs, [](const SimulatedRow& row) -> const Vector& { return row.outputs; });
    add(slopes, [](const SimulatedRow& row) -> const Vector& { return row.slopes; });
    for (const TableRow& row : program.outputs.empty() ? program.coordinates : program.outputs)
        run.usual.push_back(row.name);
    for (const SimulatedRow& row : simulation.rows) run.times.push_back(row.t);
    return run;
}

// `asked`: where the names come from, "--plot".
std::vector<Curve> chosen_curves(const RunCurves& run, const std::vector<std::string>& wanted,
                                 const std::string& asked) {
    std::vector<std::string> names;
    for (const Curve& curve : run.curves) names.push_back(curve.name);
    std::vector<Curve> curves;
    for (const std::string& name : wanted.empty() ? run.usual : wanted) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            const std::string near = did_you_mean(name, names);
            throw ModelError(fmt::format("{}: the model has no coordinate, speed{} or output '{}'", asked,
                                         run.has_states ? ", state" : "", name),
                             near.empty() ? "" : fmt::format("did you mean '{}'?", near));
        }
        curves.push_back(run.curves[static_cast<std::size_t>(found - names.begin())]);
    }
    return curves;
}

double energy_of(const SimulatedRow& row) {
    return row.kinetic + row.potential;
}

// What the energy gained, and what of it the work of loads and drives does not explain.
void summarize_energy(std::ostream& out, const Simulation& simulation) {
    const SimulatedRow &first = simulation.rows.front(), &last = simulation.rows.back();
    out << "energy at start " << rounded_decimal(energy_of(first)) << ", at end " << rounded_decimal(energy_of(last));
    double gap = 0, most_work = 0;
    for (const SimulatedRow& row : simulation.rows) {
        gap = std::max(gap, std::abs(energy_of(row) - energy_of(first) - row.work));
        most_work = std::max(most_work, std::abs(row.work));
    }
    if (!simulation.knows_work) {
        out << "\n";
        return;
    }
    out << (simulation.events.empty() ? ", work of loads and drives " : ", work of loads, drives and events ")
        << rounded_decimal(last.work) << "\n"
        << "largest difference between the change of energy and that work " << rounded_decimal(gap) << "\n";
}

void summarize_events(std::ostream& out, const Program& program, const Simulation& simulation) {
    const std::size_t count = simulation.events.size();
    out << count << (count == 1 ? " event" : " events");
    if (count > 0)
        out << ", the last one '" << program.events[simulation.events.back().event].row.name
            << "' at t = " << rounded_decimal(simulation.events.back().t);
    out << (simulation.stopped ? ", which stops the run\n" : "\n");
    const auto weaker = std::ranges::count_if(simulation.events, [](const FiredEvent& one) { return one.law > 1; });
    if (weaker > 0)
        out << "Newton's restitution with Coulomb friction has no solution at " << weaker
            << (weaker == 1 ? " impact: a weaker law holds there" : " impacts: weaker laws hold there")
            << " (column 'impact law')\n";
}

void summarize(std::ostream& out, const RunnableModel& model, const Simulation& simulation) {
    double phi = 0, phidot = 0;
    for (const SimulatedRow& row : simulation.rows) {
        phi = std::max(phi, row.phi);
        phidot = std::max(phidot, row.phidot);
    }
    out << "t = " << rounded_decimal(simulation.rows.back().t) << ", " << simulation.rows.size() << " rows, "
        << simulation.steps << " steps\n";
    summarize_energy(out, simulation);
    if (model.has(RoutineName::constraints))
        out << "largest constraint errors: position " << rounded_decimal(phi) << ", speed " << rounded_decimal(phidot)
            << "\n";
}

// -- Ctrl-C and progress

volatile std::sig_atomic_t asked_to_stop = 0;

class InterruptGuard {
  public:
    InterruptGuard() {
        asked_to_stop = 0;
        struct sigaction action {};
        action.sa_handler = [](int) { asked_to_stop = 1; };
        ::sigaction(SIGINT, &action, &before_);
    }
    ~InterruptGuard() { ::sigaction(SIGINT, &before_, nullptr); }
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

  private:
    struct sigaction before_ {};
};

class Progress {
  public:
    Progress(bool shown, double end) : shown_(shown), end_(end) {}
    void operator()(double t) {
        const auto now = std::chrono::steady_clock::now();
        if (!shown_ || now - last_ < std::chrono::seconds(2)) return;
        last_ = now;
        std::cerr << "lag: t = " << rounded_decimal(t) << " of " << rounded_decimal(end_) << "\n" << std::flush;
    }

  private:
    bool shown_;
    double end_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Of each event its time, what it did to the constraint rows and to the energy.
std::string events_text(const Program& program, const Simulation& simulation) {
    CsvText csv;
    const bool has_impacts = program.find(RoutineName::impact_law) != nullptr;
    csv.add("t"), csv.add("event");
    for (const TableRow& row : program.constraints) csv.add("impulse " + row.name);
    csv.add("energy before"), csv.add("energy after");
    if (has_impacts) csv.add("impact law");
    csv.end_row();
    for (const FiredEvent& fired : simulation.events) {
        csv.add(fired.t), csv.add(program.events[fired.event].row.name);
        csv.add_all(fired.impulses);
        csv.add(fired.energy_before), csv.add(fired.energy_after);
        if (has_impacts) csv.add(std::to_string(fired.law));
        csv.end_row();
    }
    return csv.text();
}

std::string gradient_text(const std::vector<std::pair<TableRow, double>>& gradient) {
    CsvText csv;
    csv.add("derivative"), csv.add("unit"), csv.add("value"), csv.end_row();
    for (const auto& [row, value] : gradient)
        csv.add(row.name), csv.add(row.unit_in_files()), csv.add(value), csv.end_row();
    return csv.text();
}

void show_gradient(std::ostream& out, double t, const std::vector<std::pair<TableRow, double>>& gradient) {
    out << "at t = " << rounded_decimal(t) << ":\n";
    for (const auto& [row, value] : gradient)
        out << fmt::format("  {} = {}{}{}\n", row.name, rounded_decimal(value), row.unit_in_files().empty() ? "" : " ",
                           row.unit_in_files());
}

void show_equilibrium(std::ostream& out, const RunnableModel& runner, const Equilibrium& rest,
                      const StartState& start) {
    const auto list = [](const std::vector<std::string>& names) {
        std::string text;
        for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
        return text;
    };
    out << (rest.stable.value_or(true) ? "equilibrium" : "unstable equilibrium");
    if (!rest.held.empty()) out << " with " << list(rest.held) << " held";
    out << ", largest acceleration " << (rest.held.empty() ? "" : "once it is let go ")
        << rounded_decimal(rest.residual) << "\n";
    if (!rest.free.empty())
        out << (runner.has(RoutineName::modes) ? "nothing but friction holds " : "nothing holds ") << list(rest.free)
            << (rest.free.size() == 1 ? ": it stays\n" : ": they stay\n");
    for (std::size_t k = 0; k < start.q.size(); ++k)
        out << "  " << runner.program().coordinates[k].name << " = " << rounded_decimal(start.q[k]) << "\n";
    for (std::size_t k = 0; k < start.s.size(); ++k)
        out << "  " << runner.program().states[k].name << " = " << rounded_decimal(start.s[k]) << "\n";
    for (const std::size_t k : flags_of_closed(runner.program()))
        if (k < rest.flags.size())
            out << "  " << runner.program().flags[k].name << " = " << rounded_decimal(rest.flags[k]) << "\n";
}

// What the trim found, in the model's own units.
void show_trim(std::ostream& out, const Program& program, const std::string& label, const TrimmedState& state) {
    out << "steady motion of " << label << ":\n";
    for (const TrimmedValue& one : state.values) {
        std::string unit;
        for (const auto* rows :
             {&program.coordinates, &program.speeds, &program.states, &program.inputs, &program.parameters})
            for (const TableRow& row : *rows)
                if (row.name == one.symbol.name) unit = row.unit;
        out << fmt::format("  {} = {}{}{}\n", one.symbol.name, rounded_decimal(one.value), unit.empty() ? "" : " ",
                           unit);
    }
}

void write_beside(const fs::path& path, const std::string& text) {
    const fs::path folder = path.parent_path();
    write_files(folder.empty() ? "." : folder, {{path.filename().string(), text}});
}

// The names of a run's files without their endings: as the parameter file says, else the script's.
std::string stem_of(const SimulationCase& run, const std::string& script) {
    if (run.csv_name().empty()) return fs::path(script).stem().string();
    const fs::path name(run.csv_name());
    return name.extension() == ".csv" ? name.stem().string() : name.filename().string();
}

// Where deflections leave the range in which the kinetic energy's terms hold, its matrix is not positive.
std::string advice_on_bending(const Model& model, const Simulation& simulation) {
    if (!has_flexible_bodies(model) || simulation.ended.find("mass matrix is singular") == std::string::npos) return "";
    return "; a flexible body that bends too far has no regular mass matrix: take fewer modes, or several beams one "
           "after the other";
}

int simulate_file(const SimulateArguments& arguments, RunCurves* kept = nullptr) {
    const std::string& script = arguments.run.file;
    const bool quiet = arguments.run.quiet;
    if (!arguments.run.described && !fs::is_regular_file(script))
        throw ModelError(fmt::format("cannot read '{}': there is no such file", script));
    SimulationCase run(arguments.run);
    RunnableModel& runner = run.runner();

    const InterruptGuard guard;
    Progress progress(!quiet, run.end());
    const WallLimit wall(arguments.wall);
    const auto go_on = [&](double t) {
        progress(t);
        return asked_to_stop == 0 && !wall.has_passed();
    };
    if (arguments.run.equilibrium && runner.size(Size::nu) == 0)
        throw ModelError("every motion is prescribed: there is no equilibrium to look for", "leave out --equilibrium");
    const CaseStart begin = run.start(go_on);
    const StartState& start = begin.state;
    if (begin.equilibrium) {
        if (asked_to_stop != 0) {
            std::cerr << "lag: interrupted while looking for the equilibrium: nothing is written\n";
            return status_interrupted;
        }
        if (!begin.equilibrium->failed.empty())
            throw ModelError("no equilibrium was found: " +
                             (wall.has_passed() ? wall.text() : begin.equilibrium->failed));
        if (!quiet) show_equilibrium(std::cout, runner, *begin.equilibrium, start);
    } else if (!quiet) {
        if (begin.trim) show_trim(std::cout, runner.program(), run.trim_label(), *begin.trim);
        if (!start.changed.empty())
            std::cout << "moved onto the constraints before the start:\n"
                      << text_of(start.changed) << advice_on_hold(run.model(), runner.program(), start.changed);
    }
    const std::string echo = run.echo(start, runner.flags);
    const std::vector<TableRow> slopes = run.slope_rows();
    chosen_curves(curves_of(runner.program(), slopes, {}), arguments.plot, "--plot");  // wrong names before the work
    Simulation simulation = run.run(start, go_on);
    if (simulation.interrupted && asked_to_stop == 0) {
        simulation.interrupted = false;
        simulation.ended = wall.text();
    }

    std::vector<std::pair<TableRow, double>> gradient;
    if (!arguments.run.sensitivity_of.empty() && !simulation.interrupted && simulation.ended.empty())
        gradient = run.gradient(simulation);

    const std::string stem = stem_of(run, script);
    fs::path folder = arguments.out.empty() ? fs::path(script).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    RunCurves curves = curves_of(runner.program(), slopes, simulation);
    const bool has_events = !runner.program().events.empty();
    const bool labelled = run.wants_labels();
    std::vector<OutputFile> files{{stem + ".csv", (labelled ? column_labels(runner.program(), slopes) : "") +
                                                      csv_text(runner.program(), slopes, simulation)}};
    if (has_events) files.push_back({stem + "_events.csv", events_text(runner.program(), simulation)});
    if (!gradient.empty()) files.push_back({stem + "_gradient.csv", gradient_text(gradient)});
    const bool partitioned = !simulation.partitions.empty();
    if (partitioned) files.push_back({stem + "_partitions.csv", partitions_text(runner.program(), simulation)});
    files.push_back(
        {stem + ".svg", picture(run.title(), curves.times, chosen_curves(curves, arguments.plot, "--plot"))});
    if (arguments.page)
        files.push_back({stem + ".html", page_of_run(run.model(), run.shapes(), runner.program(), run.p(), simulation,
                                                     arguments.plot)});
    if (!arguments.run.parameters.empty())
        files.push_back({fs::path(arguments.run.parameters).filename().string() + ".echo", echo});
    write_files(folder, files);
    const SimulatedRow& last = simulation.rows.back();
    if (kept != nullptr) {
        curves.title = run.title(), curves.picture = (folder / (stem + ".svg")).string();
        *kept = std::move(curves);
    }
    const std::string& save = arguments.save.empty() ? run.save_name() : arguments.save;
    if (!save.empty()) write_beside(save, run.saved(simulation));
    if (!quiet) {
        summarize(std::cout, runner, simulation);
        if (has_events) summarize_events(std::cout, runner.program(), simulation);
        if (!gradient.empty()) show_gradient(std::cout, simulation.rows.back().t, gradient);
        if (partitioned) summarize_partitions(std::cout, runner.program(), simulation);
        std::cout << "wrote ";
        for (std::size_t i = 0; i < files.size(); ++i)
            std::cout << (i == 0 ? "" : i + 1 == files.size() ? " and " : ", ") << (folder / files[i].name).string();
        std::cout << '\n';
        if (!save.empty()) std::cout << "saved the state at t = " << rounded_decimal(last.t) << " in " << save << "\n";
        std::cout.flush();
    }
    if (simulation.interrupted) {
        std::cerr << "lag: interrupted at t = " << rounded_decimal(last.t) << ": what was computed is written\n";
        return status_interrupted;
    }
    if (!simulation.ended.empty()) {
        std::cerr << "lag: error: the simulation ended at t = " << rounded_decimal(simulation.reached) << ": "
                  << simulation.ended << "\nhint: what was computed is written"
                  << advice_on_bending(run.model(), simulation) << "\n";
        return status_wrong_script;
    }
    return status_fine;
}

void describe(CLI::App& app, SimulateArguments& arguments) {
    app.add_option("FILE", arguments.run.file, "the script")->required();
    app.add_option("--end", arguments.end, "until this time, s")->check(FiniteNumber{});
    app.add_option("--step", arguments.step, "time between rows, s (default: a 500th of the whole)")
        ->check(FiniteNumber{});
    app.add_option("--tolerance,--relative", arguments.tolerance, "relative error of the integration (1e-8)")
        ->check(NumberBetween{least_relative, greatest_relative});
    app.add_option(
           "--absolute", arguments.run.absolute,
           "absolute error in SI units and rad, of all (1e-9) or of one coordinate, speed or state (name=1e-9); else "
           "each has its own, of the largest value it has had")
        ->allow_extra_args(false);
    app.add_option("--out", arguments.out, "folder for FILE.csv and FILE.svg (default: beside the script)");
    app.add_option("--define", arguments.run.defines, "another default of a parameter, name=value")
        ->allow_extra_args(false);
    app.add_option("--input", arguments.run.inputs,
                   "an input as an expression of t and parameters, name=0.1*sin(t), or as a column of a file, "
                   "name=road.csv:z; else 0")
        ->allow_extra_args(false);
    app.add_option("--initial", arguments.run.initial,
                   "another initial coordinate, speed or state, a number or an expression of parameters, name=3/2*l")
        ->allow_extra_args(false);
    app.add_option("--parameters", arguments.run.parameters,
                   "a file with lines 'name value [unit]': parameters, inputs, the start, end, step and others; writes "
                   "FILE.echo with all values");
    app.add_option("--save", arguments.save, "write the state at the end to this file");
    app.add_option("--restart", arguments.run.restart,
                   "start from a state that --save has written, or save(..) of a script as .json or .csv");
    app.add_option("--trim", arguments.trim,
                   "start in the steady motion that the script's trim(..) finds, with its inputs: the last one, or "
                   "that of this variable")
        ->expected(0, 1)
        ->check(VariableName{});
    app.add_option("--max-steps", arguments.most_steps, "end the run after so many steps of the integrator")
        ->check(CLI::PositiveNumber);
    app.add_option("--wall", arguments.wall, "end the run after so many seconds of the wall clock")
        ->check(CLI::PositiveNumber);
    app.add_option(
           "--method", arguments.run.method,
           "bdf (default), adams, rk4 with fixed steps, partition: independent coordinates only, chosen anew "
           "on the way; ida: the implicit equations, constraints as rows of speeds; ida1: as rows of accelerations")
        ->check(CLI::IsMember({"bdf", "adams", "rk4", "partition", "ida", "ida1"}));
    app.add_option("--plot", arguments.plot, "what the picture shows, a,b,c (default: all outputs, else coordinates)")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option(
           "--sensitivity", arguments.run.sensitivity,
           "also the derivatives of all columns by these parameters, constant inputs and initial values, m,k,q: "
           "columns d(q)/d(m)")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--of", arguments.run.sensitivity_of,
                   "with --sensitivity: of this column at the end alone, by the adjoint equation, for many quantities: "
                   "FILE_gradient.csv");
    add_source_option(app, arguments.run.sources);
    app.add_flag("--equilibrium", arguments.run.equilibrium,
                 "look for a static equilibrium first and start there at rest");
    app.add_option("--hold", arguments.run.hold,
                   "coordinates that keep their start in the search for the equilibrium, a,b,c; the run lets them go")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_flag("--page", arguments.page,
                 "also FILE.html: the mechanism moving in 3-D beside its curves, in one file");
    app.add_flag("--labels", arguments.run.labels,
                 "above the names of FILE.csv lines that begin with # and say units and texts of all columns");
    app.add_flag("--no-compiler", arguments.run.no_compiler,
                 "evaluate the equations instead of compiling them: not of external routines");
    app.add_flag("--quiet", arguments.run.quiet, "no summary, no progress");
    app.footer(
        "Exit status: 0 fine, 1 the model or the run is wrong, or the run ended early, 2 wrong use, 130 interrupted "
        "(what was computed is written).");
}

std::string wrong_numbers(const CaseArguments& arguments) {
    const auto is_positive = [](double value) { return value > 0 && std::isfinite(value); };
    if (!arguments.end && arguments.parameters.empty()) return "--end is required";
    if (arguments.trim && arguments.equilibrium) return "--trim and --equilibrium both say where the run starts";
    if (arguments.trim && !arguments.restart.empty()) return "--trim and --restart both say where the run starts";
    if (!arguments.sensitivity_of.empty() && arguments.sensitivity.empty())
        return "--of says of what --sensitivity's derivatives are: name the quantities, --sensitivity m,k";
    if (arguments.end && !is_positive(*arguments.end)) return "--end must be a positive time";
    if (arguments.step && !is_positive(*arguments.step)) return "--step must be a positive time";
    if (arguments.end && arguments.step && *arguments.end / *arguments.step > 1e6)
        return "--end / --step asks for more than a million rows";
    return {};
}

}  // namespace

namespace {

// Reads what stands in options of their own into the run; WrongCommand where it does not fit together.
void settle(const CLI::App& simulate, SimulateArguments& arguments) {
    if (simulate.count("--end") > 0) arguments.run.end = arguments.end;
    if (simulate.count("--step") > 0) arguments.run.step = arguments.step;
    if (simulate.count("--tolerance") > 0) arguments.run.tolerance = arguments.tolerance;
    if (simulate.count("--trim") > 0) arguments.run.trim = arguments.trim;
    arguments.run.most_steps = arguments.most_steps;
    arguments.run.warn = [](const std::string& text) { std::cerr << "lag: warning: " << text << "\n" << std::flush; };
    if (!arguments.run.hold.empty() && !arguments.run.equilibrium)
        throw WrongCommand("--hold is of use with --equilibrium alone", "add --equilibrium");
    const std::string wrong = wrong_numbers(arguments.run);
    if (!wrong.empty()) throw WrongCommand(wrong, "lag simulate --help lists the options");
}

}  // namespace

Subcommand simulate_subcommand(CLI::App& app) {
    CLI::App* const simulate = app.add_subcommand("simulate", "run a model at once: its motion as CSV and a picture");
    const auto arguments = std::make_shared<SimulateArguments>();
    describe(*simulate, *arguments);
    return {simulate, [simulate, arguments] {
                return performed([&] {
                    settle(*simulate, *arguments);
                    return sheltered([&] { return performed([&] { return simulate_file(*arguments); }); });
                });
            }};
}

int simulate_model(const ModelSource& model, const std::string& name, const fs::path& folder,
                   const std::vector<std::string>& options, RunCurves& curves) {
    CLI::App app("run the model", "simulate");
    SimulateArguments arguments;
    describe(app, arguments);
    std::vector<std::string> words{name + ".lag", "--out", folder.string()};
    words.insert(words.end(), options.begin(), options.end());
    std::reverse(words.begin(), words.end());
    try {
        app.parse(words);
        settle(app, arguments);
    } catch (const CLI::ParseError& error) {
        throw ModelError(std::string("simulate: ") + error.what(), hint_on_options(app, options));
    } catch (const WrongCommand& error) {
        throw ModelError(std::string("simulate: ") + error.what(), error.hint);
    }
    arguments.run.described = model;
    try {
        return simulate_file(arguments, &curves);
    } catch (const WrongCommand& error) {
        throw ModelError(std::string("simulate: ") + error.what(), error.hint);
    }
}

std::string draw_curves(const RunCurves& run, const std::vector<std::string>& names) {
    write_beside(run.picture, picture(run.title, run.times, chosen_curves(run, names, "plot")));
    return run.picture;
}

}  // namespace lag
