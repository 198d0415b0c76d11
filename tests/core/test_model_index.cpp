// Which entry of a model a symbol is, and which model a model is.
#include "core/errors.hpp"
#include "core/model.hpp"
#include "core/model_index.hpp"
#include "tests/catch.hpp"

using namespace lag;

namespace {

Model example() {
    Model model;
    Graph& graph = *model.graph;
    for (const char* name : {"m", "l", "g"}) model.parameters.push_back({name, graph.integer(1), "", ""});
    for (const char* name : {"force", "delta"}) model.inputs.push_back({name, "", "", 0});
    for (const char* name : {"x", "y"}) model.coordinates.push_back({name, ground, graph.integer(0), "m", false});
    model.speeds.push_back({"x'", ground, graph.integer(0), "m/s", CoordinateIndex(0)});
    return model;
}

}  // namespace

TEST_CASE("every entry of a model is found by its symbol") {
    const Model model = example();
    const Graph& graph = *model.graph;
    const ModelIndex index(model);
    for (std::size_t k = 0; k < model.parameters.size(); ++k) {
        const Expr leaf = symbol(model, ParameterIndex(k));
        CHECK(index.parameter(graph.symbol_of(leaf)) == ParameterIndex(k));
        CHECK(index.parameter(model.parameters[k].name) == ParameterIndex(k));
    }
    for (std::size_t k = 0; k < model.inputs.size(); ++k)
        CHECK(index.input(graph.symbol_of(symbol(model, InputIndex(k)))) == InputIndex(k));
    for (std::size_t k = 0; k < model.coordinates.size(); ++k)
        CHECK(index.coordinate(graph.symbol_of(symbol(model, CoordinateIndex(k)))) == CoordinateIndex(k));
    CHECK(index.speed(graph.symbol_of(symbol(model, SpeedIndex(0)))) == SpeedIndex(0));
}

TEST_CASE("a name counts in its role alone") {
    const Model model = example();
    const ModelIndex index(model);
    CHECK_FALSE(index.parameter("force"));
    CHECK_FALSE(index.input("m"));
    CHECK_FALSE(index.coordinate("x'"));
    CHECK_THROWS_AS(index.parameter(Symbol{"force", Role::input}), InternalError);
    CHECK_THROWS_WITH(index.parameter(Symbol{"tension", Role::parameter}), Catch::Contains("tension"));
    CHECK_THROWS_WITH(index.coordinate(Symbol{"z", Role::coordinate}), Catch::Contains("z"));
}

TEST_CASE("a flag keeps its index when an input is declared behind it") {
    Model model = example();
    Graph& graph = *model.graph;
    for (const char* name : {"closed", "slip"}) model.inputs.push_back({name, "", "", 0, graph.integer(0)});
    const std::optional<FlagIndex> slip = flag_named(model, "slip");
    REQUIRE(slip == FlagIndex(1));
    CHECK(input_of(model, *slip) == InputIndex(3));
    CHECK_FALSE(flag_named(model, "force"));
    model.inputs.insert(model.inputs.begin() + 2, {"late", "", "", 0});
    CHECK(flag_named(model, "slip") == slip);
    CHECK(input_of(model, *slip) == InputIndex(4));
    CHECK(symbol(model, *slip) == graph.symbol("slip", Role::input));
    const Event::Setting setting{*slip, graph.integer(1)};
    CHECK(symbol(model, setting) == symbol(model, *slip));
    CHECK(symbol(model, Event::Setting{CoordinateIndex(1), graph.integer(1)}) == symbol(model, CoordinateIndex(1)));
}

TEST_CASE("copies of a model are the same model, others are not") {
    const Model one, other;
    const Model copy = one;
    CHECK(copy.serial == one.serial);
    CHECK(other.serial != one.serial);
}
