#include "scripts/pipeline/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/errors.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "scripts/pipeline/defines.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/pipeline/stages.hpp"
#include "scripts/statements/emit_request.hpp"
#include "scripts/statements/statement_table.hpp"

namespace lag {

namespace {

// Where to point when the finished model turns out to be wrong: the statement of the thing that the error is about;
// else the model statement; else the file.
SourcePosition place_of(const Subject& subject, const Script& script, const ScriptResult& described) {
    for (const Subject& one : {subject, Subject{}})
        if (const auto found = described.places.find(one); found != described.places.end())
            return found->second.position();
    SourcePosition position;
    position.file = script.source->name;
    return position;
}

InputError error_in_model(const Script& script, const ScriptResult& described, const ModelError& error) {
    return InputError(Diagnostic{place_of(error.subject(), script, described), error.what(), error.hint()});
}

void report_rows(const Script& script, const ScriptResult& described, Mechanics& mechanics,
                 const PipelineOptions& options) {
    const ConstraintRows& rows = mechanics.independent_rows(described.model);
    if (options.messages == nullptr) return;
    const auto say = [&](const std::string& text, const char* severity) {
        *options.messages << render({place_of({}, script, described), text, ""}, severity);
    };
    if (options.report_checks)
        for (const LeftOutRow& left_out : rows.left_out) say(note_on(left_out), "note");
    for (const std::string& warning : rows.warnings) say(warning, "warning");
}

// Models that emit something are validated at their emit statement; the last one of a script without one here, unless
// it has no mass at all and was only meant for its kinematics.
void validate_rest(const Script& script, const ScriptResult& described, Mechanics& mechanics,
                   const PipelineOptions& options) {
    const Model& model = described.model;
    const auto is_of_model = [](const auto& request) { return request->function == nullptr; };
    if (std::ranges::any_of(described.emit_requests, is_of_model) || model.speeds.empty()) return;
    const auto massless = [](const Body& body) { return is_massless(body); };
    if (model.kinetic_terms.empty() && std::all_of(model.bodies.begin() + 1, model.bodies.end(), massless)) return;
    try {
        if (!described.rows_reported) report_rows(script, described, mechanics, options);
        mechanics.validate(model);
    } catch (const ModelError& error) {
        throw error_in_model(script, described, error);
    }
}

// A definition that did nothing is a misspelt name more often than not.
void refuse_idle_defines(const Script& script, const ScriptResult& described) {
    std::vector<Diagnostic> errors;
    for (const std::string& name : described.unused_defines) {
        std::vector<std::string> names = described.variables;
        for (const Parameter& p : described.model.parameters) names.push_back(p.name);
        std::erase(names, name);
        const std::string close = did_you_mean(name, names);
        SourcePosition position;
        position.file = script.source->name;
        errors.push_back({position, fmt::format("--define {0}: the script has no parameter or variable {0}", name),
                          close.empty() ? "" : fmt::format("did you mean {}?", close)});
    }
    if (!errors.empty()) throw InputError(errors);
}

// Its notes on routines of the user's stand at the script as a whole.
std::unique_ptr<Mechanics> mechanics_for(const Script& script, const PipelineOptions& options) {
    SourcePosition whole_script;
    whole_script.file = script.source->name;
    return lagrange_mechanics({options.routines, [&options, whole_script](const std::string& note) {
                                   if (options.messages != nullptr)
                                       *options.messages << render({whole_script, note, ""}, "note");
                               }});
}

ScriptResult interpreted(const Script& script, const PipelineOptions& options, Mechanics& mechanics,
                         const std::vector<Script>& expressions = {}) {
    InterpretOptions interpret_options;
    const DefinedScript defined = with_defines(script, options.defines);
    interpret_options.defines = defined.variables;
    interpret_options.load = defined.load;
    interpret_options.output = options.output;
    interpret_options.messages = options.messages;
    interpret_options.report_checks = options.report_checks;
    interpret_options.most_steps = options.most_steps;
    ScriptResult described = interpret(defined.script, mechanics, interpret_options, expressions);
    refuse_idle_defines(script, described);
    validate_rest(script, described, mechanics, options);
    return described;
}

// Those in one language; an error where there are none.
std::vector<std::shared_ptr<const EmitRequest>> requests_in(const std::string& language, const Script& script,
                                                            const ScriptResult& described) {
    if (language.empty()) return described.emit_requests;
    std::vector<std::shared_ptr<const EmitRequest>> chosen;
    std::string others;
    for (const auto& request : described.emit_requests) {
        if (request->language == language)
            chosen.push_back(request);
        else if (others.find(request->language) == std::string::npos)
            others += (others.empty() ? "" : ", ") + request->language;
    }
    if (chosen.empty())
        throw error_in_model(
            script, described,
            ModelError("the script emits nothing in " + language,
                       others.empty() ? fmt::format("a statement such as emit({}, \"file\") is missing", language)
                                      : "it emits in " + others));
    return chosen;
}

}  // namespace

const std::vector<std::string>& dump_stages() {
    static const std::vector<std::string> stages{"model", "kinematics", "partials", "equations",
                                                 "ldl",   "limbs",      "program"};
    return stages;
}

DescribedModel described_model(const Script& script, const std::vector<Script>& expressions,
                               const PipelineOptions& options) {
    const std::unique_ptr<Mechanics> mechanics = mechanics_for(script, options);
    ScriptResult described = interpreted(script, options, *mechanics, expressions);
    if (described.model.speeds.empty() && is_empty(described.model))
        throw error_in_model(script, described, ModelError("the script describes nothing that moves"));
    return {std::move(described.model), std::move(described.values), std::move(described.shapes),
            std::move(described.trim_requests), std::move(described.loaded_files)};
}

Model described_model(const Script& script, const PipelineOptions& options) {
    return described_model(script, {}, options).model;
}

PipelineResult run_pipeline(const Script& script, const PipelineOptions& options) {
    const std::unique_ptr<Mechanics> mechanics = mechanics_for(script, options);
    const ScriptResult described = interpreted(script, options, *mechanics);

    PipelineResult result;
    std::ostream* const progress = options.progress ? options.messages : nullptr;
    Emission emission(progress, options.level, options.start_note, options.fmu_tools);
    for (const auto& request : requests_in(options.language, script, described)) emission.serve(*request);
    result.files = std::move(emission.files);
    result.summaries = std::move(emission.summaries);
    for (const OutputFile& saved : described.saved_files) {
        result.files.push_back(saved);
        result.summaries.push_back(saved.name + ": saved");
    }
    result.loaded_files = described.loaded_files;
    if (options.dump) {
        if (is_empty(described.model))
            throw error_in_model(script, described,
                                 ModelError("the script describes no bodies: there is nothing to dump"));
        try {
            result.dump = dump_stage(described.model, *options.dump, progress, options.level);
        } catch (const ModelError& error) {
            throw error_in_model(script, described, error);
        }
    }
    return result;
}

}  // namespace lag
