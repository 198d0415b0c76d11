// The expression graph: the one representation of every equation, from kinematics to emission.
//
// Nodes are hash-consed (the same operation on the same operands is the same node, so common sub-expressions are shared
// as they arise), immutable and numbered so that operands come before their users: every walk is a loop over ascending
// ids, never a recursion. Constants are exact rationals. Each node carries a 64-bit structural hash of its operators
// and symbol names; the operands of + and * and the orientation of a - b are ordered by it, so that a graph's form
// depends on no address and no order of creation.
//
// Normal form kept by the constructors (they fold, they never expand):
//   * Neg stands only at the top: a + (-b) is a - b, (-a) * b is -(a * b), a - b with hash(b) < hash(a) is -(b - a)
//   * constant factors are positive and merged: 2 * (3 * x) is 6 * x; c1*x + c2*x is (c1+c2)*x
//   * x - x, 0 * x, x * (1/x), (a + b) - b, sin(x)^2 + cos(x)^2 are folded; integer powers are products
// Constant sub-expressions without a rational value (sqrt(2), %pi/3, sin(1/10)) stay symbolic and are evaluated once,
// at emission; sums of such constants that vanish are found by evaluating them in many digits.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/point_table.hpp"
#include "core/rational.hpp"

namespace lag {

using NodeId = std::uint32_t;

enum class Op : std::uint8_t {
    constant,  // exact rational
    pi,        // the number pi
    symbol,
    add,
    sub,
    neg,
    mul,
    div,
    sqrt,
    sin,
    cos,
    tan,
    asin,
    acos,
    atan,
    atan2,
    sinh,
    cosh,
    tanh,
    exp,
    log,
    pow,  // real exponent; integer powers never reach it
    abs,
    min,
    max,
    floor,
    mod,  // x - y*floor(x/y)
    // conditions (truth values): operands of select, logical_* only
    less,
    less_equal,
    equal,
    logical_and,
    logical_or,
    logical_not,
    select,  // select(condition, if_true, if_false)
    // values of a PointTable, or its derivatives: Graph::lookup_of says of which
    curve,  // curve(x)
    map,    // map(x, y)
    // the sum over the lanes of a lane value; its index: how many lanes
    lane_sum,
    // a lane value in one lane; its index: the lane, from 0
    lane_member,
    // a lane value beside itself, for limbs on limbs: in lane i what it is in lane i mod m of its m; its index: how many
    // lanes that makes
    lane_repeat,
    // the way back: in lane i of m the sum over lanes i, i + m, ..; its index: LaneFold
    lane_fold,
    // a lane value or a scalar, with another scalar in one lane; its index: LanePlace
    lane_set,
};

const char* name_of(Op op);  // "add", "sin", ...
// From a lane value to a scalar; its index says more.
constexpr bool leaves_lanes(Op op) {
    return op == Op::lane_sum || op == Op::lane_member;
}
// From `lanes` to `into` of them, as the index of Op::lane_fold.
struct LaneFold {
    std::uint32_t lanes, into;
    static LaneFold of(std::uint32_t index) { return {index / base, index % base}; }
    std::uint32_t index() const { return lanes * base + into; }
    long additions() const { return static_cast<long>(lanes / into) - 1; }  // of lane values

  private:
    static constexpr std::uint32_t base = 16;
};
// Which one of `lanes` lanes, from 0, as the index of Op::lane_set.
struct LanePlace {
    std::uint32_t lanes, lane;
    static LanePlace of(std::uint32_t index) { return {index / base, index % base}; }
    std::uint32_t index() const { return lanes * base + lane; }

  private:
    static constexpr std::uint32_t base = 16;
};
// From scalars to lanes, from lanes to others; its index says more.
constexpr bool changes_lanes(Op op) {
    return leaves_lanes(op) || op == Op::lane_repeat || op == Op::lane_fold || op == Op::lane_set;
}
int arity(Op op);  // number of operands: 0..3
bool is_condition(Op op);

// What a symbol stands for in the emitted routines. Everything a routine can read is one of these; `undeclared` may be
// used in the script's algebra but never reaches an equation of motion.
enum class Role : std::uint8_t {
    undeclared,
    parameter,
    time,
    coordinate,
    speed,
    input,
    acceleration,
    multiplier,
    external_result,
    state,
};
const char* name_of(Role role);

// Bit set of the roles a node depends on.
using Dependence = std::uint16_t;
constexpr Dependence bit(Role role) {
    return static_cast<Dependence>(1U << static_cast<unsigned>(role));
}
// Beside the roles: the node is a lane value (lanes.hpp), one number for each of several equal limbs.
constexpr Dependence in_lanes = 1U << 15U;

class Graph;

// What meets an expression of another graph raises: InternalError. The same id means another node there.
[[noreturn]] void refuse_other_graph();

// A handle on a node. The default-constructed handle is the exact zero of no graph in particular, so that Vec3<Expr>{}
// and sums started from Expr{} work; `graph` is null only for that one, and Graph::own gives it a graph.
struct Expr {
    Graph* graph = nullptr;
    NodeId id = 0;

