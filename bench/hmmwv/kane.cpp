// Accelerations of the HMMWV: the emitted routine against what SymPy's KanesMethod gives as C++ (kane_code.py) with Eigen's Cholesky
// of fixed size, on the same 32 states, in turns, after the accelerations have been compared.
//   g++ -std=c++17 -O3 -march=native -DNDEBUG -I FOLDER -isystem /usr/include/eigen3 kane.cpp && ./kane
// prints `name nanoseconds largest-relative-difference` a line.
#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "../trial.hpp"
#include "hmmwv10.hpp"
#include "hmmwv10_kane.hpp"

namespace {

using namespace hmmwv10;
using Matrix = Eigen::Matrix<double, nu, nu>;
using Vector = Eigen::Matrix<double, nu, 1>;

struct State {
    double q[nq], u[nu], w[nw];
};

double p[np], c[nc];

void ours(const State& s, Vector& udot) {
    int info = 0;
    double no_multiplier = 0;
    hmmwv10_accelerations<double>(0.0, s.q, s.u, s.w, c, udot.data(), &no_multiplier, info);
}
void theirs(const State& s, Vector& udot) {
    Matrix M = Matrix::Zero();
    kane(s.q, s.u, s.w, p, M, udot);
    M.llt().solveInPlace(udot);  // reads the lower triangle
}

template <class Function>
double nanoseconds(const std::vector<State>& states, int repetitions, const Function& f, double& sum) {
    Vector udot;
    const double begin = processor_time();
    for (int r = 0; r < repetitions; ++r)
        for (const State& s : states) {
            f(s, udot);
            sum += udot(nu - 1);
        }
    return (processor_time() - begin) / (repetitions * static_cast<double>(states.size()));
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v[v.size() / 2];
}

}  // namespace

int main() {
    hmmwv10_defaults<double>(p);
    hmmwv10_setup<double>(p, c);
    std::vector<State> states(32);
    std::uint64_t seed = 1;
    double apart = 0, sum = 0;
    for (State& s : states) {
        for (double& x : s.q) x = 0.3 * uniform(seed);
        s.q[6] *= 0.2;  // the rack
        for (double& x : s.u) x = uniform(seed);
        for (double& x : s.w) x = 1000 * uniform(seed);
        Vector a, b;
        ours(s, a);
        theirs(s, b);
        apart = std::max(apart, (a - b).cwiseAbs().maxCoeff() / a.cwiseAbs().maxCoeff());
    }
    if (!(apart < 1e-9)) return std::fprintf(stderr, "the accelerations differ by %.2g\n", apart), 1;
    std::vector<double> a, b;
    for (int batch = 0; batch < 41; ++batch) {
        a.push_back(nanoseconds(states, 60, ours, sum));
        b.push_back(nanoseconds(states, 20, theirs, sum));
    }
    std::printf("emitted %.1f 0\nkane %.1f %.1e\n", median(a), median(b), apart);
    return std::isfinite(sum) ? 0 : 1;
}
