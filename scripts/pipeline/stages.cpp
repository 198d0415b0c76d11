#include "scripts/pipeline/stages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <ostream>

#include "emitters/choice/chain_in_lanes.hpp"
#include "emitters/choice/cheaper_origins.hpp"
#include "emitters/choice/formulations.hpp"
#include "emitters/choice/limbs.hpp"
#include "emitters/passes/estimate.hpp"
#include "emitters/passes/function_program.hpp"
#include "emitters/passes/sine_plan.hpp"
#include "emitters/writers/emit.hpp"
#include "emitters/writers/expression_text.hpp"
#include "emitters/writers/function_text.hpp"
#include "emitters/writers/program_text.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/equations.hpp"
#include "lagrange/kinematics/equal_limbs.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "lagrange/kinematics/non_rotating_axes.hpp"
#include "lagrange/kinematics/screw_axes.hpp"
#include "scripts/pipeline/optimization.hpp"
#include "scripts/pipeline/own_units.hpp"
#include "scripts/statements/emit_optimization.hpp"
#include "sparse_ldl/plan.hpp"
#include "sparse_ldl/plan_text.hpp"

namespace lag {

// What was compared, in the axes of the script and in Denavit-Hartenberg frames: once for all ways to compute limbs.
struct ComparedModel {
    std::optional<ComparedFormulations> given, laid;
};

namespace {

FormulationChoice plain_choice_of(const MinimalSystem& system, Formulation formulation) {
    FormulationChoice choice = plain_choice(formulation);
    choice.null_space = system.model.treatment.mode == ConstraintTreatment::Mode::null_space;
    return choice;
}

constexpr std::size_t large_model = 25;            // speeds from which on the stages are announced
constexpr std::size_t optimized_twice_up_to = 60;  // speeds: beyond, frames are chosen as formulations are

// Stage by stage, stopping where `last_stage` is done; its text when there is one to print.
struct Stages {
    Program program;
    std::string text;
};

class StageRunner {
  public:
    StageRunner(const Model& model, Formulation formulation, WantedRoutines wanted, std::ostream* progress,
                ComparedModel* compared = nullptr)
        : model_(model),
          formulation_(formulation),
          wanted_(std::move(wanted)),
          progress_(progress),
          compared_(compared != nullptr ? *compared : own_) {}

    Stages run(const std::string& last_stage) {
        if (last_stage == "model") return {{}, to_string(model_)};
        announce("kinematics");
        const Kinematics kinematics = compute_kinematics(model_);
        const MinimalSystem system = minimal_system(model_, kinematics);
        const Model& model = system.model;
        if (last_stage == "limbs" || last_stage == "program") {
            const std::optional<Model> moved = moved_origins();
            if (!moved) return program_stage({model_, kinematics, system}, last_stage);
            const Kinematics own = compute_kinematics(*moved);
            return program_stage({*moved, own, minimal_system(*moved, own)}, last_stage);
        }
        if (last_stage == "kinematics") return {{}, to_string(model, system.kinematics)};
        if (last_stage == "partials") return {{}, to_string(model, compute_partials(model, system.kinematics))};
        announce("equations");
        const Equations equations =
            form_equations(system, compute_partials(model, system.kinematics), plain_choice_of(system, formulation_));
        if (last_stage == "equations") return {{}, to_string(model, equations)};
        const LdlPlan plan = plan_ldl(equations.pattern);
        require_pivots(model, equations, plan);
        return {{}, to_string(plan, pattern_row_names(model, equations))};
    }

