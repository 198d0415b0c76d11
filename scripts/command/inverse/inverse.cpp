#include "scripts/command/inverse/inverse.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <regex>

#include "core/errors.hpp"
#include "core/number_text.hpp"
#include "scripts/command/inverse/driven.hpp"
#include "scripts/command/options/external_library.hpp"
#include "scripts/command/options/options.hpp"
#include "scripts/command/options/shelter.hpp"
#include "scripts/command/simulate/case.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "scripts/files/csv.hpp"
#include "scripts/files/output_files.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;
using Vector = std::vector<double>;

struct InverseArguments {
    CaseArguments run;
    std::string out;
    double end = 0, step = 0;
    std::vector<std::string> motions, loads;
};

std::size_t place_of(const std::string& name, const std::vector<TableRow>& rows, const std::string& option,
                     const std::string& kind) {
    std::vector<std::string> names;
    std::string all;
    for (const TableRow& row : rows) names.push_back(row.name), all += (all.empty() ? "" : ", ") + row.name;
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
    const std::string near = did_you_mean(name, names);
    throw ModelError(fmt::format("{}: the model has no {} '{}'", option, kind, name),
                     !near.empty() ? fmt::format("did you mean '{}'?", near)
                     : all.empty() ? "it has none at all"
                                   : "it has " + all);
}

// Why inverse dynamics does not take the model.
void require_kind(const Program& program, const Model& model) {
    if (!program.dependent_speeds.empty())
        throw ModelError("lag inverse needs the constraints' own rows, and this model solves speeds out",
                         "with options(constraints = multipliers) it has them");
    if (!program.states.empty())
        throw ModelError("the model has states, whose history no motion says",
                         fmt::format("make '{}' an input and give it", program.states.front().name));
    if (!model.contacts.empty())
        throw ModelError("lag inverse takes no contacts and no dry friction",
                         "describe what holds as constraint(..), what slides by a load");
    if (program.speeds.empty())
        throw ModelError("every motion of the model is prescribed already",
                         "lag simulate moves it and gives reactions and driving loads");
}

std::vector<DrivenCoordinate> driven_coordinates(const SimulationCase& run, const std::vector<NamedText>& motions) {
    static const std::regex form("(.*\\.[cC][sS][vV])(:(.*))?");
    std::vector<DrivenCoordinate> driven;
    std::map<std::string, CsvTable> tables;
    for (const auto& [name, text] : motions) {
        const std::size_t k = place_of(name, run.program().coordinates, "--motion", "coordinate");
        if (std::ranges::any_of(driven, [&](const DrivenCoordinate& one) { return one.coordinate == k; }))
            throw WrongCommand(fmt::format("--motion: '{}' is given twice", name));
        std::smatch found;
        if (std::regex_match(text, found, form)) {
            const std::string file = found[1], column = found[3].length() > 0 ? found[3].str() : name;
            if (!tables.contains(file)) tables.emplace(file, read_csv(file));
            driven.push_back({k, motion_in(tables.at(file), column)});
        } else {
            const auto expression = std::ranges::find(run.motions(), name, &std::pair<std::string, Expr>::first);
            driven.push_back({k, motion_of(run.model(), expression->second, run.p())});
        }
    }
    return driven;
}

std::string unit_of_load(const std::string& unit) {
    return unit == "m" ? "N" : unit == "rad" ? "N*m" : "";
}

std::vector<TableRow> rows_of_loads(const Program& program, const std::vector<DrivenCoordinate>& driven,
                                    const std::vector<std::size_t>& inputs) {
    std::vector<TableRow> rows;
    for (const std::size_t k : inputs) rows.push_back(program.inputs[k]);
    if (inputs.empty())
        for (const DrivenCoordinate& one : driven) {
            const TableRow& q = program.coordinates[one.coordinate];
            rows.push_back({"load_" + q.name, unit_of_load(q.unit), ""});
        }
    return rows;
}

std::string csv_text(const Program& program, const std::vector<TableRow>& loads, bool outputs,
                     const std::vector<InverseRow>& rows) {
    CsvText csv;
    csv.add("t");
    for (const TableRow& row : program.coordinates) csv.add(row.name);
    for (const TableRow& row : program.speeds) csv.add(row.name);
    for (const TableRow& row : program.speeds) csv.add(fmt::format("d({})/dt", row.name));
    for (const TableRow& row : loads) csv.add(row.name);
    if (outputs)
        for (const TableRow& row : program.outputs) csv.add(row.name);
    csv.end_row();
    for (const InverseRow& one : rows) {
        csv.add(one.row.t);
        for (const Vector* values : {&one.row.q, &one.row.u, &one.accelerations, &one.loads}) csv.add_all(*values);
        if (outputs) csv.add_all(one.row.outputs);
        csv.end_row();
    }
    return csv.text();
}

