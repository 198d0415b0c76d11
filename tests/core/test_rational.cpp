// The decimal text of exact numbers, at the ends of the machine's integers and beyond, as CLN's own stream writes it.
#include "core/rational.hpp"

#include <cln/io.h>
#include <cln/rational_io.h>

#include <sstream>

#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("an exact number has the decimal text that CLN's stream writes") {
    std::vector<Rational> integers{0, 1, 7, 1000000007};
    for (const int bits : {61, 62, 63, 64, 65, 200, 1000})
        for (const int offset : {-1, 0, 1}) integers.push_back(cln::expt(cln::cl_RA(2), bits) + offset);
    for (const Rational& numerator : integers)
        for (const Rational& denominator : integers)
            for (const int sign : {1, -1}) {
                if (denominator == 0) continue;
                const Rational value = cln::cl_RA(sign) * numerator / denominator;
                std::ostringstream text;
                text << value;
                CHECK(to_string(value) == text.str());
            }
    CHECK(to_string(-parse_rational("0.75")) == "-3/4");
}
