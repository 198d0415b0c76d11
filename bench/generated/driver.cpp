// Times routines that compute the same accelerations, each from a shared object of its own.
//   driver SPEEDS INPUTS ROUNDS [STATES] < competitors
// One competitor a line: where the accelerations begin in its result, its file, its label (the rest of the line). A file
// has evaluate(const double* y, const double* w, double* result), y = [q; u], and perhaps prepare(). One with `dense_size` has
// results of another kind; dense(y, w, result) gives them as dense_size numbers, which are compared. One with `lanes` takes so many
// states at once, side by side and aligned: element k of state s is number k lanes + s of y, of w, of the result. States are drawn, or
// read from the file STATES: 2 SPEEDS numbers y and INPUTS + 1 numbers w of each. First every one is run on 32 states:
// the accelerations must be those of the first competitor to 1e-9 of their size. Then rounds: all competitors in a new
// random order, each timed over some passes through the states after one that is not timed.
// Prints: label, median and least nanoseconds of an evaluation of one state, separated by tabulators.
#include <dlfcn.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <new>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace {

using Evaluate = void (*)(const double*, const double*, double*);
constexpr std::size_t state_count = 32;

struct Competitor {
    std::size_t first = 0;
    std::string label;
    Evaluate evaluate = nullptr, dense = nullptr;
    std::size_t dense_size = 0, lanes = 1;
    std::vector<double> nanoseconds;
};

template <class T>
struct Aligned {
    using value_type = T;
    Aligned() = default;
    template <class U>
    explicit Aligned(const Aligned<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64})); }
    void deallocate(T* memory, std::size_t) { ::operator delete (memory, std::align_val_t{64}); }
    bool operator==(const Aligned&) const { return true; }
    bool operator!=(const Aligned&) const { return false; }
};
using Numbers = std::vector<double, Aligned<double>>;

struct State {
    Numbers y, w;
};

[[noreturn]] void fail(const std::string& message) {
    std::fprintf(stderr, "driver: %s\n", message.c_str());
    std::exit(1);
}

std::vector<Competitor> read_competitors() {
    std::vector<Competitor> all;
    std::string file;
    for (Competitor c; std::cin >> c.first >> file && std::getline(std::cin >> std::ws, c.label);) {
        void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) fail(dlerror());
        c.evaluate = reinterpret_cast<Evaluate>(dlsym(library, "evaluate"));
        if (c.evaluate == nullptr) fail(file + " has no evaluate");
        if (void* prepare = dlsym(library, "prepare")) reinterpret_cast<void (*)()>(prepare)();
        if (const void* size = dlsym(library, "dense_size")) {
            c.dense_size = static_cast<std::size_t>(*static_cast<const int*>(size));
            c.dense = reinterpret_cast<Evaluate>(dlsym(library, "dense"));
        }
        if (const void* lanes = dlsym(library, "lanes"))
            c.lanes = static_cast<std::size_t>(*static_cast<const int*>(lanes));
        if (state_count % c.lanes != 0) fail(file + " takes too many states at once");
        all.push_back(c);
    }
    return all;
}

std::vector<State> random_states(std::size_t speeds, std::size_t inputs) {
    std::mt19937_64 bits(1);
    const auto uniform = [&] { return static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0; };
    std::vector<State> states(state_count, {Numbers(2 * speeds), Numbers(inputs + 1)});
    for (State& s : states) {
        for (double& x : s.y) x = 0.7 * uniform();
        for (double& x : s.w) x = 5 * uniform();
    }
    return states;
}

void read_states(std::vector<State>& states, const std::string& file) {
    std::ifstream in(file);
    for (State& s : states)
        for (Numbers* const part : {&s.y, &s.w})
            for (double& x : *part) in >> x;
    if (!in) fail(file + " has too few numbers");
}

// The states side by side, `lanes` at a time.
std::vector<State> packed(const std::vector<State>& states, std::size_t lanes) {
    std::vector<State> packs;
    for (std::size_t first = 0; first < states.size(); first += lanes) {
        State& pack = packs.emplace_back();
        for (Numbers State::*part : {&State::y, &State::w})
            for (std::size_t k = 0; k < (states.front().*part).size(); ++k)
                for (std::size_t s = 0; s < lanes; ++s) (pack.*part).push_back((states[first + s].*part)[k]);
    }
    return packs;
}

