#include "scripts/command_simulate.hpp"

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

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/evaluate.hpp"
#include "scripts/command_options.hpp"
#include "scripts/command_shelter.hpp"
#include "scripts/command_simulate_picture.hpp"
#include "scripts/command_simulate_run.hpp"
#include "scripts/grammar.hpp"
#include "scripts/output_files.hpp"
#include "scripts/pipeline.hpp"
#include "scripts/pipeline_defines.hpp"
#include "scripts/pipeline_stages.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Vector = std::vector<double>;

constexpr int status_interrupted = 130;  // as a shell reports a program that Ctrl-C ended

struct SimulateArguments {
    std::string file, out;
    double end = 0, step = 0, tolerance = 1e-8;
    std::vector<std::string> defines, inputs, initial, plot, sources;
    bool equilibrium = false, no_compiler = false, quiet = false;
};

std::pair<std::string, std::string> name_and_value(const std::string& argument, const std::string& option) {
    const std::size_t equals = argument.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == argument.size())
        throw ModelError(option + " takes name=value, not '" + argument + "'");
    return {argument.substr(0, equals), argument.substr(equals + 1)};
}

// -- inputs as functions of time

std::string output_of(std::size_t number, int derivative) {
    return "lag_input_" + std::to_string(number) + "_" + std::to_string(derivative);
}

constexpr int most_derivatives = 2;

// The script with one output for each input's expression and its time derivatives: it loads the user's own.
Script with_inputs(const SimulateArguments& arguments) {
    if (arguments.inputs.empty()) return parse(script_text(arguments.file), arguments.file);
    parse(script_text(arguments.file), arguments.file);  // its own errors first, at their own places
    std::string text = "load(" + string_literal(fs::path(arguments.file).filename().string()) + ")$\n";
    for (std::size_t k = 0; k < arguments.inputs.size(); ++k) {
        std::string value = name_and_value(arguments.inputs[k], "--input").second;
        for (int d = 0; d <= most_derivatives; ++d) {
            text += "output(" + output_of(k, d) + ", " + value + ")$\n";
            value = "diff(" + value + ", t)";
        }
    }
    return parse(text, (fs::path(arguments.file).parent_path() / "--input").string());
}

// Values of all inputs at a time. The expressions live in the graph of `model`.
class GivenInputs {
  public:
    // Takes the outputs that with_inputs() made out of the model again.
    GivenInputs(Model& model, const std::vector<std::string>& given) : graph_(model.graph) {
        for (const Input& input : model.inputs) names_.push_back(input.name);
        expressions_.resize(names_.size());
        for (std::size_t k = 0; k < given.size(); ++k) {
            const std::string name = name_and_value(given[k], "--input").first;
            const auto known = std::find(names_.begin(), names_.end(), name);
            if (known == names_.end()) {
                std::string all;
                for (const std::string& one : names_) all += (all.empty() ? "" : ", ") + one;
                const std::string near = did_you_mean(name, names_);
                throw ModelError("--input: the model has no input '" + name + "'", !near.empty()
                                                                                       ? "did you mean '" + near + "'?"
                                                                                   : all.empty() ? "it has none at all"
                                                                                                 : "it has " + all);
            }
            for (int d = 0; d <= most_derivatives; ++d) {
                const auto output = std::find_if(model.outputs.begin(), model.outputs.end(),
                                                 [&](const Output& o) { return o.name == output_of(k, d); });
                if (output == model.outputs.end()) throw InternalError("simulate: an input's expression is lost");
                const auto place =
                    std::find(names_.begin(), names_.end(), name + std::string(static_cast<std::size_t>(d), '\''));
                if (place != names_.end())
                    expressions_[static_cast<std::size_t>(place - names_.begin())] = output->value;
                model.outputs.erase(output);
            }
        }
        for (const Parameter& p : model.parameters) parameters_.push_back(p.name);
    }

    Vector operator()(double t, const Vector& p) const {
        Vector w(names_.size(), 0.0);
        for (std::size_t k = 0; k < w.size(); ++k) {
            if (expressions_[k].graph == nullptr) continue;
            Evaluator<double> value(
                *graph_,
                [&](const Symbol& s) {
                    if (s.role == Role::time) return t;
                    const auto known = std::find(parameters_.begin(), parameters_.end(), s.name);
                    if (s.role != Role::parameter || known == parameters_.end())
                        throw ModelError("--input " + names_[k] + ": '" + s.name + "' is neither t nor a parameter",
                                         "an input is given as a number or an expression of t and parameters");
                    return p[static_cast<std::size_t>(known - parameters_.begin())];
                },
                [&](Expr constant) { return graph_->constant_double(constant); });
            w[k] = value(Expr{graph_.get(), expressions_[k].id});
        }
        return w;
    }

