// m_tangent, m_adjoint and m_hessian against the emitted m_derivatives itself, run on hyper-dual numbers a + b e1 + c e2 + d e1 e2
// (J. A. Fike, J. J. Alonso, The Development of Hyper-Dual Numbers for Exact Second-Derivative Calculations, 2011): first and second
// derivatives without differences, through m_setup for those by parameters. Beside contacts and dry friction in every mode
// that flags can say; m_jacobian there, too.
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/scripts/compiled_numbers.hpp"
#include "tests/scripts/limb_walker.hpp"
#include "tests/scripts/test_command_runner.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

const char* const driver = R"text(#include <cmath>
#include <cstdio>
#include <vector>
namespace hyper {
struct Number {
    double f = 0, e1 = 0, e2 = 0, e12 = 0;
    Number() = default;
    explicit Number(double value) : f(value) {}
};
inline Number of(const Number& a, double value, double first, double second) {
    Number y(value);
    y.e1 = first * a.e1, y.e2 = first * a.e2, y.e12 = first * a.e12 + second * a.e1 * a.e2;
    return y;
}
inline Number operator-(const Number& a) { return of(a, -a.f, -1, 0); }
inline Number operator+(const Number& a, const Number& b) {
    Number y(a.f + b.f);
    y.e1 = a.e1 + b.e1, y.e2 = a.e2 + b.e2, y.e12 = a.e12 + b.e12;
    return y;
}
inline Number operator-(const Number& a, const Number& b) { return a + -b; }
inline Number operator*(const Number& a, const Number& b) {
    Number y(a.f * b.f);
    y.e1 = a.e1 * b.f + a.f * b.e1, y.e2 = a.e2 * b.f + a.f * b.e2;
    y.e12 = a.e12 * b.f + a.e1 * b.e2 + a.e2 * b.e1 + a.f * b.e12;
    return y;
}
inline Number operator/(const Number& a, const Number& b) {
    return a * of(b, 1 / b.f, -1 / (b.f * b.f), 2 / (b.f * b.f * b.f));
}
inline bool operator<(const Number& a, const Number& b) { return a.f < b.f; }
inline bool operator<=(const Number& a, const Number& b) { return a.f <= b.f; }
inline Number sin(const Number& a) { return of(a, std::sin(a.f), std::cos(a.f), -std::sin(a.f)); }
inline Number cos(const Number& a) { return of(a, std::cos(a.f), -std::sin(a.f), -std::cos(a.f)); }
inline Number tan(const Number& a) { return sin(a) / cos(a); }
inline Number exp(const Number& a) { return of(a, std::exp(a.f), std::exp(a.f), std::exp(a.f)); }
inline Number log(const Number& a) { return of(a, std::log(a.f), 1 / a.f, -1 / (a.f * a.f)); }
inline Number sqrt(const Number& a) {
    const double y = std::sqrt(a.f);
    return of(a, y, 0.5 / y, -0.25 / (y * a.f));
}
inline Number atan(const Number& a) {
    const double d = 1 + a.f * a.f;
    return of(a, std::atan(a.f), 1 / d, -2 * a.f / (d * d));
}
inline Number tanh(const Number& a) {
    const double y = std::tanh(a.f);
    return of(a, y, 1 - y * y, -2 * y * (1 - y * y));
}
inline Number abs(const Number& a) { return a.f < 0 ? -a : a; }
inline Number floor(const Number& a) { return Number(std::floor(a.f)); }
inline Number min(const Number& a, const Number& b) { return b.f < a.f ? b : a; }
inline Number max(const Number& a, const Number& b) { return a.f < b.f ? b : a; }
inline Number mod(const Number& a, const Number& b) { return a - b * floor(a / b); }
inline Number pow(const Number& a, const Number& b) { return exp(b * log(a)); }
}  // namespace hyper
#include "m.hpp"
using hyper::Number;

static double draw() {
    static unsigned long long seed = 5;
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(seed >> 11) / 4503599627370496.0 - 1;
}