// By state.
std::vector<Numbers> results_of(const Competitor& c, const std::vector<State>& states, std::size_t speeds) {
    const std::size_t first = c.dense != nullptr ? 0 : c.first, count = c.dense != nullptr ? c.dense_size : speeds;
    Numbers result(std::max(2 * speeds, count) * c.lanes);
    std::vector<Numbers> all;
    for (const State& pack : packed(states, c.lanes)) {
        (c.dense != nullptr ? c.dense : c.evaluate)(pack.y.data(), pack.w.data(), result.data());
        for (std::size_t s = 0; s < c.lanes; ++s) {
            Numbers& one = all.emplace_back();
            for (std::size_t k = 0; k < count; ++k) one.push_back(result[(first + k) * c.lanes + s]);
        }
    }
    return all;
}

void check(const std::vector<Competitor>& all, const std::vector<State>& states, std::size_t speeds) {
    const std::vector<Numbers> reference = results_of(all.front(), states, speeds);
    for (const Competitor& c : all) {
        const std::vector<Numbers> results = results_of(c, states, speeds);
        for (std::size_t s = 0; s < states.size(); ++s) {
            if (results[s].size() != reference[s].size()) fail(c.label + " has results of another kind");
            double size = 0;
            for (const double x : reference[s]) size = std::max(size, std::abs(x));
            for (std::size_t k = 0; k < reference[s].size(); ++k)
                if (!(std::abs(results[s][k] - reference[s][k]) <= 1e-9 * size))
                    fail(c.label + ": result " + std::to_string(k) + " is " + std::to_string(results[s][k]) +
                         " instead of " + std::to_string(reference[s][k]));
        }
    }
}

double time_of(const Competitor& c, const std::vector<State>& states, Numbers& result, int passes) {
    const auto pass = [&] {
        for (const State& s : states) c.evaluate(s.y.data(), s.w.data(), result.data());
    };
    pass();
    const auto begin = std::chrono::steady_clock::now();
    for (int k = 0; k < passes; ++k) pass();
    const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
    return time.count() / (passes * static_cast<double>(state_count));
}

void pin() {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
    for (int cpu = CPU_SETSIZE - 1; cpu >= 0; --cpu)
        if (CPU_ISSET(cpu, &allowed)) {
            CPU_ZERO(&allowed);
            CPU_SET(cpu, &allowed);
            sched_setaffinity(0, sizeof allowed, &allowed);
            return;
        }
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 4 && argc != 5) fail("driver SPEEDS INPUTS ROUNDS [STATES] < competitors");
    const std::size_t speeds = std::stoul(argv[1]), inputs = std::stoul(argv[2]);
    const int rounds = std::stoi(argv[3]);
    std::vector<Competitor> all = read_competitors();
    std::vector<State> states = random_states(speeds, inputs);
    if (argc == 5) read_states(states, argv[4]);
    check(all, states, speeds);
    pin();
    std::size_t longest = 2 * speeds;
    for (const Competitor& c : all) longest = std::max(longest, 2 * c.dense_size);  // rates of coordinates, too
    Numbers result;
    std::map<std::size_t, std::vector<State>> by_lanes;
    for (const Competitor& c : all) {
        by_lanes.emplace(c.lanes, packed(states, c.lanes));
        result.resize(std::max(result.size(), longest * c.lanes));
    }
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::mt19937_64 shuffle(2);
    for (int round = 0; round < rounds; ++round) {
        std::shuffle(order.begin(), order.end(), shuffle);
        for (const std::size_t k : order) {
            const double once = all[k].nanoseconds.empty() ? 1000 : all[k].nanoseconds.back();
            const int passes = std::clamp(static_cast<int>(50000 / (once * state_count)), 1, 20);
            all[k].nanoseconds.push_back(time_of(all[k], by_lanes.at(all[k].lanes), result, passes));
        }
    }
    for (Competitor& c : all) {
        std::sort(c.nanoseconds.begin(), c.nanoseconds.end());
        std::printf("%s\t%.1f\t%.1f\n", c.label.c_str(), c.nanoseconds[c.nanoseconds.size() / 2], c.nanoseconds[0]);
    }
}
