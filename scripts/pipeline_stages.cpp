#include "scripts/pipeline_stages.hpp"

#include <algorithm>
#include <ostream>

#include "emitters/emit.hpp"
#include "lagrange/equations.hpp"
#include "lagrange/kinematics.hpp"
#include "lagrange/partials.hpp"
#include "sparse_ldl/plan.hpp"
#include "sparse_ldl/plan_text.hpp"

namespace lag {

namespace {

constexpr std::size_t large_model = 25;  // speeds from which on the stages are announced

std::vector<std::string> row_names(const Model& model, const Equations& equations) {
    std::vector<std::string> names;
    for (const Speed& u : model.speeds) names.push_back(u.name);
    for (const ConstraintRow& row : equations.constraints.rows) names.push_back(row.name);
    return names;
}

void require_pivots(const Model& model, const Equations& equations, const LdlPlan& plan) {
    if (plan.void_pivots.empty()) return;
    const std::size_t row = plan.void_pivots.front();
    if (row >= model.speeds.size())
        throw ModelError("constraint row '" + equations.constraints.rows[row - model.speeds.size()].name +
                             "' repeats what the other rows already say",
                         "leave it out");
    const Speed& u = model.speeds[plan.void_pivots.front()];
    throw ModelError("body '" + model.body(u.body).name + "' can move freely in '" + u.name +
                     "': no mass or inertia moves with it");
}

// Stage by stage, stopping where `last_stage` is done; its text when there is one to print.
struct Stages {
    Program program;
    std::string text;
};

class Sentence {
  public:
    Sentence(const Model& model, std::ostream* progress) : model_(model), progress_(progress) {}

    Stages run(const std::string& last_stage) {
        if (last_stage == "model") return {{}, to_string(model_)};
        announce("kinematics");
        const Kinematics kinematics = compute_kinematics(model_);
        if (last_stage == "kinematics") return {{}, to_string(model_, kinematics)};
        const Partials partials = compute_partials(model_, kinematics);
        if (last_stage == "partials") return {{}, to_string(model_, partials)};
        announce("equations");
        const Equations equations = form_equations(model_, kinematics, partials);
        if (last_stage == "equations") return {{}, to_string(model_, equations)};
        const LdlPlan plan = plan_ldl(equations.pattern);
        require_pivots(model_, equations, plan);
        if (last_stage == "ldl") return {{}, to_string(plan, row_names(model_, equations))};
        announce("program");
        Program program = optimize(lower(model_, equations, plan));
        std::string text = last_stage == "program" ? to_string(program) : "";
        return {std::move(program), std::move(text)};
    }

  private:
    void announce(const char* stage) const {
        if (progress_ == nullptr || model_.speeds.size() < large_model) return;
        *progress_ << "lag: " << model_.name << ": " << stage << "\n" << std::flush;
    }

    const Model& model_;
    std::ostream* progress_;
};

EmitOptions emit_options(const EmitRequest& request) {
    return {request.language == "fortran" ? Language::fortran : Language::cpp, request.routines, request.driver};
}

std::string counted(std::size_t n, const std::string& one, const std::string& many) {
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string summary_of(const EmitRequest& request, const Program& program) {
    const Model& model = *request.model;
    std::string text = request.file + ": " + counted(model.bodies.size() - 1, "body", "bodies") + ", " +
                       counted(model.speeds.size(), "degree", "degrees") + " of freedom";
    if (const Routine* derivatives = program.find("derivatives")) {
        const OperationCount& n = derivatives->operations;
        text += "; derivatives " + std::to_string(n.add) + " add, " + std::to_string(n.mul) + " mul, " +
                std::to_string(n.div) + " div, " + std::to_string(n.sqrt) + " sqrt, " + std::to_string(n.call) +
                " call";
    }
    return text;
}

}  // namespace

std::string dump_stage(const Model& model, const std::string& stage, std::ostream* progress) {
    return Sentence(model, progress).run(stage).text;
}

Emission::Emission(std::ostream* progress) : progress_(progress) {}
Emission::~Emission() = default;

const Program& Emission::program_for(const EmitRequest& request) {
    std::unique_ptr<Program>& program = programs_[{request.model.get(), request.formulation}];
    if (!program) program = std::make_unique<Program>(Sentence(*request.model, progress_).run("program").program);
    return *program;
}

void Emission::serve(const EmitRequest& request) {
    try {
        const Program& program = program_for(request);
        for (EmittedFile& file : emit(program, emit_options(request), request.file)) {
            const auto same = [&](const OutputFile& other) { return other.name == file.name; };
            if (std::any_of(files.begin(), files.end(), same))
                throw ModelError("'" + file.name + "' is emitted twice by this script");
            files.push_back({std::move(file.name), std::move(file.text)});
        }
        summaries.push_back(summary_of(request, program));
    } catch (const ModelError& error) {
        throw InputError(Diagnostic{request.position, error.what(), error.hint()});
    }
}

}  // namespace lag
