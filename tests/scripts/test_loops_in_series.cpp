// Closed loops in the articulated recursion: operations grow like the loops where each closes near its bodies, and like
// the links where one loop closes a chain.
#include <cstdio>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

const std::string end = "options(optimize_for = operations)$ emit(c, \"m.h\", routines = [derivatives])$";

// Planar four-bars in series: each hangs on the coupler of the one before.
std::string ladder(int rungs) {
    return "model(ladder)$ gravity([0, -9.81, 0])$ base: ground$ left: [0, 0, 0]$ right: [0.55, 0, 0]$ for i:1 thru " +
           std::to_string(rungs) +
           " do (body(concat(a, i), base, hinge = revolute(z, concat(qa, i)), at = left, mass = 1, cm = [0, 0.2, 0], "
           "inertia = [0, 0, 0.02]), body(concat(c, i), concat(a, i), hinge = revolute(z, concat(qc, i)), at = [0, "
           "0.4, 0], mass = 1.5, cm = [0.3, 0, 0], inertia = [0, 0, 0.05]), body(concat(d, i), base, hinge = "
           "revolute(z, concat(qd, i)), at = right, mass = 1.1, cm = [0, 0.2, 0], inertia = [0, 0, 0.02]), "
           "point(concat(E, i), concat(c, i), [0.6, 0, 0]), point(concat(F, i), concat(d, i), [0, 0.45, 0]), "
           "close_loop(concat(E, i), concat(F, i)), base: concat(c, i), left: [0.1, 0, 0], right: [0.65, 0, 0])$" +
           end;
}

// A planar chain whose tip is pinned to ground.
std::string closed_chain(int links) {
    return "model(chain)$ gravity([0, -9.81, 0])$ inboard: ground$ for i:1 thru " + std::to_string(links) +
           " do (body(concat(b, i), inboard, hinge = revolute(z, concat(q, i)), at = if i = 1 then [0, 0, 0] else [1, "
           "0, 0], mass = 1, cm = [0.5, 0, 0], inertia = [0, 0, 0.09]), initial(concat(q, i) = if i = 1 then 1 else "
           "-2/" +
           std::to_string(links) + "), inboard: concat(b, i))$ point(E, inboard, [1, 0, 0])$ point(G, ground, [" +
           std::to_string(links * 6 / 10) + ", 0, 0])$ close_loop(E, G)$" + end;
}

struct Counts {
    int add = 0, mul = 0;
    int total() const { return add + mul; }
};

Counts counts_of(const std::string& script) {
    PipelineOptions options;
    options.progress = false;
    const std::string text = run_pipeline(parse(script, "loops.lag"), options).files.at(0).text;
    CHECK(text.find("articulated") != std::string::npos);
    const std::size_t at = text.find("_derivatives: ");
    REQUIRE(at != std::string::npos);
    Counts counts;
    REQUIRE(std::sscanf(text.c_str() + at, "_derivatives: %d add, %d mul", &counts.add, &counts.mul) == 2);
    return counts;
}

}  // namespace

TEST_CASE("loops in series take operations in proportion to their number") {
    const int five = counts_of(ladder(5)).total(), ten = counts_of(ladder(10)).total(),
              twenty = counts_of(ladder(20)).total();
    CHECK(five == 1186);
    CHECK(ten == 2626);
    CHECK(twenty == 5465);
    CHECK(twenty * 10 <= ten * 22);
}

TEST_CASE("one loop of many links takes operations in proportion to them") {
    const int ten = counts_of(closed_chain(10)).total(), forty = counts_of(closed_chain(40)).total();
    CHECK(ten == 616);
    CHECK(forty == 2691);
    CHECK(forty <= 5 * ten);
}
