#include "scripts/command/simulate/simulate.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options.hpp"
#include "scripts/command/page/run_page.hpp"
#include "scripts/command/shelter.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/given.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/command/simulate/run.hpp"
#include "scripts/command/simulate/start.hpp"
#include "scripts/command/simulate/switches.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

constexpr int status_interrupted = 130;  // as a shell reports a program that Ctrl-C ended

struct SimulateArguments {
    std::string file, out;
    double end = 0, step = 0, tolerance = 1e-8;
    std::vector<std::string> defines, inputs, initial, absolute, plot, sources;
    bool equilibrium = false, no_compiler = false, quiet = false, page = false;
};

// -- what is written

std::string csv_text(const Program& program, const Simulation& simulation) {
    std::string text = "t";
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
        for (const TableRow& row : *rows) text += "," + row.name;
    text += ",kinetic,potential\n";
    std::array<char, 40> number{};
    const auto add = [&](double value) {
        std::snprintf(number.data(), number.size(), ",%.16e", value);
        text += number.data();
    };
    for (const SimulatedRow& row : simulation.rows) {
        std::snprintf(number.data(), number.size(), "%.16e", row.t);
        text += number.data();
        for (const Vector* values : {&row.q, &row.u, &row.s, &row.outputs})
            for (const double value : *values) add(value);
        add(row.kinetic);
        add(row.potential);
        text += '\n';
    }
    return text;
}

std::vector<Curve> chosen_curves(const Program& program, const Simulation& simulation,
                                 const std::vector<std::string>& wanted) {
    std::vector<Curve> all;
    const auto add = [&](const std::vector<TableRow>& rows, const auto& values_of) {
        for (std::size_t k = 0; k < rows.size(); ++k) {
            Curve curve{rows[k].name, rows[k].unit, {}};
            for (const SimulatedRow& row : simulation.rows) curve.values.push_back(values_of(row)[k]);
            all.push_back(std::move(curve));
        }
    };
    add(program.coordinates, [](const SimulatedRow& row) -> const Vector& { return row.q; });
    add(program.speeds, [](const SimulatedRow& row) -> const Vector& { return row.u; });
    add(program.states, [](const SimulatedRow& row) -> const Vector& { return row.s; });
    add(program.outputs, [](const SimulatedRow& row) -> const Vector& { return row.outputs; });
    std::vector<std::string> names;
    for (const Curve& curve : all) names.push_back(curve.name);
    std::vector<std::string> chosen = wanted;
    if (chosen.empty())
        for (const TableRow& row : program.outputs.empty() ? program.coordinates : program.outputs)
            chosen.push_back(row.name);
    std::vector<Curve> curves;
    for (const std::string& name : chosen) {
        const auto found = std::find(names.begin(), names.end(), name);
        if (found == names.end()) {
            const std::string near = did_you_mean(name, names);
            throw ModelError(std::string("--plot: the model has no coordinate, speed") +
                                 (program.states.empty() ? "" : ", state") + " or output '" + name + "'",
                             near.empty() ? "" : "did you mean '" + near + "'?");
        }
        curves.push_back(all[static_cast<std::size_t>(found - names.begin())]);
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

std::unique_ptr<RunnableModel> runnable(const Model& model, const std::vector<Expr>& inputs,
                                        const SimulateArguments& arguments) {
    const bool compiles = !arguments.no_compiler && has_compiler();
    if (!model.externals.empty() && !compiles)
        throw ModelError("the model calls '" + model.externals.front().name +
                             "', a routine of yours: only compiled code can do that",
                         arguments.no_compiler ? "leave --no-compiler out"
                                               : "install a compiler (Debian: apt install g++ gfortran)");
    if (!model.contacts.empty() && !compiles)
        throw ModelError("the model has contacts or dry friction, whose modes compiled code alone finds",
                         arguments.no_compiler ? "leave --no-compiler out" : "install g++ or set CXX");
    if (model.externals.empty() && !arguments.sources.empty())
        std::cerr << "lag: warning: --source is of no use here: the model calls no external routine\n";
    SwitchedProgram program = switched_program(model, lowered_program(model), inputs);
    if (compiles) return compiled_model(std::move(program), arguments.sources);
    if (!arguments.quiet && !arguments.no_compiler)
        std::cerr << "lag: no C++ compiler was found: the equations are evaluated one by one, which is slow\n";
    return evaluated_model(std::move(program));
}

// --absolute X for all, name=X for one.
std::map<std::string, double> absolute_errors(const Program& program, const std::vector<std::string>& given) {
    std::map<std::string, double> errors;
    std::vector<std::string> known;
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states})
        for (const TableRow& row : *rows) known.push_back(row.name);
    for (const std::string& argument : given) {
        const bool named = argument.find('=') != std::string::npos;
        const auto [name, text] = named ? name_and_value(argument, "--absolute") : std::pair(std::string(), argument);
        char* rest = nullptr;
        const double value = std::strtod(text.c_str(), &rest);
        if (*rest != '\0' || !(value > 0) || !std::isfinite(value))
            throw ModelError("--absolute: '" + text + "' is no positive number",
                             "--absolute 1e-9 is for all coordinates and speeds, --absolute name=1e-9 for one");
        if (named && std::ranges::find(known, name) == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw ModelError("--absolute: the model has no " + kinds_in_y(program) + " '" + name + "'",
                             near.empty() ? "" : "did you mean '" + near + "'?");
        }
        errors[name] = value;
    }
    return errors;
}

