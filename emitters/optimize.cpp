// Stage: Program with results as expressions -> Program with statements.
//
// Per routine: expressions -> n-ary code with parameters hoisted -> the best of several pass sequences -> nested
// statements in source order -> pieces. Which sequence wins depends on the mechanism (factoring through shared products
// is worth a third of a vehicle's operations and costs a chain some), so all are tried and counted; the search is
// bounded by the size of the code, never by time. After all routines are final, what they need of parameters alone
// becomes c(1..nc), and `setup` computes it.

#include <algorithm>
#include <map>
#include <set>

#include "core/errors.hpp"
#include "emitters/passes.hpp"

namespace lag {

namespace {

constexpr std::size_t statement_width = 24;
constexpr std::size_t full_search_below = 15000;  // live nodes
constexpr std::size_t other_search_below = 2000;  // routines beside the main one
constexpr std::size_t any_search_below = 400000;

enum class Pass : int { factor, factor_through, pairs, conjugates };
using Sequence = std::vector<Pass>;

Code flatten(const Code& code) {
    return factor_sums(code, Factoring::none);
}

Code applied(Pass pass, const Code& code) {
    switch (pass) {
        case Pass::factor:
            return flatten(factor_sums(code, Factoring::single_use));
        case Pass::factor_through:
            return flatten(factor_sums(code, Factoring::through_shared));
        case Pass::conjugates: {
            const std::optional<Code> expanded = expand_conjugates(code);
            return expanded ? flatten(*expanded) : code;
        }
        case Pass::pairs:
            break;
    }
    return flatten(share_pairs(code));
}

// Each is judged after every pass, so that its beginnings count as sequences too.
std::vector<Sequence> sequences(std::size_t size) {
    using enum Pass;
    if (size > full_search_below) return {{factor, pairs}};
    return {{factor, pairs},
            {pairs, factor},
            {factor_through, pairs, factor, pairs},
            {factor, factor_through, pairs, factor, pairs},
            {pairs, factor_through, pairs, factor, pairs}};
}

// What may follow the expansion of conjugates.
std::vector<Sequence> conjugate_sequences() {
    using enum Pass;
    return {{conjugates, factor, pairs},
            {conjugates, pairs, factor, pairs},
            {conjugates, factor_through, pairs, factor, pairs}};
}

struct Searched {
    Code code;
    Sequence path;  // the passes that led to it
};

// One round: the code with fewest operations among `start` and what the sequences make of it; the first of equals.
// Sequences that begin alike share the work.
Searched best_of(const Code& start, const std::vector<Sequence>& candidates) {
    std::map<Sequence, Code> known;
    Searched best{start, {}};
    long fewest = count_operations(start).total();
    for (const Sequence& sequence : candidates) {
        const Code* trial = &start;
        for (std::size_t length = 1; length <= sequence.size(); ++length) {
            const Sequence beginning(sequence.begin(), sequence.begin() + static_cast<std::ptrdiff_t>(length));
            const auto found = known.find(beginning);
            trial = found != known.end()
                        ? &found->second
                        : &known.emplace(beginning, applied(sequence[length - 1], *trial)).first->second;
            const long count = count_operations(*trial).total();
            if (count < fewest) fewest = count, best = {*trial, beginning};
        }
    }
    return best;
}

// Rounds from the winner on while that helps, at most `rounds`.
void search_rounds(Searched& best, int rounds) {
    for (int round = 0; round < rounds; ++round) {
        const std::size_t size = best.code.size();
        Searched next = best_of(best.code, sequences(size));
        if (next.path.empty()) break;
        best.code = std::move(next.code);
        best.path.insert(best.path.end(), next.path.begin(), next.path.end());
        if (size > full_search_below) break;
    }
}

// `hint`: what served the main routine. Being of the same mechanism, it serves large ones beside it too: they are
// searched no further than that and the plain sequence.
Searched searched(Code code, const Sequence& hint) {
    constexpr int rounds = 2;
    Searched best{flatten(code), {}};
    if (count_operations(best.code).total() > count_operations(code).total()) best.code = std::move(code);
    if (best.code.size() > any_search_below) return best;
    if (!hint.empty() && best.code.size() > other_search_below)
        return best_of(best.code, {hint, {Pass::factor, Pass::pairs}});
    const Searched start = best;
    search_rounds(best, 1);
    const Searched once = best;
    search_rounds(best, rounds - 1);
    for (const Searched* const from : {&start, &once}) {
        if (from->code.size() > full_search_below || !has_conjugates(from->code)) continue;
        Searched expanded = best_of(from->code, conjugate_sequences());
        if (expanded.path.empty()) continue;
        expanded.path.insert(expanded.path.begin(), from->path.begin(), from->path.end());
        search_rounds(expanded, 1);
        if (count_operations(expanded.code).total() < count_operations(best.code).total()) best = std::move(expanded);
    }
    return best;
}

void settle_checks(Program& program, Routine& routine) {
    std::erase_if(routine.checks, [&](const PivotCheck& check) {
        if (routine.graph->node(check.condition).op != Op::constant) return false;
        if (!check.condition.is_zero()) return true;
        const std::size_t nu = program.speeds.size(), rows = nu + program.constraints.size();
        if (check.index > nu && check.index <= rows)
            throw ModelError("the constraints are singular: the pivot of row '" +
                             program.constraints[check.index - nu - 1].name + "' is zero for every state");
        // behind the rows, the end of the assembly, then dependent speeds
        const std::string name = check.index <= nu ? program.speeds[check.index - 1].name
                                                   : program.dependent_speeds[check.index - rows - 2].name;
        throw ModelError("the mass matrix is singular: the pivot of " + name + " is zero for every state",
                         "a body that can move freely in this speed has no inertia against it");
    });
    // of equal conditions only the first can be the first to fail
    std::set<NodeId> stated;
    std::erase_if(routine.checks, [&](const PivotCheck& check) { return !stated.insert(check.condition.id).second; });
}

std::vector<Expr> roots_of(const Routine& routine) {
    std::vector<Expr> roots;
    for (const ResultExpression& result : routine.results) roots.push_back(result.value);
    for (const PivotCheck& check : routine.checks) roots.push_back(check.condition);
    return roots;
}

Sequence passes_of(const Routine& routine) {
    Sequence sequence;
    for (const int pass : routine.passes) sequence.push_back(static_cast<Pass>(pass));
    return sequence;
}

void form_code(Program& program, Routine& routine, bool search, const Sequence& hint) {
    const bool knows_constants =
        routine.name != "setup" &&
        std::ranges::any_of(routine.arguments, [](const Argument& a) { return a.name == "c"; });
    const Dependence free_roles = knows_constants ? bit(Role::parameter) : Dependence{0};
    const std::vector<Expr> roots = roots_of(routine);
    Code code = code_of(*routine.graph, roots, free_roles, program.constants_graph, routine.labels);
    Searched found = search ? searched(std::move(code), hint) : Searched{flatten(code), {}};
    routine.code = std::make_shared<const Code>(std::move(found.code));
    for (const Pass pass : found.path) routine.passes.push_back(static_cast<int>(pass));
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
        routine.graph = program.constants_graph;
        const std::size_t c = 1;  // arguments: p, c
        for (std::size_t k = 0; k < program.constants.size(); ++k) {
            routine.results.push_back({{c, k}, program.constants[k]});
            routine.arguments[c].element_names.push_back(to_string(*program.constants_graph, program.constants[k], 72));
        }
    }
}

}  // namespace

