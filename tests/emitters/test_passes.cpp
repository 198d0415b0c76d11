// Each pass keeps every value and never counts more operations; what each is for, on the smallest example.

#include <algorithm>
#include <string>

#include "emitters/passes/passes.hpp"
#include "emitters/passes/schedule_block.hpp"
#include "emitters/writers/program_text.hpp"
#include "tests/catch.hpp"
#include "tests/draws.hpp"
#include "tests/emitters/examples.hpp"
#include "tests/emitters/run_program.hpp"

using namespace lag;

namespace {

struct Sandbox {
    Graph graph;
    Expr a = q("a"), b = q("b"), c = q("c"), d = q("d"), e = q("e");
    Expr p1 = graph.symbol("p1", Role::parameter), p2 = graph.symbol("p2", Role::parameter);
    Expr q(const char* name) { return graph.symbol(name, Role::coordinate); }
    Code code(std::vector<Expr> roots) {
        return factor_sums(code_of(graph, roots, bit(Role::parameter), std::make_shared<Graph>(), {}), Factoring::none);
    }
};

long total(const Code& code) {
    return count_operations(code).total();
}

std::vector<Example> all_examples() {
    std::vector<Example> examples{pendulum(), double_pendulum(), conditions(), tables(), top()};
    for (std::uint64_t seed = 1; seed <= draws(12, 2); ++seed) examples.push_back(tree(seed, 6));
    return examples;
}

}  // namespace

TEST_CASE("parameters are hoisted and meet across products and sums used once") {
    Sandbox s;
    CHECK(total(s.code({(s.p1 * s.a) * s.p2})) == 1);
    CHECK(total(s.code({((s.a + s.p1) + s.b) - s.p2})) == 2);
    CHECK(total(s.code({s.p1 * s.a + s.p2 * s.a})) == 1);
    CHECK(total(s.code({s.a / s.p1 / s.p2})) == 1);
    CHECK(total(s.code({s.p1 * sin(s.p2) / (s.p1 + s.p2)})) == 0);
    // p1 a is used elsewhere: computing p1 p2 as well would gain nothing
    const Code shared = s.code({(s.p1 * s.a) * s.p2, s.p1 * s.a});
    CHECK(total(shared) == 2);
}

TEST_CASE("what is in no lanes any more is summed, repeated and chosen like a scalar") {
    Sandbox s;
    const Expr x = s.graph.lane_symbol("x", Role::coordinate, {s.a, s.b, s.c, s.d});
    const Expr y = s.graph.lane_symbol("y", Role::coordinate, {s.b, s.c});
    // the lane value cancels where both sums become one
    const auto without = [&](const Expr& lanes, const Expr& e) { return (lanes + s.p1 * s.a) - (lanes + e); };
    const Code code =
        s.code({s.graph.lane_sum(without(x, s.e), 4), 4 * (s.p1 * s.a - s.e),
                s.graph.lane_fold(without(x, s.e), 4, 2) + y, 2 * (s.p1 * s.a - s.e) + y,
                s.graph.lane_member(without(x, s.e), 3), s.p1 * s.a - s.e, s.graph.lane_repeat(without(y, s.e), 4) * x,
                (s.p1 * s.a - s.e) * x, s.graph.lane_sum(without(x, s.p1 * s.a), 4), s.graph.integer(0)});
    for (std::size_t k = 0; k < code.roots.size(); k += 2) CHECK(code.roots[k] == code.roots[k + 1]);
    const std::vector<std::uint32_t> uses = count_uses(code);
    for (CodeId id = 0; id < code.size(); ++id)
        if (uses[id] > 0) CHECK(!changes_lanes(code.node(id).op));
    // what is in lanes stays so
    const Code kept = s.code({s.graph.lane_sum(x * s.e, 4), s.graph.lane_fold(x, 4, 2)});
    CHECK(kept.node(kept.roots[0].id).op == Op::lane_sum);
    CHECK(kept.node(kept.roots[1].id).lanes == 2);
}

