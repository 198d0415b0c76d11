// Arithmetic on handles: which graph an operation belongs to, and nothing else.
#include "core/errors.hpp"
#include "core/graph.hpp"

namespace lag {

void refuse_other_graph() {
    throw InternalError("an expression of another graph");
}

namespace {
// The graph of an operation: the zero of no graph may meet another one, and 0 + 0 needs none.
Graph* graph_of(Expr a, Expr b) {
    return a.graph != nullptr ? a.graph : b.graph;
}
}  // namespace

Expr operator+(Expr a, Expr b) {
    Graph* g = graph_of(a, b);
    return g == nullptr ? Expr{} : g->add(a, b);
}
Expr operator-(Expr a, Expr b) {
    Graph* g = graph_of(a, b);
    return g == nullptr ? Expr{} : g->sub(a, b);
}
Expr operator-(Expr a) {
    return a.graph == nullptr ? a : a.graph->neg(a);
}
Expr operator*(Expr a, Expr b) {
    Graph* g = graph_of(a, b);
    return g == nullptr ? Expr{} : g->mul(a, b);
}
Expr operator/(Expr a, Expr b) {
    Graph* g = graph_of(a, b);
    if (g == nullptr) throw DivisionByZero();
    return g->div(a, b);
}
Expr operator*(long a, Expr b) {
    return b.graph == nullptr ? b : b.graph->mul(b.graph->integer(a), b);
}
Expr operator/(Expr a, long b) {
    return a.graph == nullptr ? a : a.graph->div(a, a.graph->integer(b));
}

Expr sqrt(Expr a) {
    return a.graph == nullptr ? a : a.graph->unary(Op::sqrt, a);
}
Expr sin(Expr a) {
    return a.graph == nullptr ? a : a.graph->unary(Op::sin, a);
}
Expr cos(Expr a) {
    if (a.graph == nullptr) throw InternalError("cosine of the zero of no graph");
    return a.graph->unary(Op::cos, a);
}

}  // namespace lag
