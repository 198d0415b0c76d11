#include "lagrange/kinematics/lane_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/calculus.hpp"
#include "core/errors.hpp"
#include "core/hash.hpp"
#include "core/lanes.hpp"

namespace lag {

namespace {

constexpr std::size_t longest_text = 60;  // of an expression in a message

Expr operand(Graph& graph, Expr e, int k) {
    return graph.expr(graph.node(e).operand[k]);
}
Op op_of(const Graph& graph, Expr e) {
    return graph.node(e).op;
}

std::vector<std::string> words_of(const std::string& name) {
    std::vector<std::string> words(1);
    for (const char c : name) {
        if (c == '_') words.emplace_back();
        if (c != '_') words.back() += c;
    }
    return words;
}

bool is_of_either_order(Op op) {
    return op == Op::min || op == Op::max;
}

// All of the same number of lanes.
bool all_equal(const std::vector<Expr>& members) {
    return std::ranges::all_of(members, [&](const Expr& e) { return e.id == members.front().id; });
}

}  // namespace

std::string common_name(const std::vector<std::string>& names) {
    std::string primes;
    while (primes.size() < names.front().size() && names.front()[names.front().size() - 1 - primes.size()] == '\'')
        primes += '\'';
    std::vector<std::vector<std::string>> words;
    std::string prefix = names.front();
    for (const std::string& name : names) {
        words.push_back(words_of(name));
        const auto ends = std::ranges::mismatch(prefix, name);
        prefix.erase(ends.in1, prefix.end());
    }
    std::string common;
    for (std::size_t k = 0; k < words.front().size(); ++k) {
        const auto has_it = [&](const auto& other) { return k < other.size() && other[k] == words.front()[k]; };
        if (words.front()[k].empty() || !std::ranges::all_of(words, has_it)) continue;
        common += (common.empty() ? "" : "_") + words.front()[k];
    }
    if (common.empty()) common = prefix;
    while (!common.empty() && std::isalnum(static_cast<unsigned char>(common.back())) == 0) common.pop_back();
    if (common.empty()) return names.front();
    return common.ends_with(primes) ? common : common + primes;
}

LaneValues::LaneValues(Graph& graph, std::size_t within) : graph_(graph), within_(within) {
    for (NodeId id = 0; id < graph.size(); ++id) {
        const Node& node = graph.node(id);
        if (node.op != Op::symbol || (node.dependence & in_lanes) == 0) continue;
        std::vector<NodeId> ids;
        for (const Expr& member : graph.lane_members(id)) ids.push_back(member.id);
        symbols_.emplace(std::pair(graph.symbol_of(id).role, std::move(ids)), graph.expr(id));
    }
}

void LaneValues::pair(const std::vector<Expr>& symbols) {
    const std::uint64_t number = mix(pairs_++ + 0x1a9eULL);
    for (const Expr& e : symbols) {
        const Expr core = op_of(graph_, e) == Op::neg ? operand(graph_, e, 0) : e;
        if (op_of(graph_, core) == Op::symbol) part_[core.id] = number;
    }
    pair_.emplace(number, symbols);
}

std::optional<LaneValues::SignedPair> LaneValues::signed_pair(const std::vector<Expr>& members) {
    const auto core_of = [&](const Expr& e) { return op_of(graph_, e) == Op::neg ? operand(graph_, e, 0) : e; };
    const auto part = part_.find(core_of(members.front()).id);
    if (part == part_.end()) return std::nullopt;
    const std::vector<Expr>& pair = pair_.at(part->second);
    SignedPair result;
    if (pair.size() != members.size()) return std::nullopt;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (core_of(members[i]) != core_of(pair[i])) return std::nullopt;
        result.signs.push_back(graph_.integer(members[i] == pair[i] ? 1 : -1));
        if (!pair[i].is_zero()) names.push_back(graph_.symbol_of(core_of(pair[i])).name);
    }
    result.symbol = symbol(pair, graph_.symbol_of(core_of(members.front())).role, common_name(names));
    return result;
}

