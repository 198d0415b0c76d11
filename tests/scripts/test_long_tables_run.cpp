// Long tables, which are kept in arrays, in a run: short peaks and roads against closed forms; and as what they stand
// for in all other parts of a model.
#include <functional>

#include "tests/scripts/test_simulate_rows.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

using Motion = std::function<double(double)>;

// m = 1 kg, k = 100 N/m: 10 rad/s; the answer to a force that grows by 1 N/s from 0 on.
double ramp_answer(double t) {
    return t <= 0 ? 0 : (t - std::sin(10 * t) / 10) / 100;
}
// To one that rises to `peak` within `half`, and falls again, from `begin` on.
double triangle_answer(double t, double begin, double half, double peak) {
    return peak / half *
           (ramp_answer(t - begin) - 2 * ramp_answer(t - begin - half) + ramp_answer(t - begin - 2 * half));
}

// To a force that is zero before `begin` and after `end`: Duhamel's integral by the midpoint rule.
double response(const Motion& force, double t, double begin, double end) {
    constexpr int n = 20000;
    const double width = (std::min(t, end) - begin) / n;
    double sum = 0;
    for (int k = 0; k < n && width > 0; ++k) {
        const double tau = begin + (k + 0.5) * width;
        sum += force(tau) * std::sin(10 * (t - tau)) / 10 * width;
    }
    return sum;
}

const std::string oscillator =
    "model(o)$ parameters(m = 1, k = 100)$ body(b, ground, hinge = prismatic(z, s), mass = m)$\n";
const std::string on_a_car =
    "model(o)$ parameters(m = 1, k = 100)$ body(car, ground, hinge = prismatic(x, x), mass = 7)$\n"
    "body(b, car, hinge = prismatic(z, s), mass = m)$ initial(x' = 20)$\n";

void require_script_motion(const std::string& script, const Motion& motion,
                           const std::vector<bool>& ways = {true, false}) {
    const fs::path folder = scratch_folder("long_tables_run");
    write(folder / "o.lag", script);
    require_motion(folder, {"--end", "10"}, motion, ways);
}

// 2000 points in 10 s, one pulse of 1 ms at 3 s, 1000 N high
const std::string pulse =
    "xs: append(makelist(k/200, k, 0, 600), [6001/2000, 3001/1000], makelist(k/200, k, 601, 2000))$\n"
    "ys: append(makelist(0, k, 0, 600), [1000, 0], makelist(0, k, 601, 2000))$\n";
double pulse_answer(double t) {
    return triangle_answer(t, 3, 0.0005, 1000);
}

}  // namespace

TEST_CASE("a short pulse in a long table of time is noticed", "[simulate]") {
    require_script_motion(oscillator + pulse + "hinge_load(s, table(t, xs, ys) - k*s)$\n", pulse_answer);
    require_script_motion(oscillator + pulse +
                              "xs2: map(lambda([x], 2*x + 1), xs)$\n"
                              "hinge_load(s, table(2*t + 1, xs2, ys, outside = constant) - k*s)$\n",
                          pulse_answer);
}

TEST_CASE("a short pulse in a long table of a function of time is noticed", "[simulate]") {
    const auto force = [](double t) {
        const double x = t * t, top = 3.0005 * 3.0005;
        return 1000 * std::max(0.0, x < top ? (x - 9) / (top - 9) : (3.001 * 3.001 - x) / (3.001 * 3.001 - top));
    };
    const auto answer = [&](double t) { return response(force, t, 3, 3.001); };
    require_script_motion(oscillator + pulse + "hinge_load(s, table(t^2, map(lambda([x], x^2), xs), ys) - k*s)$\n",
                          answer, {true});
}

TEST_CASE("a bump of a long road is felt at any speed", "[simulate]") {
    // 0.1 m high, 0.04 m long, 2 ms at 20 m/s
    const std::string road =
        "xs: makelist(k/50, k, 0, 4999)$ f(k) := if k = 2501 then 1/10 else 0$ ys: makelist(f(k), k, 0, 4999)$\n";
    const auto answer = [](double t) { return triangle_answer(t, 2.5, 0.001, 10); };
    require_script_motion(on_a_car + road + "hinge_load(s, -k*(s - table(x, xs, ys)))$\n", answer);
    // and backwards
    require_script_motion(on_a_car + road + "hinge_load(s, -k*(s - table(100.04 - x, xs, ys)))$\n", answer, {true});
    // beside another one: a map
    require_script_motion(
        on_a_car + road +
            "rows: map(lambda([y], [y, y]), ys)$ hinge_load(s, -k*(s - table(x, s, xs, [-1, 1], rows)))$\n",
        answer, {true});
}

