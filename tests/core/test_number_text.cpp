// Numbers as decimal texts: what reads back as the same double, what a number looks like, and what is none.
#include "core/number_text.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include "tests/catch.hpp"

using namespace lag;

namespace {

// How many digits a text has before its exponent, without zeros in front.
std::size_t digits_of(const std::string& text) {
    std::size_t digits = 0;
    bool begun = false;
    for (const char c : text) {
        if (c == 'e') break;
        begun = begun || (c >= '1' && c <= '9');
        digits += begun && c >= '0' && c <= '9' ? 1 : 0;
    }
    return digits;
}

void check_round_trip(double value) {
    const std::string text = exact_decimal(value);
    INFO(text);
    CHECK(is_decimal(text));
    const std::optional<double> read = decimal_value(text);
    REQUIRE(read);
    CHECK(std::bit_cast<std::uint64_t>(*read) == std::bit_cast<std::uint64_t>(value));
}

}  // namespace

TEST_CASE("a number for people is rounded to significant digits") {
    CHECK(rounded_decimal(1.0 / 3) == "0.333333");
    CHECK(rounded_decimal(1.5e-7) == "1.5e-07");
    CHECK(rounded_decimal(2) == "2");
    CHECK(rounded_decimal(-0.0) == "-0");
    CHECK(rounded_decimal(123456789) == "1.23457e+08");
    CHECK(rounded_decimal(123456789, 9) == "123456789");
    CHECK(rounded_decimal(0.25, 1) == "0.2");
    CHECK(rounded_decimal(-std::numeric_limits<double>::max(), 17) == "-1.7976931348623157e+308");
}

TEST_CASE("an exact decimal reads back as the same number") {
    using Limits = std::numeric_limits<double>;
    for (const double value : {0.0, -0.0, 1.0, 0.1, 0.2 + 0.1, 1.0 / 3, 100.0, 1e15, 1e16, 1e22, 1e23,
                               9007199254740993.0, Limits::max(), Limits::lowest(), Limits::min(), Limits::epsilon()})
        check_round_trip(value);
    // numbers below the least normal one: the least, the greatest, and some between
    for (const double value : {Limits::denorm_min(), -Limits::denorm_min(), std::nextafter(Limits::min(), 0.0), 1e-310,
                               3 * Limits::denorm_min(), 1e-320})
        check_round_trip(value);
    std::mt19937_64 bits(20);
    for (int k = 0; k < 20000; ++k)
        if (const auto value = std::bit_cast<double>(bits()); std::isfinite(value)) check_round_trip(value);
}

TEST_CASE("an exact decimal has no more digits than it needs") {
    CHECK(exact_decimal(0.1) == "0.1");
    CHECK(exact_decimal(-12.5) == "-12.5");
    CHECK(exact_decimal(1e-3) == "0.001");
    CHECK(exact_decimal(1e300) == "1e+300");
    CHECK(exact_decimal(0.1 + 0.2) == "0.30000000000000004");
    std::mt19937_64 bits(21);
    for (int k = 0; k < 5000; ++k) {
        const auto value = std::bit_cast<double>(bits());
        if (!std::isnormal(value)) continue;
        const std::string text = exact_decimal(value);
        const std::size_t digits = digits_of(text);
        CHECK(digits <= 17);
        if (digits > 15) CHECK(std::strtod(rounded_decimal(value, 15).c_str(), nullptr) != value);
        if (digits > 16) CHECK(std::strtod(rounded_decimal(value, 16).c_str(), nullptr) != value);
    }
}

TEST_CASE("what is a decimal number and what is none") {
    for (const char* text : {"0", "7", "-12.5", "+3", "1.", ".5", "-.5", "007", "1e3", "1e-3", "1E+3", "1d-3", "1D3",
                             "1.e5", ".5d0", "1e0000", "0.1e-400", "1e400"}) {
        INFO(text);
        CHECK(is_decimal(text));
        CHECK(decimal_value(text));
    }
    for (const char* text :
         {"",   " ",     "+",     "-",     ".",   "-.",   "e3",       ".e3",   "1e",    "1e+",         "1e-",
          "1d", "1e3.5", "1e3e3", "1.2.3", "1,5", "--1",  "+-1",      "1-",    "1 ",    " 1",          "1 2",
          "1f", "0x10",  "1x",    "inf",   "nan", "-inf", "infinity", "1_000", "1'000", "\xEF\xBC\x91"}) {
        INFO(text);
        CHECK_FALSE(is_decimal(text));
        CHECK_FALSE(decimal_value(text));
    }
    CHECK_FALSE(is_decimal(std::string("1\0", 2)));
}

TEST_CASE("the value of a decimal number") {
    CHECK(decimal_value("-12.5") == -12.5);
    CHECK(decimal_value("+3") == 3.0);
    CHECK(decimal_value(".5") == 0.5);
    CHECK(decimal_value("1.") == 1.0);
    for (const char* text : {"2.5e-3", "2.5E-3", "2.5d-3", "2.5D-3", "0.0025", "25e-4", "+.25d-02"}) {
        INFO(text);
        CHECK(decimal_value(text) == 0.0025);
    }
    CHECK(std::signbit(*decimal_value("-0")));
    CHECK(decimal_value("5e-324") == std::numeric_limits<double>::denorm_min());
    CHECK(decimal_value("1e-400") == 0.0);
    CHECK(decimal_value("1e400") == std::numeric_limits<double>::infinity());
    CHECK(decimal_value("-1d400") == -std::numeric_limits<double>::infinity());
    // the nearest double, ties to the even one
    CHECK(decimal_value("9007199254740993") == 9007199254740992.0);
    CHECK(decimal_value("9007199254740995") == 9007199254740996.0);
    CHECK(decimal_value("9007199254740993.00000000000000000001") == 9007199254740994.0);
}
