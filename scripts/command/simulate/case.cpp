#include "scripts/command/simulate/case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "core/errors.hpp"
#include "core/model_values.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/subcommand.hpp"
#include "scripts/command/simulate/column_text.hpp"
#include "scripts/command/simulate/contacts.hpp"
#include "scripts/command/simulate/steps.hpp"
#include "scripts/files/input_lines.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/pipeline/stages.hpp"

namespace lag {

namespace {

using Vector = std::vector<double>;

IntegrationMethod method_named(const std::string& name, const std::string& place) {
    if (name == "bdf") return IntegrationMethod::bdf;
    if (name == "adams") return IntegrationMethod::adams;
    if (name == "rk4") return IntegrationMethod::rk4;
    if (name == "partition") return IntegrationMethod::partition;
    if (name == "ida") return IntegrationMethod::ida;
    if (name == "ida1") return IntegrationMethod::ida1;
    throw ModelError(fmt::format("{}there is no method '{}'", place, name),
                     "there are bdf, adams, rk4, partition, ida and ida1");
}

template <class Row>
const TableRow* find_row(const std::vector<Row>& rows, const std::string& name) {
    const auto found = std::ranges::find(rows, name, &TableRow::name);
    return found == rows.end() ? nullptr : &*found;
}

std::vector<TableRow> rows_of(const std::vector<Input>& inputs) {
    std::vector<TableRow> rows;
    for (const Input& input : inputs) rows.push_back({input.name, input.unit, input.text, input.user_unit});
    return rows;
}

std::size_t flags_of(const std::vector<Input>& inputs) {
    return static_cast<std::size_t>(std::ranges::count_if(inputs, [](const Input& w) { return w.is_flag(); }));
}

bool has_sensitivities(const CaseArguments& arguments) {
    return arguments.sensitivity_by_state || !arguments.sensitivity.empty();
}

bool has_residual(const std::string& method) {
    return method == "ida" || method == "ida1";
}
int index_of(const std::string& method) {
    return method == "ida1" ? 1 : 2;
}

void require_residual(const Model& model, const std::string& method) {
    const std::string at = "--method " + method + ": ", hint = "bdf, the default, takes it";
    if (!model.contacts.empty() || !model.stops.empty())
        throw ModelError(at + "the model has contacts, dry friction or stops, whose loads follow from a search", hint);
    if (model.treatment.mode == ConstraintTreatment::Mode::eliminate)
        throw ModelError(at + "constraints = eliminate leaves no multipliers to solve for",
                         "leave options(constraints = eliminate) out, or take bdf, the default");
    if (!model.externals.empty())
        throw ModelError(
            fmt::format("{}the slopes of what '{}' computes are not known", at, model.externals.front().name), hint);
}

ResidualForm residual_form(const Program& program, const std::string& method) {
    ResidualForm form{index_of(method), {}};
    for (const DerivativeTable& table : program.derivative_tables)
        for (std::size_t k = 0; k < table.pattern.rows.size(); ++k)
            form.entries.emplace_back(table.pattern.rows[k], table.pattern.columns[k]);
    return form;
}

std::unique_ptr<RunnableModel> runnable(const Model& model, const std::vector<Expr>& inputs,
                                        const CaseArguments& arguments, const std::string& method,
                                        std::shared_ptr<const ResidualForm>& residual) {
    const bool compiles = !arguments.no_compiler && has_compiler();
    const ExternalRoutine* const linked = linked_among(model.externals);
    if (linked != nullptr && !compiles)
        throw ModelError(
            fmt::format("the model calls '{}', a routine of yours: only compiled code can do that", linked->name),
            arguments.no_compiler ? "leave --no-compiler out"
                                  : "install a compiler (Debian: apt install g++ gfortran)");
    if (linked != nullptr && has_sensitivities(arguments))
        throw ModelError(fmt::format("the model calls '{}', a routine of yours, whose derivatives a run does not know",
                                     linked->name));
    if (linked == nullptr && !arguments.sources.empty())
        std::cerr << "lag: warning: --source is of no use here: the model calls no external routine\n";
    std::vector<DerivativeChoice> derivatives;
    if (has_residual(method)) derivatives.push_back({RoutineName::residual_jacobian, {}, index_of(method)});
    Program lowered = lowered_program(model, {}, derivatives);
    if (has_residual(method)) residual = std::make_shared<ResidualForm>(residual_form(lowered, method));
    lowered.derivative_tables.clear();  // the run needs none, and their names have no size in what is compiled
    SwitchedProgram program = switched_program(model, std::move(lowered), inputs, method == "partition");
    // one run takes less time than an optimizing compiler; the numbers are the same
    if (compiles)
        return compiled_model(std::move(program), arguments.sources,
                              arguments.varied.empty() && !arguments.sensitivity_by_state ? "-O0" : "-O2",
                              has_sensitivities(arguments));
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
        const std::optional<double> value = decimal_value(text);
        if (!value || !(*value > 0) || !std::isfinite(*value))
            throw ModelError(fmt::format("--absolute: '{}' is no positive number", text),
                             "--absolute 1e-9 is for all coordinates and speeds, --absolute name=1e-9 for one");
        if (named && std::ranges::find(known, name) == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw ModelError(fmt::format("--absolute: the model has no {} '{}'", kinds_in_y(program), name),
                             near.empty() ? "" : fmt::format("did you mean '{}'?", near));
        }
        errors[name] = *value;
    }
    return errors;
}

// Their results are inputs like others here.
void tell_of_stages(const Model& model, bool quiet) {
    if (quiet) return;
    for (const StageRoutine& routine : model.stage_routines) {
        std::string told;
        for (const InputIndex w : routine.results) told += (told.empty() ? "" : ", ") + model.inputs[w.value].name;
        std::cerr << "lag: warning: '" << routine.name << "' is called by main programs only (emit with driver = true)"
                  << (told.empty() ? ""
                                   : fmt::format("; here {} is 0 unless --input or a parameter file gives it", told))
                  << "\n";
    }
}

}  // namespace

