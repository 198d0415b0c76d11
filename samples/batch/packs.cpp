// 100 000 vehicles for a few Runge-Kutta steps: one after the other, in packs, and in packs on all cores. Ends with an
// error where a pack gives another result than the plain routine.
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

#include "batch.hpp"

using namespace vehicle16;

namespace {

constexpr int states = 100000, lanes = lag_vector::widest, steps = 3, rounds = 3, ny = nq + nu;
constexpr double h = 1e-3;  // s
using Pack = lag_pack<lanes>;

double uniform() {  // splitmix64, in (-1, 1)
    static std::uint64_t state = 1;
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1.0;
}

// One text for a state (R = double) and for a pack of states. Returns how often a pivot failed.
template <class R>
int simulate(R* y, const R* w, const R* c) {
    R k[ny], sum[ny], at[ny];
    int failed = 0;
    for (int step = 0; step < steps; ++step) {
        for (int stage = 0; stage < 4; ++stage) {
            const R ahead(stage == 0 ? 0.0 : stage == 3 ? h : h / 2);
            const R weight(stage == 0 || stage == 3 ? h / 6 : h / 3);
            for (int j = 0; j < ny; ++j) at[j] = stage == 0 ? y[j] : y[j] + ahead * k[j];
            int info = 0;
            vehicle16::derivatives(R(0.0), at, w, c, k, info);
            failed += info != 0;
            for (int j = 0; j < ny; ++j) sum[j] = stage == 0 ? weight * k[j] : sum[j] + weight * k[j];
        }
        for (int j = 0; j < ny; ++j) y[j] = y[j] + sum[j];
    }
    return failed;
}

double processor_time() {  // s, of this thread
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double median(std::vector<double> x) {
    std::sort(x.begin(), x.end());
    return x[x.size() / 2];
}

}  // namespace

int main() {
    std::vector<double> p(np), c(nc);
    vehicle16::defaults(p.data());
    vehicle16::setup(p.data(), c.data());

    // the same states twice: one after the other, and with the numbers of a pack side by side
    std::vector<double> y(states * ny), w(states * nw);
    std::vector<Pack> packs(states / lanes * ny), inputs(states / lanes * nw);
    for (int s = 0; s < states; ++s) {
        for (int k = 0; k < ny; ++k) {
            y[s * ny + k] = k < nq ? 0.5 * uniform() : uniform();
            packs[s / lanes * ny + k].set(s % lanes, y[s * ny + k]);
        }
        for (int k = 0; k < nw; ++k) {
            w[s * nw + k] = 500 * uniform();
            inputs[s / lanes * nw + k].set(s % lanes, w[s * nw + k]);
        }
    }
    const std::vector<Pack> constants(c.begin(), c.end());  // the same parameters in every lane; they might differ
    const std::vector<double> y_start = y;
    const std::vector<Pack> packs_start = packs;

    int failed = 0;
    const auto in_packs = [&] {
        int bad = 0;
#pragma omp parallel for reduction(+ : bad)
        for (int b = 0; b < states / lanes; ++b) bad += simulate(&packs[b * ny], &inputs[b * nw], constants.data());
        failed += bad;
    };
    const int cores = omp_get_max_threads();
    std::vector<double> one, pack, all, faster;
    for (int round = 0; round < rounds; ++round) {
        y = y_start;
        double begin = processor_time();
        for (int s = 0; s < states; ++s) failed += simulate(&y[s * ny], &w[s * nw], c.data());
        one.push_back(processor_time() - begin);
        packs = packs_start;
        omp_set_num_threads(1);
        begin = processor_time();
        in_packs();
        pack.push_back(processor_time() - begin);
        faster.push_back(one.back() / pack.back());
        packs = packs_start;
        omp_set_num_threads(cores);
        begin = omp_get_wtime();
        in_packs();
        all.push_back(omp_get_wtime() - begin);
    }
    double worst = 0;
    for (int s = 0; s < states; ++s)
        for (int k = 0; k < ny; ++k) {
            const double exact = y[s * ny + k], x = packs[s / lanes * ny + k][s % lanes];
            worst = std::max(worst, std::abs(x - exact) / (1 + std::abs(exact)));
        }
    const double million = 1e-6 * states * steps * 4;
    std::printf("C++, packs of %d states: million evaluations per second\n", lanes);
    std::printf("  one state after the other, one core %8.2f\n", million / median(one));
    std::printf("  packs, one core                     %8.2f   %.2f times\n", million / median(pack), median(faster));
    std::printf("  packs, %2d cores                     %8.2f\n", cores, million / median(all));
    std::printf("  largest difference %.1e, failed pivots %d\n", worst, failed);
    return worst < 1e-12 && failed == 0 ? 0 : 1;
}
