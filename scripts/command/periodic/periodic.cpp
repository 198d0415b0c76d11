#include "scripts/command/periodic/periodic.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/periodic/shooting.hpp"
#include "scripts/command/simulate/case_options.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/command/simulate/watch.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;
using Vector = std::vector<double>;

struct PeriodicArguments {
    CaseOptions options;
    CaseArguments run;
    std::vector<std::string> events, exchange, advance;
    std::size_t count = 1;
    double period = 0, near = 0;
    int settle = 0, steps = 30;
    std::string out;
};

std::vector<const TableRow*> rows_of_state(const Program& program) {
    std::vector<const TableRow*> all;
    for (const auto* rows : {&program.coordinates, &program.speeds, &program.states})
        for (const TableRow& row : *rows) all.push_back(&row);
    return all;
}

std::optional<std::size_t> place_among(const std::vector<const TableRow*>& rows, const std::string& name) {
    const auto found = std::ranges::find(rows, name, &TableRow::name);
    if (found == rows.end()) return std::nullopt;
    return static_cast<std::size_t>(found - rows.begin());
}

std::size_t require_place(const std::vector<const TableRow*>& rows, const std::string& option,
                          const std::string& name) {
    if (const auto place = place_among(rows, name)) return *place;
    std::vector<std::string> known;
    for (const TableRow* row : rows) known.push_back(row->name);
    const std::string near = did_you_mean(name, known);
    throw ModelError(fmt::format("{}: the model has no coordinate, speed or state '{}'", option, name),
                     near.empty() ? "" : fmt::format("did you mean '{}'?", near));
}

// Of `name`, and of its rate where there is one.
template <class Act>
void with_rate(const std::vector<const TableRow*>& rows, const std::string& option, const std::string& name,
               const Act& act) {
    act(require_place(rows, option, name), std::string());
    if (place_among(rows, name + "'")) act(*place_among(rows, name + "'"), std::string("'"));
}

// "a=b": after a cycle a has the value that b has, and b that of a; "a=-a".
std::vector<ExchangedPlace> exchanged_places(const std::vector<const TableRow*>& rows,
                                             const std::vector<std::string>& given) {
    std::vector<ExchangedPlace> all(rows.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i].place = i;
    for (const std::string& text : given) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
            throw WrongCommand(fmt::format("--exchange takes NAME=NAME or NAME=-NAME, not '{}'", text),
                               "--exchange q_left=q_right");
        const bool turned = text[equals + 1] == '-';
        const std::string one = text.substr(0, equals), other = text.substr(equals + (turned ? 2 : 1));
        with_rate(rows, "--exchange", one, [&](std::size_t place, const std::string& prime) {
            const std::size_t from = require_place(rows, "--exchange", other + prime);
            all[place] = {from, turned ? -1.0 : 1.0};
            all[from] = {place, turned ? -1.0 : 1.0};
        });
    }
    return all;
}

class Periodic {
  public:
    explicit Periodic(const PeriodicArguments& arguments) : arguments_(arguments), wall_(arguments.options.wall) {
        require_end();
        CaseArguments& run = arguments_.run;
        if (!run.tolerance) run.tolerance = 1e-11;
        if (!arguments_.events.empty()) {
            if (!run.end) run.end = 100;
        } else {
            run.end = arguments_.period > 0 ? arguments_.period : arguments_.near;
        }
        run.sensitivity_by_state = true, run.sensitivity_option.clear();
        run_.emplace(run);
    }

    int perform() {
        const std::vector<const TableRow*> rows = rows_of_state(run_->program());
        ShootingProblem problem;
        problem.end = end_of_cycle();
        problem.exchange = exchanged_places(rows, arguments_.exchange);
        problem.goes_on.assign(rows.size(), false);
        for (const std::string& text : arguments_.advance) {
            const std::size_t equals = text.find('='), place = require_place(rows, "--advance", text.substr(0, equals));
            if (equals == std::string::npos) {
                problem.goes_on[place] = true;
                continue;
            }
            const std::optional<double> value = decimal_value(text.substr(equals + 1));
            if (!value || !std::isfinite(*value))
                throw WrongCommand(fmt::format("--advance takes NAME or NAME=NUMBER, not '{}'", text),
                                   "--advance x,angle=-1.5707963267948966");
            problem.exchange[place].advance = *value * rows[place]->scale_in_files();
        }
        problem.settling = arguments_.settle, problem.most_steps = arguments_.steps;
        const bool quiet = arguments_.run.quiet;
        const PeriodicMotion found = find_periodic_motion(
            *run_, problem,
            [quiet](int step, double residual) {
                if (!quiet)
                    std::cerr << "lag: step " << step << ", difference after a cycle " << rounded_decimal(residual)
                              << "\n";
            },
            [this](double) { return !wall_.has_passed(); });
        if (!found.failed.empty())
            throw ModelError("no periodic motion was found near the start: " + found.failed,
                             "another start, --settle N cycles before the search, or --advance NAMES of what goes on");
        return write(found);
    }