TEST_CASE("code does not follow the order in which expressions were formed") {
    const auto formed = [](bool backwards) {
        Sandbox s;
        std::vector<Expr> parts;
        for (int k = 0; k < 4; ++k) {
            switch (backwards ? 3 - k : k) {
                case 0:
                    parts.push_back(sin(s.a + s.b));
                    break;
                case 1:
                    parts.push_back(s.p1 * s.c / (s.d + s.p2));
                    break;
                case 2:
                    parts.push_back(s.d * s.e - s.p1 * s.b);
                    break;
                default:
                    parts.push_back(cos(s.c) * s.a);
            }
        }
        if (backwards) std::ranges::reverse(parts);
        const Code code = s.code({parts[0] * parts[1] + parts[2], parts[3] - parts[0] * parts[2]});
        std::string text;
        for (CodeId id = 0; id < code.size(); ++id) {
            text += std::to_string(static_cast<int>(code.node(id).kind)) + name_of(code.node(id).op);
            for (const Item& item : code.items(id)) text += (item.minus ? " -" : " ") + std::to_string(item.id);
            text += "\n";
        }
        return text;
    };
    CHECK(formed(false) == formed(true));
}

TEST_CASE("common factors of products that are used once leave the sum") {
    Sandbox s;
    const Code code = s.code({s.a * s.b + s.a * s.c - s.a * s.d + s.e});
    CHECK(total(code) == 6);
    CHECK(total(factor_sums(code, Factoring::single_use)) == 4);
    const Code nested = s.code({s.a * s.b * s.c + s.a * s.b * s.d + s.a * s.e});
    CHECK(total(nested) == 6);  // a b is one node
    const Code once = factor_sums(nested, Factoring::single_use);
    CHECK(total(once) == 5);  // a b (c + d) + a e: now a b is used once
    CHECK(total(factor_sums(once, Factoring::single_use)) == 4);
    // x + x y is not made of fewer operations as x (1 + y)
    CHECK(total(factor_sums(s.code({s.a + s.a * s.b}), Factoring::single_use)) == 2);
}

TEST_CASE("a product that is used elsewhere is only taken apart on request") {
    Sandbox s;
    const Expr ab = s.a * s.b;
    const Code code = s.code({ab * s.c + s.a * s.d, sin(ab)});
    CHECK(total(factor_sums(code, Factoring::single_use)) == total(code));
    const Code through = factor_sums(code, Factoring::through_shared);
    CHECK(total(through) == total(code));  // one multiplication saved, ab computed for the sine alone
    const Code apart = s.code({(s.a * s.c) * s.b, (s.a * s.d) * s.b});
    CHECK(total(apart) == 4);
    CHECK(total(share_pairs(apart)) == 3);
}

TEST_CASE("terms cancel across nested sums") {
    Sandbox s;
    CHECK(total(s.code({((s.a + s.b) + s.c) - ((s.b + s.d) - s.e) - s.c})) == 2);
    CHECK(s.code({(s.a * s.b) * (s.c / s.a)}).size() > 0);
    CHECK(total(s.code({(s.a * s.b) * (s.c / s.a)})) == 1);
}

TEST_CASE("pairs are shared, sums with either sign") {
    Sandbox s;
    const Code code = s.code({sin((s.a + s.c) - s.b), sin((s.b + s.d) - s.a), s.e * (s.b - (s.a - s.q("f")))});
    CHECK(total(code) == 3 + 3 + 3);
    CHECK(total(share_pairs(code)) == total(code) - 2);
}

