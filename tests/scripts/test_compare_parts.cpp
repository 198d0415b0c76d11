// The parts of lag compare: units, mappings, and what is said about a difference.
#include "scripts/command/compare/mapping.hpp"
#include "scripts/command/compare/points.hpp"
#include "scripts/command/compare/report.hpp"
#include "tests/catch.hpp"

namespace lag {

TEST_CASE("units have the factors of their definitions", "[compare]") {
    CHECK(unit_factor("km/h") == Approx(1000.0 / 3600).epsilon(1e-15));
    CHECK(unit_factor("deg/s^2") == Approx(3.14159265358979323846 / 180).epsilon(1e-15));
    CHECK(unit_factor("lbf*in*s^2") == Approx(4.4482216152605 * 0.0254).epsilon(1e-14));  // NIST SP 811
    CHECK(unit_factor("slug") == Approx(14.59390).epsilon(1e-6));                         // NIST SP 811
    CHECK(unit_factor("1/ms") == Approx(1000).epsilon(1e-15));
    CHECK_THROWS_WITH(unit_factor("furlong"), Catch::Contains("'furlong' is no unit"));
    CHECK_THROWS_WITH(unit_factor(""), Catch::Contains("is no unit"));
}

TEST_CASE("a mapping is read line by line, lists over several", "[compare]") {
    Mapping mapping;
    read_mapping(mapping,
                 "# a comment; call X(y)\ncall A(x, y) ; call B(z)\nx in [a,\n  -b [deg], # there\n 2*c, 1.5D1, _]\n",
                 "map");
    REQUIRE(mapping.calls.size() == 2);
    CHECK(mapping.calls[1].routine == "B");
    REQUIRE(mapping.find("x") != nullptr);
    const std::vector<MappedTerm>& terms = mapping.find("x")->in;
    REQUIRE(terms.size() == 5);
    CHECK(terms[0].name == "a");
    CHECK(terms[1].factor == Approx(-180 / 3.14159265358979323846).epsilon(1e-15));
    CHECK(terms[2].factor == 2);
    CHECK((terms[3].name.empty() && terms[3].factor == 15));
    CHECK((terms[4].ignored && terms[4].factor == 0));
    CHECK_THROWS_WITH(read_mapping(mapping, "\n\nx\n", "map"), Catch::Contains("map:3: "));
}

TEST_CASE("a difference is relative to the component's usual size", "[compare]") {
    std::vector<ComparedState> states;
    for (const double value : {1.0, 2.0, 3.0, 1e-9})  // the median of these sizes is 2
        states.push_back({states.size() + 1, {{"x", value}}, {{"f", value}}, {{"f", value + 1e-3}}});
    const auto components = compare_states(states, {"f"}, 1e-3);
    REQUIRE(components.size() == 1);
    CHECK(components[0].largest == Approx(1e-3 / 2.0).epsilon(1e-3));
    CHECK(components[0].agrees);
    CHECK_FALSE(compare_states(states, {"f"}, 1e-4)[0].agrees);
}

TEST_CASE("a difference that is one product is written as one", "[compare]") {
    const auto described = [](auto left, auto right) {
        std::vector<ComparedState> states;
        for (int k = 1; k <= 9; ++k) {
            const CompareState state{{"a", 0.3 * k}, {"b", 2.0 / k - 0.7}, {"c", 1.0 + k % 3}};
            states.push_back({states.size() + 1, state, {{"f", left(state)}}, {{"f", right(state)}}});
        }
        const auto component = compare_states(states, {"f"}, 1e-9)[0];
        const DifferenceAt at = [&](const std::string& name, double value) -> std::optional<double> {
            CompareState state = states[component.worst].state;
            state[name] = value;
            return left(state) - right(state);
        };
        return describe_difference(states, component, {"a", "b", "c"}, at);
    };
    using State = const CompareState&;
    const auto nothing = [](State) { return 0.0; };
    CHECK(described([](State s) { return s.at("a") * s.at("a") / s.at("b"); }, nothing) ==
          "left - right = a^2/b in every state");
    CHECK(described([](State s) { return s.at("a") + s.at("b"); }, [](State s) { return s.at("b") - s.at("a"); }) ==
          "left - right = 2*a in every state: twice a term, as a wrong sign makes it");
    CHECK(described([](State s) { return std::sin(s.at("a")) * s.at("c"); }, nothing) ==
          "the difference depends on a, c");
    CHECK(described([](State s) { return s.at("b") > 0 ? s.at("c") / 3 : 0.0; }, nothing) ==
          "left - right = 1/3*c in 2 of 9 states");
    CHECK(described([](State) { return 4.0; }, nothing) == "the difference is the same wherever one number changes");
}

}  // namespace lag
