// Values of info: told apart by the head comment of emitters/README.md, counted here by hand.
#include "core/info_codes.hpp"

#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("each value of info means one thing") {
    const InfoCodes codes(3, 2);  // speeds 1 2 3, rows 4 5, no convergence 6, dependent speeds 7 ..
    using Kind = InfoCodes::Kind;
    const std::vector<std::pair<Kind, std::size_t>> expected{{Kind::nothing, 0},
                                                             {Kind::speed, 0},
                                                             {Kind::speed, 1},
                                                             {Kind::speed, 2},
                                                             {Kind::row, 0},
                                                             {Kind::row, 1},
                                                             {Kind::no_convergence, 0},
                                                             {Kind::dependent_speed, 0},
                                                             {Kind::dependent_speed, 1}};
    for (std::size_t info = 0; info < expected.size(); ++info) {
        INFO(info);
        CHECK(codes.meaning(info).kind == expected[info].first);
        CHECK(codes.meaning(info).index == expected[info].second);
    }
    CHECK(InfoCodes::of_speed(2) == 3);
    CHECK(codes.of_row(1) == 5);
    CHECK(codes.of_no_convergence() == 6);
    CHECK(codes.of_dependent_speed(0) == 7);
    CHECK(no_convergence_text() == "nu + nphi + 1");
    CHECK(no_convergence_text("arm::") == "arm::nu + arm::nphi + 1");
}

TEST_CASE("without rows info has no gap but that of the assembly") {
    const InfoCodes codes(2, 0);
    CHECK(codes.meaning(2).kind == InfoCodes::Kind::speed);
    CHECK(codes.meaning(3).kind == InfoCodes::Kind::no_convergence);
    CHECK(codes.meaning(4).kind == InfoCodes::Kind::dependent_speed);
}
