// bench/estimates: with ROUTINES the derivatives of MODEL as a shared library, else the times of several of them, ns a
// call, the least of 300 rounds in turns on the same 32 states, within the size that comes first.
#ifdef ROUTINES
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
using namespace MODEL;
extern "C" void sizes(int* n) {
    n[0] = nq + nu, n[1] = nw, n[2] = np, n[3] = nc;
}
extern "C" void start(double* p, double* c) {
    JOIN(MODEL, _defaults)<double>(p);
    JOIN(MODEL, _setup)<double>(p, c);
}
extern "C" int derivatives(const double* y, const double* w, const double* c, double* ydot) {
    int info = 0;
    JOIN(MODEL, _derivatives)<double>(0.0, y, w, c, ydot, info);
    return info;
}
#else
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

struct Competitor {
    int (*derivatives)(const double*, const double*, const double*, double*);
    std::vector<double> c;
    double least = 1e300;
};

template <class F>
F function(void* library, const char* name) {
    return reinterpret_cast<F>(dlsym(library, name));
}

}  // namespace

int main(int count, char** files) {
    std::vector<Competitor> all;
    int n[4] = {};
    if (count < 2) return 1;
    const double size = std::atof(files[1]);
    for (int k = 2; k < count; ++k) {
        void* const library = dlopen(files[k], RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 1;
        function<void (*)(int*)>(library, "sizes")(n);
        std::vector<double> p(static_cast<std::size_t>(n[2]) + 1), c(static_cast<std::size_t>(n[3]) + 1);
        function<void (*)(double*, double*)>(library, "start")(p.data(), c.data());
        all.push_back({function<decltype(Competitor::derivatives)>(library, "derivatives"), c});
    }
    constexpr std::size_t states = 32, repeats = 6, rounds = 300;
    const auto speeds = static_cast<std::size_t>(n[0]), inputs = static_cast<std::size_t>(n[1]);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<> uniform(-size, size);
    std::vector<std::vector<double>> y(states), w(states), ydot(states);
    for (std::size_t s = 0; s < states; ++s) {
        y[s].resize(speeds), ydot[s].resize(speeds), w[s].resize(inputs + 1);
        for (double& x : y[s]) x = uniform(random);
        for (double& x : w[s]) x = uniform(random);
    }
    std::vector<std::size_t> turns(all.size());
    for (std::size_t k = 0; k < turns.size(); ++k) turns[k] = k;
    for (std::size_t round = 0; round < rounds; ++round) {
        std::shuffle(turns.begin(), turns.end(), random);
        for (const std::size_t k : turns) {
            const auto begin = std::chrono::steady_clock::now();
            for (std::size_t repeat = 0; repeat < repeats; ++repeat)
                for (std::size_t s = 0; s < states; ++s)
                    all[k].derivatives(y[s].data(), w[s].data(), all[k].c.data(), ydot[s].data());
            const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
            all[k].least = std::min(all[k].least, time.count() / (repeats * states));
        }
    }
    for (const Competitor& competitor : all) std::printf("%.1f\n", competitor.least);
}
#endif
