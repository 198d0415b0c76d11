// Is the elimination order a good one? Reads `lag MODEL.lag --dump ldl`, and searches for a cheaper safe order by plain
// simulated annealing over many steps: another method, and not a line of the generator's code.
//   lag MODEL.lag --dump ldl | ordering [STEPS]
//
// Safe: a multiplier after all speeds with inertia of its row, a massless speed after all multipliers of its column.
// Counted: every addition, multiplication and division of factor and solve, constant entries or not.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Bits = std::vector<bool>;

struct Matrix {
    std::vector<Bits> entry;       // in the dumped order
    std::vector<bool> multiplier;  // pivot sign -
    std::size_t size() const { return entry.size(); }
};

// The lines "  12  name  +   . x x .   x x" after "order, pivot signs, A and L in this order", up to "steps".
Matrix read(std::istream& in) {
    Matrix matrix;
    std::string line;
    while (std::getline(in, line) && line.rfind("order, pivot signs", 0) != 0) continue;
    while (std::getline(in, line)) {
        std::istringstream words(line);
        std::string number, word;
        words >> number;
        if (number != std::to_string(matrix.size() + 1)) break;
        while (words >> word && word != "+" && word != "-") continue;
        matrix.multiplier.push_back(word == "-");
        Bits row;
        while (words >> word) row.push_back(word == "x");
        matrix.entry.push_back(row);
    }
    for (Bits& row : matrix.entry) row.resize(matrix.size());  // without the picture of L behind it
    return matrix;
}

bool waits(const Matrix& a, std::size_t row, std::size_t other) {
    if (a.entry[row][row] || !a.entry[row][other] || a.multiplier[row] == a.multiplier[other]) return false;
    return !a.multiplier[row] || a.entry[other][other];
}

bool safe(const Matrix& a, const std::vector<std::size_t>& order) {
    for (std::size_t p = 0; p < order.size(); ++p) {
        for (std::size_t later = p + 1; later < order.size(); ++later) {
            if (waits(a, order[p], order[later])) return false;
        }
    }
    return true;
}

// Eliminates with sorted lists of neighbours: nothing clever.
std::size_t operations(const Matrix& a, const std::vector<std::size_t>& order) {
    std::vector<Bits> left = a.entry;
    std::size_t count = 0;
    std::vector<bool> gone(a.size());
    for (const std::size_t row : order) {
        gone[row] = true;
        std::vector<std::size_t> column;
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (left[row][i] && !gone[i]) column.push_back(i);
        }
        count += 2 + 5 * column.size();  // r, z; L, forward and backward
        for (const std::size_t i : column) {
            for (const std::size_t k : column) {
                if (k > i) continue;
                count += left[i][k] ? 2 : 1;
                left[i][k] = left[k][i] = true;
            }
        }
    }
    return count;
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t steps = argc > 1 ? std::stoul(argv[1]) : 1000000;
    const Matrix a = read(std::cin);
    std::vector<std::size_t> dumped(a.size());
    std::iota(dumped.begin(), dumped.end(), std::size_t{0});
    if (a.size() == 0 || !safe(a, dumped)) {
        std::puts("no matrix in a safe order on standard input");
        return 1;
    }
    const std::size_t chosen = operations(a, dumped);
    std::size_t best = chosen;
    std::mt19937_64 random(12345);
    const auto chance = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
    // From the multipliers last, the massless speeds after them; twice, the second time from the best found.
    std::vector<std::size_t> best_order = dumped;
    std::stable_sort(best_order.begin(), best_order.end(), [&](std::size_t i, std::size_t j) {
        const auto group = [&](std::size_t row) { return a.entry[row][row] ? 0 : a.multiplier[row] ? 1 : 2; };
        return group(i) < group(j);
    });
    std::size_t found = operations(a, best_order);
    for (int round = 0; round < 2; ++round) {
        std::vector<std::size_t> order = best_order;
        std::size_t now = found;
        const double hot = 0.02 * static_cast<double>(now), cold = 0.5;
        for (std::size_t step = 0; step < steps / 2; ++step) {
            std::vector<std::size_t> trial = order;
            const std::size_t from = random() % a.size(), to = random() % a.size();
            const std::size_t length = 1 + (random() % 4 == 0 ? random() % std::min<std::size_t>(12, a.size()) : 0);
            const std::size_t first = std::min(from, to), last = std::min(std::max(from, to) + length, a.size());
            const std::size_t middle =
                from < to ? std::min(first + length, last) : last - std::min(length, last - first);
            std::rotate(trial.begin() + static_cast<std::ptrdiff_t>(first),
                        trial.begin() + static_cast<std::ptrdiff_t>(middle),
                        trial.begin() + static_cast<std::ptrdiff_t>(last));
            if (!safe(a, trial)) continue;
            const std::size_t cost = operations(a, trial);
            const double t = static_cast<double>(step) / (static_cast<double>(steps) / 2);
            const double temperature = hot * std::pow(cold / hot, t);
            if (cost > now && chance() > std::exp((static_cast<double>(now) - static_cast<double>(cost)) / temperature))
                continue;
            order = trial, now = cost;
            if (now < found) found = now, best_order = order;
        }
    }
    best = std::min(best, found);
    std::printf("%zu rows: chosen %zu operations, annealing over %zu steps %zu: ratio %.3f\n", a.size(), chosen, steps,
                found, static_cast<double>(chosen) / static_cast<double>(best));
    return 0;
}