  private:
    void require_end() const {
        const int ways =
            (arguments_.events.empty() ? 0 : 1) + (arguments_.period > 0 ? 1 : 0) + (arguments_.near > 0 ? 1 : 0);
        if (ways != 1)
            throw WrongCommand("one of --event, --period and --near says where a cycle ends",
                               "--event strike, --period 2 of a motion with a clock, --near 6 of one without");
        if (!arguments_.run.restart.empty()) throw WrongCommand("a search for a periodic motion takes no --restart");
    }

    CycleEnd end_of_cycle() const {
        CycleEnd end;
        end.count = arguments_.count, end.period = std::max(arguments_.period, arguments_.near);
        end.is_sought = arguments_.near > 0;
        const std::vector<EventRow>& events = run_->program().events;
        for (const std::string& name : arguments_.events) {
            const auto found = std::ranges::find(events, name, [](const EventRow& one) { return one.row.name; });
            if (found == events.end()) {
                std::vector<std::string> known;
                for (const EventRow& one : events) known.push_back(one.row.name);
                const std::string near = did_you_mean(name, known);
                throw ModelError(fmt::format("--event: the model has no event '{}'", name),
                                 !near.empty()   ? fmt::format("did you mean '{}'?", near)
                                 : known.empty() ? "it has none; --near 6 seeks a period near 6 s"
                                                 : fmt::format("it has {}", fmt::join(known, ", ")));
            }
            end.events.push_back(static_cast<std::size_t>(found - events.begin()));
        }
        return end;
    }

    static std::string number(const std::complex<double>& value) {
        const std::string real = rounded_decimal(value.real(), 6);
        if (std::abs(value.imag()) < 1e-12 * std::max(1.0, std::abs(value))) return real;
        return fmt::format("{} {} {}i", real, value.imag() < 0 ? "-" : "+", rounded_decimal(std::abs(value.imag()), 6));
    }

    std::string start_lines(const PeriodicMotion& found) const {
        const std::vector<const TableRow*> rows = rows_of_state(run_->program());
        std::string text;
        for (std::size_t i = 0; i < rows.size(); ++i) text += run_->line_of(rows[i]->name, found.y0[i]);
        return text;
    }

    std::string multiplier_text(const PeriodicMotion& found) const {
        std::string text = "Floquet multipliers, largest first:\n";
        std::size_t shift = found.multipliers.size();
        const auto from_one = [&](std::size_t k) { return std::abs(found.multipliers[k] - 1.0); };
        if (found.has_shift && !found.multipliers.empty()) {
            shift = 0;
            for (std::size_t k = 1; k < found.multipliers.size(); ++k)
                if (from_one(k) < from_one(shift)) shift = k;
        }
        double largest = 0;
        for (std::size_t k = 0; k < found.multipliers.size(); ++k) {
            text +=
                fmt::format("  {}, size {}{}\n", number(found.multipliers[k]),
                            rounded_decimal(std::abs(found.multipliers[k]), 6), k == shift ? ": a shift in time" : "");
            if (k != shift) largest = std::max(largest, std::abs(found.multipliers[k]));
        }
        constexpr double hair = 1e-6;
        text += largest < 1 - hair ? "disturbances die away: the motion is stable\n"
                : largest > 1 + hair
                    ? "disturbances grow: the motion is unstable\n"
                    : "the largest ones are 1: disturbances neither die away nor grow to first order\n";
        return text;
    }

    std::string csv_of(const Simulation& simulation) const {
        CsvText csv;
        const Program& program = run_->program();
        std::vector<const TableRow*> rows = rows_of_state(program);
        for (const TableRow& row : program.outputs) rows.push_back(&row);
        csv.add("t");
        for (const TableRow* row : rows) csv.add(row->name);
        csv.end_row();
        for (const SimulatedRow& row : simulation.rows) {
            csv.add(row.t);
            auto column = rows.begin();
            for (const Vector* values : {&row.q, &row.u, &row.s, &row.outputs})
                for (const double value : *values) csv.add(value / (*column++)->scale_in_files());
            csv.end_row();
        }
        return csv.text();
    }

