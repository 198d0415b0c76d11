// Stage: Program with results as expressions -> Program with statements.
//
// Per routine: expressions -> n-ary code with parameters hoisted -> the best of several pass sequences -> nested
// statements in source order -> pieces. Which sequence wins depends on the mechanism (factoring through shared products
// is worth a third of a vehicle's operations and costs a chain some), so all are tried and counted; the search is
// bounded by the size of the code, never by time. After all routines are final, what they need of parameters alone
// becomes c(1..nc), and `setup` computes it.

#include <algorithm>
#include <functional>
#include <set>

#include "core/errors.hpp"
#include "emitters/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t statement_width = 24;
constexpr std::size_t full_search_below = 15000;  // live nodes
constexpr std::size_t any_search_below = 400000;

using Sequence = std::vector<std::function<Code(const Code&)>>;

Code flatten(const Code& code) {
    return factor_sums(code, Factoring::none);
}
Code factor(const Code& code) {
    return flatten(factor_sums(code, Factoring::single_use));
}
Code factor_through(const Code& code) {
    return flatten(factor_sums(code, Factoring::through_shared));
}
Code pairs(const Code& code) {
    return flatten(share_pairs(code));
}

// Each is judged after every pass, so that its beginnings count as sequences too.
std::vector<Sequence> sequences(std::size_t size) {
    if (size > full_search_below) return {{factor, pairs}};
    return {{factor, pairs},
            {pairs, factor},
            {factor_through, pairs, factor, pairs},
            {factor, factor_through, pairs, factor, pairs},
            {pairs, factor_through, pairs, factor, pairs}};
}

// The code with fewest operations among `code` and what the sequences make of it; the first of equals. Repeated from
// the winner while that helps.
Code searched(Code code) {
    constexpr int rounds = 4;
    Code best = flatten(code);
    if (count_operations(best).total() > count_operations(code).total()) best = std::move(code);
    if (best.size() > any_search_below) return best;
    for (int round = 0; round < rounds; ++round) {
        const Code start = best;
        long fewest = count_operations(start).total();
        bool improved = false;
        for (const Sequence& sequence : sequences(start.size())) {
            Code trial = start;
            for (const auto& pass : sequence) {
                trial = pass(trial);
                const long count = count_operations(trial).total();
                if (count < fewest) fewest = count, best = trial, improved = true;
            }
        }
        if (!improved || start.size() > full_search_below) break;
    }
    return best;
}

void drop_decided_checks(Program& program, Routine& routine) {
    std::erase_if(routine.checks, [&](const PivotCheck& check) {
        if (routine.graph->node(check.condition).op != Op::constant) return false;
        if (!check.condition.is_zero()) return true;
        const std::string name = check.index <= program.speeds.size() ? program.speeds[check.index - 1].name : "?";
        throw ModelError("the mass matrix is singular: the pivot of " + name + " is zero for every state",
                         "a body that can move freely in this speed has no inertia against it");
    });
}

std::vector<Expr> roots_of(const Routine& routine) {
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
    return roots;
}

void form_code(Program& program, Routine& routine, bool search) {
    const bool knows_constants =
        routine.name != "setup" &&
        std::ranges::any_of(routine.arguments, [](const Argument& a) { return a.name == "c"; });
    const Dependence free_roles = knows_constants ? bit(Role::parameter) : Dependence{0};
    const std::vector<Expr> roots = roots_of(routine);
    Code code = code_of(*routine.graph, roots, free_roles, program.constants_graph, routine.labels);
    routine.code = std::make_shared<const Code>(search ? searched(std::move(code)) : flatten(code));
}

// Plain parameters in declared order, then expressions by their structural hash: an order that no routine and no order
// of creation influences.
void number_constants(Program& program) {
    const Graph& graph = *program.constants_graph;
    std::set<NodeId> needed;
    for (const Routine& routine : program.routines) {
        if (!routine.code) continue;
        const std::vector<std::uint32_t> uses = count_uses(*routine.code);
        for (CodeId id = 0; id < routine.code->size(); ++id) {
            if (uses[id] == 0 || !routine.code->is_free(id)) continue;
            const Expr value = routine.code->free_value(id);
            if (graph.node(value).dependence != 0) needed.insert(value.id);
        }
    }
    std::vector<NodeId> order;
    for (const TableRow& parameter : program.parameters) {
        const Expr symbol = program.constants_graph->symbol(parameter.name, Role::parameter);
        if (needed.erase(symbol.id) > 0) order.push_back(symbol.id);
    }
    std::vector<NodeId> rest(needed.begin(), needed.end());
    std::ranges::sort(
        rest, [&](NodeId a, NodeId b) { return std::pair(graph.node(a).hash, a) < std::pair(graph.node(b).hash, b); });
    order.insert(order.end(), rest.begin(), rest.end());
    for (const NodeId id : order) {
        program.constant_number.emplace(id, static_cast<std::uint32_t>(program.constants.size()));
        program.constants.push_back(program.constants_graph->expr(id));
    }
    program.size("nc").value = program.constants.size();
    for (Routine& routine : program.routines)
        for (Argument& argument : routine.arguments)
            for (Extent& extent : argument.shape)
                if (extent.name == "nc") extent.value = program.constants.size();
}

void fill_setup(Program& program) {
    for (Routine& routine : program.routines) {
        if (routine.name != "setup") continue;
        const std::size_t c = 1;  // arguments: p, c
        for (std::size_t k = 0; k < program.constants.size(); ++k) {
            routine.results.push_back({{c, k}, program.constants[k]});
            routine.arguments[c].element_names.push_back(to_string(*program.constants_graph, program.constants[k], 72));
        }
    }
}

}  // namespace

Program optimize(Program program, const OptimizeOptions& options) {
    for (Routine& routine : program.routines) {
        drop_decided_checks(program, routine);
        if (routine.name != "setup") form_code(program, routine, options.search);
    }
    number_constants(program);
    fill_setup(program);
    for (Routine& routine : program.routines) {
        if (routine.name == "setup") form_code(program, routine, options.search);
        routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
        form_statements(routine, options.line_size);
        split_body(routine, options.split_above, options.piece_size);
    }
    return program;
}

}  // namespace lag
