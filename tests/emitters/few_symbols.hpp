// Code of a few symbols, for passes over it, and an evaluator of code that shares nothing with the passes'.
#pragma once

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/random_numbers.hpp"
#include "emitters/passes/passes.hpp"
#include "tests/catch.hpp"

namespace lag {

struct FewSymbols {
    Graph graph;
    Expr a = q("a"), b = q("b"), c = q("c"), d = q("d"), e = q("e");
    Expr p1 = p("p1"), p2 = p("p2"), p3 = p("p3"), p4 = p("p4"), p5 = p("p5"), p6 = p("p6"), p7 = p("p7");
    Expr p(const char* name) { return graph.symbol(name, Role::parameter); }
    Expr q(const char* name) { return graph.symbol(name, Role::coordinate); }
    Code code(std::vector<Expr> roots) {
        return factor_sums(code_of(graph, roots, bit(Role::parameter), std::make_shared<Graph>(), {}), Factoring::none);
    }
};

inline long operations_of(const Code& code) {
    return count_operations(code).total();
}

inline double number_of_symbol(const std::string& name) {
    return 0.3 + std::abs(RandomNumbers(hash_text(name)).next());
}

inline double value_of_free(Graph& graph, NodeId id) {
    const Node node = graph.node(id);
    const auto x = [&](int k) { return value_of_free(graph, node.operand[k]); };
    switch (node.op) {
        case Op::constant:
            return graph.constant_double(graph.expr(id));
        case Op::symbol:
            return number_of_symbol(graph.symbol_of(id).name);
        case Op::add:
            return x(0) + x(1);
        case Op::sub:
            return x(0) - x(1);
        case Op::neg:
            return -x(0);
        case Op::mul:
            return x(0) * x(1);
        case Op::div:
            return x(0) / x(1);
        default:
            FAIL("an operation this test does not use");
            return 0;
    }
}

inline std::vector<double> values_of_roots(const Code& code) {
    std::vector<double> v(code.size());
    for (CodeId id = 0; id < code.size(); ++id) {
        const CodeNode& node = code.node(id);
        if (node.kind == CodeKind::free) v[id] = value_of_free(code.free_graph(), code.free_value(id).id);
        if (node.kind == CodeKind::symbol) v[id] = number_of_symbol(code.symbol_of(id).name);
        if (node.kind == CodeKind::sum)
            for (const Item& item : code.items(id)) v[id] += item.minus ? -v[item.id] : v[item.id];
        if (node.kind == CodeKind::product) {
            v[id] = 1;
            for (const Item& item : code.items(id)) v[id] = item.minus ? v[id] / v[item.id] : v[id] * v[item.id];
        }
        if (node.kind == CodeKind::function) {
            const Item& x = code.items(id)[0];
            const double operand = x.minus ? -v[x.id] : v[x.id];
            v[id] = node.op == Op::sin   ? std::sin(operand)
                    : node.op == Op::cos ? std::cos(operand)
                                         : std::sqrt(operand);
        }
    }
    std::vector<double> roots;
    for (const Item& root : code.roots) roots.push_back(root.minus ? -v[root.id] : v[root.id]);
    return roots;
}

inline void require_same_values(const Code& before, const Code& after) {
    const std::vector<double> old = values_of_roots(before), now = values_of_roots(after);
    REQUIRE(old.size() == now.size());
    for (std::size_t k = 0; k < old.size(); ++k) CHECK(now[k] == Approx(old[k]).epsilon(1e-11).margin(1e-11));
}

}  // namespace lag
