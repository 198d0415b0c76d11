// Values of info: what docs/routines/reference.md says of them, counted here by hand.
#include "core/info_codes.hpp"

#include "core/info_words.hpp"
#include "tests/catch.hpp"

using namespace lag;

using Kind = InfoCodes::Kind;
using Meanings = std::vector<std::pair<Kind, std::size_t>>;

namespace {

// From 0 to beyond the last.
void check_meanings(const InfoCodes& codes, const Meanings& expected) {
    for (std::size_t info = 0; info < expected.size(); ++info) {
        INFO(info);
        CHECK(codes.meaning(info).kind == expected[info].first);
        CHECK(codes.meaning(info).index == expected[info].second);
    }
}

}  // namespace

TEST_CASE("each value of info means one thing") {
    const InfoCodes codes(3, 2, 2);
    check_meanings(codes, {{Kind::nothing, 0},
                           {Kind::speed, 0},
                           {Kind::speed, 1},
                           {Kind::speed, 2},
                           {Kind::row, 0},
                           {Kind::row, 1},
                           {Kind::no_convergence, 0},
                           {Kind::dependent_speed, 0},
                           {Kind::dependent_speed, 1},
                           {Kind::nothing, 0}});
    CHECK(InfoCodes::of_speed(2) == 3);
    CHECK(codes.of_row(1) == 5);
    CHECK(codes.of_no_convergence() == 6);
    CHECK(codes.of_dependent_speed(0) == 7);
    CHECK(codes.largest() == 8);
}

TEST_CASE("contacts and states have values of their own") {
    const InfoCodes codes(1, 1, 0, 2);
    check_meanings(codes, {{Kind::nothing, 0},
                           {Kind::speed, 0},
                           {Kind::row, 0},
                           {Kind::no_convergence, 0},
                           {Kind::contacts, 0},
                           {Kind::contacts, 1},
                           {Kind::contacts, 2},
                           {Kind::contacts, 3},
                           {Kind::state, 0},
                           {Kind::state, 1},
                           {Kind::nothing, 0}});
    CHECK(codes.of_contacts(ContactFailure::impact) == 7);
    CHECK(codes.of_state(1) == 9);
}

TEST_CASE("what info says differs between routines") {
    const auto words = [](Kind kind, std::optional<RoutineName> routine,
                          DependentSpeeds dependent = DependentSpeeds::none) {
        return words_about(words_of_info({kind, 0}, routine, dependent), "X");
    };
    CHECK(words(Kind::row, {}) == "the constraints are dependent at X");
    CHECK(words(Kind::row, {}, DependentSpeeds::eliminated) ==
          "the constraints are dependent, or cannot be solved for the dependent speeds, at X");
    CHECK(words(Kind::row, {}, DependentSpeeds::closed) ==
          "the constraints are dependent, cannot be solved for the dependent speeds, or are too far from closed, at X");
    CHECK(words(Kind::row, RoutineName::partition) == "X depends on others");
    CHECK(words(Kind::row, RoutineName::derivatives) == words(Kind::row, {}));
    CHECK(words(Kind::speed, {}) == "the mass matrix is singular at X");
    CHECK(words(Kind::speed, RoutineName::equilibrium) == "nothing holds the motion with X: hold a coordinate");
    CHECK(words(Kind::no_convergence, RoutineName::event) == "there is no event k");
    CHECK(words(Kind::no_convergence, {}).empty());
    CHECK(words(Kind::nothing, {}).empty());
    CHECK(routines_with_info_words() ==
          std::vector{RoutineName::partition, RoutineName::event, RoutineName::equilibrium, RoutineName::assemble});
}