SimulationCase::SimulationCase(const CaseArguments& arguments) : arguments_(arguments), labels_(arguments.labels) {
    for (const auto& [name, value] : names_and_values(arguments.initial, "--initial"))
        if (std::ranges::find(arguments.varied, name) != arguments.varied.end())
            throw WrongCommand(
                fmt::format("'{}' takes values of its own in every run, and --initial gives it one", name),
                fmt::format("leave out --initial {}={}", name, value));
    std::vector<ParameterLine> lines, restart;
    if (!arguments.parameters.empty()) lines = read_parameter_file(arguments.parameters);
    if (!arguments.restart.empty()) restart = read_parameter_file(arguments.restart);
    for (const auto* some : {&lines, &restart})
        for (const ParameterLine& line : *some)
            if (std::ranges::find(parameter_files_, line.file) == parameter_files_.end())
                parameter_files_.push_back(line.file);
    GivenTexts texts{{}, names_and_values(arguments.initial, "--initial"), {}, arguments.motions, arguments.described};
    std::vector<ColumnText> columns;
    const auto take_input = [&](const std::string& name, const std::string& text) {
        if (const std::optional<ColumnText> column = column_in(name, text)) {
            columns.push_back(*column);
        } else {
            texts.inputs.emplace_back(name, text);
        }
    };
    const auto given_inputs = names_and_values(arguments.inputs, "--input");
    const auto is_given = [&](const std::string& input) {
        return std::ranges::any_of(given_inputs, [&](const auto& one) { return one.first == input; });
    };
    std::vector<std::pair<std::string, std::string>> of_file;  // the last line for an input counts
    for (const ParameterLine& line : lines)
        if (line.name == "input" && !line.is_quantity && !is_decimal(line.text)) {
            if (line.rest.empty())
                throw ModelError(fmt::format("{}no value for the input {}", line.place(), line.text),
                                 "write: input zr road.csv:z, or an expression of t");
            if (is_given(line.text)) continue;
            std::erase_if(of_file, [&](const auto& one) { return one.first == line.text; });
            of_file.emplace_back(line.text, line.rest);
        }
    for (const auto& [name, text] : of_file) {
        take_input(name, text);
        if (!column_in(name, text)) expressions_ += fmt::format("input {} {}\n", name, text);
    }
    for (const auto& [name, text] : given_inputs) take_input(name, text);
    texts.kept = [&](const Model& model, const std::vector<TrimRequest>& trims) {
        const std::vector<TableRow> rows = rows_of(model.inputs);
        histories_.emplace(rows, flags_of(model.inputs));
        for (const ColumnText& one : columns) histories_->set_column(one.input, one.file, one.column);
        std::vector<bool> kept(model.inputs.size());
        if (arguments_.trim) {
            held_inputs_ = TrimmedStart(model, trims, *arguments_.trim).inputs();
            for (const std::string& name : held_inputs_) histories_->set_constant(name, 0);
        }
        std::vector<ParameterLine> all = restart;  // what other files say of inputs stands above it
        all.insert(all.end(), lines.begin(), lines.end());
        for (const ParameterLine& line : all) {
            if (line.name == "inputs" && !line.is_quantity && !is_decimal(line.text)) {
                histories_->set_file(line.text + (line.rest.empty() ? "" : " " + line.rest));
            } else if (find_row(rows, line.name) != nullptr) {
                const auto k = static_cast<std::size_t>(find_row(rows, line.name) - rows.data());
                if (!model.inputs[k].is_flag())
                    histories_->set_constant(line.name, quantity_in(line, rows[k].unit, rows[k].user_unit));
            }
        }
        for (const ParameterLine& line : lines) std::erase(held_inputs_, line.name);
        for (const auto& [input, text] : texts.inputs) std::erase(held_inputs_, input);
        std::vector<std::string> varied = arguments_.varied;
        for (const std::string& name : arguments_.sensitivity)  // an input that nothing gives is the number 0
            if (std::ranges::find(texts.inputs, name, &NamedText::first) == texts.inputs.end()) varied.push_back(name);
        for (const std::string& name : varied) {
            std::erase(held_inputs_, name);
            const TableRow* const row = find_row(rows, name);
            if (row == nullptr) continue;
            const auto k = static_cast<std::size_t>(row - rows.data());
            if (!model.inputs[k].is_flag() && !histories_->holds(k)) histories_->set_constant(name, 0);
        }
        // what the command line says stands above the file
        for (const ColumnText& one : columns) histories_->set_column(one.input, one.file, one.column);
        for (const auto& [input, text] : texts.inputs) histories_->forget(input);
        for (std::size_t k = 0; k < kept.size(); ++k) {
            kept[k] = histories_->holds(k);
            if (kept[k] && !histories_->is_constant(k)) std::erase(held_inputs_, model.inputs[k].name);
        }
        return kept;
    };
    PipelineOptions options;
    options.defines = definitions(arguments.defines);
    options.messages = &std::cerr;
    options.report_checks = !arguments.quiet;
    options.routines = routines_from(arguments.sources);
    given_ = given_model(arguments.file, texts, options);
    if (arguments.trim) trim_.emplace(given_->model, given_->trims, *arguments.trim, options.routines);
    tell_of_stages(model(), arguments.quiet);
    title_ = model().title.empty() ? model().name : model().title;
    std::string method = arguments.method;
    for (const ParameterLine& line : lines)  // the last one counts
        if (arguments.method.empty() && line.name == "integrator" && !line.is_quantity) method = line.text;
    if (has_residual(method)) require_residual(model(), method);
    runner_ = runnable(model(), given_->inputs, arguments, method, settings_.residual);
    runner_->histories = [this](double t, Vector& w) { histories_->put(t, w); };
    use_parameters();
    take_first_flags(*runner_, p_);
    take_lines(lines, false);
    take_lines(restart, true);
    if (!arguments.quiet)
        for (const std::string& text : histories_->warnings(program())) std::cerr << "lag: warning: " << text << "\n";
    absolute_.insert(absolute_.end(), arguments.absolute.begin(), arguments.absolute.end());
    settings_.absolute = absolute_errors(program(), absolute_);
    use_parameters();
    if (trim_ && !start_) start_ = trim_->time(p_);
    settings_.most_steps = arguments.most_steps;
    settings_.warn = arguments.warn;
    settings_.after_step = arguments.after_step;
    settle_times(arguments, step_);
    runner_->start_time = settings_.start;
    const auto given = std::make_shared<const ValuesInTime>(model(), given_->inputs);
    settings_.inputs = [this, given](double t) {
        Vector w;
        for (std::size_t k = 0; k < given_->inputs.size(); ++k)
            w.push_back(histories_->holds(k) ? 0 : (*given)(k, t, p_));
        histories_->put(t, w);
        runner_->put_flags(w);
        return w;
    };
    settings_.shortest_piece = histories_->shortest_piece();
    if (!histories_->empty())
        settings_.next_bend = [this](double t, double limit) { return histories_->next_bend(t, limit); };
    if (histories_->has_slopes())
        settings_.hold_slopes = [this](std::optional<double> t) { histories_->hold_slopes(t); };
    if (has_sensitivities(arguments)) require_sensitivities();
}