TEST_CASE("optimize keeps every value and never counts more than the shared graph") {
    for (const Example& example : all_examples()) {
        const Program lowered = example.lowered();
        const Program optimized = optimize(lowered);
        for (const Routine& routine : lowered.routines) {
            if (routine.name == "setup" || routine.name == "defaults" || routine.name == "initial") continue;
            INFO(example.model.name << "_" << routine.name);
            std::vector<Expr> roots;
            for (const ResultExpression& r : routine.results) roots.push_back(r.value);
            for (const PivotCheck& c : routine.checks) roots.push_back(c.condition);
            const Code plain = code_of(*routine.graph, roots, bit(Role::parameter), std::make_shared<Graph>(), {});
            CHECK(optimized.find(routine.name)->operations.total() <= count_operations(plain).total());
            for (std::uint64_t seed = 1; seed <= 3; ++seed) {
                const State state = random_values(lowered, seed);
                CHECK(difference(carry_out(optimized, routine.name, state), evaluate(lowered, routine.name, state)) <
                      1e-8);
            }
        }
    }
}

TEST_CASE("the lowered solve gives M u' = f, and info names the pivot that fails") {
    const Program lowered = double_pendulum().lowered();
    State state = random_values(lowered, 5);
    const Results solved = evaluate(lowered, "accelerations", state);
    const Results m = evaluate(lowered, "mass_matrix", state), f = evaluate(lowered, "right_side", state);
    for (std::size_t i = 0; i < 2; ++i) {
        const double left = m.at("mm")[i] * solved.at("udot")[0] + m.at("mm")[2 + i] * solved.at("udot")[1];
        CHECK(left == Approx(f.at("f")[i]).epsilon(1e-12));
    }
    CHECK(solved.at("info")[0] == 0);
    const Program optimized = optimize(lowered);
    state.p[1] = 0;  // m2: the second speed has no inertia
    CHECK(carry_out(optimized, "derivatives", state).at("info")[0] == 2);
    state.p[0] = 0;  // m1 too: leaf first, the second speed fails first
    CHECK(carry_out(optimized, "derivatives", state).at("info")[0] == 2);
    state.p[1] = -1;
    CHECK(carry_out(optimized, "derivatives", state).at("info")[0] != 0);
    const auto results = carry_out(optimized, "derivatives", state);
    for (const double a : results.at("ydot")) CHECK(std::isfinite(a));
}

TEST_CASE("every formulation lowers to the same accelerations") {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
        const Program turner = tree(seed, 5).lowered();
        State state = random_values(turner, seed);
        // formulations that turn axes forth and back agree where rotations are rotations
        if (turner.find("normalize") != nullptr) state.q = evaluate(turner, "normalize", state).at("q");
        const Results expected = evaluate(turner, "accelerations", state);
        if (expected.at("info")[0] != 0) continue;
        for (const Formulation formulation : {Formulation::composite, Formulation::articulated})
            for (const Regrouping regrouping : {Regrouping::none, Regrouping::inertias}) {
                const FormulationChoice choice{formulation, regrouping, seed % 2 == 0, {}};
                CAPTURE(seed, to_string(choice));
                Program chosen = tree(seed, 5, choice).lowered();
                std::erase_if(chosen.routines,
                              [](const Routine& r) { return r.name != "setup" && r.name != "accelerations"; });
                const Program program = optimize(std::move(chosen));
                CHECK(difference(carry_out(program, "accelerations", state), expected) < 1e-7);
            }
    }
}

TEST_CASE("statements are nested within the line bound, and splitting keeps values in the workspace") {
    const Program lowered = tree(3, 8).lowered();
    OptimizeOptions options;
    options.split_above = 100, options.piece_size = 60;
    const Program split = optimize(lowered, options);
    const Routine& routine = *split.find("derivatives");
    REQUIRE(routine.pieces.size() > 3);
    CHECK(routine.workspace.at(0) > 0);
    std::size_t covered = 0;
    for (const Piece& piece : routine.pieces) {
        CHECK(piece.first == covered);
        covered = piece.last;
    }
    CHECK(covered == routine.statements.size());
    CHECK(routine.operations == optimize(lowered).find("derivatives")->operations);
}