  private:
    // Of the mechanism with the script's origins, or with others.
    Stages program_stage(const Mechanism& mechanism, const std::string& last_stage) const {
        if (last_stage == "limbs") return {{}, limbs_stage(mechanism)};
        announce("equations");
        announce("program");
        const bool is_large = model_.speeds.size() > optimized_twice_up_to && wanted_.limbs == LimbForm::scalar;
        Program program = is_large ? cheapest_of_large(mechanism) : cheaper_of_both(mechanism);
        program = OwnUnits(model_).labelled(std::move(program));
        std::string text = last_stage == "program" ? to_string(program) : "";
        return {std::move(program), std::move(text)};
    }
    // Base parameters are about the origins of the script.
    std::optional<Model> moved_origins() const {
        if (wanted_.level == 0 || wanted_.regressor) return std::nullopt;
        return with_cheaper_origins(model_);
    }
    // Which limbs are equal, and whether they are faster in lanes.
    std::string limbs_stage(const Mechanism& mechanism) const {
        const EqualLimbs found = find_equal_limbs(mechanism.model);
        std::string text;
        for (const std::string& note : found.notes) text += note + "\n";
        if (found.groups.empty()) {
            if (!has_chain_for_lanes(mechanism.model)) return text;
        } else {
            const LimbChoice choice = limbs_in_lanes(found.model, found.groups, rows_of_whole(mechanism.system));
            for (const std::string& note : choice.notes) text += note + "\n";
            if (!choice.equations) return text;
            for (const std::string& note :
                 limbs_on_limbs_in_lanes(found.model, choice.equations->limb, most_lanes).notes)
                text += note + "\n";
        }
        if (wanted_.level == 0)
            return text + "  not compared at --optimize 0: in lanes where limbs = lanes asks for it\n";
        WantedRoutines wanted = wanted_;
        wanted.limbs = LimbForm::where_faster;
        return fmt::format("{}{}\n", text, cheapest_program(mechanism, formulation_, wanted).limbs_compared);
    }
    // In the axes of the script or, where there is something to gain, with Denavit-Hartenberg frames.
    Program cheaper_of_both(const Mechanism& mechanism) const {
        Program program = cheapest_program(mechanism, formulation_, wanted_, &compared_.given);
        // the operations of lanes are not those of one limb after the other, and two_ended is not taken for its operations
        const bool is_counted = program.limbs.empty() && !program.formulation.starts_with("two_ended");
        const std::optional<InScrewAxes> laid = is_counted ? in_laid_axes() : std::nullopt;
        if (!laid) return program;
        Program other = cheapest_program(laid->mechanism(), formulation_, wanted_, &compared_.laid);
        const Cost as_given = cost_of(program), with_frames = cost_of(other);
        const bool by_cycles = wanted_.aim == Aim::time && as_given.cycles && with_frames.cycles;
        const bool is_cheaper =
            by_cycles ? *with_frames.cycles < *as_given.cycles : with_frames.operations < as_given.operations;
        if (is_cheaper) program = std::move(other);
        program.notes.push_back(note_on_frames(with_frames, as_given));
        return program;
    }
    // The same by the operations of `derivatives` alone, so that all other routines are optimized once. No limbs are in lanes.
    Program cheapest_of_large(const Mechanism& mechanism) const {
        const std::optional<InScrewAxes> laid = in_laid_axes();
        if (!laid) return cheapest_program(mechanism, formulation_, wanted_, &compared_.given);
        const auto operations = [&](const Mechanism& one, std::optional<ComparedFormulations>& known) {
            if (!known) known = compare_formulations(one, formulation_, wanted_);
            return Cost{count_operations(*known->derivatives.find(RoutineName::derivatives)->code).total(), {}};
        };
        const Cost as_given = operations(mechanism, compared_.given);
        const bool is_counted = !compared_.given->lowered.formulation.starts_with("two_ended");
        const Cost with_frames = is_counted ? operations(laid->mechanism(), compared_.laid) : as_given;
        Program program = with_frames.operations < as_given.operations
                              ? cheapest_program(laid->mechanism(), formulation_, wanted_, &compared_.laid)
                              : cheapest_program(mechanism, formulation_, wanted_, &compared_.given);
        if (is_counted) program.notes.push_back(note_on_frames(with_frames, as_given));
        return program;
    }
    struct InScrewAxes {
        Model model;
        Kinematics kinematics;
        MinimalSystem system;
        Mechanism mechanism() const { return {model, kinematics, system}; }
    };
    std::optional<InScrewAxes> in_laid_axes() const {
        const std::optional<Kinematics> screws = wanted_.level > 0 ? in_screw_axes(model_) : std::nullopt;
        if (!screws) return {};
        const Model model = with_lines_of(compute_kinematics(model_), *screws, model_);
        return InScrewAxes{model, *screws, minimal_system(model, *screws)};
    }
    // Of `derivatives`; cycles by the estimate, where the formulations are compared by them.
    struct Cost {
        long operations = 0;
        std::optional<std::size_t> cycles;
        std::string text() const {
            return fmt::format("{} operations{}", operations,
                               cycles ? fmt::format(" and {} cycles by the estimate", *cycles) : "");
        }
    };
    static std::string note_on_frames(const Cost& laid, const Cost& as_given) {
        return fmt::format("Denavit-Hartenberg frames: {} of derivatives; the axes of the script: {}", laid.text(),
                           as_given.text());
    }
    Cost cost_of(const Program& program) const {
        const Routine& derivatives = *program.find(RoutineName::derivatives);
        Cost cost{derivatives.operations.total(), std::nullopt};
        if (wanted_.aim == Aim::time && cost.operations <= estimated_up_to) cost.cycles = estimated_cycles(derivatives);
        return cost;
    }
    void announce(const char* stage) const {
        if (progress_ == nullptr || model_.speeds.size() < large_model) return;
        *progress_ << "lag: " << model_.name << ": " << stage << "\n" << std::flush;
    }