    int write(const PeriodicMotion& found) const {
        const std::string stem = fs::path(arguments_.run.file).stem().string() + "_periodic",
                          multipliers = multiplier_text(found), lines = start_lines(found);
        fs::path folder =
            arguments_.out.empty() ? fs::path(arguments_.run.file).parent_path() : fs::path(arguments_.out);
        if (folder.empty()) folder = ".";
        std::vector<Curve> curves;
        const std::vector<TableRow>& coordinates = run_->program().coordinates;
        for (std::size_t k = 0; k < coordinates.size(); ++k) {
            Curve curve{coordinates[k].name, coordinates[k].unit_in_files(), {}};
            for (const SimulatedRow& row : found.cycle.rows)
                curve.values.push_back(row.q[k] / coordinates[k].scale_in_files());
            curves.push_back(std::move(curve));
        }
        Vector times;
        for (const SimulatedRow& row : found.cycle.rows) times.push_back(row.t);
        const std::vector<OutputFile> files{{stem + ".csv", csv_of(found.cycle)},
                                            {stem + ".par", lines},
                                            {stem + ".svg", picture(run_->title() + ", one cycle", times, curves)}};
        write_files(folder, files);
        if (arguments_.run.quiet) return status_fine;
        std::cout << "period " << rounded_decimal(found.period, 10) << " s, found in " << found.steps
                  << (found.steps == 1 ? " step" : " steps") << "\nstart of the cycle:\n";
        std::istringstream each(lines);
        for (std::string line; std::getline(each, line);) std::cout << "  " << line.substr(line.find(' ') + 1) << "\n";
        std::cout << multipliers << "wrote ";
        for (std::size_t i = 0; i < files.size(); ++i)
            std::cout << (i == 0 ? "" : i + 1 == files.size() ? " and " : ", ") << (folder / files[i].name).string();
        std::cout << "\n";
        return status_fine;
    }

    PeriodicArguments arguments_;
    WallLimit wall_;
    std::optional<SimulationCase> run_;
};

}  // namespace

Subcommand periodic_subcommand(CLI::App& app) {
    CLI::App* const periodic =
        app.add_subcommand("periodic", "find a motion that repeats itself, and its Floquet multipliers");
    const auto arguments = std::make_shared<PeriodicArguments>();
    CaseOptions& options = arguments->options;
    periodic->add_option("FILE", options.run.file, "the script")->required();
    periodic->add_option("--event", arguments->events, "a cycle ends where this event happens, or one of several, a,b")
        ->delimiter(',')
        ->allow_extra_args(false);
    periodic->add_option("--count", arguments->count, "where it has happened so often (1)")
        ->check(WholeNumberBetween{1, 1000});
    periodic->add_option("--period", arguments->period, "the cycle's length, s, of a motion with a clock")
        ->check(CLI::PositiveNumber);
    periodic->add_option("--near", arguments->near, "about the cycle's length, s, which is sought too")
        ->check(CLI::PositiveNumber);
    periodic
        ->add_option("--exchange", arguments->exchange,
                     "equal parts that change places in a cycle, with their speeds: q_left=q_right, or x=-x")
        ->delimiter(',')
        ->allow_extra_args(false);
    periodic
        ->add_option("--advance", arguments->advance,
                     "what goes on from cycle to cycle, by anything or by a number: x,angle=-1.5707963267948966")
        ->delimiter(',')
        ->allow_extra_args(false);
    periodic->add_option("--settle", arguments->settle, "cycles that are run before the search (0)")
        ->check(WholeNumberBetween{0, 100000});
    periodic->add_option("--steps", arguments->steps, "at most so many steps of the search (30)")
        ->check(WholeNumberBetween{1, 10000});
    periodic->add_option("--end", options.end, "with --event: no cycle lasts longer, s (100)")->check(FiniteNumber{});
    periodic->add_option("--parameters", options.run.parameters, "a file with lines 'name value [unit]'");
    periodic->add_option("--define", options.run.defines, "another default of a parameter, name=value")
        ->allow_extra_args(false);
    periodic
        ->add_option("--input", options.run.inputs, "an input as an expression of t and parameters, or FILE.csv:column")
        ->allow_extra_args(false);
    periodic
        ->add_option("--initial", options.run.initial,
                     "another initial coordinate, speed or state: where the search begins")
        ->allow_extra_args(false);
    periodic->add_option("--tolerance,--relative", options.tolerance, "relative error of the integration (1e-11)")
        ->check(NumberBetween{least_relative, greatest_relative});
    periodic->add_option("--wall", options.wall, "end after so many seconds of the wall clock")
        ->check(CLI::PositiveNumber);
    periodic->add_flag("--quiet", options.run.quiet, "no summary, no progress");
    periodic->add_option("--out", arguments->out,
                         "folder for FILE_periodic.csv, FILE_periodic.par and FILE_periodic.svg (default: beside the "
                         "script)");
    periodic->footer("Exit status: 0 fine, 1 the model is wrong or no periodic motion was found, 2 wrong use.");
    return {periodic, [periodic, arguments] {
                return sheltered([&] {
                    return performed([&] {
                        const CaseOptions& given = arguments->options;
                        arguments->run = given.run;
                        if (periodic->count("--end") > 0) arguments->run.end = given.end;
                        if (periodic->count("--tolerance") > 0) arguments->run.tolerance = given.tolerance;
                        return Periodic(*arguments).perform();
                    });
                });
            }};
}

}  // namespace lag
