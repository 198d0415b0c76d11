// Constants: every digit right, or an error; coefficients without names of our own.
#include "tests/catch.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

CommandRun run(const std::string& script) {
    const std::filesystem::path folder = scratch_folder("exact_constants");
    write(folder / "a.lag", script);
    return run_lag({"a.lag"}, folder);
}
std::string shown(const std::string& expression) {
    const std::string text = run(expression + ";").output;
    return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("whole parts have all their digits right", "[constants]") {
    // e^200 and 10^100 sqrt(2), 10^20 pi: published digits
    CHECK(shown("floor(exp(200))") ==
          "722597376812574925817747704218930569735687442852731928403269789123221909361473891661561");
    CHECK(shown("floor(sqrt(2)*10^100)") ==
          "14142135623730950488016887242096980785696718753769480731766797379907324784621070388503875343276415727");
    CHECK(shown("floor(%pi*10^20)") == "314159265358979323846");
    CHECK(shown("floor(-%pi)") == "-4");
    CHECK(shown("floor((1 + sqrt(2))*(sqrt(2) - 1))") == "1");
    CHECK(shown("floor(-sqrt(2)/10^80)") == "-1");
    // floor(e^1000) - floor(e^500)^2 is far smaller than e^1000, which only right digits show
    CHECK(shown("floor(exp(1000)) - floor(exp(500))*floor(exp(500)) < 3*exp(500)") == "true");
    CHECK(shown("floor(exp(1000)) - floor(exp(500))*floor(exp(500)) > 0") == "true");
    CHECK(run("floor(exp(10^5));").status == 1);
}

TEST_CASE("constants are told apart however close they are", "[constants]") {
    CHECK(shown("is(exp(200) + 1 = exp(200))") == "false");
    CHECK(shown("is(exp(10000) + 1 = exp(10000))") == "false");
    CHECK(shown("is(exp(200) < exp(200) + 1)") == "true");
    CHECK(shown("max(exp(200), exp(200) + 1)") == "exp(200) + 1");
    CHECK(shown("is(sqrt(2)*sqrt(3) = sqrt(6))") == "true");
    CHECK(shown("is(tanh(500) = 1)") == "false");
    CHECK(shown("is(tanh(-5000) = -1)") == "false");
    CHECK(shown("is(tanh(5000) < 1)") == "true");
    CHECK(shown("is(acos(1/2) = %pi/3)") == "true");
}

TEST_CASE("a number's exponent has a limit, which is no internal error", "[constants]") {
    for (const std::string number : {"1e4002", "1e-4001", "1.5e99999999999999999999", "1e00004001"}) {
        const CommandRun found = run("x: " + number + "$");
        CHECK(found.status == 1);
        CHECK(holds(found.errors, "a number's exponent reaches from -4000 to 4000"));
    }
    CHECK(shown("1e0000000004000/1e+4000") == "1");
}

TEST_CASE("a coefficient keeps its names", "[constants]") {
    CHECK(shown("coeff(k*sin(q) + 3*q, q, 0)") == "k*sin(q)");
    CHECK(shown("coeff(k*sin(q) + 3*q, q)") == "3");
    CHECK(shown("coeff(x*sin(x) + sqrt(x)*y, x, 0)") == "sqrt(x)*y");
    CHECK(shown("coeff(q*x*sin(q), q*x)") == "sin(q)");
    CHECK(shown("coeff(2^q + q*cos(q)^2, q)") == "cos(q)^2");
    CHECK(shown("coeff(x*sin(q) + x^2*sin(q)^2, sin(q), 2)") == "x^2");
    CHECK(shown("coeff(sin(sin(q)) + sin(q)*y, sin(q), 0)") == "sin(sin(q))");
}

}  // namespace lag
