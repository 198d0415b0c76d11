// Pass: code -> statements. A node that is used more than once gets a temporary; what is used once is written inside
// its user, until a statement would grow beyond the line bound. Comparisons are repeated where they stand (they count
// nothing), hence what they compare is used as often as they are.
//
// What a user's routine is given comes before its call, what needs its results after it. Otherwise,
// order: ascending node numbers, that is the order in which the equations were formed. Never depth first from the
// results, which keeps many more values alive.
//
// No call of a function that a file defines itself stands beside "and" or "or": Fortran may leave such a call out, and
// compilers say so.

#include <algorithm>
#include <map>
#include <numeric>

#include "core/errors.hpp"
#include "emitters/passes/passes.hpp"
#include "emitters/passes/value_names.hpp"

namespace lag {

namespace {

constexpr std::size_t name_size = 8;  // characters of an array element or z123 with its operator, at most
constexpr std::size_t zeros_worth_a_loop = 8;

// A lane symbol is gathered from several elements: no leaf.
bool is_leaf(const Code& code, CodeId id) {
    return code.node(id).kind == CodeKind::free ||
           (code.node(id).kind == CodeKind::symbol && code.symbol_of(id).lanes == 0);
}
bool is_truth(const Code& code, CodeId id) {
    return code.node(id).kind == CodeKind::function && is_condition(code.node(id).op);
}
// A function that Fortran 77 has not.
bool is_own_function(const Code& code, CodeId id) {
    const CodeNode& node = code.node(id);
    return node.kind == CodeKind::function &&
           (node.op == Op::select || node.op == Op::mod || node.op == Op::floor || code.is_lookup(id));
}

std::vector<std::uint32_t> uses_in_text(const Code& code) {
    std::vector<std::uint32_t> uses(code.size(), 0);
    for (const Item& root : code.roots) ++uses[root.id];
    for (auto id = static_cast<CodeId>(code.size()); id-- > 0;) {
        if (uses[id] == 0) continue;
        const std::uint32_t times = is_truth(code, id) ? std::min(uses[id], 1000U) : 1;
        for (const Item& item : code.items(id)) uses[item.id] += times;
    }
    return uses;
}

class Nesting {
  public:
    Nesting(const Code& code, std::size_t line_size, std::size_t lanes_at_once)
        : code_(code),
          line_size_(line_size),
          lanes_at_once_(lanes_at_once),
          uses_(uses_in_text(code)),
          name_size_(code.size(), name_size) {
        for (CodeId id = 0; id < code.size(); ++id)
            if (uses_[id] > 0 && !is_leaf(code, id))
                name_size_[id] = std::max(name_size, description_of(code, id).name.size() + 2);
    }

    std::vector<bool> temporaries(bool store_all_roots) {
        is_temporary_.assign(code_.size(), false);
        size_.assign(code_.size(), name_size);
        if (store_all_roots)
            for (const Item& root : code_.roots)
                is_temporary_[root.id] = !is_leaf(code_, root.id) && !is_truth(code_, root.id);
        for (CodeId id = 0; id < code_.size(); ++id) {
            if (uses_[id] == 0 || is_leaf(code_, id)) continue;
            if (uses_[id] > 1 && !is_truth(code_, id)) is_temporary_[id] = true;
            store_between_slices(id);
            if (code_.node(id).kind == CodeKind::function &&
                (code_.node(id).op == Op::logical_and || code_.node(id).op == Op::logical_or))
                store_own_functions(id);
            bound(id);
        }
        return is_temporary_;
    }
    const std::vector<std::uint32_t>& uses() const { return uses_; }

  private:
    std::size_t shown(CodeId id) const { return is_temporary_[id] ? name_size_[id] : size_[id]; }