    const Model& model_;
    Formulation formulation_;
    WantedRoutines wanted_;
    std::ostream* progress_;
    ComparedModel own_;
    ComparedModel& compared_;
};

EmitOptions emit_options(const EmitRequest& request, const Program& program) {
    static const std::map<std::string, Language> languages{
        {"fortran", Language::fortran}, {"fortran77", Language::fortran77},
        {"cpp", Language::cpp},         {"c", Language::c},
        {"python", Language::python},   {"fmu", Language::c},
        {"casadi", Language::c},        {"acados", Language::c}};
    const Language language = languages.at(request.language);
    const bool own_sines_are_faster = angles_together(program) >= least_angles_for_own_sines(language);
    return {.language = language,
            .routines = request.routines,
            .driver = request.driver,
            .sines = request.sines.value_or(own_sines_are_faster ? SineForm::fused : SineForm::library),
            .batch = request.batch,
            .procedures = request.procedures,
            .library = request.library};
}

// Lanes where they can be, and are asked for or not refused; what else there is stays as it is.
LimbForm limbs_for(const EmitRequest& request) {
    if (request.model->small.any()) return LimbForm::scalar;  // lanes are formed by a recursion
    if (request.limbs != LimbForm::where_faster) return request.limbs;
    const bool may_be = can_have_lanes(request.language) && !request.batch && !request.fewest_operations &&
                        (request.formulation == "auto" || request.formulation == "articulated");
    // of segments every sine is one of lanes: with those of the library C and C++ are slower
    const auto has_some = [&] {
        return !find_equal_limbs(*request.model).groups.empty() ||
               ((request.language == "fortran" || request.sines != SineForm::library) &&
                has_chain_for_lanes(*request.model));
    };
    return may_be && has_some() ? LimbForm::where_faster : LimbForm::scalar;
}

std::string counted(std::size_t n, const std::string& one, const std::string& many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

// Rows that are switched on and off take no freedom for good.
std::size_t permanent_rows(const Model& model, const Program& program) {
    std::size_t rows = program.multipliers.size();
    for (std::size_t c = 0; c < model.constraints.size(); ++c)
        for (std::size_t k = 0; model.constraints[c].is_switched() && k < row_count(model.constraints[c]); ++k)
            rows -= static_cast<std::size_t>(
                std::ranges::count(program.constraints, row_name(model, c, k), &TableRow::name));
    return rows;
}

std::string summary_of(const EmitRequest& request, const Program& program) {
    const Model& model = *request.model;
    const auto bodies =
        static_cast<std::size_t>(std::ranges::count_if(model.bodies, [](const Body& b) { return !b.is_node; })) - 1;
    const std::string what =
        bodies > 0 ? counted(bodies, "body", "bodies") : counted(model.coordinates.size(), "coordinate", "coordinates");
    std::string text =
        fmt::format("{}: {}, {} of freedom", request.file, what,
                    counted(program.speeds.size() - permanent_rows(model, program), "degree", "degrees"));
    if (const Routine* derivatives = program.find(RoutineName::derivatives)) {
        const OperationCount& n = derivatives->operations;
        text +=
            fmt::format("; derivatives {} add, {} mul, {} div, {} sqrt, {} call", n.add, n.mul, n.div, n.sqrt, n.call);
        if (!program.limbs.empty()) text += "; " + limbs_in_words(program);
    }
    return text;
}

std::string base_name(const std::string& file) {
    return file.substr(file.find_last_of('/') + 1);
}

}  // namespace

std::vector<std::string> pattern_row_names(const Model& model, const Equations& equations) {
    std::vector<std::string> names;
    for (const Speed& u : model.speeds) names.push_back(u.name);
    for (const std::size_t r : bilateral_rows(equations.constraints))
        names.push_back(equations.constraints.rows[r].name);
    return names;
}

std::string dump_stage(const Model& model, const std::string& stage, std::ostream* progress, int level) {
    return StageRunner(model, Formulation::automatic,
                       {.mass_matrix = false, .regressor = false, .jacobian = {}, .derivatives = {}, .level = level},
                       progress)
        .run(stage)
        .text;
}

Program program_of(const Model& model, const std::string& formulation, std::ostream* progress, int level,
                   bool fewest_operations) {
    return StageRunner(model, formulation_named(formulation),
                       {.mass_matrix = true,
                        .regressor = false,
                        .jacobian = {},
                        .derivatives = {},
                        .level = level,
                        .aim = fewest_operations ? Aim::operations : Aim::time},
                       progress)
        .run("program")
        .program;
}

Program lowered_program(const Model& model, const std::vector<ColumnChoice>& jacobian,
                        const std::vector<DerivativeChoice>& derivatives) {
    const MinimalSystem system = minimal_system(model, compute_kinematics(model));
    const Equations equations = form_equations(system, compute_partials(system.model, system.kinematics),
                                               plain_choice_of(system, plainest_formulation(system)));
    const LdlPlan plan = plan_ldl(equations.pattern);
    require_pivots(system.model, equations, plan);
    return OwnUnits(model).labelled(lower(system.model, equations, plan, jacobian, derivatives));
}

Emission::Emission(std::ostream* progress, int level, StartNote start_note, FmuTools fmu_tools)
    : progress_(progress), level_(level), start_note_(std::move(start_note)), fmu_tools_(std::move(fmu_tools)) {}
Emission::~Emission() = default;

namespace {

// How many limbs go in lanes together: in C no more than most machines have vectors for, in an FMU, which is compiled for any
// x86-64, no more than all of them have.
std::size_t limbs_at_once(const std::string& language) {
    constexpr std::size_t of_sse2 = 2, of_avx = 4;
    if (language == "fmu") return of_sse2;
    return has_scalar_beside_lanes(language) ? of_avx : most_lanes;
}

}  // namespace

const Program& Emission::program_for(const EmitRequest& request) {
    const auto is_of_mass_matrix = [](const std::string& name) {
        return is_one_of(
            name, {RoutineName::mass_matrix, RoutineName::mass_matrix_constants, RoutineName::mass_matrix_update});
    };
    const WantedRoutines wanted{.mass_matrix = request.model->speeds.size() < large_tree ||
                                               !request.procedures.empty() ||
                                               std::ranges::any_of(request.routines, is_of_mass_matrix),
                                .regressor = request.regressor,
                                .jacobian = request.jacobian,
                                .derivatives = request.derivatives,
                                .limbs = limbs_for(request),
                                .beside_lanes = has_scalar_beside_lanes(request.language),
                                .level = level_,
                                .aim = request.fewest_operations ? Aim::operations : Aim::time,
                                .limbs_at_once = limbs_at_once(request.language)};
    std::string key = request.formulation + (request.fewest_operations ? " of fewest operations" : "") +
                      (wanted.mass_matrix ? " with mass_matrix" : "") + (wanted.regressor ? " with regressor" : "");
    for (const ColumnChoice& column : request.jacobian)
        key += fmt::format(" by {} {}", name_of(column.role), column.name);
    for (const DerivativeChoice& choice : request.derivatives) {
        key += " with " + to_string(choice.routine) + (choice.index == 2 ? " of index 2" : "");
        for (const ColumnChoice& column : choice.columns)
            key += fmt::format(" by {} {}", name_of(column.role), column.name);
    }
    std::unique_ptr<ComparedModel>& compared = compared_[{request.model.get(), key}];
    if (!compared) compared = std::make_unique<ComparedModel>();
    key += wanted.limbs == LimbForm::lanes    ? " with limbs in lanes"
           : wanted.limbs == LimbForm::scalar ? ""
                                              : " with limbs in lanes where they are faster";
    if (wanted.limbs != LimbForm::scalar && wanted.beside_lanes)
        key += fmt::format(" and without beside them, at most {} at once", wanted.limbs_at_once);
    std::unique_ptr<Program>& program = programs_[{request.model.get(), key}];
    if (!program) {
        const Formulation formulation = formulation_named(request.formulation);
        program = std::make_unique<Program>(
            StageRunner(*request.model, formulation, wanted, progress_, compared.get()).run("program").program);
    }
    return *program;
}

void Emission::add(std::vector<EmittedFile> made) {
    for (EmittedFile& file : made) {
        const auto there = std::ranges::find(files, file.name, &OutputFile::name);
        if (there != files.end() && there->text == file.text) continue;  // the places of m.f and m.for
        if (there != files.end())
            throw ModelError(
                fmt::format("'{}' is emitted twice by this script", file.name),
                "a main program, and the places of a file in fortran77, are files beside it: choose other names");
        files.push_back({std::move(file.name), std::move(file.text)});
    }
}

void Emission::serve_function(const EmitRequest& request) {
    OptimizeOptions effort;
    effort.level = level_;
    const Program program = optimize(function_program(*request.function), effort);
    EmitOptions options = emit_options(request, program);
    options.sines = request.sines.value_or(SineForm::library);
    const Program ordered = options.own_sines() ? ordered_for(program, OrderGoal::own_sines) : Program{};
    add(emit_function(options.own_sines() ? ordered : program, options, request.file));
    const std::string operations =
        request.function->procedure ? "" : "; " + to_string(program.routines.front().operations);
    summaries.push_back(fmt::format("{}: {}{}", request.file, request.function->name, operations));
}

// With jacobians of rates and outputs by states and inputs; without them where the model has none.
const Program& Emission::program_of_fmu(EmitRequest request) {
    const Model& model = *request.model;
    std::vector<ColumnChoice> columns{{Role::coordinate, ""}, {Role::speed, ""}};
    if (!model.states.empty()) columns.push_back({Role::state, ""});
    if (std::ranges::any_of(model.inputs, [](const Input& w) { return !w.is_flag(); }))
        columns.push_back({Role::input, ""});
    request.jacobian = columns;
    if (!model.outputs.empty()) request.derivatives = {{RoutineName::outputs_jacobian, columns}};
    try {
        return program_for(request);
    } catch (const ModelError&) {
        request.jacobian.clear();
        request.derivatives.clear();
        return program_for(request);
    }
}

namespace {

// What starts by itself moves bodies by m_assemble, which takes coordinates that rows measure from the pose.
void refuse_held_by_rows(const EmitRequest& request) {
    const Model& model = *request.model;
    for (const HeldValue& value : model.held) {
        const auto* const rate = std::get_if<MeasuredRate>(&value);
        const auto* const q = std::get_if<CoordinateIndex>(&value);
        if (rate == nullptr && (q == nullptr || !follows_pose(model, *q))) continue;
        throw ModelError(
            fmt::format("{} cannot hold '{}{}', which rows measure", request.driver ? "a main program" : "an FMU",
                        model.coordinates[rate == nullptr ? q->value : rate->of.value].name,
                        rate == nullptr ? "" : "'"),
            "hold coordinates and speeds of bodies, or let lag simulate start the model");
    }
}

}  // namespace

void Emission::serve_fmu(const EmitRequest& request) {
    refuse_held_by_rows(request);
    if (!fmu_tools_.archive_of) throw ModelError("an FMU is made by the command lag alone");
    std::vector<OutputFile> sources;
    for (const FmuSource& source : request.sources) try {
            sources.push_back({base_name(source.name), fmu_tools_.text_of(source.name)});
        } catch (const ModelError& error) {
            throw InputError(Diagnostic{source.position, error.what(), error.hint()});
        }
    const Program& program = program_of_fmu(request);
    add({{request.file,
          fmu_tools_.archive_of(fmu_contents(request, program, emit_options(request, program), sources))}});
    summaries.push_back(summary_of(request, program));
    note_start(request, program);
}

void Emission::serve_optimization(const EmitRequest& request) {
    const Program& program = program_for(request);
    add(emit_for_optimization(request, program, emit_options(request, program)));
    summaries.push_back(summary_of(request, program));
    note_start(request, program);
}

void Emission::serve(const EmitRequest& request) {
    try {
        if (request.function) return serve_function(request);
        if (request.language == "fmu") return serve_fmu(request);
        if (is_for_optimization(request.language)) return serve_optimization(request);
        if (request.driver) refuse_held_by_rows(request);
        const Program& program = program_for(request);
        add(emit(program, emit_options(request, program), request.file));
        summaries.push_back(summary_of(request, program));
        note_start(request, program);
        note_limbs(request, program);
    } catch (const ModelError& error) {
        throw InputError(Diagnostic{request.position, error.what(), error.hint()});
    }
}

void Emission::note_start(const EmitRequest& request, const Program& program) {
    if (progress_ == nullptr || !start_note_ || !noted_.insert(request.model.get()).second) return;
    const std::string changes = start_note_(*request.model, program);
    if (changes.empty()) return;
    const std::string &assemble = to_string(RoutineName::assemble), &project = to_string(RoutineName::project_speeds);
    const std::string routines = program.find(RoutineName::project_speeds) == nullptr ? assemble + " changes"
                                 : program.find(RoutineName::assembly_step) == nullptr
                                     ? project + " changes"
                                     : fmt::format("{} and {} change", assemble, project);
    const std::string moved =
        request.model->held.empty() ? routines + " it" : "main programs and runs move what 'hold' does not name";
    *progress_ << render({request.position, "the initial state is not on the constraints: " + moved, ""}, "note")
               << changes;
}

void Emission::note_limbs(const EmitRequest& request, const Program& program) {
    if (progress_ == nullptr || request.limbs != LimbForm::lanes || !program.limbs.empty()) return;
    *progress_ << render({request.position, request.file + " is as without limbs = lanes: no limbs are in lanes",
                          "--dump limbs tells why"},
                         "note");
}

}  // namespace lag