int main() {
    const int n = m::nhc, nw = m::nw - FLAGS,
              ny = static_cast<int>(m::hessian_column_names.size()) - nw - m::np;
    std::vector<double> p(m::np + 1), start(ny), w(m::nw + 1), v(ny), d(n), c(m::nc + 1);
    double first = 0, second = 0, size = 0, sizes = 0;
    int modes = 1, good = 0;
    for (int f = 0; f < FLAGS; ++f) modes *= 3;
    const int runs = FLAGS > 0 ? modes : 5;
    for (int k = 0; k < runs; ++k) {
        m::defaults<double>(p.data());
        for (int i = 0; i < m::np; ++i) p[i] *= 1 + 0.1 * draw();
        for (double& x : start) x = 0.3 + 0.2 * draw();
        for (double& x : w) x = draw();
        for (int f = 0, digits = k; f < FLAGS; ++f, digits /= 3) w[nw + f] = digits % 3 - 1;
        for (double& x : v) x = draw();
        for (double& x : d) x = draw();
        int info = 0;
        m::setup<double>(p.data(), c.data());
        std::vector<double> fdot(ny), a(n), h(m::nh);
        m::tangent<double>(0.3, start.data(), w.data(), c.data(), d.data(), fdot.data(), info);
        if (FLAGS > 0 && info != 0) continue;  // more normal force would press a contact together
        if (info != 0) return 1;
        ++good;
        m::adjoint<double>(0.3, start.data(), w.data(), c.data(), v.data(), a.data(), info);
        m::hessian<double>(0.3, start.data(), w.data(), c.data(), v.data(), h.data(), info);
        if (info != 0) return 2;
#if FLAGS > 0
        std::vector<double> jac(m::nz), product(ny);
        m::jacobian<double>(0.3, start.data(), w.data(), c.data(), jac.data(), info);
        for (int e = 0; e < m::nz; ++e) product[m::jacobian_rows[e]] += jac[e] * d[m::jacobian_columns[e]];
        for (int r = 0; r < ny; ++r) first = std::fmax(first, std::fabs(product[r] - fdot[r]));
#endif
        std::vector<double> dense(n * n), along(ny);
        for (int e = 0; e < m::nh; ++e) dense[m::hessian_rows[e] * n + m::hessian_columns[e]] = h[e];
        for (int i = 0; i < n; ++i)
            for (int j = 0; j <= i; ++j) {
                std::vector<Number> P, Y, W, C(m::nc + 1), F(ny);
                for (const double x : p) P.emplace_back(x);
                for (const double x : start) Y.emplace_back(x);
                for (const double x : w) W.emplace_back(x);
                const auto seeded = [&](int column) -> Number& {
                    return column < ny ? Y[column] : column < ny + nw ? W[column - ny] : P[column - ny - nw];
                };
                seeded(i).e1 = 1, seeded(j).e2 = 1;
                m::setup<Number>(P.data(), C.data());
                m::derivatives<Number>(Number(0.3), Y.data(), W.data(), C.data(), F.data(), info);
                double sum = 0, slope = 0;
                for (int r = 0; r < ny; ++r) {
                    sum += v[r] * F[r].e12, slope += v[r] * F[r].e1;
                    if (j == i) along[r] += F[r].e1 * d[i];
                }
                sizes = std::fmax(sizes, std::fabs(sum)), second = std::fmax(second, std::fabs(sum - dense[i * n + j]));
                if (j == i) size = std::fmax(size, std::fabs(slope)), first = std::fmax(first, std::fabs(slope - a[i]));
            }
        for (int r = 0; r < ny; ++r)
            size = std::fmax(size, std::fabs(along[r])), first = std::fmax(first, std::fabs(along[r] - fdot[r]));
    }
    std::printf("%.3e %.3e %d %d\n", first / size, second / sizes, m::nh, good);
}
)text";

void expect_agreement(const std::string& name, const std::string& script, const std::string& states, int flags = 0,
                      int least_modes = 5) {
    const fs::path folder = scratch_folder("hyper_dual_" + name);
    const std::string columns = "[q, u, " + states + "w, p]";
    write(folder / "m.lag", script + "emit(cpp, \"m.hpp\", tangent = " + columns + ", adjoint = " + columns +
                                ", hessian = " + columns + (flags > 0 ? ", jacobian = " + columns : "") +
                                ", limbs = scalar)$\n");
    const CommandRun run = run_lag({"m.lag", "--out", "."}, folder);
    INFO(run.output << run.errors);
    REQUIRE(run.status == 0);
    write(folder / "driver.cpp", driver);
    const std::string compile = "g++ -std=c++17 -O0 -DFLAGS=" + std::to_string(flags) + " driver.cpp -o driver";
    std::istringstream numbers = compiled_numbers(folder, compile);
    double first = 1, second = 1;
    int entries = 0, modes = 0;
    numbers >> first >> second >> entries >> modes;
    INFO(name << ": " << first << ", " << second << " of " << entries << " entries, in " << modes << " modes");
    CHECK(modes >= least_modes);
    CHECK(first < 1e-12);
    CHECK(second < 1e-11);
    CHECK(entries > 10);
}

}  // namespace

