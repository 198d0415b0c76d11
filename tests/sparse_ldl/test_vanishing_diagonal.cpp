// Rows whose diagonal entry is zero at some states: conditions that are switched on and off.
#include <algorithm>

#include "sparse_ldl/plan.hpp"
#include "sparse_ldl/safe_pivots.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

std::size_t place_of(const LdlPlan& plan, std::size_t row) {
    return static_cast<std::size_t>(std::ranges::find(plan.order, row) - plan.order.begin());
}

}  // namespace

TEST_CASE("a row that may be switched off needs no partner, and waits for all its speeds") {
    // one speed, two stops: at most one holds at a time
    SymmetricPattern pattern({+1, -1, -1});
    pattern.insert(0, 0), pattern.insert(1, 0), pattern.insert(2, 0);
    CHECK(plan_ldl(pattern).void_pivots.size() == 1);
    pattern.insert_vanishing(2);
    CHECK(pattern.may_vanish(2));
    CHECK(!pattern.may_vanish(1));
    CHECK(plan_ldl(pattern).void_pivots.empty());
    pattern.insert_vanishing(1);
    const LdlPlan plan = plan_ldl(pattern);
    CHECK(plan.void_pivots.empty());
    CHECK(plan.order.front() == 0);
    CHECK(is_safe(pattern, plan.order));
    CHECK(!is_safe(pattern, {1, 0, 2}));
}

TEST_CASE("a massless speed relies on no row that may be switched off") {
    // speed 1 has no inertia: row 2 holds it beside speed 0
    SymmetricPattern held({+1, +1, -1});
    held.insert(0, 0), held.insert(2, 0), held.insert(2, 1);
    CHECK(plan_ldl(held).void_pivots.empty());
    SymmetricPattern let_go = held;
    let_go.insert_vanishing(2);
    CHECK(plan_ldl(let_go).void_pivots == std::vector<std::size_t>{1});
    // a second row that always holds it
    SymmetricPattern both({+1, +1, -1, -1});
    both.insert(0, 0), both.insert(2, 0), both.insert(2, 1), both.insert(3, 1);
    both.insert_vanishing(3);
    const LdlPlan plan = plan_ldl(both);
    CHECK(plan.void_pivots.empty());
    CHECK(place_of(plan, 1) > place_of(plan, 2));
    CHECK(place_of(plan, 3) > place_of(plan, 1));
}