  private:
    std::shared_ptr<Graph> graph_;
    std::vector<std::string> names_, parameters_;
    std::vector<Expr> expressions_;
};

// -- the start

struct Start {
    Vector p, q, u;
};

Start initial_state(RunnableModel& model, const std::vector<std::string>& given) {
    Frame frame;
    model.call("defaults", frame);
    Start start;
    start.p = frame["p"];
    model.use_parameters(start.p);
    model.call("initial", frame);
    start.q = frame["q"];
    start.u = frame["u"];
    std::vector<std::string> known;
    for (const auto* rows : {&model.program().coordinates, &model.program().speeds})
        for (const TableRow& row : *rows) known.push_back(row.name);
    for (const std::string& argument : given) {
        const auto [name, text] = name_and_value(argument, "--initial");
        char* rest = nullptr;
        const double value = std::strtod(text.c_str(), &rest);
        if (*rest != '\0') throw ModelError("--initial " + name + ": '" + text + "' is no number");
        const auto place = std::find(known.begin(), known.end(), name);
        if (place == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw ModelError("--initial: the model has no coordinate or speed '" + name + "'",
                             near.empty() ? "" : "did you mean '" + near + "'?");
        }
        const auto k = static_cast<std::size_t>(place - known.begin());
        (k < start.q.size() ? start.q[k] : start.u[k - start.q.size()]) = value;
    }
    return start;
}

void onto_constraints(RunnableModel& model, Start& start, const Vector& w) {
    if (!model.assemble(0, start.q, w, assembly_tolerance))
        throw ModelError("the initial coordinates cannot be assembled: " + model.complaint(),
                         "initial(..) or --initial name=value gives a better guess");
    if (!model.project_speeds(0, start.q, start.u, w))
        throw ModelError("the initial speeds cannot be brought onto the constraints");
}

// -- what is written

std::string csv_text(const Program& program, const Simulation& simulation) {
    std::string text = "t";
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.outputs})
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
        for (const Vector* values : {&row.q, &row.u, &row.outputs})
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
            throw ModelError("--plot: the model has no coordinate, speed or output '" + name + "'",
                             near.empty() ? "" : "did you mean '" + near + "'?");
        }
        curves.push_back(all[static_cast<std::size_t>(found - names.begin())]);
    }
    return curves;
}

std::string short_number(double value) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.6g", value);
    return text.data();
}

void summarize(std::ostream& out, const RunnableModel& model, const Simulation& simulation) {
    double drift = 0, phi = 0, phidot = 0;
    const auto energy = [](const SimulatedRow& row) { return row.kinetic + row.potential; };
    for (const SimulatedRow& row : simulation.rows) {
        drift = std::max(drift, std::abs(energy(row) - energy(simulation.rows.front())));
        phi = std::max(phi, row.phi);
        phidot = std::max(phidot, row.phidot);
    }
    out << "t = " << short_number(simulation.rows.back().t) << ", " << simulation.rows.size() << " rows, "
        << simulation.steps << " steps\n"
        << "energy at start " << short_number(energy(simulation.rows.front())) << ", at end "
        << short_number(energy(simulation.rows.back())) << ", largest change " << short_number(drift) << "\n";
    if (model.has("constraints"))
        out << "largest constraint errors: position " << short_number(phi) << ", speed " << short_number(phidot)
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
        std::cerr << "lag: t = " << short_number(t) << " of " << short_number(end_) << "\n" << std::flush;
    }

  private:
    bool shown_;
    double end_;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

std::unique_ptr<RunnableModel> runnable(const Model& model, const SimulateArguments& arguments) {
    const bool compiles = !arguments.no_compiler && has_compiler();
    if (!model.externals.empty() && !compiles)
        throw ModelError("the model calls '" + model.externals.front().name +
                             "', a routine of yours: only compiled code can do that",
                         arguments.no_compiler ? "leave --no-compiler out"
                                               : "install a compiler (Debian: apt install g++ gfortran)");
    if (model.externals.empty() && !arguments.sources.empty())
        std::cerr << "lag: warning: --source is of no use here: the model calls no external routine\n";
    if (compiles)
        return compiled_model(program_of(model, "turner", arguments.quiet ? nullptr : &std::cerr), arguments.sources);
    if (!arguments.quiet && !arguments.no_compiler)
        std::cerr << "lag: no C++ compiler was found: the equations are evaluated one by one, which is slow\n";
    return evaluated_model(lowered_program(model));
}