TEST_CASE("for packs statements stand so that few values wait") {
    // sixty products, each read by two statements: all the first ones are formed before all the second ones
    Routine routine;
    routine.graph = std::make_shared<Graph>();
    Argument x{"x", Argument::Intent::in, Argument::Type::real, {{"nx", 61}}, {}};
    Argument y{"y", Argument::Intent::out, Argument::Type::real, {{"ny", 120}}, {}};
    routine.arguments = {x, y};
    std::vector<Expr> symbols, products, roots;
    for (std::size_t k = 0; k < 61; ++k) {
        const std::string name = "x" + std::to_string(k);
        symbols.push_back(routine.graph->symbol(name, Role::coordinate));
        routine.reads[{name, Role::coordinate}] = {0, k};
    }
    for (std::size_t k = 0; k < 60; ++k) products.push_back(symbols[k] * symbols[k + 1]);
    for (std::size_t k = 0; k < 60; ++k) roots.push_back(sqrt(products[k]) + symbols[0]);
    for (std::size_t k = 0; k < 60; ++k) roots.push_back(routine.graph->unary(Op::abs, products[k]) + symbols[1]);
    for (std::size_t k = 0; k < roots.size(); ++k) routine.results.push_back({{1, k}, roots[k]});
    routine.code = std::make_shared<const Code>(code_of(*routine.graph, roots, 0, std::make_shared<Graph>(), {}));
    form_statements(routine, 480);
    REQUIRE(routine.statements.size() == 180);
    const auto most_waiting = [&] {
        std::map<CodeId, std::size_t> last_read;
        for (std::size_t k = 0; k < routine.statements.size(); ++k)
            for (const CodeId id : nodes_in_text(routine, routine.statements[k].value.id)) last_read[id] = k;
        std::size_t most = 0;
        for (std::size_t k = 0; k < routine.statements.size(); ++k) {
            std::size_t waiting = 0;
            for (std::size_t before = 0; before <= k; ++before) {
                const CodeStatement& statement = routine.statements[before];
                if (statement.kind == CodeStatement::Kind::temporary && last_read[statement.value.id] > k) ++waiting;
            }
            most = std::max(most, waiting);
        }
        return most;
    };
    REQUIRE(most_waiting() == 60);
    order_terms(routine);
    order_statements(routine, OrderGoal::packs);
    CHECK(most_waiting() <= 14);  // registers
    // numbered as they stand, and each before what reads it
    std::size_t number = 0;
    for (const CodeStatement& statement : routine.statements) {
        if (statement.kind == CodeStatement::Kind::temporary) CHECK(statement.number == ++number);
        for (const CodeId id : nodes_in_text(routine, statement.value.id))
            if (routine.is_temporary(id)) CHECK(routine.temporary[id] <= number);
    }
    CHECK(number == 60);
}

TEST_CASE("statements of what is in no lanes any more are those of a scalar") {
    Routine routine;
    routine.graph = std::make_shared<Graph>();
    Graph& graph = *routine.graph;
    routine.arguments = {{"x", Argument::Intent::in, Argument::Type::real, {{"nx", 2}}, {}},
                         {"y", Argument::Intent::out, Argument::Type::real, {{"ny", 2}}, {}}};
    const Expr a = graph.symbol("a", Role::coordinate), b = graph.symbol("b", Role::coordinate);
    const Expr x = graph.lane_symbol("x", Role::coordinate, {a, b});
    const Expr cancels = (x + a * b) - (x - a), stays = x * a;
    routine.reads = {{{"a", Role::coordinate}, {0, 0}}, {{"b", Role::coordinate}, {0, 1}}};
    routine.lane_reads[graph.symbol_of(x)] = {{{0, 0}, 1}, {{0, 1}, 1}};
    for (const Expr& value : {cancels, stays}) {
        routine.results = {{{1, 0}, value, 1}, {{1, 1}, value, 2}};
        routine.checks = {{.condition = graph.binary(Op::less, graph.integer(0), value), .info = 3, .by_lane = {3, 4}}};
        const std::vector<Expr> roots{value, value, routine.checks[0].condition};
        const Code code = code_of(graph, roots, 0, std::make_shared<Graph>(), {});
        routine.code = std::make_shared<const Code>(factor_sums(code, Factoring::none));
        routine.statements.clear();
        form_statements(routine, 480);
        const bool keeps_lanes = value == stays;
        for (const CodeStatement& statement : routine.statements) {
            if (statement.kind == CodeStatement::Kind::result)
                CHECK(statement.lane == (keeps_lanes ? statement.place.element + 1 : 0));
            if (statement.kind != CodeStatement::Kind::check) continue;
            CHECK(statement.number == 3);
            CHECK(statement.by_lane.size() == (keeps_lanes ? 2 : 0));
        }
    }
}