    // Size of the node's own text; its largest parts get temporaries until it fits.
    void bound(CodeId id) {
        const auto items = code_.items(id);
        std::size_t size = name_size;
        for (const Item& item : items) size += shown(item.id) + 2;
        std::vector<CodeId> parts;
        for (const Item& item : items) store_candidates(item.id, parts);
        std::stable_sort(parts.begin(), parts.end(), [&](CodeId a, CodeId b) { return shown(a) > shown(b); });
        for (std::size_t k = 0; k < parts.size() && size > line_size_; ++k) {
            if (is_temporary_[parts[k]] || shown(parts[k]) <= name_size_[parts[k]]) continue;
            size -= std::min(size, shown(parts[k]) - name_size_[parts[k]]);
            is_temporary_[parts[k]] = true;
        }
        size_[id] = size;
    }
    // A statement in slices computes nothing that all slices have, and what comes from the slices is a statement. A sine is
    // evaluated in the piece that has its angle.
    void store_between_slices(CodeId id) {
        const CodeNode& node = code_.node(id);
        const auto is_in_slices = [&](CodeId part) { return code_.node(part).lanes > lanes_at_once_; };
        const auto store = [&](CodeId part) {
            if (!is_leaf(code_, part) && !is_truth(code_, part)) is_temporary_[part] = true;
        };
        if (is_in_slices(id) && node.kind == CodeKind::function && (node.op == Op::sin || node.op == Op::cos))
            store(id);
        for (const Item& item : code_.items(id))
            if (is_in_slices(item.id) != is_in_slices(id)) store(is_in_slices(id) ? item.id : id), store(item.id);
    }
    void store_own_functions(CodeId condition) {
        std::vector<CodeId> open{condition};
        while (!open.empty()) {
            const CodeId part = open.back();
            open.pop_back();
            if (is_leaf(code_, part) || is_temporary_[part]) continue;
            if (is_own_function(code_, part))
                is_temporary_[part] = true;
            else
                for (const Item& item : code_.items(part)) open.push_back(item.id);
        }
    }
    // Truth values cannot be stored, but what they compare can.
    void store_candidates(CodeId id, std::vector<CodeId>& parts) const {
        std::vector<CodeId> open{id};
        while (!open.empty() && parts.size() < 1000) {
            const CodeId part = open.back();
            open.pop_back();
            if (is_leaf(code_, part)) continue;
            if (!is_truth(code_, part)) {
                parts.push_back(part);
                continue;
            }
            for (const Item& item : code_.items(part)) open.push_back(item.id);
        }
    }

