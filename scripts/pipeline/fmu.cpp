#include "scripts/pipeline/fmu.hpp"

#include "core/model_index.hpp"
#include "core/model_values.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/fmu.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

FmuContents fmu_contents(const EmitRequest& request, const Program& given, EmitOptions options,
                         const std::vector<OutputFile>& user_sources) {
    const Model& model = *request.model;
    Program program = given;
    program.is_fmu = true;
    options.language = Language::c, options.fmu = true, options.tunable = request.tunable;
    options.routines = {to_string(RoutineName::setup)};
    for (const RoutineName routine : {RoutineName::jacobian, RoutineName::outputs_jacobian})
        if (program.find(routine) != nullptr) options.routines.push_back(to_string(routine));
    for (const OutputFile& source : user_sources) options.user_sources.push_back(source.text);
    FmuContents contents;
    contents.model = program.name, contents.version = request.fmi_version;
    for (EmittedFile& file : emit(program, options, program.name + ".h"))
        contents.sources.push_back({std::move(file.name), std::move(file.text)});

    contents.compiled = {"fmu.c"};
    for (const OutputFile& source : user_sources)
        contents.sources.push_back(source), contents.compiled.push_back(source.name);
    for (const ExternalCall& call : program.externals) contents.routines.push_back(call.name);

    FmuDescription described;
    described.version = request.fmi_version;
    described.token = fmu_token(program, contents.sources.front().text, options);
    described.sources = contents.compiled;
    described.tunable = request.tunable;
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