namespace {

// One result of the symbols x0, x1, ... .
struct SmallRoutine {
    Routine routine;
    explicit SmallRoutine(std::size_t symbols) {
        routine.graph = std::make_shared<Graph>();
        routine.arguments = {{"x", Argument::Intent::in, Argument::Type::real, {{"nx", symbols}}, {}},
                             {"y", Argument::Intent::out, Argument::Type::real, {{"ny", 1000}}, {}}};
        for (std::size_t k = 0; k < symbols; ++k) routine.reads[{name(k), Role::coordinate}] = {0, k};
    }
    static std::string name(std::size_t k) { return "x" + std::to_string(k); }
    Expr x(std::size_t k) { return routine.graph->symbol(name(k), Role::coordinate); }
    void form(const std::vector<Expr>& roots) {
        for (std::size_t k = 0; k < roots.size(); ++k) routine.results.push_back({{1, k}, roots[k]});
        const Code code = code_of(*routine.graph, roots, 0, std::make_shared<Graph>(), {});
        routine.code = std::make_shared<const Code>(factor_sums(code, Factoring::none));
        form_statements(routine, 480);
        order_terms(routine);
    }
    Order formed() const {
        Order order(routine.statements.size());
        for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
        return order;
    }
};

}  // namespace

TEST_CASE("what is known last is written last") {
    SmallRoutine small(6);
    Routine& routine = small.routine;
    const Expr late = small.x(0) / (small.x(1) + small.x(2));  // known after 18 cycles
    const Expr sum = late * small.x(3) + small.x(1) * small.x(4) - small.x(2) * small.x(5);
    small.form({late, sum, late * sum * small.x(5)});
    const auto node = [&](std::size_t root) { return routine.code->roots[root]; };
    const std::vector<Item> terms = items_in_text(routine, node(1));
    REQUIRE(terms.size() == 3);
    CHECK_FALSE(terms[0].minus);
    CHECK(routine.ready[terms[0].id] == 4);
    CHECK(terms[1].minus);
    CHECK(routine.ready[terms[1].id] == 4);
    CHECK(routine.ready[terms[2].id] == 22);
    CHECK(routine.ready[node(0).id] == 18);
    CHECK(routine.ready[node(1).id] == 22);  // one multiply-add after `late`
    const std::vector<Item> factors = items_in_text(routine, node(2));
    REQUIRE(factors.size() == 3);
    CHECK(factors[0].id != node(0).id);
    CHECK(factors[1].id == node(0).id);
    CHECK(factors[2].id == node(1).id);
    CHECK(routine.ready[node(2).id] == 26);
}

