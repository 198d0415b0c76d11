// A matrix of a mechanism as a problem of its own: reads a script, writes <model>_ldl.hpp with
//   <model>_ldl_solve(a, b, x, info)   factor and solve, straight-line, in the searched order; pivots in groups, or one by one
//   <model>_ldl::row, column           where a[k] stands: row >= column, by rows
// for bench/solvers.cpp.    ldl_source SCRIPT.lag FOLDER [single]
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "core/errors.hpp"
#include "emitters/writers/emit.hpp"
#include "lagrange/dynamics/partials.hpp"
#include "lagrange/formulations/pivot_guard.hpp"
#include "lagrange/kinematics/kinematics.hpp"
#include "scripts/pipeline/mechanics.hpp"
#include "scripts/statements/statement_table.hpp"
#include "scripts/syntax/grammar.hpp"
#include "sparse_ldl/execute.hpp"

namespace {

using namespace lag;

// As the lowering of accelerations has it: a pivot that fails is replaced by selection.
struct ExpressionPolicy {
    Graph& graph;
    std::vector<PivotCheck> checks;

    Expr reciprocal_of_pivot(const Expr& d, const Expr& lead, const PivotSite& site) {
        const Expr margin = graph.constant(exact_rational(pivot_margin));
        const Expr bound = site.can_cancel ? graph.mul(margin, lead) : graph.integer(0);
        const Expr holds = site.sign > 0 ? graph.binary(Op::less, bound, d) : graph.binary(Op::less, d, bound);
        checks.push_back({holds, site.row + 1});
        return graph.div(graph.integer(1), graph.select(holds, d, graph.constant(site.sign * parse_rational("1e30"))));
    }
    Expr zero() { return graph.integer(0); }
    // The k-th pivot is the quotient of two leading minors of D.
    PivotBlock<Expr> block(const SymmetricBlock<Expr>& D, const std::vector<Expr>& leads,
                           const std::vector<PivotSite>& sites) {
        std::vector<GuardedPivot> pivots;
        for (std::size_t k = 0; k < sites.size(); ++k)
            pivots.push_back({leads[k], sites[k], sites[k].row + 1, "row " + std::to_string(sites[k].row + 1)});
        PivotGuard guard(graph);
        PivotBlock<Expr> inverse = guard.block(D, pivots);
        checks.insert(checks.end(), guard.checks.begin(), guard.checks.end());
        return inverse;
    }
};

// Arguments a (the entries), b, x, info: `entries` row by row.
Program solver(const std::string& name, const LdlPlan& plan) {
    const SymmetricPattern& pattern = plan.pattern;
    Program program;
    program.name = name + "_ldl";
    program.title = "factor and solve";
    const Extent na{"na", pattern.nonzeros()}, n{"n", pattern.size()};
    program.sizes = {na, n};
    for (const char* size : {"nq", "nu", "np", "nw", "nc", "nl", "nphi", "no"}) program.sizes.push_back({size, 0});
    program.constants_graph = std::make_shared<Graph>();
    Routine& routine = program.routines.emplace_back();
    routine.name = "solve", routine.text = "x of A x = b";
    routine.graph = std::make_shared<Graph>();
    routine.arguments = {{"a", Argument::Intent::in, Argument::Type::real, {na}, {}},
                         {"b", Argument::Intent::in, Argument::Type::real, {n}, {}},
                         {"x", Argument::Intent::out, Argument::Type::real, {n}, {}},
                         {"info", Argument::Intent::out, Argument::Type::integer, {}, {}}};
    const auto input = [&](std::size_t argument, std::size_t element) {
        const std::string symbol = routine.arguments[argument].name + std::to_string(element);
        routine.reads[{symbol, Role::input}] = {argument, element};
        return routine.graph->symbol(symbol, Role::input);
    };
    std::map<std::pair<std::size_t, std::size_t>, Expr> entries;
    for (std::size_t i = 0; i < pattern.size(); ++i)
        for (const std::size_t j : pattern.lower_row(i)) entries.emplace(std::pair{i, j}, input(0, entries.size()));
    std::vector<Expr> right_side;
    for (std::size_t i = 0; i < pattern.size(); ++i) right_side.push_back(input(1, i));
    ExpressionPolicy policy{*routine.graph, {}};
    const auto entry = [&](std::size_t i, std::size_t j) { return entries.at({i, j}); };
    const LdlResult<Expr> result = execute(plan, entry, right_side, policy);
    for (std::size_t i = 0; i < pattern.size(); ++i) routine.results.push_back({{2, i}, result.x[i]});
    routine.checks = policy.checks;
    return optimize(std::move(program));
}

std::string places(const std::string& name, const SymmetricPattern& pattern) {
    std::string rows, columns;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        for (const std::size_t j : pattern.lower_row(i)) {
            rows += (rows.empty() ? "" : ", ") + std::to_string(i);
            columns += (columns.empty() ? "" : ", ") + std::to_string(j);
        }
    }
    return "namespace " + name + "_ldl {\ninline constexpr int row[] = {" + rows +
           "};\ninline constexpr int column[] = {" + columns + "};\n}  // namespace " + name + "_ldl\n";
}

int run(const std::string& script, const std::string& folder, bool in_groups) {
    std::ifstream in(script, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    const auto mechanics = lagrange_mechanics();
    const Model model = interpret(parse(text.str(), script), *mechanics).model;
    const Kinematics kinematics = compute_kinematics(model);
    const Equations equations = form_equations(model, kinematics, compute_partials(model, kinematics));
    const LdlPlan plan = in_groups ? plan_ldl_in_groups(equations.pattern) : plan_ldl(equations.pattern);
    const Program program = solver(model.name, plan);
    EmitOptions options;
    options.language = Language::cpp;
    const std::string file = model.name + "_ldl.hpp";
    std::ofstream out(folder + "/" + file);
    out << emit(program, options, file).front().text << places(model.name, equations.pattern);
    std::cout << model.name << ": " << equations.pattern.size() << " rows, " << count_operations(plan).total()
              << " operations of the plan, " << program.routines.front().operations.total() << " emitted\n";
    return out ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3 && argc != 4) {
        std::cerr << "ldl_source SCRIPT.lag FOLDER [single]\n";
        return 2;
    }
    try {
        return run(argv[1], argv[2], argc == 3);
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