Program optimize_derivatives(Program program, const OptimizeOptions& options) {
    for (Routine& routine : program.routines) {
        if (routine.name != "derivatives") continue;
        settle_checks(program, routine);
        form_code(program, routine, options.search, {});
    }
    return program;
}

Program optimize(Program program, const OptimizeOptions& options) {
    const Program with_derivatives = optimize_derivatives(program, options);
    return optimize(std::move(program), with_derivatives, options);
}

Program optimize(Program program, const Program& with_derivatives, const OptimizeOptions& options) {
    program.constants_graph = with_derivatives.constants_graph;
    Sequence hint;
    for (Routine& routine : program.routines) {
        settle_checks(program, routine);
        const Routine* done = routine.name == "derivatives" ? with_derivatives.find("derivatives") : nullptr;
        if (done == nullptr) continue;
        routine.code = done->code, routine.passes = done->passes;
        hint = passes_of(routine);
    }
    for (Routine& routine : program.routines)
        if (routine.name != "setup" && !routine.code) form_code(program, routine, options.search, hint);
    number_constants(program);
    fill_setup(program);
    for (Routine& routine : program.routines) {
        if (routine.name == "setup") form_code(program, routine, options.search, {});
        routine.code = std::make_shared<const Code>(bound_width(*routine.code, statement_width));
        form_statements(routine, program.externals, options.line_size);
        order_statements(routine);
        split_body(routine, options.split_above, options.piece_size);
    }
    return program;
}

}  // namespace lag