Expr LaneValues::said_of(std::size_t lane, Expr e) const {
    const std::array<Expr, 1> roots{e};
    Substitution to_lane(graph_);
    for (const Expr& symbol : symbols_in(graph_, roots, bit(Role::coordinate) | bit(Role::speed))) {
        const auto part = part_.find(symbol.id);
        if (part == part_.end()) continue;
        const std::vector<Expr>& members = pair_.at(part->second);
        if (lane >= members.size() || members[lane].is_zero()) return e;
        const auto is_own = [&](const Expr& member) {
            return member == symbol || (op_of(graph_, member) == Op::neg && operand(graph_, member, 0) == symbol);
        };
        const auto own = std::ranges::find_if(members, is_own);
        const bool is_opposite = (op_of(graph_, *own) == Op::neg) != (op_of(graph_, members[lane]) == Op::neg);
        const Expr other = op_of(graph_, members[lane]) == Op::neg ? operand(graph_, members[lane], 0) : members[lane];
        to_lane.replace(symbol, is_opposite ? -other : other);
    }
    return to_lane(e);
}

bool LaneValues::is_parametric(Expr e) const {
    return (graph_.node(e).dependence & ~(bit(Role::parameter) | in_lanes)) == 0;
}

// Brackets: no name of a script has them.
std::string LaneValues::unused_name(const std::string& name, Role role) {
    const auto is_taken = [&](const std::string& other) {
        return std::ranges::any_of(symbols_, [&](const auto& known) {
            return known.first.first == role && graph_.symbol_of(known.second).name == other;
        });
    };
    std::string unused = name + "[]";
    for (int k = 2; is_taken(unused); ++k) unused = fmt::format("{}[{}]", name, k);
    return unused;
}

std::vector<Expr> LaneValues::in_all_lanes(const std::vector<Expr>& members) {
    if (within_ == 0) return members;
    LaneExpansion in_lane(graph_);
    std::vector<Expr> all;
    for (const Expr& member : members)
        for (std::size_t lane = 0; lane < within_; ++lane)
            all.push_back(in_lane(graph_.lane_repeat(member, within_), lane));
    return all;
}

Expr LaneValues::symbol(const std::vector<Expr>& of_limbs, Role role, const std::string& name) {
    const std::vector<Expr> members = in_all_lanes(of_limbs);
    std::vector<NodeId> ids;
    for (const Expr& e : members) ids.push_back(e.id);
    const auto known = symbols_.find({role, ids});
    const bool is_new = known == symbols_.end();
    const std::string own_name = is_new ? unused_name(name, role) : graph_.symbol_of(known->second).name;
    const Expr made = graph_.lane_symbol(own_name, role, members);  // asked for: the graph's lanes are these
    symbols_.emplace(std::pair(role, std::move(ids)), made);
    return made;
}

// Opposite ones are one parameter.
Expr LaneValues::parameter(const std::vector<Expr>& members) {
    if (op_of(graph_, members.front()) == Op::neg) {
        std::vector<Expr> others;
        for (const Expr& e : members) others.push_back(-e);
        return -parameter(others);
    }
    std::vector<NodeId> ids, opposite;
    std::vector<std::string> names;
    for (const Expr& e : members) {
        ids.push_back(e.id), opposite.push_back(graph_.neg(e).id);
        if (op_of(graph_, e) == Op::symbol) names.push_back(graph_.symbol_of(e).name);
    }
    if (const auto known = parameters_.find(ids); known != parameters_.end()) return known->second;
    if (const auto known = parameters_.find(opposite); known != parameters_.end()) return -known->second;
    const std::string name =
        names.size() == members.size() ? common_name(names) : "p" + std::to_string(parameters_.size() + 1);
    const Expr made = symbol(members, Role::parameter, name);
    parameters_.emplace(std::move(ids), made);
    return made;
}

Expr LaneValues::joined(std::vector<Expr> members) {
    for (Expr& e : members) e = graph_.own(e);
    if (all_equal(members)) return members.front();
    if (std::ranges::all_of(members, [&](const Expr& e) { return is_parametric(e); })) return parameter(members);

    // signs, and limbs that lack it, become factors
    const auto some = *std::ranges::find_if(members, [](const Expr& e) { return !e.is_zero(); });
    std::vector<Expr> factors(members.size(), graph_.integer(1)), cores = members;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (op_of(graph_, cores[i]) == Op::neg)
            factors[i] = graph_.integer(-1), cores[i] = operand(graph_, cores[i], 0);
        if (cores[i].is_zero()) factors[i] = graph_.integer(0), cores[i] = said_of(i, some);
    }
    const bool are_symbols = std::ranges::all_of(cores, [&](const Expr& e) {
        return op_of(graph_, e) == Op::symbol && graph_.symbol_of(e).role == graph_.symbol_of(cores[0]).role;
    });
    if (const auto pair = are_symbols ? signed_pair(members) : std::nullopt) return joined(pair->signs) * pair->symbol;
    if (are_symbols) {
        std::vector<std::string> names;
        for (const Expr& e : cores) names.push_back(graph_.symbol_of(e).name);
        return symbol(members, graph_.symbol_of(cores[0]).role, common_name(names));
    }
    if (!(cores == members)) return joined(factors) * joined(cores);

    const auto is_sum = [&](const Expr& e) { return op_of(graph_, e) == Op::add || op_of(graph_, e) == Op::sub; };
    const auto is_product = [&](const Expr& e) { return op_of(graph_, e) == Op::mul || op_of(graph_, e) == Op::div; };
    if (std::ranges::any_of(members, is_sum)) return joined_terms(members);
    if (std::ranges::any_of(members, is_product)) return joined_factors(members);
    return joined_operands(members);
}