int inverse_of_file(const InverseArguments& arguments) {
    if (!fs::is_regular_file(arguments.run.file))
        throw ModelError(fmt::format("cannot read '{}': there is no such file", arguments.run.file));
    const std::vector<NamedText> motions = names_and_values(arguments.motions, "--motion");
    CaseArguments given = arguments.run;
    given.method = "partition";  // with M and B
    given.varied = arguments.loads;
    static const std::regex file("(.*\\.[cC][sS][vV])(:(.*))?");
    for (const auto& [name, text] : motions)
        if (!std::regex_match(text, file)) given.motions.emplace_back(name, text);
    SimulationCase run(given);
    const Program& program = run.program();
    require_kind(program, run.model());
    std::vector<std::size_t> inputs;
    for (const std::string& name : arguments.loads) inputs.push_back(place_of(name, program.inputs, "--load", "input"));
    std::vector<DrivenCoordinate> driven = driven_coordinates(run, motions);
    if (!inputs.empty() && inputs.size() != driven.size())
        throw WrongCommand(fmt::format("--load names {} inputs for {} motions", inputs.size(), driven.size()),
                           "as many as there are motions; without --load the loads act on the driven coordinates");
    const std::vector<TableRow> loads = rows_of_loads(program, driven, inputs);

    RunnableModel& runner = run.runner();
    Frame first{{Slot::p, run.p()}};
    runner.call(RoutineName::initial, first);
    Vector q = first[Slot::q];
    for (const auto& [name, value] : run.start_values())
        if (const auto found = std::ranges::find(program.coordinates, name, &TableRow::name);
            found != program.coordinates.end())
            q[static_cast<std::size_t>(found - program.coordinates.begin())] = value;
    DrivenModel model(runner, std::move(driven), inputs, run.inputs(), q);
    const bool outputs = !inputs.empty() && !program.outputs.empty();
    std::vector<InverseRow> rows;
    for (const double t : run.times()) rows.push_back(model.at(t));

    const std::string stem = fs::path(arguments.run.file).stem().string() + "_inverse";
    fs::path folder = arguments.out.empty() ? fs::path(arguments.run.file).parent_path() : fs::path(arguments.out);
    if (folder.empty()) folder = ".";
    Vector times;
    std::vector<Curve> curves;
    for (const TableRow& load : loads) curves.push_back({load.name, load.unit, {}});
    for (const InverseRow& row : rows) {
        times.push_back(row.row.t);
        for (std::size_t k = 0; k < loads.size(); ++k) curves[k].values.push_back(row.loads[k]);
    }
    write_files(folder, {{stem + ".csv", csv_text(program, loads, outputs, rows)},
                         {stem + ".svg", picture(run.title(), times, curves)}});
    if (arguments.run.quiet) return status_fine;
    for (const Curve& curve : curves) {
        const auto [low, high] = std::ranges::minmax(curve.values);
        std::cout << curve.name << " from " << rounded_decimal(low) << " to " << rounded_decimal(high)
                  << (curve.unit.empty() ? "" : " " + curve.unit) << "\n";
    }
    std::cout << "wrote " << (folder / (stem + ".csv")).string() << " and " << (folder / (stem + ".svg")).string()
              << std::endl;
    return status_fine;
}

void describe(CLI::App& app, InverseArguments& arguments) {
    app.add_option("FILE", arguments.run.file, "the script")->required()->type_name("");
    app.add_option("--motion", arguments.motions,
                   "the motion of a coordinate: an expression of t and parameters, or FILE.csv:column")
        ->required()
        ->type_name("NAME=MOTION")
        ->allow_extra_args(false);
    app.add_option("--load", arguments.loads,
                   "inputs that make the motion, a,b,c (default: loads on the driven coordinates)")
        ->type_name("NAMES")
        ->delimiter(',')
        ->allow_extra_args(false);
    app.add_option("--end", arguments.end, "until this time, s")->type_name("T")->check(FiniteNumber{});
    app.add_option("--step", arguments.step, "time between rows, s (default: a 500th of the whole)")
        ->type_name("T")
        ->check(FiniteNumber{});
    app.add_option("--out", arguments.out,
                   "folder for FILE_inverse.csv and FILE_inverse.svg (default: beside the script)")
        ->type_name("DIR");
    app.add_option("--parameters", arguments.run.parameters, "a file with lines 'name value [unit]'")
        ->type_name("FILE");
    app.add_option("--define", arguments.run.defines, "another default of a parameter")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    app.add_option("--input", arguments.run.inputs, "an input as an expression of t and parameters, or FILE.csv:column")
        ->type_name("NAME=TEXT")
        ->allow_extra_args(false);
    app.add_option("--initial", arguments.run.initial, "a guess of a coordinate at the start")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false);
    add_source_option(app, arguments.run.sources);
    app.add_flag("--no-compiler", arguments.run.no_compiler,
                 "evaluate the equations instead of compiling them: not of external routines");
    app.add_flag("--quiet", arguments.run.quiet, "no summary");
    app.footer("Exit status: 0 fine, 1 the model is wrong or cannot follow the motions, 2 wrong use.");
}

}  // namespace

Subcommand inverse_subcommand(CLI::App& app) {
    const auto arguments = std::make_shared<InverseArguments>();
    CLI::App* const inverse = app.add_subcommand("inverse", "the loads that a given motion needs");
    describe(*inverse, *arguments);
    return {inverse, [arguments, inverse] {
                return sheltered([&] {
                    return performed([&] {
                        if (inverse->count("--end") > 0) arguments->run.end = arguments->end;
                        if (inverse->count("--step") > 0) arguments->run.step = arguments->step;
                        if (!arguments->run.end && arguments->run.parameters.empty())
                            throw WrongCommand("--end is required", "lag inverse --help lists the options");
                        return inverse_of_file(*arguments);
                    });
                });
            }};
}

}  // namespace lag