int simulate_file(SimulateArguments arguments) {
    if (!fs::is_regular_file(arguments.file))
        throw ModelError("cannot read '" + arguments.file + "': there is no such file");
    PipelineOptions options;
    for (const std::string& define : arguments.defines) options.defines.push_back(name_and_value(define, "--define"));
    options.messages = &std::cerr;
    options.report_checks = !arguments.quiet;
    Model model = described_model(with_inputs(arguments), options);
    const GivenInputs given(model, arguments.inputs);
    const std::unique_ptr<RunnableModel> runner = runnable(model, arguments);
    Start start = initial_state(*runner, arguments.initial);
    const InputsAt inputs = [&](double t) { return given(t, start.p); };

    const InterruptGuard guard;
    Progress progress(!arguments.quiet, arguments.end);
    const auto go_on = [&](double t) {
        progress(t);
        return asked_to_stop == 0;
    };
    if (arguments.equilibrium) {
        const Equilibrium rest = find_equilibrium(*runner, start.q, inputs, go_on);
        if (asked_to_stop != 0) {
            std::cerr << "lag: interrupted while looking for the equilibrium: nothing is written\n";
            return status_interrupted;
        }
        if (!rest.failed.empty()) throw ModelError("no equilibrium was found: " + rest.failed);
        start.q = rest.q;
        std::fill(start.u.begin(), start.u.end(), 0.0);
        if (!arguments.quiet) {
            std::cout << (rest.stable ? "equilibrium" : "unstable equilibrium") << ", largest acceleration "
                      << short_number(rest.residual) << "\n";
            for (std::size_t k = 0; k < start.q.size(); ++k)
                std::cout << "  " << runner->program().coordinates[k].name << " = " << short_number(start.q[k]) << "\n";
        }
    } else {
        onto_constraints(*runner, start, inputs(0));
    }
    SimulationSettings settings{arguments.end, arguments.step, arguments.tolerance, inputs};
    chosen_curves(runner->program(), {}, arguments.plot);  // wrong names before the work
    const Simulation simulation = simulate(*runner, start.q, start.u, settings, go_on);

    const std::string stem = fs::path(arguments.file).stem().string();
    fs::path folder = arguments.out.empty() ? fs::path(arguments.file).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    Vector times;
    for (const SimulatedRow& row : simulation.rows) times.push_back(row.t);
    const std::vector<Curve> curves = chosen_curves(runner->program(), simulation, arguments.plot);
    const std::string title = model.title.empty() ? model.name : model.title;
    write_files(folder, {{stem + ".csv", csv_text(runner->program(), simulation)},
                         {stem + ".svg", picture(title, times, curves)}});
    if (!arguments.quiet) {
        summarize(std::cout, *runner, simulation);
        std::cout << "wrote " << (folder / (stem + ".csv")).string() << " and " << stem << ".svg\n";
        std::cout.flush();
    }
    if (simulation.interrupted) {
        std::cerr << "lag: interrupted at t = " << short_number(times.back()) << ": what was computed is written\n";
        return status_interrupted;
    }
    if (!simulation.ended.empty()) {
        std::cerr << "lag: error: the simulation ended at t = " << short_number(times.back()) << ": "
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
    app.add_option("--tolerance", arguments.tolerance, "relative error of the integration (1e-8)")
        ->check(NumberBetween{1e-13, 1e-2});
    app.add_option("--out", arguments.out, "folder for FILE.csv and FILE.svg (default: beside the script)");
    app.add_option("--define", arguments.defines, "another default of a parameter, name=value")
        ->allow_extra_args(false);
    app.add_option("--input", arguments.inputs,
                   "an input as an expression of t and parameters, name=0.1*sin(t); else 0")
        ->allow_extra_args(false);
    app.add_option("--initial", arguments.initial, "another initial coordinate or speed, name=number")
        ->allow_extra_args(false);
    app.add_option("--plot", arguments.plot, "what the picture shows, a,b,c (default: all outputs, else coordinates)")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--source", arguments.sources,
                   "a file in Fortran, C or C++, or an object, that defines external routines")
        ->allow_extra_args(false);
    app.add_flag("--equilibrium", arguments.equilibrium, "look for a static equilibrium first and start there at rest");
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

int run_simulate(int argc, const char* const* argv) {
    CLI::App app("run a model at once", "lag simulate");
    SimulateArguments arguments;
    describe(app, arguments);
    std::string wrong;
    try {
        app.parse(argc, argv);
        if (app.count("--step") == 0) arguments.step = arguments.end / 500;
        wrong = wrong_numbers(arguments);
    } catch (const CLI::Success& asked) {
        return app.exit(asked);
    } catch (const CLI::ParseError& error) {
        wrong = error.what();
    }
    if (!wrong.empty()) {
        std::cerr << "lag: error: " << wrong << "\nhint: lag simulate --help lists the options\n";
        return status_wrong_command;
    }
    return sheltered([&] { return simulate_file(arguments); });
}

}  // namespace lag
