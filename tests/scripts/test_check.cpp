// check(): what is proved, what is only tested, what fails; the polynomial algebra behind it.
#include <sstream>

#include "scripts/check/polynomial.hpp"
#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/check.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

// "proved", "tested" or "failed" for the last check of a script.
std::string verdict(const std::string& text) {
    std::ostringstream output;
    PipelineOptions options;
    options.output = &output;
    try {
        run_pipeline(parse(text, "check.lag"), options);
    } catch (const CheckFailure&) {
        return "failed";
    } catch (const InputError&) {
        return "refused";
    }
    std::string line = output.str();
    while (!line.empty() && line.back() == '\n') line.pop_back();
    return line.substr(line.rfind(' ') + 1);
}

const std::string quaternion_body =
    "model(hull)$ body(base, ground, hinge = free(quaternion = [e0, e1, e2, e3], position = [x, y, z], speeds = [p, q, "
    "r, "
    "u, v, w]), mass = 2, inertia = [1, 2, 2])$\n";

}  // namespace

TEST_CASE("a short term by which the sides differ is named", "[check]") {
    const auto details = [](const std::string& text) -> std::string {
        try {
            run_pipeline(parse(text, "check.lag"), {});
        } catch (const CheckFailure& failure) {
            return failure.details();
        }
        return "";
    };
    const auto names = [&](const std::string& text, const std::string& term) {
        return details(text).find("\n  left - right = " + term + "\n") != std::string::npos;
    };
    CHECK(names("check((a + b)^2 - c = a^2 + 2*a*b + b^2)$", "-c"));
    const std::string arm =
        "model(arm)$ parameters(m = 3, l = 2, g = 9.81)$ gravity([0, -g, 0])$\n"
        "body(cart, ground, hinge = prismatic(x, x), mass = 1)$ body(one, cart, hinge = revolute(z, a), mass = m, cm = "
        "[0, -l, 0])$\n"
        "body(two, one, hinge = revolute(z, b), at = [0, -l, 0], mass = m, cm = [0, -l, 0])$\n"
        "lhs: mass_matrix() . [x'', a'', b''] - right_side()$\n";
    CHECK(names(
        arm + "check(lhs[3] = m*l*(cos(a + b)*x'' + l*cos(b)*a'' + l*(a'' + b'') - l*sin(b)*a'^2 + g*sin(a + b)))$",
        "2*a'^2*l^2*m*sin(b)"));
    // nothing short
    CHECK(details("check(sin(a)*b = cos(a)*c)$").find("left - right") == std::string::npos);
}

TEST_CASE("identities are proved by algebra", "[check]") {
    CHECK(verdict("check((a + b)^2 = a^2 + 2*a*b + b^2)$") == "proved");
    CHECK(verdict("check(sin(a + b) = sin(a)*cos(b) + cos(a)*sin(b))$") == "proved");
    CHECK(verdict("check(cos(3*a) = 4*cos(a)^3 - 3*cos(a))$") == "proved");
    CHECK(verdict("check(sin(a - 2*b)^2 = 1 - cos(a - 2*b)^2)$") == "proved");
    CHECK(verdict("check(tan(a)*cos(a) = sin(a))$") == "proved");
    CHECK(verdict("check((a^2 - b^2)/(a - b) = a + b)$") == "proved");
    CHECK(verdict("check(sqrt(a^2 + 1)^4 = a^4 + 2*a^2 + 1)$") == "proved");
    CHECK(verdict("check([1, a] = matrix([1], [a]))$") == "proved");
    CHECK(verdict(quaternion_body + "check(e0*e0' + e1*e1' + e2*e2' + e3*e3' = 0)$") == "proved");
    CHECK(verdict(quaternion_body + "check(rotation(base) . transpose(rotation(base)) = ident(3))$") == "proved");
}

TEST_CASE("what algebra does not know is tested", "[check]") {
    CHECK(verdict("check(abs(a)^2 = a^2)$") == "tested");
    CHECK(verdict("check(exp(a)*exp(b) = exp(a + b))$") == "tested");
    CHECK(verdict("check(sin(%pi/5)^2 + cos(2*%pi/5)/2 = 1/2)$") != "failed");
    CHECK(verdict("check(atan2(sin(a/9), cos(a/9)) = a/9 - 2*%pi*floor((a/9 + %pi)/(2*%pi)))$") == "tested");
}

TEST_CASE("what is unequal fails, however small the difference", "[check]") {
    CHECK(verdict("check(a = b)$") == "failed");
    CHECK(verdict("check(a = a + 10^(-30))$") == "failed");
    CHECK(verdict("check(sin(a) = a - a^3/6 + a^5/120)$") == "failed");
    CHECK(verdict("check(sqrt(a^2) = a)$") == "failed");
    CHECK(verdict("check(abs(a) = a)$") == "failed");
    CHECK(verdict("check(10^20*(a - b) + b = 10^20*(a - b) + b + 1)$") == "failed");
    CHECK(verdict("check((1/10)^5000*a = 2*(1/10)^5000*a)$") == "failed");  // smaller than any double
    CHECK(verdict("check(a^5000*10^5000 = b)$") != "tested");       // larger: no verdict is fine, a wrong one not
    CHECK(verdict("check(sqrt(-1 - a^2) + a = b)$") == "refused");  // no real value anywhere
}

TEST_CASE("polynomials are reduced by their relations and pay for their work", "[check]") {
    PolynomialRing ring(100000);
    const std::uint32_t s = ring.new_variable(), c = ring.new_variable();
    const Polynomial sine = PolynomialRing::variable(s), cosine = PolynomialRing::variable(c);
    ring.replace_square(c, ring.add(PolynomialRing::constant(1), ring.multiply(sine, sine), -1));
    const Polynomial both = ring.add(ring.multiply(sine, sine), ring.multiply(cosine, cosine));
    CHECK(both == PolynomialRing::constant(1));
    const Polynomial fourth = ring.multiply(ring.multiply(cosine, cosine), ring.multiply(cosine, cosine));
    CHECK(fourth.size() == 3);  // 1 - 2 s^2 + s^4
    CHECK_FALSE(is_constant(fourth));

    PolynomialRing poor(50);
    Polynomial sum = PolynomialRing::constant(1);
    const auto grow = [&] {
        for (int k = 0; k < 10; ++k) {
            sum = poor.add(sum, PolynomialRing::variable(poor.new_variable()));
            sum = poor.multiply(sum, sum);
        }
    };
    CHECK_THROWS_AS(grow(), BudgetSpent);
}

}  // namespace lag
