#include "scripts/pipeline/optimization.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/model_values.hpp"
#include "emitters/writers/acados.hpp"
#include "emitters/writers/casadi.hpp"
#include "emitters/writers/emit.hpp"

namespace lag {

namespace {

// c of the parameters' defaults.
std::vector<double> constants_of(const Model& model, const Program& program) {
    const std::vector<double> p = default_values(model).p;
    Graph& graph = *program.constants_graph;
    Evaluator<double> value(
        graph,
        [&](const Symbol& symbol) {
            const auto found = std::ranges::find(program.parameters, symbol.name, &TableRow::name);
            if (found == program.parameters.end()) refuse_unknown(symbol);
            return p[static_cast<std::size_t>(found - program.parameters.begin())];
        },
        [&](Expr constant) { return graph.constant_double(constant); });
    std::vector<double> c;
    for (const Expr& constant : program.constants) c.push_back(value(constant));
    if (!std::ranges::all_of(c, [](double number) { return std::isfinite(number); }))
        throw ModelError("the defaults of the parameters give no finite numbers",
                         "give others, or leave parameters = numbers out");
    return c;
}

// The plain routines stand in the same file as the functions, which have the model's name.
Program renamed(Program program) {
    const std::string before = program.name + "_", name = "lag_" + program.name;
    for (Routine& routine : program.routines)
        for (ExternalCall& call : routine.calls)
            if (!call.is_linked() && call.name.starts_with(before)) call.name.replace(0, before.size() - 1, name);
    program.name = name;
    return program;
}

// A folder of files.
std::vector<EmittedFile> emit_acados(const std::string& path, const Program& program, EmitOptions options) {
    const std::string name = path.substr(path.find_last_of('/') + 1), folder = path + "_model/";
    options.optimization.kind = OptimizationTool::Kind::acados, options.optimization.model = name;
    const std::vector<AcadosFunction> functions = acados_functions(program);
    std::vector<EmittedFile> files{{folder + name + "_model.h", acados_header(name, functions)}};
    for (const AcadosFunction& function : functions) {
        options.routines = function.routines, options.optimization.function = function.name;
        for (EmittedFile& file : emit(program, options, folder + name + "_" + function.name + ".c"))
            files.push_back(std::move(file));
    }
    return files;
}

}  // namespace

std::vector<EmittedFile> emit_for_optimization(const EmitRequest& request, const Program& given, EmitOptions options) {
    const Program program = renamed(given);
    options.optimization.by = request.by;
    if (request.parameters_are_numbers) options.optimization.constants = constants_of(*request.model, given);
    if (request.language == "acados") return emit_acados(request.file, program, options);
    options.routines = casadi_routines(given);
    options.optimization.kind = OptimizationTool::Kind::casadi, options.optimization.model = given.name;
    return emit(program, options, request.file);
}

}  // namespace lag
