// The choice of routines and the names of the files.

#include "emitters/writers/emit.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "core/lower_case.hpp"
#include "emitters/passes/reserved_names.hpp"
#include "emitters/writers/acados.hpp"
#include "emitters/writers/asked_procedures.hpp"
#include "emitters/writers/c_family_text.hpp"
#include "emitters/writers/casadi.hpp"
#include "emitters/writers/cpp_routine.hpp"
#include "emitters/writers/fortran_batch.hpp"
#include "emitters/writers/languages.hpp"
#include "emitters/writers/own_names.hpp"
#include "emitters/writers/routines_of_file.hpp"
#include "emitters/writers/script_procedures.hpp"

namespace lag {

namespace {

// "<prefix>_accelerations" and "accelerations" both name the routine.
std::string bare_name(const Program& program, const std::string& name) {
    const std::string prefix = program.name + "_";
    return name.starts_with(prefix) && program.find(name) == nullptr ? name.substr(prefix.size()) : name;
}

std::vector<const Routine*> chosen_routines(const Program& program, const EmitOptions& options) {
    std::vector<std::string> wanted, available;
    const auto want = [&](const std::vector<RoutineName>& names) {
        for (const RoutineName name : names) wanted.push_back(to_string(name));
    };
    for (const Routine& routine : program.routines)
        if (!routine.instead_of_lanes) available.push_back(routine.name);
    std::vector<RoutineName> procedures;
    if (program.find(RoutineName::assembly_step) != nullptr) procedures.push_back(RoutineName::assemble);
    for (const AskedFor& asked : routines_asked_for())
        if (why_there_is_no(asked.routine, program).why.empty()) procedures.push_back(asked.routine);
    for (const RoutineName procedure : procedures) available.push_back(to_string(procedure));
    for (const DerivativeRoutine& row : derivative_routines())  // they are there for whoever asks
        if (row.is_asked_for && program.find(row.routine) == nullptr) available.push_back(to_string(row.routine));
    for (const std::string& name : options.routines) {
        const std::string bare = bare_name(program, name);
        if (is_one_of(bare, procedures)) {
            want(called_by(*routine_named(bare)));
            continue;
        }
        if (program.find(bare) == nullptr) {
            const std::string near = did_you_mean(bare, available);
            if (bare == RoutineName::project_speeds && !program.dependent_speeds.empty())
                throw ModelError(fmt::format("model {} has no routine {}", program.name, name),
                                 "its speeds are independent: the constraints hold whatever they are");
            std::string all;
            for (const std::string& routine : available) all += (all.empty() ? "" : ", ") + routine;
            throw ModelError(fmt::format("model {} has no routine {}", program.name, name),
                             near.empty() ? "it has " + all : fmt::format("did you mean {}?", near));
        }
        wanted.push_back(bare);
    }
    want({RoutineName::setup});
    if (options.language == Language::python) want({RoutineName::defaults, RoutineName::flags});
    if (options.driver || options.fmu)
        want({RoutineName::defaults, RoutineName::initial, RoutineName::derivatives, RoutineName::energy,
              RoutineName::outputs, RoutineName::normalize, RoutineName::constraints, RoutineName::assembly_step,
              RoutineName::project_speeds, RoutineName::flags, RoutineName::events, RoutineName::event,
              RoutineName::impact_law, RoutineName::modes});
    if (std::ranges::count(wanted, to_string(RoutineName::assembly_step)) > 0) want({RoutineName::normalize});
    std::vector<const Routine*> chosen;
    for (const Routine& routine : program.routines) {
        const bool by_default = options.routines.empty() && routine.name != RoutineName::impact_law;
        if (by_default || std::ranges::count(wanted, routine.name) > 0) chosen.push_back(&routine);
    }
    return chosen;
}

// Of the routines that the files call: those with a stage are called by main programs alone.
std::vector<std::string> routines_of_user(const Program& program, const EmitOptions& options) {
    std::vector<std::string> names;
    for (const ExternalCall& call : program.externals) names.push_back(call.name);
    if (options.driver)
        for (const StageRoutine& routine : program.stage_routines) names.push_back(routine.name);
    return names;
}

// A call of the user's must reach the user's routine, and a statement's own functions must stay what they are.
void check_external_names(const Program& program, const EmitOptions& options) {
    const bool fortran = options.language == Language::fortran || options.language == Language::fortran77;
    for (const std::string& name : routines_of_user(program, options))
        if (fortran ? is_fortran_intrinsic(name) : is_taken_in_c(name))
            throw ModelError(fmt::format("the routine '{}' has the name of {}", name,
                                         fortran ? "an intrinsic procedure of Fortran"
                                                 : "a keyword of C or C++ or of something in the C library"),
                             "rename the routine, here and where it is defined");
}

// Nor may the files mean something of their own by the name.
void check_own_names(const Program& program, const EmitOptions& options, const std::vector<const Routine*>& routines,
                     const std::vector<EmittedFile>& files) {
    for (const std::string& name : routines_of_user(program, options))
        if (!can_call(files, options.language, name))
            throw ModelError(fmt::format("a routine cannot be called '{}': the emitted code uses that name", name),
                             "rename the routine, here and where it is defined");
    if (options.batch && options.language == Language::cpp) {
        const std::vector<std::string> names = ScriptProcedures(program, routines).names();
        for (const std::string& name : names)
            if (std::ranges::count(names, cpp_by_lanes(name)) > 0)
                throw ModelError(
                    fmt::format("a procedure cannot be called '{}': the emitted code uses that name for '{}' of packs",
                                cpp_by_lanes(name), name),
                    "choose another name");
    }
    const std::string prefix = program.name + "_", twice = defined_twice(files, options.language, prefix);
    if (twice.empty()) return;
    for (const std::string& name : ScriptProcedures(program, routines).names())
        if (lower_case(prefix + name) == lower_case(twice))
            throw ModelError(fmt::format("a procedure cannot be called '{}': the emitted code uses that name", name),
                             "choose another name");
    throw ModelError(
        fmt::format("the model cannot be called '{}': the emitted code has another '{}'", program.name, twice),
        "give model(..) another name");
}

void refuse_procedures(const Program& program, const EmitOptions& options) {
    for (const RoutineName procedure : options.procedures) {
        const NoRoutine no = why_there_is_no(procedure, program);
        if (!no.why.empty())
            throw ModelError(fmt::format("model {} has no routine {}: {}", program.name, to_string(procedure), no.why),
                             no.hint);
    }
}

void refuse_batch(const EmitOptions& options, const std::string& language, const std::string& other) {
    if (options.batch)
        throw ModelError("there is no batch form in " + language, fmt::format("emit({}, ...) has one", other));
}

void put_around(std::string& text, const CasadiParts& parts) {
    text = parts.head + text + parts.functions;
}

}  // namespace

std::vector<EmittedFile> emit(const Program& given, const EmitOptions& options, const std::string& file_name) {
    const bool for_packs = options.batch && options.language == Language::cpp;  // Fortran has routines of their own
    const Program ordered = for_packs             ? ordered_for(given, OrderGoal::packs, options.own_sines())
                            : options.own_sines() ? ordered_for(given, OrderGoal::own_sines)
                                                  : Program{};
    const Program& program = for_packs || options.own_sines() ? ordered : given;
    refuse_procedures(program, options);
    const RoutinesOfFile of_file(program, chosen_routines(program, options), options.batch);
    const std::vector<const Routine*>& routines = of_file.list();
    const std::size_t slash = file_name.find_last_of('/');
    const std::size_t base = slash == std::string::npos ? 0 : slash + 1;
    const std::size_t dot = file_name.find_last_of('.');
    const std::string stem = file_name.substr(0, dot == std::string::npos || dot <= base ? file_name.size() : dot);
    std::vector<EmittedFile> files;
    check_external_names(program, options);
    switch (options.language) {
        case Language::fortran:
            check_fortran_names(program, routines, options.batch);
            if (options.batch && std::ranges::none_of(routines, [](const Routine* r) { return has_fortran_batch(*r); }))
                throw ModelError("none of these routines has a batch form in fortran",
                                 "derivatives and accelerations have one");
            files.push_back({file_name, fortran_text(program, routines, options)});
            if (options.driver) files.push_back({stem + "_main.f90", fortran_driver(program, stem.substr(base))});
            break;
        case Language::cpp:
            if (options.batch && program.contacts && program.contacts->others() > 0)
                throw ModelError(
                    "there is no batch form of a model with contacts or dry friction in cpp",
                    "leave batch = true out, or emit fortran, whose batch takes one state after the other");
            check_cpp_names(program);
            files.push_back(c_family_file(file_name, cpp_text(program, routines, options)));
            if (options.driver)
                files.push_back({stem + "_main.cpp", cpp_driver(program, file_name.substr(base), stem.substr(base))});
            break;
        case Language::fortran77:
            check_fortran_names(program, routines);
            refuse_batch(options, "fortran77", "fortran");
            files.push_back({file_name, fortran77_text(program, routines, options)});
            if (const std::string places = stem + ".inc"; places != file_name)
                files.push_back({places, fortran77_places(program, places.substr(base))});
            if (options.driver) files.push_back({stem + "_main.f", fortran77_driver(program, stem.substr(base))});
            break;
        case Language::c:
            check_c_names(program);
            refuse_batch(options, "c", "cpp");
            if (options.library) {
                CLibrary library = c_library_texts(program, routines, options, stem.substr(base) + ".h");
                files.push_back(c_family_file(file_name, std::move(library.source)));
                files.push_back({stem + ".h", std::move(library.header)});
                break;
            }
            files.push_back(c_family_file(file_name, c_text(program, routines, options)));
            if (options.optimization.kind == OptimizationTool::Kind::acados)
                put_around(files.back().text, acados_parts(program, options));
            if (options.optimization.kind == OptimizationTool::Kind::casadi)
                put_around(files.back().text, casadi_parts(program, routines, options, file_name.substr(base)));
            if (options.driver)
                files.push_back({stem + "_main.c", c_driver(program, file_name.substr(base), stem.substr(base))});
            if (options.fmu)
                files.push_back(
                    c_family_file("fmu.c", fmu_source(program, file_name.substr(base), files[0].text, options)));
            break;
        case Language::python:
            check_python_names(program, stem.substr(base));
            refuse_batch(options, "python", "cpp");
            if (options.driver)
                throw ModelError("there is no driver in python", "emit(cpp, ..., driver = true) has one");
            files.push_back({stem + ".py", python_module(program, routines, stem.substr(base) + ".c", options)});
            files.push_back(c_family_file(stem + ".c", python_source(program, routines, options)));
            break;
    }
    check_own_names(program, options, routines, files);
    return files;
}

}  // namespace lag
