// A division by an exact zero has a type of its own: what catches it looks at no text.
#include "core/errors.hpp"
#include "core/graph.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("a division by an exact zero is told apart from other internal errors") {
    Graph graph;
    const Expr x = graph.symbol("x", Role::parameter);
    CHECK_THROWS_AS(graph.div(x, graph.integer(0)), DivisionByZero);
    CHECK_THROWS_AS(x / (x - x), DivisionByZero);
    CHECK_THROWS_AS(Expr{} / Expr{}, DivisionByZero);
    // a cosine of nothing is a mistake of another kind, though its text speaks of a zero
    try {
        cos(Expr{});
        FAIL("no error");
    } catch (const DivisionByZero&) {
        FAIL("taken for a division");
    } catch (const InternalError& error) {
        CHECK(std::string(error.what()).find("zero") != std::string::npos);
    }
}
