// Nanoseconds per call of an emitted `derivatives`, one core: 64 random states in turn, median of 31 batches.
//   g++ -std=c++17 -O3 -march=native -DMODEL=hmmwv10 -include hmmwv10.hpp evaluate.cpp -o evaluate && ./evaluate
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "trial.hpp"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

int main() {
    using namespace MODEL;
    constexpr int states = 64, batch = 64 * 200, batches = 31;
    constexpr std::size_t ny = nq + nu;
    std::vector<double> p(np + 1), c(nc + 1), y(ny * states), w(nw + 1), ydot(ny);
    JOIN(MODEL, _defaults)<double>(p.data());
    JOIN(MODEL, _setup)<double>(p.data(), c.data());
    std::uint64_t seed = 1;
    for (double& v : y) v = 0.5 * uniform(seed);
    for (double& v : w) v = uniform(seed);
    std::vector<double> nanoseconds;
    double sum = 0;
    for (int b = 0; b < batches; ++b) {
        const auto begin = std::chrono::steady_clock::now();
        for (int k = 0; k < batch; ++k) {
            int info = 0;
            JOIN(MODEL, _derivatives)<double>(0.0, &y[ny * static_cast<std::size_t>(k % states)], w.data(), c.data(),
                                              ydot.data(), info);
            sum += ydot[ny - 1];
        }
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
        nanoseconds.push_back(time.count() / batch);
    }
    std::sort(nanoseconds.begin(), nanoseconds.end());
    std::printf("%.0f ns per evaluation (median; fastest %.0f, slowest %.0f; checksum %.3g)\n",
                nanoseconds[batches / 2], nanoseconds.front(), nanoseconds.back(), sum);
}
