// The evaluator: values are kept over calls, after errors, and where a symbol's value needs the evaluator itself.
#include <string>

#include "core/evaluate.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("each node is evaluated once, also by later calls with more above it") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::coordinate), y = graph.symbol("y", Role::coordinate);
    int asked = 0;
    Evaluator<double> value(
        graph, [&](const Symbol& s) { return ++asked, s.name == "x" ? 3.0 : 5.0; },
        [&](Expr e) { return graph.constant_double(e); });
    const Expr sum = x + y;
    CHECK(value(sum) == 8);
    CHECK(value(sum * sum - x) == 61);
    CHECK(value(x) == 3);
    CHECK(asked == 2);
}

TEST_CASE("a symbol's value may ask the same evaluator, and an error leaves known values") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::coordinate), z = graph.symbol("z", Role::coordinate);
    const Expr twice = x + x, unknown = graph.symbol("unknown", Role::coordinate);
    Evaluator<double>* again = nullptr;
    Evaluator<double> value(
        graph,
        [&](const Symbol& s) {
            if (s.name == "unknown") refuse_unknown(s);
            return s.name == "x" ? 2.0 : (*again)(twice * twice);
        },
        [&](Expr e) { return graph.constant_double(e); });
    again = &value;
    CHECK(value(z * twice + x) == 16 * 4 + 2);
    CHECK_THROWS_AS(value(unknown + z), InternalError);
    CHECK_THROWS_AS(value(unknown + z), InternalError);
    CHECK(value(z - twice) == 12);
}

TEST_CASE("one evaluator follows another one's order, with other values of the symbols") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::coordinate), z = graph.symbol("z", Role::coordinate);
    const Expr twice = x + x, e = z * twice + sin(x), below = graph.binary(Op::less, x, graph.integer(3));
    std::vector<NodeId> order;
    std::string asked;
    for (const double at : {2.0, 5.0}) {
        asked.clear();
        Evaluator<double>* again = nullptr;
        Evaluator<double> value(
            graph, [&](const Symbol& s) { return asked += s.name, s.name == "x" ? at : (*again)(twice * twice); },
            [&](Expr constant) { return graph.constant_double(constant); });
        again = &value;
        value.follow(order);
        CHECK(asked == (order.empty() ? "" : "xz"));
        CHECK(value(e) == 8 * at * at * at + std::sin(at));
        CHECK(value(graph.select(below, x, twice)) == (at < 3 ? at : 2 * at));
        CHECK(asked.size() == 2);
        CHECK(value.order().size() >= order.size());
        order = value.order();
    }
}