TEST_CASE("hyper-dual numbers: a loop with multipliers, an input, an exponential load") {
    expect_agreement("loop", R"text(model(m)$
parameters(g = 9.81, a = 0.7, b = 1.1, mb = 2, k = 30)$ gravity([0, -g, 0])$ input(push)$
body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [a/2, 0, 0], inertia = [0, 0, 0.1])$
body(rod, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0], inertia = [0, 0, mb*b^2/12])$
constraint(a*sin(q1) + b*sin(q1 + q2) = 0)$
hinge_load(q1, push*exp(-q1) - k*q1^3 - 0.1*q1')$ hinge_load(q2, -atan(k*q2))$
)text",
                     "");
}

TEST_CASE("hyper-dual numbers: a state, a table, a selection, a root") {
    expect_agreement("states", R"text(model(m)$
parameters(g = 9.81, l = 0.8, c = 0.2, tau = 0.4)$ gravity([0, 0, -g])$ input(gate)$
body(arm, ground, hinge = revolute(y, q1), mass = 2, cm = [0, 0, -l/2], inertia = [0.1, 0.2, 0.3])$
body(tip, arm, hinge = universal([x, z], [q2, q3]), at = [0, 0, -l], mass = 1, cm = [0.1, 0, -0.2],
     inertia = [0.01, 0.02, 0.03])$
state(s, rate = (q1' - s)/tau + gate*q2)$
hinge_load(q1, -table(q1, [-3, -1, 0, 1, 3], [4, 1, 0, 2, 9], interpolation = spline)*l - c*s)$
hinge_load(q2, if q2 > gate then -c*q2 else sqrt(1 + q3^2))$
)text",
                     "states, ");
}

TEST_CASE("hyper-dual numbers: a free base with two limbs") {
    expect_agreement("walker", walker("m", 2, "gate*q^2 - k*tanh(q)"), "");
}

TEST_CASE("hyper-dual numbers: contacts that stick, slide and are open, on a slope that an input moves") {
    expect_agreement("contacts", R"text(model(m)$
parameters(g = 9.81, l = 0.8, mu = 0.4, rub = 0.3)$ gravity([0, 0, -g])$ input(slope)$
body(trunk, ground, hinge = [translate(x, x), translate(z, z), rotate(y, pitch)], mass = 5, cm = [0.1, 0, 0.05],
     inertia = [0.1, 0.2, 0.3])$
body(leg, trunk, hinge = revolute(y, knee), at = [0.2, 0, -0.1], mass = 1, cm = [0, 0, -l/2], inertia = [0.1, 0.1, 0.02])$
point(toe, leg, [0.05, 0, -l])$ point(heel, trunk, [-0.3, 0, -0.4])$
state(warm, rate = x' - warm)$
contact(front, position(toe)[3] - sin(position(toe)[1])/5, friction = mu + warm^2/5, tangent = velocity(toe)[1])$
contact(back, position(heel)[3])$
state(wear, rate = normal_force(front)*friction_force(front) - wear)$
hinge_friction(knee, rub + rub*normal_force(front)/20 - normal_force(back)/50)$
state(heat, rate = knee'^2 - heat)$
hinge_load(knee, -20*knee + slope*heat)$
)text",
                     "states, ", 4, 40);
}

TEST_CASE("hyper-dual numbers: dry friction that multipliers limit by no linear function, contacts, a loop, a table") {
    expect_agreement("bearing", R"text(model(m)$
parameters(g = 9.81, a = 0.7, b = 1.1, mb = 2, r = 0.02)$ gravity([0, -g, 0])$ input(push)$
body(crank, ground, hinge = revolute(z, q1), mass = 1, cm = [a/2, 0, 0], inertia = [0, 0, 0.1])$
body(rod, crank, hinge = revolute(z, q2), at = [a, 0, 0], mass = mb, cm = [b/2, 0, 0], inertia = [0, 0, mb*b^2/12])$
body(ball, ground, hinge = [translate(x, x), translate(y, y)], mass = mb/2)$
constraint(a*sin(q1) + b*sin(q1 + q2) = 0, name = slot)$
contact(hit, y - a*sin(q1)/2, friction = table(q1, [-2, 0, 1, 3], [0.2, 0.3, 0.5, 0.4], interpolation = spline),
        tangent = x' + a*q1'*sin(q1)/2)$
hinge_friction(q1, r*sqrt(1 + multiplier(slot)^2 + normal_force(hit)^2))$
hinge_load(q1, push*exp(-q1) - 3*q1^3)$ hinge_load(x, -x - x')$
)text",
                     "", 3, 18);
}

}  // namespace lag
