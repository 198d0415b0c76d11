// The whole way of a script, stage after stage: script -> Model -> Kinematics -> Partials -> Equations -> LdlPlan ->
// Program -> texts. Nothing here reads or writes files.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/language/linearization.hpp"
#include "scripts/pipeline/external_values.hpp"
#include "scripts/pipeline/fmu.hpp"
#include "scripts/statements/body_shape.hpp"
#include "scripts/syntax/syntax.hpp"

namespace lag {

struct Program;

struct PipelineOptions {
    std::vector<std::pair<std::string, std::string>> defines;  // --define
    std::optional<std::string> dump;                           // one of dump_stages()
    std::ostream* output = nullptr;                            // shown values, print(), checks
    std::ostream* messages = nullptr;                          // warnings, notes, progress
    bool progress = true;
    bool report_checks = true;              // a line for each check that holds
    std::uint64_t most_steps = 10'000'000;  // of the interpreter
    int level = 1;                          // of optimization, 0 to 2
    std::string language;                   // serve the emit statements in this one alone; empty: all
    // What emitted routines make of the initial state, for a note; null: no note.
    std::function<std::string(const Model&, const Program&)> start_note;
    FmuTools fmu_tools;       // what emit(fmu, ..) needs
    UserRoutinesOf routines;  // what calls external routines where a script asks for numbers; may be empty
};

struct PipelineResult {
    std::vector<OutputFile> files;
    std::vector<std::string> summaries;  // one for each emit statement
    std::string dump;
    std::vector<std::string> loaded_files;  // what the script read besides itself
};

const std::vector<std::string>& dump_stages();

// The model that a script describes, checked and run, for commands that use it at once: nothing is emitted. InputError,
// CheckFailure; InputError too where the script describes no bodies.
Model described_model(const Script& script, const PipelineOptions& options);
// The same with the values of expressions, each a text of its own, as the script's last statements would see them.
struct DescribedModel {
    Model model;
    std::vector<Expr> values;
    std::vector<BodyShape> shapes;
    std::vector<TrimRequest> trim_requests;  // of that model's trim(..), in order
    std::vector<std::string> loaded_files;   // by load(), in order
};
DescribedModel described_model(const Script& script, const std::vector<Script>& expressions,
                               const PipelineOptions& options);

// InputError, CheckFailure: the script is wrong, nothing may be written. InternalError: a bug.
PipelineResult run_pipeline(const Script& script, const PipelineOptions& options);

}  // namespace lag