    bool is_zero() const { return id == 0; }  // node 0 of every graph is the constant 0
    bool is_one() const { return graph != nullptr && id == 1; }
    // The same node. InternalError where the two are of different graphs.
    friend bool operator==(const Expr& a, const Expr& b) {
        if (a.graph != b.graph && a.graph != nullptr && b.graph != nullptr) refuse_other_graph();
        return a.id == b.id;
    }
};

struct Node {
    Op op = Op::constant;
    std::uint8_t lanes = 0;     // of a lane value: how many; 0: a scalar
    Dependence dependence = 0;  // roles in the whole sub-graph; 0 for constant expressions
    std::uint32_t index = 0;    // constant: into the constants; symbol: into the symbols; curve, map: a lookup's number
    NodeId operand[3] = {0, 0, 0};
    std::uint64_t hash = 0;
};

struct Symbol {
    std::string name;
    Role role = Role::undeclared;
    std::size_t lanes = 0;  // of a lane symbol: how many members; else 0
    friend bool operator==(const Symbol&, const Symbol&) = default;
    friend auto operator<=>(const Symbol& a, const Symbol& b) {  // by role, then by name
        return std::tie(a.role, a.name, a.lanes) <=> std::tie(b.role, b.name, b.lanes);
    }
};

class Graph {
  public:
    Graph();
    Graph(const Graph&) = delete;
    Graph& operator=(const Graph&) = delete;
    ~Graph();

    // The same expression with this graph as its own: the zero of no graph becomes this graph's zero. InternalError for
    // an expression of another graph. Every operation and every walk does this with what it is given.
    Expr own(Expr e) {
        require_own(e);
        return {this, e.id};
    }
    void require_own(Expr e) const {
        if (e.graph != this && e.graph != nullptr) refuse_other_graph();
    }

    // -- leaves
    Expr constant(const Rational& value);
    Expr integer(long value) { return constant(Rational(value)); }
    Expr rational(long numerator, long denominator) { return constant(Rational(numerator) / Rational(denominator)); }
    Expr pi();
    // The symbol of that name and role, made at its first mention. One name may exist in several roles (before and
    // after its declaration); they are different symbols.
    Expr symbol(const std::string& name, Role role);
    // A lane symbol (lanes.hpp): in lane i it has the value members[i], a scalar of this graph. InternalError where that
    // symbol exists with other members.
    Expr lane_symbol(const std::string& name, Role role, const std::vector<Expr>& members);
    const std::vector<Expr>& lane_members(NodeId id) const;       // of a lane symbol
    std::size_t lanes_of(Expr e) const { return node(e).lanes; }  // of a lane value; 0 of a scalar
    // The sum over all lanes: a scalar. Of a scalar: `lanes` times the scalar; of a lane value of fewer lanes as if it
    // were repeated. InternalError where that cannot be.
    Expr lane_sum(Expr e, std::size_t lanes);
    // Sums over the lanes that repeat: from `lanes` to `into` of them, which divides them. As above of a scalar and of a
    // value of fewer lanes.
    Expr lane_fold(Expr e, std::size_t lanes, std::size_t into);
    // As many lanes, a multiple of its own; a scalar itself. Operations do this with what meets more lanes.
    Expr lane_repeat(Expr e, std::size_t lanes);
    // The scalar that a lane value is in that lane, from 0; a scalar itself.
    Expr lane_member(Expr e, std::size_t lane);
    // The lane value that is members[i], a scalar, in lane i; the scalar that all of them are.
    Expr lane_gather(const std::vector<Expr>& members);
    // `e`, of so many lanes or a scalar, with a scalar in one of them.
    Expr lane_set(Expr e, std::size_t lanes, std::size_t lane, Expr scalar);

