// check() on equations whose truth is known: none of the false ones holds, none of the true ones is refused.
#include <sstream>
#include <vector>

#include "scripts/pipeline/pipeline.hpp"
#include "scripts/statements/check.hpp"
#include "scripts/syntax/grammar.hpp"
#include "tests/catch.hpp"

namespace lag {

namespace {

// A carriage that moves along x and y, mass 2; k = 1000, z = 0, l = 0.3 by default. a, b and c are free names.
const std::string carriage =
    "model(carriage)$ parameters(k = 1000, z = 0, m = 2, l = 0.3)$\n"
    "body(b, ground, hinge = [translate(x, s), translate(y, r)], mass = m)$\n";

const std::vector<std::string> false_equations = {
    "k + k/10^70 = k",
    "k + k/10^700 = k",
    "10^50 + sin(s) = 10^50",
    "10^500 + sin(s) = 10^500",
    "tanh(1e6*s) = sign(s)",
    "tanh(10^100*s) = sign(s)",
    "asin(sin(a)) = a",
    "acos(cos(a)) = a",
    "atan(tan(a)) = a",
    "abs(k) = k",
    "abs(z) = z",
    "log(s^2) = 2*log(s)",
    "atan2(sin(s), cos(s)) = s",
    "(if k > 1500 then 1 else 0) = 0",
    "(if s > 2 then 1 else 0) = 0",
    "(if s > 1e7 then 1 else 0) = 0",
    "(if s > 3 and s < 3.001 then 1 else 0) = 0",
    "(if s > 1000 then (if r > 1000 then 1 else 0) else 0) = 0",
    "(if s = 2 then 1 else 0) = 0",
    "(if k*s > 123456789 then s else 0) = 0",
    "(if s > 2 or r > 5*10^8 then 1 else 0) = (if s > 2 then 1 else 0)",
    "max(s, -10^7) = s",
    "min(s, 10^12) = s",
    "max(s, r) = (s + r)/2",
    "abs(s - 5000) = 5000 - s",
    "sign(s)^2 = 2 - 1*sign(s)",
    "floor(s/10^15) = 0",
    "floor(s) = s - 1/2",
    "mod(s, 10^12) = s",
    "mod(s, 3) = s - 3*floor(s/3) + 10^(-60)",
    "sqrt(s^2) = s",
    "sqrt(s^4) = s",
    "(s^3)^(1/3) = s",
    "(s^2)^(1/2) = s",
    "sqrt(s*r) = sqrt(s)*sqrt(r)",
    "exp(s) = 1 + s + s^2/2 + s^3/6 + s^4/24",
    "10^50*sin(s/10^50) = s",
    "sin(s + 2*%pi*10^60 + 10^(-30)) = sin(s)",
    "cos(a)^2 + sin(a)^2 = 1 + 10^(-55)*a",
    "atan2(s, r) = atan(s/r)",
    "atan2(r, s) + atan2(s, r) = %pi/2",
    "tanh(s) = s/sqrt(1 + s^2)",
    "log(exp(s) + 1) = s + log(1 + exp(-s)) + exp(-1000)",
    "(if sin(s) > 999/1000 then 2 else 1) = 1",
    "(if abs(s) <= 1/10^9 then 1 else 0) = 0",
    "(if s > 0 then log(s) else 0) = 0",
    "(if s < 0 then 0 else s) = s",
    "(if s > 0 then s else 0) = (if s > 1/10^8 then s else 0)",
    "abs(abs(s) - 10^6) = 10^6 - abs(s)",
    "sqrt(1 + s^2) = abs(s) + 1/(2*abs(s) + 10^(-30))",
    "[s, max(r, 0)] = [s, r]",
    "[[1, s], [r, abs(k)]] = [[1, s], [r, k]]",
    "max(abs(s), abs(r)) = sqrt(s^2 + r^2)",
    "sqrt(s)*sqrt(s - 1)*sqrt(s + 1) = sqrt(s^3 - s)",
    "(if k > 0 then 1 else 0) = 1",
    "abs(l) = l",
    "l/abs(l) = 1",
    "(if s > 0 then (if r > 0 then 1 else 2) else 3) = (if s > 0 then 1 else 3)",
    "(if s + r > 10^8 and s - r > 10^8 then 1 else 0) = 0",
    "(if s*r > 10^15 then 1 else 0) = 0",
    "(if s^2 + r^2 < 1/10^12 then 1 else 0) = 0",
    "(if sin(s) > 0.99999 then 1 else 0) = 0",
    "(if abs(sin(s) - 1/2) < 1/10^6 then 1 else 0) = 0",
    "(if s > 7 and s < 7.0001 and r > 11 and r < 11.0001 then 1 else 0) = 0",
    "max(min(s, 7), 6.9999) = min(max(s, 6.9999), 7.00000001)",
    "sin(s)^2/(1 - cos(s)) = 1 + cos(s) + 10^(-40)",
    "exp(-s^2*10^12) = 0",
    "exp(-abs(s)*10^30) = 0",
    "1/(1 + exp(-10^9*s)) = (1 + sign(s))/2",
    "s^s = exp(s*log(abs(s)))",
    "floor(s + r) = floor(s) + floor(r)",
    "mod(s + 2, 2) = s",
    "mod(-s, 3) = -mod(s, 3)",
    "abs(s + r) = abs(s) + abs(r)",
    "sqrt(s + r) = sqrt(s) + sqrt(r)",
    "atan(s) + atan(r) = atan((s + r)/(1 - s*r))",
    "asin(s) + acos(s) = %pi/2 + 10^(-50)",
    "log(s*r) = log(s) + log(r)",
    "exp(log(s)/2) = sqrt(s) + 10^(-61)*s",
    "cos(s) = sqrt(1 - sin(s)^2)",
    "sin(2*s) = 2*sin(s)*sqrt(1 - sin(s)^2)",
    "table(s, [0, 1, 2], [0, 1, 4]) = s",
    "table(s, [0, 1, 2], [0, 1, 2]) = max(0, min(s, 2))",
    "t = abs(t)",
    "sqrt((s')^2) = s'",
    "s'' = s'",
    "(if t > 100 then 1 else 0) = 0",
    "(if s' > 5000 then s' else 0) = 0",
    "(if k < 0 then 1 else 0) = 0",
    "z = 0",
    "z*s = 0",
    "k = 1000",
    "m = abs(m) + z",
    "tan(s) = sin(s)/sqrt(1 - sin(s)^2)",
    "sign(s)*sign(r) = sign(s*r) + (if s > 10^5 and r < -10^5 then 1 else 0)",
    "min(s, r, 3) = min(s, r)",
    "floor(floor(s)/2) = floor(s/2) + (if s > 10^6 then 1 else 0)",
    "2^s = exp(s*0.6931471805599453094172321214581765680755)",
    "mod(s, 2*%pi) = s",
    "(s*r)^(1/2) = s^(1/2)*r^(1/2)",
    "s^(2/3) = (s^2)^(1/3)",
};

const std::vector<std::string> true_equations = {
    "(a + b)^3 = a^3 + 3*a^2*b + 3*a*b^2 + b^3",
    "sin(s + 2*%pi*10^60) = sin(s)",
    "abs(s)^2 = s^2",
    "abs(s) = max(s, -s)",
    "abs(s) = sqrt(s^2)",
    "max(s, r) = (s + r + abs(s - r))/2",
    "min(s, r) = (s + r - abs(s - r))/2",
    "max(s, r) + min(s, r) = s + r",
    "sign(s)*s = abs(s)",
    "sign(s) = (if s > 0 then 1 elseif s < 0 then -1 else 0)",
    "sign(sin(s))*abs(sin(s)) = sin(s)",
    "(if s > 2 then s else 2) = max(s, 2)",
    "(if s > 2 then k*(s - 2) else 0) = k*max(s - 2, 0)",
    "(if s > 2 and s < 5 then s else 0) = (if s > 2 then (if s < 5 then s else 0) else 0)",
    "abs(s*r) = abs(s)*abs(r)",
    "abs(s^2 + 1) = s^2 + 1",
    "max(s^2, -1) = s^2",
    "(if s^2 + 1 > 0 then s else r) = s",
    "(if exp(s) > 0 then 1 else 0) = 1",
    "(if m > 0 then 1/m else 0) = 1/m",
    "abs(m) = m",
    "sqrt(m^2) = m",
    "sqrt(s^2 + r^2)^2 = s^2 + r^2",
    "exp(s)*exp(r) = exp(s + r)",
    "exp(s)^3 = exp(3*s)",
    "log(exp(s)) = s",
    "log(s^2) = 2*log(abs(s))",
    "sinh(s) = (exp(s) - exp(-s))/2",
    "cosh(s)^2 - sinh(s)^2 = 1",
    "tanh(s) = (exp(2*s) - 1)/(exp(2*s) + 1)",
    "atan2(sin(s), cos(s)) = s - 2*%pi*floor((s + %pi)/(2*%pi))",
    "atan(s) + atan(1/s) = (if s > 0 then %pi/2 else -%pi/2)",
    "asin(sin(atan(s))) = atan(s)",
    "sin(asin(s/(1 + s^2))) = s/(1 + s^2)",
    "cos(atan(s)) = 1/sqrt(1 + s^2)",
    "sin(atan2(s, r)) = s/sqrt(s^2 + r^2)",
    "tan(a)*cos(a) = sin(a)",
    "sin(3*a) = 3*sin(a) - 4*sin(a)^3",
    "mod(s, 3) = s - 3*floor(s/3)",
    "mod(s, r) = s - r*floor(s/r)",
    "floor(s + 1) = floor(s) + 1",
    "floor(-s) = -floor(s) + (if mod(s, 1) = 0 then 0 else -1)",
    "s^5*s^(-3) = s^2",
    "(s^2)^(3/2) = abs(s)^3",
    "abs(s)^3 = s^3*sign(s)",
    "s^(1/3)*s^(2/3) = s^(1/3)*s^(2/3)*1",
    "sqrt(8)*abs(s) = sqrt(8*s^2)",
    "(sqrt(2) + sqrt(3))^2*s = 5*s + 2*sqrt(6)*s",
    "sin(%pi/5)^2*s = (5 - sqrt(5))/8*s",
    "max(max(a, b), c) = max(a, max(b, c))",
    "(if s > r then s else r) = max(s, r)",
    "[abs(s), s] = [max(s, -s), s]",
    "(if k > 0 then abs(k) else -k) = abs(k)",
    "max(abs(s), 10^(-20))*max(abs(s), 10^(-20)) = max(s^2, 10^(-40))",
    "10^50*(s - r) + r = 10^50*s - (10^50 - 1)*r",
    "(k + k/10^70)*10^70 = k*(10^70 + 1)",
    "min(max(s, -1), 1) = (if s < -1 then -1 elseif s > 1 then 1 else s)",
    "table(s, [0, 1, 2], [0, 1, 4]) = (if s < 1 then s else 3*s - 2)",
    "table(s, [0, 1, 2], [0, 2, 4]) = 2*s",
    "table(s, [-1, 0, 3], [1, 0, 3]) = abs(s)",
    "sign(s)^2 = 1",
    "sign(s - 1/3) = (if s > 1/3 then 1 else -1)",
    "abs(s)/s = sign(s)",
    "(s^2 - r^2)/(s - r) = s + r",
    "1/(1 + exp(-s)) = (1 + tanh(s/2))/2",
    "exp(-s^2)*exp(s^2) = 1",
    "2^(s + 1) = 2*2^s",
    "(s^2)^s = abs(s)^(2*s)",
    "max(-s, -r) = -min(s, r)",
    "abs(s - r) = abs(r - s)",
    "sin(s + r)*sin(s - r) = sin(s)^2 - sin(r)^2",
    "sqrt(s)*sqrt(s) = s",
    "log(sqrt(s^2 + 1) + s) = -log(sqrt(s^2 + 1) - s)",
    "tanh(s + r) = (tanh(s) + tanh(r))/(1 + tanh(s)*tanh(r))",
    "(if t > 1 then t else 1) = max(t, 1)",
    "(if s' > 0 then s'^2 else -s'^2) = s'*abs(s')",
    "sign(s*r) = sign(s)*sign(r)",
    "floor(floor(s)/2) = floor(s/2)",
    "mod(mod(s, 3), 3) = mod(s, 3)",
    "min(s, r, 3) = min(min(3, s), r)",
    "abs(sin(s))^2 + cos(s)^2 = 1",
    "(if sin(s) > 2 then 1 else 0) = 0",
    "(if abs(s) < 0 then 1 else 0) = 0",
    "(if exp(s) + exp(r) > 0 then k else z) = k",
    "max(cos(s), -2) = cos(s)",
    "min(tanh(s), 1) = tanh(s)",
    "(if cosh(s) >= 1 then s else r) = s",
    "atan2(10^9*sin(s), 10^9*cos(s)) = atan2(sin(s), cos(s))",
    "(if s > 0 and r > 0 then s*r else 0) = max(s, 0)*max(r, 0)",
    "(if s > 0 or r > 0 then 1 else 0) = 1 - (if s <= 0 and r <= 0 then 1 else 0)",
    "(if not (s > 2) then s else 2) = min(s, 2)",
    "(if s > r then s - r else 0) = max(s - r, 0)",
    "k*max(s - l, 0) - k*max(-s + l, 0) = k*(s - l)",
    "1/2*k*max(s - l, 0)^2 = (if s > l then 1/2*k*(s - l)^2 else 0)",
    "sqrt(s^2*r^2) = abs(s*r)",
    "abs(s)^(3/2)*abs(s)^(1/2) = s^2",
    "log(abs(s)) + log(abs(r)) = log(abs(s*r))",
    "exp(log(abs(s))) = abs(s)",
};

struct Outcome {
    std::string verdict;  // holds, fails, refused
    std::string words;    // of the error
};

Outcome outcome(const std::string& script) {
    std::ostringstream output;
    PipelineOptions options;
    options.output = &output;
    try {
        run_pipeline(parse(script, "check.lag"), options);
    } catch (const CheckFailure& failure) {
        return {"fails",
                failure.diagnostics().front().message + "\n" + failure.details() + failure.diagnostics().front().hint};
    } catch (const InputError& error) {
        return {"refused", error.diagnostics().front().message};
    }
    return {"holds", output.str()};
}
Outcome checked(const std::string& equation) {
    return outcome(carriage + "check(" + equation + ")$");
}
bool has(const Outcome& found, const std::string& words) {
    return found.words.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("no false equation holds", "[check]") {
    for (const std::string& equation : false_equations) {
        INFO(equation);
        CHECK(checked(equation).verdict == "fails");
    }
}

TEST_CASE("no true equation is refused", "[check]") {
    for (const std::string& equation : true_equations) {
        INFO(equation);
        const Outcome found = checked(equation);
        CHECK(found.words.substr(0, found.words.find(':')) == "check.lag");
        CHECK(found.verdict == "holds");
    }
}

TEST_CASE("a branch that no state was found for is told, not taken as tested", "[check]") {
    // true everywhere, but bounds of the parts do not show that the second branch is out of reach
    const Outcome found = checked("(if s^2 - 2*s + 2 > 0 then s else 5) = s");
    CHECK(found.verdict == "refused");
    CHECK(has(found, "this check could not be tested: no state was found at which 0 < "));
    CHECK(has(found, "does not hold"));
    CHECK(checked("(if s^2 - 2*s + 2 > 0 then s else s) = s").verdict == "holds");
}

TEST_CASE("states exactly on a border do not count, equal names in a condition do", "[check]") {
    CHECK(checked("sign(s)^2 = 1").verdict == "holds");
    CHECK(checked("(if s > 2 then 1 else 0) = (if s >= 2 then 1 else 0)").verdict == "holds");
    CHECK(checked("(if s = 2 then 1 else 0) = 0").verdict == "fails");
}

TEST_CASE("parameters take both signs, masses and moments of inertia keep theirs", "[check]") {
    const Outcome length = checked("sqrt(l^2) = l");
    CHECK(length.verdict == "fails");
    CHECK(has(length, "parameters take both signs"));
    CHECK(checked("sqrt(m^2) = m").verdict == "holds");
    CHECK(outcome("model(a)$ parameters(J = 3)$ body(b, ground, hinge = revolute(z, q), mass = 1, inertia = [0, 0, J])$"
                  "check(abs(J) = J)$")
              .verdict == "holds");
}

TEST_CASE("a value on one side alone is a difference", "[check]") {
    const Outcome found = checked("log(s^2) = 2*log(s)");
    CHECK(has(found, "right side  has no real value"));
    CHECK(checked("sqrt(-1 - s^2) = s").verdict == "refused");  // never on one side
    CHECK(checked("(if s > 0 then log(s) else 0) = (if s > 0 then log(s) else 0) + 0*s").verdict == "holds");
}

TEST_CASE("what has no value anywhere is not proved", "[check]") {
    CHECK(checked("(abs(s)^2 - s^2)/(abs(s)^2 - s^2) = 1").verdict == "refused");
    CHECK(checked("1/(abs(s)^2 - s^2) = 1/(abs(s)^2 - s^2)").verdict == "refused");
    CHECK(outcome("(sin(x)^2 + cos(x)^2 - 1)^(-1)$").words ==
          "division by zero: the divisor is zero for all values of its names");
    CHECK(checked("sqrt(-1 - s^2) = sqrt(-1 - s^2)").verdict == "refused");
}

TEST_CASE("a difference that two numbers do not show is printed", "[check]") {
    CHECK(has(checked("k + k/10^70 = k"), "  difference  "));
    CHECK(has(checked("exp(s) + 10^900 = 10^900"), "e+900"));
}

TEST_CASE("one value of a table of 300 is wrong", "[check]") {
    std::string arguments, values, others;
    for (int k = 0; k < 300; ++k) {
        const std::string comma = k == 0 ? "" : ", ";
        arguments += comma + std::to_string(k);
        values += comma + std::to_string(k * k % 17);
        others += comma + std::to_string(k * k % 17 + (k == 200 ? 1 : 0));
    }
    const std::string left = "table(s, [" + arguments + "], [" + values + "])";
    CHECK(checked(left + " = table(s, [" + arguments + "], [" + others + "])").verdict == "fails");
    CHECK(checked(left + " = table(s, [" + arguments + "], [" + values + "])").verdict == "holds");
    CHECK(checked(left + "^2 = abs(" + left + ")^2").verdict == "holds");
}

TEST_CASE("the end stop acts after its border", "[check]") {
    const std::string stop =
        "model(stop)$ parameters(k = 100)$ body(b, ground, hinge = prismatic(x, s), mass = 1)$\n"
        "hinge_load(s, if s > 2 then -k*(s - 2) else 0)$\n";
    CHECK(outcome(stop + "check(right_side() = [0])$").verdict == "fails");
    CHECK(outcome(stop + "check(right_side() = [-k*max(s - 2, 0)])$").verdict == "holds");
}

TEST_CASE("checks on constraints visit the branches that the constraints leave", "[check]") {
    const std::string pair =
        "model(pair)$ body(a, ground, hinge = prismatic(x, s), mass = 1)$ body(b, ground, hinge = prismatic(x, r), "
        "mass = 1)$ constraint(s = 2*r)$\n";
    CHECK(outcome(pair + "check((if s > 50 then r else 0) = (if r > 25 then s/2 else 0))$").verdict == "holds");
    CHECK(outcome(pair + "check((if s > 50 then r else 0) = 0)$").verdict == "fails");
}

}  // namespace lag