    const Code& code_;
    std::size_t line_size_, lanes_at_once_;
    std::vector<std::uint32_t> uses_;
    std::vector<std::size_t> name_size_;  // of a node, if it has a temporary
    std::vector<bool> is_temporary_;
    std::vector<std::size_t> size_;
};

bool is_zero_result(const Routine& routine, std::size_t k) {
    const Item& root = routine.code->roots[k];
    return routine.code->is_free(root.id) && routine.code->free_value(root.id).is_zero();
}

void find_zeroed_arguments(Routine& routine) {
    std::vector<std::size_t> zeros(routine.arguments.size(), 0);
    for (std::size_t k = 0; k < routine.results.size(); ++k)
        if (is_zero_result(routine, k)) ++zeros[routine.results[k].place.argument];
    for (std::size_t a = 0; a < zeros.size(); ++a)
        if (zeros[a] > zeros_worth_a_loop && routine.arguments[a].intent == Argument::Intent::out)
            routine.zeroed.push_back(a);
}

// By node: how many user's routines must have been called before it can be computed.
std::vector<std::size_t> calls_before(const Routine& routine) {
    const Code& code = *routine.code;
    std::vector<std::size_t> calls(code.size(), 0);
    for (CodeId id = 0; id < code.size(); ++id) {
        for (const Item& item : code.items(id)) calls[id] = std::max(calls[id], calls[item.id]);
        if (code.node(id).kind != CodeKind::symbol || code.symbol_of(id).role != Role::external_result) continue;
        for (const ArgumentElement& place : routine.places_of(code.symbol_of(id))) {
            const auto gives_it = [&](const ExternalCall& c) { return place.element < c.first_result + c.results; };
            const auto call = std::ranges::find_if(routine.calls, gives_it);
            calls[id] = std::max(calls[id], static_cast<std::size_t>(call - routine.calls.begin()) + 1);
        }
    }
    return calls;
}

// What the statement's own value is; equal values of two results have one node, so a result is not called after it.
void describe(const Routine& routine, CodeStatement& statement) {
    if (statement.kind == CodeStatement::Kind::result) {
        const Argument& argument = routine.arguments[statement.place.argument];
        if (statement.place.element < argument.element_names.size())
            statement.comment = argument.element_names[statement.place.element];
    }
    if (statement.kind != CodeStatement::Kind::temporary) return;
    if (routine.code->node(statement.value.id).kind == CodeKind::symbol) {
        statement.name = gathered_name(routine.code->symbol_of(statement.value.id).name);
        statement.comment = statement.name.empty() ? "" : statement.name + " in each lane";
        return;
    }
    const Label label = description_of(*routine.code, statement.value.id);
    statement.comment = label.text, statement.name = label.name;
}

CodeStatement statement_of(CodeStatement::Kind kind, const Item& value, std::size_t number) {
    CodeStatement s;
    s.kind = kind, s.value = value, s.number = number;
    return s;
}
CodeStatement call_of(std::size_t external) {
    CodeStatement s = statement_of(CodeStatement::Kind::call, {}, external);
    s.operations.call = 1;
    return s;
}

}  // namespace

void form_statements(Routine& routine, std::size_t line_size) {
    const Code& code = *routine.code;
    bool in_place = false;
    for (std::size_t a = 0; a < routine.arguments.size(); ++a)
        in_place = in_place || routine.overwrites_what_it_reads(a);
    Nesting nesting(code, line_size, routine.lanes_at_once);
    const std::vector<bool> stored = nesting.temporaries(in_place);
    find_zeroed_arguments(routine);

    // roots by node, in the order of results, then checks
    std::vector<std::pair<CodeId, std::size_t>> roots;
    for (std::size_t k = 0; k < code.roots.size(); ++k) {
        const bool is_result = k < routine.results.size();
        if (is_result && is_zero_result(routine, k) &&
            std::ranges::count(routine.zeroed, routine.results[k].place.argument) > 0)
            continue;
        roots.emplace_back(code.roots[k].id, k);
    }
    std::ranges::sort(roots);

    routine.temporary.assign(code.size(), 0);
    routine.lanes = lanes_of_values(code);
    std::uint32_t numbered = 0;
    std::vector<CodeStatement> at_the_end;
    const auto add = [&](CodeStatement statement, std::vector<CodeStatement>& list) {
        describe(routine, statement);
        list.push_back(std::move(statement));
    };
    std::vector<CodeId> order(code.size());
    std::iota(order.begin(), order.end(), CodeId{0});
    // Checks of one block in their order, whatever is known first: of its pivots that fail, the first is reported.
    std::map<std::size_t, CodeStatement> waiting;
    std::vector<bool> asked(routine.checks.size(), false);
    const auto add_check = [&](std::size_t k, CodeStatement check) {
        waiting.emplace(k, std::move(check));
        const auto is_next = [&](std::size_t one) {
            return one == 0 || !routine.checks[one].after_previous || asked[one - 1];
        };
        for (auto next = waiting.find(k); next != waiting.end() && is_next(k); next = waiting.find(++k)) {
            add(std::move(next->second), routine.statements);
            waiting.erase(next);
            asked[k] = true;
        }
    };
    std::size_t called = 0;
    const auto call_up_to = [&](std::size_t count) {
        for (; called < count; ++called) routine.statements.push_back(call_of(called));
    };
    std::vector<std::size_t> calls;
    if (routine.calls_externals()) {
        calls = calls_before(routine);
        std::ranges::stable_sort(order, {}, [&](CodeId id) { return calls[id]; });
    }
    for (const CodeId id : order) {
        if (!calls.empty()) call_up_to(calls[id]);
        if (stored[id]) {
            routine.temporary[id] = ++numbered;
            add(statement_of(CodeStatement::Kind::temporary, {id, false}, numbered), routine.statements);
        }
        auto next = static_cast<std::size_t>(
            std::ranges::lower_bound(roots, id, {}, &std::pair<CodeId, std::size_t>::first) - roots.begin());
        for (; next < roots.size() && roots[next].first == id; ++next) {
            const std::size_t k = roots[next].second;
            const bool is_lane_value = routine.lanes[id] > 0;  // what differed between lanes may have cancelled
            if (k < routine.results.size()) {
                CodeStatement result = statement_of(CodeStatement::Kind::result, code.roots[k], 0);
                result.place = routine.results[k].place;
                if (is_lane_value) result.lane = routine.results[k].lane;
                // what a call is given stands before it
                const bool waits =
                    in_place && routine.arguments[result.place.argument].intent != Argument::Intent::local;
                add(std::move(result), waits ? at_the_end : routine.statements);
            } else {
                const std::size_t number = k - routine.results.size();
                const PivotCheck& pivot = routine.checks[number];
                CodeStatement check = statement_of(CodeStatement::Kind::check, code.roots[k], pivot.info);
                if (is_lane_value) check.by_lane = pivot.by_lane;
                add_check(number, std::move(check));
            }
        }
    }
    if (routine.calls_externals()) call_up_to(routine.calls.size());
    std::ranges::stable_sort(at_the_end, {}, &CodeStatement::place);
    routine.statements.insert(routine.statements.end(), at_the_end.begin(), at_the_end.end());
    std::size_t formed = 0;
    for (CodeStatement& statement : routine.statements) {
        statement.formed = formed++;
        const bool is_call = statement.kind == CodeStatement::Kind::call;
        const bool is_name =
            !is_call && statement.kind != CodeStatement::Kind::temporary && routine.is_temporary(statement.value.id);
        if (!is_name && !is_call) statement.operations = count_in_text(routine, statement.value.id);
        routine.operations.add += statement.operations.add;
        routine.operations.mul += statement.operations.mul;
        routine.operations.div += statement.operations.div;
        routine.operations.sqrt += statement.operations.sqrt;
        routine.operations.call += statement.operations.call;
    }
    routine.pieces = {{0, routine.statements.size()}};
}

}  // namespace lag