// Those whose order says nothing by what they are made of.
std::vector<Expr> LaneValues::operands_of(Expr e) {
    std::vector<Expr> operands;
    for (int k = 0; k < arity(op_of(graph_, e)); ++k) operands.push_back(operand(graph_, e, k));
    if (is_of_either_order(op_of(graph_, e)))
        std::ranges::stable_sort(operands, {}, [&](const Expr& of) { return shape_of(of); });
    return operands;
}

Expr LaneValues::joined_operands(const std::vector<Expr>& members) {
    const Node first = graph_.node(members.front());
    std::array<Expr, 3> operands;
    for (const Expr& e : members) {
        const Node& other = graph_.node(e);
        const bool is_look_up = first.op == Op::curve || first.op == Op::map;
        if (other.op != first.op || arity(first.op) == 0 || (is_look_up && other.index != first.index))
            throw UnlikeExpressions{fmt::format("{} and {}", to_string(graph_, members.front(), longest_text),
                                                to_string(graph_, e, longest_text))};
    }
    for (int k = 0; k < arity(first.op); ++k) {
        std::vector<Expr> of_members;
        for (const Expr& e : members) of_members.push_back(operands_of(e)[static_cast<std::size_t>(k)]);
        // sin(-x) = -sin x, cos(-x) = cos x: no angles of their own for opposite axes
        if (first.op == Op::sin || first.op == Op::cos)
            if (const auto pair = signed_pair(of_members)) {
                const Expr value = graph_.unary(first.op, pair->symbol);
                return first.op == Op::cos ? value : joined(pair->signs) * value;
            }
        operands[static_cast<std::size_t>(k)] = joined(of_members);
    }
    return graph_.rebuilt(graph_, members.front().id, operands);
}

std::vector<Expr> LaneValues::factors_of(Expr e) const {
    std::vector<Expr> factors, open{e};
    while (!open.empty()) {
        const Expr next = open.back();
        open.pop_back();
        const Op op = op_of(graph_, next);
        if (op == Op::mul) {
            open.push_back(operand(graph_, next, 1)), open.push_back(operand(graph_, next, 0));
        } else if (op == Op::neg) {
            factors.push_back(graph_.integer(-1)), open.push_back(operand(graph_, next, 0));
        } else if (op == Op::div && !operand(graph_, next, 0).is_one()) {
            open.push_back(graph_.integer(1) / operand(graph_, next, 1));
            open.push_back(operand(graph_, next, 0));
        } else {
            factors.push_back(next);
        }
    }
    return factors;
}

std::vector<LaneValues::Term> LaneValues::terms_of(Expr e) {
    std::vector<Term> terms;
    std::vector<std::pair<Expr, bool>> open{{e, false}};
    while (!open.empty()) {
        const auto [next, minus] = open.back();
        open.pop_back();
        const Op op = op_of(graph_, next);
        if (op == Op::neg) open.emplace_back(operand(graph_, next, 0), !minus);
        if (op == Op::add || op == Op::sub) {
            open.emplace_back(operand(graph_, next, 1), minus != (op == Op::sub));
            open.emplace_back(operand(graph_, next, 0), minus);
        }
        if (op == Op::neg || op == Op::add || op == Op::sub) continue;
        Term term{graph_.integer(minus ? -1 : 1), graph_.integer(1)};
        for (const Expr& factor : factors_of(next)) {
            Expr& part = is_parametric(factor) ? term.factor : term.core;
            part = part * factor;
        }
        if (op_of(graph_, term.core) == Op::neg) term.factor = -term.factor, term.core = operand(graph_, term.core, 0);
        term.shape = shape_of(term.core);
        const auto same = std::ranges::find_if(terms, [&](const Term& other) { return other.core == term.core; });
        if (same == terms.end()) {
            terms.push_back(term);
        } else {
            same->factor += term.factor;
        }
    }
    std::ranges::stable_sort(terms, {}, &Term::shape);
    return terms;
}

