#include "scripts/pipeline.hpp"

#include <algorithm>

#include "lagrange/partials.hpp"
#include "scripts/interpreter.hpp"
#include "scripts/pipeline_defines.hpp"
#include "scripts/pipeline_mechanics.hpp"
#include "scripts/pipeline_stages.hpp"

namespace lag {

namespace {

// Models that emit something are validated at their emit statement; the last one of a script without one here, unless
// it has no mass at all and was only meant for its kinematics.
void validate_rest(const Script& script, const ScriptResult& described, Mechanics& mechanics) {
    const Model& model = described.model;
    if (!described.emit_requests.empty() || model.speeds.empty()) return;
    const auto massless = [](const Body& body) { return is_massless(body); };
    if (std::all_of(model.bodies.begin() + 1, model.bodies.end(), massless)) return;
    try {
        mechanics.validate(model);
    } catch (const ModelError& error) {
        SourcePosition whole_script;
        whole_script.file = script.source->name;
        throw InputError(Diagnostic{whole_script, error.what(), error.hint()});
    }
}

}  // namespace

const std::vector<std::string>& dump_stages() {
    static const std::vector<std::string> stages{"model", "kinematics", "partials", "equations", "ldl", "program"};
    return stages;
}

PipelineResult run_pipeline(const Script& script, const PipelineOptions& options) {
    const std::unique_ptr<Mechanics> mechanics = lagrange_mechanics();
    InterpretOptions interpret_options;
    const DefinedScript defined = with_defines(script, options.defines);
    interpret_options.defines = defined.variables;
    interpret_options.load = defined.load;
    interpret_options.output = options.output;
    interpret_options.messages = options.messages;
    const ScriptResult described = interpret(defined.script, *mechanics, interpret_options);
    validate_rest(script, described, *mechanics);

    PipelineResult result;
    std::ostream* const progress = options.progress ? options.messages : nullptr;
    Emission emission(progress);
    for (const auto& request : described.emit_requests) emission.serve(*request);
    result.files = std::move(emission.files);
    result.summaries = std::move(emission.summaries);
    if (options.dump) {
        SourcePosition whole_script;
        whole_script.file = script.source->name;
        if (described.model.bodies.size() < 2)
            throw InputError(Diagnostic{whole_script, "the script describes no bodies: there is nothing to dump", ""});
        try {
            result.dump = dump_stage(described.model, *options.dump, progress);
        } catch (const ModelError& error) {
            throw InputError(Diagnostic{whole_script, error.what(), error.hint()});
        }
    }
    return result;
}

}  // namespace lag
