// Emitted `derivatives` with the library's sines, with vector sines, and on packs of states, in turns on the same 256
// states of one core; the ratios are medians over rounds. Three headers of one model are compared, as it is, with
// `sines = vector` and with `batch = true`; the file included beforehand names the first two plain_MODEL and
// sines_MODEL (bench/vectors).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "trial.hpp"

namespace {

constexpr int states = 256, repeats = 10, rounds = 201;
constexpr std::size_t ny = MODEL::nq + MODEL::nu;

template <class R, int lanes, class Derivatives>
struct Case {
    std::vector<R> y, w, c, ydot;
    Derivatives derivatives;
    Case(const std::vector<double>& states_y, const std::vector<double>& inputs, const std::vector<double>& constants,
         Derivatives d)
        : y(ny * states / lanes), w(MODEL::nw + 1), c(constants.size()), ydot(ny * states / lanes), derivatives(d) {
        auto* numbers = reinterpret_cast<double*>(y.data());
        for (std::size_t s = 0; s < states; ++s)
            for (std::size_t k = 0; k < ny; ++k)
                numbers[((s / lanes) * ny + k) * lanes + s % lanes] = states_y[s * ny + k];
        for (std::size_t k = 0; k < inputs.size(); ++k) w[k] = R(inputs[k]);
        for (std::size_t k = 0; k < constants.size(); ++k) c[k] = R(constants[k]);
    }
    double nanoseconds() {  // per state
        const double begin = processor_time();
        for (int r = 0; r < repeats; ++r) {
            for (std::size_t s = 0; s < states / lanes; ++s) {
                int info = 0;
                derivatives(R(0.0), &y[s * ny], w.data(), c.data(), &ydot[s * ny], info);
                if (info != 0) std::printf("info %d\n", info);
            }
        }
        return (processor_time() - begin) / (static_cast<double>(repeats) * states);
    }
    double result(std::size_t s, std::size_t k) const {
        return reinterpret_cast<const double*>(ydot.data())[((s / lanes) * ny + k) * lanes + s % lanes];
    }
};

template <class R, int lanes, class Derivatives>
Case<R, lanes, Derivatives> make(const std::vector<double>& y, const std::vector<double>& w,
                                 const std::vector<double>& c, Derivatives d) {
    return {y, w, c, d};
}

double median(std::vector<double> x) {
    std::sort(x.begin(), x.end());
    return x[x.size() / 2];
}

}  // namespace

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

int main() {
    // each file has constants of its own: those of equal limbs stand side by side where they are in lanes
    std::vector<double> p(MODEL::np + 1), plain_c(JOIN(plain_, MODEL)::nc + 1), sines_c(JOIN(sines_, MODEL)::nc + 1),
        pack_c(MODEL::nc + 1), y(ny * states), w(MODEL::nw + 1);
    MODEL::JOIN(MODEL, _defaults)<double>(p.data());
    JOIN(plain_, MODEL)::JOIN(MODEL, _setup)<double>(p.data(), plain_c.data());
    JOIN(sines_, MODEL)::JOIN(MODEL, _setup)<double>(p.data(), sines_c.data());
    MODEL::JOIN(MODEL, _setup)<double>(p.data(), pack_c.data());
    std::uint64_t seed = 1;
    for (double& v : y) v = 0.5 * uniform(seed);
    for (double& v : w) v = uniform(seed);
    const auto plain = [](auto t, const auto* q, const auto* u, const auto* k, auto* out, int& info) {
        JOIN(plain_, MODEL)::JOIN(MODEL, _derivatives)(t, q, u, k, out, info);
    };
    const auto with_vectors = [](auto t, const auto* q, const auto* u, const auto* k, auto* out, int& info) {
        JOIN(sines_, MODEL)::JOIN(MODEL, _derivatives)(t, q, u, k, out, info);
    };
    const auto packs = [](auto t, const auto* q, const auto* u, const auto* k, auto* out, int& info) {
        MODEL::JOIN(MODEL, _derivatives)(t, q, u, k, out, info);
    };
    auto library = make<double, 1>(y, w, plain_c, plain);
    auto vector_sines = make<double, 1>(y, w, sines_c, with_vectors);
    auto four = make<lag_pack<4>, 4>(y, w, pack_c, packs);
    auto eight = make<lag_pack<8>, 8>(y, w, pack_c, packs);
    std::vector<double> time, to_vector, to_four, to_eight, vector_to_eight;
    for (int round = 0; round < rounds; ++round) {
        const double a = library.nanoseconds(), b = vector_sines.nanoseconds(), e = eight.nanoseconds(),
                     f = four.nanoseconds();
        time.push_back(a), to_vector.push_back(a / b), to_four.push_back(a / f), to_eight.push_back(a / e);
        vector_to_eight.push_back(b / e);
    }
    double worst = 0;
    for (std::size_t s = 0; s < states; ++s) {
        for (std::size_t k = 0; k < ny; ++k) {
            const double exact = library.result(s, k);
            for (const double x : {vector_sines.result(s, k), four.result(s, k), eight.result(s, k)})
                worst = std::max(worst, std::abs(x - exact) / (1 + std::abs(exact)));
        }
    }
    std::printf(
        "library sines %.0f ns; times faster: vector sines %.2f, 4 lanes %.2f, 8 lanes %.2f (%.2f against vector "
        "sines); largest difference %.1e\n",
        median(time), median(to_vector), median(to_four), median(to_eight), median(vector_to_eight), worst);
    return worst < 1e-9 ? 0 : 1;
}