// Its number among the flags; how many there are where it is none.
std::size_t flag_named(const Program& program, const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(program.flags, name, &TableRow::name) - program.flags.begin());
}

// Of each event its time, what it did to the constraint rows and to the energy.
std::string events_text(const Program& program, const Simulation& simulation) {
    std::string text = "t,event";
    for (const TableRow& row : program.constraints) text += ",impulse " + row.name;
    text += ",energy before,energy after\n";
    std::array<char, 40> number{};
    for (const FiredEvent& fired : simulation.events) {
        std::snprintf(number.data(), number.size(), "%.16e,", fired.t);
        text += number.data() + program.events[fired.event].row.name;
        Vector values = fired.impulses;
        values.push_back(fired.energy_before);
        values.push_back(fired.energy_after);
        for (const double value : values) {
            std::snprintf(number.data(), number.size(), ",%.16e", value);
            text += number.data();
        }
        text += '\n';
    }
    return text;
}

int simulate_file(SimulateArguments arguments) {
    if (!fs::is_regular_file(arguments.file))
        throw ModelError("cannot read '" + arguments.file + "': there is no such file");
    PipelineOptions options;
    options.defines = definitions(arguments.defines);
    options.messages = &std::cerr;
    options.report_checks = !arguments.quiet;
    const GivenModel given = given_model(
        arguments.file,
        {names_and_values(arguments.inputs, "--input"), names_and_values(arguments.initial, "--initial")}, options);
    const Model& model = given.model;
    const std::unique_ptr<RunnableModel> runner = runnable(model, given.inputs, arguments);
    const Vector p = use_defaults(*runner);
    take_first_flags(*runner, p);
    std::vector<std::pair<std::string, double>> initial;
    for (const auto& [name, value] : given.initial) {
        const std::size_t flag = flag_named(runner->program(), name);
        const double start = value_of(model, value, 0, p);
        if (flag < runner->flags.size()) {
            runner->flags[flag] = start;
        } else {
            initial.emplace_back(name, start);
        }
    }
    const InputsAt inputs = [&](double t) {
        Vector w;
        for (const Expr& input : given.inputs) w.push_back(value_of(model, input, t, p));
        runner->put_flags(w);
        return w;
    };

    const InterruptGuard guard;
    Progress progress(!arguments.quiet, arguments.end);
    const auto go_on = [&](double t) {
        progress(t);
        return asked_to_stop == 0;
    };
    StartState start;
    if (arguments.equilibrium && !model.contacts.empty())
        throw ModelError("--equilibrium finds no rest on contacts or by dry friction",
                         "simulate until the motion has died down");
    free_dry_friction(*runner);
    if (arguments.equilibrium) {
        start = initial_state(model, *runner, initial);
        const Equilibrium rest = find_equilibrium(*runner, start.q, start.s, inputs, go_on);
        if (asked_to_stop != 0) {
            std::cerr << "lag: interrupted while looking for the equilibrium: nothing is written\n";
            return status_interrupted;
        }
        if (!rest.failed.empty()) throw ModelError("no equilibrium was found: " + rest.failed);
        start.q = rest.q;
        start.s = rest.s;
        std::fill(start.u.begin(), start.u.end(), 0.0);
        if (!arguments.quiet) {
            std::cout << (rest.stable ? "equilibrium" : "unstable equilibrium") << ", largest acceleration "
                      << rounded_decimal(rest.residual) << "\n";
            for (std::size_t k = 0; k < start.q.size(); ++k)
                std::cout << "  " << runner->program().coordinates[k].name << " = " << rounded_decimal(start.q[k])
                          << "\n";
            for (std::size_t k = 0; k < start.s.size(); ++k)
                std::cout << "  " << runner->program().states[k].name << " = " << rounded_decimal(start.s[k]) << "\n";
        }
    } else {
        start = start_state(model, *runner, initial, inputs(0));
        if (!arguments.quiet && !start.changed.empty())
            std::cout << "moved onto the constraints before the start:\n" << text_of(start.changed);
    }
    const SimulationSettings settings{arguments.end, arguments.step, arguments.tolerance,
                                      absolute_errors(runner->program(), arguments.absolute), inputs};
    chosen_curves(runner->program(), {}, arguments.plot);  // wrong names before the work
    const Simulation simulation = simulate(*runner, start.q, start.u, start.s, settings, go_on);

    const std::string stem = fs::path(arguments.file).stem().string();
    fs::path folder = arguments.out.empty() ? fs::path(arguments.file).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    Vector times;
    for (const SimulatedRow& row : simulation.rows) times.push_back(row.t);
    const std::vector<Curve> curves = chosen_curves(runner->program(), simulation, arguments.plot);
    const std::string title = model.title.empty() ? model.name : model.title;
    const bool has_events = !runner->program().events.empty();
    std::vector<OutputFile> files{{stem + ".csv", csv_text(runner->program(), simulation)}};
    if (has_events) files.push_back({stem + "_events.csv", events_text(runner->program(), simulation)});
    files.push_back({stem + ".svg", picture(title, times, curves)});
    if (arguments.page)
        files.push_back(
            {stem + ".html", page_of_run(model, given.shapes, runner->program(), p, simulation, arguments.plot)});
    write_files(folder, files);
    if (!arguments.quiet) {
        summarize(std::cout, *runner, simulation);
        if (has_events) summarize_events(std::cout, runner->program(), simulation);
        std::cout << "wrote ";
        for (std::size_t i = 0; i < files.size(); ++i)
            std::cout << (i == 0 ? "" : i + 1 == files.size() ? " and " : ", ") << (folder / files[i].name).string();
        std::cout << '\n';
        std::cout.flush();
    }
    if (simulation.interrupted) {
        std::cerr << "lag: interrupted at t = " << rounded_decimal(times.back()) << ": what was computed is written\n";
        return status_interrupted;
    }
    if (!simulation.ended.empty()) {
        std::cerr << "lag: error: the simulation ended at t = " << rounded_decimal(simulation.reached) << ": "
                  << simulation.ended << "\nhint: what was computed is written\n";
        return status_wrong_script;
    }
    return status_fine;
}