Expr LaneValues::joined_terms(const std::vector<Expr>& members) {
    std::vector<std::vector<Term>> of_member;
    for (const Expr& e : members) of_member.push_back(terms_of(e));
    std::vector<std::size_t> place(members.size(), 0);
    Expr sum = graph_.integer(0);
    while (true) {
        const Term* next = nullptr;  // the least shape that is left in any limb
        for (std::size_t i = 0; i < members.size(); ++i)
            if (place[i] < of_member[i].size() && (next == nullptr || of_member[i][place[i]].shape < next->shape))
                next = &of_member[i][place[i]];
        if (next == nullptr) return sum;
        std::vector<Expr> factors, cores;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const bool has_it = place[i] < of_member[i].size() && of_member[i][place[i]].shape == next->shape;
            factors.push_back(has_it ? of_member[i][place[i]].factor : graph_.integer(0));
            cores.push_back(has_it ? of_member[i][place[i]].core : said_of(i, next->core));
            if (has_it) ++place[i];
        }
        const bool is_whole = cores == members;  // a term of a sum is none itself
        sum = sum + joined(factors) * (is_whole ? joined_factors(cores) : joined(cores));
    }
}

Expr LaneValues::joined_factors(const std::vector<Expr>& members) {
    std::vector<std::vector<Expr>> of_member;
    std::vector<Expr> numbers;
    for (const Expr& e : members) {
        std::vector<Expr> factors = factors_of(e);
        Expr number = graph_.integer(1);
        std::erase_if(factors, [&](const Expr& factor) {
            if (is_parametric(factor)) number = number * factor;
            return is_parametric(factor);
        });
        std::ranges::stable_sort(factors, {}, [&](const Expr& factor) { return shape_of(factor); });
        of_member.push_back(std::move(factors)), numbers.push_back(number);
    }
    Expr product = joined(numbers);
    for (std::size_t k = 0; k < of_member.front().size(); ++k) {
        std::vector<Expr> factors;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (of_member[i].size() != of_member.front().size())
                throw UnlikeExpressions{fmt::format("{} and {}", to_string(graph_, members.front(), longest_text),
                                                    to_string(graph_, members[i], longest_text))};
            factors.push_back(of_member[i][k]);
        }
        const auto is_quotient = [&](const Expr& e) { return op_of(graph_, e) == Op::div; };
        if (factors == members && !std::ranges::all_of(factors, is_quotient) &&
            std::ranges::any_of(factors, is_quotient))
            throw UnlikeExpressions{to_string(graph_, members.front(), longest_text) + " and others"};
        product = product * (std::ranges::all_of(factors, is_quotient) ? joined_operands(factors) : joined(factors));
    }
    return product;
}

// What it is made of, the same for expressions of different limbs that say the same: whatever the parameters, inputs and states.
std::uint64_t LaneValues::shape_of(Expr e) {
    if (const auto known = shapes_.find(e.id); known != shapes_.end()) return known->second;
    std::uint64_t shape = 0;
    if (is_parametric(e)) {
        shape = 1;
    } else if (op_of(graph_, e) == Op::symbol) {
        const auto part = part_.find(e.id);
        const Role role = graph_.symbol_of(e).role;
        shape = part != part_.end() ? part->second
                : role == Role::input || role == Role::state || role == Role::external_result
                    ? mix(static_cast<std::uint64_t>(role))
                    : graph_.node(e).hash;
    } else {
        const Node node = graph_.node(e);
        const auto op = static_cast<std::uint64_t>(node.op == Op::sub ? Op::add : node.op);
        if (node.op == Op::neg || node.op == Op::add || node.op == Op::sub || node.op == Op::mul ||
            is_of_either_order(node.op)) {
            for (int k = 0; k < arity(node.op); ++k) {  // in whatever order and with whatever signs and factors
                const std::uint64_t of_operand = shape_of(operand(graph_, e, k));
                if (node.op == Op::neg) shape = of_operand;
                if (node.op != Op::neg && (of_operand != 1 || node.op != Op::mul)) shape += mix(of_operand + op);
            }
            if (node.op == Op::mul && shape == 0) shape = 1;
        } else {
            shape = mix(op + 77);
            for (int k = 0; k < arity(node.op); ++k) shape = mix(shape * 31 + shape_of(operand(graph_, e, k)));
        }
    }
    shapes_.emplace(e.id, shape);
    return shape;
}

}  // namespace lag