void SimulationCase::settle_times(const CaseArguments& arguments, const std::optional<double>& integration_step) {
    settings_.start = start_.value_or(0);
    if (!arguments.end && !end_) throw WrongCommand("--end is required", "lag simulate --help lists the options");
    settings_.end = arguments.end ? *arguments.end : *end_;
    if (!(settings_.end > settings_.start))
        throw WrongCommand(fmt::format("the end of the run, {} s, is not after its start, {} s",
                                       rounded_decimal(settings_.end), rounded_decimal(settings_.start)),
                           "--end gives the time itself, not how long the run is");
    const double whole = settings_.end - settings_.start;
    settings_.method =
        method_named(arguments.method.empty() ? method_.empty() ? "bdf" : method_ : arguments.method, "--method: ");
    settings_.step = arguments.step     ? *arguments.step
                     : interval_        ? *interval_
                     : integration_step ? *integration_step
                                        : whole / 500;
    settings_.fixed_step = integration_step ? *integration_step : settings_.step;
    settings_.tolerance = arguments.tolerance ? *arguments.tolerance : relative_.value_or(1e-8);
    if (!(settings_.step > 0) || !(settings_.fixed_step > 0))
        throw WrongCommand("the time between rows and the step must be positive");
    if (whole / settings_.step > 1e6)
        throw WrongCommand("--end / --step asks for more than a million rows", "lag simulate --help lists the options");
    if (whole / settings_.fixed_step > 1e9) throw WrongCommand("the step asks for more than 1e9 steps");
}

