// Model -> Kinematics -> Partials -> Equations -> LdlPlan -> Program -> texts, the part of the pipeline that comes
// after the script.
#pragma once

#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "emitters/program/program.hpp"
#include "emitters/writers/emit_options.hpp"
#include "scripts/files/output_files.hpp"
#include "scripts/pipeline/fmu.hpp"
#include "scripts/statements/emit_request.hpp"

namespace lag {

// The text of `--dump stage`. `level`: OptimizeOptions, here and below. ModelError.
std::string dump_stage(const Model& model, const std::string& stage, std::ostream* progress, int level);

// The whole way from a model to its optimized program; `formulation` is one of formulations(). ModelError.
Program program_of(const Model& model, const std::string& formulation, std::ostream* progress,
                   int level = default_level, bool fewest_operations = false);

// Of the rows of equations.pattern: speeds, then constraint rows; those of contacts are no part of it.
std::vector<std::string> pattern_row_names(const Model& model, const Equations& equations);

// Its results as expressions, before any optimization: what can be evaluated node by node.
// `jacobian`: the columns of that routine; none: it is left out.
Program lowered_program(const Model& model, const std::vector<ColumnChoice>& jacobian = {},
                        const std::vector<DerivativeChoice>& derivatives = {});

// What emitted routines make of a model's initial state, a line for each value; empty where they leave it.
using StartNote = std::function<std::string(const Model&, const Program&)>;

struct ComparedModel;

// Serves emit requests; all requests for one model and formulation are written from one Program.
class Emission {
  public:
    Emission(std::ostream* progress, int level, StartNote start_note = {}, FmuTools fmu_tools = {});
    ~Emission();
    // Texts of one request, and one line that sums it up. InputError at the emit statement.
    void serve(const EmitRequest& request);

    std::vector<OutputFile> files;
    std::vector<std::string> summaries;

  private:
    const Program& program_for(const EmitRequest& request);
    const Program& program_of_fmu(EmitRequest request);
    void serve_function(const EmitRequest& request);
    void serve_fmu(const EmitRequest& request);
    void serve_optimization(const EmitRequest& request);
    void add(std::vector<EmittedFile> made);
    // What assembly makes of the initial state, once for each model.
    void note_start(const EmitRequest& request, const Program& program);
    // Where limbs = lanes is asked for and nothing is in lanes.
    void note_limbs(const EmitRequest& request, const Program& program);
    std::ostream* progress_;
    int level_;
    StartNote start_note_;
    FmuTools fmu_tools_;
    std::set<const Model*> noted_;
    std::map<std::pair<const Model*, std::string>, std::unique_ptr<ComparedModel>> compared_;
    std::map<std::pair<const Model*, std::string>, std::unique_ptr<Program>> programs_;
};

}  // namespace lag