void describe(CLI::App& app, SimulateArguments& arguments) {
    app.add_option("FILE", arguments.file, "the script")->required();
    app.add_option("--end", arguments.end, "until this time, s")->required()->check(FiniteNumber{});
    app.add_option("--step", arguments.step, "time between rows, s (default: a 500th of the whole)")
        ->check(FiniteNumber{});
    app.add_option("--tolerance,--relative", arguments.tolerance, "relative error of the integration (1e-8)")
        ->check(NumberBetween{1e-13, 1e-2});
    app.add_option(
           "--absolute", arguments.absolute,
           "absolute error in SI units and rad, of all (1e-9) or of one coordinate, speed or state (name=1e-9); else "
           "each has its own, of the largest value it has had")
        ->allow_extra_args(false);
    app.add_option("--out", arguments.out, "folder for FILE.csv and FILE.svg (default: beside the script)");
    app.add_option("--define", arguments.defines, "another default of a parameter, name=value")
        ->allow_extra_args(false);
    app.add_option("--input", arguments.inputs,
                   "an input as an expression of t and parameters, name=0.1*sin(t); else 0")
        ->allow_extra_args(false);
    app.add_option("--initial", arguments.initial,
                   "another initial coordinate, speed or state, a number or an expression of parameters, name=3/2*l")
        ->allow_extra_args(false);
    app.add_option("--plot", arguments.plot, "what the picture shows, a,b,c (default: all outputs, else coordinates)")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--source", arguments.sources,
                   "a file in Fortran, C or C++, or an object, that defines external routines")
        ->allow_extra_args(false);
    app.add_flag("--equilibrium", arguments.equilibrium, "look for a static equilibrium first and start there at rest");
    app.add_flag("--page", arguments.page,
                 "also FILE.html: the mechanism moving in 3-D beside its curves, in one file");
    app.add_flag("--no-compiler", arguments.no_compiler, "evaluate the equations instead of compiling them");
    app.add_flag("--quiet", arguments.quiet, "no summary, no progress");
    app.footer(
        "Exit status: 0 fine, 1 the model or the run is wrong, 2 wrong use, 130 interrupted (what was computed is "
        "written).");
}

std::string wrong_numbers(const SimulateArguments& arguments) {
    if (!(arguments.end > 0) || !std::isfinite(arguments.end)) return "--end must be a positive time";
    if (!(arguments.step > 0) || !std::isfinite(arguments.step)) return "--step must be a positive time";
    if (arguments.end / arguments.step > 1e6) return "--end / --step asks for more than a million rows";
    return {};
}

}  // namespace

Subcommand simulate_subcommand(CLI::App& app) {
    CLI::App* const simulate = app.add_subcommand("simulate", "run a model at once: its motion as CSV and a picture");
    const auto arguments = std::make_shared<SimulateArguments>();
    describe(*simulate, *arguments);
    return {
        simulate, [simulate, arguments] {
            if (simulate->count("--step") == 0) arguments->step = arguments->end / 500;
            const std::string wrong = wrong_numbers(*arguments);
            if (!wrong.empty())
                return performed([&]() -> int { throw WrongCommand(wrong, "lag simulate --help lists the options"); });
            return sheltered([&] { return performed([&] { return simulate_file(*arguments); }); });
        }};
}

}  // namespace lag