std::vector<double> SimulationCase::times() const {
    Vector times{settings_.start};
    for (std::size_t row = 1; row <= settings_.rows(); ++row) times.push_back(settings_.time_of(row));
    return times;
}

std::vector<std::pair<std::string, double>> SimulationCase::start_values() const {
    std::vector<std::pair<std::string, double>> values = initial_;
    for (const auto& [name, value] : given_->initial)  // of the command line, above the file
        values.emplace_back(name, lag::value_of(model(), value, 0, p_));
    return values;
}

void SimulationCase::use_parameters() {
    p_ = use_defaults(*runner_);
}

const TableRow* SimulationCase::row_of(const std::string& name) const {
    const Program& all = program();
    for (const auto* rows : {&all.parameters, &all.inputs, &all.coordinates, &all.speeds, &all.states, &all.flags})
        if (const TableRow* row = find_row(*rows, name)) return row;
    return nullptr;
}

bool SimulationCase::knows(const std::string& name) const {
    return row_of(name) != nullptr;
}

std::vector<std::string> SimulationCase::names() const {
    std::vector<std::string> names;
    const Program& all = program();
    for (const auto* rows : {&all.parameters, &all.inputs, &all.coordinates, &all.speeds, &all.states})
        for (const TableRow& row : *rows) names.push_back(row.name);
    return names;
}