    // -- operations; all fold to the normal form described above
    Expr add(Expr a, Expr b);
    Expr sub(Expr a, Expr b);
    Expr neg(Expr a);
    Expr mul(Expr a, Expr b);
    Expr div(Expr a, Expr b);              // DivisionByZero on an exact zero divisor: callers check
    Expr power(Expr base, long exponent);  // product form
    Expr power(Expr base, Expr exponent);  // integers, halves and general
    Expr unary(Op op, Expr a);             // sqrt .. log, abs, floor
    Expr binary(Op op, Expr a, Expr b);  // atan2, pow, min, max, mod, less, less_equal, equal, logical_and, logical_or
    Expr logical_not(Expr a);
    Expr select(Expr condition, Expr if_true, Expr if_false);
    Expr apply(Op op, std::span<const Expr> operands);  // any of the above by name but lane sums
    // The table's value at these arguments (one for each axis), or its derivative of the orders that `lookup` says.
    // Look through `reachable` for Op::curve and Op::map to find a model's tables: the breaks of operand k are
    // lookup_of(id).table->starts[k], from element 1 on.
    Expr lookup(const Lookup& lookup, std::span<const Expr> arguments);
    Expr lookup_slope(NodeId id, int axis);  // the derivative of a curve or map node by its operand `axis`
    // The operation of node `id` of graph `from` on other operands, which are of this graph: for passes that rebuild.
    Expr rebuilt(const Graph& from, NodeId id, std::span<const Expr> operands);
    std::uint32_t lookup_number(const Lookup& lookup);  // of an equal one, if there is one

    // -- reading
    std::size_t size() const { return nodes_.size(); }
    const Node& node(NodeId id) const { return nodes_[id]; }
    const Node& node(Expr e) const {
        require_own(e);
        return nodes_[e.id];
    }
    const Rational& constant_value(NodeId id) const;  // of an Op::constant node
    const Symbol& symbol_of(NodeId id) const;         // of an Op::symbol node
    const Symbol& symbol_of(Expr e) const {
        require_own(e);
        return symbol_of(e.id);
    }
    const Lookup& lookup_of(NodeId id) const;  // of an Op::curve or Op::map node
    const Lookup& numbered_lookup(std::uint32_t number) const;
    Expr expr(NodeId id) { return Expr{this, id}; }
    bool is_constant_expression(Expr e) const { return node(e).dependence == 0; }
    bool is_lane_value(Expr e) const { return (node(e).dependence & in_lanes) != 0; }
    // The value of a constant expression (no symbols), right to 48 digits; 0 for one that vanishes in 960 digits;
    // conditions give 0 or 1. Throws ModelError where it has none (log(-1), 1/0).
    cln::cl_R constant_real(Expr e);
    double constant_double(Expr e);  // the same, rounded once

  private:
    struct Tables;
    Expr intern(Op op, std::uint32_t index, NodeId a, NodeId b, NodeId c, std::uint64_t hash, Dependence dependence);
    Expr make(Op op, Expr a, Expr b = {}, Expr c = {});
    std::size_t lanes_of_made(const Node& node) const;
    Expr make_of_lanes(Op op, Expr a, std::size_t index, Dependence dependence, Expr b = {});
    bool vanishes(Expr difference);

    std::vector<Node> nodes_;
    std::unique_ptr<Tables> tables_;
};

// -- arithmetic on handles; integers mix in: 2 * x, x / 2
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator-(Expr a);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator*(long a, Expr b);
Expr operator/(Expr a, long b);
inline Expr& operator+=(Expr& a, Expr b) {
    return a = a + b;
}
inline Expr& operator-=(Expr& a, Expr b) {
    return a = a - b;
}
Expr sqrt(Expr a);
Expr sin(Expr a);
Expr cos(Expr a);

// -- walks
// Ids of all nodes the roots depend on, roots included, ascending (operands before users).
std::vector<NodeId> reachable(const Graph& graph, std::span<const Expr> roots);
// Symbols among them, in order of first creation; `roles` filters by dependence bits.
std::vector<Expr> symbols_in(Graph& graph, std::span<const Expr> roots, Dependence roles = 0xffff);

// Operations in the shared sub-graph of the roots, by the counting rule of the emitted head comment: + - count as add,
// * as mul, / as div, sqrt as sqrt, every other function as call; negations, comparisons and selections count nothing.
// Constant sub-expressions are not counted (they are literals when emitted).
struct OperationCount {
    long add = 0, mul = 0, div = 0, sqrt = 0, call = 0;
    long total() const { return add + mul + div + sqrt + call; }
    friend bool operator==(const OperationCount&, const OperationCount&) = default;
};
// What depends on roles in `free` alone is not counted either.
OperationCount count_operations(const Graph& graph, std::span<const Expr> roots, Dependence free = 0);

// Infix text of the whole expression tree, in the script's own syntax, operands ordered by name; sub-expressions beyond
// `limit` characters are cut with "...". For people and error messages, not for emission.
std::string to_string(Graph& graph, Expr e, std::size_t limit = 4000);
// The same with what `name` gives for a node instead of its expression: a word, or what stands in parentheses.
using NodeName = std::function<std::optional<std::string>(NodeId)>;
std::string to_string(Graph& graph, Expr e, std::size_t limit, const NodeName& name);

}  // namespace lag
