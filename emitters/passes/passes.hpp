// The passes between the graph and the statements, one per file. Each takes Code and gives new Code of the same value;
// `optimize` keeps a result only when it counts no more operations than what it had; of reduce_height, when it costs less.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>

#include "core/graph.hpp"
#include "emitters/program/code.hpp"
#include "emitters/program/program.hpp"

namespace lag {

// hoist.cpp: graph nodes below the roots -> n-ary code. Sub-expressions that depend on `free_roles` alone become free
// leaves of `free_graph`; dead nodes do not arrive. `labels` move along.
Code code_of(Graph& graph, std::span<const Expr> roots, Dependence free_roles, const std::shared_ptr<Graph>& free_graph,
             const NodeLabels& labels);

enum class Factoring {
    none,            // only flattens what is used once, merges like terms and drops dead nodes
    single_use,      // a b + a c -> a (b + c) where the products are used nowhere else
    through_shared,  // the same through products that are used elsewhere: a gamble
    distributing,    // single_use; numbers times sums used once become terms where that is fewer operations
};

// factor.cpp: flattens single-use sums and products, merges like terms, takes common factors out of sums.
Code factor_sums(const Code& code, Factoring factoring);

// pairs.cpp: the pair of factors (terms) that most products (sums) have in common becomes a node of its
// own, and again.
Code share_pairs(const Code& code);

// conjugates.cpp: products of a + b and of a - b are multiplied out, a gamble; nothing where there are none.
std::optional<Code> expand_conjugates(const Code& code);
bool has_conjugates(const Code& code);

// resubstitute.cpp: what has the value of something that is there already, or of a sum, difference or product of two such
// values, is replaced by it where that saves operations.
Code resubstitute(const Code& code);

// spread.cpp: a sum that is used in other sums alone is written out in them where that saves operations.
Code spread_sums(const Code& code);

// height.cpp: code whose results are known earlier, with more operations: of all on the way, the one of least `cost`, `code`
// itself where none has less.
Code reduce_height(const Code& code, const std::function<std::size_t(const Code&)>& cost);
// optimize.cpp: the code with fewest estimated cycles, eight operations counted as one. Long routines stay: instructions
// decide there, not how they wait for one another.
Routine with_reduced_height(Routine routine);

// width.cpp: sums and products of more than `width` items become chains of shorter ones; makes conditions that are
// used more than once cheap to repeat. Does not change the count.
Code bound_width(const Code& code, std::size_t width);
constexpr std::size_t statement_width = 24;  // of emitted statements

// nest.cpp: code -> statements in source order; what is used once is nested into its user
// within `line_size` characters.
void form_statements(Routine& routine, std::size_t line_size);

// terms.cpp: when each value is known at the earliest, hence in which order terms and factors are written. Counts do
// not change.
void order_terms(Routine& routine);
// Terms of a sum with their signs in it, or factors and divisors of a product, in the order of the text.
std::vector<Item> items_in_text(const Routine& routine, const Item& node);
// A product written in a sum, of factors alone: it goes into a multiply-add.
bool is_fused(const Routine& routine, CodeId id);

// order.cpp: statements in an order that processors and compilers make good use of, within pieces. Calls of user's
// routines and what overwrites an argument stay where they are. Values and counts do not change.
void order_statements(Routine& routine, OrderGoal goal);

// slices.cpp: where lane values have more lanes than are computed at once, the body is cut into pieces, some of which compute
// one slice of them and are called for each.
void cut_into_slices(Routine& routine);
// Whether every slice reads and writes at the same distance from the one before, and nothing needs the slices one by one.
bool may_be_in_slices(const Routine& routine);

// split.cpp: bodies above `split_above` operations are cut into pieces, unless they are in slices; values that cross get
// a slot of the workspace.
void split_body(Routine& routine, std::size_t split_above, std::size_t piece_size);
// The slots alone, of pieces that are there.
void give_slots(Routine& routine);
// Numbers of the temporaries in the text of the statement, below its own.
std::vector<std::uint32_t> temporaries_read(const Routine& routine, const CodeStatement& statement);

// sections.cpp: what the statements compute, told above the first of each block of them. `own_sines`: they stand in
// the order of a SinePlan (sine_plan.hpp), and a banner stands above the sines before its first statement.
void mark_sections(const Program& program, Routine& routine, bool own_sines);

// The nodes of the expression tree of one statement, in the order of a walk from `root`; temporaries below the root and
// leaves are its leaves. A node stands in it as often as in the text.
std::vector<CodeId> nodes_in_text(const Routine& routine, CodeId root);

// Operations in the text of the tree.
OperationCount count_in_text(const Routine& routine, CodeId root);

}  // namespace lag