TEST_CASE("cycles of an order: four instructions each, or one latency after the other") {
    SECTION("independent statements") {
        SmallRoutine small(301);
        std::vector<Expr> sums;
        for (std::size_t k = 0; k < 300; ++k) sums.push_back(small.x(k) + small.x(k + 1));
        small.form(sums);
        const ScheduleBlock block = schedule_block_of(small.routine, 0, 300, false);
        CHECK(cycles(block, small.formed(), 0) == Approx(75).margin(4));
        CHECK(cycles(block, small.formed(), 300) == Approx(150).margin(4));  // four starts a cycle, loads among them
    }
    SECTION("two products a cycle") {
        SmallRoutine small(301);
        std::vector<Expr> products;
        for (std::size_t k = 0; k < 300; ++k) products.push_back(small.x(k) * small.x(k + 1));
        small.form(products);
        CHECK(cycles(schedule_block_of(small.routine, 0, 300, false), small.formed(), 0) == Approx(150).margin(4));
    }
    SECTION("a chain that is longer than the window") {
        SmallRoutine small(1001);
        Expr chain = small.x(0);
        std::vector<Expr> values;
        for (std::size_t k = 1; k <= 1000; ++k) values.push_back(chain = (chain + small.x(k)) / small.x(0));
        small.form(values);
        const std::size_t size = small.routine.statements.size();
        const ScheduleBlock block = schedule_block_of(small.routine, 0, size, false);
        CHECK(cycles(block, small.formed(), 0) > 1000 * 18 - 130 * 18);
        CHECK(cycles(block, small.formed(), 0) <= 1000 * 18);
    }
}

TEST_CASE("the statements on the longest way come first") {
    // 300 products that nothing waits for are formed before a chain of 8 divisions
    SmallRoutine small(302);
    std::vector<Expr> values;
    for (std::size_t k = 0; k < 300; ++k) values.push_back(small.x(k) * small.x(k + 1));
    Expr chain = small.x(0);
    for (std::size_t k = 0; k < 8; ++k) values.push_back(chain = small.x(k) / (chain + small.x(301)));
    small.form(values);
    Routine& routine = small.routine;
    const std::size_t size = routine.statements.size();
    const std::size_t formed = cycles(schedule_block_of(routine, 0, size, false), small.formed(), 0);
    const auto order = [&] {
        std::vector<std::size_t> places;
        for (const CodeStatement& statement : routine.statements) places.push_back(statement.formed);
        return places;
    };
    order_statements(routine, OrderGoal::packs);
    CHECK(5 * cycles(schedule_block_of(routine, 0, size, false), small.formed(), 0) < 4 * formed);
    const auto for_packs = order();
    order_statements(routine, OrderGoal::one_state);
    CHECK(routine.statements.size() == size);
    CHECK(5 * cycles(schedule_block_of(routine, 0, size, false), small.formed(), 0) < 4 * formed);
    order_statements(routine, OrderGoal::packs);  // from the order of forming again, whatever was made of it
    CHECK(order() == for_packs);
}

TEST_CASE("a program ordered for another goal has the same values, whole or in pieces") {
    for (const std::size_t split_above : {std::size_t{10000}, std::size_t{100}}) {
        const Program lowered = tree(3, 8).lowered();
        OptimizeOptions options;
        options.split_above = split_above, options.piece_size = 60;
        const Program program = optimize(lowered, options);
        const State state = random_values(lowered, 5);
        const Results expected = evaluate(lowered, "derivatives", state);
        CHECK(program.find("derivatives")->is_split() == (split_above == 100));
        for (const OrderGoal goal : {OrderGoal::one_state, OrderGoal::own_sines, OrderGoal::packs}) {
            const Program ordered = ordered_for(program, goal);
            CHECK(difference(carry_out(ordered, "derivatives", state), expected) < 1e-9);
            CHECK(to_string(ordered_for(ordered, OrderGoal::one_state)) ==
                  to_string(ordered_for(program, OrderGoal::one_state)));
        }
    }
}

TEST_CASE("the constants do not depend on which routine needs them first") {
    Program lowered = tree(4, 5).lowered();
    Program reversed = lowered;
    std::reverse(reversed.routines.begin(), reversed.routines.end());
    const Program a = optimize(lowered), b = optimize(reversed);
    REQUIRE(a.constants.size() == b.constants.size());
    REQUIRE(a.constants.size() > 3);
    for (std::size_t k = 0; k < a.constants.size(); ++k)
        CHECK(to_string(*a.constants_graph, a.constants[k]) == to_string(*b.constants_graph, b.constants[k]));
}
