#include "scripts/pipeline/fmu.hpp"

#include <filesystem>

#include "core/graph.hpp"
#include "core/model_index.hpp"
#include "core/model_values.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/fmu.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

namespace {

// The columns of [q; u; s; w] that each output depends on: all of them where it has accelerations or multipliers.
std::vector<std::vector<std::size_t>> output_columns(const Model& model, const Program& program) {
    std::vector<std::vector<std::size_t>> columns;
    const std::size_t nq = model.coordinates.size(), nu = program.speeds.size(), ns = model.states.size();
    const std::size_t inputs = model.inputs.size() - program.flags.size();
    const auto place = [](const auto& table, const std::string& name) {
        return static_cast<std::size_t>(std::ranges::find(table, name, &TableRow::name) - table.begin());
    };
    for (const Output& output : model.outputs) {
        std::set<std::size_t> found;
        for (const Expr& e : symbols_in(*model.graph, std::vector{model.graph->own(output.value)})) {
            const Symbol& symbol = model.graph->symbol_of(e);
            std::size_t column = nq + nu + ns + inputs;
            if (symbol.role == Role::coordinate)
                column = place(program.coordinates, symbol.name);
            else if (symbol.role == Role::speed && place(program.speeds, symbol.name) < nu)
                column = nq + place(program.speeds, symbol.name);
            else if (symbol.role == Role::state)
                column = nq + nu + place(program.states, symbol.name);
            else if (symbol.role == Role::input)
                column = nq + nu + ns + place(program.inputs, symbol.name);
            else if (symbol.role != Role::parameter && symbol.role != Role::time)
                for (std::size_t k = 0; k < nq + nu + ns + inputs; ++k) found.insert(k);
            if (column < nq + nu + ns + inputs) found.insert(column);
        }
        columns.emplace_back(found.begin(), found.end());
    }
    return columns;
}

}  // namespace

FmuContents fmu_contents(const EmitRequest& request, const Program& given, EmitOptions options) {
    const Model& model = *request.model;
    Program program = given;
    program.is_fmu = true;
    options.language = Language::c, options.fmu = true, options.tunable = request.tunable;
    options.routines = {to_string(RoutineName::setup)};
    if (program.jacobian) options.routines.push_back(to_string(RoutineName::jacobian));
    FmuContents contents;
    contents.model = program.name, contents.version = request.fmi_version, contents.user_sources = request.sources;
    for (EmittedFile& file : emit(program, options, program.name + ".h"))
        contents.sources.push_back({std::move(file.name), std::move(file.text)});

    FmuDescription described;
    described.version = request.fmi_version;
    described.token = fmu_token(program, contents.sources.front().text, request.tunable);
    described.tunable = request.tunable;
    described.sources = {"fmu.c"};
    described.output_columns = output_columns(model, program);
    for (const std::string& source : request.sources)
        described.sources.push_back(std::filesystem::path(source).filename().string());
    const ModelValues values = default_values(model);
    const ModelIndex index(model);
    Evaluator<double> value = evaluator_of(model, index, values);
    described.p = values.p, described.w = values.w;
    for (const Coordinate& q : model.coordinates) described.y.push_back(value(model.graph->own(q.initial_value)));
    for (const TableRow& row : program.speeds)
        for (const Speed& u : model.speeds)
            if (u.name == row.name) described.y.push_back(value(model.graph->own(u.initial_value)));
    for (const auto& s : model.states) described.y.push_back(value(model.graph->own(s.initial_value)));
    contents.description = model_description(program, described);
    if (request.fmi_version == 3)
        contents.sources.push_back({"buildDescription.xml", build_description(program, described)});
    return contents;
}

}  // namespace lag