TEST_CASE("a bump of a long road is felt when the car starts from rest", "[simulate]") {
    // x = 10 t^2 reaches the bump at 40 m with 40 m/s: 0.02 m are 0.5 ms; against many small fixed steps
    const std::string road =
        "xs: makelist(k/50, k, 0, 4999)$ f(k) := if k = 2001 then 1/10 else 0$ ys: makelist(f(k), k, 0, 4999)$\n";
    const auto force = [](double t) {
        const double x = 10 * t * t;
        return 100 * std::max(0.0, 0.1 - 5 * std::abs(x - 40.02));
    };
    const auto answer = [&](double t) { return response(force, t, 1.99, 2.01); };
    require_script_motion(
        "model(o)$ parameters(m = 1, k = 100)$ body(car, ground, hinge = prismatic(x, x), mass = 7)$\n"
        "body(b, car, hinge = prismatic(z, s), mass = m)$ hinge_load(x, 160)$\n" +
            road + "hinge_load(s, -k*(s - table(x, xs, ys)))$\n",
        answer, {true});
}

TEST_CASE("a long table of time is driven along a hinge", "[simulate]") {
    // the base moves by a smooth table of t^2/10, which is exact there: s'' = -100 s - 1/5
    require_script_motion(
        "model(o)$ parameters(m = 1, k = 100)$ xs: makelist(k/100, k, 0, 1100)$\n"
        "ys: map(lambda([x], x^2/10), xs)$\n"
        "body(base, ground, hinge = prismatic(z, table(t, xs, ys, interpolation = smooth)), mass = 5)$\n"
        "body(b, base, hinge = prismatic(z, s), mass = m)$ hinge_load(s, -k*s)$\n",
        [](double t) { return -0.2 / 100 * (1 - std::cos(10 * t)); });
}

TEST_CASE("the slope of a long table jumps at each break point", "[simulate]") {
    // a force of 40 N and of -70 N by turns, 0.1 s each
    const auto answer = [](double t) {
        double s = 40 * (1 - std::cos(10 * t)) / 100;
        for (int k = 1; k <= 100 && k / 10.0 < t; ++k)
            s += (k % 2 == 1 ? -110 : 110) * (1 - std::cos(10 * (t - k / 10.0))) / 100;
        return s;
    };
    require_script_motion(oscillator +
                              "f(k) := if mod(k, 2) = 0 then -3*(k/2) else 4 - 3*(k - 1)/2$\n"
                              "xs: makelist(k/10, k, 0, 101)$ ys: map(f, makelist(k, k, 0, 101))$\n"
                              "hinge_load(s, diff(table(t, xs, ys), t) - k*s)$\n",
                          answer, {true});
}

TEST_CASE("points in line cost no steps, and 100000 points a sensible time", "[simulate]") {
    const fs::path folder = scratch_folder("long_tables_many");
    write(folder / "line.lag", oscillator +
                                   "xs: makelist(k/100, k, 0, 1000)$\n"
                                   "hinge_load(s, table(t, xs, xs) - k*s)$\n");
    const CommandRun line = run_lag({"simulate", "line.lag", "--end", "10", "--step", "1", "--no-compiler"}, folder);
    REQUIRE(line.status == 0);
    const auto steps = [](const std::string& text) {
        const std::size_t at = text.find(" rows, ") + 7;
        return std::stol(text.substr(at));
    };
    write(folder / "plain.lag", oscillator + "hinge_load(s, t - k*s)$\n");
    const CommandRun plain = run_lag({"simulate", "plain.lag", "--end", "10", "--step", "1", "--no-compiler"}, folder);
    CHECK(10 * steps(line.output) < 11 * steps(plain.output));

    write(folder / "many.lag", oscillator +
                                   "xs: makelist(k/10000, k, 0, 100000)$ ys: makelist(k*(100000 - k)/10^8, k, 0, "
                                   "100000)$\nhinge_load(s, table(t, xs, ys) - k*s)$\n");
    const CommandRun many = run_lag({"simulate", "many.lag", "--end", "10", "--step", "1"}, folder);
    INFO(many.errors);
    REQUIRE(many.status == 0);
    CHECK(steps(many.output) > 90'000);  // each segment is looked into
    CHECK(steps(many.output) < 1'000'000);
}

}  // namespace lag