void SimulationCase::set(const std::string& name, double value) {
    const Program& all = program();
    if (find_row(all.parameters, name) != nullptr) {
        runner_->other_parameters[name] = parameters_[name] = value;
        use_parameters();
        return;
    }
    if (find_row(all.flags, name) != nullptr) {
        flags_[name] = value;
        return;
    }
    if (const TableRow* input = find_row(all.inputs, name)) {
        if (!histories_->holds(static_cast<std::size_t>(input - all.inputs.data())))
            throw ModelError(
                fmt::format("the input '{}' is given by an expression or is 0", name),
                fmt::format("a parameter file with the line {} 0 makes it a number that can be changed", name));
        histories_->set_constant(name, value);
        return;
    }
    if (row_of(name) == nullptr) {
        const std::string near = did_you_mean(name, names());
        throw ModelError(fmt::format("the model has no '{}'", name),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    std::erase_if(initial_, [&](const auto& one) { return one.first == name; });
    initial_.emplace_back(name, value);
}

// Settings of old stand before names of the model, the others after.
bool SimulationCase::take_setting(const ParameterLine& line) {
    if (line.is_quantity) return false;
    const auto number = [&](const std::string& unit) { return quantity_in(line, unit, {}); };
    const auto all = [&] { return line.text + (line.rest.empty() ? "" : " " + line.rest); };
    if (line.name == "end") return end_ = number("s"), true;
    if (line.name == "step") return step_ = number("s"), true;
    if (line.name == "output" && is_decimal(line.text)) return interval_ = number("s"), true;
    if (line.name == "output") return csv_name_ = all(), true;
    if (line.name == "assemble") return assembles_ = number("") > 0, true;
    if (line.name == "project" || line.name == "tolerance") return (void)number(""), true;
    if (line.name == "event" && !is_decimal(line.text)) return take_event(line), true;
    if (row_of(line.name) != nullptr && !line.is_setting) return false;
    if (line.name == "start") return start_ = number("s"), true;
    if (line.name == "interval") return interval_ = number("s"), true;
    if (line.name == "relative") {
        relative_ = number("");
        if (!(*relative_ >= least_relative && *relative_ <= greatest_relative))
            throw ModelError(
                fmt::format("{}the relative error of a run is between 1e-13 and 0.01, not {}", line.place(), line.text),
                "relative 1e-8 is what a run has without this line");
        return true;
    }
    if (line.name == "absolute")
        return absolute_.push_back(line.text + (line.rest.empty() ? "" : "=" + line.rest)), true;
    if (line.name == "title") return title_ = all(), true;
    if (line.name == "integrator") return (void)method_named(all(), line.place()), method_ = all(), true;
    if (line.name == "labels") return labels_ = labels_ || number("") > 0, true;
    if (line.name == "save") return save_name_ = all(), true;
    if (line.name == "realtime") {
        if (number("") > 0 && !arguments_.quiet)
            std::cerr << "lag: warning: " << line.place()
                      << "main programs keep up with the clock, simulate does not\n";
        return true;
    }
    return line.name == "input" || line.name == "inputs";
}

// "event NAME SIZE" of a saved state: it has just happened, and its function has been that large.
void SimulationCase::take_event(const ParameterLine& line) {
    const std::vector<EventRow>& events = program().events;
    const auto found = std::ranges::find(events, line.text, [](const EventRow& event) { return event.row.name; });
    if (found == events.end())
        throw ModelError(fmt::format("{}the model has no event '{}'", line.place(), line.text),
                         "lines 'event NAME SIZE' are those of a saved state of the same model");
    const std::optional<double> size = decimal_value(line.rest);
    if (!size || !(*size > 0) || !std::isfinite(*size))
        throw ModelError(
            fmt::format("{}event {} needs a positive number, not '{}'", line.place(), line.text, line.rest));
    settings_.happened.resize(events.size());
    settings_.happened[static_cast<std::size_t>(found - events.begin())] = *size;
}

void SimulationCase::take_value(const ParameterLine& line) {
    const TableRow* const row = row_of(line.name);
    if (row == nullptr) {
        std::vector<std::string> known = names();
        for (const char* word : {"title", "include", "start", "end", "step", "output", "interval", "integrator",
                                 "inputs", "labels", "save", "realtime", "relative", "absolute"})
            known.emplace_back(word);
        const std::string near = did_you_mean(line.name, known);
        throw ModelError(fmt::format("{}the model has no {}", line.place(), shown(line.name)),
                         near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    const double value = quantity_in(line, row->unit, row->user_unit);
    const bool is_flag = find_row(program().flags, line.name) != nullptr;
    if (find_row(program().inputs, line.name) != nullptr && !is_flag) return;  // taken with the inputs
    const std::vector<NamedText> defined = definitions(arguments_.defines);
    if (std::ranges::find(defined, line.name, &NamedText::first) != defined.end()) return;  // stands above the file
    set(line.name, value);
}

void SimulationCase::take_lines(const std::vector<ParameterLine>& lines, bool is_restart) {
    if (is_restart && !lines.empty()) assembles_ = false;
    for (const ParameterLine& line : lines)
        if (!take_setting(line)) take_value(line);
}

void SimulationCase::set_times(const Vector& times) {
    settings_.times = times;
    std::erase_if(settings_.times, [&](double t) { return t <= settings_.start; });
    if (settings_.times.empty()) throw ModelError("no row is after the start of the run");
    settings_.end = settings_.times.back();
    settings_.step = (settings_.end - settings_.start) / static_cast<double>(settings_.times.size());
}

std::vector<std::string> SimulationCase::files() const {
    std::vector<std::string> files{arguments_.file};
    for (const std::vector<std::string>& some :
         {given_->files, parameter_files_, histories_->files(), arguments_.sources})
        files.insert(files.end(), some.begin(), some.end());
    return files;
}

std::string column_labels(const Program& program, const std::vector<TableRow>& slopes) {
    std::string text = "# t: s, time\n";
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states, &program.outputs})
        for (const TableRow& row : *rows) {
            const std::string& unit = row.unit_in_files();
            text += fmt::format("# {}: {}{}\n", row.name, unit.empty() ? "no unit" : unit,
                                row.text.empty() ? "" : ", " + one_line(row.text));
        }
    text += "# kinetic, potential: energies\n";
    for (const TableRow& row : slopes) text += fmt::format("# {}: {}, {}\n", row.name, row.unit_in_files(), row.text);
    return text;
}

double SimulationCase::value_of(const std::string& name) {
    const Program& all = program();
    if (const TableRow* row = find_row(all.parameters, name))
        return p_[static_cast<std::size_t>(row - all.parameters.data())];
    const StartState state = initial_state(model(), *runner_, initial_);
    if (const TableRow* row = find_row(all.coordinates, name))
        return state.q[static_cast<std::size_t>(row - all.coordinates.data())];
    if (const TableRow* row = find_row(all.speeds, name))
        return state.u[static_cast<std::size_t>(row - all.speeds.data())];
    if (const TableRow* row = find_row(all.states, name))
        return state.s[static_cast<std::size_t>(row - all.states.data())];
    return 0;
}

// Coordinates that --hold and the script's `hold` name, and the solver. ModelError for other names.
RestSearch SimulationCase::rest_search() {
    RestSearch search;
    const auto& coordinates = program().coordinates;
    std::vector<std::string> known, wanted = arguments_.hold;
    for (const TableRow& row : coordinates) known.push_back(row.name);
    for (const HeldValue& value : model().held)
        if (const CoordinateIndex* const q = std::get_if<CoordinateIndex>(&value)) wanted.push_back(known[q->value]);
    for (const std::string& name : wanted) {
        const auto place = std::ranges::find(known, name);
        if (place == known.end()) {
            const std::string near = did_you_mean(name, known);
            throw ModelError(fmt::format("--hold: the model has no coordinate '{}'", name),
                             near.empty() ? "" : fmt::format("did you mean '{}'?", near));
        }
        const auto k = static_cast<std::size_t>(place - known.begin());
        if (follows_pose(model(), CoordinateIndex(k)))
            throw ModelError(fmt::format("the search for rest cannot hold '{}', which rows measure", name),
                             "hold a coordinate of a body, or add constraint(..) for it");
        if (std::ranges::find(search.held, k) == search.held.end()) search.held.push_back(k);
    }
    if (!rest_solver_)
        rest_solver_ =
            std::make_unique<RestSolver>(model(), arguments_.sources, !arguments_.no_compiler && has_compiler());
    search.solver = rest_solver_.get();
    return search;
}

// The steady motion with the run's parameters, and with its inputs at the start where the trim says nothing of them. Its
// parameters and inputs become those of the run.
TrimmedState SimulationCase::find_trim() {
    const Vector w = settings_.inputs(settings_.start);
    std::vector<std::pair<std::string, double>> inputs;
    for (std::size_t k = 0; k < w.size(); ++k)
        if (!model().inputs[k].is_flag()) inputs.emplace_back(model().inputs[k].name, w[k]);
    TrimmedState found = trim_->found(parameters_, inputs);
    for (const TrimmedValue& one : found.values) {
        const auto& [role, name] = std::pair(one.symbol.role, one.symbol.name);
        if (role == Role::parameter) runner_->other_parameters[name] = one.value;
        if (role == Role::input && std::ranges::find(held_inputs_, name) != held_inputs_.end())
            histories_->set_constant(name, one.value);
        if (const TableRow* flag = find_row(program().flags, name))
            runner_->flags[static_cast<std::size_t>(flag - program().flags.data())] = one.value;
    }
    use_parameters();
    return found;
}

CaseStart SimulationCase::start(const std::function<bool(double)>& go_on) {
    std::vector<std::pair<std::string, double>> initial;
    const auto& flags = program().flags;
    take_first_flags(*runner_, p_);
    for (std::size_t k = 0; k < flags.size(); ++k)
        if (const auto given = flags_.find(flags[k].name); given != flags_.end()) runner_->flags[k] = given->second;
    for (const auto& [name, value] : initial_) initial.emplace_back(name, value);
    for (const auto& [name, value] : given_->initial) {  // of the command line, above the file
        const double number = lag::value_of(model(), value, 0, p_);
        if (const TableRow* flag = find_row(flags, name)) {
            runner_->flags[static_cast<std::size_t>(flag - flags.data())] = number;
        } else {
            initial.emplace_back(name, number);
        }
    }
    for (const auto& placed : placed_) {
        std::erase_if(initial, [&](const auto& one) { return one.first == placed.first; });
        if (const TableRow* flag = find_row(flags, placed.first))
            runner_->flags[static_cast<std::size_t>(flag - flags.data())] = placed.second;
        else
            initial.emplace_back(placed);
    }
    CaseStart result;
    if (trim_) {
        result.trim = find_trim();
        const bool is_changed = !initial.empty();
        std::vector<std::pair<std::string, double>> all;
        for (const TrimmedValue& one : result.trim->values)
            if ((bit(one.symbol.role) & (bit(Role::coordinate) | bit(Role::speed) | bit(Role::state))) != 0)
                all.emplace_back(one.symbol.name, one.value);
        all.insert(all.end(), initial.begin(), initial.end());
        result.state = is_changed && assembles_ ? start_state(model(), *runner_, all, settings_.inputs(settings_.start))
                                                : initial_state(model(), *runner_, all);
        return result;
    }
    if (!arguments_.equilibrium) {
        result.state = assembles_ ? start_state(model(), *runner_, initial, settings_.inputs(settings_.start))
                                  : initial_state(model(), *runner_, initial);
        return result;
    }
    StartState& state = result.state;
    state = initial_state(model(), *runner_, initial);
    result.equilibrium = find_equilibrium(*runner_, state.q, state.s, settings_.inputs, rest_search(), go_on);
    if (!result.equilibrium->failed.empty()) return result;
    state.q = result.equilibrium->q;
    state.s = result.equilibrium->s;
    std::fill(state.u.begin(), state.u.end(), 0.0);
    return result;
}

Simulation SimulationCase::run(const StartState& start, const std::function<bool(double)>& go_on) {
    if (!arguments_.sensitivity.empty()) prepare_sensitivities(start, go_on);
    return simulate(*runner_, start.q, start.u, start.s, settings_, go_on);
}

}  // namespace lag
