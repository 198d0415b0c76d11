#include "scripts/pipeline/optimization.hpp"

#include <algorithm>
#include <cmath>

#include "core/errors.hpp"
#include "core/model_values.hpp"
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

}  // namespace

std::vector<EmittedFile> emit_for_optimization(const EmitRequest& request, const Program& given, EmitOptions options) {
    Program program = given;
    // the plain routines stand in the same file
    program.name = "lag_" + given.name;
    options.routines = casadi_routines(given);
    options.optimization.kind = OptimizationTool::Kind::casadi;
    options.optimization.model = given.name;
    options.optimization.by = request.by;
    if (request.parameters_are_numbers) options.optimization.constants = constants_of(*request.model, given);
    return emit(program, options, request.file);
}

}  // namespace lag
