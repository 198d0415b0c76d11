#include "emitters/passes/function_program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/errors.hpp"
#include "emitters/passes/emitted_procedure.hpp"
#include "emitters/passes/reserved_names.hpp"

namespace lag {

namespace {

Extent extent_of(std::size_t n) {
    return {std::to_string(n), n};
}

void add_argument(Routine& routine, const FunctionArgument& given) {
    const Graph& graph = *routine.graph;
    Argument argument{.name = given.name,
                      .intent = Argument::Intent::in,
                      .type = Argument::Type::real,
                      .shape = {},
                      .element_names = {}};
    if (given.is_list) argument.shape = {extent_of(given.symbols.size())};
    for (std::size_t k = 0; k < given.symbols.size(); ++k) {
        const Symbol& symbol = graph.symbol_of(given.symbols[k]);
        if (given.is_list) argument.element_names.push_back(symbol.name);
        routine.reads[symbol] = {routine.arguments.size(), k};
    }
    routine.arguments.push_back(std::move(argument));
}

void add_result(Routine& routine, const FunctionResult& given) {
    Argument argument{.name = given.name,
                      .intent = Argument::Intent::out,
                      .type = Argument::Type::real,
                      .shape = {},
                      .element_names = {}};
    const std::size_t columns = given.is_matrix() ? given.columns : 1;
    if (given.rows > 0) argument.shape.push_back(extent_of(given.rows));
    if (given.is_matrix()) argument.shape.push_back(extent_of(given.columns));
    for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t i = 0; i < std::max<std::size_t>(given.rows, 1); ++i)
            routine.results.push_back(
                {{routine.arguments.size(), j * given.rows + i}, routine.graph->own(given.values[i * columns + j])});
    routine.arguments.push_back(std::move(argument));
}

void take_procedure(Routine& routine, procedures::Procedure procedure) {
    for (std::size_t k = 0; k < procedure.arguments; ++k) {
        const procedures::Variable& v = procedure.variables[k];
        Argument argument{
            .name = v.name, .intent = v.intent, .type = Argument::Type::real, .shape = {}, .element_names = {}};
        for (const SizeSum& sum : v.shape) argument.shape.push_back(lag::extent_of(sum, {}));
        routine.arguments.push_back(std::move(argument));
    }
    routine.text = procedure.comment;
    routine.procedure = std::make_shared<procedures::Procedure>(std::move(procedure));
}

// A name that means something in a language gets another end, the same in all languages.
void rename_taken(Routine& routine) {
    const auto is_free = [&](const std::string& name) {
        return !is_taken_in_c(name) && !is_fortran_intrinsic(name) &&
               std::ranges::find(routine.arguments, name, &Argument::name) == routine.arguments.end();
    };
    for (Argument& argument : routine.arguments) {
        if (!is_taken_in_c(argument.name) && !is_fortran_intrinsic(argument.name)) continue;
        std::string name = argument.name + "_value";
        while (!is_free(name)) name += "_";
        argument.name = std::move(name);
    }
}

void require_arguments(const FreeFunction& function, const Routine& routine) {
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const Expr& e : symbols_in(*routine.graph, roots)) {
        const Symbol& s = routine.graph->symbol_of(e);
        if (!routine.reads.contains(s))
            throw ModelError(
                fmt::format("'{}' stands in the results of {} and is none of its arguments", s.name, function.name),
                "add it to 'arguments', or put a value in with subst(..)");
    }
}

}  // namespace

Program function_program(const FreeFunction& function) {
    Program program;
    program.name = function.name;
    for (const char* size : {"nq", "nu", "np", "nw", "nc", "nl", "nphi", "no"}) program.sizes.push_back({size, 0});
    program.constants_graph = std::make_shared<Graph>();
    Routine& routine = program.routines.emplace_back();
    routine.name = function.name;
    routine.text = "the results that the script gives to " + function.name;
    routine.graph = function.graph;
    if (function.procedure) {
        take_procedure(routine, emitted_procedure(*function.procedure));
        return program;
    }
    for (const FunctionArgument& argument : function.arguments) add_argument(routine, argument);
    for (const FunctionResult& result : function.results) add_result(routine, result);
    require_arguments(function, routine);
    rename_taken(routine);
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const NodeId id : reachable(*function.graph, roots)) {
        const Op op = function.graph->node(id).op;
        if (op != Op::curve && op != Op::map) continue;
        const auto& table = function.graph->lookup_of(id).table;
        if (std::ranges::find(program.tables, table) == program.tables.end()) program.tables.push_back(table);
    }
    return program;
}

}  // namespace lag
